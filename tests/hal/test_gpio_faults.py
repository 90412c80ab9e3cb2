"""A bad switch is muted alone, told once by its name, and nobody else's edge is later for it."""

import logging
import time
from typing import Any

import pytest
from gpiozero.pins.mock import MockFactory, MockPin

from hal.events import Control, InputEvent, Player
from hal.gpio import GpioHal
from hal.gpiozero_lines import SETTLE_NS, GpiozeroLines
from hal.wiring import load_wiring
from tests.hal.virtual_edges import MS, START_NS, VirtualEdges

WIRING = load_wiring()
CARD1 = WIRING.line(1, Control.CARD1)
ACTION = WIRING.line(1, Control.ACTION)
PURPLE = WIRING.line(2, Control.CARD1)
S = 1000 * MS
HELD = "closed at the start"
STUCK = "closed for 30 s"
CHATTERS = "chatters, more than 100 edges"


class Bench:
    """A hal on virtual time, with the edges of some bad switches on their way."""

    def __init__(self, factory: MockFactory | None = None) -> None:
        self.edges = VirtualEdges()
        self.lines = GpiozeroLines(factory or MockFactory(), edges=self.edges)
        self.hal = GpioHal(WIRING, self.lines, clock=self.edges.clock)

    def drive(self, at_ns: int, line: int, pressed: bool) -> None:
        stamp_ns = START_NS + at_ns
        self.edges.drive(stamp_ns, lambda: self.lines.edge(line, stamp_ns / 1e9, not pressed))

    def read_to(self, end_ns: int) -> list[InputEvent]:
        """Every event up to this time after the start, in the order of their stamps."""
        events: list[InputEvent] = []
        mark_ns = 0
        while mark_ns < START_NS + end_ns:
            reading = self.hal.read(min(START_NS + end_ns, mark_ns + S) if mark_ns else 0)
            assert all(event.time_ns >= mark_ns for event in reading.events)
            events += reading.events
            mark_ns = reading.complete_to_ns
        return sorted(events, key=lambda event: event.time_ns)


@pytest.fixture
def bench() -> Bench:
    return Bench()


def edge(at_ns: int, player: Player, control: Control, pressed: bool) -> InputEvent:
    return InputEvent(START_NS + at_ns, player, control, pressed)


class HeldPin(MockPin):  # type: ignore[misc]
    """A button that is held, or a line that is shorted to ground, from the start."""

    def _set_pull(self, value: str) -> None:
        super()._set_pull(value)
        if self.info.name == f"GPIO{ACTION}":
            self.drive_low()


def held_factory() -> Any:
    return MockFactory(pin_class=HeldPin)


def test_a_button_held_at_the_start_is_told_by_its_name_and_counts_once_it_was_released() -> None:
    bench = Bench(held_factory())
    assert bench.hal.faults() == (
        f"1 × GPIO 5 (player 1, action) is {HELD}: stuck or shorted? Ignored until it opens",
    )
    bench.drive(100 * MS, ACTION, False)
    bench.drive(300 * MS, ACTION, True)
    assert bench.read_to(S) == [edge(300 * MS, 1, Control.ACTION, True)]
    assert len(bench.hal.faults()) == 1


def test_a_button_held_at_the_start_works_on_real_pins_too() -> None:
    factory = held_factory()
    hal = GpioHal(WIRING, GpiozeroLines(factory))
    pin = factory.pin(ACTION)
    pin.drive_high()
    assert hal.read(time.monotonic_ns() + 20 * MS).events == ()
    pin.drive_low()
    (press,) = hal.read(time.monotonic_ns() + 10 * S).events
    assert (press.control, press.pressed) == (Control.ACTION, True)
    hal.close()


def test_an_action_button_held_for_half_a_minute_is_released_for_the_game(bench: Bench) -> None:
    bench.drive(S, ACTION, True)
    bench.drive(50 * S, ACTION, False)
    bench.drive(51 * S, ACTION, True)
    assert bench.read_to(52 * S) == [
        edge(S, 1, Control.ACTION, True),
        edge(31 * S, 1, Control.ACTION, False),
        edge(51 * S, 1, Control.ACTION, True),
    ]
    (fault,) = bench.hal.faults()
    assert fault.startswith(f"1 × GPIO 5 (player 1, action) has been {STUCK}")


def test_a_stuck_button_is_released_at_the_moment_itself(bench: Bench) -> None:
    bench.drive(S, ACTION, True)
    bench.read_to(2 * S)
    reading = bench.hal.read(START_NS + 100 * S)
    assert reading.events == (edge(31 * S, 1, Control.ACTION, False),)
    assert reading.complete_to_ns == START_NS + 31 * S + 1


def test_a_chattering_line_is_muted_alone_and_works_again(bench: Bench) -> None:
    for number in range(2000):
        bench.drive(S + number * 3 * MS, CARD1, number % 2 == 0)
    bench.drive(9 * S, CARD1, True)
    bench.drive(10 * S, CARD1, False)
    events = bench.read_to(11 * S)
    assert events[-2:] == [edge(9 * S, 1, Control.CARD1, True), edge(10 * S, 1, Control.CARD1, False)]
    before = events[:-2]
    assert before
    assert before[-1].time_ns <= START_NS + S + 100 * 3 * MS
    assert not before[-1].pressed
    (fault,) = bench.hal.faults()
    assert fault.startswith(f"1 × GPIO 4 (player 1, card1) {CHATTERS}")


def test_beside_a_chattering_line_every_edge_keeps_its_stamp_and_is_judged_as_soon(bench: Bench) -> None:
    for number in range(4000):
        bench.drive(S + number * MS, CARD1, number % 2 == 0)
    presses_ns = [2 * S + number * 200 * MS + 500_000 for number in range(10)]
    for at_ns in presses_ns:
        bench.drive(at_ns, PURPLE, True)
        bench.drive(at_ns + 100 * MS, PURPLE, False)
    bench.read_to(3 * S // 2)
    judged = 0
    while judged < len(presses_ns):
        for event in bench.hal.read(START_NS + 6 * S).events:
            assert event.player == 2
            if event.pressed:
                assert event.time_ns == START_NS + presses_ns[judged]
                assert bench.edges.now_ns <= event.time_ns + SETTLE_NS + 1
                judged += 1


def test_each_fault_is_logged_once_however_often_it_comes(
    bench: Bench, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING):
        for start in (1, 60):
            bench.drive(start * S, ACTION, True)
            bench.drive((start + 40) * S, ACTION, False)
        bench.read_to(110 * S)
        bench.hal.close()
    (record,) = caplog.records
    assert record.getMessage().startswith("At the panels: GPIO 5 (player 1, action) has been closed")
    (fault,) = bench.hal.faults()
    assert fault.startswith("2 × GPIO 5 (player 1, action)")


def test_what_the_notifying_thread_noted_is_logged_by_the_reader(
    bench: Bench, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING):
        bench.lines.edge(CARD1, float("nan"), 0)
        assert caplog.records == []
        bench.read_to(10 * MS)
    assert [record.getMessage() for record in caplog.records] == [
        "At the panels: GPIO 4: ValueError: cannot convert float NaN to integer"
    ]
