"""The cabinet's lines through gpiod: one request for all switches, read from the kernel's own buffer.

No thread stands between the kernel and the reader. Every edge has a number, so that a lost one is noticed.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from operator import itemgetter
from typing import Final

import gpiod
from gpiod.line import Bias, Direction, Edge, Value

from hal.lines import RawEdge, explain
from hal.port import HalError
from hal.watermark import BufferMark
from hal.wiring import Input, LampLine, Pull

SETTLE_NS = 1_000_000
"""From its interrupt an edge is in the buffer within some ten microseconds, as the kernel's thread goes
before every program; only other interrupts can hold it up. The rest is reserve."""

BUFFER: Final = 1024
"""Edges that the kernel keeps for us, the most that it can: when they are full it drops the oldest."""

CONSUMER: Final = "speed-cabinet"

_BIAS: Final[Mapping[Pull, Bias]] = {"up": Bias.PULL_UP, "down": Bias.PULL_DOWN, "none": Bias.DISABLED}
_RISING: Final = gpiod.EdgeEvent.Type.RISING_EDGE


class GpiodLines:
    """The lines of a gpiod chip, which this object owns from now on. See `hal.lines.Lines`.

    `settle_ns`: how long an edge takes from its stamp to the kernel's buffer.
    """

    def __init__(self, chip: gpiod.Chip, *, settle_ns: int = SETTLE_NS) -> None:
        self._chip = chip
        self._settle_ns = settle_ns
        self._request: gpiod.LineRequest | None = None
        self._lamps: dict[int, gpiod.LineRequest] = {}
        self._numbers = _Numbers()

    def watch(self, inputs: Sequence[Input], now_ns: int, note: Callable[[str], None]) -> BufferMark:
        """See `Lines.watch`."""
        config: dict[Iterable[int | str] | int | str, gpiod.LineSettings | None] = {
            wired.line: gpiod.LineSettings(
                direction=Direction.INPUT, edge_detection=Edge.BOTH, bias=_BIAS[wired.pull]
            )
            for wired in inputs
        }
        try:
            self._request = self._chip.request_lines(config, CONSUMER, BUFFER)
        except Exception as error:
            # The kernel does not say which line of a request it was.
            for wired in inputs:
                if (user := self._user(wired.line)) is not None:
                    raise HalError(explain(wired, error, user)) from error
            raise HalError(f"the switches' lines cannot be opened: {error}") from error
        return BufferMark(now_ns, self._settle_ns)

    def levels(self) -> Mapping[int, bool]:
        """See `Lines.levels`."""
        assert self._request is not None, "levels before watch"
        lines = self._request.offsets
        with _readable():
            values = self._request.get_values(lines)
        return {line: value is Value.ACTIVE for line, value in zip(lines, values, strict=True)}

    def arrived(self) -> Sequence[RawEdge]:
        """See `Lines.arrived`: all that was in the kernel's buffer. In the order of the stamps.

        As many edges as that can hold are enough for it. What comes in meanwhile is left for the next time
        then, or a line that oscillates as fast as it is read would never let this end.
        """
        assert self._request is not None, "arrived before watch"
        events: list[gpiod.EdgeEvent] = []
        with _readable():
            while len(events) < BUFFER and self._request.wait_edge_events(0):
                events += self._request.read_edge_events(BUFFER)
        for event in events:
            self._numbers.take(event.global_seqno, event.timestamp_ns)
        # Each line has a thread of its own in the kernel, so that they fill the buffer in any order.
        edges = [(e.line_offset, e.timestamp_ns, e.event_type is _RISING) for e in events]
        return sorted(edges, key=itemgetter(1))

    def wait(self, wait_ns: int) -> int | None:
        """See `Lines.wait`."""
        assert self._request is not None, "wait before watch"
        with _readable():
            self._request.wait_edge_events(wait_ns / 1e9)
        return None

    def missing_to_ns(self) -> int | None:
        """See `Lines.missing_to_ns`."""
        return self._numbers.missing_to_ns()

    def lost_before(self, mark_ns: int) -> int:
        """See `Lines.lost_before`."""
        return self._numbers.lost_before(mark_ns)

    def claim_lamp(self, lamp_line: LampLine, *, high: bool) -> None:
        """See `Lines.claim_lamp`. A request each, so that one lamp that is in use costs no other."""
        settings = gpiod.LineSettings(direction=Direction.OUTPUT, output_value=_value(high=high))
        try:
            self._lamps[lamp_line.line] = self._chip.request_lines({lamp_line.line: settings}, CONSUMER)
        except Exception as error:
            raise HalError(explain(lamp_line, error, self._user(lamp_line.line))) from error

    def write(self, line: int, *, high: bool) -> None:
        """See `Lines.write`."""
        self._lamps[line].set_value(line, _value(high=high))

    def close(self) -> None:
        """See `Lines.close`."""
        if self._request is not None:
            self._request.release()
        for request in self._lamps.values():
            request.release()
        self._chip.close()

    def _user(self, line: int) -> str | None:
        """Who has the line, in the kernel's words; None if it is free."""
        try:
            info = self._chip.get_line_info(line)
        except Exception:
            # The answer only improves a message that has to come in any case.
            return None
        return info.consumer if info.used else None


@dataclass(slots=True)
class _Gap:
    """Numbers from `first` to `last` of which so many are missing; an edge of the stamp `to_ns` showed it."""

    first: int
    last: int
    to_ns: int
    missing: int


class _Numbers:
    """Finds the edges that are missing between those that came, by the kernel's numbers, which begin at 1.

    They come in any order, so that a number which is missing now may still come.
    """

    def __init__(self) -> None:
        self._latest = 0
        self._gaps: list[_Gap] = []

    def take(self, number: int, time_ns: int) -> None:
        expected = self._latest + 1
        if number < expected:
            for gap in self._gaps:
                gap.missing -= gap.first <= number <= gap.last
            self._gaps = [gap for gap in self._gaps if gap.missing]
            return
        if number > expected:
            self._gaps.append(_Gap(expected, number - 1, time_ns, number - expected))
        self._latest = number

    def missing_to_ns(self) -> int | None:
        return self._gaps[0].to_ns if self._gaps else None

    def lost_before(self, mark_ns: int) -> int:
        lost = 0
        while self._gaps and self._gaps[0].to_ns < mark_ns:
            lost += self._gaps.pop(0).missing
        return lost


@contextmanager
def _readable() -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise HalError(f"the switches' lines cannot be read any more: {error}; start again") from error


def _value(*, high: bool) -> Value:
    return Value.ACTIVE if high else Value.INACTIVE
