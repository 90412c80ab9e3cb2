"""The tightest mutable Speed loop in pure Python: no time, no events, no interface; the yardstick for speed.

Two players play in turn the first card that fits; when neither can, two cards are turned up. A card is one
bit for its rank, 0 an empty slot; what fits a pile's top is the mask of two such bits.
"""

from collections.abc import Callable
from math import trunc
from random import Random

RANKS = 13
DECK = [1 << rank for rank in range(RANKS)] * 4
FITS = {1 << rank: 1 << (rank + 1) % RANKS | 1 << (rank - 1) % RANKS for rank in range(RANKS)}


def shuffle(cards: list[int], draw: Callable[[], float]) -> None:
    for last in range(len(cards) - 1, 0, -1):
        other = trunc(draw() * (last + 1))
        cards[last], cards[other] = cards[other], cards[last]


def play_game(draw: Callable[[], float]) -> int:
    """Play one game and return the number of plays."""
    deck = DECK[:]
    shuffle(deck, draw)
    hand, draw_pile, other_hand, other_draw_pile = deck[0:5], deck[5:20], deck[20:25], deck[25:40]
    left_side, right_side = deck[40:45], deck[45:50]
    left, right = deck[50:51], deck[51:52]
    left_fits, right_fits = FITS[deck[50]], FITS[deck[51]]
    plays = passed = 0
    while True:
        fits = left_fits | right_fits
        a, b, c, d, e = hand
        if a & fits:
            slot, card = 0, a
        elif b & fits:
            slot, card = 1, b
        elif c & fits:
            slot, card = 2, c
        elif d & fits:
            slot, card = 3, d
        elif e & fits:
            slot, card = 4, e
        else:
            passed += 1
            if passed == 2:
                passed = 0
                if not left_side:
                    rest = left[:-1] + right[:-1]
                    if not rest:
                        return plays
                    shuffle(rest, draw)
                    left_side, right_side = rest[::2], rest[1::2]
                    left, right = left[-1:], right[-1:]
                left.append(left_side.pop())
                left_fits = FITS[left[-1]]
                if right_side:
                    right.append(right_side.pop())
                    right_fits = FITS[right[-1]]
            hand, draw_pile, other_hand, other_draw_pile = other_hand, other_draw_pile, hand, draw_pile
            continue
        passed = 0
        plays += 1
        if card & left_fits:
            left.append(card)
            left_fits = FITS[card]
        else:
            right.append(card)
            right_fits = FITS[card]
        if draw_pile:
            hand[slot] = draw_pile.pop()
        else:
            hand[slot] = 0
            if not any(hand):
                return plays
        hand, draw_pile, other_hand, other_draw_pile = other_hand, other_draw_pile, hand, draw_pile


def plays_of(games: int, seed: int) -> int:
    """Play many games and return the number of plays."""
    draw = Random(seed).random
    return sum(play_game(draw) for _ in range(games))
