"""What all games of the cabinet share: seats, getting ready, the middle, lockouts, timers and the score."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from random import Random
from typing import ClassVar, Final, Generic, Literal, TypeVar

from firmware.game.cards import Card, is_joker, shuffle
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
from firmware.game.middle import OTHER_SIDE, OWN_LEFT, SIDES, Pile, fitting_cards
from firmware.game.rules import Rules
from firmware.game.view import Ask, GameName, Phase, PileView, PlayerView, TableView

PLAYERS: Final[tuple[Player, Player]] = (1, 2)
NEVER_NS: Final = 1 << 70
"""Later than every time that a match can reach: a timer may end after the last time that can be told."""

READY, COUNTDOWN, PLAY, STUCK = Phase.READY, Phase.COUNTDOWN, Phase.PLAY, Phase.STUCK
WON, MATCH_WON = Phase.WON, Phase.MATCH_WON


class Seat:
    """A player's side of the table, as far as all games share it. Times are NEVER_NS when not running.

    `can_play`: a card button of this player does something; kept up to date after every change.
    `chances` counts how often all that could be played was gone and something else fitted.
    """

    __slots__ = (
        *("_left_top", "_right_top", "action_held", "can_play", "chances", "locked_until_ns", "own_left"),
        *("own_right", "player", "ready", "score"),
    )

    def __init__(self, player: Player, piles: Mapping[Side, Pile]) -> None:
        self.player: Final[Player] = player
        self.own_left: Final = piles[OWN_LEFT[player]]
        self.own_right: Final = piles[OTHER_SIDE[OWN_LEFT[player]]]
        self.score = 0
        self.ready = False
        self.action_held = False
        self.can_play = False
        self.chances = 0
        self.locked_until_ns = NEVER_NS
        self._left_top: Card | None = None
        self._right_top: Card | None = None

    def see(self, left_top: Card | None, right_top: Card | None, *, other: bool = False) -> None:
        """Note on which tops a card of this player fits, and whether a button does something else."""
        kept_left = left_top is not None and left_top is self._left_top
        kept_right = right_top is not None and right_top is self._right_top
        self.can_play = other
        if left_top is not None or right_top is not None:
            self.can_play = True
            self.chances += not (kept_left or kept_right)
        self._left_top = left_top
        self._right_top = right_top


AnySeat = TypeVar("AnySeat", bound=Seat)


class Match(ABC, Generic[AnySeat]):
    """A match: deal after deal until a score reaches the target. A subclass is one card game.

    Time is passed in with every call, in nanoseconds since the match began, and never goes back. A press
    first fires the timers due before its time, so a press at the very moment of a timer is judged before
    it. Every call returns what it made happen. Subclasses put their piles' top last.

    `deck` fixes the first deal, top card first; without it, and for later deals, `random` shuffles.
    `quiet` leaves the events `played` and `drew` out, which are nearly all: simulations do not need them.
    """

    game: ClassVar[GameName]

    def __init__(
        self, rules: Rules, random: Random, deck: Sequence[Card] | None = None, *, quiet: bool = False
    ) -> None:
        self.rules: Final = rules
        self.phase = Phase.READY
        self.winner: Player | None = None
        self.match_winner: Player | None = None
        self._random: Final = random
        self._deck = deck
        self._quiet: Final = quiet
        self._fits: Final = fitting_cards(rules.same_rank, rules.alternate_colours)
        self._piles: Final[dict[Side, Pile]] = {side: Pile(side, self._fits) for side in SIDES}
        self._left, self._right = self._piles["left"], self._piles["right"]
        self._stands_for: Final[dict[Card, Card]] = {}
        self._seats: Final = {player: self._seat(player) for player in PLAYERS}
        self._one, self._two = self._seats[1], self._seats[2]
        self._events: list[Event] = []
        self._now_ns = 0
        self._phase_until_ns = NEVER_NS
        self._next_ns = NEVER_NS
        self._last_played: Side | None = None
        self._new_deal(0)

    # What happens at the panels, and time.

    def opening(self) -> list[Event]:
        """What happened before the first press: the deal."""
        return self._told()

    @property
    def deadline_ns(self) -> int | None:
        """When the next timer fires; None if none is running."""
        return or_none(self._next_ns)

    def advance(self, to_ns: int) -> list[Event]:
        """Let time pass: fire every timer due up to and including `to_ns`, in order."""
        self._fire_until(to_ns)
        self._now_ns = to_ns
        return self._told()

    def advance_before(self, time_ns: int) -> list[Event]:
        """Let time come to a moment without firing the timers due at it: something else happened then."""
        self._come_to(time_ns)
        return self._told()

    def card(self, time_ns: int, player: Player, slot: int) -> list[Event]:
        """A card button, 1 to 5, is pressed."""
        self._come_to(time_ns)
        if self.phase is PLAY or self.phase is STUCK:
            seat = self._seats[player]
            if seat.locked_until_ns != NEVER_NS:
                self._events.append(Locked(time_ns, player, slot))
            else:
                self._card(time_ns, seat, slot)
        return self._told()

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
        return self._told()

    def slap(self, time_ns: int, player: Player) -> list[Event]:
        """The slap pad is hit."""
        self._come_to(time_ns)
        seat = self._seats[player]
        if self._slap_counts(seat):
            self._slap(time_ns, seat)
        else:
            self._events.append(FalseSlap(time_ns, player))
        return self._told()

    # What may be seen.

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

    def chance(self, player: Player) -> int:
        """A number that changes when all that the player could play is gone and something else fits."""
        return self._seats[player].chances

    @abstractmethod
    def view(self) -> TableView:
        """The table as it lies on a shared screen."""

    @abstractmethod
    def seen_by(self, player: Player) -> PlayerView:
        """What that player sees when choosing a card."""

    @abstractmethod
    def state(self) -> dict[str, object]:
        """Everything, face-down cards too, with the keys of the recording format."""

    # What a card game decides.

    @staticmethod
    @abstractmethod
    def whole_deck(rules: Rules) -> tuple[Card, ...]:
        """All cards of the game, in a fixed order."""

    @abstractmethod
    def _seat(self, player: Player) -> AnySeat:
        """An empty seat."""

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

    def _can_wait(self, time_ns: int) -> bool:
        """Whether nobody is stuck although nobody can play: there is something to do first."""
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
        if self._look_who_can_play() or self._can_wait(time_ns):
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

    def _told(self) -> list[Event]:
        events, self._events = self._events, []
        return events

    # Parts of what may be seen.

    def _pile_view(self, side: Side, side_count: int, starter: bool) -> PileView:
        pile = self._piles[side]
        top = pile.cards[-1] if pile.cards else None
        return PileView(
            top=top,
            count=len(pile.cards),
            side_count=side_count,
            played_by=pile.played_by,
            stands_for=self._stands_for.get(top) if top is not None and is_joker(top) else None,
            starter=starter,
        )

    def _common_state(self) -> dict[str, object]:
        return {
            "phase": self.phase,
            "deadline": self.deadline_ns,
            "middle": {side: list(pile.cards) for side, pile in self._piles.items()},
        }


def or_none(time_ns: int) -> int | None:
    """A time as it is told to others: None if it is never."""
    return None if time_ns == NEVER_NS else time_ns
