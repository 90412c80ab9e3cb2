"""What all circuit diagrams have: headings, frames, the Raspberry Pi's edge with its pins, a warning."""

from typing import Final

from wiring.header import PIN_OF_LINE, nearest
from wiring.svg import GREY, Drawing

PART: Final = "#e8edf5"
"""The colour of bought parts."""

_BOARD: Final = "#d7eadb"
_NOTE: Final = "#a3332d"

Pin = tuple[str, int]
"""The name and the place of a pin of the header."""


def line_pin(line: int) -> Pin:
    """The pin of a GPIO line."""
    return f"GPIO {line}", PIN_OF_LINE[line]


def supply_pin(name: str, line: int) -> Pin:
    """The pin of the supply `name` that is nearest to that of a GPIO line."""
    return name, nearest(name, PIN_OF_LINE[line])


def title(drawing: Drawing, text: str, middle: float = 500, *, below: str = "") -> None:
    """The heading, and in smaller letters what is `below` it."""
    drawing.text(middle, 28 if below else 34, text, 22, anchor="middle", bold=True)
    if below:
        drawing.text(middle, 50, below, 14, anchor="middle")


def frame(drawing: Drawing, x: float, width: float, heading: str, height: float = 340) -> None:
    """A part of the drawing with its heading."""
    drawing.rect(x, 60, width, height, stroke=GREY, line=1, corner=6)
    drawing.text(x + 20, 88, heading, 17, bold=True)


def board(drawing: Drawing, x: float, pins: dict[float, Pin]) -> None:
    """The Raspberry Pi's edge, 120 wide, with pins on its right side at these heights."""
    low, high = min(pins), max(pins)
    drawing.rect(x, low - 30, 120, high - low + 60, fill=_BOARD)
    for y, (name, pin) in pins.items():
        drawing.text(x + 108, y, name, 15, anchor="end", bold=True)
        drawing.text(x + 108, y + 17, f"pin {pin}", 14, anchor="end")
    drawing.text(x + 12, (low + high) / 2 + 5 if len(pins) == 2 else low + 50, "Pi", 16, fill=GREY)


def note(drawing: Drawing, width: float, y: float, text: str) -> None:
    """The warning at the foot."""
    drawing.text(width / 2, y, text, 16, anchor="middle", fill=_NOTE, bold=True)
