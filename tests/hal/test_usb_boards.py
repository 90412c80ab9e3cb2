from pathlib import Path

import pytest

from hal.events import Control
from hal.input_list import InputNode, list_inputs
from hal.usb_boards import UsbBoard, UsbKey
from hal.wiring import load_wiring
from hal.wiring_file import WiringError

CABINET = Path("wiring/cabinet.toml")
CONTROLS = [str(control) for control in Control]
ONE = 'name = "Dual Arcade"\n' + "".join(
    f"player{player}.{control} = {f'KEY_{player}{number}'!r}\n"
    for player in (1, 2)
    for number, control in enumerate(CONTROLS)
)


def board_of(player: int, identity: str) -> str:
    keys = "".join(f"player{player}.{control} = 'BTN_{number}'\n" for number, control in enumerate(CONTROLS))
    return f"[[usb]]\n{identity}\n{keys}"


def boards(tmp_path: Path, text: str) -> tuple[UsbBoard, ...]:
    path = tmp_path / "mine.toml"
    path.write_text(CABINET.read_text() + text)
    return load_wiring(path).usb


def test_without_a_board_every_keyboard_has_the_windows_keys() -> None:
    (board,) = load_wiring().usb
    assert board.any_keyboard
    assert board.leave == "KEY_ESC"
    names = {(key.player, key.control): key.name for key in board.keys}
    assert len(names) == 14
    assert [names[1, control] for control in (Control.CARD1, Control.ACTION, Control.SLAP)] == [
        "KEY_1",
        "KEY_LEFTSHIFT",
        "KEY_SPACE",
    ]
    assert [names[2, control] for control in (Control.CARD1, Control.ACTION, Control.SLAP)] == [
        "KEY_6",
        "KEY_RIGHTSHIFT",
        "KEY_ENTER",
    ]


def test_one_board_can_serve_both_players_with_the_times_of_buttons_and_pads(tmp_path: Path) -> None:
    (board,) = boards(tmp_path, "[[usb]]\n" + ONE)
    assert (board.name, board.port, board.leave, board.any_keyboard) == ("Dual Arcade", "", None, False)
    assert board.keys[0] == UsbKey("KEY_10", 1, Control.CARD1, 5_000_000)
    assert board.keys[-1] == UsbKey("KEY_26", 2, Control.SLAP, 30_000_000)


def test_a_board_and_its_keys_know_where_they_stand_in_the_file(tmp_path: Path) -> None:
    _, second = boards(tmp_path, board_of(1, 'name = "X"') + board_of(2, 'name = "Y"'))
    assert str(second.error("is gone")) == f"{tmp_path}/mine.toml: usb[2]: is gone"
    assert (
        str(second.keys[1].error("is gone"))
        == f'{tmp_path}/mine.toml: usb[2].player2.card2 = "BTN_1": is gone'
    )


def test_two_boards_of_one_name_are_told_apart_by_their_ports(tmp_path: Path) -> None:
    text = board_of(1, 'name = "X"\nport = "usb-1/input0"') + board_of(2, 'name = "X"\nport = "usb-2/input0"')
    first, second = boards(tmp_path, text)
    node = InputNode(Path("/dev/input/event3"), "X", ("usb-2/input0", "by-id-link"), frozenset())
    assert not first.is_at(node)
    assert second.is_at(node)
    assert str(second) == "'X' at usb-2/input0"


def test_a_board_may_be_known_by_its_port_alone(tmp_path: Path) -> None:
    text = board_of(1, 'port = "by-id-link"') + board_of(2, 'name = "X"')
    first, _ = boards(tmp_path, text)
    assert first.is_at(InputNode(Path("/dev/input/event3"), "Y", ("usb-9", "by-id-link"), frozenset()))
    assert str(first) == "by-id-link"


@pytest.mark.parametrize(
    ("text", "complaints"),
    [
        ("[usb]\n" + ONE, ["usb: must be a list of tables, [[usb]]"]),
        ("[[usb]]\nspeed = 3\n", ["usb[1].speed = 3", "unknown key", "name, port, player1"]),
        ("[[usb]]\n" + ONE.partition("\n")[2], ["usb[1]: name or port is missing", "doctor"]),
        ("[[usb]]\nname = 3\n", ["usb[1].name = 3", "is no text"]),
        (
            "[[usb]]\nname = 'X'\nplayer1 = 3\n",
            ["usb[1].player1 = 3: must be a table, with keys such as player1.card1"],
        ),
        ("[[usb]]\nname = ''\n", ['usb[1].name = ""', "is no text"]),
        ("[[usb]]\nname = 'X'\n", ["usb[1]: player1 and player2 are missing"]),
        ("[[usb]]\n" + ONE + "player3 = {}\n", ["usb[1].player3", "unknown key"]),
        ("[[usb]]\n" + ONE + "player1.lamp1 = 'KEY_A'\n", ["usb[1].player1.lamp1", "unknown key"]),
        ("[[usb]]\n" + ONE.replace("'KEY_12'", "4"), ["usb[1].player1.card3 = 4", "is no text"]),
        ("[[usb]]\n" + ONE.replace("KEY_12", "a"), ['usb[1].player1.card3 = "a"', '"KEY_1"']),
        (
            "[[usb]]\n" + ONE.replace("KEY_12", "KEY_10"),
            ['player1.card3 = "KEY_10"', "is already usb[1].player1.card1"],
        ),
        (board_of(1, "name = 'X'"), ["usb[1]: no board has player2.card1; add it to one"]),
        ("[[usb]]\n" + ONE + board_of(1, "name = 'X'"), ['usb[2].player1.card1 = "BTN_0"', "already usb[1]"]),
        (
            board_of(1, "name = 'X'\nport = 'a'") + board_of(2, "name = 'X'"),
            ['usb[2].name = "X"', "is the name of two boards; give each its port"],
        ),
        (
            board_of(1, "port = 'a'") + board_of(2, "port = 'a'"),
            ['usb[2].port = "a"', "is the port of two boards; give each its own"],
        ),
        (
            board_of(1, "name = 'X'\nport = 'a'") + board_of(2, "port = 'a'"),
            ['usb[2].port = "a"', "is the port of two boards; give each its own"],
        ),
    ],
)
def test_a_board_that_cannot_be_is_told_with_its_key_and_the_remedy(
    tmp_path: Path, text: str, complaints: list[str]
) -> None:
    with pytest.raises(WiringError) as caught:
        boards(tmp_path, text)
    for complaint in ["mine.toml: ", *complaints]:
        assert complaint in str(caught.value)


def attach(root: Path, number: int, name: str, keys: str, phys: str = "", link: str = "") -> None:
    """What Linux shows of an input device."""
    device = root / f"sys/class/input/event{number}/device"
    (device / "capabilities").mkdir(parents=True)
    (device / "name").write_text(name + "\n")
    (device / "capabilities/key").write_text(keys + "\n")
    if phys:
        (device / "phys").write_text(phys + "\n")
    (root / "dev/input/by-id").mkdir(parents=True, exist_ok=True)
    (root / f"dev/input/event{number}").touch()
    if link:
        (root / "dev/input/by-id" / link).symlink_to(f"../event{number}")


def test_input_devices_are_listed_with_name_ports_and_keys(tmp_path: Path) -> None:
    attach(tmp_path, 10, "Board", "100000000 0 0 0 6", phys="usb-1.2/input0", link="usb-Board-event")
    attach(tmp_path, 2, "Keyboard", "4")
    attach(tmp_path, 3, "Headphone jack", "0")
    (tmp_path / "sys/class/input/mice").mkdir()
    keyboard, board = list_inputs(tmp_path)
    assert keyboard == InputNode(tmp_path / "dev/input/event2", "Keyboard", (), frozenset({2}))
    assert board.ports == ("usb-1.2/input0", "usb-Board-event")
    assert board.keys == {1, 2, 4 * 64 + 32}
    assert str(board) == 'name = "Board", port = "usb-1.2/input0"'


def test_a_device_that_goes_while_it_is_listed_is_left_out(tmp_path: Path) -> None:
    (tmp_path / "sys/class/input/event4").mkdir(parents=True)
    assert list_inputs(tmp_path) == ()
