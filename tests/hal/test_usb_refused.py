"""USB boards that cannot be opened at the start, and what is said about them."""

import errno
from pathlib import Path

import pytest

from hal.events import Control, Player
from hal.port import HalError
from hal.usb_boards import UsbBoard
from hal.wiring import load_wiring
from tests.hal.virtual_usb import VirtualUsb, open_hal, panel

WINDOW_KEYS = ("KEY_6", "KEY_7", "KEY_8", "KEY_9", "KEY_0", "KEY_RIGHTSHIFT", "KEY_ENTER")


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


def written(tmp_path: Path, *tables: str) -> tuple[UsbBoard, ...]:
    """The boards of a wiring file with these tables [[usb]]."""
    path = tmp_path / "mine.toml"
    path.write_text(
        Path("wiring/cabinet.toml").read_text() + "".join(f"[[usb]]\n{table}\n" for table in tables)
    )
    return load_wiring(path).usb


def keys_of(*players: Player, **others: str) -> str:
    """Keys of a table [[usb]] for these players' controls, but for `others`, such as player1_card2."""
    names = {
        f"player{player}.{control}": f"BTN_{n}" for player in players for n, control in enumerate(Control)
    }
    if len(players) == 2:
        names |= {f"player2.{control}": key for control, key in zip(Control, WINDOW_KEYS, strict=True)}
    names |= {control.replace("_", "."): key for control, key in others.items()}
    return "\n".join(f'{control} = "{key}"' for control, key in names.items())


def test_a_board_without_one_of_its_keys_is_told_with_the_key(usb: VirtualUsb, tmp_path: Path) -> None:
    usb.plug_in("Encoder", keys=["BTN_0", "BTN_1"])
    message = refused(usb, *written(tmp_path, f'name = "Encoder"\n{keys_of(1, 2)}'))
    assert "mine.toml: usb[1].player1.card3 = \"BTN_2\": 'Encoder' does not have this key" in message


def test_a_key_that_linux_does_not_have_is_told_with_its_place_in_the_file(
    usb: VirtualUsb, tmp_path: Path
) -> None:
    usb.plug_in("Encoder")
    table = f'name = "Encoder"\n{keys_of(1, 2, player1_card4="BTN_TRIGER")}'
    message = refused(usb, *written(tmp_path, table))
    assert 'mine.toml: usb[1].player1.card4 = "BTN_TRIGER": Linux has no such key; give' in message
    assert '"BTN_TRIGGER"' in message


def test_two_names_of_one_key_are_refused_with_both_controls(usb: VirtualUsb, tmp_path: Path) -> None:
    usb.plug_in("Encoder")
    table = f'name = "Encoder"\n{keys_of(1, 2, player2_slap="BTN_MISC")}'
    assert refused(usb, *written(tmp_path, table)).endswith(
        'mine.toml: usb[1].player2.slap = "BTN_MISC": is the same key as BTN_0 (player 1, card1) '
        "by another name; give each control a key of its own"
    )


@pytest.mark.parametrize("name_first", [True, False])
def test_a_device_that_two_boards_mean_is_told_with_both(
    usb: VirtualUsb, tmp_path: Path, name_first: bool
) -> None:
    device = usb.plug_in("Encoder", "usb-1")
    by_name, by_port = f'name = "Encoder"\n{keys_of(1)}', f'port = "usb-1"\n{keys_of(2)}'
    tables = (by_name, by_port) if name_first else (by_port, by_name)
    first, second = ("'Encoder'", "usb-1") if name_first else ("usb-1", "'Encoder'")
    assert refused(usb, *written(tmp_path, *tables)).endswith(
        f'mine.toml: usb[2]: {second} is the same device as {first} (name = "Encoder", port = "usb-1"); '
        "give name and port of a device of its own, or put all keys into one table [[usb]]"
    )
    assert device.opened is None


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
