"""The simulation's fast lane: whole deals of Speed between two computer players, in one loop.

`firmware.game` says what the rules are, and `firmware.opponents` how a computer plays. A play costs some
13 µs there, between players of any kind and with an account of all that happens; for a million games that
is too slow. So the commonest games are written down a second time here, for their numbers alone: Speed
without jokers, refilled at once, with windows that no claim misses, at every level. `covers` tells. The same
random numbers are drawn in the same order; `tests/firmware/test_fast_lane.py` holds it to the same results.

A card is one bit for its rank and colour, see `choosing.py`; 0 is an empty slot. Piles have their top
last. Player 1 is 0 here and so is the left pile: the pile at the own left has the player's number.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import cycle
from math import nextafter, trunc
from random import Random
from typing import Final, TypeAlias

from firmware.game.events import PLAYERS
from firmware.game.rules import SECOND_NS, Rules
from firmware.game.seat import NEVER_NS
from firmware.game.speed import HAND_SIZE
from firmware.opponents import GAPS, LEVELS, REACTIONS, STEPS, reaction_ns
from firmware.simulation.choosing import BITS, CHOOSERS, Chooser, fits_of
from firmware.simulation.tally import STEP_NS, Numbers

Seat: TypeAlias = tuple[
    int,
    Callable[[], float],
    float,
    float,
    Chooser | None,
    list[int],
    list[int],
    list[int],
    list[int],
    list[int],
]
"""The player's number, random numbers, median time to a play in nanoseconds, share of misses, choice, how
often a play took so many steps of time, hand, draw pile, and the middle piles at the own left and right."""

_DRAW: Final = 1
_MEDIAN_NS: Final = 2
"""Where in a seat these are."""


def covers(rules: Rules, levels: Sequence[str]) -> bool:
    """Whether the numbers of such games can be had here."""
    return (
        rules.game == "speed"
        and not rules.jokers
        and rules.refill == "auto"
        and (rules.claim == "none" or max(map(_slowest_ns, levels)) // 2 <= rules.claim_window_ns)
        and all(LEVELS[level].choose in CHOOSERS for level in levels)
    )


def _slowest_ns(level: str) -> int:
    return reaction_ns(lambda: nextafter(1, 0), LEVELS[level].play_ns)


def play_games(
    rules: Rules, levels: Sequence[str], games: int, cards: Random, players: Sequence[Random]
) -> Numbers:
    """As `simulate.play_games`, for rules and levels that are covered."""
    return _FastLane(rules, levels, cards, players).play(games)


class _FastLane:
    """Deal after deal between two computer players."""

    def __init__(self, rules: Rules, levels: Sequence[str], cards: Random, players: Sequence[Random]) -> None:
        self._rules: Final = rules
        self._draw: Final = cards.random
        self._numbers: Final = Numbers()
        self._fits: Final = fits_of(rules.same_rank, rules.alternate_colours)
        self._draws: Final = [random.random for random in players]
        self._medians_ns: Final = [float(LEVELS[level].play_ns) for level in levels]
        self._miss: Final = [LEVELS[level].miss for level in levels]
        self._choosers: Final = [CHOOSERS[LEVELS[level].choose] for level in levels]
        self._times: Final = [[0] * (_slowest_ns(level) // STEP_NS + 1) for level in levels]
        self._missed: Final = [0, 0]

    def play(self, games: int) -> Numbers:
        """Play that many games and return their numbers."""
        numbers = self._numbers
        numbers.rounds = games
        for _ in range(games):
            self._deal()
            winner, time_ns = self._play_deal()
            numbers.players[PLAYERS[winner]].wins += 1
            numbers.lengths_s.append(time_ns / SECOND_NS)
        for own, times, missed in zip(numbers.players.values(), self._times, self._missed, strict=True):
            own.plays = sum(times)
            own.missed = missed
            own.looks = own.plays + missed
            own.times_to_play = Counter({steps: count for steps, count in enumerate(times) if count})
        return numbers

    def _deal(self) -> None:
        deck = list(BITS)
        self._shuffle(deck)
        each = self._rules.cards_each
        one, two, rest = deck[:each], deck[each : 2 * each], deck[2 * each : -2]
        self._hands = [one[:HAND_SIZE], two[:HAND_SIZE]]
        self._draw_piles = [one[: HAND_SIZE - 1 : -1], two[: HAND_SIZE - 1 : -1]]
        half = (len(rest) + 1) // 2
        self._sides = [rest[:half][::-1], rest[half:][::-1]]
        self._piles = [deck[-2:-1], deck[-1:]]
        if not any(self._rules.handicap):
            return
        sides = cycle(self._sides)
        for pile, count in zip(self._draw_piles, self._rules.handicap, strict=True):
            for card, side in zip(pile[:count], sides, strict=False):
                side.insert(0, card)
            del pile[:count]

    def _seat(self, player: int) -> Seat:
        return (
            player,
            self._draws[player],
            self._medians_ns[player],
            self._miss[player],
            self._choosers[player],
            self._times[player],
            self._hands[player],
            self._draw_piles[player],
            self._piles[player],
            self._piles[1 - player],
        )

    def _play_deal(self) -> tuple[int, int]:
        """Play until the deal is won; by whom and when.

        What belongs to the player who acts is in local names, and what belongs to the other in such with
        `other_`; they change places when the other is the next to act. `top` is what fits a pile's top.
        It is written out at length, because passing all this on to functions would take longer than what
        they do; so would a loop over the hand.
        """
        fits, missed, claim, reactions, gaps = self._fits, self._missed, self._rules.claim, REACTIONS, GAPS
        race = claim == "race"
        seat, other_seat = self._seat(0), self._seat(1)
        player, draw, median_ns, miss, choose, times, hand, draw_pile, pile, other_pile = seat
        a, b, c, d, e = self._hands[1]
        other_mask = a | b | c | d | e
        a, b, c, d, e = hand
        mask = a | b | c | d | e
        wait_ns = other_wait_ns = 0
        out = False
        now_ns = self._both_press(0) + self._rules.countdown_ns
        while True:
            # New cards lie in the middle, now or after the next turn-ups: who can play takes time to see it.
            if not (mask | other_mask) & (fits[pile[-1]] | fits[other_pile[-1]]):
                now_ns = self._turn_up(now_ns, mask | other_mask)
            due_ns = other_due_ns = NEVER_NS
            top, other_top = fits[pile[-1]], fits[other_pile[-1]]
            if mask & (top | other_top):
                wait_ns = reaction_ns(draw, median_ns)
                due_ns = now_ns + wait_ns
            if other_mask & (top | other_top):
                other_wait_ns = reaction_ns(other_seat[_DRAW], other_seat[_MEDIAN_NS])
                other_due_ns = now_ns + other_wait_ns
            while True:
                # At the very same time player 1 is judged first.
                if other_due_ns <= due_ns and (other_due_ns < due_ns or player):
                    due_ns, other_due_ns = other_due_ns, due_ns
                    wait_ns, other_wait_ns = other_wait_ns, wait_ns
                    mask, other_mask = other_mask, mask
                    top, other_top = other_top, top
                    seat, other_seat = other_seat, seat
                    player, draw, median_ns, miss, choose, times, hand, draw_pile, pile, other_pile = seat
                now_ns = due_ns
                if out and (race or not mask):
                    return player, now_ns
                if draw() < miss:
                    missed[player] += 1
                else:
                    times[wait_ns // STEP_NS] += 1
                    if choose is None:
                        either = top | other_top
                        a, b, c, d, e = hand
                        if a & either:
                            slot, card = 0, a
                        elif b & either:
                            slot, card = 1, b
                        elif c & either:
                            slot, card = 2, c
                        elif d & either:
                            slot, card = 3, d
                        else:
                            slot, card = 4, e
                        to_right = False
                    else:
                        # At the table it takes `AIM_NS` to aim at the right. That changes no number: it is
                        # done for the sake of a card to follow, so nothing ends or gets stuck by it.
                        slot, to_right = choose(hand, mask, top, other_top, fits)
                        card = hand[slot]
                    after = fits[card]
                    if card & top and not to_right:
                        pile.append(card)
                        kept = other_top
                        top = after
                    else:
                        other_pile.append(card)
                        kept = top
                        other_top = after
                    hand[slot] = draw_pile.pop() if draw_pile else 0
                    a, b, c, d, e = hand
                    mask = a | b | c | d | e
                    if not mask:
                        if claim == "none":
                            return player, now_ns
                        out = True
                        due_ns = now_ns + reaction_ns(draw, median_ns) // 2
                        if race:
                            other_due_ns = (
                                now_ns + reaction_ns(other_seat[_DRAW], other_seat[_MEDIAN_NS]) // 2
                            )
                            continue
                    # The other looks anew only if all that could be played is gone; an out one waits to slap.
                    if not other_mask & kept:
                        if other_mask & after:
                            other_wait_ns = reaction_ns(other_seat[_DRAW], other_seat[_MEDIAN_NS])
                            other_due_ns = now_ns + other_wait_ns
                        elif other_mask:
                            other_due_ns = NEVER_NS
                    if not mask & (after | kept):
                        if mask:
                            due_ns = NEVER_NS
                            if other_due_ns == NEVER_NS:
                                break
                        continue
                # This is `reaction_ns`, without the call: it happens most often by far.
                place = draw() * STEPS
                step = trunc(place)
                wait_ns = trunc(median_ns * (reactions[step] + (place - step) * gaps[step]))
                due_ns = now_ns + wait_ns

    def _both_press(self, now_ns: int) -> int:
        """When both have pressed action who are asked to do so now."""
        return now_ns + max(map(reaction_ns, self._draws, self._medians_ns))

    def _turn_up(self, now_ns: int, cards: int) -> int:
        """Turn up new cards until one of those in the hands fits; when that is."""
        fits, (left, right) = self._fits, self._piles
        together = self._rules.turn_up == "together"
        self._in_vain = False
        while True:
            now_ns = self._both_press(now_ns) if together else now_ns + self._rules.turn_up_delay_ns
            self._numbers.turn_ups += 1
            left_side, right_side = self._sides
            if not left_side and not right_side:
                left_side, right_side = self._new_sides()
            if left_side:
                left.append(left_side.pop())
            if right_side:
                right.append(right_side.pop())
            if cards & (fits[left[-1]] | fits[right[-1]]):
                return now_ns

    def _new_sides(self) -> list[list[int]]:
        """What is turned up from when both side piles are empty; for once it may be the draw piles."""
        left, right = self._piles
        if any(self._draw_piles) and (self._in_vain or len(left) == len(right) == 1):
            self._numbers.draw_pile_turn_ups += 1
            return self._draw_piles
        self._numbers.reshuffles += 1
        self._in_vain = True
        if self._rules.reshuffle == "keep_tops":
            cards = left[:-1] + right[:-1]
            self._shuffle(cards)
            self._sides = [cards[0::2], cards[1::2]]
            del left[:-1], right[:-1]
        else:
            for number, pile in enumerate(self._piles):
                end = len(pile) if self._rules.reshuffle == "whole_piles" else -1
                self._sides[number] = pile[:end]
                del pile[:end]
                self._shuffle(self._sides[number])
        return self._sides

    def _shuffle(self, cards: list[int]) -> None:
        """Do as `cards.shuffle` does."""
        draw = self._draw
        for last in range(len(cards) - 1, 0, -1):
            other = trunc(draw() * (last + 1))
            cards[last], cards[other] = cards[other], cards[last]
