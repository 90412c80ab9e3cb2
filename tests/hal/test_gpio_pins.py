"""gpiozero's pins at the panels, driven on real time."""

import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from gpiozero.pins.mock import MockFactory, MockPin

from hal.events import Control, InputEvent
from hal.gpio import GpioHal
from hal.gpiozero_lines import GpiozeroLines
from hal.port import HalError
from hal.wiring import Switch, Wiring, load_wiring
from tests.hal.virtual_edges import MS

WIRING = load_wiring()
CARD1 = WIRING.line(1, Control.CARD1)
CARD2 = WIRING.line(1, Control.CARD2)
DEBOUNCE_NS = 5 * MS
TIMEOUT_NS = 10_000 * MS


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
