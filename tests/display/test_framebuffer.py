import errno
import fcntl
import os
import struct
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from display.box import Box
from display.outputs.framebuffer import (
    Framebuffer,
    FramebufferOutput,
    Geometry,
    framebuffer_available,
    read_geometry,
)
from display.outputs.headless import HeadlessDisplay
from display.outputs.port import OutputAbsentError
from display.outputs.surface import SurfaceDisplay
from display.port import DisplayError
from display.scene import clipped
from display.sdl import pygame
from display.turning import Degrees, turned_size
from tests.display.framebuffers import (
    FORMATS,
    RGB565,
    UNTOUCHED,
    FileDevice,
    expected_pixels,
    geometries,
    outside,
    pixels_of,
)
from tests.display.situations import NOW_NS
from tests.display.tables import NAMED

TABLE_PX = (160, 90)
XRGB = (0xFF0000, 0xFF00, 0xFF, 0)

Place = Callable[[int, int], tuple[int, int]]
WIDTH, HEIGHT = TABLE_PX
PLACES: dict[Degrees, Place] = {
    0: lambda x, y: (x, y),
    90: lambda x, y: (y, HEIGHT - 1 - x),
    180: lambda x, y: (WIDTH - 1 - x, HEIGHT - 1 - y),
    270: lambda x, y: (WIDTH - 1 - y, x),
}
"""Which pixel of the upright table is at x, y of a screen on which it lies turned clockwise."""

sizes_px = st.tuples(st.integers(1, 40), st.integers(1, 40))
corners = st.integers(0, 39)
lengths = st.integers(1, 40)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("framebuffers")


def noise(surface: pygame.Surface, seed: int) -> None:
    surface.get_buffer().write(Random(seed).randbytes(surface.get_buffer().length))


@settings(deadline=None)
@given(
    geometries(sizes_px),
    st.lists(st.builds(Box, corners, corners, lengths, lengths), max_size=3),
    st.integers(),
)
def test_the_boxes_that_changed_are_in_the_memory_and_nothing_else_is(
    folder: Path, geometry: Geometry, boxes: list[Box], seed: int
) -> None:
    device = FileDevice(folder / "boxes", geometry)
    device.plug_in()
    opened = device.open()
    noise(opened.surface(), seed)
    shown = clipped(boxes, Box(0, 0, *geometry.size_px))
    opened.present(shown)
    opened.close()
    memory = device.memory()
    before = pixels_of(bytes([UNTOUCHED]) * len(memory), geometry)
    now = pixels_of(memory, geometry)
    painted = expected_pixels(opened.surface(), geometry, lambda x, y: (x, y))
    for y in range(geometry.size_px[1]):
        for x in range(geometry.size_px[0]):
            inside = any(box.contains(Box(x, y, 1, 1)) for box in shown)
            assert now[y][x] == (painted if inside else before)[y][x], (x, y)
    assert set(outside(memory, geometry)) <= {UNTOUCHED}


@settings(max_examples=20, deadline=None)
@given(st.data(), st.sampled_from([0, 90, 180, 270]))
def test_any_stride_depth_and_rotation_shows_the_same_table(
    folder: Path, data: st.DataObject, degrees: Degrees
) -> None:
    geometry = data.draw(geometries(st.just(turned_size(TABLE_PX, degrees))))
    device = FileDevice(folder / "table", geometry)
    device.plug_in()
    display = SurfaceDisplay(device.output, rotate=degrees)
    headless = HeadlessDisplay(TABLE_PX)
    for name in ("play", "misplay"):
        for each in (display, headless):
            each.show(NAMED[name].screen, NAMED[name].events, NOW_NS)
    display.close()
    wanted = expected_pixels(headless.picture(), geometry, PLACES[degrees])
    for seen_row, wanted_row in zip(pixels_of(device.memory(), geometry), wanted, strict=True):
        for seen, colour in zip(seen_row, wanted_row, strict=True):
            # What shines through may be rounded the other way where it is turned.
            assert all(abs(was - meant) <= 1 for was, meant in zip(seen, colour, strict=True))


@pytest.mark.parametrize(("bits", "masks"), FORMATS)
def test_white_is_white_in_every_kind_of_pixel(
    folder: Path, bits: int, masks: tuple[int, int, int, int]
) -> None:
    device = FileDevice(folder / "white", Geometry((1, 1), bits, masks, bits // 8))
    device.plug_in()
    opened = device.open()
    opened.surface().fill((255, 255, 255))
    opened.present([Box(0, 0, 1, 1)])
    opened.close()
    assert int.from_bytes(device.memory(), "little") & sum(masks) == sum(masks)


def test_the_console_is_silent_while_the_output_is_open(tmp_path: Path) -> None:
    device = FileDevice(tmp_path / "fb", Geometry((4, 4), 32, XRGB, 16))
    device.plug_in()
    output = device.output()
    assert device.modes == [1]
    output.close()
    output.close()
    assert device.modes == [1, 0]


def test_a_framebuffer_that_is_not_there_may_still_come(tmp_path: Path) -> None:
    device = FileDevice(tmp_path / "fb7", Geometry((4, 4), 32, XRGB, 16))
    with pytest.raises(OutputAbsentError, match=r"There is no .*/fb7\."):
        device.output()
    assert device.modes == []


def test_waiting_for_a_second_framebuffer_keeps_nothing_of_the_first_open(tmp_path: Path) -> None:
    device = FileDevice(tmp_path / "fb0", Geometry((4, 4), 32, XRGB, 16))
    device.plug_in()
    opened: list[int] = []

    def geometry_of(file: int) -> Geometry:
        opened.append(file)
        return device.geometry_of(file)

    with pytest.raises(OutputAbsentError, match=r"There is no .*/fb1\."):
        FramebufferOutput([device.path, tmp_path / "fb1"], geometry_of=geometry_of)
    with pytest.raises(OSError, match="Bad file descriptor"):
        os.fstat(opened[0])


def test_a_framebuffer_that_changes_or_goes_has_to_be_opened_anew(tmp_path: Path) -> None:
    device = FileDevice(tmp_path / "fb", Geometry((4, 4), 32, XRGB, 16))
    device.plug_in()
    output = device.output()
    output.check()
    device.geometry = Geometry((8, 4), 32, XRGB, 32)
    with pytest.raises(OutputAbsentError, match="has another size or other pixels now"):
        output.check()
    device.geometry = None
    with pytest.raises(OutputAbsentError, match="is gone: No such device"):
        output.check()
    output.close()


@pytest.mark.parametrize(
    ("bits", "masks"), [(24, XRGB), (8, (0xFF, 0xFF, 0xFF, 0)), (32, (0xFF, 0xFF0000, 0xFF00, 0))]
)
def test_pixels_that_cannot_be_drawn_are_refused_by_name(
    tmp_path: Path, bits: int, masks: tuple[int, int, int, int]
) -> None:
    device = FileDevice(tmp_path / "fb", Geometry((4, 4), bits, masks, 16))
    device.plug_in()
    with pytest.raises(
        DisplayError, match=f"fb has {bits} bits a pixel with the colours in .*; it must be 16 or 32"
    ) as refused:
        device.open()
    assert not isinstance(refused.value, OutputAbsentError)


def test_a_framebuffer_that_may_not_be_used_says_who_may(tmp_path: Path) -> None:
    def refuse(file: int) -> Geometry:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))

    (tmp_path / "fb").touch()
    with pytest.raises(DisplayError, match=r"fb cannot be used: Permission denied.*group 'video'"):
        Framebuffer(tmp_path / "fb", geometry_of=refuse)


def test_what_is_available_is_told_in_words(tmp_path: Path) -> None:
    device = FileDevice(tmp_path / "fb", Geometry((800, 480), 16, RGB565, 1600))
    assert framebuffer_available(device.path, device.geometry_of) == (False, f"There is no {device.path}")
    device.plug_in()
    before = device.memory()
    found = f"{device.path} is 800 × 480 with 16 bits a pixel"
    assert framebuffer_available(device.path, device.geometry_of) == (True, found)
    assert device.memory() == before


def test_a_file_that_is_no_framebuffer_is_refused_by_the_kernel(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    usable, why = framebuffer_available(tmp_path / "file")
    assert not usable
    assert "Inappropriate ioctl" in why


def test_the_kernels_account_is_understood(monkeypatch: pytest.MonkeyPatch) -> None:
    channels = (11, 5, 0, 5, 6, 0, 0, 5, 0, 0, 0, 0)
    variable = struct.pack("@8I12I", 800, 480, 800, 960, 8, 480, 16, 0, *channels)
    fixed = struct.pack("@16sLIIIIHHHI", b"fb", 0, 1600 * 960, 0, 0, 2, 1, 1, 0, 1664)
    answers = {0x4600: variable, 0x4602: fixed}
    monkeypatch.setattr(fcntl, "ioctl", lambda file, request, room: answers[request] + room)
    assert read_geometry(3) == Geometry((800, 480), 16, RGB565, 1664, 480 * 1664 + 8 * 2)
