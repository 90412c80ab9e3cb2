"""USB boards that cannot be opened at the start, and what is said about them."""

import errno

import pytest

from hal.events import Control
from hal.port import HalError
from hal.usb_boards import UsbBoard, UsbKey
from tests.hal.virtual_usb import VirtualUsb, open_hal, panel


def refused(usb: VirtualUsb, *boards: UsbBoard) -> str:
    with pytest.raises(HalError) as caught:
        open_hal(usb, *boards)
    return str(caught.value)


def test_a_board_that_is_not_there_is_told_with_those_that_are(usb: VirtualUsb) -> None:
    assert refused(usb) == "no keyboard is plugged in; there is no input device at all"
    usb.plug_in("Encoder 2", "usb-3/input0")
    assert refused(usb, panel(1)) == (
        '\'Encoder\' is not plugged in; there is name = "Encoder 2", port = "usb-3/input0"'
    )


def test_a_board_without_one_of_its_keys_is_told_with_the_key(usb: VirtualUsb) -> None:
    usb.plug_in("Encoder", keys=["BTN_0", "BTN_1"])
    assert "'Encoder' does not have BTN_2 (player 1, card3)" in refused(usb, panel(1))


def test_a_key_that_linux_does_not_have_is_told_with_its_control(usb: VirtualUsb) -> None:
    board = UsbBoard((UsbKey("KEY_ANY", 2, Control.SLAP, 0),), "Encoder")
    assert "KEY_ANY (player 2, slap) of the wiring file: Linux has no such key" in refused(usb, board)


def test_boards_that_cannot_be_told_apart_are_told_with_their_ports(usb: VirtualUsb) -> None:
    usb.plug_in("Encoder", "usb-1")
    usb.plug_in("Encoder", "usb-2")
    message = refused(usb, panel(1))
    assert message.startswith("2 devices are 'Encoder'; add the right port:")
    assert 'port = "usb-2"' in message


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (errno.EACCES, "no permission for /dev/input/event2 (Encoder); add the user to the group input"),
        (errno.EBUSY, "/dev/input/event2 (Encoder) is grabbed by another program"),
        (errno.EIO, "/dev/input/event2 (Encoder) cannot be opened: refused"),
    ],
)
def test_a_board_that_may_not_be_opened_is_told_and_the_others_are_let_go(
    usb: VirtualUsb, error: int, words: str
) -> None:
    other = usb.plug_in("Other")
    usb.plug_in("Encoder").refuses = error
    assert words in refused(usb, panel(1, "Other"), panel(2))
    assert other.opened is None
