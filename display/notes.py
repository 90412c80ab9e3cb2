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
    height, widths = max(_fitted(pen, texts, box, columns) for columns in (1, 2))
    each = -(-len(notes) // len(widths))
    alone = len(widths) == 1
    top = box.top + (box.height - each * height) // 2
    for number, note in enumerate(notes):
        column, row = divmod(number, each)
        width = box.width if alone else widths[column]
        place = Box(box.right - width if column else box.left, top + row * height, width, height)
        colour = IVORY if number < len(notes) - 1 else GREY
        yield pen.line(("note", number), player, note, colour, place, "centre" if alone else "left")


def _fitted(pen: Pen, texts: Sequence[str], box: Box, columns: int) -> tuple[int, list[int]]:
    """The largest height of a line in so many columns, and the columns' widths."""
    each = -(-len(texts) // columns)
    parts = [texts[first : first + each] for first in range(0, len(texts), each)]
    room_px = box.width - (len(parts) - 1) * pen.layout.units(_GAP)

    def widths(px: int) -> list[int]:
        return [widest(part, px, pen.atlas.width) for part in parts]

    def fits(px: int) -> bool:
        return sum(widths(px)) <= room_px

    height = largest(_LEAST_LINE_PX, min(box.height // each, pen.layout.high(_MOST_LINE)), fits)
    return height, widths(height) if fits(height) else [room_px // len(parts)] * len(parts)
