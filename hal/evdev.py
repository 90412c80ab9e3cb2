"""Keys of Linux's input devices, through the library evdev: the only place that knows it."""

import errno
import fcntl
import struct
import time
from collections.abc import Iterator, Sequence
from enum import Enum
from pathlib import Path
from typing import Any, Final, NamedTuple, Protocol

from hal.input_list import InputNode, list_inputs
from hal.port import HalError

EVIOCSCLOCKID: Final = 0x400445A0
"""Linux's call to choose the clock of a device's stamps, which is the wall clock otherwise. The library
has no word for it."""

INSTALL: Final = (
    "install it with pip install 'speed-cabinet[usb]', which needs gcc, python3-dev and linux-libc-dev, or "
    "python3-evdev from the system and a venv made with --system-site-packages"
)


class KeyEdge(NamedTuple):
    """A key went down or up, stamped by the kernel on the monotonic clock."""

    time_ns: int
    code: int
    pressed: bool


class Gap(Enum):
    """Stands among the edges where the kernel has dropped some, as nobody had read them for too long."""

    GAP = "gap"


class OpenBoard(Protocol):
    """A device that is open and grabbed: what is pressed on it comes to this program alone."""

    def fileno(self) -> int:
        """The file descriptor that becomes readable when there are edges."""
        ...

    def edges(self) -> Iterator[KeyEdge | Gap]:
        """Everything that can be read now; raises `OSError` if the device is gone."""
        ...

    def held(self) -> frozenset[int]:
        """The codes of the keys that are down. Edges that it takes into account do not come any more."""
        ...

    def close(self) -> None:
        """Let go of the device. Closing twice is allowed."""


class Boards(Protocol):
    """The devices that are plugged in."""

    def attached(self) -> Sequence[InputNode]:
        """All that have keys."""
        ...

    def code(self, key_name: str) -> int | None:
        """The code of a key by Linux's name for it; None if there is no such key."""
        ...

    def open(self, path: Path) -> OpenBoard:
        """Open and grab a device; raises `OSError` if that cannot be."""
        ...


class EvdevBoards:
    """The devices of this machine.

    Raises:
        HalError: the library is missing.
    """

    def __init__(self) -> None:
        # Imported here, as it is needed for these devices only and has to be built on most systems.
        try:
            import evdev
        except ImportError as error:
            raise HalError(f"USB boards need the library evdev ({error}): {INSTALL}") from error
        self._evdev: Any = evdev

    def attached(self) -> Sequence[InputNode]:
        """All that have keys; see `Boards`."""
        return list_inputs()

    def code(self, key_name: str) -> int | None:
        """The code of a key; see `Boards`."""
        code: int | None = self._evdev.ecodes.ecodes.get(key_name)
        return code

    def open(self, path: Path) -> OpenBoard:
        """Open and grab a device; see `Boards`."""
        device = self._evdev.InputDevice(str(path))
        try:
            # The clock first: that empties the queue of what was stamped by another.
            _use_monotonic_clock(device.fd)
            device.grab()
        except OSError:
            device.close()
            raise
        return _EvdevBoard(device, self._evdev.ecodes)


class _EvdevBoard:
    def __init__(self, device: Any, ecodes: Any) -> None:
        self._device = device
        self._ecodes = ecodes

    def fileno(self) -> int:
        """See `OpenBoard`."""
        fd: int = self._device.fd
        return fd

    def edges(self) -> Iterator[KeyEdge | Gap]:
        """See `OpenBoard`."""
        codes = self._ecodes
        while True:
            try:
                batch = list(self._device.read())
            except BlockingIOError:
                return
            for event in batch:
                if event.type == codes.EV_SYN and event.code == codes.SYN_DROPPED:
                    yield Gap.GAP
                    # What follows was overtaken by the keys that are held, which are asked for now.
                    break
                # A key that is held repeats itself with the value 2.
                if event.type == codes.EV_KEY and event.value in (0, 1):
                    stamp_ns = event.sec * 1_000_000_000 + event.usec * 1000
                    yield KeyEdge(stamp_ns, event.code, bool(event.value))

    def held(self) -> frozenset[int]:
        """See `OpenBoard`."""
        return frozenset(self._device.active_keys())

    def close(self) -> None:
        """See `OpenBoard`; the kernel ends the grab with it."""
        self._device.close()


def why_not_open(node: InputNode, error: OSError) -> str:
    """Say in one sentence why a device could not be opened and what to do about it."""
    if error.errno in (errno.EACCES, errno.EPERM):
        return (
            f"no permission for {node.path} ({node.name}); add the user to the group input "
            f"(sudo usermod -aG input USER) and log in again"
        )
    if error.errno == errno.EBUSY:
        return f"{node.path} ({node.name}) is grabbed by another program; end that one"
    return f"{node.path} ({node.name}) cannot be opened: {error.strerror}"


def _use_monotonic_clock(fd: int) -> None:
    fcntl.ioctl(fd, EVIOCSCLOCKID, struct.pack("i", time.CLOCK_MONOTONIC))
