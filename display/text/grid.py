"""A page of styled characters, and boxes drawn with them. Pure, and without any terminal library."""

from collections.abc import Sequence
from enum import Enum, auto
from typing import Final, TypeAlias

COLUMNS: Final = 80
ROWS: Final = 24


class Style(Enum):
    """What a character is; a terminal gives it a colour."""

    PLAIN = auto()
    GREY = auto()
    STRONG = auto()
    ATTENTION = auto()
    ALARM = auto()
    BACK = auto()
    PLAYER1 = auto()
    PLAYER2 = auto()
    CARD = auto()
    CARD_S = auto()
    CARD_H = auto()
    CARD_D = auto()
    CARD_C = auto()
    CARD_X = auto()
    LOCKED = auto()


Cell: TypeAlias = tuple[str, Style]


class Grid:
    """A page of styled characters."""

    def __init__(self) -> None:
        self.cells: list[list[Cell]] = [[(" ", Style.PLAIN)] * COLUMNS for _ in range(ROWS)]

    def put(self, row: int, column: int, text: str, style: Style) -> None:
        """Write a line of text; what would pass the page's right edge is cut."""
        for place, sign in enumerate(text[: COLUMNS - column], start=column):
            self.cells[row][place] = (sign, style)

    def centre(self, row: int, text: str, style: Style, column: int = 0, width: int = COLUMNS) -> None:
        """Write a line of text in the middle of some columns."""
        text = text[:width]
        self.put(row, column + (width - len(text)) // 2, text, style)

    def box(self, row: int, column: int, lines: Sequence[str], style: Style) -> None:
        """Write lines below one another."""
        for offset, line in enumerate(lines):
            self.put(row + offset, column, line, style)

    def text(self) -> str:
        """The page without styles, one line for each row, without blanks at their ends."""
        return "\n".join("".join(sign for sign, _ in row).rstrip() for row in self.cells)


def frame(signs: str, width: int, height: int, fill: str = " ") -> list[str]:
    """A box of characters: `signs` are top left, top, top right, left, right and the same below."""
    top = signs[0] + signs[1] * (width - 2) + signs[2]
    middle = signs[3] + fill * (width - 2) + signs[4]
    bottom = signs[5] + signs[6] * (width - 2) + signs[7]
    return [top, *[middle] * (height - 2), bottom]
