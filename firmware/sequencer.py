"""Puts edges in the order in which they happened, whatever the order in which they were delivered.

It has no clock and no devices: it is told what arrived and how far the account of it is complete.
"""

import heapq
import logging
from collections.abc import Callable, Iterable
from dataclasses import replace

from hal.events import Control, InputEvent, Player

log = logging.getLogger(__name__)


def _log_late(edge: InputEvent, mark_ns: int) -> None:
    log.warning(
        "An edge of player %d's %s came %.3f ms too late; it counts as of now.",
        edge.player,
        edge.control,
        (mark_ns - edge.time_ns) / 1e6,
    )


class Sequencer:
    """Holds edges until it is certain that no earlier one can come.

    `lot` draws a number, e.g. `Random(seed).random`: of two buttons with the same stamp the lower is first.
    An edge that arrives after its moment was closed is not dropped: it is moved to the first open moment,
    counted in `late`, and reported to `on_late` with that moment. `mark_ns`: the first open moment.
    """

    def __init__(
        self, lot: Callable[[], float], on_late: Callable[[InputEvent, int], None] = _log_late
    ) -> None:
        self._lot = lot
        self._on_late = on_late
        self.mark_ns = 0
        self._arrived = 0
        # (moment, stamp, order of arrival, edge): moment and stamp differ for a late edge only.
        self._waiting: list[tuple[int, int, int, InputEvent]] = []
        self.late = 0

    @property
    def next_ns(self) -> int | None:
        """The time of the earliest edge that waits, or None."""
        return self._waiting[0][0] if self._waiting else None

    def add(self, edges: Iterable[InputEvent]) -> None:
        """Take edges in, in any order."""
        for edge in edges:
            stamp_ns = edge.time_ns
            if stamp_ns < self.mark_ns:
                self.late += 1
                self._on_late(edge, self.mark_ns)
                edge = replace(edge, time_ns=self.mark_ns)
            self._arrived += 1
            heapq.heappush(self._waiting, (edge.time_ns, stamp_ns, self._arrived, edge))

    def take(self, time_ns: int) -> list[InputEvent]:
        """Remove and return all edges of this moment, in the order in which they are to be judged.

        Edges with the very same stamp are put in order by lot. The lot falls between buttons: the edges
        of one button stay in the order in which they came, or a release could overtake its press.
        """
        waiting = self._waiting
        taken: list[tuple[int, int, int, InputEvent]] = []
        while waiting and waiting[0][0] == time_ns:
            taken.append(heapq.heappop(waiting))
        if len(taken) > 1:
            buttons = sorted({_button(entry[3]) for entry in taken})
            lots = {button: self._lot() for button in buttons}
            taken.sort(key=lambda entry: (entry[1], lots[_button(entry[3])], entry[2]))
        return [edge for *_, edge in taken]

    def close_before(self, mark_ns: int) -> None:
        """Declare all moments before `mark_ns` judged; an edge with such a stamp is late from now on."""
        assert not self._waiting or self._waiting[0][0] >= mark_ns, "an edge was left behind"
        self.mark_ns = max(self.mark_ns, mark_ns)


def _button(edge: InputEvent) -> tuple[Player, Control]:
    return edge.player, edge.control
