"""The one-shots: what happened so lately that it is still to be seen. Pure; time comes from the caller."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from firmware.game.events import (
    Beaten,
    ClaimMissed,
    Dealt,
    Event,
    FalseSlap,
    Locked,
    Misplay,
    Out,
    Played,
    Player,
    Reshuffled,
)

MS: Final = 1_000_000
FRAME_NS: Final = 1_000_000_000 // 60

FLIGHT_NS: Final = 120 * MS
SHAKE_NS: Final = 300 * MS
BOUNCE_NS: Final = 240 * MS
MISPLAY_SIGN_NS: Final = 700 * MS
BEATEN_SIGN_NS: Final = 900 * MS
LOCKED_SIGN_NS: Final = 300 * MS
FALSE_SLAP_NS: Final = 1200 * MS
CLAIM_MISSED_NS: Final = 3000 * MS
RESHUFFLED_NS: Final = 1500 * MS

_KEPT_NS: Final[dict[type[Event], int]] = {
    Played: FLIGHT_NS,
    # These two also tell how long a bar was when it was full; rules allow no longer ones.
    Misplay: 3000 * MS,
    Out: 10_000 * MS,
    Beaten: BEATEN_SIGN_NS,
    Locked: LOCKED_SIGN_NS,
    FalseSlap: FALSE_SLAP_NS,
    ClaimMissed: CLAIM_MISSED_NS,
    Reshuffled: RESHUFFLED_NS,
}


@dataclass(frozen=True, slots=True)
class OneShots:
    """The events that still matter to the picture, oldest first."""

    events: tuple[Event, ...] = ()

    def after(self, new: Sequence[Event], now_ns: int) -> "OneShots":
        """These and the new ones, without what is over at `now_ns`."""
        kept: list[Event] = list(self.events)
        for event in new:
            if isinstance(event, Dealt):
                kept.clear()
            elif isinstance(event, Played):
                # What was said of a card goes with it.
                kept = [old for old in kept if not _about_slot(old, event.player, event.slot)]
            if type(event) in _KEPT_NS:
                kept.append(event)
        return OneShots(tuple(event for event in kept if 0 <= now_ns - event.t <= _KEPT_NS[type(event)]))

    def flights(self, now_ns: int) -> Iterator[Played]:
        """The cards whose trail is to be seen."""
        for event in self.events:
            if isinstance(event, Played) and now_ns - event.t < FLIGHT_NS:
                yield event

    def sign(self, player: Player, slot: int, now_ns: int) -> Misplay | Beaten | Locked | None:
        """The last thing that is to be said of the card in a slot."""
        for event in reversed(self.events):
            if _about_slot(event, player, slot) and now_ns < _sign_end_ns(event):
                assert isinstance(event, Misplay | Beaten | Locked)
                return event
        return None

    def misplay_start_ns(self, player: Player) -> int | None:
        """When the player's last misplay was, if it is remembered."""
        return next(
            (e.t for e in reversed(self.events) if isinstance(e, Misplay) and e.player == player), None
        )

    def out_start_ns(self, player: Player) -> int | None:
        """When the player went out, if it is remembered."""
        return next((e.t for e in reversed(self.events) if isinstance(e, Out) and e.player == player), None)

    def notice(self, player: Player, now_ns: int) -> FalseSlap | ClaimMissed | Reshuffled | None:
        """The last thing that is to be said to the player in words."""
        for event in reversed(self.events):
            match event:
                case FalseSlap(player=who) if who != player:
                    continue
                case FalseSlap() | ClaimMissed() | Reshuffled() if now_ns < event.t + _KEPT_NS[type(event)]:
                    return event
                case _:
                    continue
        return None

    def next_change_ns(self, now_ns: int) -> int | None:
        """When the picture of the one-shots changes next; None if nothing is left to change."""
        times = []
        for event in self.events:
            if now_ns < event.t + _moving_ns(event):
                times.append(now_ns + FRAME_NS)
            elif now_ns < _sign_end_ns(event):
                times.append(_sign_end_ns(event))
        return min(times, default=None)


def _about_slot(event: Event, player: Player, slot: int) -> bool:
    return isinstance(event, Misplay | Beaten | Locked) and event.player == player and event.slot == slot


def _moving_ns(event: Event) -> int:
    match event:
        case Played():
            return FLIGHT_NS
        case Misplay():
            return SHAKE_NS
        case Beaten():
            return BOUNCE_NS
        case _:
            return 0


def _sign_end_ns(event: Event) -> int:
    """When the still part of a one-shot is over."""
    match event:
        case Misplay():
            return event.t + MISPLAY_SIGN_NS
        case Out():
            return event.t
        case _:
            return event.t + _KEPT_NS[type(event)]
