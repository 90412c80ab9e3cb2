"""Lamps on output pins: only changes are written, dark before and after, and no lamp stops a game."""

import time
from collections.abc import Iterator
from typing import Any

import pytest
from gpiozero.pins.mock import MockFactory, MockPin

from hal.events import Control, Lamp
from hal.gpio import GpioHal
from hal.gpiozero_lines import GpiozeroLines
from hal.port import HalError
from hal.wiring import LampLine, Wiring, load_wiring

WIRING = load_wiring()
LINES = {lamp_line.lamp: lamp_line.line for lamp_line in WIRING.lamps}
FIRST, SECOND, PURPLE = Lamp(1, 1), Lamp(1, 2), Lamp(2, 5)
NONE: frozenset[Lamp] = frozenset()


class LampPin(MockPin):  # type: ignore[misc]
    """Notes every write that is done, and fails where a test says so."""

    broken = frozenset[int]()
    busy = frozenset[int]()

    def __init__(self, factory: Any, info: Any) -> None:
        if int(info.name[4:]) in self.busy:
            raise RuntimeError("GPIO busy")
        self.writes: list[int] = []
        super().__init__(factory, info)

    def _set_state(self, value: int) -> None:
        if int(self.info.name[4:]) in self.broken:
            raise OSError("write failed")
        super()._set_state(value)
        self.writes.append(value)


@pytest.fixture
def factory(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setattr(LampPin, "broken", frozenset())
    monkeypatch.setattr(LampPin, "busy", frozenset())
    return MockFactory(pin_class=LampPin)


@pytest.fixture
def hal(factory: Any) -> Iterator[GpioHal]:
    hal = GpioHal(WIRING, GpiozeroLines(factory))
    yield hal
    hal.close()


def lit(factory: Any) -> set[Lamp]:
    return {lamp for lamp, line in LINES.items() if factory.pin(line).state}


def test_every_lamp_is_an_output_and_dark_from_the_start(hal: GpioHal, factory: Any) -> None:
    for line in LINES.values():
        pin = factory.pin(line)
        assert (pin.function, pin.state, pin.writes) == ("output", False, [0])


def test_the_lamps_told_are_lit_and_no_others(hal: GpioHal, factory: Any) -> None:
    hal.light(frozenset({FIRST, PURPLE}))
    assert lit(factory) == {FIRST, PURPLE}
    hal.light(frozenset({SECOND, PURPLE}))
    assert lit(factory) == {SECOND, PURPLE}
    hal.light(NONE)
    assert lit(factory) == set()


def test_only_lamps_that_change_are_written(hal: GpioHal, factory: Any) -> None:
    hal.light(frozenset({FIRST, PURPLE}))
    hal.light(frozenset({FIRST}))
    hal.light(frozenset({FIRST}))
    assert factory.pin(LINES[FIRST]).writes == [0, 1]
    assert factory.pin(LINES[PURPLE]).writes == [0, 1, 0]
    assert factory.pin(LINES[SECOND]).writes == [0]


def test_all_lamps_are_dark_before_the_lines_are_given_back(hal: GpioHal, factory: Any) -> None:
    pins = [factory.pin(line) for line in LINES.values()]
    hal.light(frozenset(LINES))
    hal.close()
    assert all(pin.writes[-1] == 0 for pin in pins)
    with pytest.raises(HalError, match="closed"):
        hal.light(NONE)


def test_a_lamp_of_the_other_level_is_dark_while_its_line_is_high(factory: Any) -> None:
    hal = GpioHal(Wiring(WIRING.switches, (LampLine(9, FIRST, "low"),)), GpiozeroLines(factory))
    pin = factory.pin(9)
    assert pin.state
    hal.light(frozenset({FIRST}))
    assert not pin.state
    hal.close()
    assert pin.writes[-1] == 1


def test_a_lamp_that_is_not_wired_is_none(factory: Any) -> None:
    hal = GpioHal(Wiring(WIRING.switches), GpiozeroLines(factory))
    hal.light(frozenset({FIRST}))
    assert hal.faults() == ()
    hal.close()


def test_a_lamp_that_fails_is_told_once_and_left_alone(
    hal: GpioHal, factory: Any, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(LampPin, "broken", frozenset({LINES[FIRST]}))
    for _ in range(3):
        hal.light(frozenset({FIRST, SECOND}))
        assert lit(factory) == {SECOND}
        hal.light(NONE)
    told = "GPIO 9 (player 1, lamp1) cannot be switched and is left alone: OSError: write failed"
    assert hal.faults() == (f"1 × {told}",)
    assert [record.getMessage() for record in caplog.records] == [f"At the panels: {told}"]
    factory.pin(WIRING.line(1, Control.CARD1)).drive_low()
    (press,) = hal.read(time.monotonic_ns() + 10**10).events
    assert press.control is Control.CARD1


def test_a_lamp_that_failed_while_it_was_lit_is_darkened_at_the_end(
    hal: GpioHal, factory: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    pin = factory.pin(LINES[FIRST])
    hal.light(frozenset({FIRST}))
    with monkeypatch.context() as failing:
        failing.setattr(LampPin, "broken", frozenset({LINES[FIRST]}))
        hal.light(NONE)
    hal.light(frozenset({FIRST}))
    hal.light(NONE)
    assert pin.writes == [0, 1], "it is left alone while the game goes on"
    hal.close()
    assert pin.writes == [0, 1, 0]


def test_a_lamp_that_fails_to_the_very_end_keeps_no_other_lit(
    hal: GpioHal, factory: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    pins = [factory.pin(line) for line in LINES.values()]
    hal.light(frozenset(LINES))
    monkeypatch.setattr(LampPin, "broken", frozenset({LINES[FIRST]}))
    hal.close()
    assert [pin.writes[-1] for pin in pins] == [int(lamp == FIRST) for lamp in LINES]


def test_a_lamp_whose_line_is_in_use_does_not_stop_the_start(
    factory: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(LampPin, "busy", frozenset({14}))
    hal = GpioHal(WIRING, GpiozeroLines(factory))
    (fault,) = hal.faults()
    assert fault.startswith("1 × GPIO 14 (player 2, lamp1) is in use by another program or the system")
    hal.light(frozenset(LINES))
    hal.close()


def test_a_second_program_is_told_of_one_switch_and_touches_no_lamp(
    factory: Any, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(LampPin, "busy", frozenset({4, *LINES.values()}))
    with pytest.raises(HalError, match=r"GPIO 4 \(player 1, card1\) is in use"):
        GpioHal(WIRING, GpiozeroLines(factory))
    assert caplog.records == []
