"""The game of Speed."""

from itertools import cycle
from typing import ClassVar, Final

from firmware.game.cards import DECK, JOKERS, Card, is_joker
from firmware.game.events import ClaimMissed, Drew, Out, Played, Player, Reshuffled, Side
from firmware.game.match import NEVER_NS, Match, Seat, or_none
from firmware.game.middle import OTHER_SIDE, OWN_LEFT, SIDES, Pile, stand_in
from firmware.game.rules import Rules
from firmware.game.view import Ask, GameName, PlayerView, SeatView, TableView

HAND_SIZE: Final = 5


class SpeedSeat(Seat):
    """A seat with a hand of five slots and a draw pile, its top last."""

    __slots__ = ("claim_until_ns", "draw_pile", "hand", "last_pile")

    def __init__(self, player: Player, piles: dict[Side, Pile]) -> None:
        super().__init__(player, piles)
        self.hand: list[Card | None] = [None] * HAND_SIZE
        self.draw_pile: list[Card] = []
        self.claim_until_ns = NEVER_NS
        self.last_pile = self.own_left

    @property
    def cards_left(self) -> int:
        """How many cards the player has, in hand and draw pile."""
        return HAND_SIZE - self.hand.count(None) + len(self.draw_pile)


class Speed(Match[SpeedSeat]):
    """A match of Speed. The rules are explained where they are judged."""

    game: ClassVar[GameName] = "speed"
    _side: dict[Side, list[Card]]
    _starters: dict[Side, Card] | None
    _claiming: list[SpeedSeat]
    """Players who are out, in the order in which they went out. All windows are equally long, so the first
    one's ends first."""
    _reshuffled_in_vain: bool

    # What may be seen.

    def view(self) -> TableView:
        """The table as it lies on a shared screen."""
        return TableView(
            phase=self.phase,
            phase_until_ns=or_none(self._phase_until_ns),
            piles={
                side: self._pile_view(side, len(self._side[side]), starter=self._starters is not None)
                for side in SIDES
            },
            seats={
                player: SeatView(
                    hand=tuple(seat.hand),
                    draw_count=len(seat.draw_pile),
                    score=seat.score,
                    ready=seat.ready,
                    action_held=seat.action_held,
                    locked_until_ns=or_none(seat.locked_until_ns),
                    claim_until_ns=or_none(seat.claim_until_ns),
                    playable=self._playable(seat),
                    asked=self.asked(player),
                )
                for player, seat in self._seats.items()
            },
            target=self.rules.target,
            winner=self.winner,
            match_winner=self.match_winner,
            game=self.game,
            last_played=self._last_played,
            lockout_ns=self.rules.misplay_lockout_ns,
            claim_window_ns=self.rules.claim_window_ns,
        )

    def seen_by(self, player: Player) -> PlayerView:
        """What that player sees when choosing a card."""
        own, other = self._seats[player], self._seats[2 if player == 1 else 1]
        return PlayerView(
            hand=tuple(own.hand),
            playable=self._playable(own),
            tops=(own.own_left.top, own.own_right.top),
            fits=self._fits,
            draw_count=len(own.draw_pile),
            other_draw_count=len(other.draw_pile),
            other_hand_count=HAND_SIZE - other.hand.count(None),
        )

    def state(self) -> dict[str, object]:
        """Everything, face-down cards too, with the keys of the recording format."""
        return {
            **self._common_state(),
            "side": {side: self._side[side][::-1] for side in SIDES},
            "starters": dict(self._starters) if self._starters else None,
            "stands_for": dict(self._stands_for),
            "players": {
                str(player): {
                    "ready": seat.ready,
                    "locked_until": or_none(seat.locked_until_ns),
                    "action_held": seat.action_held,
                    "score": seat.score,
                    "claim_until": or_none(seat.claim_until_ns),
                    "hand": list(seat.hand),
                    "draw": seat.draw_pile[::-1],
                }
                for player, seat in self._seats.items()
            },
            "winner": self.winner,
            "match_winner": self.match_winner,
        }

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

    def _can_wait(self, time_ns: int) -> bool:
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
        self._win(time_ns, seat, points=(self._two if seat is self._one else self._one).cards_left)

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
