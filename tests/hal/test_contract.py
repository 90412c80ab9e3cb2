"""What every source of edges promises, whatever it is made of."""

import os
import pty
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import pygame
import pytest
from gpiozero.pins.mock import MockFactory

from hal.events import Control, InputEvent, Lamp
from hal.gpio import GpioHal
from hal.gpiozero_lines import GpiozeroLines
from hal.keyboard import KeyboardHal
from hal.mock import START_NS, MockHal
from hal.port import Hal, HalError
from hal.terminal import TerminalHal
from hal.usb import UsbHal
from hal.wiring import load_wiring
from tests.hal.fake_gpiod import FakeChip, lines_of
from tests.hal.piped_usb import PipedKeyboard

MS = 1_000_000
PATIENCE_NS = 20_000 * MS


@dataclass
class Bench:
    hal: Hal
    press: Callable[[], object]


def _mock() -> Iterator[Bench]:
    yield Bench(MockHal([InputEvent(START_NS + 40 * MS, 1, Control.CARD1, True)]), lambda: None)


def _gpio() -> Iterator[Bench]:
    wiring = load_wiring()
    factory = MockFactory()
    hal = GpioHal(wiring, GpiozeroLines(factory))
    yield Bench(hal, factory.pin(wiring.line(1, Control.CARD1)).drive_low)


def _gpiod() -> Iterator[Bench]:
    wiring = load_wiring()
    chip = FakeChip()
    hal = GpioHal(wiring, lines_of(chip))
    yield Bench(hal, lambda: chip.drive(wiring.line(1, Control.CARD1), high=False))


def _keyboard() -> Iterator[Bench]:
    pygame.display.init()
    pygame.display.set_mode((64, 64))
    pygame.event.clear()
    event = pygame.event.Event(pygame.KEYDOWN, key=pygame.K_1, scancode=pygame.KSCAN_1)
    yield Bench(KeyboardHal(), lambda: pygame.event.post(event))
    pygame.display.quit()


def _terminal() -> Iterator[Bench]:
    far, near = pty.openpty()
    yield Bench(TerminalHal(near), lambda: os.write(far, b"1"))
    os.close(near)
    os.close(far)


def _usb() -> Iterator[Bench]:
    keyboard = PipedKeyboard()
    yield Bench(UsbHal(load_wiring().usb, keyboard), lambda: keyboard.press("KEY_1"))


@pytest.fixture(
    params=[_mock, _gpio, _gpiod, _keyboard, _terminal, _usb],
    ids=["mock", "gpio", "gpiod", "keyboard", "terminal", "usb"],
)
def bench(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[Bench]:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    for made in request.param():
        yield made
        made.hal.close()


def now_of(hal: Hal) -> int:
    return hal.read(0).complete_to_ns


def test_a_reading_waits_until_it_is_complete_to_the_time_asked_for(bench: Bench) -> None:
    until_ns = now_of(bench.hal) + 20 * MS
    reading = bench.hal.read(until_ns)
    assert reading.events == ()
    assert reading.complete_to_ns >= until_ns


def test_a_time_in_the_past_is_not_waited_for(bench: Bench) -> None:
    before_ns = time.monotonic_ns()
    bench.hal.read(0)
    assert time.monotonic_ns() - before_ns < 1_000 * MS


def test_a_press_is_reported_once_and_long_before_the_time_asked_for(bench: Bench) -> None:
    start_ns = now_of(bench.hal)
    bench.press()
    reading = bench.hal.read(start_ns + PATIENCE_NS)
    presses = [event for event in reading.events if event.pressed]
    assert [(event.player, event.control) for event in presses] == [(1, Control.CARD1)]
    assert reading.complete_to_ns < start_ns + PATIENCE_NS
    later = bench.hal.read(reading.complete_to_ns + 50 * MS)
    assert not any(event.pressed for event in later.events)


def test_the_promise_never_goes_back_and_no_edge_is_before_it(bench: Bench) -> None:
    mark_ns = now_of(bench.hal)
    bench.press()
    for ahead_ns in (10 * MS, -10 * MS, 30 * MS, 0, 5 * MS, 20 * MS):
        reading = bench.hal.read(mark_ns + ahead_ns)
        assert all(event.time_ns >= mark_ns for event in reading.events)
        assert reading.complete_to_ns >= mark_ns
        mark_ns = reading.complete_to_ns


def test_lamps_can_be_lit_between_readings_and_hold_nothing_up(bench: Bench) -> None:
    start_ns = now_of(bench.hal)
    bench.hal.light(frozenset({Lamp(1, 1), Lamp(2, 5)}))
    bench.press()
    bench.hal.light(frozenset())
    reading = bench.hal.read(start_ns + PATIENCE_NS)
    assert [event.control for event in reading.events if event.pressed] == [Control.CARD1]


def test_closing_twice_is_allowed_and_ends_the_reading(bench: Bench) -> None:
    bench.hal.close()
    bench.hal.close()
    with pytest.raises((HalError, AssertionError), match="close"):
        bench.hal.read(0)
