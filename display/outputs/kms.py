"""Whole screens without a desktop, through SDL's KMSDRM driver: Linux's kernel mode setting."""

import errno
import fcntl
import logging
import os
import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from pygame._sdl2.video import Renderer

from display.box import Box
from display.outputs.port import OutputAbsentError
from display.outputs.sdl_windows import MainWindow, OwnWindow, SdlOutput
from display.palette import TABLE
from display.port import DisplayError
from display.sdl import pygame

MOST_SCREENS: Final = 2

# From drm/drm.h: become the one program that sets the screen's mode.
_SET_MASTER: Final = 0x641E
_REFUSED: Final = (errno.EACCES, errno.EBUSY, errno.EINVAL)

_MOST_BUFFERS: Final = 4
"""A frame can be read back when its buffer comes round again."""
_SHADES_OFF: Final = 8
"""A screen of 16 bits a pixel has colours this far from those that were meant."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Kms:
    """The machine's graphics cards.

    `devices` has their device files, `connectors` the kernel's account of what is plugged in. `driver`: the
    name of SDL's video driver.
    """

    devices: Path = Path("/dev/dri")
    connectors: Path = Path("/sys/class/drm")
    driver: str = "kmsdrm"

    def connected(self) -> tuple[str, ...]:
        """The places at which a screen is plugged in, such as `card0-HDMI-A-1`."""
        return tuple(
            status.parent.name
            for status in sorted(self.connectors.glob("card*-*/status"))
            if _is_connected(status)
        )

    def look(self) -> tuple[str, ...]:
        """The places of the screens that can be drawn on now.

        Raises:
            OutputAbsentError: there is none now, or another program has it.
            DisplayError: the card may not be used.
        """
        if not sorted(self.devices.glob("card*")):
            raise OutputAbsentError(f"There is no graphics card {self.devices}/card*.")
        connected = self.connected()
        if not connected:
            raise OutputAbsentError("No screen is plugged in or switched on.")
        for name in sorted({place.partition("-")[0] for place in connected}):
            _refuse_taken(self.devices / name)
        return connected


def _is_connected(status: Path) -> bool:
    try:
        return status.read_text().strip() == "connected"
    except OSError:
        # A connector goes with its card, also between being found and being read.
        return False


def kms_available(kms: Kms | None = None) -> tuple[bool, str]:
    """Whether a whole screen can be drawn on, and what was found or is missing, in words."""
    kms = kms or Kms()
    driver_before = os.environ.get("SDL_VIDEODRIVER")
    try:
        places = kms.look()
        _begin(kms.driver)
    except DisplayError as error:
        return False, str(error).rstrip(".")
    finally:
        pygame.display.quit()
        os.environ.pop("SDL_VIDEODRIVER", None)
        if driver_before is not None:
            os.environ["SDL_VIDEODRIVER"] = driver_before
    return True, f"a screen is plugged in at {' and '.join(places)}"


class KmsOutput(SdlOutput):
    """The screens that are plugged in.

    Args:
        screens: draw on so many; None takes two if two are plugged in.
        kms: the graphics cards.

    Raises:
        OutputAbsentError: there are not so many now, or another program has them.
        DisplayError: they can't be used.
    """

    def __init__(self, screens: int | None = None, kms: Kms | None = None) -> None:
        self._kms = kms or Kms()
        self._places = self._kms.look()
        if screens is not None and len(self._places) < screens:
            raise OutputAbsentError(
                f"{screens} screens are wanted, but only {self._places[0]} is plugged in."
            )
        _begin(self._kms.driver)
        try:
            if _draws_black():
                _log.warning("The screen stays black, it seems. %s.", _ADVICE)
            sizes_px = pygame.display.get_desktop_sizes()[: screens or MOST_SCREENS]
            super().__init__(_windows(sizes_px))
            pygame.mouse.set_visible(False)
        except pygame.error as error:
            pygame.display.quit()
            raise OutputAbsentError(f"The screen cannot be drawn on: {error}. {_ADVICE}") from error

    def check(self) -> None:
        """See `display.outputs.port.Output.check`."""
        places = self._kms.connected()
        if places != self._places:
            now = " and ".join(places) or "nothing"
            raise OutputAbsentError(f"{now} is plugged in where {' and '.join(self._places)} was.")


_ADVICE: Final = (
    "It needs the packages libgbm1, libegl1, libgles2 and libgl1-mesa-dri; --display framebuffer does not"
)


def _draws_black() -> bool:
    """Whether what is drawn does not come out of the graphics card, as far as that can be read back.

    It opens the main window, whose whole screen is empty then.
    """
    surface = pygame.display.set_mode()
    surface.fill(TABLE)
    for _ in range(_MOST_BUFFERS):
        pygame.display.flip()
        with warnings.catch_warnings():
            # pygame means to give up this way to its window and has no other.
            warnings.simplefilter("ignore", DeprecationWarning)
            window = pygame.Window.from_display_module()
        try:
            seen = Renderer.from_window(window).to_surface(area=pygame.Rect(0, 0, 1, 1)).get_at((0, 0))
        except RuntimeError:
            return False
        if all(abs(was - meant) <= _SHADES_OFF for was, meant in zip(seen[:3], TABLE, strict=True)):
            return False
    return True


def _windows(sizes_px: Sequence[tuple[int, int]]) -> list[MainWindow | OwnWindow]:
    if len(sizes_px) == 1:
        return [MainWindow()]
    # The main window would be in the way of those that are placed.
    pygame.display.quit()
    pygame.display.init()
    left_px = 0
    windows: list[MainWindow | OwnWindow] = []
    for width, height in sizes_px:
        # SDL has the screens side by side, and each window on the screen at its place.
        windows.append(OwnWindow("", Box(left_px, 0, width, height)))
        left_px += width
    return windows


def _begin(driver: str) -> None:
    """Have SDL take the screens, and tell it how to draw."""
    os.environ["SDL_VIDEODRIVER"] = driver
    # Left to itself it may take desktop OpenGL, which without its library draws black and says nothing.
    os.environ.setdefault("SDL_RENDER_DRIVER", "opengles2")
    os.environ.setdefault("SDL_FRAMEBUFFER_ACCELERATION", "opengles2")
    # Else it would take the keyboard from the terminal whose keys are read.
    os.environ.setdefault("SDL_INPUT_LINUX_KEEP_KBD", "1")
    try:
        pygame.display.init()
    except pygame.error as error:
        raise OutputAbsentError(f"SDL cannot take the screen: {error}. {_ADVICE}") from error


def _refuse_taken(card: Path) -> None:
    try:
        file = os.open(card, os.O_RDWR | os.O_CLOEXEC)
    except FileNotFoundError:
        raise OutputAbsentError(f"There is no {card} yet.") from None
    except OSError as error:
        raise DisplayError(f"{card} cannot be used: {error.strerror}. {_GROUPS}") from None
    try:
        fcntl.ioctl(file, _SET_MASTER)
    except OSError as error:
        if error.errno in _REFUSED:
            raise OutputAbsentError(
                f"Another program, such as a desktop, has the screen of {card}: end it, or use its window."
            ) from None
    finally:
        os.close(file)


_GROUPS: Final = "Users in the groups 'video' and 'render' may use it (sudo usermod -aG video,render NAME)"
