"""What is different where the kernel's own buffer is read: no thread, numbered edges, one request."""

from typing import Any

import pytest
from gpiod.line import Bias, Value
from hypothesis import given
from hypothesis import strategies as st

from hal.events import Control, InputEvent, Lamp
from hal.gpio import GpioHal
from hal.gpiod_lines import BUFFER, SETTLE_NS
from hal.port import HalError, Reading
from hal.wiring import LampLine, Switch, Wiring, load_wiring
from tests.hal.fake_gpiod import MS, START_NS, VirtualChip, lines_of

WIRING = load_wiring()
CARD1 = WIRING.line(1, Control.CARD1)
CARD2 = WIRING.line(1, Control.CARD2)
PURPLE = WIRING.line(2, Control.CARD1)
S = 1000 * MS


class Bench:
    """A hal on virtual time, whose edges reach the buffer as late as the test says."""

    def __init__(self, wiring: Wiring = WIRING, users: dict[int, str] | None = None) -> None:
        self.chip = VirtualChip(users)
        self.hal = GpioHal(wiring, lines_of(self.chip), clock=self.chip.clock)

    def press(self, at_ns: int, line: int, pressed: bool = True, latency_ns: int = 100_000) -> None:
        self.chip.plan(START_NS + at_ns, line, high=not pressed, latency_ns=latency_ns)

    def read_to(self, end_ns: int) -> list[InputEvent]:
        events: list[InputEvent] = []
        mark_ns = 0
        while mark_ns < START_NS + end_ns:
            reading = self.hal.read(START_NS + end_ns)
            events += reading.events
            mark_ns = reading.complete_to_ns
        return events


@pytest.fixture
def bench() -> Bench:
    return Bench()


def test_all_switches_are_one_request_with_a_pull_each_and_every_lamp_is_dark_in_its_own() -> None:
    switches = (
        Switch(4, 1, Control.CARD1, 5 * MS, "down", "high"),
        Switch(17, 1, Control.CARD2, 5 * MS, "none", "low"),
        Switch(27, 1, Control.CARD3, 5 * MS, "up", "low"),
    )
    bench = Bench(Wiring(switches, (LampLine(9, Lamp(1, 1)), LampLine(11, Lamp(1, 2), "low"))))
    inputs, first, second = bench.chip.requests
    assert [inputs.bias(line) for line in inputs.offsets] == [Bias.PULL_DOWN, Bias.DISABLED, Bias.PULL_UP]
    assert inputs.buffer.maxlen == BUFFER
    assert (first.written, second.written) == ({9: [Value.INACTIVE]}, {11: [Value.ACTIVE]})


def test_a_press_keeps_the_kernels_stamp_to_the_nanosecond_and_is_judged_within_a_millisecond(
    bench: Bench,
) -> None:
    bench.press(20 * MS + 1, CARD1)
    reading = bench.hal.read(START_NS + S)
    assert reading.events == (InputEvent(START_NS + 20 * MS + 1, 1, Control.CARD1, True),)
    assert reading.complete_to_ns == START_NS + 20 * MS + 2
    assert bench.chip.now_ns == reading.complete_to_ns + SETTLE_NS


def test_of_two_presses_the_earlier_is_complete_first_though_it_is_read_later(bench: Bench) -> None:
    bench.press(20 * MS, PURPLE, latency_ns=900_000)
    bench.press(20 * MS + 1, CARD1, latency_ns=0)
    reading = bench.hal.read(START_NS + S)
    assert reading.complete_to_ns == START_NS + 20 * MS + 1
    assert {event.player: event.time_ns - reading.complete_to_ns for event in reading.events} == {1: 0, 2: -1}


def test_after_a_busy_time_everything_is_known_at_once_without_waiting(bench: Bench) -> None:
    bench.press(20 * MS, CARD1)
    bench.chip.busy(50 * MS)
    reading = bench.hal.read(0)
    assert [event.time_ns for event in reading.events] == [START_NS + 20 * MS]
    assert reading.complete_to_ns == START_NS + 50 * MS - SETTLE_NS
    assert bench.chip.waits == 0


def test_a_reading_without_edges_ends_when_it_is_complete_to_the_time_asked_for(bench: Bench) -> None:
    assert bench.hal.read(START_NS + 16 * MS) == Reading((), START_NS + 16 * MS)
    assert bench.chip.waits == 1, "one wait, not a spin"


@given(
    st.lists(st.tuples(st.integers(0, 4000), st.sampled_from([4, 17, 27, 15, 6])), max_size=25),
    st.fixed_dictionaries({line: st.integers(0, 99) for line in (4, 17, 27, 15, 6)}),
    st.lists(st.tuples(st.integers(0, 300), st.integers(0, 200)), min_size=1, max_size=20),
)
def test_no_edge_is_ever_stamped_before_an_earlier_promise(
    toggles: list[tuple[int, int]], latencies: dict[int, int], steps: list[tuple[int, int]]
) -> None:
    """Whatever the loop does meanwhile, if each edge reaches the buffer within the settling time."""
    bench = Bench()
    levels: dict[int, bool] = {}
    for at, line in sorted(toggles):
        levels[line] = not levels.get(line, False)
        bench.press(at * MS // 100, line, levels[line], latencies[line] * SETTLE_NS // 100)
    mark_ns = 0
    told: dict[tuple[int, Control], bool] = {}
    for ahead, busy in [*steps, (2000, 0), (2000, 0)]:
        until_ns = bench.chip.now_ns + (ahead - 50) * MS // 10
        while mark_ns < until_ns:
            reading = bench.hal.read(until_ns)
            assert reading.complete_to_ns >= mark_ns
            for event in reading.events:
                assert event.time_ns >= mark_ns
                assert event.pressed != told.get((event.player, event.control), False)
                told[event.player, event.control] = event.pressed
            mark_ns = reading.complete_to_ns
        bench.chip.busy(busy * MS // 10)
    for switch in WIRING.switches:
        assert told.get((switch.player, switch.control), False) == levels.get(switch.line, False)
    assert bench.hal.faults() == ()


@pytest.mark.parametrize("ends_pressed", [True, False])
def test_after_an_overrun_the_lost_edges_are_counted_and_no_button_stays_stuck(
    bench: Bench, ends_pressed: bool
) -> None:
    """One line chatters while nobody reads; a button's only edge is the first and so the first to be lost."""
    if not ends_pressed:
        bench.press(1 * MS, CARD1)
        assert bench.read_to(10 * MS)[0].pressed
    bench.press(20 * MS, CARD1, ends_pressed)
    for number in range(2 * BUFFER):
        bench.press(21 * MS + number * 10_000, PURPLE, number % 2 == 0)
    bench.chip.busy(100 * MS)
    orange = [event for event in bench.read_to(300 * MS) if event.player == 1]
    assert [(event.control, event.pressed) for event in orange] == [(Control.CARD1, ends_pressed)]
    assert f"{BUFFER + 1} × an edge was lost, as they came faster than they were read" in bench.hal.faults()
    assert bench.hal.lines()[0].pressed is ends_pressed


def test_a_button_freed_by_an_overrun_is_known_though_no_edge_follows_and_nobody_asks_for_the_time(
    bench: Bench,
) -> None:
    bench.press(1 * MS, CARD1)
    bench.read_to(10 * MS)
    bench.press(20 * MS, CARD1, False)
    for number in range(BUFFER):
        bench.press(30 * MS + number * 1000, PURPLE, number % 2 == 0)
    bench.chip.busy(40 * MS)
    events: list[InputEvent] = []
    while not any(event.player == 1 for event in events):
        events += bench.hal.read(START_NS + 1000 * S).events
    assert bench.chip.now_ns < START_NS + S


def test_an_edge_that_is_late_but_comes_is_not_lost(bench: Bench) -> None:
    for number in range(30):
        bench.press(MS + number * 200_000, CARD1, number % 2 == 0, latency_ns=900_000)
        bench.press(MS + number * 200_000 + 1000, PURPLE, number % 2 == 0, latency_ns=0)
    bench.read_to(50 * MS)
    assert bench.hal.faults() == ()


def test_a_line_that_oscillates_as_fast_as_it_is_read_holds_up_neither_the_game_nor_another_button(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    request = bench.chip.watching()
    read_at_once = request.read_edge_events
    edge_ns, storm_ns = 5_000, 100 * MS

    def read_slowly(max_events: int) -> list[Any]:
        edges = read_at_once(max_events)
        bench.chip.busy(len(edges) * edge_ns)
        return edges

    monkeypatch.setattr(request, "read_edge_events", read_slowly)
    for number in range(storm_ns // edge_ns):
        bench.press(MS + number * edge_ns, PURPLE, number % 2 == 0)
        if number == 4000:
            bench.press(MS + number * edge_ns + 1, CARD1)
    orange: list[int] = []
    mark_ns = 0
    while mark_ns < START_NS + storm_ns // 2:
        reading = bench.hal.read(mark_ns + 5 * MS)
        assert all(event.time_ns >= mark_ns for event in reading.events)
        orange += [event.time_ns for event in reading.events if event.player == 1]
        mark_ns = reading.complete_to_ns
    assert orange == [START_NS + MS + 4000 * edge_ns + 1]
    assert bench.chip.now_ns < START_NS + storm_ns
    assert not any("lost" in fault for fault in bench.hal.faults())


def test_stamps_of_another_clock_are_an_error_that_says_so(bench: Bench) -> None:
    event = bench.chip.happen(CARD1, high=False, at_ns=1_700_000_000 * S)
    assert event is not None
    bench.chip.watching().buffer_event(event)
    with pytest.raises(HalError, match=r"GPIO 4 \(player 1, card1\).*another clock"):
        bench.hal.read(START_NS + S)


def test_a_switch_whose_line_is_in_use_is_named_with_its_user_and_everything_is_given_back(
    caplog: pytest.LogCaptureFixture,
) -> None:
    chip = VirtualChip({CARD2: "spi0 CS0", 9: "speed-cabinet"})
    with pytest.raises(HalError, match=r"GPIO 17 \(player 1, card2\) is in use by 'spi0 CS0': turn that off"):
        GpioHal(WIRING, lines_of(chip))
    assert chip.closed
    assert caplog.records == []


def test_a_request_that_fails_for_another_reason_keeps_the_kernels_words() -> None:
    class Refusing(VirtualChip):
        def request_lines(self, *_: Any) -> Any:
            raise OSError(22, "Invalid argument")

    chip = Refusing()
    with pytest.raises(HalError, match=r"lines cannot be opened: .*Invalid argument"):
        GpioHal(WIRING, lines_of(chip))


def test_a_chip_that_is_gone_ends_the_game_with_its_reason(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    def gone(*_: Any) -> Any:
        raise OSError(19, "No such device")

    monkeypatch.setattr(bench.chip, "wait", gone)
    with pytest.raises(HalError, match=r"cannot be read any more: .*No such device"):
        bench.hal.read(START_NS + S)


def test_lamps_are_lit_and_dark_before_all_lines_are_given_back(bench: Bench) -> None:
    bench.hal.light(frozenset({Lamp(1, 1)}))
    written = {
        line: values for request in bench.chip.requests[1:] for line, values in request.written.items()
    }
    assert written[9] == [Value.INACTIVE, Value.ACTIVE]
    bench.hal.close()
    bench.hal.close()
    assert written[9][-1] is Value.INACTIVE
    assert bench.chip.users == {}
    assert bench.chip.closed


def test_a_lamp_that_is_in_use_costs_no_other() -> None:
    bench = Bench(users={14: "serial"})
    (fault,) = bench.hal.faults()
    assert fault.startswith("1 × GPIO 14 (player 2, lamp1) is in use by 'serial'")
    bench.hal.light(frozenset({Lamp(2, 1), Lamp(2, 2)}))
    assert [request.written for request in bench.chip.requests if 12 in request.offsets] == [
        {12: [Value.INACTIVE, Value.ACTIVE]}
    ]
