"""Every situation at the table that looks different, written out by hand."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from display.animation import MS
from display.keys import KeyLabels
from firmware.game.cards import Card
from firmware.game.events import (
    Beaten,
    ClaimMissed,
    Event,
    FalseSlap,
    Locked,
    Misplay,
    Moved,
    Out,
    Played,
    Player,
    Reshuffled,
    RoundOver,
    Side,
)
from firmware.game.view import Ask, Phase, PileView, SeatView, TableView
from firmware.screen import Look, Screen
from firmware.text import Text, say
from hal.keyboard import KEY_LABELS

NOW_NS = 60_000 * MS


@dataclass(frozen=True, slots=True)
class Scenario:
    """A situation worth looking at."""

    name: str
    view: TableView
    events: tuple[Event, ...] = ()
    key_labels: KeyLabels | None = None
    notice: Text | None = None

    @property
    def screen(self) -> Screen:
        """The situation as a display is given it."""
        return Screen(Look(), 0, self.view)


def seat(hand: str, draw_count: int = 9, **changes: object) -> SeatView:
    """A seat with the cards written out, `--` for an empty slot."""
    cards = tuple(None if text == "--" else Card(text) for text in hand.split())
    base = SeatView(cards, draw_count, 1, False, False, None, None)
    # `replace` refuses a wrong name itself; only the types of the values go unchecked.
    return replace(base, **changes)  # type: ignore[arg-type]


def stocks(hand: str, counts: Sequence[int], spit_count: int = 11, **changes: object) -> SeatView:
    """A seat of Spit: the tops of the five stocks and how many cards each has."""
    return seat(hand, spit_count, stock_counts=tuple(counts), **changes)


def table(one: SeatView, two: SeatView, tops: str = "7H QS", **changes: object) -> TableView:
    """A table in phase play; `tops` are the middle cards, `--` for a starter and `..` for an empty place.

    Each player is asked for what goes without saying, if the seat itself tells nothing.
    """
    left, right = tops.split()
    piles: dict[Side, PileView] = {"left": _pile(left, 5), "right": _pile(right, 8)}
    base = TableView(
        phase=Phase.PLAY,
        phase_until_ns=None,
        piles=piles,
        seats={1: one, 2: two},
        target=3,
        winner=None,
        match_winner=None,
        game="speed",
        last_played=None,
        lockout_ns=500 * MS,
        claim_window_ns=3000 * MS,
    )
    # As in `seat`.
    view = replace(base, **changes)  # type: ignore[arg-type]
    seats = {player: replace(seat, asked=_asked(view, seat)) for player, seat in view.seats.items()}
    return replace(view, seats=seats)


def _pile(top: str, count: int) -> PileView:
    card = None if top in ("--", "..") else Card(top)
    return PileView(card, count if card else 0, 4, None, starter=top == "--")


def _asked(view: TableView, seat: SeatView) -> Ask | None:
    if seat.asked is not None or seat.ready or seat.locked_until_ns is not None:
        return seat.asked
    if seat.claim_until_ns is not None or view.phase is Phase.SLAP:
        return Ask.CLAIM
    if view.phase is Phase.STUCK:
        return Ask.TURN_UP if view.phase_until_ns is None else None
    if view.phase is Phase.PLAY:
        return Ask.PLAY if any(seat.hand) else None
    return None if view.phase is Phase.COUNTDOWN else Ask.READY


ONE = seat("TD 6C AH QS 8D", 9, score=2)
TWO = seat("9S JH 4C KD TH", 11, score=1)
OUT = seat("-- -- -- -- --", 0, score=2, claim_until_ns=NOW_NS + 1900 * MS)
NOT_UP = "-- --"
STOCKS_ONE = stocks("TD 6C AH QS 8D", (1, 2, 3, 4, 5), score=1)
STOCKS_TWO = stocks("9S -- 4C KD TH", (1, 0, 2, 3, 5), 8, playable=(2,))
CLEARED = stocks("-- -- -- -- --", (0, 0, 0, 0, 0), 6, score=1)

KEYS: Final[KeyLabels] = {
    1: {"card1": "A", "card2": "S", "card3": "D", "card4": "F", "card5": "G", "action": "C", "slap": "Space"},
    2: {
        "card1": "7",
        "card2": "8",
        "card3": "9",
        "card4": "0",
        "card5": "-",
        "action": "L",
        "slap": "Return",
    },
}
KEYBOARD: Final[KeyLabels] = {
    player: {str(control): label for control, label in own.items()} for player, own in KEY_LABELS.items()
}
"""The keys beside a window."""
DEMONSTRATION: Final = say("notice.demonstration")


def _marked(view: TableView, last: Side = "right") -> TableView:
    """The table after Orange has played to the left and Purple to the right."""
    piles: dict[Side, PileView] = {
        "left": replace(view.piles["left"], played_by=1),
        "right": replace(view.piles["right"], played_by=2),
    }
    return replace(view, piles=piles, last_played=last)


def _joker_on(view: TableView, side: Side, stands_for: Card | None, played_by: Player | None) -> TableView:
    pile = replace(view.piles[side], top=Card("X1"), stands_for=stands_for, played_by=played_by)
    last = view.last_played if played_by is None else side
    return replace(view, piles={**view.piles, side: pile}, last_played=last)


def scenarios() -> Sequence[Scenario]:
    """Every phase of each game, and every one-shot in the middle of its time."""
    return [*_speed(), *_speed_options(), *_spit(), *_around()]


def _speed() -> Sequence[Scenario]:
    at = NOW_NS
    play = _marked(table(ONE, TWO))
    locked = replace(ONE, locked_until_ns=at + 300 * MS)
    won = replace(OUT, claim_until_ns=None, score=3)
    return [
        Scenario("01-ready", table(ONE, TWO, NOT_UP, phase=Phase.READY)),
        Scenario("02-one-ready", table(replace(ONE, ready=True), TWO, NOT_UP, phase=Phase.READY)),
        Scenario(
            "03-countdown", table(ONE, TWO, NOT_UP, phase=Phase.COUNTDOWN, phase_until_ns=at + 2400 * MS)
        ),
        Scenario("04-play", table(ONE, TWO)),
        Scenario("05-play-marked", play),
        Scenario("06-flight", play, (Played(at - 40 * MS, 1, 2, Card("7H"), "left", None),)),
        Scenario("07-flight-purple", play, (Played(at - 10 * MS, 2, 5, Card("QS"), "right", None),)),
        Scenario(
            "08-misplay", table(locked, TWO), (Misplay(at - 150 * MS, 1, 3), Locked(at - 50 * MS, 1, 5))
        ),
        Scenario("09-beaten", play, (Beaten(at - 60 * MS, 1, 4), Beaten(at - 500 * MS, 2, 1))),
        Scenario("10-stuck", table(ONE, TWO, "2C 2D", phase=Phase.STUCK, phase_until_ns=at + 1240 * MS)),
        Scenario("11-stuck-together", table(replace(ONE, ready=True), TWO, "2C 2D", phase=Phase.STUCK)),
        Scenario("12-claim", table(OUT, TWO, "6S 9C"), (Out(at - 1100 * MS, 1),)),
        Scenario("13-claim-missed", table(ONE, TWO), (ClaimMissed(at - 100 * MS, 2, "left", 7),)),
        Scenario("14-false-slap", table(ONE, TWO, "6D 9H"), (FalseSlap(at - 100 * MS, 1),)),
        Scenario("15-reshuffled", table(ONE, TWO), (Reshuffled(at - 100 * MS),)),
        Scenario("16-won", table(won, TWO, phase=Phase.WON, winner=1)),
        Scenario("17-match-won", table(won, TWO, phase=Phase.MATCH_WON, winner=1, match_winner=1, target=3)),
        Scenario("18-last-cards", table(seat("-- 3S -- -- TC", 0), seat("KC KH -- -- --", 0), "TS KS")),
        Scenario("19-many", table(seat("8H 5C 3D JS TS", 46, score=125), TWO, "TH KD", target=500)),
        Scenario("20-action-held", table(replace(ONE, action_held=True), TWO, "9D 9C")),
    ]


def _speed_options() -> Sequence[Scenario]:
    with_joker = seat("TD X1 AH QS 8D", 9, score=2)
    wild = _joker_on(table(with_joker, TWO), "left", None, None)
    empty = seat("TD -- AH -- 8D", 9, score=2)
    return [
        Scenario("21-joker-in-hand", table(with_joker, seat("9S JH 4C X2 TH", 11))),
        Scenario("22-joker-played", _joker_on(table(ONE, TWO), "right", Card("KS"), 1)),
        Scenario("23-joker-wild", wild),
        Scenario("24-jokers", _joker_on(_joker_on(table(ONE, TWO), "left", Card("TD"), 2), "right", None, 1)),
        Scenario("25-race", table(OUT, replace(TWO, asked=Ask.CLAIM), "6S 9C")),
        Scenario("26-refill", table(replace(empty, asked=Ask.REFILL), TWO)),
        Scenario("27-refill-later", table(empty, TWO)),
    ]


def _spit() -> Sequence[Scenario]:
    at = NOW_NS

    def spit(one: SeatView, two: SeatView, tops: str = "7H QS", **changes: object) -> TableView:
        return table(one, two, tops, game="spit", **changes)

    loser = stocks("3D 5S 9H JC 2C", (1, 2, 3, 4, 5), 37)
    laid_out = replace(STOCKS_TWO, playable=())
    slap = spit(CLEARED, laid_out, phase=Phase.SLAP, phase_until_ns=at + 1800 * MS)
    over = RoundOver(at - 500 * MS, 1, 2)
    return [
        Scenario("31-spit-ready", spit(STOCKS_ONE, laid_out, ".. ..", phase=Phase.READY)),
        Scenario("32-spit-play", _marked(spit(STOCKS_ONE, STOCKS_TWO))),
        Scenario("33-spit-moved", spit(STOCKS_ONE, STOCKS_TWO), (Moved(at - 200 * MS, 1, 5, 2, Card("6C")),)),
        Scenario("34-spit-one-pile", spit(STOCKS_ONE, stocks("9S JH -- -- --", (1, 2, 0, 0, 0), 0), "7H ..")),
        Scenario("35-spit-slap", slap),
        Scenario("36-spit-round-over", spit(STOCKS_ONE, laid_out, ".. ..", phase=Phase.READY), (over,)),
        Scenario(
            "37-spit-won", spit(replace(CLEARED, draw_count=0), loser, ".. 8C", phase=Phase.WON, winner=1)
        ),
    ]


def _around() -> Sequence[Scenario]:
    """What is written around the table, for keyboards and demonstrations."""
    play = _marked(table(ONE, TWO))
    ready = table(ONE, TWO, NOT_UP, phase=Phase.READY)
    return [
        Scenario("41-keys", ready, key_labels=KEYS),
        Scenario("42-keys-of-one", play, key_labels={1: KEYS[1]}),
        Scenario("43-demonstration", play, key_labels={}, notice=DEMONSTRATION),
        Scenario("44-keys-and-notice", play, key_labels=KEYS, notice=say("notice.recording")),
    ]
