"""The cabinet's wiring: which GPIO line each switch and lamp is on, read from a TOML file and checked."""

import tomllib
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Final, Literal, get_args

from hal.events import LAMPS_EACH, Control, Lamp, Player
from hal.slaps import CROSSTALK_NS, MASK_NS, Pad
from hal.usb_boards import UsbBoard, parse_boards
from hal.wiring_file import RIGHT_MS, Table, WiringError, one_of

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

_INPUT_KEYS: Final = {"pull": one_of(PULLS), "active": one_of(LEVELS), "debounce_ms": RIGHT_MS}
_PAD_KEYS: Final = ("hears_table", "mask_ms", "crosstalk_ms")
_LAMP_KEYS: Final = {"active": one_of(LEVELS)}
_A_LINE: Final = f"a BCM number from {FIRST_LINE} to {LAST_LINE}"
_RIGHT_LINE: Final = f"give another BCM number from {FIRST_LINE} to {LAST_LINE}, without quotes"


class _Contact:
    """What the inputs have in common."""

    __slots__ = ()

    active: Active

    def pressed_at(self, high: bool) -> bool:
        """Whether the switch is pressed while its line is `high`."""
        return high == (self.active == "high")


@dataclass(frozen=True, slots=True)
class Switch(_Contact):
    """One switch: its line (BCM number), whose control it is and how long an edge silences it.

    `pad`: what a slap pad hears beside slaps.
    """

    line: int
    player: Player
    control: Control
    debounce_ns: int
    pull: Pull = "up"
    active: Active = "low"
    pad: Pad = field(default_factory=Pad)

    def __str__(self) -> str:
        return f"GPIO {self.line} (player {self.player}, {self.control})"


@dataclass(frozen=True, slots=True)
class ServiceButton(_Contact):
    """The button inside the cabinet: its line (BCM number) and how long an edge silences it."""

    line: int
    debounce_ns: int
    pull: Pull = "up"
    active: Active = "low"

    def __str__(self) -> str:
        return f"GPIO {self.line} (service)"


Input = Switch | ServiceButton


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
    `service`: the button inside the cabinet, if it has one.
    """

    switches: tuple[Switch, ...]
    lamps: tuple[LampLine, ...] = ()
    usb: tuple[UsbBoard, ...] = ()
    service: ServiceButton | None = None

    @property
    def inputs(self) -> tuple[Input, ...]:
        """All that are pressed: the switches, then the service button."""
        return self.switches if self.service is None else (*self.switches, self.service)

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
        # Windows editors begin a file with a mark, which this leaves out.
        text = source.read_text(encoding="utf-8-sig")
    except ModuleNotFoundError as error:
        raise WiringError("wiring/cabinet.toml is missing from the installation: install again") from error
    except OSError as error:
        raise WiringError(
            f"{source}: cannot be read ({error.strerror}); give a readable wiring file"
        ) from error
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        raise WiringError(f"{source}: line {line} is not UTF-8 text; save the file as UTF-8") from error
    try:
        document = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise WiringError(f"{source}: is not valid TOML: {error}") from error
    except (ValueError, RecursionError) as error:
        raise WiringError(
            f"{source}: has a number of too many digits or too many brackets in each other; remove them"
        ) from error
    return parse_wiring(document, str(source))


def parse_wiring(document: Mapping[str, object], name: str) -> Wiring:
    """Check a parsed wiring file; `name` is what messages call it.

    Raises:
        WiringError: a key is unknown or missing, or a value is impossible.
    """
    controls = [str(control) for control in Control]
    lamp_names = [f"lamp{number}" for number in range(1, LAMPS_EACH + 1)]
    panels = [f"player{player}" for player in PLAYERS]
    tables: dict[str, Collection[str]] = {
        "buttons": _INPUT_KEYS,
        "slap_pads": _INPUT_KEYS,
        "lamps": _LAMP_KEYS,
        **dict.fromkeys(panels, controls),
    }
    required = {key: f"a table [{key}] with {', '.join(keys)}" for key, keys in tables.items()}
    top = Table(name, "", document, required, ["usb", "cabinet"])
    buttons = top.table("buttons", _INPUT_KEYS)
    slap_pads = top.table("slap_pads", _INPUT_KEYS, _PAD_KEYS)
    lamp_defaults = top.table("lamps", _LAMP_KEYS)
    switches: list[Switch] = []
    lamps: list[LampLine] = []
    taken: dict[int, str] = {}
    for player in PLAYERS:
        panel = top.table(f"player{player}", dict.fromkeys(controls, _A_LINE), lamp_names)
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
    boards = top.tables("usb", {}, ["name", "port", *panels])
    usb = parse_boards(boards, *(kind.nanoseconds("debounce_ms") for kind in (buttons, slap_pads)))
    return Wiring(tuple(switches), tuple(lamps), usb, _service(top, buttons, taken))


def _switch(panel: Table, player: Player, control: Control, defaults: Table, taken: dict[int, str]) -> Switch:
    keys = (*_INPUT_KEYS, *_PAD_KEYS) if control is Control.SLAP else _INPUT_KEYS
    own, line = _line(panel, control, keys, taken)
    pull, active, debounce_ns = _contact(own, line, defaults)
    return Switch(line, player, control, debounce_ns, pull, active, _pad(own, defaults))


def _service(top: Table, defaults: Table, taken: dict[int, str]) -> ServiceButton | None:
    if "cabinet" not in top.values:
        return None
    cabinet = top.table("cabinet", {"service": _A_LINE})
    own, line = _line(cabinet, "service", _INPUT_KEYS, taken)
    pull, active, debounce_ns = _contact(own, line, defaults)
    return ServiceButton(line, debounce_ns, pull, active)


def _contact(own: Table, line: int, defaults: Table) -> tuple[Pull, Active, int]:
    """The pull, the active level and the debounce time (nanoseconds) of an input."""
    pull = own.over(defaults, "pull").choice("pull", PULLS)
    if line == PULLED_UP and pull != "up":
        raise own.error("line", f'has a fixed pull-up: set pull = "up", or {_RIGHT_LINE}')
    active = own.over(defaults, "active").choice("active", LEVELS)
    return pull, active, own.over(defaults, "debounce_ms").nanoseconds("debounce_ms")


def _pad(own: Table, defaults: Table) -> Pad:
    return Pad(
        own.over(defaults, "hears_table").flag("hears_table"),
        own.over(defaults, "mask_ms").nanoseconds("mask_ms", MASK_NS),
        own.over(defaults, "crosstalk_ms").nanoseconds("crosstalk_ms", CROSSTALK_NS),
    )


def _line(panel: Table, key: str, optional: Collection[str], taken: dict[int, str]) -> tuple[Table, int]:
    """The table of an input or lamp and its line, which is `taken` from now on."""
    own = panel.pin(key, _A_LINE, optional)
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
