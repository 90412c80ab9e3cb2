"""The cabinet's wiring: which GPIO line each switch and lamp is on, read from a TOML file and checked."""

import tomllib
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Final, Literal, TypeVar, get_args

from hal.events import LAMPS_EACH, Control, Lamp, Player
from hal.port import HalError
from hal.usb_boards import UsbBoard, parse_boards

Pull = Literal["up", "down", "none"]
"""The Pi's own resistor on an input: to 3.3 V, to ground, or none."""

Active = Literal["low", "high"]
"""The level of a line while its button is pressed, or its lamp lit."""

PLAYERS: Final[tuple[Player, ...]] = get_args(Player)
PULLS: Final[tuple[Pull, ...]] = get_args(Pull)
LEVELS: Final[tuple[Active, ...]] = get_args(Active)
FIRST_LINE, LAST_LINE = 2, 27
RESERVED: Final[Mapping[int, str]] = {
    0: "is reserved for the EEPROM of a HAT",
    1: "is reserved for the EEPROM of a HAT",
    3: "is the power button, which the system itself watches because it can wake the Pi",
}
PULLED_UP: Final = 2
"""The one usable line with a resistor to 3.3 V on the board, which nothing can switch off."""

LONGEST_DEBOUNCE_MS = 200
"""Above this a quick second press would be lost: nobody's switch bounces for so long."""

_INPUT_KEYS: Final = ("pull", "active", "debounce_ms")
_LAMP_KEYS: Final = ("active",)
_RIGHT_LINE: Final = f"give another BCM number from {FIRST_LINE} to {LAST_LINE}, without quotes"

_Choice = TypeVar("_Choice", bound=str)


class WiringError(HalError):
    """The wiring file cannot be used; the message names the file, the key, the value and the remedy."""


@dataclass(frozen=True, slots=True)
class Switch:
    """One switch: its line (BCM number), whose control it is and how long an edge silences it."""

    line: int
    player: Player
    control: Control
    debounce_ns: int
    pull: Pull = "up"
    active: Active = "low"

    def pressed_at(self, high: bool) -> bool:
        """Whether the switch is pressed while its line is `high`."""
        return high == (self.active == "high")

    def __str__(self) -> str:
        return f"GPIO {self.line} (player {self.player}, {self.control})"


@dataclass(frozen=True, slots=True)
class LampLine:
    """The line (BCM number) that lights a lamp, and the level that does."""

    line: int
    lamp: Lamp
    active: Active = "high"

    def __str__(self) -> str:
        return f"GPIO {self.line} (player {self.lamp.player}, lamp{self.lamp.number})"


@dataclass(frozen=True, slots=True)
class Wiring:
    """Every switch of the cabinet, one for each player and control, and its lamps. No line is used twice.

    `usb`: the boards or keyboards that report the presses instead, where they are asked to.
    """

    switches: tuple[Switch, ...]
    lamps: tuple[LampLine, ...] = ()
    usb: tuple[UsbBoard, ...] = ()

    def line(self, player: Player, control: Control) -> int:
        """The GPIO line (BCM number) of a player's control."""
        return next(s.line for s in self.switches if (s.player, s.control) == (player, control))


def load_wiring(path: Path | None = None) -> Wiring:
    """Read the wiring from `path`, or the cabinet's own that comes with the program.

    Raises:
        WiringError: the file cannot be read, is no TOML, or says something that cannot be.
    """
    source: Traversable
    try:
        source = path if path is not None else resources.files("wiring") / "cabinet.toml"
        text = source.read_text(encoding="utf-8")
    except ModuleNotFoundError as error:
        raise WiringError("wiring/cabinet.toml is missing from the installation: install again") from error
    except OSError as error:
        raise WiringError(
            f"{source}: cannot be read ({error.strerror}); give a readable wiring file"
        ) from error
    except UnicodeDecodeError as error:
        raise WiringError(f"{source}: is not UTF-8 text ({error}); save it as UTF-8") from error
    try:
        document = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise WiringError(f"{source}: is not valid TOML: {error}") from error
    return parse_wiring(document, str(source))


def parse_wiring(document: Mapping[str, object], name: str) -> Wiring:
    """Check a parsed wiring file; `name` is what messages call it.

    Raises:
        WiringError: a key is unknown or missing, or a value is impossible.
    """
    panels = [f"player{player}" for player in PLAYERS]
    top = _Table(name, "", document, ["buttons", "slap_pads", "lamps", *panels], ["usb"])
    buttons = top.table("buttons", _INPUT_KEYS)
    slap_pads = top.table("slap_pads", _INPUT_KEYS)
    lamp_defaults = top.table("lamps", _LAMP_KEYS)
    controls = [str(control) for control in Control]
    lamp_names = [f"lamp{number}" for number in range(1, LAMPS_EACH + 1)]
    switches: list[Switch] = []
    lamps: list[LampLine] = []
    taken: dict[int, str] = {}
    for player in PLAYERS:
        panel = top.table(f"player{player}", controls, lamp_names)
        for control in Control:
            defaults = slap_pads if control is Control.SLAP else buttons
            switches.append(_switch(panel, player, control, defaults, taken))
        for number, lamp_name in enumerate(lamp_names, 1):
            if lamp_name in panel.values:
                own, line = _line(panel, lamp_name, _LAMP_KEYS, taken)
                if line == PULLED_UP:
                    raise own.error("line", f"has a fixed pull-up, which would light a lamp; {_RIGHT_LINE}")
                active = own.over(lamp_defaults, "active").choice("active", LEVELS)
                lamps.append(LampLine(line, Lamp(player, number), active))
    boards = top.tables("usb", (), ["name", "port", *panels])
    usb = parse_boards(boards, *(kind.nanoseconds("debounce_ms") for kind in (buttons, slap_pads)))
    return Wiring(tuple(switches), tuple(lamps), usb)


class _Table:
    """A table of the file, whose complaints name the file, the key in full and the value.

    `short`: the table stands for a line's number alone, given as the value of the key `prefix`.
    """

    def __init__(
        self,
        name: str,
        prefix: str,
        values: Mapping[str, object],
        required: Collection[str],
        optional: Collection[str] = (),
        *,
        short: bool = False,
    ) -> None:
        self.name = name
        self.values = values
        self._prefix = prefix
        self._short = short
        for key in values:
            if key not in required and key not in optional:
                known = ", ".join([*required, *optional])
                raise self.error(key, f"unknown key; known here are {known}")
        for key in required:
            if key not in values:
                raise WiringError(f"{name}: {self.key(key)} is missing; add it")

    def key(self, key: str) -> str:
        """The key as one looks for it in the file."""
        if self._short:
            return self._prefix
        return f"{self._prefix}.{key}" if self._prefix else key

    def error(self, key: str, complaint: str) -> WiringError:
        """A complaint about the value of `key`."""
        return WiringError(f"{self.name}: {self.key(key)} = {self.values[key]!r}: {complaint}")

    def complaint(self, complaint: str) -> WiringError:
        """A complaint about the table as a whole."""
        return WiringError(f"{self.name}: {self._prefix}: {complaint}")

    def table(self, key: str, required: Collection[str], optional: Collection[str] = ()) -> "_Table":
        """The table that is the value of `key`."""
        value = self.values[key]
        if not isinstance(value, dict):
            raise self.error(key, f"must be a table, [{self.key(key)}]")
        return _Table(self.name, self.key(key), value, required, optional)

    def tables(self, key: str, required: Collection[str], optional: Collection[str]) -> list["_Table"]:
        """The tables [[key]], of which there may be none."""
        value = self.values.get(key, [])
        if not isinstance(value, list) or not all(isinstance(one, dict) for one in value):
            raise self.error(key, f"must be a list of tables, [[{key}]]")
        return [
            _Table(self.name, f"{key}[{number}]", one, required, optional)
            for number, one in enumerate(value, 1)
        ]

    def pin(self, key: str, optional: Collection[str]) -> "_Table":
        """The table of an input or lamp, which may also be written as the line's number alone."""
        value = self.values[key]
        if isinstance(value, dict):
            return self.table(key, ["line"], optional)
        return _Table(self.name, self.key(key), {"line": value}, ["line"], short=True)

    def over(self, defaults: "_Table", key: str) -> "_Table":
        """The table whose `key` counts: this one if it has the key, or else `defaults`."""
        return self if key in self.values else defaults

    def choice(self, key: str, choices: tuple[_Choice, ...]) -> _Choice:
        """The value of `key`, which must be one of `choices`."""
        for choice in choices:
            if self.values[key] == choice:
                return choice
        right = ", ".join(f'"{choice}"' for choice in choices)
        raise self.error(key, f"is not possible here; give one of {right}")

    def nanoseconds(self, key: str) -> int:
        """The value of `key`, a time in milliseconds, as nanoseconds."""
        value = self.values[key]
        right = f"give milliseconds from 0 to {LONGEST_DEBOUNCE_MS}"
        if not isinstance(value, int | float) or isinstance(value, bool):
            raise self.error(key, f"is not a number; {right}")
        if not 0 <= value <= LONGEST_DEBOUNCE_MS:
            raise self.error(key, f"is out of range; {right}")
        return round(value * 1_000_000)


def _switch(
    panel: _Table, player: Player, control: Control, defaults: _Table, taken: dict[int, str]
) -> Switch:
    own, line = _line(panel, control, _INPUT_KEYS, taken)
    pull = own.over(defaults, "pull").choice("pull", PULLS)
    if line == PULLED_UP and pull != "up":
        raise own.error("line", f'has a fixed pull-up: set pull = "up", or {_RIGHT_LINE}')
    active = own.over(defaults, "active").choice("active", LEVELS)
    debounce_ns = own.over(defaults, "debounce_ms").nanoseconds("debounce_ms")
    return Switch(line, player, control, debounce_ns, pull, active)


def _line(panel: _Table, key: str, optional: Collection[str], taken: dict[int, str]) -> tuple[_Table, int]:
    """The table of an input or lamp and its line, which is `taken` from now on."""
    own = panel.pin(key, optional)
    line = own.values["line"]
    # A bool is an int to Python, and nobody means line 1 by `true`.
    if not isinstance(line, int) or isinstance(line, bool):
        raise own.error("line", f"is not a line number; {_RIGHT_LINE}")
    if line in RESERVED:
        raise own.error("line", f"{RESERVED[line]}; {_RIGHT_LINE}")
    if not FIRST_LINE <= line <= LAST_LINE:
        raise own.error("line", f"is not on the 40-pin header; {_RIGHT_LINE}")
    if line in taken:
        raise own.error("line", f"this line is already {taken[line]}; give each a line of its own")
    taken[line] = panel.key(key)
    return own, line
