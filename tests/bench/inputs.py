"""What the panels cost: an edge, its hand-over to the main loop, and doing nothing."""

import os
import resource
import select
import threading
import time
from collections.abc import Callable, Sequence
from typing import Any, Final
from unittest import mock

import gpiod
from gpiozero.pins.mock import MockFactory

from hal.gpio import GpioHal
from hal.gpiod_lines import GpiodLines
from hal.gpiozero_lines import GpiozeroLines
from hal.wiring import load_wiring
from tests.hal.fake_gpiod import FakeChip, lines_of

WIRING = load_wiring()
LINE = WIRING.switches[0].line
PAIRS, BATCHES = 100, 200
GAP_NS = 20_000_000
"""Between edges, so that they come as from fingers and none is a bounce."""

HAND_OVERS = 2_000
IDLE_S = 2


class EdgeClock:
    """Goes on by the gap each time it is asked."""

    now_s = 5.0

    def __call__(self) -> float:
        self.now_s += GAP_NS / 1e9
        return self.now_s


def _drive(pin: Any) -> int:
    for _ in range(PAIRS):
        pin.drive_low()
        pin.drive_high()
    pin.clear_states()
    return 2 * PAIRS


def _read_all(hal: GpioHal, count: int) -> int:
    assert len(hal.read(0).events) == count
    return count


class MockPins:
    """gpiozero's mock pins driven low and high: to a callback that keeps edges, and through the panels."""

    def __init__(self) -> None:
        self._clock = EdgeClock()
        self._factory = MockFactory()
        lines = GpiozeroLines(self._factory)
        self._hal = GpioHal(WIRING, lines, clock=lambda: round(self._clock.now_s * 1e9))
        self._bare = MockFactory().pin(LINE)
        self._bare.input_with_pull("up")
        self._seen: list[tuple[float, int]] = []
        self._bare.when_changed = self._keep

    def _keep(self, ticks: float, state: int) -> None:
        self._seen.append((ticks, state))

    def bare(self) -> int:
        """Edges to the callback."""
        done = 0
        with mock.patch("gpiozero.pins.mock.monotonic", self._clock):
            for _ in range(BATCHES):
                done += _drive(self._bare)
                self._seen.clear()
        return done

    def panels(self) -> int:
        """Edges to the reading loop."""
        pin = self._factory.pin(LINE)
        done = 0
        with mock.patch("gpiozero.pins.mock.monotonic", self._clock):
            for _ in range(BATCHES):
                done += _read_all(self._hal, _drive(pin))
        return done


class _FullRequest:
    """A request whose buffer is filled again and again; events are made when they are read, as by gpiod."""

    offsets: Final = tuple(wired.line for wired in WIRING.inputs)

    def __init__(self) -> None:
        self._number = 0
        self._left = 0
        self.now_ns = time.monotonic_ns()

    def fill(self) -> int:
        self._left = 2 * PAIRS
        return self._left

    def wait_edge_events(self, timeout: float) -> bool:
        return self._left > 0

    def read_edge_events(self, max_events: int) -> list[gpiod.EdgeEvent]:
        return [self._event() for _ in range(min(self._left, max_events))]

    def get_values(self, lines: Sequence[int]) -> list[gpiod.line.Value]:
        return [gpiod.line.Value.ACTIVE for _ in lines]

    def set_value(self, line: int, value: gpiod.line.Value) -> None:
        """Lamps are of no interest here."""

    def _event(self) -> gpiod.EdgeEvent:
        self._left -= 1
        self._number += 1
        self.now_ns += GAP_NS
        kind = (
            gpiod.EdgeEvent.Type.RISING_EDGE if self._number % 2 == 0 else gpiod.EdgeEvent.Type.FALLING_EDGE
        )
        return gpiod.EdgeEvent(kind.value, self.now_ns, LINE, self._number, self._number)


class GpiodEvents:
    """Events of gpiod's own class, through the panels."""

    def __init__(self) -> None:
        self._request = _FullRequest()
        chip: Any = mock.Mock(request_lines=lambda *_: self._request)
        self._hal = GpioHal(WIRING, GpiodLines(chip), clock=lambda: self._request.now_ns)

    def panels(self) -> int:
        """Edges to the reading loop."""
        return sum(_read_all(self._hal, self._request.fill()) for _ in range(BATCHES))


def bare_hand_overs() -> int:
    """A thread wakes the main loop by an eventfd, and is told so."""
    wake = os.eventfd(0)
    poll = select.epoll()
    poll.register(wake, select.EPOLLIN)

    def take() -> None:
        poll.poll(10)
        os.eventfd_read(wake)

    done = _hand_over(lambda: os.eventfd_write(wake, 1), take)
    poll.close()
    os.close(wake)
    return done


def panel_hand_overs() -> int:
    """The notifying thread brings an edge to the lines of the panels."""
    lines = GpiozeroLines(MockFactory())

    def take() -> None:
        # A wait may end early, with nothing.
        while not lines.arrived():
            lines.wait(10**9)

    return _hand_over(lambda: lines.edge(LINE, 1.0, 1), take)


def _hand_over(bring: Callable[[], None], take: Callable[[], None]) -> int:
    taken = os.eventfd(0)

    def bring_all() -> None:
        for _ in range(HAND_OVERS):
            bring()
            os.eventfd_read(taken)

    thread = threading.Thread(target=bring_all)
    thread.start()
    for _ in range(HAND_OVERS):
        take()
        os.eventfd_write(taken, 1)
    thread.join()
    os.close(taken)
    return HAND_OVERS


def idle_panels() -> dict[str, tuple[int, float]]:
    """By backend: how many threads open panels add, and how often a second an idle reading is woken."""
    backends: dict[str, Callable[[], Any]] = {
        "gpiozero": lambda: GpiozeroLines(MockFactory()),
        "gpiod": lambda: lines_of(FakeChip()),
    }
    costs = {}
    for name, opened in backends.items():
        threads = threading.active_count()
        hal = GpioHal(WIRING, opened())
        threads = threading.active_count() - threads
        before = _switches()
        end_ns = time.monotonic_ns() + IDLE_S * 10**9
        while hal.read(end_ns).complete_to_ns < end_ns:
            pass
        costs[name] = (threads, (_switches() - before) / IDLE_S)
        hal.close()
    return costs


def _switches() -> int:
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_nvcsw + used.ru_nivcsw
