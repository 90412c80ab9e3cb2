"""Cards, the ring of ranks and the shuffle."""

from random import Random
from typing import Final, NewType

Card = NewType("Card", str)
"""A card is its own text: a rank of `A23456789TJQK`, then a suit of `CDHS`."""

RANKS: Final = "A23456789TJQK"
SUITS: Final = "CDHS"
DECK: Final = tuple(Card(rank + suit) for suit in SUITS for rank in RANKS)


def rank_of(card: Card) -> str:
    """The card's rank, one character of `RANKS`."""
    return card[0]


def suit_of(card: Card) -> str:
    """The card's suit, one character of `SUITS`."""
    return card[1]


def is_red(card: Card) -> bool:
    """Whether the card is a diamond or a heart."""
    return card[1] in "DH"


def neighbours(rank: str) -> str:
    """The ranks just below and above on the ring, on which A is next to K and 2."""
    place = RANKS.index(rank)
    return RANKS[place - 1] + RANKS[(place + 1) % len(RANKS)]


def shuffle(cards: list[Card], random: Random) -> None:
    """Shuffle in place, by Fisher and Yates.

    `random.shuffle` may change between Python versions; `Random.random` is promised not to, so a seed
    gives the same deck on all of them.
    """
    for last in range(len(cards) - 1, 0, -1):
        other = int(random.random() * (last + 1))
        cards[last], cards[other] = cards[other], cards[last]
