"""Linux's framebuffer, `/dev/fb0`: the screen's pixels as memory, for systems where SDL cannot have it."""

import fcntl
import mmap
import os
import struct
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from display.box import Box
from display.outputs.console import Console
from display.outputs.port import OutputAbsentError
from display.port import DisplayError
from display.sdl import pygame

DEVICES: Final = (Path("/dev/fb0"), Path("/dev/fb1"))

# From linux/fb.h: struct fb_var_screeninfo and fb_fix_screeninfo as far as they are needed.
_GET_VARIABLE: Final = 0x4600
_GET_FIXED: Final = 0x4602
_VARIABLE: Final = struct.Struct("@8I12I")
_FIXED: Final = struct.Struct("@16sL4I3HI")
_ROOM_BYTES: Final = 256

_DEPTHS: Final = (16, 32)


@dataclass(frozen=True, slots=True)
class Geometry:
    """How the pixels lie in the memory.

    `masks`: the bits of a pixel that are its red, green, blue and opacity. `offset_bytes`: where the
    picture begins.
    """

    size_px: tuple[int, int]
    bits: int
    masks: tuple[int, int, int, int]
    stride_bytes: int
    offset_bytes: int = 0

    @property
    def pixel_bytes(self) -> int:
        """The bytes of a pixel."""
        return self.bits // 8

    @property
    def length_bytes(self) -> int:
        """The memory from its beginning to the picture's end."""
        return self.offset_bytes + self.size_px[1] * self.stride_bytes


def read_geometry(device: int) -> Geometry:
    """Ask an open framebuffer how its pixels lie.

    Raises:
        OSError: it is none, or it is gone.
    """
    variable = fcntl.ioctl(device, _GET_VARIABLE, bytes(_ROOM_BYTES))
    width, height, _, _, left, top, bits, _, *channels = _VARIABLE.unpack_from(variable)
    fixed = fcntl.ioctl(device, _GET_FIXED, bytes(_ROOM_BYTES))
    stride_bytes = _FIXED.unpack_from(fixed)[-1]
    # Each channel is its lowest bit, its length, and whether the bits run the other way, which none do.
    red, green, blue, opacity = (
        ((1 << length) - 1) << shift for shift, length in zip(channels[::3], channels[1::3], strict=True)
    )
    offset_bytes = top * stride_bytes + left * bits // 8
    return Geometry((width, height), bits, (red, green, blue, opacity), stride_bytes, offset_bytes)


class Framebuffer:
    """One framebuffer as a screen: what is painted goes to a surface, and what changed from there to it.

    Raises:
        OutputAbsentError: the device is not there.
        DisplayError: it can't be used.
    """

    def __init__(self, device: Path, *, geometry_of: Callable[[int], Geometry] = read_geometry) -> None:
        self._device = device
        self._geometry_of = geometry_of
        with ExitStack() as stack:
            try:
                self._file = os.open(device, os.O_RDWR | os.O_CLOEXEC)
                stack.callback(os.close, self._file)
                self.geometry = geometry_of(self._file)
                self._format = _pixels_like(device, self.geometry)
                self._memory = mmap.mmap(self._file, self.geometry.length_bytes)
                stack.callback(self._memory.close)
            except FileNotFoundError:
                raise OutputAbsentError(f"There is no {device}.") from None
            except OSError as error:
                raise DisplayError(f"{device} cannot be used: {error.strerror}. {_ADVICE}") from None
            self._to_close = stack.pop_all()
        self._surface = pygame.Surface(self.geometry.size_px, 0, 32)
        self._same_format = self._format.get_masks() == self._surface.get_masks()

    def surface(self) -> pygame.Surface:
        """See `display.outputs.port.Canvas.surface`."""
        return self._surface

    def present(self, boxes: Sequence[Box]) -> None:
        """Copy the boxes into the device's memory, in its own kind of pixels."""
        stride, size = self.geometry.stride_bytes, self.geometry.pixel_bytes
        for box in boxes:
            piece = self._surface.subsurface(box)
            if not self._same_format:
                piece = piece.convert(self._format)
            # The stubs know that a BufferProxy is a buffer only from Python 3.12 on.
            pixels, pitch = memoryview(piece.get_buffer()), piece.get_pitch()  # type: ignore[arg-type]
            start = self.geometry.offset_bytes + box.top * stride + box.left * size
            length = box.width * size
            for row in range(box.height):
                to, source = start + row * stride, row * pitch
                self._memory[to : to + length] = pixels[source : source + length]

    def check(self) -> None:
        """See `display.outputs.port.Output.check`."""
        try:
            changed = self._geometry_of(self._file) != self.geometry
        except OSError as error:
            raise OutputAbsentError(f"{self._device} is gone: {error.strerror}.") from None
        if changed:
            raise OutputAbsentError(f"{self._device} has another size or other pixels now.")

    def close(self) -> None:
        """Close the device; what was shown last stays. Closing twice is allowed."""
        self._to_close.close()


_ADVICE: Final = "Users in the group 'video' may use it (sudo usermod -aG video NAME, then log in again)"


class FramebufferOutput:
    """Screens that are framebuffers, with the text console kept off them.

    Raises:
        OutputAbsentError: a device is not there.
        DisplayError: it can't be used.
    """

    def __init__(
        self,
        devices: Sequence[Path] = DEVICES[:1],
        *,
        geometry_of: Callable[[int], Geometry] = read_geometry,
        silence: Callable[[], Console] = Console,
    ) -> None:
        self.canvases: list[Framebuffer] = []
        with ExitStack() as stack:
            for device in devices:
                canvas = Framebuffer(device, geometry_of=geometry_of)
                stack.callback(canvas.close)
                self.canvases.append(canvas)
            stack.callback(silence().close)
            self._to_close = stack.pop_all()

    def check(self) -> None:
        """See `display.outputs.port.Output.check`."""
        for canvas in self.canvases:
            canvas.check()

    def close(self) -> None:
        """Close the devices and give them back to the console."""
        self._to_close.close()


def framebuffer_available(
    device: Path = DEVICES[0], geometry_of: Callable[[int], Geometry] = read_geometry
) -> tuple[bool, str]:
    """Whether the framebuffer can be drawn on, and what was found or is missing, in words."""
    try:
        framebuffer = Framebuffer(device, geometry_of=geometry_of)
    except DisplayError as error:
        return False, str(error).rstrip(".")
    framebuffer.close()
    width, height = framebuffer.geometry.size_px
    return True, f"{device} is {width} × {height} with {framebuffer.geometry.bits} bits a pixel"


def _pixels_like(device: Path, geometry: Geometry) -> pygame.Surface:
    """A surface of the device's kind of pixels, to convert others to it."""
    try:
        if geometry.bits in _DEPTHS:
            return pygame.Surface((1, 1), 0, geometry.bits, geometry.masks)
    except ValueError:
        # pygame knows the orders of colours that there are, but not each that could be.
        pass
    masks = ", ".join(f"{mask:#x}" for mask in geometry.masks)
    raise DisplayError(
        f"{device} has {geometry.bits} bits a pixel with the colours in {masks}; "
        "it must be 16 or 32 of red, green and blue, or of blue, green and red"
    )
