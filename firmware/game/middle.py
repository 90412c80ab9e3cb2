"""The middle of the table: two face-up piles, what fits on them, and what fitted a moment ago."""

from collections import deque
from collections.abc import Mapping
from typing import Final

from firmware.game.cards import DECK, Card, neighbours, rank_of
from firmware.game.events import Player, Side

SIDES: Final[tuple[Side, Side]] = ("left", "right")
OWN_LEFT: Final[Mapping[Player, Side]] = {1: "left", 2: "right"}
OWN_RIGHT: Final[Mapping[Player, Side]] = {1: "right", 2: "left"}
NOTHING: Final[frozenset[Card]] = frozenset()


def fitting_cards() -> dict[Card, frozenset[Card]]:
    """For each card as the top of a pile, the cards that fit it: those of the two neighbouring ranks."""
    return {
        top: frozenset(card for card in DECK if rank_of(card) in neighbours(rank_of(top))) for top in DECK
    }


class Middle:
    """Two piles, bottom card first.

    A covered top is remembered for the grace, so that a press can be told from a misplay when the card
    had fitted until just before it.
    """

    __slots__ = ("_covered", "_fits", "_grace_ns", "_shown_since_ns", "piles", "played_by")

    def __init__(self, late_grace_ns: int) -> None:
        self._fits = fitting_cards()
        self._grace_ns = late_grace_ns
        self._covered: deque[tuple[int, Card]] = deque()
        self._shown_since_ns: dict[Side, int] = {"left": 0, "right": 0}
        self.piles: dict[Side, list[Card]] = {"left": [], "right": []}
        self.played_by: dict[Side, Player | None] = {"left": None, "right": None}

    def clear(self) -> None:
        """Empty both piles for a new deal."""
        self._covered.clear()
        for side in SIDES:
            self.piles[side].clear()
            self.played_by[side] = None

    def put(self, time_ns: int, side: Side, card: Card, player: Player | None) -> None:
        """Lay a card on a pile: played by `player`, or turned up (None)."""
        pile = self.piles[side]
        # A top that was covered at the very moment it came was never seen.
        if pile and self._shown_since_ns[side] < time_ns:
            covered = self._covered
            while covered and covered[0][0] <= time_ns - self._grace_ns:
                covered.popleft()
            covered.append((time_ns, pile[-1]))
        pile.append(card)
        self._shown_since_ns[side] = time_ns
        self.played_by[side] = player

    def fitting(self, side: Side) -> frozenset[Card]:
        """The cards that fit a pile as it is now."""
        pile = self.piles[side]
        return self._fits[pile[-1]] if pile else NOTHING

    def accepts_any(self, hand: list[Card | None]) -> bool:
        """Whether a card of the hand fits a pile."""
        return not (self.fitting("left").isdisjoint(hand) and self.fitting("right").isdisjoint(hand))

    def accepted(self, hand: list[Card | None]) -> tuple[int, ...]:
        """The slots of the hand, numbered from 1, whose card fits a pile."""
        fitting = self.fitting("left") | self.fitting("right")
        return tuple(slot for slot, card in enumerate(hand, 1) if card in fitting)

    def choose(self, card: Card, player: Player, action_held: bool) -> Side | None:
        """The pile that a card goes to: if both accept it, the own left, or with action the own right."""
        left, right = card in self.fitting("left"), card in self.fitting("right")
        if left and right:
            return (OWN_RIGHT if action_held else OWN_LEFT)[player]
        if left:
            return "left"
        return "right" if right else None

    def fitted_before(self, time_ns: int, card: Card) -> bool:
        """Whether a card fitted a top that was showing at some time in [time_ns - grace, time_ns)."""
        earliest_ns = time_ns - self._grace_ns
        return any(until_ns > earliest_ns and card in self._fits[top] for until_ns, top in self._covered)

    def under_top(self, side: Side) -> list[Card]:
        """Take all cards but the top of a pile away; they come bottom first."""
        pile = self.piles[side]
        taken = pile[:-1]
        del pile[:-1]
        return taken
