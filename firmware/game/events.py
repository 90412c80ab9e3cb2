"""What happened in the game: the events that it returns, one class for each.

`t` is the time at which it happened, in nanoseconds since the match began. The field names are those of
the recording format. The classes are not frozen because that makes them 4.6 times as expensive to build,
and two are built for every card played; nobody changes one all the same.
"""

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from firmware.game.cards import Card

Player = Literal[1, 2]
PLAYERS: Final[tuple[Player, Player]] = (1, 2)

Side = Literal["left", "right"]
"""Left and right as player 1 sees them."""


def other_player(player: Player) -> Player:
    """Who sits opposite."""
    return 2 if player == 1 else 1


@dataclass(slots=True)
class Dealt:
    """A new deal lies on the table."""

    t: int


@dataclass(slots=True)
class Ready:
    """The player pressed action, for the first cards or for the next deal."""

    t: int
    player: Player


@dataclass(slots=True)
class TurnedUp:
    """Cards were turned face up onto the middle piles, both at the same moment; None where there was none."""

    t: int
    left: Card | None
    right: Card | None
    source: Literal["starters", "side", "draw", "spit"]


@dataclass(slots=True)
class Played:
    """The player put a card from the hand or stock onto a middle pile.

    `stands_for`: for a joker, the card that it stands for; None for a wild one and for every other card.
    """

    t: int
    player: Player
    slot: int
    card: Card
    pile: Side
    stands_for: Card | None


@dataclass(slots=True)
class Drew:
    """The next card of the draw pile took the empty slot."""

    t: int
    player: Player
    slot: int
    card: Card


@dataclass(slots=True)
class Misplay:
    """The card fits neither pile: it stays, and the player is locked out for a while."""

    t: int
    player: Player
    slot: int


@dataclass(slots=True)
class Beaten:
    """The card fitted a top that was covered a moment before: nothing happens, nothing is lost."""

    t: int
    player: Player
    slot: int


@dataclass(slots=True)
class Locked:
    """The player pressed a card button while locked out."""

    t: int
    player: Player
    slot: int


@dataclass(slots=True)
class Stuck:
    """No card of either hand fits."""

    t: int


@dataclass(slots=True)
class Reshuffled:
    """New side piles were made from the middle piles."""

    t: int


@dataclass(slots=True)
class Out:
    """The player has no card left."""

    t: int
    player: Player


@dataclass(slots=True)
class ClaimMissed:
    """The claim window passed without a slap: the player takes `count` cards from under the top of `pile`."""

    t: int
    player: Player
    pile: Side
    count: int


@dataclass(slots=True)
class FalseSlap:
    """The player hit the slap pad when it meant nothing."""

    t: int
    player: Player


@dataclass(slots=True)
class Moved:
    """The top card of the player's tallest stock was moved into an empty one (Spit)."""

    t: int
    player: Player
    from_slot: int
    to_slot: int
    card: Card


@dataclass(slots=True)
class RoundOver:
    """The middle piles were taken (Spit). `cleared`: who cleared the stocks, or counts as having done so.

    `slapped`: who slapped for the smaller pile; None if nobody did.
    """

    t: int
    cleared: Player
    slapped: Player | None


@dataclass(slots=True)
class Won:
    """The player won the deal; `score` is what it adds."""

    t: int
    player: Player
    score: int


@dataclass(slots=True)
class MatchWon:
    """The player's score has reached the target."""

    t: int
    player: Player


Event: TypeAlias = (
    Dealt
    | Ready
    | TurnedUp
    | Played
    | Drew
    | Misplay
    | Beaten
    | Locked
    | Stuck
    | Reshuffled
    | Out
    | ClaimMissed
    | FalseSlap
    | Moved
    | RoundOver
    | Won
    | MatchWon
)
