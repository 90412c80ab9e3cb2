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
    `playable`: the slots whose card fits a middle pile now, lowest first.
    """

    hand: tuple[Card | None, ...]
    draw_count: int
    score: int
    ready: bool
    action_held: bool
    locked_until_ns: int | None
    claim_until_ns: int | None
    playable: tuple[int, ...] = ()


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


@dataclass(frozen=True, slots=True)
class PlayerView:
    """What a person at one panel sees, without the other's hand. Slots are numbered from 1."""

    phase: Phase
    hand: tuple[Card | None, ...]
    playable: tuple[int, ...]
    piles: Mapping[Side, PileView]
    draw_count: int
    other_draw_count: int
    other_hand_count: int
    ready: bool
    other_ready: bool
    locked: bool
    claim_open: bool


def seen_by(view: TableView, player: Player) -> PlayerView:
    """The table as one player is allowed to see it."""
    own, other = view.seats[player], view.seats[2 if player == 1 else 1]
    return PlayerView(
        phase=view.phase,
        hand=own.hand,
        playable=own.playable,
        piles=view.piles,
        draw_count=own.draw_count,
        other_draw_count=other.draw_count,
        other_hand_count=sum(card is not None for card in other.hand),
        ready=own.ready,
        other_ready=other.ready,
        locked=own.locked_until_ns is not None,
        claim_open=own.claim_until_ns is not None,
    )
