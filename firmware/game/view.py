"""What may be seen of a game: values for the display and for computer players."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

from firmware.game.cards import Card
from firmware.game.events import Player, Side

GameName = Literal["speed", "spit"]


class Phase(StrEnum):
    """What the game is waiting for.

    `READY`: both players to press action. `COUNTDOWN`: its end. `PLAY`: card buttons. `STUCK`: nobody can
    play; the time to turn up new cards, or both players to press action. `SLAP` (Spit): a slap for the
    smaller middle pile. `WON`, `MATCH_WON`: both players to press action for the next deal.
    """

    READY = "ready"
    COUNTDOWN = "countdown"
    PLAY = "play"
    STUCK = "stuck"
    SLAP = "slap"
    WON = "won"
    MATCH_WON = "match_won"


class Ask(StrEnum):
    """What a player can do now that would get the game on; the first that applies.

    `CLAIM`: slap, it wins (in Spit: it takes the smaller pile). `READY`: press action, for the first cards
    or the next deal. `TURN_UP`: press action for new cards. `PLAY`: a card button does something.
    `REFILL`: press action to fill the empty slots.
    """

    CLAIM = "claim"
    READY = "ready"
    TURN_UP = "turn_up"
    PLAY = "play"
    REFILL = "refill"


@dataclass(frozen=True, slots=True)
class PileView:
    """A middle pile and the side pile beside it.

    `top` is None if no face-up card lies there. `stands_for`: if the top is a played joker, the card that
    it stands for; a wild joker stands for None. `starter`: a face-down starter waits to be turned up.
    `played_by` is who played the top card, None if it was turned up.
    """

    top: Card | None
    count: int
    side_count: int
    played_by: Player | None
    stands_for: Card | None = None
    starter: bool = False


@dataclass(frozen=True, slots=True)
class SeatView:
    """One player's side of the table. `hand` holds slots 1 to 5, None where a slot is empty.

    In Spit the slots are the stocks, `hand` shows their tops and `stock_counts` how many cards each has;
    `draw_count` is the number of spit cards.

    `ready`: has pressed action for what the phase waits for. `locked_until_ns`: the end of a misplay
    lockout. `claim_until_ns`: the end of the window in which the player, being out, may slap to win.
    `playable`: the slots whose button does something now, lowest first. `asked`: see `Ask`.
    """

    hand: tuple[Card | None, ...]
    draw_count: int
    score: int
    ready: bool
    action_held: bool
    locked_until_ns: int | None
    claim_until_ns: int | None
    playable: tuple[int, ...] = ()
    stock_counts: tuple[int, ...] | None = None
    asked: Ask | None = None


@dataclass(frozen=True, slots=True)
class TableView:
    """The table as it lies on a shared screen: everything but the faces of face-down cards.

    `phase_until_ns` is the end of the countdown, when new cards are turned up, or the end of Spit's slap;
    None in other phases. `last_played`: the pile that took the last card that was played. `lockout_ns` and
    `claim_window_ns` are how long those last when they begin.
    """

    phase: Phase
    phase_until_ns: int | None
    piles: Mapping[Side, PileView]
    seats: Mapping[Player, SeatView]
    target: int
    winner: Player | None
    match_winner: Player | None
    game: GameName
    last_played: Side | None
    lockout_ns: int
    claim_window_ns: int


@dataclass(slots=True)
class PlayerView:
    """What a person at one panel sees when choosing a card, without the other's hand.

    It is not frozen because one is built for every card that a computer player plays.

    `hand`: slots 1 to 5. `playable`: slots whose card fits a pile or (Spit) whose empty place can take a
    card, those that fit first. `tops`: what the own left and the own right middle pile count as; None for
    none; a wild joker is itself. `fits`: for each top the cards that fit it, which the rules tell.
    """

    hand: tuple[Card | None, ...]
    playable: tuple[int, ...]
    tops: tuple[Card | None, Card | None]
    fits: Mapping[Card, frozenset[Card]]
    draw_count: int
    other_draw_count: int
    other_hand_count: int
