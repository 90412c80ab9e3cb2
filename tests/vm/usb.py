"""USB boards on a real kernel: devices made through uinput are pressed, unplugged and plugged in again.

Run as root, with /dev/uinput (modprobe uinput) and the library evdev: python -m tests.vm.usb
Prints a line for each thing that was seen; the exit status is 1 if one of them was wrong.
"""

import errno
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from hal.evdev import EvdevBoards
from hal.events import Control, InputEvent, Player
from hal.input_list import list_inputs
from hal.usb import UsbHal
from hal.usb_boards import UsbBoard, UsbKey

MS = 1_000_000
NAME = "Speed Cabinet test board"
PRESSES = 50
STAMP_UNIT_NS = 1_000
"""The kernel hands out microseconds."""


def board(player: Player, port: str = "") -> UsbBoard:
    keys = tuple(UsbKey(f"KEY_{n}", player, control, 5 * MS) for n, control in enumerate(Control, 1))
    return UsbBoard(keys, NAME, port)


class Plugged:
    """A device that is plugged in; `port` is its place."""

    def __init__(self, port: str = "test-1/input0") -> None:
        import evdev

        self._codes: Any = evdev.ecodes
        keys = [self._codes.ecodes[f"KEY_{digit}"] for digit in range(10)]
        self._device: Any = evdev.UInput({self._codes.EV_KEY: keys}, name=NAME, phys=port)
        self.path = Path(self._device.device.path)

    def key(self, digit: int, value: int) -> tuple[int, int]:
        """Press (1), release (0) or repeat (2) a key; returns the times before and after that."""
        before_ns = time.monotonic_ns()
        self._device.write(self._codes.EV_KEY, self._codes.ecodes[f"KEY_{digit}"], value)
        self._device.syn()
        return before_ns, time.monotonic_ns()

    def unplug(self) -> None:
        self._device.close()


@contextmanager
def plugged(*ports: str) -> Iterator[list[Plugged]]:
    devices = [Plugged(port) for port in ports or ("test-1/input0",)]
    # The system's device manager has to open them to everyone who may.
    time.sleep(0.5)
    try:
        yield devices
    finally:
        for device in devices:
            device.unplug()


def read_for(hal: UsbHal, for_ns: int) -> list[InputEvent]:
    """Every edge of the next so many nanoseconds."""
    edges: list[InputEvent] = []
    end_ns = time.monotonic_ns() + for_ns
    while True:
        reading = hal.read(end_ns)
        edges += reading.events
        if reading.complete_to_ns >= end_ns:
            return edges


def stamps_lie_within_the_writes() -> str:
    late_ns = []
    with plugged() as (device,), closing(UsbHal([board(1)], EvdevBoards())) as hal:
        for number in range(2 * PRESSES):
            before_ns, after_ns = device.key(1, 1 - number % 2)
            (edge,) = hal.read(after_ns + 1000 * MS).events
            late_ns.append(time.monotonic_ns() - edge.time_ns)
            assert before_ns - STAMP_UNIT_NS <= edge.time_ns <= after_ns, (before_ns, edge, after_ns)
            assert edge.pressed == (number % 2 == 0)
            time.sleep(0.01)
    late_ns.sort()
    median_ms, worst_ms = statistics.median(late_ns) / MS, late_ns[-1] / MS
    return f"{len(late_ns)} edges; stamp to judged: median {median_ms:.2f} ms, latest {worst_ms:.2f} ms"


def a_stamp_is_the_edges_also_after_a_pause() -> str:
    with plugged() as (device,), closing(UsbHal([board(1)], EvdevBoards())) as hal:
        before_ns, after_ns = device.key(2, 1)
        time.sleep(0.5)
        (edge,) = read_for(hal, 10 * MS)
        assert before_ns - STAMP_UNIT_NS <= edge.time_ns <= after_ns
    return "read half a second later"


def repetitions_are_no_edges() -> str:
    with plugged() as (device,), closing(UsbHal([board(1)], EvdevBoards())) as hal:
        for value in (1, 2, 2, 2):
            device.key(3, value)
        assert [edge.pressed for edge in read_for(hal, 50 * MS)] == [True]
    return "three repetitions"


def nobody_else_hears_a_grabbed_board() -> str:
    import evdev

    with plugged() as (device,):
        listener: Any = evdev.InputDevice(str(device.path))
        hal = UsbHal([board(1)], EvdevBoards())
        device.key(1, 1)
        assert len(read_for(hal, 20 * MS)) == 1
        assert listener.read_one() is None
        refusal = None
        try:
            listener.grab()
        except OSError as error:
            refusal = error.errno
        assert refusal == errno.EBUSY, "it could be grabbed twice"
        hal.close()
        device.key(1, 0)
        assert listener.read_one() is not None
        listener.close()
    return "and everybody hears it again when it is closed"


def boards_of_one_name_are_told_apart() -> str:
    with plugged("test-1/input0", "test-2/input0") as (first, second):
        boards = [board(1, "test-2/input0"), board(2, "test-1/input0")]
        with closing(UsbHal(boards, EvdevBoards())) as hal:
            first.key(1, 1)
            time.sleep(0.01)
            second.key(1, 1)
            edges = sorted(read_for(hal, 20 * MS), key=lambda edge: edge.time_ns)
            assert [edge.player for edge in edges] == [2, 1], edges
    return "by their port"


def an_unplugged_board_is_released_and_comes_back() -> str:
    with plugged() as (device,):
        hal = UsbHal([board(1)], EvdevBoards())
        device.key(5, 1)
        assert [edge.pressed for edge in read_for(hal, 50 * MS)] == [True]
    assert [edge.pressed for edge in read_for(hal, 50 * MS)] == [False]
    with plugged() as (device,), closing(hal):
        end_ns = time.monotonic_ns() + 5000 * MS
        while not any("is back" in fault for fault in hal.faults()):
            assert time.monotonic_ns() < end_ns, hal.faults()
            read_for(hal, 50 * MS)
        device.key(5, 1)
        assert [edge.control for edge in read_for(hal, 50 * MS)] == [Control.CARD5]
    return "in one run of the program"


def after_an_overrun_no_key_stays_held() -> str:
    with plugged() as (device,), closing(UsbHal([board(1)], EvdevBoards())) as hal:
        device.key(1, 1)
        assert len(read_for(hal, 20 * MS)) == 1
        for number in range(2000):
            device.key(2, 1 - number % 2)
        device.key(1, 0)
        device.key(3, 1)
        edges = read_for(hal, 50 * MS)
        assert [(edge.control, edge.pressed) for edge in edges if edge.control is not Control.CARD2] == [
            (Control.CARD1, False),
            (Control.CARD3, True),
        ], edges
        assert any("edges were lost" in fault for fault in hal.faults()), hal.faults()
    return "2000 edges that nobody read"


def idle_costs_next_to_nothing() -> str:
    with plugged(), closing(UsbHal([board(1)], EvdevBoards())) as hal:
        before = _switches()
        read_for(hal, 2000 * MS)
        a_second = (_switches() - before) / 2
    assert a_second <= 20
    return f"{a_second:.1f} context switches a second"


def _switches() -> int:
    status = Path("/proc/self/status").read_text()
    return sum(int(line.split()[1]) for line in status.splitlines() if "ctxt_switches" in line)


CHECKS: list[Callable[[], str]] = [
    stamps_lie_within_the_writes,
    a_stamp_is_the_edges_also_after_a_pause,
    repetitions_are_no_edges,
    nobody_else_hears_a_grabbed_board,
    boards_of_one_name_are_told_apart,
    an_unplugged_board_is_released_and_comes_back,
    after_an_overrun_no_key_stays_held,
    idle_costs_next_to_nothing,
]


def main() -> int:
    """Run every check."""
    failed = 0
    for check in CHECKS:
        name = check.__name__.replace("_", " ")
        try:
            print(f"OK    {name}: {check()}", flush=True)
        except Exception as error:
            failed += 1
            print(f"WRONG {name}: {type(error).__name__}: {error}", flush=True)
    if failed:
        print("There is:", *list_inputs(), sep="\n  ")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
