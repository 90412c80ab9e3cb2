"""The USB boards that are wanted, found among the devices that are there."""

from collections.abc import Callable, Sequence
from pathlib import Path

from hal.evdev import OpenBoard
from hal.guard import Guard
from hal.input_list import InputNode
from hal.line_counts import LineCounts
from hal.port import HalError
from hal.usb_boards import RIGHT_KEY, UsbBoard, UsbKey


class WantedKey:
    """A control and the keys that are held for it: on several keyboards, it may be more than one."""

    __slots__ = ("counts", "guard", "held", "key")

    def __init__(self, key: UsbKey) -> None:
        self.key = key
        self.held: set[Path] = set()
        self.guard = Guard(key.debounce_ns, pressed=False)
        self.counts = LineCounts(pressed=False)


class WantedBoard:
    """A board of the wiring, with its keys by their codes and the devices that are open for it.

    `code`: Linux's number of a key by its name.
    `gone`: how many were unplugged and are not back; `refused`: why some could not be opened when it was
    last tried.

    Raises:
        HalError: Linux has no such key, or two of them are one.
    """

    def __init__(self, board: UsbBoard, code: Callable[[str], int | None]) -> None:
        self.board = board
        self.opened: dict[Path, OpenBoard] = {}
        self.gone = 0
        self.refused: list[str] = []
        self.keys = _by_code(board.keys, code)
        self.leave = code(board.leave) if board.leave else None

    def found(self, attached: Sequence[InputNode]) -> list[InputNode]:
        """The devices that are this board and have its keys: some show several under one name.

        Raises:
            HalError: there is none, or several where one is meant.
        """
        nodes = [node for node in attached if self.board.is_at(node) and self.keys.keys() <= node.keys]
        if not nodes:
            raise self._not_there(attached)
        if len(nodes) > 1 and not self.board.any_keyboard:
            several = f"{len(nodes)} devices are {self.board}"
            raise self.board.error(f"{several}; add the right port: {_listed(nodes)}")
        return nodes

    def is_also(self, other: UsbBoard, node: InputNode) -> HalError:
        """What is wrong if the device at `node` is another board as well."""
        return self.board.error(
            f"{self.board} is the same device as {other} ({node}); give name and port of a device of its "
            f"own, or put all keys into one table [[usb]]"
        )

    def _not_there(self, attached: Sequence[InputNode]) -> HalError:
        named = [node for node in attached if self.board.is_at(node)]
        if named and not self.board.any_keyboard:
            lacking = next(key.key for code, key in self.keys.items() if code not in named[0].keys)
            return lacking.error(
                f"{self.board} does not have this key; 'python -m evdev.evtest' shows those that it has"
            )
        what = "no keyboard is" if self.board.any_keyboard else f"{self.board} is not"
        there = f"there is {_listed(attached)}" if attached else "there is no input device at all"
        return self.board.error(f"{what} plugged in; {there}")


def _by_code(keys: Sequence[UsbKey], code: Callable[[str], int | None]) -> dict[int, WantedKey]:
    """The keys by their codes; Linux has several names for some."""
    wanted: dict[int, WantedKey] = {}
    for key in keys:
        number = code(key.name)
        if number is None:
            raise key.error(f"Linux has no such key; {RIGHT_KEY}; 'python -m evdev.evtest' shows names")
        if number in wanted:
            same = f"is the same key as {wanted[number].key} by another name"
            raise key.error(f"{same}; give each control a key of its own")
        wanted[number] = WantedKey(key)
    return wanted


def _listed(nodes: Sequence[InputNode]) -> str:
    return "; ".join(map(str, nodes))
