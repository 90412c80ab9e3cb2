"""The table's language for Spit: layouts laid by hand, and rounds that begin as later ones may."""

from collections.abc import Mapping, Sequence
from random import Random

from firmware.game.cards import DECK, RANKS, Card
from firmware.game.rules import make_rules
from firmware.game.spit import Spit
from tests.firmware.table import Table, cards

ROWS = (0, 1, 2, 3, 4, 1, 2, 3, 4, 2, 3, 4, 3, 4, 4)
"""The stocks, counted from 0, in the order in which a layout is dealt to them."""


def layout(stocks: str, spit: str, count: int, rest: list[Card]) -> list[Card]:
    """The cards of one player in the order in which they are dealt.

    `stocks`: five stocks, separated by `|`, top card last; cards that lie under those named, and spit cards
    after those named, are taken from `rest`.
    """
    rows = ROWS[:count]
    named = [cards(stock) for stock in stocks.split("|")] if stocks else [[] for _ in range(5)]
    for number, stock in enumerate(named):
        under = rows.count(number) - len(stock)
        assert under >= 0, f"stock {number + 1} has more cards than are dealt to it"
        stock[:0] = [rest.pop() for _ in range(under)]
    dealt = [named[number].pop(0) for number in rows]
    spit_cards = cards(spit)
    return dealt + spit_cards + [rest.pop() for _ in range(count - len(dealt) - len(spit_cards))]


def spit_deck(one: str = "", two: str = "", spit1: str = "", spit2: str = "", first: int = 26) -> list[Card]:
    """A deck that lays out the named stocks and spit cards; player 1 gets the `first` cards of it."""
    named = cards(f"{one} {two} {spit1} {spit2}".replace("|", " "))
    assert len(set(named)) == len(named), "a card is named twice"
    rest = [card for card in DECK if card not in named]
    return layout(one, spit1, first, rest) + layout(two, spit2, 52 - first, rest)


def ladder(suits: str, count: int = 15) -> str:
    """Stocks that can be played one after the other, from stock 1 on, each card one rank above the last:
    an ace first, so the first goes onto a king."""
    run = [RANKS[place % 13] + suits[place // 13] for place in range(count)]
    stocks: list[list[str]] = [[] for _ in range(5)]
    for number in sorted(ROWS[:count]):
        stocks[number].append(run.pop(0))
    return " | ".join(" ".join(reversed(stock)) for stock in stocks)


BOTH_LADDERS = spit_deck(ladder("CD"), ladder("HS"), spit1="KD", spit2="KS")
"""Player 1 can clear the stocks onto the left pile, player 2 onto the right one."""


# Sevens, fives and nines fit none of these, nor each other.
UNFIT = [rank + suit for rank in "A23JQK" for suit in "CDHS"]


def blocked_deck(first: int = 26, spit1: str = "", spit2: str = "") -> list[Card]:
    """A deal in which nobody can act, unless a spit card is named that fits, until no spit card is left."""
    unfit = UNFIT.copy()
    piles = [
        f"{spit} {' '.join(unfit.pop() for _ in range(max(0, count - 15) - len(spit.split())))}"
        for spit, count in ((spit1, first), (spit2, 52 - first))
    ]
    return spit_deck(
        one="7C | 7D | 7H | 7S | 9C" if first < 15 else "7C | 7D | 7H | 7S | 9H 9C",
        two="5C | 5D | 5H | 5S | 9S 9D",
        spit1=piles[0],
        spit2=piles[1],
        first=first,
    )


class LaterRound(Spit):
    """A match whose deals are as uneven as the layouts of later rounds: player 1 gets `first` cards."""

    def __init__(self, first: int, options: Mapping[str, object], seed: int, deal: Sequence[Card]) -> None:
        self._first = first
        super().__init__(make_rules("spit", options), Random(seed), deal)

    def _deal(self, deck: list[Card]) -> None:
        self._lay_out(self._one, deck[: self._first])
        self._lay_out(self._two, deck[self._first :])


def spit_table(deal: Sequence[Card], options: Mapping[str, object] | None = None, seed: int = 0) -> Table:
    """A round whose spit cards were turned up at second 4."""
    table = Table(deal, options, seed, preset="spit")
    table.begin()
    return table


def later_round(
    first: int, deal: Sequence[Card], options: Mapping[str, object] | None = None, seed: int = 0
) -> Table:
    """A round in which player 1 has only the `first` cards of the deal, as after other rounds."""
    table = Table(preset="spit")
    table.game = LaterRound(first, options or {}, seed, deal)
    table.game.opening()
    table.begin()
    return table


def clear(table: Table, player: int, start: float, count: int = 15) -> None:
    """Play a ladder, 10 ms a card, from stock 1 on."""
    for number, slot in enumerate(sorted(ROWS[:count])):
        table.at(f"{start + number / 100:.2f} P{player} card{slot + 1}")


def all_of(table: Table, player: int) -> list[str]:
    """All cards of that player, sorted."""
    seat = table.player(player)
    return sorted([*seat["spit"], *(card for stock in seat["stocks"] for card in stock)])
