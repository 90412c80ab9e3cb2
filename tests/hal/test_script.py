"""A recording's edges as inputs."""

from hal.events import Control, InputEvent
from hal.mock import START_NS, MockHal
from hal.script import ScriptHal

S = 1_000_000_000
SCRIPT = [InputEvent(at * S, 1, Control.CARD1, at % 2 == 1) for at in (1, 2, 3)]


def everything(hal: ScriptHal, step_ns: int = S // 3) -> list[InputEvent]:
    events: list[InputEvent] = []
    mark_ns = 0
    for _ in range(100):
        reading = hal.read(mark_ns + step_ns)
        assert reading.complete_to_ns >= mark_ns
        assert all(mark_ns <= event.time_ns < reading.complete_to_ns for event in reading.events)
        mark_ns = reading.complete_to_ns
        events += reading.events
        if reading.leave:
            break
    return events


def test_without_keys_all_edges_come_at_once_and_then_it_is_time_to_leave() -> None:
    hal = ScriptHal(SCRIPT, 3 * S)
    assert everything(hal) == SCRIPT


def test_edges_after_the_end_do_not_come() -> None:
    assert everything(ScriptHal(SCRIPT, 2 * S)) == SCRIPT[:2]


def test_beside_keys_time_passes_at_the_speed_that_was_asked_for() -> None:
    keys = MockHal()
    hal = ScriptHal(SCRIPT, 3 * S, keys=keys, speed=2)
    events: list[InputEvent] = []
    while len(events) < 2:
        events += hal.read(10 * S).events
    assert events == SCRIPT[:2]
    assert abs(keys.now_ns - START_NS - S) < 10


def test_at_the_end_time_stands_still_until_somebody_leaves() -> None:
    keys = MockHal(leave_ns=START_NS + 60 * S)
    hal = ScriptHal(SCRIPT, 3 * S, keys=keys, stay=True)
    readings = 0
    while not (reading := hal.read(100 * S)).leave:
        readings += 1
    assert reading.complete_to_ns == 3 * S + 1
    assert readings < 65, "the loop spins"


def test_beside_keys_it_is_time_to_leave_at_the_end_unless_it_stays() -> None:
    hal = ScriptHal(SCRIPT, 3 * S, keys=MockHal(), speed=1000)
    assert everything(hal) == SCRIPT
    assert hal.read(0).leave


def test_time_begins_with_the_first_reading_however_long_that_is_after_the_start() -> None:
    keys = MockHal()
    hal = ScriptHal(SCRIPT, 3 * S, keys=keys)
    keys.read(START_NS + 60 * S)
    assert hal.read(0).complete_to_ns == 0
    assert everything(hal) == SCRIPT


def test_time_never_goes_back() -> None:
    hal = ScriptHal(SCRIPT, 3 * S)
    hal.read(0)
    hal.read(50)
    assert hal.read(10).complete_to_ns == 50


def test_presses_at_the_keys_do_not_count() -> None:
    keys = MockHal([InputEvent(START_NS + S, 2, Control.SLAP, True)], leave_ns=START_NS + 5 * S)
    assert everything(ScriptHal(SCRIPT, 3 * S, keys=keys), step_ns=S) == SCRIPT
