"""The USB boards that are wanted, found among the devices that are there."""

from collections.abc import Callable, Sequence
from pathlib import Path

from hal.evdev import OpenBoard
from hal.guard import Guard
from hal.input_list import InputNode
from hal.line_counts import LineCounts
from hal.port import HalError
from hal.usb_boards import UsbBoard, UsbKey


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
        HalError: Linux has no such key.
    """

    def __init__(self, board: UsbBoard, code: Callable[[str], int | None]) -> None:
        self.board = board
        self.opened: dict[Path, OpenBoard] = {}
        self.gone = 0
        self.refused: list[str] = []
        self.keys = {_known(code(key.name), str(key)): WantedKey(key) for key in board.keys}
        self.leave = code(board.leave) if board.leave else None

    def found(self, attached: Sequence[InputNode]) -> list[InputNode]:
        """The devices that are this board and have its keys: some show several under one name.

        Raises:
            HalError: there is none, or several where one is meant.
        """
        nodes = [node for node in attached if self.board.is_at(node) and self.keys.keys() <= node.keys]
        if not nodes:
            raise HalError(self._not_there(attached))
        if len(nodes) > 1 and not self.board.any_keyboard:
            raise HalError(f"{len(nodes)} devices are {self.board}; add the right port: {_listed(nodes)}")
        return nodes

    def _not_there(self, attached: Sequence[InputNode]) -> str:
        named = [node for node in attached if self.board.is_at(node)]
        if named and not self.board.any_keyboard:
            lacking = next(key.key for code, key in self.keys.items() if code not in named[0].keys)
            return (
                f"{self.board} does not have {lacking}; 'python -m evdev.evtest' shows the keys that it has"
            )
        what = "no keyboard is" if self.board.any_keyboard else f"{self.board} is not"
        there = f"there is {_listed(attached)}" if attached else "there is no input device at all"
        return f"{what} plugged in; {there}"


def _known(code: int | None, key: str) -> int:
    if code is None:
        raise HalError(
            f"{key} of the wiring file: Linux has no such key; 'python -m evdev.evtest' shows names"
        )
    return code


def _listed(nodes: Sequence[InputNode]) -> str:
    return "; ".join(map(str, nodes))
