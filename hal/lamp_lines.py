"""The lamps in the card buttons, on output lines. Nothing that happens to a lamp stops a game."""

from collections.abc import Callable, Sequence
from contextlib import suppress

from hal.events import Lamp
from hal.lines import Lines
from hal.port import HalError
from hal.wiring import LampLine


class LampLines:
    """The output lines of a panel's lamps.

    `note`: takes a message about a lamp that cannot be used. Such a lamp is left alone until `close`.
    """

    def __init__(self, lines: Lines, note: Callable[[str], None]) -> None:
        self._lines = lines
        self._note = note
        self._lit: frozenset[Lamp] = frozenset()
        self._claimed: dict[Lamp, LampLine] = {}
        self._failed: set[Lamp] = set()

    def claim(self, lamp_lines: Sequence[LampLine]) -> None:
        """Make these lines outputs, dark from now on."""
        for lamp_line in lamp_lines:
            try:
                self._lines.claim_lamp(lamp_line, high=_level(lamp_line, lit=False))
            except HalError as error:
                self._note(str(error))
            else:
                self._claimed[lamp_line.lamp] = lamp_line

    @property
    def usable(self) -> tuple[Lamp, ...]:
        """The lamps that can be lit, in the order of their lines' claims."""
        return tuple(self._claimed)

    def show(self, lamps: frozenset[Lamp]) -> None:
        """Light these lamps and no other; only lines that change are written. Never raises."""
        for lamp in self._lit ^ lamps:
            if lamp in self._claimed and lamp not in self._failed:
                self._write(lamp, lit=lamp in lamps)
        self._lit = lamps

    def close(self) -> None:
        """Go dark, whatever was shown, also lamps of which the last state is not certain."""
        for lamp_line in self._claimed.values():
            # The program is ending and the line is given back in any case.
            with suppress(Exception):
                self._lines.write(lamp_line.line, high=_level(lamp_line, lit=False))

    def _write(self, lamp: Lamp, *, lit: bool) -> None:
        lamp_line = self._claimed[lamp]
        try:
            self._lines.write(lamp_line.line, high=_level(lamp_line, lit=lit))
        except Exception as error:
            self._failed.add(lamp)
            self._note(f"{lamp_line} cannot be switched and is left alone: {type(error).__name__}: {error}")


def _level(lamp_line: LampLine, *, lit: bool) -> bool:
    return lit == (lamp_line.active == "high")
