"""The words of a screen of words, as large as its space allows: title, paragraphs and a table of rows."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from display.box import Box
from display.fitting import WidthOf, largest, widest, wrapped
from display.palette import ATTENTION, GREY, IVORY, Colour
from display.panels.items import Item, Line, Pointer
from display.words import Words
from firmware.screen import PanelView, Row

LEAST_LINE_PX: Final = 10
"""Words are never smaller than this, even where they have no room."""

_MOST_LINE: Final = 62
_MOST_TITLE: Final = 88
_MOST_ALONE: Final = 200
_MOST_ASKING: Final = 120
"""The heights of lines in 1080ths of the table's height."""

Placed: TypeAlias = tuple[list[Item], int]
"""Items below the top of their space, and the height in pixels that they take."""


@dataclass(frozen=True, slots=True)
class Setter:
    """Sets the words of one language; `units` and `high` as in `display.layout.Layout`."""

    words: Words
    width_of: WidthOf
    units: Callable[[int], int]
    high: Callable[[int], int]

    def title(self, panel: PanelView, box: Box) -> Iterator[Item]:
        """The title in one line."""
        text = self.words.say(panel.title)
        most_px = min(box.height, self.high(_MOST_TITLE))
        height = largest(LEAST_LINE_PX, most_px, lambda px: self.width_of(text, px) <= box.width)
        yield self._line("title", text, IVORY, box.centred(box.width, height), height)

    def alone(self, panel: PanelView, box: Box) -> Iterator[Item]:
        """A title that is all there is but for the buttons, in letters to be read from afar."""
        text = self.words.say(panel.title)
        most = _MOST_ASKING if panel.buttons else _MOST_ALONE

        def fits(px: int) -> bool:
            lines = wrapped(text, px, box.width, self.width_of)
            return len(lines) * px <= box.height and widest(lines, px, self.width_of) <= box.width

        height = largest(LEAST_LINE_PX, self.high(most), fits)
        lines = wrapped(text, height, box.width, self.width_of)
        place = box.centred(box.width, height * len(lines))
        for number, line in enumerate(lines):
            row = Box(place.left, place.top + number * height, place.width, height)
            yield self._line(("title", number), line, IVORY, row, height)

    def body(self, panel: PanelView, box: Box) -> list[Item]:
        """Paragraphs and rows in the arrangement that allows the largest letters."""
        texts = [self.words.say(line) for line in panel.lines]
        height = largest(
            LEAST_LINE_PX, self.high(_MOST_LINE), lambda px: self._arranged(texts, panel.rows, box, px)[1]
        )
        return self._arranged(texts, panel.rows, box, height)[0]

    def _arranged(
        self, texts: Sequence[str], rows: Sequence[Row], box: Box, px: int
    ) -> tuple[list[Item], bool]:
        """The items at this height of a line, and whether they fit: the first arrangement that does."""
        items: list[Item] = []
        for columns in (1, 2) if len(rows) > 3 else (1,):
            for beside in (False, True) if texts and rows else (False,):
                items = self._set(texts, rows, box, px, columns, beside=beside)
                if all(box.contains(item.box) for item in items):
                    return items, True
        return items, False

    def _set(
        self, texts: Sequence[str], rows: Sequence[Row], box: Box, px: int, columns: int, *, beside: bool
    ) -> list[Item]:
        """The paragraphs above the table or `beside` it, the table in one or two columns."""
        if not beside:
            text, text_px = self._paragraphs(texts, box, px)
            table, table_px = self._table(rows, box, px, columns)
            gap_px = px // 2 if text and table else 0
            down_px = (box.height - text_px - gap_px - table_px) // 2
            return _moved(text, down_px) + _moved(table, down_px + text_px + gap_px)
        gap_px = px
        left = Box(box.left, box.top, (box.width - gap_px) * 45 // 100, box.height)
        right = Box(left.right + gap_px, box.top, box.width - left.width - gap_px, box.height)
        text, text_px = self._paragraphs(texts, left, px)
        table, table_px = self._table(rows, right, px, columns)
        return _moved(text, (box.height - text_px) // 2) + _moved(table, (box.height - table_px) // 2)

    def _paragraphs(self, texts: Sequence[str], box: Box, px: int) -> Placed:
        """The lines below one another, flush left in the middle of the box."""
        broken = [wrapped(text, px, box.width, self.width_of) for text in texts]
        width = max((widest(lines, px, self.width_of) for lines in broken), default=0)
        left = box.left + (box.width - width) // 2
        items, down = [], 0
        for number, lines in enumerate(broken):
            for place, line in enumerate(lines):
                size = self.width_of(line, px)
                key = ("line", number, place)
                items.append(Item(key, Box(left, box.top + down, size, px), Line(line, IVORY)))
                down += px
            if number + 1 < len(broken):
                down += px * 4 // 10
        return items, down

    def _table(self, rows: Sequence[Row], box: Box, px: int, columns: int) -> Placed:
        """The rows below one another; in two columns the second begins with the second half."""
        if not rows:
            return [], 0
        if columns == 2:
            rows = _headed_twice(rows)
        each = -(-len(rows) // columns)
        cells = [[self.words.say(text) for text in (row.name, *row.values)] for row in rows]
        breadth = max(len(row) for row in cells)
        widths = [
            max((self.width_of(row[place], px) for row in cells if place < len(row)), default=0)
            for place in range(breadth)
        ]
        marker_px = px if any(row.marked for row in rows) else 0
        width = marker_px + sum(widths) + px * (breadth - 1)
        gap_px = 2 * px
        left = box.left + (box.width - columns * width - (columns - 1) * gap_px) // 2
        step_px = px * 104 // 100
        items: list[Item] = []
        for number, row in enumerate(rows):
            start = left + number // each * (width + gap_px)
            place = Box(start, box.top + number % each * step_px, width, px)
            items += self._row((number, row), cells[number], place, widths, marker_px)
        return items, each * step_px

    def _row(
        self, numbered: tuple[int, Row], cells: Sequence[str], box: Box, widths: Sequence[int], marker_px: int
    ) -> Iterator[Item]:
        """The name flush left, the values flush right in their columns."""
        number, row = numbered
        colour = ATTENTION if row.marked else GREY if row.heading else IVORY
        if row.marked:
            size = box.height // 2
            pointer = Box(box.left, box.top + (box.height - size) // 2, size, size)
            yield Item(("pointer", number), pointer, Pointer())
        left = box.left + marker_px
        for place, text in enumerate(cells):
            size = self.width_of(text, box.height)
            shift = widths[place] - size if place else 0
            if text:
                cell = Box(left + shift, box.top, size, box.height)
                yield Item(("cell", number, place), cell, Line(text, colour))
            left += widths[place] + box.height

    def _line(self, key: object, text: str, colour: Colour, box: Box, height: int) -> Item:
        """A line in the middle of its box."""
        return Item((key,), box.centred(self.width_of(text, height), height), Line(text, colour))


def _headed_twice(rows: Sequence[Row]) -> Sequence[Row]:
    """The rows with their heading once more where the second of two columns begins, if they have one."""
    headings = [row for row in rows if row.heading]
    if not headings:
        return rows
    half = (len(rows) + 2) // 2
    return [*rows[:half], headings[0], *rows[half:]]


def _moved(items: Sequence[Item], down_px: int) -> list[Item]:
    return [Item(item.key, item.box.moved(0, down_px), item.thing) for item in items]
