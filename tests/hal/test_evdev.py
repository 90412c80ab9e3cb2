"""The devices of Linux, with the library where it is installed and a strict stand-in of it everywhere.

Every test runs with both. The library has to be built, with the kernel's headers, so that it may be missing
where all else is installed: then its half is skipped, and no promise goes untested.
"""

import errno
import fcntl
import os
import struct
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from hal.evdev import EVIOCSCLOCKID, EvdevBoards, Gap, KeyEdge, OpenBoard
from hal.port import HalError

EVENT = struct.Struct("llHHi")
"""Linux's struct input_event."""

EV_SYN, EV_KEY, EV_MSC, SYN_REPORT, SYN_DROPPED = 0, 1, 4, 0, 3
NODE = Path("/dev/input/event3")


class Kernel:
    """A device as the kernel shows it to one program: a queue, keys that are down, a grab and a clock."""

    def __init__(self) -> None:
        self.fd, self._writer = os.pipe2(os.O_NONBLOCK)
        self.down: list[int] = []
        self.calls: list[str] = []
        self.refuses: dict[str, int] = {}

    def happens(self, *events: tuple[int, int, int], usec: int = 0) -> None:
        for kind, code, value in events:
            os.write(self._writer, EVENT.pack(7, usec, kind, code, value))

    def called(self, name: str) -> None:
        self.calls.append(name)
        if name in self.refuses:
            raise OSError(self.refuses[name], "refused")

    def ioctl(self, fd: int, request: int, argument: bytes) -> int:
        assert (fd, request) == (self.fd, EVIOCSCLOCKID)
        assert struct.unpack("i", argument) == (time.CLOCK_MONOTONIC,)
        self.called("clock")
        return 0

    def close(self) -> None:
        os.close(self.fd)
        os.close(self._writer)


def device_class(kernel: Kernel, base: type) -> type:
    """An `InputDevice` that opens nothing but the kernel above."""

    class Device(base):  # type: ignore[misc]
        def __init__(self, path: str) -> None:
            assert path == str(NODE)
            kernel.called("open")
            self.fd = kernel.fd

        def grab(self) -> None:
            kernel.called("grab")

        def active_keys(self) -> list[int]:
            kernel.called("keys")
            return kernel.down

        def close(self) -> None:
            kernel.called("close")

        def __del__(self) -> None:
            pass

    return Device


class ReadsLikeEvdev:
    """The reading of the library's `InputDevice`."""

    fd: int

    def read(self) -> Iterator[SimpleNamespace]:
        data = os.read(self.fd, EVENT.size * 64)
        for sec, usec, kind, code, value in EVENT.iter_unpack(data):
            yield SimpleNamespace(sec=sec, usec=usec, type=kind, code=code, value=value)


def stand_in() -> tuple[Any, type]:
    module: Any = ModuleType("evdev")
    module.ecodes = SimpleNamespace(EV_SYN=0, EV_KEY=1, SYN_DROPPED=3, ecodes={"KEY_A": 30})
    return module, ReadsLikeEvdev


def the_library() -> tuple[Any, type]:
    module = pytest.importorskip(
        "evdev", reason="evdev, which has to be built, is not installed: tested through the stand-in alone"
    )
    return module, module.InputDevice


@pytest.fixture
def kernel() -> Iterator[Kernel]:
    kernel = Kernel()
    yield kernel
    kernel.close()


@pytest.fixture(params=[stand_in, the_library], ids=["stand-in", "library"])
def boards(request: pytest.FixtureRequest, kernel: Kernel, monkeypatch: pytest.MonkeyPatch) -> EvdevBoards:
    make: Callable[[], tuple[Any, type]] = request.param
    module, base = make()
    monkeypatch.setattr(module, "InputDevice", device_class(kernel, base), raising=False)
    monkeypatch.setitem(sys.modules, "evdev", module)
    monkeypatch.setattr(fcntl, "ioctl", kernel.ioctl)
    return EvdevBoards()


@pytest.fixture
def board(boards: EvdevBoards) -> OpenBoard:
    return boards.open(NODE)


def test_a_device_is_opened_with_its_clock_set_before_it_is_grabbed(kernel: Kernel, board: OpenBoard) -> None:
    assert kernel.calls == ["open", "clock", "grab"]
    assert board.fileno() == kernel.fd
    board.close()
    assert kernel.calls[-1] == "close"


@pytest.mark.parametrize("call", ["clock", "grab"])
def test_a_device_that_refuses_is_closed_again(kernel: Kernel, boards: EvdevBoards, call: str) -> None:
    kernel.refuses[call] = errno.EBUSY
    with pytest.raises(OSError, match="refused"):
        boards.open(NODE)
    assert kernel.calls[-2:] == [call, "close"]


def test_edges_come_with_the_kernels_stamp_and_repetitions_do_not_count(
    kernel: Kernel, board: OpenBoard
) -> None:
    kernel.happens((EV_MSC, 4, 30), (EV_KEY, 30, 1), (EV_SYN, SYN_REPORT, 0), usec=123_456)
    kernel.happens((EV_KEY, 30, 2), (EV_SYN, SYN_REPORT, 1), usec=200_000)
    kernel.happens((EV_KEY, 30, 0), (EV_SYN, SYN_REPORT, 0), usec=300_001)
    assert list(board.edges()) == [KeyEdge(7_123_456_000, 30, True), KeyEdge(7_300_001_000, 30, False)]
    assert list(board.edges()) == []


def test_all_that_waits_is_read_however_much_it_is(kernel: Kernel, board: OpenBoard) -> None:
    kernel.happens(*((EV_KEY, 30, number % 2) for number in range(200)))
    assert len(list(board.edges())) == 200


def test_where_the_kernel_dropped_events_stands_a_gap_and_what_was_overtaken_is_forgotten(
    kernel: Kernel, board: OpenBoard
) -> None:
    kernel.happens((EV_KEY, 30, 1), (EV_SYN, SYN_DROPPED, 0), (EV_KEY, 31, 1), (EV_SYN, SYN_REPORT, 0))
    kernel.down = [31]
    edges = board.edges()
    assert next(edges) == KeyEdge(7_000_000_000, 30, True)
    assert next(edges) is Gap.GAP
    assert board.held() == {31}
    kernel.happens((EV_KEY, 31, 0))
    assert list(edges) == [KeyEdge(7_000_000_000, 31, False)]


def test_a_key_is_known_by_linuxs_name(boards: EvdevBoards) -> None:
    assert boards.code("KEY_A") == 30
    assert boards.code("KEY_NONE_SUCH") is None


def test_without_the_library_it_is_told_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "evdev", None)
    with pytest.raises(HalError, match=r"USB boards need the library evdev.*speed-cabinet\[usb\]"):
        EvdevBoards()
