"""What an owner sees and sets at soldered panels: lines, slap pads, the service button."""

from dataclasses import replace

import pytest

from hal.events import Control, InputEvent
from hal.gpio import GpioHal
from hal.gpiod_lines import SETTLE_NS
from hal.port import Hal, LineReport, Panels, Reading
from hal.slaps import Pad
from hal.wiring import Switch, Wiring, load_wiring
from tests.hal.fake_gpiod import MS, START_NS, VirtualChip, lines_of

WIRING = load_wiring()
CARD1 = WIRING.line(1, Control.CARD1)
SLAPS = {1: WIRING.line(1, Control.SLAP), 2: WIRING.line(2, Control.SLAP)}
SERVICE = 2
S = 1000 * MS


def hearing(switch: Switch) -> Switch:
    return replace(switch, pad=Pad(hears_table=True)) if switch.control is Control.SLAP else switch


PIEZOS = replace(WIRING, switches=tuple(hearing(switch) for switch in WIRING.switches))


class Bench:
    def __init__(self, wiring: Wiring = WIRING) -> None:
        self.chip = VirtualChip()
        self.hal = GpioHal(wiring, lines_of(self.chip), clock=self.chip.clock)

    def pulse(self, at_ns: int, line: int, long_ns: int) -> None:
        """To be called in the order of the pulses, none of which overlap."""
        self.chip.plan(START_NS + at_ns, line, high=False)
        self.chip.plan(START_NS + at_ns + long_ns, line, high=True)

    def read(self, until_ns: int) -> Reading:
        return self.hal.read(START_NS + until_ns)

    def slaps(self, end_ns: int) -> list[tuple[int, int]]:
        """The slaps up to this time: player, and stamp after the start."""
        events: list[InputEvent] = []
        mark_ns = 0
        while mark_ns < START_NS + end_ns:
            reading = self.read(end_ns)
            assert all(event.time_ns >= mark_ns for event in reading.events)
            events += reading.events
            mark_ns = reading.complete_to_ns
        return [(e.player, e.time_ns - START_NS) for e in events if e.pressed and e.control is Control.SLAP]


def test_the_panels_on_gpio_lines_are_inputs_and_more() -> None:
    bench = Bench()
    hal: Hal = bench.hal
    panels: Panels = bench.hal
    assert hal.read(0).events == ()
    assert panels.faults() == ()


def test_a_line_is_reported_with_its_numbers() -> None:
    bench = Bench()
    for at_us in (0, 300, 700):
        bench.chip.plan(START_NS + 20 * MS + at_us * 1000, CARD1, high=at_us == 300, latency_ns=50_000)
    bench.chip.busy(30 * MS)
    bench.read(40 * MS)
    reports = bench.hal.lines()
    assert reports[0] == LineReport(
        name="GPIO 4 (player 1, card1)",
        player=1,
        control=Control.CARD1,
        pressed=True,
        edges=3,
        bounces=2,
        shortest_gap_ns=300_000,
        usual_ns=9_700_000,
        latest_ns=10 * MS,
        muted=False,
    )
    assert [report.name for report in reports][-1] == "GPIO 2 (service)"
    assert all(report.edges == 0 and report.shortest_gap_ns is None for report in reports[1:])


def test_a_switch_that_is_ignored_says_so() -> None:
    bench = Bench()
    bench.chip.plan(START_NS + 20 * MS, CARD1, high=False)
    bench.slaps(40 * S)
    assert bench.hal.lines()[0].muted
    assert bench.hal.lines()[0].pressed


def test_the_service_button_is_nobodys_edge_and_is_told_once_and_soon() -> None:
    bench = Bench()
    bench.pulse(20 * MS, SERVICE, 50 * MS)
    reading = bench.read(S)
    assert reading == Reading((), START_NS + 20 * MS + 1, service=True)
    assert bench.chip.now_ns == reading.complete_to_ns + SETTLE_NS
    while reading.complete_to_ns < START_NS + S:
        reading = bench.read(S)
        assert not reading.service


def test_a_service_button_that_is_stuck_is_told_as_any_other() -> None:
    bench = Bench()
    bench.chip.plan(START_NS + 20 * MS, SERVICE, high=False)
    bench.slaps(40 * S)
    (fault,) = bench.hal.faults()
    assert fault.startswith("1 × GPIO 2 (service) has been closed for 30 s")


def test_a_cabinet_need_not_have_a_service_button() -> None:
    bench = Bench(replace(WIRING, service=None))
    assert len(bench.hal.lines()) == len(WIRING.switches)
    assert SERVICE not in bench.chip.users


def test_at_pads_that_hear_nothing_else_the_earlier_slap_is_first_whatever_the_order_of_arrival() -> None:
    """And right after the player's own card: nothing is taken for the table's."""
    bench = Bench()
    bench.chip.plan(START_NS + 19 * MS, CARD1, high=False)
    bench.chip.plan(START_NS + 20 * MS, SLAPS[2], high=False, latency_ns=900_000)
    bench.chip.plan(START_NS + 20 * MS + 1, SLAPS[1], high=False, latency_ns=0)
    assert sorted(bench.slaps(60 * MS), key=lambda slap: slap[1]) == [(2, 20 * MS), (1, 20 * MS + 1)]


def test_a_slap_that_is_not_judged_yet_holds_back_the_promise_and_keeps_its_stamp() -> None:
    bench = Bench(PIEZOS)
    bench.pulse(20 * MS, SLAPS[1], 10 * MS)
    marks = []
    while True:
        reading = bench.read(bench.hal.read(0).complete_to_ns - START_NS + MS // 2)
        if reading.events:
            break
        marks.append(reading.complete_to_ns)
    assert max(marks) == START_NS + 20 * MS
    assert [event.time_ns for event in reading.events] == [START_NS + 20 * MS]
    assert bench.chip.now_ns <= START_NS + 26 * MS + SETTLE_NS


def test_what_another_player_does_meanwhile_waits_for_the_judgement() -> None:
    bench = Bench(PIEZOS)
    bench.chip.plan(START_NS + 20 * MS, SLAPS[1], high=False)
    bench.chip.plan(START_NS + 21 * MS, CARD1, high=False)
    bench.chip.plan(START_NS + 30 * MS, SLAPS[1], high=True)
    reading = bench.read(S)
    assert {event.control for event in reading.events} == {Control.SLAP, Control.CARD1}
    assert reading.complete_to_ns > START_NS + 20 * MS


@pytest.mark.parametrize("carried_ms", [-3, 3])
def test_a_blow_that_both_pads_hear_is_the_harder_hits(carried_ms: int) -> None:
    bench = Bench(PIEZOS)
    pulses = sorted([(30 * MS, SLAPS[1], 12 * MS), ((30 + carried_ms) * MS, SLAPS[2], 3 * MS)])
    edges = [(at, line, True) for at, line, _ in pulses] + [
        (at + long, line, False) for at, line, long in pulses
    ]
    for at_ns, line, closes in sorted(edges):
        bench.chip.plan(START_NS + at_ns, line, high=not closes)
    assert bench.slaps(200 * MS) == [(1, 30 * MS)]


def test_a_button_that_shakes_the_table_is_no_slap() -> None:
    bench = Bench(PIEZOS)
    bench.pulse(20 * MS, CARD1, 1 * MS)
    bench.pulse(30 * MS, SLAPS[2], 10 * MS)
    assert bench.slaps(500 * MS) == []


def test_a_pad_that_rings_after_a_slap_is_no_chattering_line() -> None:
    bench = Bench(PIEZOS)
    for number in range(200):
        bench.pulse(20 * MS + number * 130_000, SLAPS[1], 65_000)
    assert bench.slaps(S) == [(1, 20 * MS)]
    assert bench.hal.faults() == ()


def chatter(bench: Bench, line: int, edges: int) -> list[tuple[int, int]]:
    """So many edges, one each half a millisecond; returns the slaps until a while after."""
    for number in range(edges):
        bench.chip.plan(START_NS + 20 * MS + number * MS // 2, line, high=number % 2 == 1)
    return bench.slaps(2 * S)


def test_a_pad_that_hears_the_table_chatters_with_more_edges_and_is_told_so() -> None:
    bench = Bench(PIEZOS)
    chatter(bench, SLAPS[1], 1100)
    (fault,) = bench.hal.faults()
    assert "GPIO 6 (player 1, slap) chatters, more than 1000 edges in a second" in fault


def test_a_pad_that_hears_nothing_else_chatters_as_a_button_does_beside_one_that_hears_the_table() -> None:
    switches = tuple(hearing(s) if s.player == 1 else s for s in WIRING.switches)
    bench = Bench(replace(WIRING, switches=switches))
    slaps = chatter(bench, SLAPS[2], 700)
    assert slaps == chatter(Bench(), SLAPS[2], 700)
    (fault,) = bench.hal.faults()
    assert "GPIO 7 (player 2, slap) chatters, more than 100 edges in a second" in fault


def test_a_switch_is_no_longer_ignored_when_its_chatter_has_been_over_for_a_second() -> None:
    bench = Bench()
    for number in range(150):
        bench.chip.plan(START_NS + 20 * MS + number * MS, CARD1, high=number % 2 == 1)
    bench.slaps(169 * MS + S - 1)
    assert bench.hal.lines()[0].muted
    bench.slaps(169 * MS + S)
    assert not bench.hal.lines()[0].muted


def test_the_owner_sets_how_light_a_slap_may_be() -> None:
    bench = Bench(PIEZOS)
    for step, counts in ((1, 0), (5, 1)):
        bench.hal.set_sensitivity(step)
        at_ns = bench.chip.now_ns - START_NS + 10 * MS
        bench.pulse(at_ns, SLAPS[1], MS)
        assert len(bench.slaps(at_ns + 200 * MS)) == counts


@pytest.mark.parametrize("wiring", [WIRING, PIEZOS], ids=["dome buttons", "piezos"])
def test_a_sensitivity_that_does_not_exist_is_refused(wiring: Wiring) -> None:
    with pytest.raises(ValueError, match="no sensitivity 6; give one of 1, 2, 3, 4, 5"):
        Bench(wiring).hal.set_sensitivity(6)
