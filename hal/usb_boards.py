"""USB encoder boards and keyboards as panels: which key of which device is whose control."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, get_args

from hal.events import Control, Player
from hal.input_list import InputNode
from hal.port import HalError
from hal.wiring_file import Table, shown

RIGHT_KEY: Final = 'give a key by Linux\'s name for it, such as "KEY_1" or "BTN_TRIGGER"'


@dataclass(frozen=True, slots=True)
class UsbKey:
    """A key by Linux's name for it, whose control it is and how long an edge silences it.

    `place`: the wiring file and the key of it that says so, if one does.
    """

    name: str
    player: Player
    control: Control
    debounce_ns: int
    place: str = field(default="", compare=False)

    def __str__(self) -> str:
        return f"{self.name} (player {self.player}, {self.control})"

    def error(self, complaint: str) -> HalError:
        """A complaint about this key, with its place."""
        return HalError(f"{f'{self.place} = {shown(self.name)}' if self.place else self}: {complaint}")


@dataclass(frozen=True, slots=True)
class UsbBoard:
    """A device that is known by its name, its port (see `InputNode.ports`) or both, and its keys.

    With neither it is every keyboard that has these keys. `leave`: the key that ends the program.
    `place`: the wiring file and the table of it that says so, if one does.
    """

    keys: tuple[UsbKey, ...]
    name: str = ""
    port: str = ""
    leave: str | None = None
    place: str = field(default="", compare=False)

    @property
    def any_keyboard(self) -> bool:
        """Whether each keyboard that has the keys is meant."""
        return not self.name and not self.port

    def is_at(self, node: InputNode) -> bool:
        """Whether the device at `node` has the name and the port of this board."""
        return self.name in ("", node.name) and (not self.port or self.port in node.ports)

    def error(self, complaint: str) -> HalError:
        """A complaint about this board, with its place."""
        return HalError(f"{self.place}: {complaint}" if self.place else complaint)

    def __str__(self) -> str:
        if self.any_keyboard:
            return "a keyboard"
        return " at ".join(part for part in (repr(self.name) if self.name else "", self.port) if part)


def any_keyboard(button_ns: int, slap_ns: int) -> UsbBoard:
    """Both panels on the keys that a window uses, on every keyboard there is; Esc ends the program.

    `button_ns`, `slap_ns`: how long an edge of a button or a slap key silences it.
    """
    names: Mapping[Player, str] = {
        1: "KEY_1 KEY_2 KEY_3 KEY_4 KEY_5 KEY_LEFTSHIFT KEY_SPACE",
        2: "KEY_6 KEY_7 KEY_8 KEY_9 KEY_0 KEY_RIGHTSHIFT KEY_ENTER",
    }
    return UsbBoard(
        tuple(
            UsbKey(name, player, control, slap_ns if control is Control.SLAP else button_ns)
            for player, own in names.items()
            for control, name in zip(Control, own.split(), strict=True)
        ),
        leave="KEY_ESC",
    )


def parse_boards(tables: Sequence[Table], button_ns: int, slap_ns: int) -> tuple[UsbBoard, ...]:
    """The boards of a wiring file's `[[usb]]` tables, or without any of them every keyboard.

    Raises:
        WiringError: a board cannot be told from another, a control is missing or has two keys, or a key
            has two controls.
    """
    if not tables:
        return (any_keyboard(button_ns, slap_ns),)
    boards: list[UsbBoard] = []
    taken: dict[tuple[Player, Control], str] = {}
    for table in tables:
        name, port = (_text(table, key) for key in ("name", "port"))
        if not name and not port:
            raise table.complaint("name or port is missing; add what 'speed-cabinet doctor' lists")
        for other in boards:
            if port and port == other.port and (not name or other.name in ("", name)):
                raise table.error("port", "is the port of two boards; give each its own")
            if name and name == other.name and not (port and other.port):
                raise table.error("name", "is the name of two boards; give each its port as well")
        keys = _keys(table, taken, button_ns, slap_ns)
        boards.append(UsbBoard(keys, name, port, place=table.whole))
    for player in get_args(Player):
        for control in Control:
            if (player, control) not in taken:
                raise tables[-1].complaint(f"no board has player{player}.{control}; add it to one")
    return tuple(boards)


def _keys(
    table: Table, taken: dict[tuple[Player, Control], str], button_ns: int, slap_ns: int
) -> tuple[UsbKey, ...]:
    keys: list[UsbKey] = []
    users: dict[str, str] = {}
    for player in get_args(Player):
        panel_name = f"player{player}"
        if panel_name not in table.values:
            continue
        panel = table.table(panel_name, {}, [str(control) for control in Control])
        for control in Control:
            if control not in panel.values:
                continue
            name = _text(panel, control)
            if not name.startswith(("KEY_", "BTN_")):
                raise panel.error(control, f"is no key; {RIGHT_KEY}")
            if name in users:
                raise panel.error(control, f"this key is already {users[name]}; give each a key of its own")
            if (player, control) in taken:
                raise panel.error(
                    control, f"this control is already {taken[player, control]}; remove one of them"
                )
            users[name] = taken[player, control] = panel.key(control)
            lockout_ns = slap_ns if control is Control.SLAP else button_ns
            keys.append(UsbKey(name, player, control, lockout_ns, panel.place(control)))
    if not keys:
        raise table.complaint("player1 and player2 are missing; add the keys of one of them at least")
    return tuple(keys)


def _text(table: Table, key: str) -> str:
    """The value of `key`, which must be text, or "" without one."""
    value = table.values.get(key, "")
    if not isinstance(value, str) or (key in table.values and not value):
        raise table.error(key, "is no text; give it in quotes")
    return value
