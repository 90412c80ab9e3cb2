"""Input devices that are plugged in, pressed and pulled out on virtual time, as strict as the kernel."""

import errno
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from hal.evdev import Gap, KeyEdge, OpenBoard
from hal.events import Control, InputEvent, Player
from hal.input_list import InputNode
from hal.usb import UsbHal
from hal.usb_boards import UsbBoard, UsbKey, any_keyboard

START_NS = 5_000_000_000
MS = 1_000_000
SECOND = 1_000 * MS

KEYBOARD = any_keyboard(5 * MS, 30 * MS)

CODES = {
    **{f"KEY_{digit}": code for code, digit in enumerate("1234567890", 2)},
    "KEY_ESC": 1,
    "KEY_ENTER": 28,
    "KEY_LEFTSHIFT": 42,
    "KEY_RIGHTSHIFT": 54,
    "KEY_SPACE": 57,
    **{f"BTN_{number}": 0x100 + number for number in range(10)},
    "BTN_MISC": 0x100,
}
"""Linux's numbers of the keys that the tests press."""


class Device:
    """What is plugged in; `refuses` is the error that opening it gives."""

    def __init__(self, number: int, name: str, port: str, keys: frozenset[int]) -> None:
        self.node = InputNode(Path(f"/dev/input/event{number}"), name, (port,), keys)
        self.refuses: int | None = None
        self.plugged = True
        self.down: set[int] = set()
        self.queue: list[KeyEdge | Gap] = []
        self.opened: VirtualBoard | None = None


class VirtualBoard:
    """An open device: one for each, as it is grabbed."""

    def __init__(self, device: Device) -> None:
        self.device = device
        self.closed = False

    def fileno(self) -> int:
        raise AssertionError("on virtual time nothing is waited for by its number")

    def edges(self) -> Iterator[KeyEdge | Gap]:
        self._check()
        while self.device.queue:
            yield self.device.queue.pop(0)
            self._check()

    def held(self) -> frozenset[int]:
        self._check()
        self.device.queue.clear()
        return frozenset(self.device.down)

    def close(self) -> None:
        assert not self.closed, "a device is closed once"
        self.closed = True
        self.device.opened = None

    def _check(self) -> None:
        assert not self.closed, "the device was closed"
        if not self.device.plugged:
            raise OSError(errno.ENODEV, "No such device")


class VirtualUsb:
    """The devices, the clock and the wait of a `UsbHal`."""

    def __init__(self) -> None:
        self.now_ns = START_NS
        self.waits = 0
        self.looks = 0
        self._numbers = 0
        self._devices: list[Device] = []
        self._to_come: list[tuple[int, Callable[[], None]]] = []

    def clock(self) -> int:
        return self.now_ns

    def attached(self) -> Sequence[InputNode]:
        self.looks += 1
        return [device.node for device in self._devices]

    def code(self, key_name: str) -> int | None:
        return CODES.get(key_name)

    def open(self, path: Path) -> VirtualBoard:
        device = next(device for device in self._devices if device.node.path == path)
        if device.refuses is not None:
            raise OSError(device.refuses, "refused")
        if device.opened:
            raise OSError(errno.EBUSY, "Device or resource busy")
        device.opened = VirtualBoard(device)
        device.queue.clear()
        return device.opened

    def plug_in(self, name: str = "Keyboard", port: str = "usb-1", keys: Sequence[str] = (*CODES,)) -> Device:
        self._numbers += 1
        device = Device(self._numbers, name, port, frozenset(CODES[key] for key in keys))
        self._devices.append(device)
        return device

    def unplug(self, device: Device) -> None:
        device.plugged = False
        device.queue.clear()
        self._devices.remove(device)

    def key(self, device: Device, key: str, *, pressed: bool = True) -> None:
        """A key goes down or up now."""
        code = CODES[key]
        assert pressed != (code in device.down), "a key goes down and up in turn"
        assert device.plugged, "nobody can press a key of what is not there"
        if pressed:
            device.down.add(code)
        else:
            device.down.remove(code)
        if device.opened:
            device.queue.append(KeyEdge(self.now_ns, code, pressed))

    def lose(self, device: Device) -> None:
        """What nobody has read by now is dropped by the kernel."""
        device.queue[:] = [Gap.GAP]

    def at(self, time_ns: int, happen: Callable[[], None]) -> None:
        assert time_ns >= self.now_ns, "nothing can happen in the past"
        self._to_come.append((time_ns, happen))
        self._to_come.sort(key=lambda item: item[0])

    def press_at(self, device: Device, time_ns: int, key: str, *, pressed: bool = True) -> None:
        self.at(time_ns, lambda: self.key(device, key, pressed=pressed))

    def busy(self, for_ns: int) -> None:
        """The program does something else; what happens meanwhile is queued."""
        end_ns = self.now_ns + for_ns
        while self._to_come and self._to_come[0][0] <= end_ns:
            self._happen()
        self.now_ns = end_ns

    def wait(self, opened: Sequence[OpenBoard], seconds: float) -> None:
        assert seconds >= 0
        self.waits += 1
        devices = []
        for board in opened:
            assert isinstance(board, VirtualBoard)
            assert not board.closed, "a closed device cannot be waited for"
            devices.append(board.device)
        end_ns = self.now_ns + round(seconds * 1e9)
        while not any(device.queue or not device.plugged for device in devices):
            if not self._to_come or self._to_come[0][0] > end_ns:
                self.now_ns = end_ns
                return
            self._happen()

    def _happen(self) -> None:
        time_ns, happen = self._to_come.pop(0)
        self.now_ns = max(self.now_ns, time_ns)
        happen()


def panel(player: Player, name: str = "Encoder", port: str = "") -> UsbBoard:
    """An encoder board with one player's controls."""
    keys = tuple(UsbKey(f"BTN_{n}", player, control, 5 * MS) for n, control in enumerate(Control))
    return UsbBoard(keys, name, port)


def open_hal(usb: VirtualUsb, *boards: UsbBoard) -> UsbHal:
    return UsbHal(boards or (KEYBOARD,), usb, clock=usb.clock, wait=usb.wait)


def played(hal: UsbHal, until_ns: int) -> list[tuple[float, Player, Control, bool]]:
    """Every edge until then, its time in milliseconds since the start."""
    edges: list[InputEvent] = []
    mark_ns = 0
    while mark_ns < until_ns:
        reading = hal.read(until_ns)
        assert all(edge.time_ns >= mark_ns for edge in reading.events), "an edge broke the promise"
        assert reading.complete_to_ns >= mark_ns
        mark_ns = reading.complete_to_ns
        edges += reading.events
    return [((edge.time_ns - START_NS) / MS, edge.player, edge.control, edge.pressed) for edge in edges]
