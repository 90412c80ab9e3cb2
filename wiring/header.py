"""The 40-pin header of a Raspberry Pi, and what of it a wiring uses."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from hal.events import Player
from hal.wiring import PLAYERS, Input, ServiceButton, Wiring

NAMES: Final[Mapping[Player, str]] = {1: "Orange", 2: "Purple"}

# fmt: off
_ORDER: Final = (
    "3.3 V", "5 V",   # 1 and 2, at the end away from the USB sockets
    "2", "5 V",
    "3", "GND",
    "4", "14",
    "GND", "15",
    "17", "18",
    "27", "GND",
    "22", "23",
    "3.3 V", "24",
    "10", "GND",
    "9", "25",
    "11", "8",
    "GND", "7",
    "0", "1",
    "5", "GND",
    "6", "12",
    "13", "GND",
    "19", "16",
    "26", "20",
    "GND", "21",
)
# fmt: on
"""What is on each pin, in order: the name of a supply, or a GPIO line."""

_OTHERS: Final[Mapping[int, str]] = {0: "HAT EEPROM", 1: "HAT EEPROM", 3: "power button"}

PIN_OF_LINE: Final[Mapping[int, int]] = {
    int(what): pin for pin, what in enumerate(_ORDER, 1) if what.isdecimal()
}
"""The place on the header of each GPIO line."""


@dataclass(frozen=True, slots=True)
class HeaderPin:
    """A pin of the header: its number, the name of its supply or GPIO line, and what is wired to it."""

    number: int
    name: str
    player: Player | None = None
    use: str = ""


def called(contact: Input) -> str:
    """What an input is called: its player and control, or the service button."""
    if isinstance(contact, ServiceButton):
        return "service button"
    return f"{NAMES[contact.player]} {_spaced(contact.control)}"


def header(wiring: Wiring) -> tuple[HeaderPin, ...]:
    """All 40 pins in order."""
    uses = _uses(wiring)
    others = dict(_OTHERS)
    if wiring.service is not None:
        others[wiring.service.line] = called(wiring.service)
    pins = []
    for number, what in enumerate(_ORDER, 1):
        if not what.isdecimal():
            pins.append(HeaderPin(number, what))
        elif int(what) in uses:
            player, use = uses[int(what)]
            pins.append(HeaderPin(number, f"GPIO {what}", player, f"{NAMES[player]} {use}"))
        else:
            pins.append(HeaderPin(number, f"GPIO {what}", None, others.get(int(what), "free")))
    return tuple(pins)


def nearest(name: str, pin: int) -> int:
    """The pin of the supply `name` that is nearest to `pin` along the header."""
    candidates = (number for number, what in enumerate(_ORDER, 1) if what == name)
    return min(candidates, key=lambda number: (abs((number - 1) // 2 - (pin - 1) // 2), (number - pin) % 2))


def pin_table(wiring: Wiring) -> str:
    """The wiring as a table in Markdown: both players' controls, with GPIO line and place on the header."""
    lines: dict[str, dict[Player, int]] = {}
    for line, (player, use) in _uses(wiring).items():
        lines.setdefault(use, {})[player] = line
    heads = [f"{NAMES[player]} (player {player}) | pin" for player in PLAYERS]
    rows = [f"| | {' | '.join(heads)} |", "| --- | --- | --- | --- | --- |"]
    for use, own in lines.items():
        cells = [
            f"GPIO {own[player]} | {PIN_OF_LINE[own[player]]}" if player in own else "– | –"
            for player in PLAYERS
        ]
        rows.append(f"| {use} | {' | '.join(cells)} |")
    return "\n".join(rows)


def _uses(wiring: Wiring) -> dict[int, tuple[Player, str]]:
    """Whose a line is and what for, in the order of the panels."""
    uses: dict[int, tuple[Player, str]] = {}
    for switch in wiring.switches:
        uses[switch.line] = (switch.player, _spaced(switch.control))
    for lamp_line in wiring.lamps:
        uses[lamp_line.line] = (lamp_line.lamp.player, f"lamp {lamp_line.lamp.number}")
    return uses


def _spaced(name: str) -> str:
    return f"{name[:-1]} {name[-1]}" if name[-1].isdecimal() else name
