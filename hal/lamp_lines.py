"""The lamps in the card buttons, on output lines. Nothing that happens to a lamp stops a game."""

from collections.abc import Callable, Sequence
from contextlib import suppress

from hal.events import Lamp
from hal.pins import PinFactory, RawPin, explain
from hal.wiring import LampLine


class LampLines:
    """The output lines of a panel's lamps, dark from now on.

    `note`: takes a message about a lamp that cannot be used. Such a lamp is left alone from then on.
    """

    def __init__(self, lines: Sequence[LampLine], factory: PinFactory, note: Callable[[str], None]) -> None:
        self._note = note
        self._lit: frozenset[Lamp] = frozenset()
        self._pins: dict[Lamp, tuple[LampLine, RawPin]] = {}
        for line in lines:
            try:
                pin = factory.pin(line.line)
                pin.output_with_state(_level(line, lit=False))
            except Exception as error:
                note(explain(factory, line, error))
            else:
                self._pins[line.lamp] = (line, pin)

    def show(self, lamps: frozenset[Lamp]) -> None:
        """Light these lamps and no other; only lines that change are written. Never raises."""
        for lamp in self._lit ^ lamps:
            if lamp in self._pins:
                self._write(lamp, lit=lamp in lamps)
        self._lit = lamps

    def close(self) -> None:
        """Go dark, whatever was shown, also lamps of which the last state is not certain."""
        for line, pin in self._pins.values():
            # The program is ending and the line is given back in any case.
            with suppress(Exception):
                pin.state = _level(line, lit=False)

    def _write(self, lamp: Lamp, *, lit: bool) -> None:
        line, pin = self._pins[lamp]
        try:
            pin.state = _level(line, lit=lit)
        except Exception as error:
            del self._pins[lamp]
            self._note(f"{line} cannot be switched and is left alone: {type(error).__name__}: {error}")


def _level(line: LampLine, *, lit: bool) -> int:
    return int(lit == (line.active == "high"))
