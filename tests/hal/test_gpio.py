"""What is promised of edges that a thread delivers, on virtual time."""

import pytest
from gpiozero.pins.mock import MockFactory
from hypothesis import given
from hypothesis import strategies as st

from hal.events import Control, InputEvent
from hal.gpio import GpioHal
from hal.gpiozero_lines import SETTLE_NS, GpiozeroLines
from hal.port import HalError, Reading
from hal.wiring import load_wiring
from tests.hal.virtual_edges import MS, START_NS, VirtualEdges

WIRING = load_wiring()
CARD1 = WIRING.line(1, Control.CARD1)
PURPLE = WIRING.line(2, Control.CARD1)
DEBOUNCE_NS = 5 * MS


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


def test_an_edge_of_a_line_that_is_not_wired_is_noted_not_reported(bench: Bench) -> None:
    bench.drive(START_NS, 12, True)
    assert bench.hal.read(START_NS + 20 * MS).events == ()
    assert bench.hal.faults() == ("1 × GPIO 12: an edge of a line that is not wired",)
