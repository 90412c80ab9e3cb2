"""The middle of the table: two face-up piles, what fits on them, and what fitted a moment ago."""

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Final

from firmware.game.cards import (
    DECK,
    JOKERS,
    Card,
    is_joker,
    is_red,
    rank_above,
    rank_below,
    rank_of,
    suit_of,
)
from firmware.game.events import Player, Side

SIDES: Final[tuple[Side, Side]] = ("left", "right")
OWN_LEFT: Final[Mapping[Player, Side]] = {1: "left", 2: "right"}
OTHER_SIDE: Final[Mapping[Side, Side]] = {"left": "right", "right": "left"}
NOTHING: Final[frozenset[Card]] = frozenset()

_OTHER_COLOUR: Final = {"C": "D", "S": "H", "D": "C", "H": "S"}


@cache
def fitting_cards(same_rank: bool = False, alternate_colours: bool = False) -> Mapping[Card, frozenset[Card]]:
    """For each card as the top of a pile, the cards that fit it: the one table of what fits.

    A card fits if its rank is one away on the ring, or the same if `same_rank`; with `alternate_colours`
    its colour must differ. A joker fits everything, and everything fits a wild joker.
    """

    def fits(card: Card, top: Card) -> bool:
        rank = rank_of(top)
        ranks = rank_below(rank) + rank_above(rank) + (rank if same_rank else "")
        return rank_of(card) in ranks and not (alternate_colours and is_red(card) == is_red(top))

    table = {top: frozenset([*(card for card in DECK if fits(card, top)), *JOKERS]) for top in DECK}
    return table | dict.fromkeys(JOKERS, frozenset((*DECK, *JOKERS)))


def stand_in(
    top: Card, hand: Iterable[Card | None], fits: Mapping[Card, frozenset[Card]], alternate_colours: bool
) -> Card | None:
    """The card that a joker played onto `top` stands for; None, wild, if the top is a wild joker.

    That is the rank above, unless only the rank below lets the same player follow with another card of
    the hand. It takes the suit of the card it covers, or with `alternate_colours` one of the other colour.
    """
    if is_joker(top):
        return None
    suit = _OTHER_COLOUR[suit_of(top)] if alternate_colours else suit_of(top)
    above, below = Card(rank_above(rank_of(top)) + suit), Card(rank_below(rank_of(top)) + suit)
    follows_above, follows_below = (not fits[card].isdisjoint(hand) for card in (above, below))
    return below if follows_below and not follows_above else above


class Pile:
    """A middle pile, bottom card first.

    `top`: what the top card counts as: itself, or what a played joker stands for; None for an empty pile.
    `fitting`: the cards that fit it now. What was showing before is remembered for the grace.
    """

    __slots__ = ("_history", "_table", "cards", "fitting", "played_by", "side", "top")

    def __init__(self, side: Side, table: Mapping[Card, frozenset[Card]]) -> None:
        self.side: Final[Side] = side
        self._table = table
        self.clear()

    def clear(self) -> None:
        """Take everything away and forget what was showing."""
        self.cards: list[Card] = []
        self.top: Card | None = None
        self.fitting = NOTHING
        self.played_by: Player | None = None
        self._history: list[tuple[int, Card]] = []

    def put(self, time_ns: int, card: Card, counts_as: Card, player: Player | None) -> None:
        """Lay a card on top: played by `player`, or turned up (None)."""
        self.cards.append(card)
        self.top = counts_as
        self.fitting = self._table[counts_as]
        self.played_by = player
        self._history.append((time_ns, counts_as))

    def take_under_top(self) -> list[Card]:
        """Take all cards but the top away; they come bottom first."""
        taken = self.cards[:-1]
        del self.cards[:-1]
        return taken

    def take_all(self) -> list[Card]:
        """Take all cards away, the top too; it counts as showing until the next one is laid."""
        taken, self.cards = self.cards, []
        self.top = None
        self.fitting = NOTHING
        self.played_by = None
        return taken

    def fitted_since(self, earliest_ns: int, card: Card) -> bool:
        """Whether a card fitted a top that was showing for a while after `earliest_ns` and is covered."""
        covered_ns = None
        for shown_ns, top in reversed(self._history):
            if covered_ns is not None:
                if covered_ns <= earliest_ns:
                    return False
                # A top that was covered at the very moment it came was never seen.
                if shown_ns < covered_ns and card in self._table[top]:
                    return True
            covered_ns = shown_ns
        return False
