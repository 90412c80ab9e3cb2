"""The cabinet: switches on GPIO lines, read through gpiozero's raw pins.

gpiozero's `Button` and its `bounce_time` are not used: they cost a thread per button and stamp an
edge when it has become stable. A raw pin passes on the kernel's own stamp.
"""

import logging
import queue
import threading
import time
from collections import Counter
from collections.abc import Callable
from functools import partial
from typing import NamedTuple, Protocol

from hal.debounce import Change, Debounce
from hal.events import InputEvent
from hal.pins import PinFactory, RawPin, explain
from hal.port import HalError, Reading
from hal.watermark import Watermark
from hal.wiring import Switch, Wiring

log = logging.getLogger(__name__)

SETTLE_NS = 3_000_000
"""lgpio sorts and delivers an edge within 1.1 ms, and its thread may wait 1 ms (the switch interval)
for the interpreter's lock. The rest is reserve. It delays every play by so much, for both alike."""

LONGEST_WAIT_NS = 1_000_000_000
"""Keeps a far `until_ns` within what the queue's time-out can express."""

FOREIGN_CLOCK_NS = 3600 * 1_000_000_000
"""A stamp so far ahead is no late or early edge: older kernels stamp with the wall clock."""


class RawEdge(NamedTuple):
    """An edge as the notifying thread hands it over."""

    line: int
    time_ns: int
    high: bool


class EdgeQueue(Protocol):
    """What hands edges to the reading thread; `queue.SimpleQueue` is one."""

    def put(self, item: RawEdge, /) -> None:
        """Add an edge; never blocks."""

    def get(self, block: bool = True, timeout: float | None = None) -> RawEdge:
        """Take the oldest edge, waiting up to `timeout` seconds; raise `queue.Empty` after that."""
        ...

    def qsize(self) -> int:
        """How many edges are waiting; only the reading thread takes any away."""
        ...


class _Line:
    """A claimed line. It keeps the callback alive, which gpiozero holds weakly."""

    __slots__ = ("callback", "debounce", "pin", "switch")

    def __init__(self, switch: Switch, pin: RawPin, callback: Callable[[float, int], None]) -> None:
        self.switch = switch
        self.pin = pin
        self.callback = callback
        pin.input_with_pull("floating" if switch.pull == "none" else switch.pull)
        # Watched first, read then: a change in between is seen twice, not missed.
        pin.when_changed = callback
        self.debounce = Debounce(switch.debounce_ns, pressed=switch.pressed_at(pin.state))


class GpioHal:
    """The panels' switches behind a gpiozero factory, which this object owns from now on.

    `settle_ns`: after how much waiting in `read` an edge has surely been delivered.
    `clock`: nanoseconds on the clock of the edges' stamps, CLOCK_MONOTONIC.
    `edges`: hands the edges over; a `SimpleQueue` unless a test brings its own, as its `get` is the
    only place that waits. It is the quickest of the standard library's and its `put` takes no lock
    of Python's, so nothing that the reader does can hold up the notifying thread.

    A button held at the start is reported when it is released, not before.

    Raises:
        HalError: a line cannot be opened; the message names the line, its control and its user.
    """

    def __init__(
        self,
        wiring: Wiring,
        factory: PinFactory,
        *,
        settle_ns: int = SETTLE_NS,
        clock: Callable[[], int] = time.monotonic_ns,
        edges: EdgeQueue | None = None,
    ) -> None:
        self._factory = factory
        self._clock = clock
        self._edges: EdgeQueue = queue.SimpleQueue() if edges is None else edges
        self._faults: Counter[str] = Counter()
        self._faults_lock = threading.Lock()
        self._events: list[InputEvent] = []
        self._lines: dict[int, _Line] = {}
        self._closed = False
        self._settle_ns = settle_ns
        self._mark = Watermark(clock(), settle_ns)
        for switch in wiring.switches:
            try:
                self._lines[switch.line] = _Line(
                    switch, factory.pin(switch.line), partial(self.edge, switch.line)
                )
            except Exception as error:
                message = explain(factory, switch, error)
                self.close()
                raise HalError(message) from error

    def edge(self, line: int, ticks_s: float, level: int) -> None:
        """Take an edge of a GPIO line; gpiozero calls this from its own thread, and so may a test.

        `ticks_s`: its stamp in seconds on the clock of `clock`; `level`: 0 or 1.

        Never raises: an exception here would end the thread that reports every other button too. It is
        noted in `faults` instead.
        """
        try:
            self._edges.put(RawEdge(line, round(ticks_s * 1e9), bool(level)))
        except Exception as error:
            self._note(f"GPIO {line}: {type(error).__name__}: {error}")

    def read(self, until_ns: int) -> Reading:
        """Wait for edges, or until `complete_to_ns` has reached `until_ns`, whichever is first.

        An edge can't be judged before every earlier one is in. So the wait goes on, if `until_ns` is
        not reached before, until the reading is complete up to the earliest of its own edges; then
        it can be judged at once. Nor can a loop that always finds an edge waiting starve the promise.

        Raises:
            HalError: the inputs are closed, or the stamps are on another clock.
        """
        if self._closed:
            raise HalError("the GPIO inputs are closed")
        now_ns = self._clock()
        self._mark.resume(now_ns)
        while True:
            # After the clock was read: what was delivered by then is part of this reading.
            self._drain(now_ns)
            mark_ns = self._mark.complete_to_ns
            self._end_lockouts(mark_ns)
            target_ns = self._target(until_ns)
            if mark_ns >= target_ns:
                events, self._events = tuple(self._events), []
                return Reading(events, mark_ns)
            wait_ns = min(self._mark.wait_ns(target_ns), LONGEST_WAIT_NS)
            stamp_ns = self._wait(wait_ns, now_ns)
            now_ns = self._clock()
            if stamp_ns is not None and stamp_ns < now_ns - self._settle_ns:
                # The notifying thread is behind: the wait proves nothing, and more may be on their way.
                self._mark.resume(now_ns)
            else:
                self._mark.waited(now_ns, wait_ns)

    def faults(self) -> tuple[str, ...]:
        """What went wrong without stopping the game, each message with how often it did."""
        with self._faults_lock:
            return tuple(f"{count} × {message}" for message, count in self._faults.items())

    def bounces(self) -> dict[Switch, int]:
        """How many edges each switch's lockout has swallowed: many mark a bad switch."""
        return {line.switch: line.debounce.swallowed for line in self._lines.values()}

    def close(self) -> None:
        """Give the lines back. Closing twice is allowed."""
        if self._closed:
            return
        self._closed = True
        for line in self._lines.values():
            line.pin.when_changed = None
        self._factory.close()
        for fault in self.faults():
            log.warning("At the panels: %s", fault)

    def _wait(self, wait_ns: int, now_ns: int) -> int | None:
        """Wait for an edge, and take it; returns its stamp, None if there was none."""
        try:
            raw = self._edges.get(timeout=wait_ns / 1e9)
        except queue.Empty:
            return None
        self._take(raw, now_ns)
        return raw.time_ns

    def _drain(self, now_ns: int) -> None:
        # What comes in while this is at it is left for the next time, or it might never end.
        for _ in range(self._edges.qsize()):
            self._take(self._edges.get(block=False), now_ns)

    def _take(self, raw: RawEdge, now_ns: int) -> None:
        line = self._lines.get(raw.line)
        if line is None:
            self._note(f"GPIO {raw.line}: an edge of a line that is not wired")
            return
        if raw.time_ns > now_ns + FOREIGN_CLOCK_NS:
            raise HalError(
                f"{line.switch}: its edges are stamped on another clock than CLOCK_MONOTONIC; "
                f"that needs Linux 5.7 or later"
            )
        self._report(line, line.debounce.edge(raw.time_ns, line.switch.pressed_at(raw.high)))

    def _end_lockouts(self, mark_ns: int) -> None:
        for line in self._lines.values():
            self._report(line, line.debounce.settle(mark_ns))

    def _report(self, line: _Line, changes: tuple[Change, ...]) -> None:
        switch = line.switch
        self._events.extend(
            InputEvent(change.time_ns, switch.player, switch.control, change.pressed) for change in changes
        )

    def _target(self, until_ns: int) -> int:
        """Up to when the reading has to be complete before it is passed on."""
        stamps_ns = [event.time_ns for event in self._events]
        dues_ns = (line.debounce.due_ns for line in self._lines.values())
        stamps_ns += [due_ns for due_ns in dues_ns if due_ns is not None]
        # The promise leaves out its own moment: to judge an edge, it has to be one later.
        return min(until_ns, min(stamps_ns, default=until_ns) + 1)

    def _note(self, message: str) -> None:
        with self._faults_lock:
            self._faults[message] += 1
