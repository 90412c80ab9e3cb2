"""Cards, the ring of ranks and the shuffle."""

from random import Random
from typing import Final, NewType

Card = NewType("Card", str)
"""A card is its own text: a rank of `A23456789TJQK`, then a suit of `CDHS`; the jokers are `X1` and `X2`."""

RANKS: Final = "A23456789TJQK"
SUITS: Final = "CDHS"
DECK: Final = tuple(Card(rank + suit) for suit in SUITS for rank in RANKS)
JOKERS: Final = (Card("X1"), Card("X2"))


def is_joker(card: Card | None) -> bool:
    """Whether it is a joker."""
    return card is not None and card[0] == "X"


def rank_of(card: Card) -> str:
    """The card's rank, one character of `RANKS`; `X` for a joker."""
    return card[0]


def suit_of(card: Card) -> str:
    """The card's suit, one character of `SUITS`; a joker has none."""
    return card[1]


def is_red(card: Card) -> bool:
    """Whether the card is a diamond or a heart."""
    return card[1] in "DH"


def rank_below(rank: str) -> str:
    """The rank before this one on the ring, on which A is next to K and 2."""
    return RANKS[RANKS.index(rank) - 1]


def rank_above(rank: str) -> str:
    """The rank after this one on the ring."""
    return RANKS[(RANKS.index(rank) + 1) % len(RANKS)]


def shuffle(cards: list[Card], random: Random) -> None:
    """Shuffle in place, by Fisher and Yates.

    `random.shuffle` may change between Python versions; `Random.random` is promised not to, so a seed
    gives the same deck on all of them.
    """
    draw = random.random
    for last in range(len(cards) - 1, 0, -1):
        other = int(draw() * (last + 1))
        cards[last], cards[other] = cards[other], cards[last]
