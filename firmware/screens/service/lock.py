"""The lock on the settings: opened with four hands' worth of fingers, which nobody does by chance."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from firmware.game.events import PLAYERS, Player
from firmware.game.rules import SECOND_NS
from firmware.screens.page import BackPage, Step, Words
from firmware.text import say
from hal.events import Control, InputEvent

KEYS: Final = tuple((player, control) for player in PLAYERS for control in (Control.CARD1, Control.CARD5))
HOLD_NS: Final = 5 * SECOND_NS


class UnlockPage(BackPage):
    """Waits for card buttons 1 and 5 of both panels to be held together."""

    def words(self, player: Player) -> Words:
        """What to hold."""
        how = say("service.unlock_how")
        return Words(say("service.unlock"), (how,), buttons={"action": self.done()})

    @property
    def due_ns(self) -> int:
        """The end of the hold, or of the time for which the page may be left alone."""
        return min(super().due_ns, self._open_ns() or super().due_ns)

    def judge(self, time_ns: int, edges: Sequence[InputEvent]) -> Step:
        """Open the lock when all four have been held for long enough."""
        open_ns = self._open_ns()
        if open_ns is not None and time_ns >= open_ns:
            self.house.change(replace(self.house.settings, locked=False))
            return Step(self.back(time_ns))
        return super().judge(time_ns, edges)

    def _open_ns(self) -> int | None:
        held = self.house.held
        return max(held[key] for key in KEYS) + HOLD_NS if held.keys() >= set(KEYS) else None
