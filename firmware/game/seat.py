"""A player's side of the table."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Final

from firmware.game.cards import Card
from firmware.game.events import Player, Side
from firmware.game.middle import OTHER_SIDE, OWN_LEFT, Pile

NEVER_NS: Final = 1 << 70
"""Later than every time that a match can reach: a timer may end after the last time that can be told."""


def or_none(time_ns: int) -> int | None:
    """A time as it is told to others: None if it is never."""
    return None if time_ns == NEVER_NS else time_ns


class Seat(ABC):
    """What all games share of a seat. Times are NEVER_NS when not running.

    `can_play`: a card button of this player does something; kept up to date after every change.
    `chances` counts how often all that could be played was gone and something else fitted.
    """

    __slots__ = (
        *("_left_top", "_right_top", "action_held", "can_play", "chances", "claim_until_ns"),
        *("locked_until_ns", "own_left", "own_right", "player", "ready", "score"),
    )

    def __init__(self, player: Player, piles: Mapping[Side, Pile]) -> None:
        self.player: Final[Player] = player
        self.own_left: Final = piles[OWN_LEFT[player]]
        self.own_right: Final = piles[OTHER_SIDE[OWN_LEFT[player]]]
        self.score = 0
        self.ready = False
        self.action_held = False
        self.can_play = False
        self.chances = 0
        self.locked_until_ns = NEVER_NS
        self.claim_until_ns = NEVER_NS
        self._left_top: Card | None = None
        self._right_top: Card | None = None

    def see(self, left_top: Card | None, right_top: Card | None, *, other: bool = False) -> None:
        """Note on which tops a card of this player fits, and whether a button does something else."""
        kept_left = left_top is not None and left_top is self._left_top
        kept_right = right_top is not None and right_top is self._right_top
        self.can_play = other
        if left_top is not None or right_top is not None:
            self.can_play = True
            self.chances += not (kept_left or kept_right)
        self._left_top = left_top
        self._right_top = right_top

    @abstractmethod
    def shown(self) -> Sequence[Card | None]:
        """The face-up card of each slot, 1 to 5; None for an empty one."""

    @property
    @abstractmethod
    def face_down(self) -> int:
        """How many cards the player's own face-down pile has."""

    @property
    @abstractmethod
    def in_slots(self) -> int:
        """How many cards lie in the slots, covered ones too."""

    @property
    def stock_counts(self) -> tuple[int, ...] | None:
        """How many cards each stock has; None in games without stocks."""
        return None

    @abstractmethod
    def state(self) -> dict[str, object]:
        """The player's cards with the keys of the recording format, face-down ones too."""
