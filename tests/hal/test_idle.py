"""Panels that nobody touches leave the machine alone."""

from collections.abc import Callable

import pytest
from gpiozero.pins.mock import MockFactory

from hal.gpio import GpioHal
from hal.gpiozero_lines import GpiozeroLines
from hal.port import Hal, Reading
from hal.wiring import load_wiring
from tests.hal.fake_gpiod import START_NS, VirtualChip, lines_of
from tests.hal.virtual_edges import START_NS as EDGES_START_NS
from tests.hal.virtual_edges import VirtualEdges
from tests.hal.virtual_usb import SECOND, VirtualUsb, open_hal, panel
from tests.hal.virtual_usb import START_NS as USB_START_NS

HOUR_S = 3600
Idle = tuple[Hal, int, Callable[[], int]]
"""Inputs, the time at their start, and what counts how often they have woken up."""


def through_gpiozero() -> Idle:
    edges = VirtualEdges()
    lines = GpiozeroLines(MockFactory(), edges=edges)
    return GpioHal(load_wiring(), lines, clock=edges.clock), EDGES_START_NS, lambda: edges.gets


def through_gpiod() -> Idle:
    chip = VirtualChip()
    return GpioHal(load_wiring(), lines_of(chip), clock=chip.clock), START_NS, lambda: chip.waits


def any_keyboard() -> Idle:
    usb = VirtualUsb()
    usb.plug_in()
    return open_hal(usb), USB_START_NS, lambda: usb.waits


def a_board_that_is_missing() -> Idle:
    usb = VirtualUsb()
    device = usb.plug_in("Encoder")
    hal = open_hal(usb, panel(1))
    usb.unplug(device)
    return hal, USB_START_NS, lambda: usb.waits


@pytest.mark.parametrize(
    "inputs",
    [through_gpiozero, through_gpiod, any_keyboard, a_board_that_is_missing],
    ids=lambda f: f.__name__,
)
def test_idle_inputs_wake_once_a_second_however_far_the_time_that_is_asked_for(
    inputs: Callable[[], Idle],
) -> None:
    hal, start_ns, wakes = inputs()
    before = wakes()
    end_ns = start_ns + HOUR_S * SECOND
    assert hal.read(end_ns) == Reading((), end_ns)
    assert wakes() - before <= HOUR_S + 2
