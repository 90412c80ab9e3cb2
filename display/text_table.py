"""The table in 80 by 24 characters, both players' sides upright: for terminals, logs and tests.

Pure: the result is characters, each with the name of a style.
"""

from collections.abc import Mapping
from typing import Final

from display import strings
from display.animation import OneShots
from display.keys import KeyLabels
from display.prompts import (
    OVER,
    Prompt,
    Tone,
    bar_for,
    countdown_seconds,
    hand_is_free,
    is_locked,
    prompt_for,
)
from display.strings import SUIT_SIGNS, rank_text
from display.text_grid import COLUMNS, ROWS, Grid, Style, frame
from firmware.game.cards import Card, is_joker, rank_of, suit_of
from firmware.game.events import Beaten, Locked, Misplay, Moved, Player, Side
from firmware.game.view import Phase, TableView

LETTERS: Final[Mapping[str, str]] = {suit: suit for suit in SUIT_SIGNS}


_PLAYER_STYLES: Final[dict[Player, Style]] = {1: Style.PLAYER1, 2: Style.PLAYER2}
_SUIT_STYLES: Final = {
    "S": Style.CARD_S,
    "H": Style.CARD_H,
    "D": Style.CARD_D,
    "C": Style.CARD_C,
}
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
_STRIP_LONGEST: Final = 12


class _Rows:
    """The rows of one player's side, from the table's edge inwards."""

    def __init__(self, player: Player) -> None:
        def row(purple: int) -> int:
            return purple if player == 2 else ROWS - 2 - purple

        self.name, self.prompt, self.bar = row(0), row(1), row(2)
        self.hand = 3 if player == 2 else 17
        self.keys, self.signs = row(6), row(7)


def draw_text(
    view: TableView,
    shots: OneShots,
    now_ns: int,
    key_labels: KeyLabels | None = None,
    notice: str | None = None,
    suits: Mapping[str, str] = SUIT_SIGNS,
) -> Grid:
    """Draw the table; `suits` gives the sign for each suit letter.

    `key_labels` has the players who play on the terminal's keys; None if these aren't read at all.
    """
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
        if view.phase not in OVER:
            for slot in range(1, 6):
                _slot(grid, view, player, slot, shots, now_ns, suits)
        if key_labels and player in key_labels:
            _keys(grid, player, key_labels[player])
    if key_labels is not None:
        grid.centre(ROWS - 1, strings.TERMINAL_LEAVE, Style.GREY)
    if notice is not None:
        grid.centre(0, notice, Style.GREY, 24, 34)
    return grid


def _seat(grid: Grid, view: TableView, player: Player, shots: OneShots, now_ns: int) -> None:
    rows, seat = _Rows(player), view.seats[player]
    grid.put(rows.name, 1, strings.NAMES[player], _PLAYER_STYLES[player])
    score = strings.SCORE.format(score=seat.score, target=view.target)
    grid.put(rows.name, 9, score, Style.STRONG)
    pattern = strings.LEFT if seat.stock_counts is None else strings.SPIT_LEFT
    left = pattern.format(count=seat.draw_count)
    grid.put(rows.name, COLUMNS - 1 - len(left), left, Style.STRONG)
    strip = "▒" * min(seat.draw_count, _STRIP_LONGEST)
    grid.put(rows.name, COLUMNS - 3 - len(left) - len(strip), strip, Style.BACK)
    prompt: Prompt = prompt_for(view, player, shots, now_ns)
    words = prompt.text
    if prompt.call and hand_is_free(view, player):
        grid.centre(rows.hand + 1, " ".join(prompt.call.upper()), _TONE_STYLES[prompt.call_tone])
    elif prompt.call:
        words = f"{prompt.call}  {words}"
    grid.centre(rows.prompt, words, _TONE_STYLES[prompt.tone])
    bar = bar_for(view, player, now_ns)
    if bar is not None:
        full = max(1, _BAR_WIDTH * bar.left_ns // bar.whole_ns)
        grid.centre(rows.bar, "━" * full, _TONE_STYLES[bar.tone])


def _slot(
    grid: Grid,
    view: TableView,
    player: Player,
    slot: int,
    shots: OneShots,
    now_ns: int,
    suits: Mapping[str, str],
) -> None:
    rows, seat, column = _Rows(player), view.seats[player], _CARD_COLUMNS[slot - 1]
    card = seat.hand[slot - 1]
    stocks = seat.stock_counts
    if card is None:
        if not any(seat.hand) and (stocks is not None or not seat.draw_count):
            return
        grid.box(rows.hand, column, frame("╭╌╮╎╎╰╌╯", _CARD_WIDTH, 3), Style.GREY)
        if stocks is not None and slot in seat.playable:
            grid.centre(rows.signs, strings.MOVE, _PLAYER_STYLES[player], column - 1, _CARD_WIDTH + 2)
        return
    locked = is_locked(view, player, now_ns)
    outline = frame("┌┄┐┊┊└┄┘" if locked else "╭─╮││╰─╯", _CARD_WIDTH, 3)
    grid.box(rows.hand, column, outline, Style.LOCKED if locked else Style.CARD)
    style = Style.LOCKED if locked else _card_style(card)
    grid.centre(rows.hand + 1, _face(card, suits), style, column + 1, _CARD_WIDTH - 2)
    if stocks is not None and stocks[slot - 1] > 1:
        grid.centre(rows.hand + 2, f"×{stocks[slot - 1]}", Style.CARD, column, _CARD_WIDTH)
    match shots.sign(player, slot, now_ns):
        case Misplay():
            grid.centre(rows.signs, strings.MISPLAY, Style.ALARM, column, _CARD_WIDTH)
        case Beaten():
            grid.centre(rows.signs, strings.BEATEN, Style.ATTENTION, column, _CARD_WIDTH)
        case Locked():
            grid.centre(rows.signs, strings.LOCKED_SIGN, Style.GREY, column, _CARD_WIDTH)
        case Moved():
            grid.centre(rows.signs, strings.MOVED, Style.GREY, column, _CARD_WIDTH)
        case None:
            pass


def _pile(grid: Grid, view: TableView, side: Side, suits: Mapping[str, str]) -> None:
    pile, column, width = view.piles[side], _TOP_COLUMNS[side], _TOP_WIDTH
    if pile.top is not None:
        _top(grid, pile.top, pile.stands_for, column, suits)
    elif pile.starter:
        grid.box(_TOP_ROW, column, frame("╔═╗║║╚═╝", width, 5, "▒"), Style.BACK)
    else:
        grid.box(_TOP_ROW, column, frame("╭╌╮╎╎╰╌╯", width, 5), Style.GREY)
    if pile.top is not None and pile.played_by is not None and view.last_played == side:
        row = _TOP_ROW + 5 if pile.played_by == 1 else _TOP_ROW - 1
        mark = f" {strings.NAMES[pile.played_by]} ".center(width - 2, "━" if pile.played_by == 1 else "═")
        grid.put(row, column + 1, mark, _PLAYER_STYLES[pile.played_by])
    side_column = _SIDE_COLUMNS[side]
    if view.game == "speed":
        back = frame("╭─╮││╰─╯", 8, 3, "▒") if pile.side_count else frame("╭╌╮╎╎╰╌╯", 8, 3)
        grid.box(_TOP_ROW + 1, side_column, back, Style.BACK)
        grid.centre(_TOP_ROW + 2, f" {pile.side_count} ", Style.STRONG, side_column, 8)
    elif view.phase is Phase.SLAP:
        text = strings.PILE_COUNT.format(count=pile.count)
        grid.centre(_TOP_ROW + 2, text, Style.STRONG, side_column, 8)


def _top(grid: Grid, card: Card, stands_for: Card | None, column: int, suits: Mapping[str, str]) -> None:
    grid.box(_TOP_ROW, column, frame("╔═╗║║╚═╝", _TOP_WIDTH, 5), Style.CARD)
    inner = (column + 1, _TOP_WIDTH - 2)
    meant = card if stands_for is None else stands_for
    grid.centre(_TOP_ROW + 2, _face(meant, suits), _card_style(meant), *inner)
    if is_joker(card):
        words = strings.WILD if stands_for is None else strings.JOKER
        grid.centre(_TOP_ROW + 3, words.lower(), Style.CARD_X, *inner)


def _keys(grid: Grid, player: Player, labels: Mapping[str, str]) -> None:
    for slot, column in enumerate(_CARD_COLUMNS, start=1):
        label = f"[{labels.get(f'card{slot}', '')}]"
        grid.centre(_Rows(player).keys, label, Style.GREY, column, _CARD_WIDTH)
    if "action" in labels and "slap" in labels:
        text = strings.KEYS_OF.format(
            name=strings.NAMES[player], action=labels["action"], slap=labels["slap"]
        )
        grid.put(ROWS - 1, 1 if player == 1 else COLUMNS - 1 - len(text), text, Style.GREY)


def _card_style(card: Card) -> Style:
    return Style.CARD_X if is_joker(card) else _SUIT_STYLES[suit_of(card)]


def _face(card: Card, suits: Mapping[str, str]) -> str:
    if is_joker(card):
        return strings.JOKER
    rank = rank_text(rank_of(card))
    return rank + suits[suit_of(card)]
