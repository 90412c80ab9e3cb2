"""The table in 80 by 24 characters, both players' sides upright: for terminals, logs and tests.

Pure: the result is characters, each with the name of a style.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from textwrap import wrap
from typing import Final

from display.animation import OneShots
from display.keys import KeyLabels
from display.prompts import (
    OVER,
    Tone,
    bar_for,
    countdown_seconds,
    hand_is_free,
    is_locked,
    prompt_for,
)
from display.signs import SUIT_SIGNS, rank_text
from display.text.grid import COLUMNS, ROWS, Grid, Style, frame
from display.words import Words, name_of, words_in
from firmware.game.cards import Card, is_joker, rank_of, suit_of
from firmware.game.events import Beaten, Locked, Misplay, Moved, Player, Side
from firmware.game.view import Phase, SeatView, TableView
from firmware.screen import Screen
from firmware.text import Text, Value, say

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
_NOTE_LINES: Final = 2


class _Rows:
    """The rows of one player's side, from the table's edge inwards."""

    def __init__(self, player: Player) -> None:
        def row(purple: int) -> int:
            return purple if player == 2 else ROWS - 2 - purple

        self.name, self.prompt, self.bar = row(0), row(1), row(2)
        self.hand = 3 if player == 2 else 17
        self.keys, self.signs = row(6), row(7)


@dataclass(frozen=True, slots=True)
class _Page:
    """What is drawn, and on what."""

    grid: Grid
    view: TableView
    shots: OneShots
    now_ns: int
    words: Words
    notes: Mapping[Player, tuple[Text, ...]]
    suits: Mapping[str, str]

    def say(self, key: str, **values: Value) -> str:
        return self.words.say(say(key, **values))

    def name(self, player: Player) -> str:
        return self.words.say(name_of(player))


def draw_text(
    screen: Screen,
    shots: OneShots,
    now_ns: int,
    key_labels: KeyLabels | None = None,
    notice: Text | None = None,
    suits: Mapping[str, str] = SUIT_SIGNS,
) -> Grid:
    """Draw the table of a screen that has one; `suits` gives the sign for each suit letter.

    `key_labels` has the players who play on the terminal's keys; None if these aren't read at all.
    """
    assert screen.table is not None, "a screen of words has no table"
    page = _Page(Grid(), screen.table, shots, now_ns, words_in(screen.look.language), screen.notes, suits)
    grid = page.grid
    sides: tuple[Side, ...] = ("left", "right")
    for side in sides:
        _pile(page, side)
    if page.view.phase is Phase.COUNTDOWN:
        digit = str(countdown_seconds(page.view, now_ns))
        grid.centre(_TOP_ROW + 2, digit, Style.ATTENTION)
    players: tuple[Player, ...] = (1, 2)
    for player in players:
        _seat(page, player)
        if page.view.phase not in OVER:
            for slot in range(1, 6):
                _slot(page, player, slot)
        if key_labels and player in key_labels:
            _keys(page, player, key_labels[player])
    if key_labels is not None:
        grid.centre(ROWS - 1, page.say("key.terminal_leave"), Style.GREY)
    if notice is not None:
        grid.centre(0, page.words.say(notice), Style.GREY, 24, 34)
    return grid


def _seat(page: _Page, player: Player) -> None:
    grid, view = page.grid, page.view
    rows, seat = _Rows(player), view.seats[player]
    grid.put(rows.name, 1, page.name(player), _PLAYER_STYLES[player])
    score = page.say("table.score", score=seat.score, target=view.target)
    grid.put(rows.name, 9, score, Style.STRONG)
    left = page.say("table.left" if seat.stock_counts is None else "table.spit_left", count=seat.draw_count)
    grid.put(rows.name, COLUMNS - 1 - len(left), left, Style.STRONG)
    strip = "▒" * min(seat.draw_count, _STRIP_LONGEST)
    grid.put(rows.name, COLUMNS - 3 - len(left) - len(strip), strip, Style.BACK)
    _prompt(page, player)
    bar = bar_for(view, player, page.now_ns)
    if bar is not None:
        full = max(1, _BAR_WIDTH * bar.left_ns // bar.whole_ns)
        grid.centre(rows.bar, "━" * full, _TONE_STYLES[bar.tone])


def _prompt(page: _Page, player: Player) -> None:
    rows, prompt = _Rows(player), prompt_for(page.view, player, page.shots, page.now_ns)
    notes = [page.words.say(note) for note in page.notes.get(player, ())]
    over = page.view.phase in OVER
    words = "" if prompt.text is None else page.words.say(prompt.text)
    if prompt.call is not None:
        call = page.words.say(prompt.call)
        if hand_is_free(page.view, player):
            style = _TONE_STYLES[prompt.call_tone]
            page.grid.centre(rows.hand if over and notes else rows.hand + 1, " ".join(call.upper()), style)
        else:
            words = f"{call}  {words}"
    if over:
        lines = wrap("  ·  ".join(notes), COLUMNS - 2)
        for number, line in enumerate(lines[:_NOTE_LINES], start=1):
            page.grid.centre(rows.hand + number, line, Style.PLAIN)
    if not words and notes:
        page.grid.centre(rows.prompt, notes[0], Style.GREY)
    page.grid.centre(rows.prompt, words, _TONE_STYLES[prompt.tone])


def _slot(page: _Page, player: Player, slot: int) -> None:
    grid, seat = page.grid, page.view.seats[player]
    rows, column = _Rows(player), _CARD_COLUMNS[slot - 1]
    card = seat.hand[slot - 1]
    if card is None:
        _empty_slot(page, player, slot, seat)
        return
    locked = is_locked(page.view, player, page.now_ns)
    outline = frame("┌┄┐┊┊└┄┘" if locked else "╭─╮││╰─╯", _CARD_WIDTH, 3)
    grid.box(rows.hand, column, outline, Style.LOCKED if locked else Style.CARD)
    style = Style.LOCKED if locked else _card_style(card)
    grid.centre(rows.hand + 1, _face(page, card), style, column + 1, _CARD_WIDTH - 2)
    if seat.stock_counts is not None and seat.stock_counts[slot - 1] > 1:
        grid.centre(rows.hand + 2, f"×{seat.stock_counts[slot - 1]}", Style.CARD, column, _CARD_WIDTH)
    match page.shots.sign(player, slot, page.now_ns):
        case Misplay():
            _sign(page, rows, column, "sign.misplay", Style.ALARM)
        case Beaten():
            _sign(page, rows, column, "sign.beaten", Style.ATTENTION)
        case Locked():
            _sign(page, rows, column, "sign.locked", Style.GREY)
        case Moved():
            _sign(page, rows, column, "sign.moved", Style.GREY)
        case None:
            pass


def _empty_slot(page: _Page, player: Player, slot: int, seat: SeatView) -> None:
    rows, column, stocks = _Rows(player), _CARD_COLUMNS[slot - 1], seat.stock_counts
    if not any(seat.hand) and (stocks is not None or not seat.draw_count):
        return
    page.grid.box(rows.hand, column, frame("╭╌╮╎╎╰╌╯", _CARD_WIDTH, 3), Style.GREY)
    if stocks is not None and slot in seat.playable:
        _sign(page, rows, column, "sign.move", _PLAYER_STYLES[player])


def _sign(page: _Page, rows: _Rows, column: int, key: str, style: Style) -> None:
    page.grid.centre(rows.signs, page.say(key), style, column - 1, _CARD_WIDTH + 2)


def _pile(page: _Page, side: Side) -> None:
    grid, view = page.grid, page.view
    pile, column, width = view.piles[side], _TOP_COLUMNS[side], _TOP_WIDTH
    if pile.top is not None:
        _top(page, pile.top, pile.stands_for, column)
    elif pile.starter:
        grid.box(_TOP_ROW, column, frame("╔═╗║║╚═╝", width, 5, "▒"), Style.BACK)
    else:
        grid.box(_TOP_ROW, column, frame("╭╌╮╎╎╰╌╯", width, 5), Style.GREY)
    if pile.top is not None and pile.played_by is not None and view.last_played == side:
        row = _TOP_ROW + 5 if pile.played_by == 1 else _TOP_ROW - 1
        mark = f" {page.name(pile.played_by)} ".center(width - 2, "━" if pile.played_by == 1 else "═")
        grid.put(row, column + 1, mark, _PLAYER_STYLES[pile.played_by])
    side_column = _SIDE_COLUMNS[side]
    if view.game == "speed":
        back = frame("╭─╮││╰─╯", 8, 3, "▒") if pile.side_count else frame("╭╌╮╎╎╰╌╯", 8, 3)
        grid.box(_TOP_ROW + 1, side_column, back, Style.BACK)
        grid.centre(_TOP_ROW + 2, f" {pile.side_count} ", Style.STRONG, side_column, 8)
    elif view.phase is Phase.SLAP:
        text = page.say("table.pile_count", count=pile.count)
        grid.centre(_TOP_ROW + 2, text, Style.STRONG, side_column, 8)


def _top(page: _Page, card: Card, stands_for: Card | None, column: int) -> None:
    page.grid.box(_TOP_ROW, column, frame("╔═╗║║╚═╝", _TOP_WIDTH, 5), Style.CARD)
    inner = (column + 1, _TOP_WIDTH - 2)
    meant = card if stands_for is None else stands_for
    page.grid.centre(_TOP_ROW + 2, _face(page, meant), _card_style(meant), *inner)
    if is_joker(card):
        words = page.say("card.wild" if stands_for is None else "card.joker")
        page.grid.centre(_TOP_ROW + 3, words.lower(), Style.CARD_X, *inner)


def _keys(page: _Page, player: Player, labels: Mapping[str, str]) -> None:
    for slot, column in enumerate(_CARD_COLUMNS, start=1):
        label = f"[{labels.get(f'card{slot}', '')}]"
        page.grid.centre(_Rows(player).keys, label, Style.GREY, column, _CARD_WIDTH)
    if "action" in labels and "slap" in labels:
        text = page.say("key.of", name=name_of(player), action=labels["action"], slap=labels["slap"])
        page.grid.put(ROWS - 1, 1 if player == 1 else COLUMNS - 1 - len(text), text, Style.GREY)


def _card_style(card: Card) -> Style:
    return Style.CARD_X if is_joker(card) else _SUIT_STYLES[suit_of(card)]


def _face(page: _Page, card: Card) -> str:
    if is_joker(card):
        return page.say("card.joker")
    return rank_text(rank_of(card)) + page.suits[suit_of(card)]
