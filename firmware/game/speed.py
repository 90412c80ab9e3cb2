"""The game of Speed: the word on its rules.

For simulations `firmware/simulation/fast_lane.py` has the commonest of them once more, tested against this.
"""

from collections.abc import Mapping, Sequence
from itertools import cycle
from typing import ClassVar, Final

from firmware.game.cards import DECK, JOKERS, Card, is_joker
from firmware.game.events import ClaimMissed, Drew, Out, Played, Player, Reshuffled, Side
from firmware.game.match import Match
from firmware.game.middle import OTHER_SIDE, OWN_LEFT, SIDES, Pile, stand_in
from firmware.game.rules import Rules
from firmware.game.seat import NEVER_NS, Seat
from firmware.game.view import Ask, GameName

HAND_SIZE: Final = 5


class SpeedSeat(Seat):
    """A seat with a hand of five slots and a draw pile, its top last."""

    __slots__ = ("draw_pile", "hand", "last_pile")

    def __init__(self, player: Player, piles: Mapping[Side, Pile]) -> None:
        super().__init__(player, piles)
        self.hand: list[Card | None] = [None] * HAND_SIZE
        self.draw_pile: list[Card] = []
        self.last_pile = self.own_left

    def shown(self) -> Sequence[Card | None]:
        """The hand."""
        return self.hand

    @property
    def face_down(self) -> int:
        """How many cards the draw pile has."""
        return len(self.draw_pile)

    @property
    def in_slots(self) -> int:
        """How many cards the hand has."""
        return HAND_SIZE - self.hand.count(None)

    def state(self) -> dict[str, object]:
        """The hand and the draw pile, top first."""
        return {"hand": list(self.hand), "draw": self.draw_pile[::-1]}


class Speed(Match[SpeedSeat]):
    """A match of Speed. The rules are explained where they are judged."""

    game: ClassVar[GameName] = "speed"
    _side: dict[Side, list[Card]]
    _starters: dict[Side, Card] | None
    _claiming: list[SpeedSeat]
    """Players who are out, in the order in which they went out. All windows are equally long, so the first
    one's ends first."""
    _reshuffled_in_vain: bool

    def _own_state(self) -> dict[str, object]:
        return {
            "side": {side: self._side[side][::-1] for side in SIDES},
            "starters": dict(self._starters) if self._starters else None,
        }

    def _side_count(self, side: Side) -> int:
        return len(self._side[side])

    def _starter_waits(self) -> bool:
        return self._starters is not None

    # Dealing.

    def _seat(self, player: Player) -> SpeedSeat:
        return SpeedSeat(player, self._piles)

    @staticmethod
    def whole_deck(rules: Rules) -> tuple[Card, ...]:
        """The 52 cards and the jokers."""
        return DECK + JOKERS[: rules.jokers]

    def _deal(self, deck: list[Card]) -> None:
        """Deal from the top: each player's cards, the side piles left and right, the starters."""
        self._claiming = []
        self._reshuffled_in_vain = False
        for seat in self._seats.values():
            seat.hand[:] = deck[:HAND_SIZE]
            seat.draw_pile = deck[HAND_SIZE : self.rules.cards_each][::-1]
            del deck[: self.rules.cards_each]
        right_starter, left_starter = deck.pop(), deck.pop()
        self._starters = {"left": left_starter, "right": right_starter}
        # If the side piles can't be equal, the left has one more.
        half = (len(deck) + 1) // 2
        self._side = {"left": deck[:half][::-1], "right": deck[half:][::-1]}
        self._take_handicap()

    def _take_handicap(self) -> None:
        """Cards at the bottom of the draw piles go under the side piles, left first, then alternately."""
        sides = cycle(SIDES)
        for seat, count in zip(self._seats.values(), self.rules.handicap, strict=True):
            for card, side in zip(seat.draw_pile[:count], sides, strict=False):
                self._side[side].insert(0, card)
            del seat.draw_pile[:count]

    def _begin(self, time_ns: int) -> None:
        assert self._starters is not None
        starters, self._starters = self._starters, None
        self._turn_up(time_ns, starters, "starters")

    # Playing.

    def _card(self, time_ns: int, seat: SpeedSeat, slot: int) -> None:
        card = seat.hand[slot - 1]
        if card is None:
            return
        first, second = seat.own_left, seat.own_right
        if seat.action_held:
            first, second = second, first
        if self.rules.jokers and not self._may_play(seat, card):
            self._refuse(time_ns, seat, slot, card, allowed=False)
        elif card in first.fitting:
            self._play(time_ns, seat, slot, card, first)
        elif card in second.fitting:
            self._play(time_ns, seat, slot, card, second)
        else:
            self._refuse(time_ns, seat, slot, card)

    def _may_play(self, seat: SpeedSeat, card: Card | None) -> bool:
        """A joker may not be the last card: with no draw pile, nobody may be left with jokers only.

        Who has nothing but jokers through no play of their own may play them.
        """
        if seat.draw_pile or is_joker(card):
            return True
        others = [other for other in seat.hand if other is not None and other != card]
        return not others or not all(map(is_joker, others))

    def _play(self, time_ns: int, seat: SpeedSeat, slot: int, card: Card, pile: Pile) -> None:
        seat.hand[slot - 1] = None
        counts_as = self._stand_in(seat, card, pile) if self.rules.jokers and is_joker(card) else card
        pile.put(time_ns, card, counts_as, seat.player)
        seat.last_pile = pile
        self._last_played = pile.side
        self._reshuffled_in_vain = False
        if not self._quiet:
            stands_for = None if counts_as == card else counts_as
            self._events.append(Played(time_ns, seat.player, slot, card, pile.side, stands_for))
        if seat.draw_pile:
            if self.rules.refill == "auto":
                self._draw(time_ns, seat, slot)
        elif seat.hand.count(None) == HAND_SIZE:
            self._go_out(time_ns, seat)
            if self.winner is not None:
                return
        self._judge(time_ns)

    def _stand_in(self, seat: SpeedSeat, joker: Card, pile: Pile) -> Card:
        """What a joker counts as when it is played onto the pile now; itself if it is wild again."""
        assert pile.top is not None
        card = stand_in(pile.top, seat.hand, self._fits, self.rules.alternate_colours)
        if card is None:
            return joker
        self._stands_for[joker] = card
        return card

    def _draw(self, time_ns: int, seat: SpeedSeat, slot: int) -> None:
        card = seat.draw_pile.pop()
        seat.hand[slot - 1] = card
        if not self._quiet:
            self._events.append(Drew(time_ns, seat.player, slot, card))

    def _fill_hand(self, time_ns: int, seat: SpeedSeat) -> None:
        """Fill the empty slots, lowest first, as far as the draw pile goes."""
        for slot, card in enumerate(seat.hand, 1):
            if card is None and seat.draw_pile:
                self._draw(time_ns, seat, slot)

    def _action(self, time_ns: int, seat: SpeedSeat) -> None:
        """With manual refill, action fills the empty slots."""
        if self._asked_besides(seat) is Ask.REFILL:
            self._fill_hand(time_ns, seat)
            self._look_who_can_play()

    def _asked_besides(self, seat: SpeedSeat) -> Ask | None:
        if self.rules.refill == "manual" and seat.draw_pile and None in seat.hand:
            return Ask.REFILL
        return None

    def _playable(self, seat: SpeedSeat) -> tuple[int, ...]:
        if not seat.can_play:
            return ()
        left, right = self._left.fitting, self._right.fitting
        slots = [slot for slot, card in enumerate(seat.hand, 1) if card in left or card in right]
        if self.rules.jokers:
            slots = [slot for slot in slots if self._may_play(seat, seat.hand[slot - 1])]
        return tuple(slots)

    def _look_who_can_play(self) -> bool:
        left, right = self._left, self._right
        for seat in (self._one, self._two):
            hand = (
                [card for card in seat.hand if self._may_play(seat, card)] if self.rules.jokers else seat.hand
            )
            seat.see(
                None if left.fitting.isdisjoint(hand) else left.top,
                None if right.fitting.isdisjoint(hand) else right.top,
            )
        return self._one.can_play or self._two.can_play

    def _avert_stuck(self, time_ns: int) -> bool:
        """Nobody is stuck while a claim is open, nor before both hands are filled."""
        if self._claiming:
            return True
        if self.rules.refill == "auto":
            return False
        for seat in self._seats.values():
            self._fill_hand(time_ns, seat)
        return self._look_who_can_play()

    # Going out and claiming.

    def _go_out(self, time_ns: int, seat: SpeedSeat) -> None:
        self._events.append(Out(time_ns, seat.player))
        if self.rules.claim == "none":
            self._win_over_other(time_ns, seat)
        else:
            seat.claim_until_ns = time_ns + self.rules.claim_window_ns
            self._claiming.append(seat)
            self._set_timer()

    def _slap_counts(self, seat: SpeedSeat) -> bool:
        """A slap counts in an own claim window, in a race in anyone's."""
        return bool(self._claiming) if self.rules.claim == "race" else seat in self._claiming

    def _slap(self, time_ns: int, seat: SpeedSeat) -> None:
        self._win_over_other(time_ns, seat)

    def _win_over_other(self, time_ns: int, seat: SpeedSeat) -> None:
        other = self._other(seat)
        self._win(time_ns, seat, points=other.in_slots + other.face_down)

    def _end_waiting(self) -> None:
        for seat in self._claiming:
            seat.claim_until_ns = NEVER_NS
        self._claiming.clear()
        super()._end_waiting()

    def _other_timer_ns(self) -> int:
        return self._claiming[0].claim_until_ns if self._claiming else NEVER_NS

    def _fire_other(self, time_ns: int) -> None:
        """A claim window passed: the player takes the cards under the last card played, and plays on."""
        seat = self._claiming.pop(0)
        seat.claim_until_ns = NEVER_NS
        pile = seat.last_pile
        if not (taken := pile.take_under_top()):
            pile = self._piles[OTHER_SIDE[pile.side]]
            if not (taken := pile.take_under_top()):
                self._win_over_other(time_ns, seat)
                return
        self._shuffle(taken)
        seat.draw_pile = taken
        self._events.append(ClaimMissed(time_ns, seat.player, pile.side, len(taken)))
        self._fill_hand(time_ns, seat)
        self._judge(time_ns)

    # When nobody can play.

    def _turn_up_new_cards(self, time_ns: int) -> None:
        """From the side piles, or new ones if both are empty; if that can't help, from the draw piles."""
        if not (self._side["left"] or self._side["right"]):
            has_draw_pile = any(seat.draw_pile for seat in self._seats.values())
            if has_draw_pile and self._shuffling_cannot_help():
                tops: dict[Side, Card | None] = {
                    OWN_LEFT[player]: seat.draw_pile.pop() if seat.draw_pile else None
                    for player, seat in self._seats.items()
                }
                self._turn_up(time_ns, tops, "draw")
                return
            self._reshuffle(time_ns)
        cards = {side: pile.pop() if pile else None for side, pile in self._side.items()}
        self._turn_up(time_ns, cards, "side")

    def _shuffling_cannot_help(self) -> bool:
        """Every card in the middle has been seen in vain, or there is none to shuffle."""
        return self._reshuffled_in_vain or (len(self._left.cards) == 1 and len(self._right.cards) == 1)

    def _reshuffle(self, time_ns: int) -> None:
        """Make new side piles from the middle piles, face down."""
        match self.rules.reshuffle:
            case "keep_tops":
                cards = self._left.take_under_top() + self._right.take_under_top()
                self._shuffle(cards)
                self._side = {"left": cards[0::2], "right": cards[1::2]}
            case "keep_tops_each" | "whole_piles":
                whole = self.rules.reshuffle == "whole_piles"
                for side, pile in self._piles.items():
                    self._side[side] = pile.take_all() if whole else pile.take_under_top()
                    self._shuffle(self._side[side])
        self._reshuffled_in_vain = True
        self._events.append(Reshuffled(time_ns))
