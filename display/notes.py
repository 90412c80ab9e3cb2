"""The lines below a result: how the deal went, for each player."""

from collections.abc import Iterator, Sequence
from typing import Final

from display.box import Box
from display.fitting import largest, widest
from display.palette import GREY, IVORY
from display.pen import Pen
from display.scene import Sprite
from firmware.game.events import Player
from firmware.text import Text

_MOST_LINE: Final = 56
"""The height of a line in 1080ths of the table's height."""
_LEAST_LINE_PX: Final = 8
_GAP: Final = 40
"""Between two columns, in 1920ths of the table's width."""


def note_sprites(pen: Pen, player: Player, notes: Sequence[Text]) -> Iterator[Sprite]:
    """All lines at the same height, in one column or in two, whichever allows the larger letters."""
    box = pen.layout.seat.notes
    texts = [pen.words.say(note) for note in notes]
    height, columns, width = max(_fitted(pen, texts, box, columns) for columns in (1, 2))
    each = -(-len(notes) // columns)
    for number, note in enumerate(notes):
        left = box.left + number // each * (box.width - width)
        place = Box(left, box.top + number % each * height, width, height)
        colour = IVORY if number < len(notes) - 1 else GREY
        yield pen.line(("note", number), player, note, colour, place, "centre" if columns == 1 else "left")


def _fitted(pen: Pen, texts: Sequence[str], box: Box, columns: int) -> tuple[int, int, int]:
    """The largest height of a line in so many columns, the columns, and the width of one."""
    each = -(-len(texts) // columns)
    width = (box.width - (columns - 1) * pen.layout.units(_GAP)) // columns
    height = largest(
        _LEAST_LINE_PX,
        min(box.height // each, pen.layout.high(_MOST_LINE)),
        lambda px: widest(texts, px, pen.atlas.width) <= width,
    )
    return height, columns, width
