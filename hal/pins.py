"""Opening the GPIO lines by the name of a backend, and what it means when that fails.

gpiozero left to itself tries one library after the other and only warns. A cabinet whose time stamps
depend on the library must not run on another one than was asked for.
"""

import contextlib
import os
import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

from hal.backends import BACKENDS, FACTORIES, REFUSED, USUAL_BACKEND
from hal.gpiozero_lines import GpiozeroLines, PinFactory
from hal.lines import Lines
from hal.port import HalError

HEADER_LABELS = ("pinctrl-bcm", "pinctrl-rp1")
"""How the label begins of the chip behind the 40-pin header: that of a Pi 0 to 4, and of a Pi 5."""

_DEVICES = Path("/dev")
_INSTALL = {
    "lgpio": "install it with pip install 'speed-cabinet[pi]', or from Python 3.13 on "
    "python3-lgpio from Raspberry Pi OS and a venv made with --system-site-packages",
    "rpigpio": "install it with pip install 'speed-cabinet[pi-old]'",
    "mock": "install gpiozero with pip install 'speed-cabinet[pi]'",
    "gpiod": "install it with pip install 'speed-cabinet[pi]', or python3-libgpiod from Debian 13 on "
    "and a venv made with --system-site-packages",
}


def open_lines(name: str) -> Lines:
    """Open the GPIO lines by the backend `name`, one of `BACKENDS`; the caller owns them.

    Raises:
        HalError: as `open_factory`.
    """
    if name != "gpiod":
        return GpiozeroLines(open_factory(name))
    with _explained(name):
        import gpiod

        if not hasattr(gpiod, "LineRequest"):
            raise ImportError("gpiod 2 is needed, and this is an older one")
        from hal.gpiod_lines import GpiodLines

        device = _header_chip(_gpiod_label)
        if device is None:
            raise RuntimeError("the header's chip is not found")
        return GpiodLines(gpiod.Chip(str(device)))


def open_factory(name: str) -> PinFactory:
    """Open gpiozero's factory `name`, one of `FACTORIES`; the caller owns it.

    Raises:
        HalError: the name is unknown or refused, the library is missing, or this machine's lines
            cannot be opened. The message says what to do.
    """
    if name in REFUSED:
        raise HalError(f"the pin factory {name} is refused: {REFUSED[name]}; use {USUAL_BACKEND}")
    if name not in FACTORIES:
        raise HalError(f"{name!r} is no pin factory; choose one of {', '.join(BACKENDS)}")
    with _explained(name):
        factory = _construct(name)
        # For the error that it raises: gpiozero itself looks only at the first pin what machine this is.
        factory.board_info  # noqa: B018
    return factory


@contextlib.contextmanager
def _explained(name: str) -> Iterator[None]:
    """Say what it means when the backend `name` cannot be opened."""
    try:
        yield
    except HalError:
        raise
    except ImportError as error:
        raise HalError(f"the pin factory {name} lacks a library ({error}): {_INSTALL[name]}") from error
    except Exception as error:
        raise HalError(f"the pin factory {name} cannot be opened: {_why_not(name, error)}") from error


def _construct(name: str) -> PinFactory:
    # Imported here, as each of these needs a library of its own.
    factory: PinFactory
    if name == "mock":
        from gpiozero.pins.mock import MockFactory

        factory = MockFactory()
    elif name == "rpigpio":
        from gpiozero.pins.rpigpio import RPiGPIOFactory

        factory = RPiGPIOFactory()
    else:
        lgpio = _import_lgpio()
        from gpiozero.pins.lgpio import LGPIOFactory

        device = _header_chip(partial(_lgpio_label, lgpio))
        factory = LGPIOFactory(chip=None if device is None else _number(device))
    return factory


def _import_lgpio() -> Any:
    """Import lgpio, which makes a FIFO in the current folder and fails where it may not.

    Both ends are open once the import is over, so the FIFO and its folder can go. Leaving the folder
    again also undoes what lgpio does with LG_WD set: it moves the whole process there for good.
    """
    with tempfile.TemporaryDirectory(prefix="speed-cabinet-") as folder, contextlib.chdir(folder):
        import lgpio

    return lgpio


def _lgpio_label(lgpio: Any, device: Path) -> str:
    handle = lgpio.gpiochip_open(_number(device))
    label = str(lgpio.gpio_get_chip_info(handle)[-1])
    lgpio.gpiochip_close(handle)
    return label


def _gpiod_label(device: Path) -> str:
    import gpiod

    with gpiod.Chip(str(device)) as chip:
        return chip.get_info().label


def _number(device: Path) -> int:
    return int(device.name.removeprefix("gpiochip"))


def _header_chip(label_of: Callable[[Path], str]) -> Path | None:
    """The device of the chip behind the 40-pin header, or None if none can be opened at all.

    It is found by its label, since the number has changed with kernels (0 or 4 on a Pi 5).

    Raises:
        HalError: there are chips, and none is that of a Pi's header.
    """
    labels = []
    for device in sorted(_DEVICES.glob("gpiochip*")):
        if device.name.removeprefix("gpiochip").isdecimal() and os.access(device, os.R_OK | os.W_OK):
            label = label_of(device)
            if label.startswith(HEADER_LABELS):
                return device
            labels.append(label)
    if labels:
        raise HalError(
            f"no GPIO chip here is that of a Raspberry Pi's header ({'… or '.join(HEADER_LABELS)}…); "
            f"there is {', '.join(labels)}: play with the keyboard instead"
        )
    return None


def _why_not(name: str, error: Exception) -> str:
    text = _text(error)
    if type(error).__name__ == "PinUnknownPi" or "only be run on a Raspberry Pi" in text:
        return f"this is no Raspberry Pi ({text}); play with the keyboard instead"
    if name == "lgpio" and isinstance(error, OSError):
        return f"{text}; lgpio needs a folder where it may make a FIFO: set TMPDIR to one, unset LG_WD"
    devices = sorted(_DEVICES.glob("gpiochip*"))
    if not devices:
        return f"the system has no {_DEVICES}/gpiochip* ({text}); its kernel lacks the GPIO driver"
    closed = [str(device) for device in devices if not os.access(device, os.R_OK | os.W_OK)]
    if closed:
        return (
            f"no permission for {', '.join(closed)} ({text}); add the user to the group gpio "
            f"(sudo usermod -aG gpio USER) and log in again"
        )
    return text


def _text(error: Exception) -> str:
    # lgpio's error prints its text in quotes; the bare text is its value.
    return str(getattr(error, "value", error)) or type(error).__name__
