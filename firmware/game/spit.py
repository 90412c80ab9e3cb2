"""The game of Spit."""

from collections.abc import Mapping, Sequence
from typing import ClassVar, Final

from firmware.game.cards import DECK, Card
from firmware.game.events import Moved, Played, Player, RoundOver, Side
from firmware.game.match import Match
from firmware.game.middle import OWN_LEFT, Pile
from firmware.game.rules import Rules
from firmware.game.seat import Seat
from firmware.game.view import GameName, Phase

STOCKS: Final = 5
SLAP = Phase.SLAP


class SpitSeat(Seat):
    """A seat with five stocks and a spit pile, each with its top last."""

    __slots__ = ("spit", "stocks")

    def __init__(self, player: Player, piles: Mapping[Side, Pile]) -> None:
        super().__init__(player, piles)
        self.stocks: list[list[Card]] = [[] for _ in range(STOCKS)]
        self.spit: list[Card] = []

    def shown(self) -> Sequence[Card | None]:
        """The top of each stock."""
        return [stock[-1] if stock else None for stock in self.stocks]

    @property
    def face_down(self) -> int:
        """How many spit cards the player has."""
        return len(self.spit)

    @property
    def in_slots(self) -> int:
        """How many cards lie in the stocks."""
        return sum(map(len, self.stocks))

    @property
    def stock_counts(self) -> tuple[int, ...]:
        """How many cards each stock has."""
        return tuple(map(len, self.stocks))

    def state(self) -> dict[str, object]:
        """The stocks, top last, and the spit cards, top first."""
        return {"stocks": [list(stock) for stock in self.stocks], "spit": self.spit[::-1]}

    def tallest(self) -> list[Card] | None:
        """The tallest stock with two or more cards, the highest number if equal; None if there is none."""
        tallest = max(reversed(self.stocks), key=len)
        return tallest if len(tallest) > 1 else None


class Spit(Match[SpitSeat]):
    """A match of Spit. A deal takes several rounds; the loser of all cards loses it.

    In a round in which a player had no spit card to begin with there is only one middle pile.
    """

    game: ClassVar[GameName] = "spit"
    _cleared: SpitSeat

    # Dealing.

    def _seat(self, player: Player) -> SpitSeat:
        return SpitSeat(player, self._piles)

    @staticmethod
    def whole_deck(rules: Rules) -> tuple[Card, ...]:
        """The 52 cards."""
        return DECK

    def _deal(self, deck: list[Card]) -> None:
        half = len(deck) // 2
        self._lay_out(self._one, deck[:half])
        self._lay_out(self._two, deck[half:])

    def _lay_out(self, seat: SpitSeat, cards: list[Card]) -> None:
        """Deal row by row: a card to each of stocks 1 to 5, then 2 to 5, …; what is left over is spit."""
        for stock in seat.stocks:
            stock.clear()
        rows = [stock for first in range(STOCKS) for stock in seat.stocks[first:]]
        for stock, card in zip(rows, cards, strict=False):
            stock.append(card)
        seat.spit = cards[len(rows) :][::-1]

    def _begin(self, time_ns: int) -> None:
        """Each player turns a spit card onto the own left; who has none leaves only one middle pile."""
        self._spit(time_ns)

    def _spit(self, time_ns: int) -> None:
        cards: dict[Side, Card | None] = {
            OWN_LEFT[player]: seat.spit.pop() if seat.spit else None for player, seat in self._seats.items()
        }
        self._turn_up(time_ns, cards, "spit")

    # Playing.

    def _card(self, time_ns: int, seat: SpitSeat, slot: int) -> None:
        """Play the top of a stock, or move a card into an empty one."""
        stock = seat.stocks[slot - 1]
        if not stock:
            self._move(time_ns, seat, slot)
            return
        card = stock[-1]
        first, second = seat.own_left, seat.own_right
        if seat.action_held:
            first, second = second, first
        pile = first if card in first.fitting else second
        if card not in pile.fitting:
            self._refuse(time_ns, seat, slot, card)
            return
        stock.pop()
        pile.put(time_ns, card, card, seat.player)
        self._last_played = pile.side
        if not self._quiet:
            self._events.append(Played(time_ns, seat.player, slot, card, pile.side, None))
        if not any(seat.stocks):
            self._end_round(time_ns, seat)
        else:
            self._judge(time_ns)

    def _move(self, time_ns: int, seat: SpitSeat, slot: int) -> None:
        tallest = seat.tallest()
        if tallest is None:
            return
        from_slot = next(number for number, stock in enumerate(seat.stocks, 1) if stock is tallest)
        card = tallest.pop()
        seat.stocks[slot - 1].append(card)
        self._events.append(Moved(time_ns, seat.player, from_slot, slot, card))
        self._judge(time_ns)

    def _playable(self, seat: SpitSeat) -> tuple[int, ...]:
        """The slots whose top fits, then the empty ones into which a card can be moved."""
        if not seat.can_play:
            return ()
        fitting = self._left.fitting | self._right.fitting
        fits = [slot for slot, card in enumerate(seat.shown(), 1) if card in fitting]
        if seat.tallest() is not None:
            fits += [slot for slot, stock in enumerate(seat.stocks, 1) if not stock]
        return tuple(fits)

    def _look_who_can_play(self) -> bool:
        left, right = self._left, self._right
        for seat in self._seats.values():
            tops = seat.shown()
            seat.see(
                None if left.fitting.isdisjoint(tops) else left.top,
                None if right.fitting.isdisjoint(tops) else right.top,
                other=None in tops and seat.tallest() is not None,
            )
        return self._one.can_play or self._two.can_play

    # When nobody can act, and the end of a round.

    def _turn_up_new_cards(self, time_ns: int) -> None:
        """Each player who has spit cards turns one; if nobody has, the round is blocked and ends."""
        one, two = self._one, self._two
        if one.spit or two.spit:
            self._spit(time_ns)
        elif one.in_slots != two.in_slots:
            self._end_round(time_ns, one if one.in_slots < two.in_slots else two)
        else:
            self._end_round(time_ns, (one, two)[int(self._random.random() * 2)])

    def _end_round(self, time_ns: int, cleared: SpitSeat) -> None:
        """With two middle piles the first slap takes the smaller; with one nobody slaps for it."""
        self._cleared = cleared
        if not (self._left.cards and self._right.cards):
            self._take_piles(time_ns, smaller_to=cleared, slapped=None)
            return
        self.phase = SLAP
        self._unready()
        self._one.can_play = self._two.can_play = False
        self._phase_until_ns = time_ns + self.rules.claim_window_ns
        self._set_timer()

    def _slap_counts(self, seat: SpitSeat) -> bool:
        return self.phase is SLAP

    def _slap(self, time_ns: int, seat: SpitSeat) -> None:
        self._take_piles(time_ns, smaller_to=seat, slapped=seat)

    def _fire_other_phase(self, time_ns: int) -> None:
        """Nobody slapped: the player who cleared the stocks gets the smaller pile."""
        self._take_piles(time_ns, smaller_to=self._cleared, slapped=None)

    def _take_piles(self, time_ns: int, smaller_to: SpitSeat, slapped: SpitSeat | None) -> None:
        """Both take their piles; who has no card at all then wins, otherwise both lay out again."""
        other = self._other(smaller_to)
        smaller, larger = sorted(self._piles.values(), key=lambda pile: len(pile.cards))
        if len(smaller.cards) == len(larger.cards):
            smaller, larger = smaller_to.own_left, other.own_left
        taken = {smaller_to.player: smaller.take_all(), other.player: larger.take_all()}
        self._events.append(
            RoundOver(time_ns, self._cleared.player, None if slapped is None else slapped.player)
        )
        for player, seat in self._seats.items():
            cards = [*taken[player], *seat.spit, *(card for stock in seat.stocks for card in stock)]
            self._shuffle(cards)
            self._lay_out(seat, cards)
        for seat in self._seats.values():
            if not (seat.spit or any(seat.stocks)):
                self._win(time_ns, seat, points=len(DECK))
                return
        self._lay_out_for_ready(time_ns)
