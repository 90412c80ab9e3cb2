"""The numbers of one input line: how often it changed, how quickly, and how late the program heard of it."""

from collections import deque
from statistics import median_low
from typing import Final

from hal.events import Control, Player
from hal.guard import Guard
from hal.port import LineReport

REMEMBERED: Final = 31
"""Of so many of a line's last edges the lateness is kept."""


class LineCounts:
    """Counts the edges of a line. `pressed`: its level at the start."""

    __slots__ = ("_edges", "_last_ns", "_late_ns", "_latest_ns", "_shortest_ns", "pressed")

    def __init__(self, *, pressed: bool) -> None:
        self.pressed = pressed
        """Its level after the latest edge."""
        self._edges = 0
        self._last_ns: int | None = None
        self._shortest_ns: int | None = None
        self._latest_ns = 0
        self._late_ns: deque[int] = deque(maxlen=REMEMBERED)

    def count(self, time_ns: int, late_ns: int, *, pressed: bool) -> None:
        """Count an edge that was stamped at `time_ns` and delivered `late_ns` after that."""
        self._edges += 1
        self.pressed = pressed
        self._late_ns.append(late_ns)
        if late_ns > self._latest_ns:
            self._latest_ns = late_ns
        if self._last_ns is not None:
            gap_ns = abs(time_ns - self._last_ns)
            if self._shortest_ns is None or gap_ns < self._shortest_ns:
                self._shortest_ns = gap_ns
        self._last_ns = time_ns

    def report(self, name: str, player: Player | None, control: Control | None, guard: Guard) -> LineReport:
        """The line's report; `guard` is its guard."""
        return LineReport(
            name=name,
            player=player,
            control=control,
            pressed=self.pressed,
            edges=self._edges,
            bounces=guard.swallowed,
            shortest_gap_ns=self._shortest_ns,
            usual_ns=median_low(self._late_ns) if self._late_ns else 0,
            latest_ns=self._latest_ns,
            muted=guard.muted,
        )
