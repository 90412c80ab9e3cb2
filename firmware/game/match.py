"""What happens in all games alike: getting ready, misplays and lockouts, new cards, timers and the score."""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from random import Random
from typing import Final, Literal

from firmware.game.cards import Card, shuffle
from firmware.game.events import (
    Beaten,
    Dealt,
    Event,
    FalseSlap,
    Locked,
    MatchWon,
    Misplay,
    Player,
    Ready,
    Side,
    Stuck,
    TurnedUp,
    Won,
)
from firmware.game.rules import Rules
from firmware.game.seat import NEVER_NS
from firmware.game.table import AnySeat, Table
from firmware.game.view import Ask, Phase

READY, COUNTDOWN, PLAY, STUCK = Phase.READY, Phase.COUNTDOWN, Phase.PLAY, Phase.STUCK
WON, MATCH_WON = Phase.WON, Phase.MATCH_WON


class Match(Table[AnySeat]):
    """A match: deal after deal until a score reaches the target. A subclass is one card game.

    Time is passed in with every call, in nanoseconds since the match began, and never goes back. A press
    first fires the timers due before its time, so a press at the very moment of a timer is judged before
    it. Every call returns what it made happen. Subclasses put their piles' top last.

    `deck` fixes the first deal, top card first; without it, and for later deals, `random` shuffles.
    `quiet` leaves the events `played` and `drew` out, which are nearly all: simulations do not need them.
    """

    def __init__(
        self, rules: Rules, random: Random, deck: Sequence[Card] | None = None, *, quiet: bool = False
    ) -> None:
        super().__init__(rules)
        self._random: Final = random
        self._deck = deck
        self._quiet: Final = quiet
        self._events: list[Event] = []
        self._now_ns = 0
        self._new_deal(0)

    # What happens at the panels, and time.

    def opening(self) -> list[Event]:
        """What happened before the first press: the deal."""
        return self._take_events()

    def advance(self, to_ns: int) -> list[Event]:
        """Let time pass: fire every timer due up to and including `to_ns`, in order."""
        self._fire_until(to_ns)
        self._now_ns = to_ns
        return self._take_events()

    def advance_before(self, time_ns: int) -> list[Event]:
        """Let time come to a moment without firing the timers due at it: something else happened then."""
        self._come_to(time_ns)
        return self._take_events()

    def card(self, time_ns: int, player: Player, slot: int) -> list[Event]:
        """A card button, 1 to 5, is pressed."""
        self._come_to(time_ns)
        if self.phase is PLAY or self.phase is STUCK:
            seat = self._seats[player]
            if seat.locked_until_ns != NEVER_NS:
                self._events.append(Locked(time_ns, player, slot))
            else:
                self._card(time_ns, seat, slot)
        return self._take_events()

    def action(self, time_ns: int, player: Player, pressed: bool) -> list[Event]:
        """The action button is pressed or released."""
        self._come_to(time_ns)
        seat = self._seats[player]
        seat.action_held = pressed
        if pressed:
            if self._wants_both_ready():
                self._get_ready(time_ns, seat)
            elif self.phase is PLAY:
                self._action(time_ns, seat)
        return self._take_events()

    def slap(self, time_ns: int, player: Player) -> list[Event]:
        """The slap pad is hit."""
        self._come_to(time_ns)
        seat = self._seats[player]
        if self._slap_counts(seat):
            self._slap(time_ns, seat)
        else:
            self._events.append(FalseSlap(time_ns, player))
        return self._take_events()

    def asked(self, player: Player) -> Ask | None:
        """What the player can do now that would get the game on."""
        seat = self._seats[player]
        if self.phase is PLAY:
            if self._slap_counts(seat):
                return Ask.CLAIM
            if seat.locked_until_ns != NEVER_NS:
                return None
            return Ask.PLAY if seat.can_play else self._asked_besides(seat)
        if self._wants_both_ready():
            if seat.ready:
                return None
            return Ask.TURN_UP if self.phase is STUCK else Ask.READY
        return Ask.CLAIM if self._slap_counts(seat) else None

    # What a card game decides.

    @staticmethod
    @abstractmethod
    def whole_deck(rules: Rules) -> tuple[Card, ...]:
        """All cards of the game, in a fixed order."""

    @abstractmethod
    def _deal(self, deck: list[Card]) -> None:
        """Lay out a shuffled deck, whose top card comes first."""

    @abstractmethod
    def _begin(self, time_ns: int) -> None:
        """Turn up the first cards: the countdown has ended."""

    @abstractmethod
    def _card(self, time_ns: int, seat: AnySeat, slot: int) -> None:
        """Judge a card button of a player who is not locked out, in phase play or stuck."""

    @abstractmethod
    def _slap_counts(self, seat: AnySeat) -> bool:
        """Whether a slap of this player means something now."""

    @abstractmethod
    def _slap(self, time_ns: int, seat: AnySeat) -> None:
        """Carry out a slap that counts."""

    @abstractmethod
    def _turn_up_new_cards(self, time_ns: int) -> None:
        """Nobody could play until now: turn up new cards."""

    @abstractmethod
    def _look_who_can_play(self) -> bool:
        """Bring `can_play` of both seats up to date; whether anybody can."""

    def _action(self, time_ns: int, seat: AnySeat) -> None:
        """Action was pressed in phase play: by itself that means nothing."""

    def _asked_besides(self, seat: AnySeat) -> Ask | None:
        """What a player who can play no card is asked for in phase play."""
        return None

    def _avert_stuck(self, time_ns: int) -> bool:
        """Nobody can play: whether nobody is stuck all the same, after what the game may do about it."""
        return False

    def _other_timer_ns(self) -> int:
        """When the next timer of the game's own is due, or NEVER_NS."""
        return NEVER_NS

    def _fire_other(self, time_ns: int) -> None:
        """Fire a timer of the game's own, which is due now."""

    def _fire_other_phase(self, time_ns: int) -> None:
        """The timer of a phase of the game's own is due."""

    # Judging cards.

    def _refuse(self, time_ns: int, seat: AnySeat, slot: int, card: Card, allowed: bool = True) -> None:
        """The card fits nowhere: it is beaten if it had fitted just before, else a misplay."""
        since_ns = time_ns - self.rules.late_grace_ns
        if allowed and (self._left.fitted_since(since_ns, card) or self._right.fitted_since(since_ns, card)):
            self._events.append(Beaten(time_ns, seat.player, slot))
            return
        self._events.append(Misplay(time_ns, seat.player, slot))
        if self.rules.misplay_lockout_ns:
            seat.locked_until_ns = time_ns + self.rules.misplay_lockout_ns
            self._set_timer()

    def _judge(self, time_ns: int) -> None:
        """After every change: if nobody can play, the phase is `stuck` until new cards are turned up."""
        if self._look_who_can_play() or self._avert_stuck(time_ns):
            return
        self.phase = STUCK
        if self.rules.turn_up == "auto":
            self._phase_until_ns = time_ns + self.rules.turn_up_delay_ns
        self._events.append(Stuck(time_ns))
        self._set_timer()

    def _turn_up(
        self,
        time_ns: int,
        cards: Mapping[Side, Card | None],
        source: Literal["starters", "side", "draw", "spit"],
    ) -> None:
        """Turn cards face up onto the piles, both at the same moment, and play on."""
        for side, card in cards.items():
            if card is not None:
                self._piles[side].put(time_ns, card, card, None)
        self.phase = PLAY
        self._phase_until_ns = NEVER_NS
        self._unready()
        self._events.append(TurnedUp(time_ns, cards["left"], cards["right"], source))
        self._set_timer()
        self._judge(time_ns)

    # Deals and the match.

    def _win(self, time_ns: int, seat: AnySeat, points: int) -> None:
        """End the deal, and the match if the score has reached the target."""
        score = points if self.rules.scoring == "points" else 1
        seat.score += score
        self.winner = seat.player
        self.phase = WON
        self._events.append(Won(time_ns, seat.player, score))
        if seat.score >= self.rules.target:
            self.match_winner = seat.player
            self.phase = MATCH_WON
            self._events.append(MatchWon(time_ns, seat.player))
        self._end_waiting()

    def _new_deal(self, time_ns: int) -> None:
        if self.phase is MATCH_WON:
            for seat in self._seats.values():
                seat.score = 0
        self.winner = self.match_winner = None
        if self._deck is None:
            deck = list(self.whole_deck(self.rules))
            self._shuffle(deck)
        else:
            deck = list(self._deck)
            self._deck = None
        self._deal(deck)
        self._lay_out_for_ready(time_ns)

    def _lay_out_for_ready(self, time_ns: int) -> None:
        """The cards lie; the middle is empty, and both players look at them and get ready."""
        self.phase = READY
        for pile in self._piles.values():
            pile.clear()
        self._stands_for.clear()
        self._last_played = None
        self._end_waiting()
        self._events.append(Dealt(time_ns))

    def _end_waiting(self) -> None:
        """Nothing runs and nobody is ready: lockouts end too."""
        self._phase_until_ns = NEVER_NS
        for seat in self._seats.values():
            seat.can_play = False
            seat.locked_until_ns = NEVER_NS
        self._unready()
        self._set_timer()

    def _unready(self) -> None:
        self._one.ready = self._two.ready = False

    def _wants_both_ready(self) -> bool:
        if self.phase is STUCK:
            return self.rules.turn_up == "together"
        return self.phase is READY or self.phase is WON or self.phase is MATCH_WON

    def _get_ready(self, time_ns: int, seat: AnySeat) -> None:
        if seat.ready:
            return
        seat.ready = True
        self._events.append(Ready(time_ns, seat.player))
        if not (self._one.ready and self._two.ready):
            return
        if self.phase is READY:
            self.phase = COUNTDOWN
            self._phase_until_ns = time_ns + self.rules.countdown_ns
            self._set_timer()
        elif self.phase is STUCK:
            self._turn_up_new_cards(time_ns)
        else:
            self._new_deal(time_ns)

    def _shuffle(self, cards: list[Card]) -> None:
        """Shuffle in place. A joker that is shuffled back is wild again."""
        shuffle(cards, self._random)
        if self._stands_for:
            for card in cards:
                self._stands_for.pop(card, None)

    # Timers.

    def _set_timer(self) -> None:
        """Find out when the next timer is due; to be called whenever one has changed."""
        self._next_ns = min(
            self._phase_until_ns, self._one.locked_until_ns, self._two.locked_until_ns, self._other_timer_ns()
        )

    def _come_to(self, time_ns: int) -> None:
        assert time_ns >= self._now_ns, f"time went back from {self._now_ns} to {time_ns}"
        if self._next_ns < time_ns:
            self._fire_until(time_ns - 1)
        self._now_ns = time_ns

    def _fire_until(self, to_ns: int) -> None:
        while (due_ns := self._next_ns) <= to_ns:
            self._fire(due_ns)
            self._set_timer()

    def _fire(self, time_ns: int) -> None:
        """Fire what is due at exactly this time."""
        for seat in self._seats.values():
            if seat.locked_until_ns == time_ns:
                seat.locked_until_ns = NEVER_NS
        if self._other_timer_ns() == time_ns:
            self._fire_other(time_ns)
        if self._phase_until_ns == time_ns:
            self._phase_until_ns = NEVER_NS
            if self.phase is COUNTDOWN:
                self._begin(time_ns)
            elif self.phase is STUCK:
                self._turn_up_new_cards(time_ns)
            else:
                self._fire_other_phase(time_ns)

    def _take_events(self) -> list[Event]:
        events, self._events = self._events, []
        return events
