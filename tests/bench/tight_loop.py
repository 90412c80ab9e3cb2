"""The tightest mutable Speed loop in pure Python: no time, no events, no interface; the yardstick for speed.

Two players play in turn the first card that fits; when neither can, two cards are turned up.
"""

from collections.abc import Callable
from random import Random

CARDS = 52
FITS = [frozenset(card for card in range(CARDS) if (card - top) % 13 in (1, 12)) for top in range(CARDS)]


def shuffle(cards: list[int], draw: Callable[[], float]) -> None:
    for last in range(len(cards) - 1, 0, -1):
        other = int(draw() * (last + 1))
        cards[last], cards[other] = cards[other], cards[last]


def play_game(draw: Callable[[], float]) -> int:
    """Play one game and return the number of plays."""
    deck = list(range(CARDS))
    shuffle(deck, draw)
    hands = [deck[0:5], deck[20:25]]
    draws = [deck[5:20], deck[25:40]]
    sides = [deck[40:45], deck[45:50]]
    tops = [deck[50], deck[51]]
    piles = [[deck[50]], [deck[51]]]
    plays = who = passed = 0
    while True:
        hand = hands[who]
        fits_left, fits_right = FITS[tops[0]], FITS[tops[1]]
        for card in hand:
            if card in fits_left:
                side = 0
                break
            if card in fits_right:
                side = 1
                break
        else:
            who = 1 - who
            passed += 1
            if passed == 2:
                passed = 0
                if not sides[0]:
                    rest = piles[0][:-1] + piles[1][:-1]
                    if not rest:
                        return plays
                    shuffle(rest, draw)
                    sides = [rest[::2], rest[1::2]]
                    piles = [[tops[0]], [tops[1]]]
                for number, pile in enumerate(sides):
                    if pile:
                        tops[number] = pile.pop()
                        piles[number].append(tops[number])
            continue
        passed = 0
        plays += 1
        tops[side] = card
        piles[side].append(card)
        if draws[who]:
            hand[hand.index(card)] = draws[who].pop()
        else:
            hand.remove(card)
            if not hand:
                return plays
        who = 1 - who


def plays_of(games: int, seed: int) -> int:
    """Play many games and return the number of plays."""
    draw = Random(seed).random
    return sum(play_game(draw) for _ in range(games))
