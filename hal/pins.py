"""Opening gpiozero's pins: one factory, by name, and what it means when that or a line fails.

gpiozero left to itself tries one library after the other and only warns. A cabinet whose time stamps
depend on the library must not run on another one than was asked for.
"""

import contextlib
import os
import sys
import tempfile
from pathlib import Path
from typing import Any, Protocol

from hal.port import HalError
from hal.wiring import LampLine, Switch

FACTORIES = ("lgpio", "rpigpio", "mock")
REFUSED = {
    "native": "it never reports an edge",
    "pigpio": "its clock wraps every 72 minutes, so its stamps cannot be compared",
}
SWITCH_INTERVAL_S = 0.001

_DEVICES = Path("/dev")
_INSTALL = {
    "lgpio": "install it with pip install 'speed-cabinet[pi]', or from Python 3.13 on "
    "python3-lgpio from Raspberry Pi OS and a venv made with --system-site-packages",
    "rpigpio": "install it with pip install 'speed-cabinet[pi-old]'",
    "mock": "install gpiozero with pip install 'speed-cabinet[pi]'",
}


class RawPin(Protocol):
    """The part of gpiozero's `Pin` that is used here."""

    state: Any
    when_changed: Any

    def input_with_pull(self, pull: str) -> None:
        """Make the line an input whose pull is "up", "down" or "floating"."""

    def output_with_state(self, state: int) -> None:
        """Make the line an output that is low (0) or high (1)."""


class PinFactory(Protocol):
    """The part of gpiozero's `Factory` that is used here."""

    def pin(self, name: int, /) -> RawPin:
        """The pin on a line, by its BCM number."""
        ...

    def close(self) -> None:
        """Give all lines back."""


def open_factory(name: str) -> PinFactory:
    """Open gpiozero's factory `name`, one of `FACTORIES`; the caller owns it.

    Also sets the interpreter's switch interval to `SWITCH_INTERVAL_S` for the whole process: the
    thread that delivers the edges then waits at most so long for Python code that is running.

    Raises:
        HalError: the name is unknown or refused, the library is missing, or this machine's lines
            cannot be opened. The message says what to do.
    """
    if name in REFUSED:
        raise HalError(f"the pin factory {name} is refused: {REFUSED[name]}; use lgpio")
    if name not in FACTORIES:
        raise HalError(f"{name!r} is no pin factory; choose one of {', '.join(FACTORIES)}")
    try:
        factory = _construct(name)
    except ImportError as error:
        raise HalError(f"the pin factory {name} lacks a library ({error}): {_INSTALL[name]}") from error
    except Exception as error:
        raise HalError(f"the pin factory {name} cannot be opened: {_why_not(error)}") from error
    sys.setswitchinterval(SWITCH_INTERVAL_S)
    return factory


def explain(factory: PinFactory, wired: Switch | LampLine, error: Exception) -> str:
    """Say in one sentence why the line of a switch or lamp could not be opened and what to do about it."""
    text = _text(error)
    if "busy" in text.lower():
        consumer = _consumer(factory, wired.line)
        return (
            f"{wired} is in use by {consumer}: turn that off (in /boot/firmware/config.txt, if it is "
            f"the system's), end the other program, or wire this to another line"
        )
    if "edge detect" in text.lower():
        return (
            f"{wired}: RPi.GPIO cannot detect edges ({text}); it cannot from Linux 6.6 on: "
            f"use the pin factory lgpio"
        )
    return f"{wired} cannot be opened: {text}"


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

        factory = LGPIOFactory(chip=_header_chip(lgpio))
    return factory


def _import_lgpio() -> Any:
    """Import lgpio, which makes a FIFO in the current folder and fails where it may not.

    Both ends are open once the import is over, so the FIFO and its folder can go. Leaving the folder
    again also undoes what lgpio does with LG_WD set: it moves the whole process there for good.
    """
    with tempfile.TemporaryDirectory(prefix="speed-cabinet-") as folder, contextlib.chdir(folder):
        import lgpio

    return lgpio


def _header_chip(lgpio: Any) -> int | None:
    """The number of the chip behind the 40-pin header, or None to leave the choice to gpiozero.

    It is found by its label, since the number has changed with kernels (0 or 4 on a Pi 5).
    """
    for device in sorted(_DEVICES.glob("gpiochip*")):
        number = device.name.removeprefix("gpiochip")
        if number.isdecimal() and os.access(device, os.R_OK | os.W_OK):
            handle = lgpio.gpiochip_open(int(number))
            label = lgpio.gpio_get_chip_info(handle)[-1]
            lgpio.gpiochip_close(handle)
            if label.startswith(("pinctrl-bcm", "pinctrl-rp1")):
                return int(number)
    return None


def _why_not(error: Exception) -> str:
    text = _text(error)
    if type(error).__name__ == "PinUnknownPi" or "only be run on a Raspberry Pi" in text:
        return f"this is no Raspberry Pi ({text}); play with the keyboard instead"
    if isinstance(error, OSError):
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


def _consumer(factory: PinFactory, line: int) -> str:
    """Who has the line, in the kernel's words."""
    unknown = "another program or the system"
    lgpio = sys.modules.get("lgpio")
    chip = getattr(factory, "chip", None)
    if lgpio is None or chip is None:
        return unknown
    try:
        handle = lgpio.gpiochip_open(chip)
        user = lgpio.gpio_get_line_info(handle, line)[-1]
        lgpio.gpiochip_close(handle)
    except Exception:
        # The answer only improves a message that has to come in any case.
        return unknown
    return repr(user) if user else unknown


def _text(error: Exception) -> str:
    # lgpio's error prints its text in quotes; the bare text is its value.
    return str(getattr(error, "value", error)) or type(error).__name__
