"""Computer players: they see what a person at that panel sees, and press the same buttons."""

import math
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from random import Random
from statistics import NormalDist
from typing import Final

from firmware.game.rules import SECOND_NS
from firmware.game.view import Phase, PlayerView
from hal.events import Control, InputEvent, Player

CARD_CONTROLS: Final = (Control.CARD1, Control.CARD2, Control.CARD3, Control.CARD4, Control.CARD5)
PRESS_NS: Final = SECOND_NS // 10
SPREAD: Final = 0.3
"""Standard deviation of the logarithm of a reaction time: two thirds lie within a factor of 1.35."""


@dataclass(frozen=True, slots=True)
class Level:
    """How good a computer player is.

    `play_ns` is the median time from when a play becomes possible to the press; `miss` the share of looks
    at the cards in which it overlooks what it could play.
    """

    play_ns: int
    miss: float


LEVELS: Final[Mapping[str, Level]] = {"medium": Level(play_ns=13 * SECOND_NS // 10, miss=0.12)}


class _Wish(Enum):
    PLAY = "play a card"
    CLAIM = "claim the win"
    READY = "press action"


class Opponent:
    """One computer player. The same seed and the same views give the same presses at the same times."""

    def __init__(self, player: Player, level: Level, random: Random) -> None:
        self.player: Final[Player] = player
        self._level = level
        self._random = random
        self._wish: _Wish | None = None
        self._wish_due_ns = 0
        self._slots: tuple[int, ...] = ()
        self._releases: deque[InputEvent] = deque()

    @property
    def due_ns(self) -> int | None:
        """When it wants to act next; None if it waits for something to happen."""
        times = [self._releases[0].time_ns] if self._releases else []
        if self._wish is not None:
            times.append(self._wish_due_ns)
        return min(times, default=None)

    def watch(self, view: PlayerView, now_ns: int) -> None:
        """Look at the table; to be called after everything that happens."""
        self._slots = view.playable
        wish = _wish(view)
        if wish is not self._wish:
            self._wish = wish
            if wish is not None:
                self._wish_due_ns = now_ns + self._reaction_ns(wish)

    def act(self, now_ns: int) -> list[InputEvent]:
        """The edges of its panel at this moment, when `due_ns` has come."""
        edges: list[InputEvent] = []
        while self._releases and self._releases[0].time_ns == now_ns:
            edges.append(self._releases.popleft())
        if self._wish is not None and self._wish_due_ns == now_ns:
            wish, self._wish = self._wish, None
            # What it overlooks now it finds when it looks again: forgetting the wish makes it do so.
            if wish is not _Wish.PLAY or self._random.random() >= self._level.miss:
                edges.append(self._press(self._control(wish), now_ns))
        return edges

    def _control(self, wish: _Wish) -> Control:
        match wish:
            case _Wish.PLAY:
                return CARD_CONTROLS[self._slots[0] - 1]
            case _Wish.CLAIM:
                return Control.SLAP
            case _Wish.READY:
                return Control.ACTION

    def _press(self, control: Control, now_ns: int) -> InputEvent:
        self._releases.append(InputEvent(now_ns + PRESS_NS, self.player, control, False))
        return InputEvent(now_ns, self.player, control, True)

    def _reaction_ns(self, wish: _Wish) -> int:
        """A time around the level's median; a claim needs no search among the cards and takes half."""
        median_ns = self._level.play_ns // 2 if wish is _Wish.CLAIM else self._level.play_ns
        # Neither 0 nor 1 can come out, where the normal distribution would be infinite.
        share = (self._random.random() + 0.5**54) / (1 + 0.5**53)
        return round(median_ns * math.exp(SPREAD * NormalDist().inv_cdf(share)))


def _wish(view: PlayerView) -> _Wish | None:
    if view.claim_open:
        return _Wish.CLAIM
    match view.phase:
        case Phase.READY | Phase.WON if not view.ready:
            return _Wish.READY
        case Phase.MATCH_WON if view.other_ready and not view.ready:
            # It is for a person to begin another match.
            return _Wish.READY
        case Phase.PLAY if view.playable and not view.locked:
            return _Wish.PLAY
    return None
