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

_IN_ONE_COLUMN: Final = 3
_MOST_LINE: Final = 56
_LEAST_LINE_PX: Final = 8
_GAP: Final = 40
"""Between two columns, in 1920ths of the table's width."""


def note_sprites(pen: Pen, player: Player, notes: Sequence[Text]) -> Iterator[Sprite]:
    """All lines at the same height, in one column or, if there are many, in two."""
    box = pen.layout.seat.notes
    columns = 1 if len(notes) <= _IN_ONE_COLUMN else 2
    each = -(-len(notes) // columns)
    gap_px = pen.layout.units(_GAP)
    width = (box.width - (columns - 1) * gap_px) // columns
    texts = [pen.words.say(note) for note in notes]
    height = largest(
        _LEAST_LINE_PX,
        min(box.height // each, pen.layout.high(_MOST_LINE)),
        lambda px: widest(texts, px, pen.atlas.width) <= width,
    )
    for number, note in enumerate(notes):
        left = box.left + number // each * (width + gap_px)
        place = Box(left, box.top + number % each * height, width, height)
        colour = IVORY if number < len(notes) - 1 else GREY
        yield pen.line(("note", number), player, note, colour, place, "centre" if columns == 1 else "left")
