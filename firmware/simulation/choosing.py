"""Cards as single bits, hands as masks of them, and how a computer player chooses from those.

A bit stands for a card's rank and colour: nothing else decides what fits. The choices are those of
`firmware.opponents`, which says what they mean; here they are made in a fraction of the time.
"""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Final, TypeAlias

from firmware.game.cards import DECK, RANKS, Card, is_red, rank_of
from firmware.game.middle import fitting_cards
from firmware.game.speed import HAND_SIZE
from firmware.game.view import PlayerView
from firmware.opponents import Press, first_that_fits, leaves_another, looks_ahead

Fits: TypeAlias = Mapping[int, int]
"""For each card as a top the mask of those that fit it."""

Choice: TypeAlias = tuple[int, bool]
"""A slot, and whether it shall go to the own right though it fits both piles."""

Chooser: TypeAlias = Callable[[list[int], int, int, int, Fits], Choice]
"""Chooses from a hand, given also as a mask, by the masks of what fits the own left and the own right."""


def _bit(card: Card) -> int:
    return 1 << (RANKS.index(rank_of(card)) + len(RANKS) * is_red(card))


BITS: Final = tuple(map(_bit, DECK))
"""The deck. Each bit is there twice: two suits share a colour."""


@cache
def fits_of(same_rank: bool, alternate_colours: bool) -> Fits:
    """What fits what, as `middle.fitting_cards` tells for these options."""
    table = fitting_cards(same_rank, alternate_colours)
    return {_bit(top): sum({_bit(card) for card in DECK if card in table[top]}) for top in DECK}


def _leaves_another(hand: list[int], mask: int, left: int, right: int, fits: Fits) -> Choice:
    """See `opponents.leaves_another`."""
    fitting = mask & (left | right)
    if not fitting & (fitting - 1):
        # One card fits, or two of a kind.
        return hand.index(fitting), False
    a, b, c, d, e = hand
    if a & fitting and (b | c | d | e) & (fits[a] | (right if a & left else left)):
        return 0, False
    if b & fitting and (a | c | d | e) & (fits[b] | (right if b & left else left)):
        return 1, False
    if c & fitting and (a | b | d | e) & (fits[c] | (right if c & left else left)):
        return 2, False
    if d & fitting and (a | b | c | e) & (fits[d] | (right if d & left else left)):
        return 3, False
    if e & fitting and (a | b | c | d) & (fits[e] | (right if e & left else left)):
        return 4, False
    # None does: the first that fits.
    for slot, card in enumerate(hand):
        if card & fitting:
            return slot, False
    raise AssertionError("no card fits")


def _looks_ahead(hand: list[int], mask: int, left: int, right: int, fits: Fits) -> Choice:
    """See `opponents.looks_ahead`."""
    fitting = mask & (left | right)
    if not fitting & (fitting - 1) and not (fitting & left and fitting & right):
        return hand.index(fitting), False
    best, longest = (0, False), 0
    twins = 0
    count = HAND_SIZE - hand.count(0)
    if mask.bit_count() < count:
        twins = sum({card for card in hand if hand.count(card) == 2})
    for slot, card in enumerate(hand):
        if card & fitting:
            after, rest = fits[card], mask if card & twins else mask ^ card
            others = twins & ~card
            if card & left:
                run = 1 + _longest_run(after, right, rest, others, count - 1, fits)
                if run > longest:
                    best, longest = (slot, False), run
            if card & right:
                run = 1 + _longest_run(left, after, rest, others, count - 1, fits)
                if run > longest:
                    best, longest = (slot, bool(card & left)), run
            if longest == count:
                break
    return best


def _longest_run(left: int, right: int, mask: int, twins: int, count: int, fits: Fits) -> int:
    """How many of `count` cards can be played one after the other; `twins` are in the mask for two."""
    best = 0
    fitting = mask & (left | right)
    while fitting:
        card = fitting & -fitting
        fitting ^= card
        after = fits[card]
        rest = mask if card & twins else mask ^ card
        if card & left:
            run = 1
            if rest & (after | right):
                run += _longest_run(after, right, rest, twins & ~card, count - 1, fits)
            if run > best:
                best = run
        if card & right:
            run = 1
            if rest & (after | left):
                run += _longest_run(left, after, rest, twins & ~card, count - 1, fits)
            if run > best:
                best = run
        if best == count:
            break
    return best


CHOOSERS: Final[Mapping[Callable[[PlayerView], Press], Chooser | None]] = {
    first_that_fits: None,
    leaves_another: _leaves_another,
    looks_ahead: _looks_ahead,
}
"""The same choices from masks; None for the first that fits, which the loop finds by itself."""
