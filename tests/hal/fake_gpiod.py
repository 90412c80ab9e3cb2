"""A kernel's GPIO chip as gpiod shows it, with the refusals of the real one.

Only `Chip` and `LineRequest` are replaced, and of them the part that the cabinet uses; settings, events and
values are gpiod's own.
"""

import errno
import threading
import time
from collections import deque
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any, cast

import gpiod
from gpiod.line import Bias, Clock, Direction, Edge, Value

from hal.gpiod_lines import GpiodLines

LINES = 54
START_NS = 5_000_000_000
MS = 1_000_000


class FakeChip:
    """A chip on real time: an edge is in the buffer as soon as it happens, and wakes who waits for it."""

    def __init__(self, users: dict[int, str] | None = None) -> None:
        self.users = dict(users or {})
        self.driven: dict[int, bool] = {}
        self.requests: list[FakeRequest] = []
        self.closed = False
        self.arrival = threading.Condition()

    def request_lines(
        self,
        config: dict[int, gpiod.LineSettings],
        consumer: str | None = None,
        event_buffer_size: int | None = None,
    ) -> "FakeRequest":
        assert not self.closed, "the chip is closed"
        for line, settings in config.items():
            assert 0 <= line < LINES, "a line that does not exist"
            if line in self.users:
                raise OSError(errno.EBUSY, "Device or resource busy")
            if settings.direction is Direction.INPUT:
                assert settings.edge_detection is Edge.BOTH
                assert settings.bias not in (Bias.AS_IS, Bias.UNKNOWN), "the pull would be left to chance"
                assert settings.event_clock is Clock.MONOTONIC
                assert not settings.debounce_period, "the kernel's debounce stamps late"
            else:
                assert settings.direction is Direction.OUTPUT
                assert settings.edge_detection is Edge.NONE, "an output has no edges"
        request = FakeRequest(self, config, event_buffer_size or 16 * len(config))
        self.requests.append(request)
        self.users |= dict.fromkeys(config, consumer or "?")
        return request

    def get_line_info(self, line: int) -> Any:
        assert not self.closed, "the chip is closed"
        return SimpleNamespace(used=line in self.users, consumer=self.users.get(line, ""))

    def close(self) -> None:
        self.closed = True

    def drive(self, line: int, *, high: bool, at_ns: int | None = None) -> None:
        """Set the level of an input from outside, now."""
        with self.arrival:
            event = self.happen(line, high=high, at_ns=time.monotonic_ns() if at_ns is None else at_ns)
            if event is not None:
                self.watching().buffer_event(event)
            self.arrival.notify_all()

    def happen(self, line: int, *, high: bool, at_ns: int) -> gpiod.EdgeEvent | None:
        """Change a level, and return the edge that the interrupt stamps and numbers."""
        request = self.watching()
        before = request.level(line)
        self.driven[line] = high
        return None if before == high else request.number_event(line, at_ns, high=high)

    def watching(self) -> "FakeRequest":
        """The request of the inputs."""
        return next(request for request in self.requests if request.watches)

    def wait(self, request: "FakeRequest", timeout_s: float) -> None:
        with self.arrival:
            self.arrival.wait_for(lambda: request.buffer, timeout_s)


def lines_of(chip: FakeChip) -> GpiodLines:
    """The lines of a chip, which has as much of gpiod's own as they use."""
    return GpiodLines(cast(gpiod.Chip, chip))


class FakeRequest:
    """A request of lines; its buffer holds so many edges and drops the oldest when it is full."""

    def __init__(self, chip: FakeChip, config: dict[int, gpiod.LineSettings], size: int) -> None:
        self._chip = chip
        self._config = config
        self._number = 0
        self._released = False
        self.buffer: deque[gpiod.EdgeEvent] = deque(maxlen=min(size, 1024))
        self.written = {line: [own.output_value] for line, own in config.items()}

    @property
    def watches(self) -> bool:
        return all(own.direction is Direction.INPUT for own in self._config.values())

    @property
    def offsets(self) -> list[int]:
        return list(self._config)

    def bias(self, line: int) -> Bias:
        return self._config[line].bias

    def level(self, line: int) -> bool:
        return self._chip.driven.get(line, self._config[line].bias is Bias.PULL_UP)

    def number_event(self, line: int, at_ns: int, *, high: bool) -> gpiod.EdgeEvent:
        self._number += 1
        kind = gpiod.EdgeEvent.Type.RISING_EDGE if high else gpiod.EdgeEvent.Type.FALLING_EDGE
        return gpiod.EdgeEvent(kind.value, at_ns, line, self._number, 0)

    def buffer_event(self, event: gpiod.EdgeEvent) -> None:
        self.buffer.append(event)

    def get_values(self, lines: list[int]) -> list[Value]:
        self._check()
        assert set(lines) <= self._config.keys(), "a line that was not requested"
        return [Value.ACTIVE if self.level(line) else Value.INACTIVE for line in lines]

    def set_value(self, line: int, value: Value) -> None:
        self._check()
        assert self._config[line].direction is Direction.OUTPUT, "an input cannot be written"
        self.written[line].append(value)

    def wait_edge_events(self, timeout: float | None = None) -> bool:
        self._check()
        assert timeout is not None, "a wait without an end would hang the game"
        if timeout and not self.buffer:
            self._chip.wait(self, timeout)
        return bool(self.buffer)

    def read_edge_events(self, max_events: int | None = None) -> list[gpiod.EdgeEvent]:
        self._check()
        assert self.buffer, "reading an empty buffer would hang the game"
        count = min(len(self.buffer), max_events or 64)
        return [self.buffer.popleft() for _ in range(count)]

    def release(self) -> None:
        self._check()
        self._released = True
        for line in self._config:
            del self._chip.users[line]

    def _check(self) -> None:
        if self._released:
            raise gpiod.RequestReleasedError


@dataclass
class _Flight:
    """An edge between its interrupt and the buffer."""

    due_ns: int
    event: gpiod.EdgeEvent


class VirtualChip(FakeChip):
    """The same on virtual time. Edges reach the buffer late, those of different lines in any order."""

    def __init__(self, users: dict[int, str] | None = None) -> None:
        super().__init__(users)
        self.now_ns = START_NS
        self.waits = 0
        self._planned: deque[tuple[int, int, bool, int]] = deque()
        self._flights: list[_Flight] = []

    def clock(self) -> int:
        return self.now_ns

    def plan(self, stamp_ns: int, line: int, *, high: bool, latency_ns: int = 100_000) -> None:
        """An edge of the future. They are planned in the order of their stamps."""
        assert stamp_ns >= max(self.now_ns, self._planned[-1][0] if self._planned else 0)
        self._planned.append((stamp_ns, line, high, latency_ns))

    def busy(self, for_ns: int) -> None:
        """The program does something else; the kernel goes on."""
        self._pass(self.now_ns + for_ns)

    def wait(self, request: FakeRequest, timeout_s: float) -> None:
        self.waits += 1
        end_ns = self.now_ns + round(timeout_s * 1e9)
        while not request.buffer and self.now_ns < end_ns:
            moments = [end_ns, *(flight.due_ns for flight in self._flights)]
            moments += [self._planned[0][0]] if self._planned else []
            self._pass(min(moments))

    def _pass(self, to_ns: int) -> None:
        while self._planned and self._planned[0][0] <= to_ns:
            stamp_ns, line, high, latency_ns = self._planned.popleft()
            event = self.happen(line, high=high, at_ns=stamp_ns)
            if event is not None:
                self._flights.append(_Flight(stamp_ns + latency_ns, event))
        self.now_ns = max(self.now_ns, to_ns)
        self._flights.sort(key=lambda flight: flight.due_ns)
        while self._flights and self._flights[0].due_ns <= self.now_ns:
            self.watching().buffer_event(self._flights.pop(0).event)
