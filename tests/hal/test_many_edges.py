"""100,000 bouncing edges on all fourteen inputs: none lost, none doubled, in the order of their stamps."""

from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any
from unittest import mock

import pytest
from gpiozero.pins.mock import MockFactory

from hal.gpio import GpioHal
from hal.gpiozero_lines import GpiozeroLines
from hal.wiring import load_wiring
from tests.hal.fake_gpiod import VirtualChip, lines_of
from tests.hal.traffic import MS, Judged, Traffic, bouncing_presses
from tests.hal.virtual_edges import START_NS, VirtualEdges

EDGES = 100_000
WIRING = load_wiring()


@pytest.fixture(scope="module")
def traffic() -> Traffic:
    traffic = bouncing_presses(WIRING.switches, EDGES, seed=1, start_ns=START_NS)
    assert len(traffic.edges) >= EDGES
    return traffic


def play(
    hal: GpioHal,
    traffic: Traffic,
    send: Callable[[int, int, bool], None],
    clock: Callable[[], int],
    busy: Callable[[int], None],
) -> Judged:
    """A loop that draws a frame now and then, while the edges come."""
    random = Random(2)
    judged = Judged()
    sent = 0
    end_ns = traffic.edges[-1][0] + 100 * MS
    while clock() < end_ns:
        ahead_ns = clock() + 40 * MS
        while sent < len(traffic.edges) and traffic.edges[sent][0] < ahead_ns:
            send(*traffic.edges[sent])
            sent += 1
        judged.add(hal.read(clock() + 5 * MS))
        busy(random.choice((0, 0, 1, 12)) * MS)
    hal.close()
    return judged


def check(hal: GpioHal, judged: Judged, traffic: Traffic) -> None:
    assert judged.events == traffic.events
    assert sum(line.edges for line in hal.lines()) == len(traffic.edges)
    assert sum(line.bounces for line in hal.lines()) == len(traffic.edges) - len(traffic.events)


def test_through_gpiozeros_mock_pins_with_a_library_that_at_times_calls_back_with_nonsense(
    traffic: Traffic,
) -> None:
    virtual, factory = VirtualEdges(), MockFactory()
    lines = GpiozeroLines(factory, edges=virtual)
    hal = GpioHal(WIRING, lines, clock=virtual.clock)
    pins: dict[int, Any] = {switch.line: factory.pin(switch.line) for switch in WIRING.switches}
    stamp_s = 0.0
    nonsense = 0

    def clock_s() -> float:
        return stamp_s

    def drive(stamp_ns: int, line: int, pressed: bool) -> None:
        nonlocal stamp_s, nonsense
        stamp_s = stamp_ns / 1e9
        pin = pins[line]
        if stamp_ns % 97 == 0:
            nonsense += 1
            pin.when_changed(float("nan"), 0)
        pin.drive_low() if pressed else pin.drive_high()

    latencies = {switch.line: number * MS // 5 for number, switch in enumerate(WIRING.switches)}
    with mock.patch("gpiozero.pins.mock.monotonic", clock_s):
        judged = play(
            hal,
            traffic,
            lambda at_ns, line, pressed: virtual.drive(
                at_ns, partial(drive, at_ns, line, pressed), latencies[line]
            ),
            virtual.clock,
            virtual.busy,
        )
    check(hal, judged, traffic)
    assert nonsense > 500
    assert sum(int(fault.split()[0]) for fault in hal.faults()) == nonsense


def test_through_gpiod_whose_buffer_is_in_no_order(traffic: Traffic) -> None:
    chip = VirtualChip()
    hal = GpioHal(WIRING, lines_of(chip), clock=chip.clock)
    latencies = {switch.line: number * MS // 20 for number, switch in enumerate(WIRING.switches)}
    judged = play(
        hal,
        traffic,
        lambda at_ns, line, pressed: chip.plan(at_ns, line, high=not pressed, latency_ns=latencies[line]),
        chip.clock,
        chip.busy,
    )
    check(hal, judged, traffic)
    assert hal.faults() == ()
