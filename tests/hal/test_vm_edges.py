"""What is run in a virtual machine is right about what it sees there."""

from typing import Any

import pytest

from hal.events import Control, InputEvent
from hal.gpio import GpioHal
from hal.gpiod_lines import GpiodLines
from tests.hal.fake_gpiod import FakeChip
from tests.vm import edges
from tests.vm.edges import MS, Train, Verdict, compare, patient_wiring, press, read_while

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


class Here:
    """Presses in this process before anything is read; then the presser has ended."""

    def poll(self) -> int:
        return 0


def test_presses_on_a_chip_are_read_as_they_were_made(monkeypatch: pytest.MonkeyPatch) -> None:
    chip: Any = FakeChip()
    monkeypatch.setattr(edges, "_pull", lambda line, *, up: chip.drive(line, high=up))
    monkeypatch.setattr(edges, "LOCKOUT_NS", 200 * MS)
    wiring = patient_wiring()
    hal = GpioHal(wiring, GpiodLines(chip))
    trains = press(wiring, 60, seed=1)
    here: Any = Here()
    events, judged_ns = read_while(hal, here, 0)
    line_of = {(switch.player, switch.control): switch.line for switch in wiring.switches}
    read = [(line_of[event.player, event.control], event) for event in events]
    assert compare(trains, read) == Verdict(0, 0, 0, 0)
    assert len(judged_ns) == len(trains)
    hal.close()
