import pytest

from hal.events import Control, InputEvent, Lamp
from hal.mock import START_NS, Delivery, MockHal
from hal.port import Reading

MS = 1_000_000
PRESS = InputEvent(START_NS + 10 * MS, 1, Control.CARD1, True)
RELEASE = InputEvent(START_NS + 90 * MS, 1, Control.CARD1, False)
OTHER = InputEvent(START_NS + 12 * MS, 2, Control.CARD1, True)


def test_an_edge_is_reported_at_its_own_time() -> None:
    hal = MockHal([PRESS])
    assert hal.read(START_NS + 1000 * MS) == Reading((PRESS,), PRESS.time_ns)


def test_time_jumps_to_what_was_asked_for_when_nothing_happens() -> None:
    hal = MockHal()
    assert hal.read(START_NS + 10**18) == Reading((), START_NS + 10**18)
    assert hal.now_ns == START_NS + 10**18


def test_time_never_goes_back() -> None:
    hal = MockHal()
    hal.read(START_NS + 10 * MS)
    assert hal.read(0).complete_to_ns == START_NS + 10 * MS


def test_the_order_of_the_script_does_not_matter() -> None:
    hal = MockHal([OTHER, PRESS])
    assert hal.read(START_NS + 1000 * MS).events == (PRESS,)
    assert hal.read(START_NS + 1000 * MS).events == (OTHER,)
    assert hal.finished


def test_a_delivery_may_be_late_within_the_settling_time() -> None:
    hal = MockHal([Delivery(PRESS, START_NS + 13 * MS), OTHER], settle_ns=3 * MS)
    assert hal.read(START_NS + 1000 * MS) == Reading((OTHER,), START_NS + 9 * MS)
    assert hal.read(START_NS + 1000 * MS) == Reading((PRESS,), START_NS + 10 * MS)


def test_the_promise_is_behind_the_clock_by_the_settling_time() -> None:
    hal = MockHal(settle_ns=3 * MS)
    assert hal.read(START_NS + 10 * MS).complete_to_ns == START_NS + 10 * MS
    assert hal.now_ns == START_NS + 13 * MS


def test_edges_delivered_at_once_come_in_one_reading() -> None:
    late = START_NS + 13 * MS
    hal = MockHal([Delivery(OTHER, late), Delivery(PRESS, late)], settle_ns=3 * MS)
    assert hal.read(START_NS + 1000 * MS).events == (OTHER, PRESS)


def test_somebody_leaves_once_at_the_time_given() -> None:
    hal = MockHal([PRESS], leave_ns=START_NS + 50 * MS)
    assert not hal.read(START_NS + 1000 * MS).leave
    assert hal.read(START_NS + 1000 * MS) == Reading((), START_NS + 50 * MS, leave=True)
    assert hal.read(START_NS + 1000 * MS) == Reading((), START_NS + 1000 * MS)


@pytest.mark.parametrize(
    ("script", "complaint"),
    [
        ([InputEvent(10 * MS, 1, Control.CARD1, True)], "before the start"),
        ([Delivery(PRESS, PRESS.time_ns - 1)], "before it happens"),
        ([Delivery(PRESS, PRESS.time_ns + 1)], "later than the 0 ns promised"),
        ([PRESS, InputEvent(PRESS.time_ns + 1, 1, Control.CARD1, True)], "already pressed"),
        ([RELEASE], "already open"),
    ],
)
def test_what_hardware_could_not_do_is_refused(script: list[InputEvent | Delivery], complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        MockHal(script)


def test_a_switchs_edges_delivered_out_of_order_are_refused() -> None:
    script = [Delivery(PRESS, START_NS + 100 * MS), Delivery(RELEASE, START_NS + 100 * MS)]
    MockHal(script, settle_ns=100 * MS)
    earlier = InputEvent(PRESS.time_ns - 1, 1, Control.CARD1, False)
    with pytest.raises(ValueError, match="after a later edge of the same switch"):
        MockHal([PRESS, Delivery(earlier, START_NS + 20 * MS)], settle_ns=100 * MS)


def test_a_broken_promise_is_possible_only_when_asked_for() -> None:
    hal = MockHal([Delivery(PRESS, START_NS + 50 * MS)], allow_late=True)
    assert hal.read(START_NS + 40 * MS).complete_to_ns == START_NS + 40 * MS
    late = hal.read(START_NS + 100 * MS)
    assert late == Reading((PRESS,), START_NS + 50 * MS)


def test_reading_after_close_is_a_bug() -> None:
    hal = MockHal()
    hal.close()
    with pytest.raises(AssertionError, match="after close"):
        hal.read(0)


def test_what_is_lit_is_recorded_with_its_time() -> None:
    hal = MockHal()
    hal.read(START_NS + 10 * MS)
    hal.light(frozenset({Lamp(1, 3)}))
    hal.read(START_NS + 20 * MS)
    hal.light(frozenset())
    assert hal.lit == [(START_NS + 10 * MS, frozenset({Lamp(1, 3)})), (START_NS + 20 * MS, frozenset())]


def test_lighting_what_is_lit_already_is_a_bug() -> None:
    hal = MockHal()
    with pytest.raises(AssertionError, match="already lit"):
        hal.light(frozenset())
    hal.light(frozenset({Lamp(2, 1)}))
    with pytest.raises(AssertionError, match="already lit"):
        hal.light(frozenset({Lamp(2, 1)}))


def test_lighting_after_close_is_a_bug() -> None:
    hal = MockHal()
    hal.close()
    with pytest.raises(AssertionError, match="light after close"):
        hal.light(frozenset({Lamp(1, 1)}))
