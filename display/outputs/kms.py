"""Whole screens without a desktop, through SDL's KMSDRM driver: Linux's kernel mode setting."""

import errno
import fcntl
import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from display.box import Box
from display.outputs.port import OutputAbsentError
from display.outputs.sdl_windows import MainWindow, OwnWindow, SdlOutput
from display.port import DisplayError
from display.sdl import pygame, read_back

MOST_SCREENS: Final = 2

# From drm/drm.h: become the one program that sets the screen's mode.
_SET_MASTER: Final = 0x641E
_REFUSED: Final = (errno.EACCES, errno.EBUSY, errno.EINVAL)

_WHITE: Final = (255, 255, 255)
_DARK: Final = 128
"""White that comes out darker than this is not white in any depth of colour."""


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


def screen_there(kms: Kms | None = None) -> tuple[bool, str]:
    """Whether a whole screen is there, and what was found or is missing, in words; it opens nothing."""
    try:
        places = (kms or Kms()).look()
    except DisplayError as error:
        return False, str(error).rstrip(".")
    return True, f"a screen is plugged in at {' and '.join(places)}"


def kms_available(kms: Kms | None = None) -> tuple[bool, str]:
    """Whether a whole screen is there and SDL takes it, and what was found or is missing, in words."""
    kms = kms or Kms()
    there, why = screen_there(kms)
    if not there:
        return False, why
    driver_before = os.environ.get("SDL_VIDEODRIVER")
    try:
        _begin(kms.driver)
    except DisplayError as error:
        return False, str(error).rstrip(".")
    finally:
        pygame.display.quit()
        os.environ.pop("SDL_VIDEODRIVER", None)
        if driver_before is not None:
            os.environ["SDL_VIDEODRIVER"] = driver_before
    return True, why


class KmsOutput(SdlOutput):
    """The screens that are plugged in.

    Args:
        screens: draw on so many; None takes two if two are plugged in.
        kms: the graphics cards.

    Raises:
        OutputAbsentError: there are not so many now, or another program has them.
        DisplayError: they can't be used, or stay black.
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
            pygame.display.set_mode()
            _refuse_black()
            sizes_px = pygame.display.get_desktop_sizes()[: screens or MOST_SCREENS]
            super().__init__(_windows(sizes_px))
            pygame.mouse.set_visible(False)
        except pygame.error as error:
            pygame.display.quit()
            raise DisplayError(f"The screen cannot be drawn on: {error}. {_ADVICE}") from error
        except DisplayError:
            pygame.display.quit()
            raise

    def check(self) -> None:
        """See `display.outputs.port.Output.check`."""
        places = self._kms.connected()
        if places != self._places:
            now = " and ".join(places) or "nothing"
            raise OutputAbsentError(f"{now} is plugged in where {' and '.join(self._places)} was.")


_ADVICE: Final = (
    "It needs the packages libgbm1, libegl1, libgles2 and libgl1-mesa-dri; --display framebuffer does not"
)


def _refuse_black() -> None:
    """Make sure that what is drawn comes out of the graphics card, as far as that can be read back."""
    seen = read_back(_WHITE)
    if seen is not None and max(seen[:3]) < _DARK:
        raise DisplayError(
            f"The screen stays black: white was drawn and {tuple(seen[:3])} came out. {_ADVICE}"
        )


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
        raise DisplayError(f"SDL cannot take the screen: {error}. {_ADVICE}") from error


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
