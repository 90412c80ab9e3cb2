"""What is run in a virtual machine is right about what it sees there."""

from contextlib import closing
from typing import Any

import pytest

from display.outputs.headless import HeadlessDisplay
from hal.events import Control, InputEvent
from hal.gpio import GpioHal
from hal.gpiod_lines import GpiodLines
from hal.port import Reading
from tests.hal.fake_gpiod import FakeChip
from tests.vm import edges
from tests.vm.edges import (
    MS,
    Train,
    Verdict,
    Watched,
    compare,
    patient_wiring,
    play_until_over,
    press,
    read_until_over,
)

TRAINS = [
    Train(4, True, 10 * MS, 11 * MS, 12 * MS, 3),
    Train(17, True, 20 * MS, 21 * MS, 22 * MS, 1),
    Train(4, False, 90 * MS, 91 * MS, 92 * MS, 1),
    Train(17, False, 95 * MS, 96 * MS, 97 * MS, 1),
]


def event(at_ms: float, line: int, pressed: bool) -> tuple[int, InputEvent]:
    control = Control.CARD1 if line == 4 else Control.CARD2
    return line, InputEvent(round(at_ms * MS), 1, control, pressed)


RIGHT = [event(20.5, 17, True), event(10.5, 4, True), event(95.5, 17, False), event(90.5, 4, False)]


def test_all_is_right_in_whatever_order_it_was_read() -> None:
    assert compare(TRAINS, RIGHT) == Verdict(0, 0, 0, 0)


def test_a_lost_and_a_doubled_edge_are_counted() -> None:
    assert compare(TRAINS, RIGHT[1:]).lost == 1
    assert compare(TRAINS, [*RIGHT, event(99, 4, False)]).doubled == 1


def test_a_stamp_in_the_wrong_place_is_counted() -> None:
    wrong = [event(20.5, 17, True), event(20.6, 4, True), *RIGHT[2:]]
    assert compare(TRAINS, wrong) == Verdict(0, 0, 1, 1)


def test_a_release_in_the_place_of_a_press_is_a_lost_press() -> None:
    assert compare(TRAINS, [event(10.5, 4, False), *RIGHT[:1], *RIGHT[2:]]).lost == 1


def test_a_fault_is_counted_once_and_not_for_all_that_comes_after_it() -> None:
    trains = [*TRAINS, Train(4, True, 190 * MS, 191 * MS, 192 * MS, 1)]
    assert compare(trains, [*RIGHT[:1], *RIGHT[2:], event(190.5, 4, True)]) == Verdict(1, 0, 0, 0)


def test_what_the_host_has_drawn_out_is_left_out() -> None:
    trains = [Train(4, True, 10 * MS, 11 * MS, 75 * MS, 3), *TRAINS[1:]]
    bounced = [event(73, 4, False), event(74, 4, True)]
    assert compare(trains, [*RIGHT, *bounced]) == Verdict(0, 0, 0, 0)


class Here:
    """Presses in this process before anything is read; then the presser has ended."""

    def poll(self) -> int:
        return 0


@pytest.fixture
def chip(monkeypatch: pytest.MonkeyPatch) -> FakeChip:
    """A chip whose switches have just been pressed."""
    chip = FakeChip()
    monkeypatch.setattr(edges, "_pull", lambda line, *, up: chip.drive(line, high=up))
    monkeypatch.setattr(edges, "LOCKOUT_NS", 200 * MS)
    monkeypatch.setattr(edges, "REST_NS", 0)
    return chip


def watched(chip: Any) -> Watched:
    here: Any = Here()
    return Watched(GpioHal(patient_wiring(), GpiodLines(chip)), here)


def verdict(trains: list[Train], hal: Watched) -> Verdict:
    line_of = {(switch.player, switch.control): switch.line for switch in patient_wiring().switches}
    return compare(trains, [(line_of[event.player, event.control], event) for event in hal.events])


def test_presses_on_a_chip_are_read_as_they_were_made(chip: FakeChip) -> None:
    with closing(watched(chip)) as hal:
        trains = press(patient_wiring(), 60, seed=1)
        read_until_over(hal)
    assert verdict(trains, hal) == Verdict(0, 0, 0, 0)
    assert len(hal.judged_ns) == len(trains)
    assert hal.too_late == 0


def test_a_game_is_played_with_the_presses_and_drawn(chip: FakeChip) -> None:
    with closing(watched(chip)) as hal, closing(HeadlessDisplay()) as display:
        trains = press(patient_wiring(), 60, seed=1)
        play_until_over(hal, display)
    assert verdict(trains, hal) == Verdict(0, 0, 0, 0)


class Late:
    """Panels that break their promise at the second reading."""

    def __init__(self) -> None:
        self.readings = [
            Reading((), 20),
            Reading((InputEvent(19, 1, Control.CARD1, True), InputEvent(20, 1, Control.CARD2, True)), 30),
        ]

    def read(self, until_ns: int) -> Reading:
        return self.readings.pop(0)


def test_edges_after_the_promise_that_none_is_to_come_are_counted() -> None:
    late: Any = Late()
    presser: Any = Here()
    hal = Watched(late, presser)
    hal.read(20)
    hal.read(30)
    assert hal.too_late == 1
