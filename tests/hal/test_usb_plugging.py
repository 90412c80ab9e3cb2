"""USB boards and keyboards that are unplugged, come back or come late."""

import errno

import pytest

from hal.events import Control
from tests.hal.virtual_usb import MS, SECOND, START_NS, Device, VirtualUsb, open_hal, panel, played


def test_an_unplugged_board_is_released_and_plays_again_when_it_is_back(
    usb: VirtualUsb, caplog: pytest.LogCaptureFixture
) -> None:
    device = usb.plug_in("Encoder")
    hal = open_hal(usb, panel(1))
    usb.press_at(device, START_NS + 10 * MS, "BTN_5")
    usb.at(START_NS + 100 * MS, lambda: usb.unplug(device))
    usb.at(
        START_NS + 5_000 * MS, lambda: usb.press_at(usb.plug_in("Encoder"), START_NS + 7_000 * MS, "BTN_5")
    )
    assert played(hal, START_NS + 8_000 * MS) == [
        (10, 1, Control.ACTION, True),
        (100, 1, Control.ACTION, False),
        (7_000, 1, Control.ACTION, True),
    ]
    gone, back = (record.message for record in caplog.records)
    assert "'Encoder' is gone (No such device); plug it in again" in gone
    assert "'Encoder' is back" in back


def test_while_a_board_is_missing_it_is_looked_for_once_a_second_and_never_otherwise(usb: VirtualUsb) -> None:
    first, second = usb.plug_in("Encoder", "usb-1"), usb.plug_in("Encoder", "usb-2")
    hal = open_hal(usb, panel(1, port="usb-1"), panel(2, port="usb-2"))
    usb.looks = usb.waits = 0
    played(hal, START_NS + 100 * SECOND)
    assert usb.looks == 0
    usb.at(usb.now_ns, lambda: usb.unplug(first))
    for tap in range(1000):
        usb.press_at(second, usb.now_ns + 50 * tap * MS, "BTN_0", pressed=tap % 2 == 0)
    assert len(played(hal, usb.now_ns + 50 * SECOND)) == 1000
    assert 45 <= usb.looks <= 50
    assert usb.waits < 5 * 1000


def test_a_board_that_cannot_be_opened_yet_is_tried_again(usb: VirtualUsb) -> None:
    device = usb.plug_in("Encoder")
    hal = open_hal(usb, panel(1))
    usb.unplug(device)
    again = usb.plug_in("Encoder")
    again.refuses = errno.EACCES
    played(hal, START_NS + 3 * SECOND)
    again.refuses = None
    played(hal, START_NS + 5 * SECOND)
    usb.press_at(again, START_NS + 6 * SECOND, "BTN_0")
    assert played(hal, START_NS + 7 * SECOND) == [(6_000, 1, Control.CARD1, True)]


def test_a_key_held_when_its_board_comes_counts_from_its_next_press_on(usb: VirtualUsb) -> None:
    device = usb.plug_in("Encoder")
    usb.key(device, "BTN_0")
    hal = open_hal(usb, panel(1))
    assert hal.faults() == (
        "1 × BTN_0 (player 1, card1) is closed at the start: stuck or shorted? Ignored until it opens",
    )
    usb.press_at(device, START_NS + 10 * MS, "BTN_0", pressed=False)
    usb.press_at(device, START_NS + 50 * MS, "BTN_0")
    usb.at(START_NS + 100 * MS, lambda: usb.unplug(device))

    def come_held() -> None:
        again = usb.plug_in("Encoder")
        usb.key(again, "BTN_0")
        usb.press_at(again, START_NS + 3_000 * MS, "BTN_0", pressed=False)
        usb.press_at(again, START_NS + 3_500 * MS, "BTN_0")

    usb.at(START_NS + 200 * MS, come_held)
    assert played(hal, START_NS + 4_000 * MS) == [
        (50, 1, Control.CARD1, True),
        (100, 1, Control.CARD1, False),
        (3_500, 1, Control.CARD1, True),
    ]


def test_a_second_keyboard_that_is_unplugged_plays_again_when_it_is_back(
    usb: VirtualUsb, caplog: pytest.LogCaptureFixture
) -> None:
    first, second = usb.plug_in(port="usb-1"), usb.plug_in(port="usb-2")
    hal = open_hal(usb)
    usb.at(START_NS + 100 * MS, lambda: usb.unplug(second))
    usb.at(
        START_NS + 200 * MS,
        lambda: usb.press_at(usb.plug_in(port="usb-2"), START_NS + 2_500 * MS, "KEY_6"),
    )
    usb.press_at(first, START_NS + 300 * MS, "KEY_1")
    assert played(hal, START_NS + 3_000 * MS) == [
        (300, 1, Control.CARD1, True),
        (2_500, 2, Control.CARD1, True),
    ]
    gone, back = (record.message for record in caplog.records)
    assert "a keyboard is gone (No such device); plug it in again" in gone
    assert "a keyboard is back" in back


def test_a_keyboard_that_comes_late_plays_and_that_is_no_fault(usb: VirtualUsb, keyboard: Device) -> None:
    hal = open_hal(usb)
    usb.at(
        START_NS + 100 * MS,
        lambda: usb.press_at(usb.plug_in(port="usb-2"), START_NS + 1_500 * MS, "KEY_6"),
    )
    usb.press_at(keyboard, START_NS + 1_600 * MS, "KEY_1")
    assert played(hal, START_NS + 2_000 * MS) == [
        (1_500, 2, Control.CARD1, True),
        (1_600, 1, Control.CARD1, True),
    ]
    assert hal.faults() == ()


def test_a_second_keyboard_that_may_not_be_opened_is_told_once_and_plays_as_soon_as_it_may(
    usb: VirtualUsb, keyboard: Device
) -> None:
    second = usb.plug_in(port="usb-2")
    second.refuses = errno.EBUSY
    hal = open_hal(usb)
    played(hal, START_NS + 4 * SECOND)
    assert hal.faults() == ("1 × /dev/input/event2 (Keyboard) is grabbed by another program; end that one",)
    second.refuses = None
    played(hal, START_NS + 6 * SECOND)
    usb.press_at(second, START_NS + 7 * SECOND, "KEY_6")
    usb.press_at(keyboard, START_NS + 7 * SECOND, "KEY_1")
    assert {edge[1] for edge in played(hal, START_NS + 8 * SECOND)} == {1, 2}


def test_keyboards_are_looked_for_once_a_second_at_most(usb: VirtualUsb, keyboard: Device) -> None:
    hal = open_hal(usb)
    usb.looks = usb.waits = 0
    for tap in range(1000):
        usb.press_at(keyboard, usb.now_ns + 50 * tap * MS, "KEY_1", pressed=tap % 2 == 0)
    assert len(played(hal, usb.now_ns + 50 * SECOND)) == 1000
    assert 45 <= usb.looks <= 50
    usb.looks = usb.waits = 0
    played(hal, usb.now_ns + 100 * SECOND)
    assert usb.looks <= 100
    assert usb.waits <= 101
