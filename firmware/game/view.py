"""What may be seen of a game: values for the display and for computer players."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from firmware.game.cards import Card
from firmware.game.events import Player, Side


class Phase(StrEnum):
    """What the game is waiting for.

    `READY`: both players to press action. `COUNTDOWN`: its end. `PLAY`: card buttons. `STUCK`: nobody can
    play; the time to turn up new cards. `WON`, `MATCH_WON`: both players to press action for the next deal.
    """

    READY = "ready"
    COUNTDOWN = "countdown"
    PLAY = "play"
    STUCK = "stuck"
    WON = "won"
    MATCH_WON = "match_won"


@dataclass(frozen=True, slots=True)
class PileView:
    """A middle pile and the side pile beside it.

    `top` is None until the starters are turned up. `played_by` is who played the top card, None if it was
    turned up.
    """

    top: Card | None
    count: int
    side_count: int
    played_by: Player | None


@dataclass(frozen=True, slots=True)
class SeatView:
    """One player's side of the table. `hand` holds slots 1 to 5, None where a slot is empty.

    `ready`: has pressed action for what the phase waits for. `locked_until_ns`: the end of a misplay
    lockout. `claim_until_ns`: the end of the window in which the player, being out, may slap to win.
    """

    hand: tuple[Card | None, ...]
    draw_count: int
    score: int
    ready: bool
    action_held: bool
    locked_until_ns: int | None
    claim_until_ns: int | None


@dataclass(frozen=True, slots=True)
class TableView:
    """The table as it lies on a shared screen: everything but the faces of face-down cards.

    `phase_until_ns` is the end of the countdown, or when new cards are turned up; None in other phases.
    """

    phase: Phase
    phase_until_ns: int | None
    piles: Mapping[Side, PileView]
    seats: Mapping[Player, SeatView]
    target: int
    winner: Player | None
    match_winner: Player | None
