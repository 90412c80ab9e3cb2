"""The cabinet: switches and lamps on GPIO lines, through gpiozero's raw pins.

gpiozero's `Button` and its `bounce_time` are not used: they cost a thread per button and stamp an
edge when it has become stable. A raw pin passes on the kernel's own stamp.
"""

import queue
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import NamedTuple, Protocol

from hal.debounce import Change
from hal.events import InputEvent, Lamp
from hal.faults import Faults
from hal.guard import Guard, Trouble
from hal.lamp_lines import LampLines
from hal.pins import PinFactory, RawPin, explain
from hal.port import HalError, Reading
from hal.watermark import Watermark
from hal.wiring import Switch, Wiring

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

    __slots__ = ("callback", "guard", "pin", "switch")

    def __init__(self, switch: Switch, pin: RawPin, callback: Callable[[float, int], None]) -> None:
        self.switch = switch
        self.pin = pin
        self.callback = callback
        self.guard = Guard(switch.debounce_ns, pressed=False)
        pin.input_with_pull("floating" if switch.pull == "none" else switch.pull)
        pin.when_changed = callback

    def begin(self) -> tuple[Trouble, ...]:
        """Read the level once: watched first, read then, so that no change in between is missed.

        That is some time after `__init__`, as the pull has to charge a long lead.
        """
        pressed = self.switch.pressed_at(bool(self.pin.state))
        self.guard = Guard(self.switch.debounce_ns, pressed=pressed)
        return (Trouble.HELD,) if pressed else ()


class GpioHal:
    """The panels' switches and lamps behind a gpiozero factory, which this object owns from now on.

    `settle_ns`: after how much waiting in `read` an edge has surely been delivered.
    `clock`: nanoseconds on the clock of the edges' stamps, CLOCK_MONOTONIC.
    `edges`: hands the edges over; a `SimpleQueue` unless a test brings its own, as its `get` is the
    only place that waits. It is the quickest of the standard library's and its `put` takes no lock
    of Python's, so nothing that the reader does can hold up the notifying thread.

    A switch that is stuck or chatters is muted alone (see `hal.guard`). A lamp that fails is left alone.
    Both are noted in `faults` and logged once.

    Raises:
        HalError: a switch's line cannot be opened; the message names it, its control and its user.
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
        self._faults = Faults()
        self._events: list[InputEvent] = []
        self._lines: dict[int, _Line] = {}
        self._closed = False
        self._settle_ns = settle_ns
        self._mark = Watermark(clock(), settle_ns)
        self._lamps = LampLines(wiring.lamps, factory, self._faults.note)
        for switch in wiring.switches:
            with self._explained(switch):
                pin = factory.pin(switch.line)
                self._lines[switch.line] = _Line(switch, pin, partial(self.edge, switch.line))
        for line in self._lines.values():
            with self._explained(line.switch):
                self._report(line, line.begin())
        self._faults.log_new()

    @contextmanager
    def _explained(self, switch: Switch) -> Iterator[None]:
        try:
            yield
        except Exception as error:
            message = explain(self._factory, switch, error)
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
            self._faults.note(f"GPIO {line}: {type(error).__name__}: {error}")

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
                self._faults.log_new()
                return Reading(events, mark_ns)
            wait_ns = min(self._mark.wait_ns(target_ns), LONGEST_WAIT_NS)
            stamp_ns = self._wait(wait_ns, now_ns)
            now_ns = self._clock()
            if stamp_ns is not None and stamp_ns < now_ns - self._settle_ns:
                # The notifying thread is behind: the wait proves nothing, and more may be on their way.
                self._mark.resume(now_ns)
            else:
                self._mark.waited(now_ns, wait_ns)

    def light(self, lamps: frozenset[Lamp]) -> None:
        """Light these lamps and no other; a lamp that is not wired is none. See `Hal.light`."""
        if self._closed:
            raise HalError("the GPIO outputs are closed")
        self._lamps.show(lamps)
        self._faults.log_new()

    def faults(self) -> tuple[str, ...]:
        """What went wrong without stopping the game, each message with how often it did."""
        return self._faults.told()

    def bounces(self) -> dict[Switch, int]:
        """How many edges each switch's lockout has swallowed: many mark a bad switch."""
        return {line.switch: line.guard.swallowed for line in self._lines.values()}

    def close(self) -> None:
        """Darken the lamps and give the lines back. Closing twice is allowed."""
        if self._closed:
            return
        self._closed = True
        try:
            for line in self._lines.values():
                line.pin.when_changed = None
            self._lamps.close()
        finally:
            self._factory.close()
            self._faults.log_new()

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
            self._faults.note(f"GPIO {raw.line}: an edge of a line that is not wired")
            return
        if raw.time_ns > now_ns + FOREIGN_CLOCK_NS:
            raise HalError(
                f"{line.switch}: its edges are stamped on another clock than CLOCK_MONOTONIC; "
                f"that needs Linux 5.7 or later"
            )
        self._report(line, line.guard.edge(raw.time_ns, line.switch.pressed_at(raw.high)))

    def _end_lockouts(self, mark_ns: int) -> None:
        for line in self._lines.values():
            self._report(line, line.guard.settle(mark_ns))

    def _report(self, line: _Line, news: Sequence[Change | Trouble]) -> None:
        switch = line.switch
        for item in news:
            if isinstance(item, Trouble):
                self._faults.note(f"{switch} {item}")
            else:
                self._events.append(InputEvent(item.time_ns, switch.player, switch.control, item.pressed))

    def _target(self, until_ns: int) -> int:
        """Up to when the reading has to be complete before it is passed on."""
        stamps_ns = [event.time_ns for event in self._events]
        dues_ns = (line.guard.due_ns for line in self._lines.values())
        stamps_ns += [due_ns for due_ns in dues_ns if due_ns is not None]
        # The promise leaves out its own moment: to judge an edge, it has to be one later.
        return min(until_ns, min(stamps_ns, default=until_ns) + 1)
