"""The drawing of the 40-pin header: which pin is whose."""

from collections.abc import Mapping
from typing import Final

from hal.events import Player
from hal.wiring import Wiring
from wiring.header import HeaderPin, header
from wiring.svg import BLACK, GREY, WHITE, Drawing

COLOURS: Final[Mapping[Player, str]] = {1: "#ffd3a1", 2: "#dcc6f0"}
EDGES: Final[Mapping[Player, str]] = {1: "#b35900", 2: "#5e2d8c"}
SUPPLIES: Final[Mapping[str, tuple[str, str]]] = {
    "GND": ("#3a3a3a", "ground"),
    "3.3 V": ("#f2b8b5", "pull-ups, 3.3 V pads"),
    "5 V": ("#d93a32", "never to a GPIO line"),
}
FREE: Final = "#eeeeee"

ROW: Final = 30
TOP: Final = 120
BOX: Final = 300
LEFT, RIGHT = 390, 430
"""The middles of the odd and the even row."""


def header_drawing(wiring: Wiring) -> Drawing:
    """The header from above, with GPIO line, place and use of every pin, in the player's colour."""
    drawing = Drawing(820, 790, "The 40-pin header of the Raspberry Pi, seen from above")
    drawing.text(410, 34, "40-pin header, seen from above", 22, anchor="middle", bold=True)
    drawing.text(40, 66, "Odd row: towards the middle of the board", 15, fill=GREY)
    drawing.text(780, 66, "Even row: at the edge of the board", 15, anchor="end", fill=GREY)
    drawing.text(
        410, 92, "Pin 1 is square, at the end away from the USB sockets", 15, anchor="middle", fill=GREY
    )
    drawing.rect(LEFT - 20, TOP - 5, RIGHT - LEFT + 40, 20 * ROW + 10, fill="#2b2b2b", corner=6)
    for pin in header(wiring):
        _draw(drawing, pin, TOP + ROW * ((pin.number - 1) // 2) + ROW / 2)
    drawing.text(410, 752, "The USB and network sockets are on this side", 15, anchor="middle", fill=GREY)
    drawing.text(
        410,
        776,
        "Orange is player 1, at the bottom of the screen; Purple is player 2, at the top",
        15,
        anchor="middle",
    )
    return drawing


def _draw(drawing: Drawing, pin: HeaderPin, y: float) -> None:
    odd = pin.number % 2 == 1
    middle = LEFT if odd else RIGHT
    fill, edge, use = _look(pin)
    if pin.number == 1:
        drawing.rect(middle - 12, y - 12, 24, 24, fill=fill, stroke=edge)
    else:
        drawing.circle(middle, y, 12, fill=fill, stroke=edge)
    dark = pin.name in ("GND", "5 V")
    drawing.text(
        middle, y + 4.5, str(pin.number), 13, anchor="middle", fill=WHITE if dark else BLACK, bold=True
    )
    x = 40 if odd else 780 - BOX
    drawing.wire((x + BOX if odd else x, y), (middle - 12 if odd else middle + 12, y), stroke=edge)
    drawing.rect(x, y - 12, BOX, 24, fill=fill if not dark else WHITE, stroke=edge, line=1.5, corner=4)
    name_x, use_x = (x + BOX - 10, x + 10) if odd else (x + 10, x + BOX - 10)
    drawing.text(name_x, y + 5, pin.name, 15, anchor="end" if odd else "start", bold=True)
    drawing.text(use_x, y + 5, use, 15, anchor="start" if odd else "end")


def _look(pin: HeaderPin) -> tuple[str, str, str]:
    """Fill, edge and use of a pin."""
    if pin.player is not None:
        return COLOURS[pin.player], EDGES[pin.player], pin.use
    if pin.name in SUPPLIES:
        fill, use = SUPPLIES[pin.name]
        return fill, fill if pin.name != "3.3 V" else "#a3332d", use
    return FREE, GREY, pin.use
