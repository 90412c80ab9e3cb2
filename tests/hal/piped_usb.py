"""A keyboard whose edges come through a pipe, on the real clock: what waits for it really waits."""

import os
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from hal.evdev import Gap, KeyEdge
from hal.input_list import InputNode
from tests.hal.virtual_usb import CODES


class PipedKeyboard:
    """The only device of its machine, which it stands for as well."""

    def __init__(self) -> None:
        self._reader, self._writer = os.pipe2(os.O_NONBLOCK)
        self._edges: list[KeyEdge] = []

    def press(self, key: str) -> None:
        """Press a key and let it go again."""
        self._edges += [KeyEdge(time.monotonic_ns(), CODES[key], pressed) for pressed in (True, False)]
        os.write(self._writer, b"!")

    def attached(self) -> Sequence[InputNode]:
        return [InputNode(Path("/dev/input/event0"), "Keyboard", (), frozenset(CODES.values()))]

    def code(self, key_name: str) -> int | None:
        return CODES.get(key_name)

    def open(self, path: Path) -> "PipedKeyboard":
        return self

    def fileno(self) -> int:
        return self._reader

    def edges(self) -> Iterator[KeyEdge | Gap]:
        try:
            os.read(self._reader, 64)
        except BlockingIOError:
            return
        edges, self._edges = self._edges, []
        yield from edges

    def held(self) -> frozenset[int]:
        return frozenset()

    def close(self) -> None:
        os.close(self._reader)
        os.close(self._writer)
