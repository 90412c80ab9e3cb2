import sys
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest

from display.animation import MS, NUDGE_AFTER_NS
from display.layout import lay_out
from display.outputs.headless import HeadlessDisplay
from display.outputs.window import WindowDisplay, WindowOutput, screen_available
from display.palette import ATTENTION, TABLE
from display.port import Display, DisplayError
from display.sdl import pygame
from display.turning import Degrees, turned_size
from tests.display.situations import NOW_NS, scenarios
from tests.display.tables import NAMED, shown
from tests.screen import screen

SIZE_PX = (800, 480)
SCREEN_VARIABLES = ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER")


@pytest.fixture
def no_screen(monkeypatch: pytest.MonkeyPatch) -> Iterator[pytest.MonkeyPatch]:
    for name in SCREEN_VARIABLES:
        monkeypatch.delenv(name, raising=False)
    yield monkeypatch
    pygame.display.quit()


@pytest.fixture
def blind(no_screen: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    no_screen.setenv("SDL_VIDEODRIVER", "dummy")
    return no_screen


def picture_of(name: str, now_ns: int = NOW_NS) -> bytes:
    display = HeadlessDisplay(SIZE_PX)
    display.show(NAMED[name].screen, NAMED[name].events, now_ns)
    return display.picture().get_buffer().raw


def on_screen() -> bytes:
    surface = pygame.display.get_surface()
    assert surface is not None
    return surface.get_buffer().raw


def test_a_headless_display_never_asks_for_a_frame_and_has_the_right_picture_all_the_same() -> None:
    display: Display = HeadlessDisplay(SIZE_PX)
    assert isinstance(display, HeadlessDisplay)
    for scenario in scenarios():
        assert display.show(scenario.screen, scenario.events, NOW_NS) is None
    display.show(NAMED["play"].screen, (), NOW_NS + 6_000 * MS)
    assert display.picture().get_buffer().raw == picture_of("play")


def test_a_headless_picture_shows_the_one_shots_of_its_moment() -> None:
    display = HeadlessDisplay(SIZE_PX)
    display.show(NAMED["flight"].screen, NAMED["flight"].events, NOW_NS)
    during = display.picture().get_buffer().raw
    display.show(NAMED["flight"].screen, (), NOW_NS + 200 * MS)
    assert during == picture_of("flight")
    assert display.picture().get_buffer().raw == picture_of("play-marked")


def test_a_headless_picture_can_be_kept_as_png(tmp_path: Path) -> None:
    display = HeadlessDisplay(SIZE_PX)
    display.show(NAMED["play"].screen, (), NOW_NS)
    display.save_png(tmp_path / "table.png")
    loaded = pygame.image.load(tmp_path / "table.png")
    top = lay_out(SIZE_PX).piles["left"].top
    assert loaded.get_size() == SIZE_PX
    assert loaded.get_at((top.left + 1, top.top + top.height // 2))[:3] == ATTENTION
    assert loaded.get_at((0, SIZE_PX[1] // 2))[:3] == TABLE


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full, a device that is always full")
def test_a_picture_without_room_is_an_error_and_no_more(capfd: pytest.CaptureFixture[str]) -> None:
    display = HeadlessDisplay(SIZE_PX)
    display.show(NAMED["play"].screen, (), NOW_NS)
    with pytest.raises(OSError, match="No space left"):
        display.save_png("/dev/full")
    assert capfd.readouterr() == ("", "")


def test_a_headless_display_that_was_shown_nothing_says_so(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="nothing has been shown yet"):
        HeadlessDisplay().save_png(tmp_path / "table.png")
    assert not (tmp_path / "table.png").exists()


def test_a_window_shows_what_a_headless_picture_does(blind: pytest.MonkeyPatch) -> None:
    window: Display = WindowDisplay(SIZE_PX)
    for scenario in scenarios():
        window.show(scenario.screen, (), NOW_NS)
    window.show(NAMED["misplay"].screen, NAMED["misplay"].events, NOW_NS)
    assert on_screen() == picture_of("misplay")


def test_redraw_restores_a_window_that_lost_its_pixels(blind: pytest.MonkeyPatch) -> None:
    window = WindowDisplay(SIZE_PX)
    window.redraw()
    window.show(NAMED["play"].screen, (), NOW_NS)
    surface = pygame.display.get_surface()
    assert surface is not None
    surface.fill((255, 0, 0))
    window.redraw()
    assert on_screen() == picture_of("play")


def test_a_resized_window_is_laid_out_anew(blind: pytest.MonkeyPatch) -> None:
    window = WindowDisplay((640, 360))
    window.show(NAMED["play"].screen, (), NOW_NS)
    pygame.display.set_mode(SIZE_PX, pygame.RESIZABLE)
    window.redraw()
    assert on_screen() == picture_of("play")


def test_a_window_shows_keys_and_a_notice_as_a_headless_picture_does(blind: pytest.MonkeyPatch) -> None:
    scenario = NAMED["keys-and-notice"]
    window = WindowDisplay(SIZE_PX, scenario.key_labels, scenario.notice)
    window.show(scenario.screen, (), NOW_NS)
    headless = HeadlessDisplay(SIZE_PX, scenario.key_labels, scenario.notice)
    headless.show(scenario.screen, (), NOW_NS)
    assert on_screen() == headless.picture().get_buffer().raw != picture_of("keys-and-notice")


def test_a_window_asks_for_the_moment_at_which_it_tells_a_player_to_play(blind: pytest.MonkeyPatch) -> None:
    window = WindowDisplay(SIZE_PX)
    view = NAMED["play"].view
    assert window.show(shown(view), (), NOW_NS) == NOW_NS + NUDGE_AFTER_NS
    before = on_screen()
    assert window.show(shown(view), (), NOW_NS + NUDGE_AFTER_NS) is None
    assert on_screen() != before


@pytest.mark.parametrize("size_px", [(639, 359), (320, 200), (200, 400), (30, 20)])
def test_a_window_can_be_made_very_small(blind: pytest.MonkeyPatch, size_px: tuple[int, int]) -> None:
    scenario = NAMED["keys-and-notice"]
    window = WindowDisplay(size_px, scenario.key_labels, scenario.notice)
    for other in scenarios():
        window.show(other.screen, other.events, NOW_NS)


@pytest.mark.parametrize("windows", [1, 2])
@pytest.mark.parametrize("rotate", list(get_args(Degrees)))
def test_windows_open_as_high_and_wide_as_the_turned_table_and_fit_on_the_desktop(
    blind: pytest.MonkeyPatch, rotate: Degrees, windows: int
) -> None:
    output = WindowOutput(windows=windows, rotate=rotate)
    sizes_px = [canvas.surface().get_size() for canvas in output.canvases]
    desktop_px = pygame.display.get_desktop_sizes()[0]
    output.close()
    assert len(sizes_px) == windows
    for size_px in sizes_px:
        width, height = turned_size(size_px, rotate)
        assert abs(width * 9 - height * 16) < 16
        assert size_px[0] * windows < desktop_px[0]
        assert size_px[1] < desktop_px[1]


def test_closing_a_window_twice_is_allowed(blind: pytest.MonkeyPatch) -> None:
    window = WindowDisplay(SIZE_PX)
    window.close()
    window.close()
    assert not pygame.display.get_init()


def test_without_a_screen_a_window_says_what_is_missing(no_screen: pytest.MonkeyPatch) -> None:
    if not sys.platform.startswith("linux"):
        pytest.skip("only Linux can be without a screen")
    assert screen_available() == (False, "neither DISPLAY nor WAYLAND_DISPLAY is set")
    with pytest.raises(DisplayError, match="neither DISPLAY nor WAYLAND_DISPLAY is set"):
        WindowDisplay(SIZE_PX)
    assert not pygame.display.get_init()


def test_a_screen_that_does_not_answer_is_no_screen(no_screen: pytest.MonkeyPatch, tmp_path: Path) -> None:
    if not sys.platform.startswith("linux"):
        pytest.skip("only Linux can be without a screen")
    no_screen.setenv("DISPLAY", ":4711")
    no_screen.setenv("WAYLAND_DISPLAY", "wayland-4711")
    no_screen.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    found, why = screen_available()
    assert not found
    assert "DISPLAY=:4711" in why
    assert "WAYLAND_DISPLAY=wayland-4711" in why


def test_a_driver_that_shows_nothing_is_no_screen(blind: pytest.MonkeyPatch) -> None:
    assert screen_available() == (False, "SDL_VIDEODRIVER is set to 'dummy', which shows nothing")


_IN_A_REAL_WINDOW = """
import hashlib
from tests.display.situations import NOW_NS
from display.outputs.headless import HeadlessDisplay
from display.sdl import pygame
from display.outputs.window import WindowDisplay, screen_available
from tests.screen import screen
from tests.display.tables import NAMED

assert screen_available()[0], screen_available()
window = WindowDisplay((800, 480))
assert pygame.display.get_driver() == "x11"
window.show(NAMED["play-marked"].screen, (), NOW_NS)
headless = HeadlessDisplay((800, 480))
headless.show(NAMED["play-marked"].screen, (), NOW_NS)
assert pygame.display.get_surface().get_buffer().raw == headless.picture().get_buffer().raw
print(pygame.display.get_caption()[0])
window.close()
"""


def test_a_real_window_opens_on_a_real_screen() -> None:
    with screen("1024x768") as table, table.program([sys.executable, "-c", _IN_A_REAL_WINDOW]) as window:
        printed, errors = window.communicate(timeout=20)
    assert window.returncode == 0, errors
    assert printed.strip() == "Speed Cabinet"
