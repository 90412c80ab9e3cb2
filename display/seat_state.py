"""All that a player's side of the table depends on, as one value: while it is the same, so is the picture."""

from dataclasses import dataclass
from typing import Final

from display.animation import BOUNCE_NS, MS, SHAKE_NS, OneShots, SlotSign
from display.prompts import (
    Bar,
    Prompt,
    bar_for,
    countdown_seconds,
    hand_is_free,
    is_locked,
    other_player,
    prompt_for,
)
from firmware.game.events import Beaten, Misplay, Player
from firmware.game.view import GameName, Phase, SeatView
from firmware.screen import Look, Screen
from firmware.text import Text

SHORTEST_VEIL_NS: Final = 340 * MS
"""A hand that is locked for a shorter time is not darkened: it could flash more than three times a second."""


@dataclass(frozen=True, slots=True)
class SlotState:
    """What is said of a card, and how much of its shake or bounce is still to come: from 1 down to 0."""

    sign: SlotSign | None
    rest: float


@dataclass(frozen=True, slots=True)
class SeatState:
    """One player's side at one moment.

    `digit`: the seconds of a countdown. `free`: the hand's place can be used for words. `veiled`: the hand is
    darkened, as it is locked. `hidden`: it is not for the eyes of whoever looks at this screen. `flash`: who
    has just slapped.
    """

    player: Player
    seat: SeatView
    other_score: int
    target: int
    game: GameName
    phase: Phase
    prompt: Prompt
    bar: Bar | None
    digit: int | None
    free: bool
    locked: bool
    veiled: bool
    hidden: bool
    slots: tuple[SlotState, ...]
    flash: Player | None
    notes: tuple[Text, ...]
    look: Look


def seat_state(
    screen: Screen, player: Player, shots: OneShots, now_ns: int, viewer: Player | None
) -> SeatState:
    """The state of the player's side; `viewer` as in `display.painter.Painter`."""
    view, look = screen.table, screen.look
    assert view is not None, "a screen of words has no seats"
    still = look.reduced_motion
    locked = is_locked(view, player, now_ns)
    return SeatState(
        player=player,
        seat=view.seats[player],
        other_score=view.seats[other_player(player)].score,
        target=view.target,
        game=view.game,
        phase=view.phase,
        prompt=prompt_for(view, player, shots, now_ns),
        bar=bar_for(view, player, now_ns),
        digit=countdown_seconds(view, now_ns) if view.phase is Phase.COUNTDOWN else None,
        free=hand_is_free(view, player),
        locked=locked,
        veiled=locked and view.lockout_ns >= SHORTEST_VEIL_NS,
        hidden=viewer not in (None, player),
        slots=tuple(_slot_state(shots.sign(player, slot, now_ns), now_ns, still) for slot in range(1, 6)),
        flash=None if still else shots.flashing(now_ns),
        notes=screen.notes.get(player, ()),
        look=look,
    )


def _slot_state(sign: SlotSign | None, now_ns: int, still: bool) -> SlotState:
    lasts_ns = 0
    if isinstance(sign, Misplay):
        lasts_ns = SHAKE_NS
    elif isinstance(sign, Beaten):
        lasts_ns = BOUNCE_NS
    if sign is None or still or now_ns - sign.t >= lasts_ns:
        return SlotState(sign, 0)
    return SlotState(sign, 1 - (now_ns - sign.t) / lasts_ns)
