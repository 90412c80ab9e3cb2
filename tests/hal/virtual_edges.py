"""A clock, an edge queue and a notifying thread in one, all on virtual time.

The thread needs the interpreter's lock: it gets on only while the reader waits in `get`.
"""

import queue
from collections.abc import Callable
from dataclasses import dataclass

from hal.lines import RawEdge

START_NS = 5_000_000_000
MS = 1_000_000


@dataclass
class _Flight:
    """An edge on its way: delivered once the reader has waited for `latency_ns` after its stamp."""

    stamp_ns: int
    latency_ns: int
    deliver: Callable[[], None]
    due_waited_ns: int | None = None


class VirtualEdges:
    def __init__(self) -> None:
        self.now_ns = START_NS
        self.oversleep_ns = 0
        self.gets = 0
        self._waited_ns = 0
        self._flights: list[_Flight] = []
        self._queue: list[RawEdge] = []

    def clock(self) -> int:
        return self.now_ns

    def drive(self, stamp_ns: int, deliver: Callable[[], None], latency_ns: int = 1 * MS) -> None:
        assert stamp_ns >= self.now_ns, "an edge cannot happen in the past"
        self._flights.append(_Flight(stamp_ns, latency_ns, deliver))
        self._flights.sort(key=lambda flight: flight.stamp_ns)

    def busy(self, for_ns: int) -> None:
        """The main loop does something else and holds the lock."""
        self._pass(for_ns, waiting=False)

    def put(self, item: RawEdge, /) -> None:
        self._queue.append(item)

    def get(self, block: bool = True, timeout: float | None = None) -> RawEdge:
        if not self._queue and block:
            assert timeout is not None, "a wait without an end would hang the game"
            self.gets += 1
            self._wait(round(timeout * 1e9))
        if not self._queue:
            raise queue.Empty
        return self._queue.pop(0)

    def qsize(self) -> int:
        return len(self._queue)

    def _wait(self, for_ns: int) -> None:
        end_ns = self.now_ns + for_ns
        while not self._queue and self.now_ns < end_ns:
            moments = [end_ns]
            for flight in self._flights:
                if flight.due_waited_ns is not None:
                    moments.append(self.now_ns + max(0, flight.due_waited_ns - self._waited_ns))
                elif flight.stamp_ns < end_ns:
                    moments.append(max(flight.stamp_ns, self.now_ns))
            self._pass(min(moments) - self.now_ns, waiting=True)
            self._land()
        if not self._queue and self.oversleep_ns:
            # Everything slept, the notifying thread too.
            self._pass(self.oversleep_ns, waiting=False)

    def _pass(self, for_ns: int, *, waiting: bool) -> None:
        for flight in self._flights:
            if flight.due_waited_ns is None and flight.stamp_ns <= self.now_ns + for_ns:
                before_ns = flight.stamp_ns - self.now_ns if waiting else 0
                flight.due_waited_ns = self._waited_ns + before_ns + flight.latency_ns
        self.now_ns += for_ns
        self._waited_ns += for_ns if waiting else 0

    def _land(self) -> None:
        for flight in list(self._flights):
            if flight.due_waited_ns is not None and flight.due_waited_ns <= self._waited_ns:
                self._flights.remove(flight)
                flight.deliver()
