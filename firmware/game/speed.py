"""The game of Speed."""

from collections.abc import Sequence
from random import Random
from typing import ClassVar, Final

from firmware.game.cards import DECK, Card, shuffle
from firmware.game.events import (
    Beaten,
    ClaimMissed,
    Drew,
    Event,
    FalseSlap,
    Out,
    Played,
    Player,
    Reshuffled,
    Side,
    Stuck,
    TurnedUp,
)
from firmware.game.match import NEVER_NS, PLAYERS, Match, Seat
from firmware.game.middle import OWN_LEFT, SIDES, Middle
from firmware.game.rules import Rules
from firmware.game.view import Phase, PileView, SeatView, TableView

HAND_SIZE: Final = 5
CARDS_EACH: Final = 20


class SpeedSeat(Seat):
    """A seat with a hand of five slots and a draw pile, its top last."""

    __slots__ = ("claim_until_ns", "draw_pile", "hand", "last_pile")

    def __init__(self, player: Player) -> None:
        super().__init__(player)
        self.hand: list[Card | None] = [None] * HAND_SIZE
        self.draw_pile: list[Card] = []
        self.claim_until_ns = NEVER_NS
        self.last_pile: Side = OWN_LEFT[player]

    @property
    def out(self) -> bool:
        """Whether the player has no card left."""
        return not self.draw_pile and not any(self.hand)


class Speed(Match[SpeedSeat]):
    """A match of Speed. The rules are explained where they are judged; piles keep their top last."""

    game: ClassVar[str] = "speed"

    def __init__(self, rules: Rules, random: Random, deck: Sequence[Card] | None = None) -> None:
        """`deck` fixes the first deal, top card first; without it, and for later deals, `random` shuffles."""
        super().__init__(rules, {player: SpeedSeat(player) for player in PLAYERS})
        self._random = random
        self._deck = deck
        self._middle = Middle(rules.late_grace_ns)
        self._side: dict[Side, list[Card]] = {"left": [], "right": []}
        self._starters: dict[Side, Card] | None = None
        # Players who are out, in the order in which they went out. All windows are equally long, so the
        # first one's ends first.
        self._claiming: list[SpeedSeat] = []
        self._reshuffled_in_vain = False

    def view(self) -> TableView:
        """The table as it lies on a shared screen."""
        middle = self._middle
        return TableView(
            phase=self.phase,
            phase_until_ns=_or_none(self._phase_until_ns),
            piles={
                side: PileView(
                    top=middle.piles[side][-1] if middle.piles[side] else None,
                    count=len(middle.piles[side]),
                    side_count=len(self._side[side]),
                    played_by=middle.played_by[side],
                )
                for side in SIDES
            },
            seats={
                player: SeatView(
                    hand=tuple(seat.hand),
                    draw_count=len(seat.draw_pile),
                    score=seat.score,
                    ready=seat.ready,
                    action_held=seat.action_held,
                    locked_until_ns=_or_none(seat.locked_until_ns),
                    claim_until_ns=_or_none(seat.claim_until_ns),
                    playable=middle.accepted(seat.hand),
                )
                for player, seat in self._seats.items()
            },
            target=self.rules.target,
            winner=self.winner,
            match_winner=self.match_winner,
        )

    def state(self) -> dict[str, object]:
        """Everything, face-down cards too, with the keys of the recording format."""
        return {
            "phase": self.phase,
            "deadline": self.deadline_ns,
            "middle": {side: list(self._middle.piles[side]) for side in SIDES},
            "side": {side: self._side[side][::-1] for side in SIDES},
            "starters": dict(self._starters) if self._starters else None,
            "stands_for": {},
            "players": {
                str(player): {
                    "ready": seat.ready,
                    "locked_until": _or_none(seat.locked_until_ns),
                    "action_held": seat.action_held,
                    "score": seat.score,
                    "claim_until": _or_none(seat.claim_until_ns),
                    "hand": list(seat.hand),
                    "draw": seat.draw_pile[::-1],
                }
                for player, seat in self._seats.items()
            },
            "winner": self.winner,
            "match_winner": self.match_winner,
        }

    def _deal(self) -> None:
        """Deal from the top: each player's cards, the side piles left and right, the starters."""
        if self._deck is None:
            deck = list(DECK)
            shuffle(deck, self._random)
        else:
            deck = list(self._deck)
            self._deck = None
        self._middle.clear()
        self._reshuffled_in_vain = False
        for seat in self._seats.values():
            seat.hand[:] = deck[:HAND_SIZE]
            seat.draw_pile = deck[HAND_SIZE:CARDS_EACH][::-1]
            del deck[:CARDS_EACH]
        right_starter, left_starter = deck.pop(), deck.pop()
        self._starters = {"left": left_starter, "right": right_starter}
        # If the side piles can't be equal, the left has one more.
        half = (len(deck) + 1) // 2
        self._side = {"left": deck[:half][::-1], "right": deck[half:][::-1]}

    def _begin(self, time_ns: int, events: list[Event]) -> None:
        assert self._starters is not None
        left, right = self._starters["left"], self._starters["right"]
        self._starters = None
        for seat in self._seats.values():
            seat.ready = False
        self._turn_up(time_ns, TurnedUp(time_ns, left, right, "starters"), events)

    def _card(self, time_ns: int, seat: SpeedSeat, slot: int, events: list[Event]) -> None:
        card = seat.hand[slot - 1]
        if card is None:
            return
        side = self._middle.choose(card, seat.player, seat.action_held)
        if side is not None:
            self._play(time_ns, seat, slot, card, side, events)
        elif self._middle.fitted_before(time_ns, card):
            events.append(Beaten(time_ns, seat.player, slot))
        else:
            self._misplay(time_ns, seat, slot, events)

    def _play(
        self, time_ns: int, seat: SpeedSeat, slot: int, card: Card, side: Side, events: list[Event]
    ) -> None:
        self._middle.put(time_ns, side, card, seat.player)
        seat.last_pile = side
        seat.hand[slot - 1] = None
        self._reshuffled_in_vain = False
        events.append(Played(time_ns, seat.player, slot, card, side))
        if seat.draw_pile:
            self._draw(time_ns, seat, slot, events)
        elif seat.out:
            seat.claim_until_ns = time_ns + self.rules.claim_window_ns
            self._claiming.append(seat)
            events.append(Out(time_ns, seat.player))
        self._judge_stuck(time_ns, events)

    def _draw(self, time_ns: int, seat: SpeedSeat, slot: int, events: list[Event]) -> None:
        card = seat.draw_pile.pop()
        seat.hand[slot - 1] = card
        events.append(Drew(time_ns, seat.player, slot, card))

    def _slap(self, time_ns: int, seat: SpeedSeat, events: list[Event]) -> None:
        """The first slap in an own claim window wins; any other means nothing."""
        if seat in self._claiming:
            self._win(time_ns, seat, 1, events)
        else:
            events.append(FalseSlap(time_ns, seat.player))

    def _end_waiting(self) -> None:
        super()._end_waiting()
        for seat in self._claiming:
            seat.claim_until_ns = NEVER_NS
        self._claiming.clear()

    def _due_ns(self) -> int:
        due_ns = super()._due_ns()
        return min(due_ns, self._claiming[0].claim_until_ns) if self._claiming else due_ns

    def _fire(self, time_ns: int, events: list[Event]) -> None:
        if self._claiming and self._claiming[0].claim_until_ns == time_ns:
            self._miss_claim(time_ns, self._claiming.pop(0), events)
        super()._fire(time_ns, events)

    def _miss_claim(self, time_ns: int, seat: SpeedSeat, events: list[Event]) -> None:
        """The window passed: the player takes the cards under the last card played, and plays on."""
        seat.claim_until_ns = NEVER_NS
        pile: Side = seat.last_pile
        if not (taken := self._middle.under_top(pile)):
            pile = "right" if pile == "left" else "left"
            if not (taken := self._middle.under_top(pile)):
                self._win(time_ns, seat, 1, events)
                return
        shuffle(taken, self._random)
        seat.draw_pile = taken
        events.append(ClaimMissed(time_ns, seat.player, pile, len(taken)))
        for slot in range(1, HAND_SIZE + 1):
            if seat.draw_pile:
                self._draw(time_ns, seat, slot, events)
        self._judge_stuck(time_ns, events)

    def _judge_stuck(self, time_ns: int, events: list[Event]) -> None:
        """Nobody can play if no card of either hand fits; not judged while a claim is open."""
        if not self._claiming and not any(
            self._middle.accepts_any(seat.hand) for seat in self._seats.values()
        ):
            self.phase = Phase.STUCK
            self._phase_until_ns = time_ns + self.rules.turn_up_delay_ns
            events.append(Stuck(time_ns))

    def _fire_phase(self, time_ns: int, events: list[Event]) -> None:
        """Nobody could play for the delay: turn up new cards, from new side piles if need be."""
        if not any(self._side.values()):
            if self._shuffling_cannot_help() and any(seat.draw_pile for seat in self._seats.values()):
                self._turn_up_from_draw_piles(time_ns, events)
                return
            self._reshuffle(time_ns, events)
        left, right = (pile.pop() if pile else None for pile in self._side.values())
        self._turn_up(time_ns, TurnedUp(time_ns, left, right, "side"), events)

    def _shuffling_cannot_help(self) -> bool:
        """Every card in the middle has been seen in vain, or there is none to shuffle."""
        return self._reshuffled_in_vain or all(len(pile) == 1 for pile in self._middle.piles.values())

    def _reshuffle(self, time_ns: int, events: list[Event]) -> None:
        """Keep the tops; all other middle cards are shuffled together and dealt left, right, left, …"""
        cards = self._middle.under_top("left") + self._middle.under_top("right")
        shuffle(cards, self._random)
        self._side = {"left": cards[0::2], "right": cards[1::2]}
        self._reshuffled_in_vain = True
        events.append(Reshuffled(time_ns))

    def _turn_up_from_draw_piles(self, time_ns: int, events: list[Event]) -> None:
        """Each player who has a draw pile turns its top onto the middle pile at the own left."""
        tops: dict[Side, Card | None] = {
            OWN_LEFT[player]: seat.draw_pile.pop() if seat.draw_pile else None
            for player, seat in self._seats.items()
        }
        self._turn_up(time_ns, TurnedUp(time_ns, tops["left"], tops["right"], "draw"), events)

    def _turn_up(self, time_ns: int, event: TurnedUp, events: list[Event]) -> None:
        if event.left is not None:
            self._middle.put(time_ns, "left", event.left, None)
        if event.right is not None:
            self._middle.put(time_ns, "right", event.right, None)
        self.phase = Phase.PLAY
        events.append(event)
        self._judge_stuck(time_ns, events)


def _or_none(time_ns: int) -> int | None:
    return None if time_ns == NEVER_NS else time_ns
