"""The table in a window on a desktop, or in two: one for each player."""

import os
import socket
import sys
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Final

from display.box import Box
from display.keys import KeyLabels
from display.layout import SMALLEST_PX
from display.outputs.sdl_windows import MainWindow, OwnWindow, SdlOutput
from display.outputs.surface import SurfaceDisplay
from display.port import DisplayError
from display.sdl import pygame
from display.turning import Degrees, turned_size
from display.words import ENGLISH, words_in
from firmware.text import Text, say

USUAL_PX: Final = (1920, 1080)

_BLIND_DRIVERS: Final = ("dummy", "offscreen", "evdev")
"""What SDL falls back to without a word when no screen can be opened."""
_ANSWER_TIMEOUT_S: Final = 0.5
_X11_TCP_PORT: Final = 6000


def screen_available() -> tuple[bool, str]:
    """Whether a window can be opened, and what was found or is missing, in words.

    Takes no longer than about a second. What it found stays open for the window to come: an X server on
    which nobody else is connected starts anew when the last client leaves, and answers nobody meanwhile.
    """
    wanted = os.environ.get("SDL_VIDEODRIVER", "")
    if wanted in _BLIND_DRIVERS:
        return False, f"SDL_VIDEODRIVER is set to {wanted!r}, which shows nothing"
    if sys.platform.startswith("linux"):
        answers, found = _linux_screen()
        if not answers:
            return False, found
    if pygame.display.get_init():
        driver = pygame.display.get_driver()
        return driver not in _BLIND_DRIVERS, f"the video driver {driver!r} is in use"
    try:
        pygame.display.init()
        driver = pygame.display.get_driver()
    except pygame.error as error:
        return False, f"no video driver can be opened: {error}"
    if driver in _BLIND_DRIVERS:
        pygame.display.quit()
        return False, f"the screen answers, but does not let this program in (SDL fell back to {driver!r})"
    return True, f"found a screen through the video driver {driver!r}"


def _linux_screen() -> tuple[bool, str]:
    wayland, x11 = os.environ.get("WAYLAND_DISPLAY"), os.environ.get("DISPLAY")
    if not wayland and not x11:
        return False, "neither DISPLAY nor WAYLAND_DISPLAY is set"
    silent = []
    if wayland:
        path = Path(os.environ.get("XDG_RUNTIME_DIR", "/"), wayland)
        if _answers(socket.AF_UNIX, str(path)):
            return True, f"Wayland answers at {path}"
        silent.append(f"WAYLAND_DISPLAY={wayland}")
    if x11:
        host, _, number = x11.rpartition(":")
        number = number.partition(".")[0]
        if number.isdecimal() and _x11_answers(host, int(number)):
            return True, f"X11 answers at {x11}"
        silent.append(f"DISPLAY={x11}")
    return False, f"no screen answers at {' or '.join(silent)}"


def _x11_answers(host: str, number: int) -> bool:
    if host in ("", "unix"):
        # The abstract socket is how the server is reached from inside some containers.
        path = f"/tmp/.X11-unix/X{number}"
        return _answers(socket.AF_UNIX, path) or _answers(socket.AF_UNIX, "\0" + path)
    return _answers(socket.AF_INET, (host.strip("[]"), _X11_TCP_PORT + number))


def _answers(family: socket.AddressFamily, address: str | tuple[str, int]) -> bool:
    try:
        with closing(socket.socket(family, socket.SOCK_STREAM)) as line:
            line.settimeout(_ANSWER_TIMEOUT_S)
            line.connect(address)
    except OSError:
        return False
    return True


class WindowOutput(SdlOutput):
    """Windows that can be resized.

    Args:
        size_px: width and height of a window; None takes what suits the screen.
        windows: how many, one or two, which then stand side by side.
        rotate: how far the picture will be turned, for the shape that suits it.

    Raises:
        DisplayError: there is no screen, or it can't be used.
    """

    def __init__(self, size_px: tuple[int, int] | None = None, windows: int = 1, rotate: Degrees = 0) -> None:
        try:
            pygame.display.init()
            _refuse_blind_driver()
            super().__init__(_opened(size_px or _suitable_size_px(windows, rotate), windows))
        except pygame.error as error:
            pygame.display.quit()
            raise DisplayError(f"The window cannot be opened: {error}. {_ADVICE}") from error
        except DisplayError:
            pygame.display.quit()
            raise


class WindowDisplay(SurfaceDisplay):
    """The display in windows; see `WindowOutput` and `display.outputs.surface.SurfaceDisplay`."""

    def __init__(
        self,
        size_px: tuple[int, int] | None = None,
        key_labels: KeyLabels | None = None,
        notice: Text | None = None,
        *,
        rotate: Degrees = 0,
        windows: int = 1,
    ) -> None:
        super().__init__(lambda: WindowOutput(size_px, windows, rotate), key_labels, notice, rotate=rotate)


def _opened(size_px: tuple[int, int], windows: int) -> Sequence[MainWindow | OwnWindow]:
    words = words_in(ENGLISH)
    title = words.say(say("program"))
    if windows == 1:
        pygame.display.set_caption(title)
        pygame.display.set_mode(size_px, pygame.RESIZABLE)
        return [MainWindow()]
    places = (Box(number * size_px[0], 0, *size_px) for number in range(windows))
    names = (words.say(say(f"name.{number}")) for number in (1, 2))
    return [
        OwnWindow(f"{title} – {name}", place, resizable=True)
        for name, place in zip(names, places, strict=True)
    ]


_ADVICE: Final = (
    "Start the program from a desktop, or choose another display with --display "
    "(a terminal works everywhere, also over SSH)."
)


def _refuse_blind_driver() -> None:
    """Say so when SDL has taken a driver that shows nothing, unless that is what was asked for."""
    driver = pygame.display.get_driver()
    if driver in _BLIND_DRIVERS and os.environ.get("SDL_VIDEODRIVER") != driver:
        raise DisplayError(f"There is no screen: {screen_available()[1]}. {_ADVICE}")


def _suitable_size_px(windows: int, rotate: Degrees) -> tuple[int, int]:
    """The usual size turned, or the largest of that shape with room for a desktop's frames and panels."""
    width, height = pygame.display.get_desktop_sizes()[0]
    width //= windows
    usual, smallest = turned_size(USUAL_PX, rotate), turned_size(SMALLEST_PX, rotate)
    if width > usual[0] and height > usual[1]:
        return usual
    scale = min(width * 9 // 10 * 1000 // usual[0], height * 85 // 100 * 1000 // usual[1])
    return max(smallest[0], usual[0] * scale // 1000), max(smallest[1], usual[1] * scale // 1000)
