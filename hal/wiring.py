"""The cabinet's wiring: which GPIO line each switch is on, read from a TOML file and checked."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import get_args

from hal.events import Control, Player
from hal.port import HalError

PLAYERS: tuple[Player, ...] = get_args(Player)
FIRST_LINE, LAST_LINE = 2, 27
EEPROM_LINES = (0, 1)
LONGEST_DEBOUNCE_MS = 200
"""Above this a quick second press would be lost: nobody's switch bounces for so long."""

_TIMING = {"button_debounce_ms", "slap_debounce_ms"}


class WiringError(HalError):
    """The wiring file cannot be used; the message names the file, the key, the value and the remedy."""


@dataclass(frozen=True, slots=True)
class Switch:
    """One switch: its line (BCM number), whose control it is and how long an edge silences it."""

    line: int
    player: Player
    control: Control
    debounce_ns: int

    def __str__(self) -> str:
        return f"GPIO {self.line} (player {self.player}, {self.control})"


@dataclass(frozen=True, slots=True)
class Wiring:
    """Every switch of the cabinet, exactly one for each player and control, no line used twice."""

    switches: tuple[Switch, ...]

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
    panels = {f"player{player}" for player in PLAYERS}
    _check_keys(name, "", document, panels | {"timing"})
    timing = _table(name, document, "timing")
    _check_keys(name, "timing.", timing, _TIMING)
    button_ns, slap_ns = (
        _milliseconds(name, f"timing.{key}", timing[key])
        for key in ("button_debounce_ms", "slap_debounce_ms")
    )
    switches: dict[int, Switch] = {}
    for player in PLAYERS:
        prefix = f"player{player}"
        panel = _table(name, document, prefix)
        _check_keys(name, f"{prefix}.", panel, {str(control) for control in Control})
        for control in Control:
            key = f"{prefix}.{control}"
            line = _line(name, key, panel[control])
            if line in switches:
                other = switches[line]
                raise WiringError(
                    f"{name}: {key} = {line}: this line is already player{other.player}.{other.control}; "
                    f"give each switch a line of its own"
                )
            debounce_ns = slap_ns if control is Control.SLAP else button_ns
            switches[line] = Switch(line, player, control, debounce_ns)
    return Wiring(tuple(switches.values()))


def _check_keys(name: str, prefix: str, table: Mapping[str, object], expected: set[str]) -> None:
    for key in table:
        if key not in expected:
            known = ", ".join(sorted(expected))
            raise WiringError(f"{name}: {prefix}{key} = {table[key]!r}: unknown key; known here are {known}")
    for key in sorted(expected):
        if key not in table:
            raise WiringError(f"{name}: {prefix}{key} is missing; add it")


def _table(name: str, document: Mapping[str, object], key: str) -> Mapping[str, object]:
    value = document[key]
    if not isinstance(value, dict):
        raise WiringError(f"{name}: {key} = {value!r}: must be a table, [{key}]")
    return value


def _line(name: str, key: str, value: object) -> int:
    right = f"give a BCM number from {FIRST_LINE} to {LAST_LINE}, without quotes"
    # A bool is an int to Python, and nobody means line 1 by `true`.
    if not isinstance(value, int) or isinstance(value, bool):
        raise WiringError(f"{name}: {key} = {value!r}: is not a line number; {right}")
    if value in EEPROM_LINES:
        raise WiringError(f"{name}: {key} = {value}: is reserved for the EEPROM of a HAT; {right}")
    if not FIRST_LINE <= value <= LAST_LINE:
        raise WiringError(f"{name}: {key} = {value}: is not on the 40-pin header; {right}")
    return value


def _milliseconds(name: str, key: str, value: object) -> int:
    """A time in milliseconds as nanoseconds."""
    right = f"give milliseconds from 0 to {LONGEST_DEBOUNCE_MS}"
    if not isinstance(value, int | float) or isinstance(value, bool):
        raise WiringError(f"{name}: {key} = {value!r}: is not a number; {right}")
    if not 0 <= value <= LONGEST_DEBOUNCE_MS:
        raise WiringError(f"{name}: {key} = {value}: is out of range; {right}")
    return round(value * 1_000_000)
