"""The table in 80 by 24 characters, both players' sides upright: for terminals, logs and tests.

Pure, and without any terminal library: the result is characters, each with the name of a style.
"""

from collections.abc import Mapping, Sequence
from enum import Enum, auto
from typing import Final, TypeAlias

from display import strings
from display.animation import OneShots
from display.keys import KeyLabels
from display.prompts import Prompt, Tone, bar_for, countdown_seconds, is_locked, prompt_for
from firmware.game.cards import Card, rank_of, suit_of
from firmware.game.events import Beaten, Event, Locked, Misplay, Player, Side
from firmware.game.view import Phase, TableView

COLUMNS: Final = 80
ROWS: Final = 24

SYMBOLS: Final[Mapping[str, str]] = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
LETTERS: Final[Mapping[str, str]] = {suit: suit for suit in SYMBOLS}


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
    LOCKED = auto()


Cell: TypeAlias = tuple[str, Style]

_PLAYER_STYLES: Final[dict[Player, Style]] = {1: Style.PLAYER1, 2: Style.PLAYER2}
_SUIT_STYLES: Final = {"S": Style.CARD_S, "H": Style.CARD_H, "D": Style.CARD_D, "C": Style.CARD_C}
_TONE_STYLES: Final = {
    Tone.QUIET: Style.GREY,
    Tone.ASK: Style.STRONG,
    Tone.ALARM: Style.ALARM,
    Tone.CLAIM: Style.ATTENTION,
}

_CARD_WIDTH: Final = 8
_CARD_COLUMNS: Final = tuple(14 + 11 * slot for slot in range(5))
_TOP_ROW: Final = 9
_TOP_WIDTH: Final = 14
_TOP_COLUMNS: Final[dict[Side, int]] = {"left": 20, "right": 46}
_SIDE_COLUMNS: Final[dict[Side, int]] = {"left": 5, "right": 67}
_BAR_WIDTH: Final = 40
_STRIP_LONGEST: Final = 20


class _Rows:
    """The rows of one player's side, from the table's edge inwards."""

    def __init__(self, player: Player) -> None:
        def row(purple: int) -> int:
            return purple if player == 2 else ROWS - 2 - purple

        self.name, self.prompt, self.bar = row(0), row(1), row(2)
        self.hand = 3 if player == 2 else 17
        self.keys, self.signs = row(6), row(7)


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


def plain_text(view: TableView, events: Sequence[Event] = (), now_ns: int = 0) -> str:
    """The table as plain text of 24 lines of at most 80 characters.

    `events` and `now_ns` are those of `display.port.Display.show`; without a time, what is left of a
    countdown is counted from the match's begin.
    """
    return draw_text(view, OneShots().after(events, now_ns), now_ns).text()


def draw_text(
    view: TableView,
    shots: OneShots,
    now_ns: int,
    key_labels: KeyLabels | None = None,
    suits: Mapping[str, str] = SYMBOLS,
) -> Grid:
    """Draw the table; `suits` gives the sign for each suit letter."""
    grid = Grid()
    sides: tuple[Side, ...] = ("left", "right")
    for side in sides:
        _pile(grid, view, side, suits)
    if view.phase is Phase.COUNTDOWN:
        digit = str(countdown_seconds(view, now_ns))
        grid.centre(_TOP_ROW + 2, digit, Style.ATTENTION)
    players: tuple[Player, ...] = (1, 2)
    for player in players:
        _seat(grid, view, player, shots, now_ns)
        _hand(grid, view, player, shots, now_ns, suits)
        if key_labels and player in key_labels:
            _keys(grid, player, key_labels[player])
    return grid


def _seat(grid: Grid, view: TableView, player: Player, shots: OneShots, now_ns: int) -> None:
    rows, seat = _Rows(player), view.seats[player]
    grid.put(rows.name, 1, strings.NAMES[player], _PLAYER_STYLES[player])
    score = strings.SCORE.format(score=seat.score, target=view.target)
    grid.put(rows.name, 9, score, Style.STRONG)
    left = strings.LEFT.format(count=seat.draw_count)
    grid.put(rows.name, COLUMNS - 1 - len(left), left, Style.STRONG)
    strip = "▒" * min(seat.draw_count, _STRIP_LONGEST)
    grid.put(rows.name, COLUMNS - 3 - len(left) - len(strip), strip, Style.BACK)
    prompt: Prompt = prompt_for(view, player, shots, now_ns)
    words = f"{prompt.call}  {prompt.text}".strip()
    grid.centre(rows.prompt, words, _TONE_STYLES[prompt.tone])
    bar = bar_for(view, player, shots, now_ns)
    if bar is not None:
        full = max(1, _BAR_WIDTH * bar.left_ns // bar.whole_ns)
        grid.centre(rows.bar, "━" * full, _TONE_STYLES[bar.tone])


def _hand(
    grid: Grid, view: TableView, player: Player, shots: OneShots, now_ns: int, suits: Mapping[str, str]
) -> None:
    rows = _Rows(player)
    locked = is_locked(view, player, now_ns)
    for slot, (card, column) in enumerate(zip(view.seats[player].hand, _CARD_COLUMNS, strict=True), start=1):
        if card is None:
            grid.box(rows.hand, column, _frame("╭╌╮╎╎╰╌╯", _CARD_WIDTH, 3), Style.GREY)
            continue
        frame = _frame("┌┄┐┊┊└┄┘" if locked else "╭─╮││╰─╯", _CARD_WIDTH, 3)
        style = Style.LOCKED if locked else Style.CARD
        grid.box(rows.hand, column, frame, style)
        face_style = Style.LOCKED if locked else _SUIT_STYLES[suit_of(card)]
        grid.centre(rows.hand + 1, _face(card, suits), face_style, column + 1, _CARD_WIDTH - 2)
        match shots.sign(player, slot, now_ns):
            case Misplay():
                grid.centre(rows.signs, strings.MISPLAY, Style.ALARM, column, _CARD_WIDTH)
            case Beaten():
                grid.centre(rows.signs, strings.BEATEN, Style.ATTENTION, column, _CARD_WIDTH)
            case Locked():
                grid.centre(rows.signs, strings.LOCKED_SIGN, Style.GREY, column, _CARD_WIDTH)
            case None:
                pass


def _pile(grid: Grid, view: TableView, side: Side, suits: Mapping[str, str]) -> None:
    pile, column, width = view.piles[side], _TOP_COLUMNS[side], _TOP_WIDTH
    if pile.top is None:
        hidden = view.phase in (Phase.READY, Phase.COUNTDOWN)
        frame = _frame("╔═╗║║╚═╝" if hidden else "╭╌╮╎╎╰╌╯", width, 5, "▒" if hidden else " ")
        grid.box(_TOP_ROW, column, frame, Style.BACK if hidden else Style.GREY)
    else:
        grid.box(_TOP_ROW, column, _frame("╔═╗║║╚═╝", width, 5), Style.CARD)
        style = _SUIT_STYLES[suit_of(pile.top)]
        grid.centre(_TOP_ROW + 2, _face(pile.top, suits), style, column + 1, width - 2)
    if pile.top is not None and pile.played_by is not None:
        row = _TOP_ROW + 5 if pile.played_by == 1 else _TOP_ROW - 1
        mark = f" {strings.NAMES[pile.played_by]} ".center(width - 2, "━" if pile.played_by == 1 else "═")
        grid.put(row, column + 1, mark, _PLAYER_STYLES[pile.played_by])
    side_column = _SIDE_COLUMNS[side]
    back = _frame("╭─╮││╰─╯", 8, 3, "▒") if pile.side_count else _frame("╭╌╮╎╎╰╌╯", 8, 3)
    grid.box(_TOP_ROW + 1, side_column, back, Style.BACK)
    grid.centre(_TOP_ROW + 2, f" {pile.side_count} ", Style.STRONG, side_column, 8)


def _keys(grid: Grid, player: Player, labels: Mapping[str, str]) -> None:
    for slot, column in enumerate(_CARD_COLUMNS, start=1):
        label = f"[{labels.get(f'card{slot}', '')}]"
        grid.centre(_Rows(player).keys, label, Style.GREY, column, _CARD_WIDTH)
    if "action" in labels and "slap" in labels:
        text = strings.KEYS_OF.format(
            name=strings.NAMES[player], action=labels["action"], slap=labels["slap"]
        )
        grid.put(ROWS - 1, 1 if player == 1 else COLUMNS - 1 - len(text), text, Style.GREY)


def _face(card: Card, suits: Mapping[str, str]) -> str:
    rank = "10" if rank_of(card) == "T" else rank_of(card)
    return rank + suits[suit_of(card)]


def _frame(signs: str, width: int, height: int, fill: str = " ") -> list[str]:
    """A box of characters: `signs` are top left, top, top right, left, right and the same below."""
    top = signs[0] + signs[1] * (width - 2) + signs[2]
    middle = signs[3] + fill * (width - 2) + signs[4]
    bottom = signs[5] + signs[6] * (width - 2) + signs[7]
    return [top, *[middle] * (height - 2), bottom]
