"""What the keys of USB boards and keyboards tell, while all of them are plugged in."""

import logging
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hal.events import Control, Lamp, Player
from hal.port import HalError
from hal.usb import LOOK_AGAIN_NS, SETTLE_NS
from tests.hal.virtual_usb import CODES, MS, SECOND, START_NS, Device, VirtualUsb, open_hal, panel, played

FAR_NS = START_NS + 3600 * SECOND


def test_both_panels_are_on_any_keyboard_with_the_kernels_stamps(usb: VirtualUsb, keyboard: Device) -> None:
    hal = open_hal(usb)
    for at_ms, key, pressed in ((10, "KEY_5", True), (20, "KEY_ENTER", True), (90, "KEY_5", False)):
        usb.press_at(keyboard, START_NS + at_ms * MS, key, pressed=pressed)
    assert played(hal, START_NS + 200 * MS) == [
        (10, 1, Control.CARD5, True),
        (20, 2, Control.SLAP, True),
        (90, 1, Control.CARD5, False),
    ]


def test_an_edge_can_be_judged_as_soon_as_every_earlier_one_is_in(usb: VirtualUsb, keyboard: Device) -> None:
    hal = open_hal(usb)
    usb.press_at(keyboard, START_NS + 10 * MS, "KEY_1")
    reading = hal.read(FAR_NS)
    assert len(reading.events) == 1
    assert reading.complete_to_ns > START_NS + 10 * MS
    assert usb.now_ns <= START_NS + 10 * MS + SETTLE_NS + 1


def test_a_stamp_is_the_kernels_also_when_the_program_was_busy(usb: VirtualUsb, keyboard: Device) -> None:
    hal = open_hal(usb)
    hal.read(START_NS + 1 * MS)
    usb.press_at(keyboard, START_NS + 30 * MS, "KEY_2")
    usb.press_at(keyboard, START_NS + 50 * MS, "KEY_2", pressed=False)
    usb.busy(500 * MS)
    assert played(hal, START_NS + 600 * MS) == [(30, 1, Control.CARD2, True), (50, 1, Control.CARD2, False)]


def test_bounces_are_swallowed_and_the_first_edge_counts(usb: VirtualUsb, keyboard: Device) -> None:
    hal = open_hal(usb)
    for at_ms in (10, 11, 12, 13, 14):
        usb.press_at(keyboard, START_NS + at_ms * MS, "KEY_3", pressed=at_ms % 2 == 0)
    assert played(hal, START_NS + 100 * MS) == [(10, 1, Control.CARD3, True)]


def test_a_release_that_a_lockout_hides_is_told_when_it_ends(usb: VirtualUsb, keyboard: Device) -> None:
    hal = open_hal(usb)
    usb.press_at(keyboard, START_NS + 10 * MS, "KEY_3")
    usb.press_at(keyboard, START_NS + 12 * MS, "KEY_3", pressed=False)
    assert played(hal, START_NS + 100 * MS) == [(10, 1, Control.CARD3, True), (15, 1, Control.CARD3, False)]


def test_a_key_that_is_no_control_is_nothing(usb: VirtualUsb, keyboard: Device) -> None:
    hal = open_hal(usb)
    usb.press_at(keyboard, START_NS + 10 * MS, "BTN_0")
    assert played(hal, START_NS + 20 * MS) == []


def test_esc_on_a_keyboard_asks_to_leave_once(usb: VirtualUsb, keyboard: Device) -> None:
    hal = open_hal(usb)
    usb.press_at(keyboard, START_NS + 10 * MS, "KEY_ESC")
    usb.press_at(keyboard, START_NS + 20 * MS, "KEY_ESC", pressed=False)
    assert hal.read(FAR_NS).leave
    assert usb.now_ns < FAR_NS
    assert not hal.read(START_NS + 100 * MS).leave


def test_a_control_that_two_keyboards_hold_is_released_with_the_last(usb: VirtualUsb) -> None:
    left, right = usb.plug_in(port="usb-1"), usb.plug_in(port="usb-2")
    hal = open_hal(usb)
    for device, at_ms, pressed in (
        (left, 10, True),
        (right, 20, True),
        (left, 40, False),
        (right, 60, False),
    ):
        usb.press_at(device, START_NS + at_ms * MS, "KEY_1", pressed=pressed)
    assert played(hal, START_NS + 100 * MS) == [(10, 1, Control.CARD1, True), (60, 1, Control.CARD1, False)]


def test_two_boards_of_one_name_are_told_apart_by_port(usb: VirtualUsb) -> None:
    purple, orange = usb.plug_in("Encoder", "usb-2"), usb.plug_in("Encoder", "usb-1")
    hal = open_hal(usb, panel(1, port="usb-1"), panel(2, port="usb-2"))
    usb.press_at(purple, START_NS + 10 * MS, "BTN_0")
    usb.press_at(orange, START_NS + 20 * MS, "BTN_0")
    assert played(hal, START_NS + 100 * MS) == [(10, 2, Control.CARD1, True), (20, 1, Control.CARD1, True)]


def test_of_a_boards_devices_the_one_with_its_keys_is_taken(usb: VirtualUsb) -> None:
    usb.plug_in("Encoder", "usb-1/input1", keys=["KEY_1"])
    device = usb.plug_in("Encoder", "usb-1/input0")
    hal = open_hal(usb, panel(1))
    usb.press_at(device, START_NS + 10 * MS, "BTN_6")
    assert played(hal, START_NS + 100 * MS) == [(10, 1, Control.SLAP, True)]


def test_after_lost_edges_the_keys_are_asked_for_and_play_goes_on(usb: VirtualUsb, keyboard: Device) -> None:
    hal = open_hal(usb)
    usb.press_at(keyboard, START_NS + 10 * MS, "KEY_1")
    usb.press_at(keyboard, START_NS + 20 * MS, "KEY_2")
    played(hal, START_NS + 30 * MS)
    usb.press_at(keyboard, START_NS + 40 * MS, "KEY_1", pressed=False)
    usb.press_at(keyboard, START_NS + 50 * MS, "KEY_3")
    usb.at(START_NS + 60 * MS, lambda: usb.lose(keyboard))
    usb.busy(70 * MS)
    found_ms = (usb.now_ns - START_NS) / MS
    usb.press_at(keyboard, START_NS + 200 * MS, "KEY_2", pressed=False)
    assert played(hal, START_NS + 300 * MS) == [
        (found_ms, 1, Control.CARD1, False),
        (found_ms, 1, Control.CARD3, True),
        (200, 1, Control.CARD2, False),
    ]
    assert "1 × a keyboard: edges were lost" in hal.faults()[0]


def test_a_chattering_key_is_muted_alone(usb: VirtualUsb, keyboard: Device) -> None:
    hal = open_hal(usb)
    for number in range(400):
        usb.press_at(keyboard, START_NS + (10 + number) * MS, "KEY_1", pressed=number % 2 == 0)
    usb.press_at(keyboard, START_NS + 300 * MS, "KEY_2")
    edges = played(hal, START_NS + 500 * MS)
    assert edges[-1] == (300, 1, Control.CARD2, True)
    assert any("KEY_1 (player 1, card1) chatters" in fault for fault in hal.faults())


@given(
    st.lists(
        st.tuples(st.integers(1, 40), st.sampled_from(["KEY_1", "KEY_6", "KEY_SPACE"]), st.integers(0, 3)),
        max_size=60,
    )
)
def test_whatever_happens_presses_and_releases_take_turns_and_the_promise_holds(
    happenings: list[tuple[int, str, int]],
) -> None:
    usb = VirtualUsb()
    devices = [usb.plug_in()]
    hal = open_hal(usb)

    def happen(key: str, what: int) -> None:
        if what == 3 and devices:
            usb.unplug(devices.pop())
        elif what == 2 and devices and devices[0].opened:
            usb.lose(devices[0])
        elif not devices:
            devices.append(usb.plug_in())
        else:
            usb.key(devices[0], key, pressed=CODES[key] not in devices[0].down)

    time_ns = START_NS
    for gap, key, what in happenings:
        time_ns += gap * 10 * MS
        usb.at(time_ns, lambda key=key, what=what: happen(key, what))  # type: ignore[misc]
    levels: dict[tuple[Player, Control], list[bool]] = {}
    for _, player, control, pressed in played(hal, time_ns + 2 * LOOK_AGAIN_NS):
        levels.setdefault((player, control), [False]).append(pressed)
    assert all(before != after for own in levels.values() for before, after in pairwise(own))


def test_a_board_has_no_lamps_and_lets_go_when_closed(usb: VirtualUsb, keyboard: Device) -> None:
    hal = open_hal(usb)
    assert keyboard.opened
    hal.light(frozenset({Lamp(1, 1)}))
    hal.close()
    hal.close()
    assert not keyboard.opened
    with pytest.raises(HalError, match="closed"):
        hal.read(0)


def test_a_fault_is_logged_once(usb: VirtualUsb, keyboard: Device, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.WARNING)
    hal = open_hal(usb)
    for _ in range(3):
        usb.lose(keyboard)
        hal.read(usb.now_ns + MS)
    assert [record.message for record in caplog.records] == [
        "At the panels: a keyboard: edges were lost, as they were not read for too long"
    ]
    assert hal.faults()[0].startswith("3 × ")


def test_each_key_is_counted_with_its_bounces_and_its_lateness(usb: VirtualUsb, keyboard: Device) -> None:
    hal = open_hal(usb)
    for at_ms in (10, 11, 12, 60):
        usb.press_at(keyboard, START_NS + at_ms * MS, "KEY_2", pressed=at_ms != 11 and at_ms != 60)
    usb.press_at(keyboard, START_NS + 70 * MS, "KEY_9")
    usb.busy(80 * MS)
    played(hal, START_NS + 90 * MS)
    lines = {(line.player, line.control): line for line in hal.lines()}
    assert [line.player for line in hal.lines()] == [1] * 7 + [2] * 7
    two = lines[1, Control.CARD2]
    assert two.name == "KEY_2 (player 1, card2)"
    assert (two.pressed, two.edges, two.bounces, two.muted) == (False, 4, 2, False)
    assert (two.shortest_gap_ns, two.usual_ns, two.latest_ns) == (1 * MS, 68 * MS, 70 * MS)
    nine = lines[2, Control.CARD4]
    assert (nine.pressed, nine.edges, nine.shortest_gap_ns) == (True, 1, None)


def test_the_owners_sensitivity_makes_no_difference(usb: VirtualUsb, keyboard: Device) -> None:
    hal = open_hal(usb)
    hal.set_sensitivity(1)
    usb.press_at(keyboard, START_NS + 10 * MS, "KEY_SPACE")
    assert played(hal, START_NS + 50 * MS) == [(10, 1, Control.SLAP, True)]
