"""The one-shots: what happened so lately that it is still to be seen. Pure; time comes from the caller."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Final, TypeAlias

from firmware.game.cards import Card
from firmware.game.events import (
    Beaten,
    ClaimMissed,
    Dealt,
    Event,
    FalseSlap,
    Locked,
    Misplay,
    Moved,
    Played,
    Player,
    Reshuffled,
    RoundOver,
    Won,
)
from firmware.game.view import Ask, TableView

MS: Final = 1_000_000
FRAME_NS: Final = 1_000_000_000 // 60

FLIGHT_NS: Final = 120 * MS
SHAKE_NS: Final = 300 * MS
BOUNCE_NS: Final = 240 * MS
MISPLAY_SIGN_NS: Final = 700 * MS
BEATEN_SIGN_NS: Final = 900 * MS
LOCKED_SIGN_NS: Final = 300 * MS
MOVED_SIGN_NS: Final = 700 * MS
FALSE_SLAP_NS: Final = 1200 * MS
CLAIM_MISSED_NS: Final = 3000 * MS
RESHUFFLED_NS: Final = 1500 * MS
ROUND_OVER_NS: Final = 5000 * MS

FLASH_NS: Final = 150 * MS
FLASH_EVERY_NS: Final = 400 * MS
"""From one flash to the next, however often somebody slaps: no more than three in a second may ever be."""

NUDGE_AFTER_NS: Final = 10_000 * MS
"""How long a player may sit before a card that fits until told so."""

_KEPT_NS: Final[dict[type[Event], int]] = {
    Played: FLIGHT_NS,
    Misplay: MISPLAY_SIGN_NS,
    Beaten: BEATEN_SIGN_NS,
    Locked: LOCKED_SIGN_NS,
    Moved: MOVED_SIGN_NS,
    FalseSlap: FALSE_SLAP_NS,
    ClaimMissed: CLAIM_MISSED_NS,
    Reshuffled: RESHUFFLED_NS,
    RoundOver: ROUND_OVER_NS,
}

SlotSign: TypeAlias = Misplay | Beaten | Locked | Moved
"""What is said at the place of one card."""
Notice: TypeAlias = FalseSlap | ClaimMissed | Reshuffled | RoundOver
"""What is said to a player in words for a while."""


@dataclass(frozen=True, slots=True)
class Flash:
    """A player has slapped at `t`; it is shown for `FLASH_NS`."""

    t: int
    player: Player


@dataclass(frozen=True, slots=True)
class OneShots:
    """What is over but still matters to the picture.

    `events`, oldest first; `could_play_since_ns`: since when a player could have played and has not;
    `flash`: the last slap that is shown.
    """

    events: tuple[Event, ...] = ()
    could_play_since_ns: Mapping[Player, int] = field(default_factory=lambda: MappingProxyType({}))
    flash: Flash | None = None
    _hands: Mapping[Player, tuple[Card | None, ...]] = field(default_factory=lambda: MappingProxyType({}))
    _claiming: frozenset[Player] = frozenset()

    def after(self, new: Sequence[Event], now_ns: int) -> "OneShots":
        """These and the new ones, without what is over at `now_ns`."""
        kept: list[Event] = list(self.events)
        flash = self.flash if self.flash is not None and self.flash.t <= now_ns else None
        for event in new:
            if isinstance(event, Dealt):
                # The next round of Spit is dealt at once; how the last one ended is still news.
                kept = [old for old in kept if isinstance(old, RoundOver)]
            elif isinstance(event, Played):
                # What was said of a card goes with it.
                kept = [old for old in kept if not _about_slot(old, event.player, event.slot)]
            if type(event) in _KEPT_NS:
                kept.append(event)
            slapped = self._slapped(event)
            if slapped is not None and (flash is None or event.t >= flash.t + FLASH_EVERY_NS):
                flash = Flash(event.t, slapped)
        lasting = tuple(event for event in kept if 0 <= now_ns - event.t <= _KEPT_NS[type(event)])
        return replace(self, events=lasting, flash=flash)

    def _slapped(self, event: Event) -> Player | None:
        """Who slapped, if that is what happened."""
        match event:
            case FalseSlap(player=player):
                return player
            case RoundOver(slapped=player):
                return player
            case Won(player=player) if player in self._claiming:
                return player
            case _:
                return None

    def seeing(self, view: TableView, now_ns: int) -> "OneShots":
        """These, with `could_play_since_ns` brought up to date."""
        hands = {player: seat.hand for player, seat in view.seats.items() if seat.asked is Ask.PLAY}
        since_ns = {
            player: min(now_ns, self.could_play_since_ns[player])
            if self._hands.get(player) == hand
            else now_ns
            for player, hand in hands.items()
        }
        claiming = frozenset(player for player, seat in view.seats.items() if seat.asked is Ask.CLAIM)
        return replace(self, could_play_since_ns=since_ns, _hands=hands, _claiming=claiming)

    def flashing(self, now_ns: int) -> Player | None:
        """Whose slap is to be seen as a flash, if any is."""
        flash = self.flash
        return flash.player if flash is not None and 0 <= now_ns - flash.t < FLASH_NS else None

    def nudges(self, player: Player, now_ns: int) -> bool:
        """Whether it is time to tell the player that there is a card to play."""
        since_ns = self.could_play_since_ns.get(player)
        return since_ns is not None and now_ns >= since_ns + NUDGE_AFTER_NS

    def flights(self, now_ns: int) -> Iterator[Played]:
        """The cards whose trail is to be seen."""
        for event in self.events:
            if isinstance(event, Played) and now_ns - event.t < FLIGHT_NS:
                yield event

    def sign(self, player: Player, slot: int, now_ns: int) -> SlotSign | None:
        """The last thing that is to be said of the card in a slot."""
        for event in reversed(self.events):
            if _about_slot(event, player, slot) and now_ns < _sign_end_ns(event):
                assert isinstance(event, SlotSign)
                return event
        return None

    def notice(self, player: Player, now_ns: int) -> Notice | None:
        """The last thing that is to be said to the player in words."""
        for event in reversed(self.events):
            match event:
                case FalseSlap(player=who) if who != player:
                    continue
                case FalseSlap() | ClaimMissed() | Reshuffled() | RoundOver() if (
                    now_ns < event.t + _KEPT_NS[type(event)]
                ):
                    return event
                case _:
                    continue
        return None

    def next_change_ns(self, now_ns: int, *, still: bool = False) -> int | None:
        """When the picture of the one-shots changes next; None if nothing is left to change.

        `still`: nothing moves and nothing flashes.
        """
        nudges_ns = (since_ns + NUDGE_AFTER_NS for since_ns in self.could_play_since_ns.values())
        times = [nudge_ns for nudge_ns in nudges_ns if now_ns < nudge_ns]
        if self.flash is not None and self.flashing(now_ns) is not None and not still:
            times.append(self.flash.t + FLASH_NS)
        for event in self.events:
            if not still and now_ns < event.t + _moving_ns(event):
                times.append(now_ns + FRAME_NS)
            elif now_ns < _sign_end_ns(event) and not isinstance(event, Played):
                times.append(_sign_end_ns(event))
        return min(times, default=None)


def _about_slot(event: Event, player: Player, slot: int) -> bool:
    match event:
        case Misplay() | Beaten() | Locked():
            return event.player == player and event.slot == slot
        case Moved():
            return event.player == player and event.to_slot == slot
        case _:
            return False


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
    return event.t + _KEPT_NS[type(event)]
