import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from gpiozero.pins.mock import MockFactory, MockPin
from hypothesis import given
from hypothesis import strategies as st

from hal.events import Control, InputEvent
from hal.gpio import GpioHal
from hal.gpiozero_lines import SETTLE_NS, GpiozeroLines
from hal.port import HalError, Reading
from hal.wiring import Switch, Wiring, load_wiring
from tests.hal.virtual_edges import MS, START_NS, VirtualEdges

WIRING = load_wiring()
CARD1 = WIRING.line(1, Control.CARD1)
CARD2 = WIRING.line(1, Control.CARD2)
PURPLE = WIRING.line(2, Control.CARD1)
DEBOUNCE_NS = 5 * MS
TIMEOUT_NS = 10_000 * MS


class Bench:
    """A hal on virtual time, whose edges are delivered as late as the test says."""

    def __init__(self, settle_ns: int = SETTLE_NS) -> None:
        self.edges = VirtualEdges()
        self.lines = GpiozeroLines(MockFactory(), settle_ns=settle_ns, edges=self.edges)
        self.hal = GpioHal(WIRING, self.lines, clock=self.edges.clock)
        self.edges.gets = 0

    def drive(self, stamp_ns: int, line: int, pressed: bool, latency_ns: int = 1 * MS) -> None:
        # Adds nothing: a multiple of 1 µs survives the way through float seconds.
        self.edges.drive(stamp_ns, lambda: self.lines.edge(line, stamp_ns / 1e9, not pressed), latency_ns)


@pytest.fixture
def bench() -> Bench:
    return Bench()


@pytest.fixture
def factory() -> MockFactory:
    return MockFactory()


@pytest.fixture
def real(factory: Any) -> Iterator[GpioHal]:
    hal = GpioHal(WIRING, GpiozeroLines(factory))
    yield hal
    hal.close()


def read_events(hal: GpioHal, count: int) -> list[InputEvent]:
    """Read until so many events have come, or fail after a generous time."""
    end_ns = time.monotonic_ns() + TIMEOUT_NS
    events: list[InputEvent] = []
    while len(events) < count:
        reading = hal.read(end_ns)
        events += reading.events
        assert reading.complete_to_ns < end_ns, f"only {events} came"
    return events


def test_a_press_is_reported_with_the_stamp_of_its_edge(bench: Bench) -> None:
    bench.drive(START_NS + 20 * MS, CARD1, True)
    reading = bench.hal.read(START_NS + 1000 * MS)
    assert reading.events == (InputEvent(START_NS + 20 * MS, 1, Control.CARD1, True),)


def test_a_press_can_be_judged_as_soon_as_every_earlier_one_is_in(bench: Bench) -> None:
    bench.drive(START_NS + 20 * MS, CARD1, True)
    reading = bench.hal.read(START_NS + 1000 * MS)
    assert reading.complete_to_ns == START_NS + 20 * MS + 1
    assert bench.edges.now_ns == START_NS + 20 * MS + SETTLE_NS + 1


def test_of_two_presses_the_earlier_is_complete_first_though_delivered_later(bench: Bench) -> None:
    bench.drive(START_NS + 20 * MS, PURPLE, True, latency_ns=2 * MS)
    bench.drive(START_NS + 21 * MS, CARD1, True, latency_ns=0)
    reading = bench.hal.read(START_NS + 1000 * MS)
    assert [(event.player, event.time_ns) for event in reading.events] == [
        (1, START_NS + 21 * MS),
        (2, START_NS + 20 * MS),
    ]
    assert reading.complete_to_ns == START_NS + 20 * MS + 1


def test_a_reading_without_edges_ends_when_it_is_complete_to_the_time_asked_for(bench: Bench) -> None:
    reading = bench.hal.read(START_NS + 16 * MS)
    assert reading == Reading((), START_NS + 16 * MS)
    assert bench.edges.gets == 1, "one wait, not a spin"


def test_a_time_that_is_past_is_not_waited_for(bench: Bench) -> None:
    assert bench.hal.read(0) == Reading((), START_NS - SETTLE_NS)
    assert bench.edges.gets == 0


def test_a_busy_loop_proves_nothing(bench: Bench) -> None:
    bench.hal.read(START_NS + 10 * MS)
    bench.edges.busy(20 * MS)
    assert bench.hal.read(0).complete_to_ns == START_NS + 10 * MS


def test_after_a_busy_time_the_promise_waits_for_the_edges_of_that_time(bench: Bench) -> None:
    bench.hal.read(START_NS + 10 * MS)
    happened_ns = bench.edges.now_ns + 5 * MS
    bench.drive(happened_ns, CARD1, True, latency_ns=SETTLE_NS)
    bench.edges.busy(20 * MS)
    reading = bench.hal.read(happened_ns + 1)
    assert [event.time_ns for event in reading.events] == [happened_ns]


def test_after_a_busy_time_one_whole_settling_time_catches_up(bench: Bench) -> None:
    bench.edges.busy(100 * MS)
    reading = bench.hal.read(START_NS + 50 * MS)
    assert bench.edges.now_ns == START_NS + 100 * MS + SETTLE_NS
    assert reading.complete_to_ns == START_NS + 100 * MS


def test_a_wait_that_overslept_proves_no_more_than_it_asked_for(bench: Bench) -> None:
    """The notifying thread slept as long as the reader, and an edge of that time is still to come."""
    bench.hal.read(START_NS + 10 * MS)
    asleep_ns = bench.edges.now_ns + 20 * MS
    bench.drive(asleep_ns + 10 * MS, CARD1, True)
    bench.edges.oversleep_ns = 50 * MS
    marks = []
    while True:
        reading = bench.hal.read(bench.hal.read(0).complete_to_ns + 10 * MS)
        if reading.events:
            break
        marks.append(reading.complete_to_ns)
    assert marks == [] or max(marks) <= asleep_ns + 10 * MS


def test_an_edge_that_comes_too_late_shows_that_others_may_be_on_their_way(bench: Bench) -> None:
    """The whole machine stood still; an edge of that time ends the wait, and the next is still to come."""
    late_ns = START_NS + 20 * MS
    bench.drive(late_ns, CARD1, True, latency_ns=50 * MS)
    bench.drive(late_ns + 5 * MS, 15, True, latency_ns=46 * MS)
    bench.hal.read(START_NS + 5 * MS)
    events: list[InputEvent] = []
    while len(events) < 2:
        reading = bench.hal.read(START_NS + 1000 * MS)
        mark_ns = reading.complete_to_ns
        events += reading.events
        if len(events) == 1:
            assert mark_ns <= late_ns + 5 * MS


@given(
    st.lists(st.tuples(st.integers(0, 400), st.sampled_from([4, 17, 27, 15, 6])), max_size=25),
    st.fixed_dictionaries({line: st.integers(0, 30) for line in (4, 17, 27, 15, 6)}),
    st.lists(st.tuples(st.integers(0, 300), st.integers(0, 200), st.booleans()), min_size=1, max_size=20),
)
def test_no_edge_is_ever_stamped_before_an_earlier_promise(
    toggles: list[tuple[int, int]], latencies: dict[int, int], steps: list[tuple[int, int, bool]]
) -> None:
    """Whatever the loop draws meanwhile, if each edge comes within the settling time of waiting."""
    bench = Bench()
    levels: dict[int, bool] = {}
    for at, line in sorted(toggles):
        levels[line] = not levels.get(line, False)
        bench.drive(START_NS + at * MS // 10, line, levels[line], latencies[line] * MS // 10)
    mark_ns = 0
    pressed: dict[tuple[int, Control], bool] = {}
    for ahead, busy, overslept in [*steps, (2000, 0, False), (2000, 0, False)]:
        bench.edges.oversleep_ns = 7 * MS if overslept else 0
        until_ns = bench.edges.now_ns + (ahead - 50) * MS // 10
        while True:
            reading = bench.hal.read(until_ns)
            assert reading.complete_to_ns >= mark_ns
            for event in reading.events:
                assert event.time_ns >= mark_ns
                assert event.pressed != pressed.get((event.player, event.control), False)
                pressed[event.player, event.control] = event.pressed
            mark_ns = reading.complete_to_ns
            if mark_ns >= until_ns:
                break
        bench.edges.busy(busy * MS // 10)
    for switch in WIRING.switches:
        assert pressed.get((switch.player, switch.control), False) == levels.get(switch.line, False)


def test_a_release_in_the_lockout_is_reported_at_its_end_without_a_further_edge(bench: Bench) -> None:
    press_ns = START_NS + 20 * MS
    bench.drive(press_ns, CARD1, True)
    bench.drive(press_ns + 1 * MS, CARD1, False)
    first = bench.hal.read(START_NS + 1000 * MS)
    second = bench.hal.read(START_NS + 1000 * MS)
    end_ns = press_ns + DEBOUNCE_NS
    assert first.complete_to_ns <= end_ns
    assert second == Reading((InputEvent(end_ns, 1, Control.CARD1, False),), end_ns + 1)


def test_a_late_edge_is_delivered_all_the_same(bench: Bench) -> None:
    bench.drive(START_NS + 20 * MS, CARD1, True, latency_ns=40 * MS)
    assert bench.hal.read(START_NS + 30 * MS).events == ()
    late = bench.hal.read(START_NS + 100 * MS)
    assert late.events == (InputEvent(START_NS + 20 * MS, 1, Control.CARD1, True),)
    assert late.complete_to_ns >= START_NS + 30 * MS


def test_edges_that_never_pause_cannot_starve_the_promise(bench: Bench) -> None:
    """A loop that draws 20 ms after each reading, with an edge in every frame."""
    for number in range(50):
        bench.drive(START_NS + 2 * MS + number * 20 * MS, CARD1, number % 2 == 0)
    for _ in range(50):
        bench.hal.read(bench.edges.now_ns + 5 * MS)
        bench.edges.busy(20 * MS)
    assert bench.hal.read(0).complete_to_ns > bench.edges.now_ns - 60 * MS


def test_bounces_are_counted_for_the_switch_that_bounces(bench: Bench) -> None:
    for microseconds, pressed in ((0, True), (100, False), (300, True)):
        bench.drive(START_NS + 20 * MS + microseconds * 1000, CARD1, pressed)
    bench.hal.read(START_NS + 100 * MS)
    bench.hal.read(START_NS + 100 * MS)
    assert {line.name: line.bounces for line in bench.hal.lines() if line.bounces} == {
        "GPIO 4 (player 1, card1)": 2
    }


def test_stamps_of_the_wall_clock_are_an_error_that_says_so(bench: Bench) -> None:
    bench.edges.drive(START_NS, lambda: bench.lines.edge(CARD1, 1.7e9, 0))
    with pytest.raises(HalError, match=r"GPIO 4 \(player 1, card1\).*another clock.*Linux 5\.7"):
        bench.hal.read(START_NS + 100 * MS)


def test_real_pins_report_their_edges(real: GpioHal, factory: Any) -> None:
    before_ns = time.monotonic_ns()
    factory.pin(CARD1).drive_low()
    (press,) = read_events(real, 1)
    assert (press.player, press.control, press.pressed) == (1, Control.CARD1, True)
    assert before_ns <= press.time_ns <= time.monotonic_ns()
    factory.pin(CARD1).drive_high()
    (release,) = read_events(real, 1)
    assert not release.pressed


def test_bouncing_pins_driven_by_several_threads_give_one_press_and_release_each(factory: Any) -> None:
    # A lockout that outlasts a train of bounces even when the machine holds up the thread that makes it.
    patient = tuple(replace(switch, debounce_ns=80 * MS) for switch in WIRING.switches)
    real = GpioHal(Wiring(patient), GpiozeroLines(factory))
    lines = [switch.line for switch in WIRING.switches]

    def play(line: int) -> None:
        pin = factory.pin(line)
        for _ in range(3):
            pin.drive_low()
            pin.drive_high()
            pin.drive_low()
            time.sleep(0.12)
            pin.drive_high()
            pin.drive_low()
            pin.drive_high()
            time.sleep(0.12)

    threads = [threading.Thread(target=play, args=(line,)) for line in lines]
    for thread in threads:
        thread.start()
    events = read_events(real, 6 * len(lines))
    for thread in threads:
        thread.join()
    for switch in WIRING.switches:
        own = [e for e in events if (e.player, e.control) == (switch.player, switch.control)]
        assert [event.pressed for event in own] == [True, False] * 3
        assert [event.time_ns for event in own] == sorted(event.time_ns for event in own)
    assert real.faults() == ()
    real.close()


def test_each_line_gets_its_own_pull_and_level() -> None:
    switches = [
        Switch(4, 1, Control.CARD1, DEBOUNCE_NS, "down", "high"),
        Switch(17, 1, Control.CARD2, DEBOUNCE_NS, "none", "low"),
        Switch(27, 1, Control.CARD3, DEBOUNCE_NS, "up", "high"),
    ]
    factory = MockFactory()
    factory.pin(17).drive_high()
    hal = GpioHal(Wiring(tuple(switches)), GpiozeroLines(factory))
    assert [factory.pin(switch.line).pull for switch in switches] == ["down", "floating", "up"]
    factory.pin(4).drive_high()
    factory.pin(17).drive_low()
    presses = read_events(hal, 2)
    assert [(event.control, event.pressed) for event in presses] == [
        (Control.CARD1, True),
        (Control.CARD2, True),
    ]
    # A contact that opens when it is pressed: its line rests low, and rises.
    factory.pin(27).drive_low()
    hal.read(time.monotonic_ns() + 20 * MS)
    factory.pin(27).drive_high()
    (press,) = read_events(hal, 1)
    assert (press.control, press.pressed) == (Control.CARD3, True)
    hal.close()


class ExplodingPin(MockPin):  # type: ignore[misc]
    """A library that at times calls back with nonsense."""

    ticks: float | None = None

    def _call_when_changed(self) -> None:
        ticks = self._last_change if self.ticks is None else self.ticks
        self.when_changed(ticks, self._state)


def test_an_exception_in_the_callback_is_noted_and_every_later_edge_still_comes() -> None:
    factory = MockFactory(pin_class=ExplodingPin)
    hal = GpioHal(WIRING, GpiozeroLines(factory))
    broken = factory.pin(CARD1)
    broken.ticks = float("nan")
    broken.drive_low()
    broken.drive_high()
    assert hal.faults() == ("2 × GPIO 4: ValueError: cannot convert float NaN to integer",)
    broken.ticks = None
    broken.drive_low()
    factory.pin(CARD2).drive_low()
    events = read_events(hal, 2)
    assert [event.control for event in events] == [Control.CARD1, Control.CARD2]
    hal.close()


def test_an_edge_of_a_line_that_is_not_wired_is_noted_not_reported(bench: Bench) -> None:
    bench.drive(START_NS, 12, True)
    assert bench.hal.read(START_NS + 20 * MS).events == ()
    assert bench.hal.faults() == ("1 × GPIO 12: an edge of a line that is not wired",)


class BusyFactory(MockFactory):  # type: ignore[misc]
    """A machine on which one line is taken."""

    closed = False

    def pin(self, name: int) -> Any:
        if name == CARD2:
            raise RuntimeError("GPIO busy")
        return super().pin(name)

    def close(self) -> None:
        self.closed = True
        super().close()


def test_a_line_in_use_is_named_and_all_others_are_given_back() -> None:
    factory = BusyFactory()
    with pytest.raises(HalError, match=r"GPIO 17 \(player 1, card2\) is in use by"):
        GpioHal(WIRING, GpiozeroLines(factory))
    assert factory.closed


class UnreadablePin(MockPin):  # type: ignore[misc]
    def _get_state(self) -> Any:
        raise RuntimeError("bad handle")


def test_a_switch_that_cannot_be_read_at_the_start_is_named() -> None:
    with pytest.raises(HalError, match=r"GPIO 4 \(player 1, card1\) cannot be opened: bad handle"):
        GpioHal(WIRING, GpiozeroLines(MockFactory(pin_class=UnreadablePin)))


def test_after_closing_no_pin_calls_back_and_reading_is_an_error(factory: Any) -> None:
    hal = GpioHal(WIRING, GpiozeroLines(factory))
    pin = factory.pin(CARD1)
    hal.close()
    hal.close()
    assert pin.when_changed is None
    with pytest.raises(HalError, match="closed"):
        hal.read(0)
