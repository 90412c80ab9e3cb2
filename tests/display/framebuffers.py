"""Framebuffers in files, and what must be in them: converted slowly, pixel by pixel."""

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from hypothesis import strategies as st

from display.outputs.console import Console
from display.outputs.framebuffer import Framebuffer, FramebufferOutput, Geometry
from display.sdl import pygame

UNTOUCHED = 0xA5
"""What is in the memory before anything was drawn."""


@dataclass
class FileDevice:
    """A framebuffer in a file, whose geometry is what a test says; None if the device is gone."""

    path: Path
    geometry: Geometry | None
    modes: list[int] = field(default_factory=list)
    """The modes that its text console was set to."""

    def plug_in(self) -> None:
        """Make the device appear, with nothing drawn on it."""
        assert self.geometry is not None
        self.path.write_bytes(bytes([UNTOUCHED]) * self.geometry.length_bytes)

    def geometry_of(self, file: int) -> Geometry:
        os.fstat(file)
        if self.geometry is None:
            raise OSError(19, "No such device")
        return self.geometry

    def open(self) -> Framebuffer:
        return Framebuffer(self.path, geometry_of=self.geometry_of)

    def output(self) -> FramebufferOutput:
        return FramebufferOutput([self.path], geometry_of=self.geometry_of, silence=self._silence)

    def memory(self) -> bytes:
        return self.path.read_bytes()

    def _silence(self) -> Console:
        return Console([Path(os.devnull)], set_mode=lambda file, mode: self.modes.append(mode))


def _masks(lengths: tuple[int, int, int], order: tuple[int, ...]) -> tuple[int, int, int, int]:
    """The masks of red, green and blue when they follow each other upwards from bit 0 in this order."""
    shift, masks = 0, [0, 0, 0, 0]
    for channel in order:
        masks[channel] = ((1 << lengths[channel]) - 1) << shift
        shift += lengths[channel]
    return (masks[0], masks[1], masks[2], masks[3])


RGB565 = (0xF800, 0x7E0, 0x1F, 0)
ORDERS = ((0, 1, 2), (2, 1, 0))
MASKS_16 = tuple(_masks(lengths, order) for lengths in ((5, 6, 5), (5, 5, 5)) for order in ORDERS)
MASKS_32 = tuple(_masks((8, 8, 8), order) for order in ORDERS)
MASKS_32 += tuple((red << 8, green << 8, blue << 8, 0) for red, green, blue, _ in MASKS_32)
MASKS_32 += tuple((red, green, blue, 0xFFFFFFFF ^ (red | green | blue)) for red, green, blue, _ in MASKS_32)

FORMATS = [(16, masks) for masks in MASKS_16] + [(32, masks) for masks in MASKS_32]


@st.composite
def geometries(draw: st.DrawFn, sizes: st.SearchStrategy[tuple[int, int]]) -> Geometry:
    """Any framebuffer: depth, order of colours, stride, and where in its memory the picture begins."""
    size_px = draw(sizes)
    bits, masks = draw(st.sampled_from(FORMATS))
    stride_bytes = size_px[0] * bits // 8 + draw(st.integers(0, 40))
    return Geometry(size_px, bits, masks, stride_bytes, draw(st.integers(0, 100)))


def pixels_of(memory: bytes, geometry: Geometry) -> list[list[tuple[int, int, int]]]:
    """The colours in the memory, in rows, each channel with as many bits as it has."""
    return [
        [_channels(memory, geometry, x, y) for x in range(geometry.size_px[0])]
        for y in range(geometry.size_px[1])
    ]


def _channels(memory: bytes, geometry: Geometry, x: int, y: int) -> tuple[int, int, int]:
    at = geometry.offset_bytes + y * geometry.stride_bytes + x * geometry.pixel_bytes
    pixel = int.from_bytes(memory[at : at + geometry.pixel_bytes], "little")
    red, green, blue = ((pixel & mask) // (mask & -mask) for mask in geometry.masks[:3])
    return red, green, blue


def expected_pixels(
    picture: pygame.Surface, geometry: Geometry, place: Callable[[int, int], tuple[int, int]]
) -> list[list[tuple[int, int, int]]]:
    """The colours that must be there; `place` says which pixel of the picture comes to x, y."""
    lengths = [mask.bit_count() for mask in geometry.masks[:3]]

    def colour(x: int, y: int) -> tuple[int, int, int]:
        seen = picture.get_at(place(x, y))
        red, green, blue = (seen[channel] >> (8 - lengths[channel]) for channel in range(3))
        return red, green, blue

    width, height = geometry.size_px
    return [[colour(x, y) for x in range(width)] for y in range(height)]


def outside(memory: bytes, geometry: Geometry) -> Iterator[int]:
    """The bytes that are not the picture's."""
    row_bytes = geometry.size_px[0] * geometry.pixel_bytes
    for at, byte in enumerate(memory):
        y, in_row = divmod(at - geometry.offset_bytes, geometry.stride_bytes)
        if y < 0 or in_row >= row_bytes:
            yield byte
