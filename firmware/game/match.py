"""What every game of the cabinet shares: the two seats, getting ready, lockouts, timers and the score."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import ClassVar, Final, Generic, TypeVar

from firmware.game.events import Dealt, Event, Locked, MatchWon, Misplay, Player, Ready, Won
from firmware.game.rules import Rules
from firmware.game.view import Phase, TableView

PLAYERS: Final[tuple[Player, Player]] = (1, 2)
NEVER_NS: Final = 1 << 63
"""Later than every time that a match can reach."""


class Seat:
    """A player's side of the table, as far as all games share it. Times are NEVER_NS when not running."""

    __slots__ = ("action_held", "locked_until_ns", "player", "ready", "score")

    def __init__(self, player: Player) -> None:
        self.player: Final[Player] = player
        self.score = 0
        self.ready = False
        self.action_held = False
        self.locked_until_ns = NEVER_NS


AnySeat = TypeVar("AnySeat", bound=Seat)


class Match(ABC, Generic[AnySeat]):
    """A match: deal after deal until a score reaches the target.

    Time is passed in with every call, in nanoseconds since the match began, and never goes back. A press
    first fires the timers due before its time, so a press at the very moment of a timer is judged before
    it. Every call returns what it made happen. A subclass is one card game.
    """

    game: ClassVar[str]

    def __init__(self, rules: Rules, seats: Mapping[Player, AnySeat]) -> None:
        self.rules = rules
        self.phase = Phase.READY
        self.winner: Player | None = None
        self.match_winner: Player | None = None
        self._seats = seats
        self._now_ns = 0
        self._phase_until_ns = NEVER_NS

    @property
    def deadline_ns(self) -> int | None:
        """When the next timer fires; None if none is running."""
        due_ns = self._due_ns()
        return None if due_ns == NEVER_NS else due_ns

    def start(self) -> list[Event]:
        """Deal for the first time, at time 0."""
        events: list[Event] = []
        self._new_deal(0, events)
        return events

    def advance(self, to_ns: int) -> list[Event]:
        """Let time pass: fire every timer due up to and including `to_ns`, in order."""
        events: list[Event] = []
        self._fire_until(to_ns, events)
        self._now_ns = to_ns
        return events

    def advance_before(self, time_ns: int) -> list[Event]:
        """Let time come to a moment without firing the timers due at it: something else happened then."""
        return self._come_to(time_ns)

    def card(self, time_ns: int, player: Player, slot: int) -> list[Event]:
        """A card button, 1 to 5, is pressed."""
        events = self._come_to(time_ns)
        seat = self._seats[player]
        if self.phase is Phase.PLAY or self.phase is Phase.STUCK:
            if seat.locked_until_ns != NEVER_NS:
                events.append(Locked(time_ns, player, slot))
            else:
                self._card(time_ns, seat, slot, events)
        return events

    def action(self, time_ns: int, player: Player, pressed: bool) -> list[Event]:
        """The action button is pressed or released."""
        events = self._come_to(time_ns)
        seat = self._seats[player]
        seat.action_held = pressed
        if pressed and self.phase in (Phase.READY, Phase.WON, Phase.MATCH_WON) and not seat.ready:
            seat.ready = True
            events.append(Ready(time_ns, player))
            if all(seat.ready for seat in self._seats.values()):
                self._both_ready(time_ns, events)
        return events

    def slap(self, time_ns: int, player: Player) -> list[Event]:
        """The slap pad is hit."""
        events = self._come_to(time_ns)
        self._slap(time_ns, self._seats[player], events)
        return events

    @abstractmethod
    def view(self) -> TableView:
        """The table as it lies on a shared screen."""

    @abstractmethod
    def state(self) -> dict[str, object]:
        """Everything, face-down cards too, with the keys of the recording format."""

    @abstractmethod
    def _deal(self) -> None:
        """Shuffle if no deck was given, and lay out the cards."""

    @abstractmethod
    def _begin(self, time_ns: int, events: list[Event]) -> None:
        """Turn up the first cards: the countdown has ended."""

    @abstractmethod
    def _card(self, time_ns: int, seat: AnySeat, slot: int, events: list[Event]) -> None:
        """Judge a card button of a player who is not locked out, in phase play or stuck."""

    @abstractmethod
    def _slap(self, time_ns: int, seat: AnySeat, events: list[Event]) -> None:
        """Judge a slap, in any phase."""

    @abstractmethod
    def _fire_phase(self, time_ns: int, events: list[Event]) -> None:
        """The game's own phase timer is due."""

    def _due_ns(self) -> int:
        """When the next timer fires, or NEVER_NS. A game with timers of its own adds them."""
        return min(self._phase_until_ns, self._seats[1].locked_until_ns, self._seats[2].locked_until_ns)

    def _fire(self, time_ns: int, events: list[Event]) -> None:
        """Fire what is due at exactly this time. A game with timers of its own fires them first."""
        for seat in self._seats.values():
            if seat.locked_until_ns == time_ns:
                seat.locked_until_ns = NEVER_NS
        if self._phase_until_ns == time_ns:
            self._phase_until_ns = NEVER_NS
            if self.phase is Phase.COUNTDOWN:
                self._begin(time_ns, events)
            else:
                self._fire_phase(time_ns, events)

    def _misplay(self, time_ns: int, seat: AnySeat, slot: int, events: list[Event]) -> None:
        events.append(Misplay(time_ns, seat.player, slot))
        if self.rules.misplay_lockout_ns:
            seat.locked_until_ns = time_ns + self.rules.misplay_lockout_ns

    def _win(self, time_ns: int, seat: AnySeat, score: int, events: list[Event]) -> None:
        """End the deal, and the match if the score has reached the target."""
        seat.score += score
        self.winner = seat.player
        self.phase = Phase.WON
        events.append(Won(time_ns, seat.player, score))
        if seat.score >= self.rules.target:
            self.match_winner = seat.player
            self.phase = Phase.MATCH_WON
            events.append(MatchWon(time_ns, seat.player))
        self._phase_until_ns = NEVER_NS
        self._end_waiting()

    def _end_waiting(self) -> None:
        for seat in self._seats.values():
            seat.ready = False
            seat.locked_until_ns = NEVER_NS

    def _both_ready(self, time_ns: int, events: list[Event]) -> None:
        if self.phase is Phase.READY:
            self.phase = Phase.COUNTDOWN
            self._phase_until_ns = time_ns + self.rules.countdown_ns
            return
        if self.phase is Phase.MATCH_WON:
            for seat in self._seats.values():
                seat.score = 0
        self._new_deal(time_ns, events)

    def _new_deal(self, time_ns: int, events: list[Event]) -> None:
        self.phase = Phase.READY
        self.winner = self.match_winner = None
        self._end_waiting()
        self._deal()
        events.append(Dealt(time_ns))

    def _come_to(self, time_ns: int) -> list[Event]:
        assert time_ns >= self._now_ns, f"time went back from {self._now_ns} to {time_ns}"
        events: list[Event] = []
        self._fire_until(time_ns - 1, events)
        self._now_ns = time_ns
        return events

    def _fire_until(self, to_ns: int, events: list[Event]) -> None:
        while (due_ns := self._due_ns()) <= to_ns:
            self._fire(due_ns, events)
