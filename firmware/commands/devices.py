"""Opens the display and the inputs that a command asks for: the only place that knows them all by name."""

import argparse
import logging
import sys
from collections.abc import Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from display.port import Display
from firmware.commands.failures import CommandError
from firmware.text import Text, say
from hal.events import InputEvent, Player
from hal.port import Hal, Panels
from hal.script import ClockHal, ScriptHal

if TYPE_CHECKING:
    from display.outputs.choose import Choice
    from display.outputs.port import Opener, Output

DEMO_NOTICE = say("notice.demonstration")
REPLAY_NOTICE = say("notice.recording")

AT_ONCE = 1e6
"""The speed of a recording that is shown as fast as the display can follow."""


_SCREENS = ("window", "kms", "framebuffer")
"""The displays that are surfaces: they can be rotated, and two players can have one each."""

_log = logging.getLogger(__name__)


def choose_output(*, patient: bool = False) -> "Choice":
    """What --display auto stands for here, and why; see `display.outputs.choose.choose_output`."""
    from display.outputs.choose import choose_output

    return choose_output(patient=patient)


@dataclass(frozen=True, slots=True)
class Devices:
    """What a game is shown on and played with. `panels`: the inputs once more, if an owner can ask them."""

    display: Display
    hal: Hal
    panels: Panels | None = None


def open_devices(options: argparse.Namespace, stack: ExitStack, people: Sequence[Player]) -> Devices:
    """Open the display and the inputs that belong together; `stack` closes them.

    Raises:
        CommandError: what was asked for does not go together.
        DisplayError, HalError: it cannot be opened.
    """
    shown_on = options.display
    if shown_on == "auto":
        # Who presses a cabinet's own switches looks at its screen, even if its card turns up late.
        choice = choose_output(patient=options.hal in ("gpio", "evdev"))
        _log.info("%s", choice)
        shown_on = choice.name
    if shown_on == "terminal" and not sys.stdout.isatty():
        shown_on = "commentary"
    pressed_on = options.hal if options.hal != "auto" else _inputs_beside(shown_on, people)
    if pressed_on == "keyboard" and shown_on != "window":
        raise CommandError("--hal keyboard needs --display window, whose keys it reads")
    _check_picture(options, shown_on)
    _check_screens(options, shown_on)
    check_pins(options, pressed_on)
    labels = _labels(pressed_on, people)
    display = stack.enter_context(
        closing(_open_display(shown_on, options, labels, None if people else DEMO_NOTICE))
    )
    hal, panels = _open_hal(pressed_on, options)
    stack.enter_context(closing(hal))
    if shown_on == "window" and pressed_on != "keyboard":
        from hal.keyboard import WindowWatcher

        hal = WindowWatcher(hal)
    return Devices(display, hal, panels)


def check_pins(options: argparse.Namespace, pressed_on: str) -> None:
    """Refuse what says how the panels are soldered where they are not.

    Raises:
        CommandError: an option needs other inputs than `pressed_on`.
    """
    for name, hals in (("wiring", ("gpio", "evdev")), ("pins", ("gpio",))):
        if pressed_on not in hals and (value := getattr(options, name)):
            raise CommandError(f"--{name} {value} needs --hal {' or '.join(hals)}")


def _inputs_beside(display: str, people: Sequence[Player]) -> str:
    """The inputs that belong to a display; a demonstration needs none, nor real time where nobody looks."""
    if display == "window":
        return "keyboard"
    if display in ("terminal", "kms", "framebuffer") and sys.stdin.isatty():
        return "terminal"
    if not people:
        return "clock" if display in _SCREENS else "mock"
    raise CommandError(
        "nobody could press anything here: play needs a window, a terminal for input and output, or "
        "--hal gpio; 'demo' and 'replay' need nobody to press"
    )


def _labels(pressed_on: str, people: Sequence[Player]) -> dict[Player, dict[str, str]] | None:
    """What is printed on the keys of those who play, as the display takes it: it knows no hardware.

    None where nobody has a keyboard before them that is read: at the cabinet's panels, and without inputs.
    """
    if pressed_on == "keyboard":
        from hal.keyboard import KEY_LABELS
    elif pressed_on == "terminal":
        from hal.terminal import KEY_LABELS
    else:
        return None if pressed_on in ("gpio", "evdev", "clock") else {}
    return {
        player: {str(control): label for control, label in own.items()}
        for player, own in KEY_LABELS.items()
        if player in people
    }


def _open_display(
    name: str, options: argparse.Namespace, labels: dict[Player, dict[str, str]] | None, notice: Text | None
) -> Display:
    screens: int | None = None if options.screens == "auto" else int(options.screens)
    match name:
        case "window":
            from display.outputs.window import WindowDisplay

            return WindowDisplay(
                key_labels=labels, notice=notice, rotate=options.rotate, windows=screens or 1
            )
        case "kms" | "framebuffer":
            from display.outputs.choose import open_whole_screen
            from display.outputs.surface import SurfaceDisplay

            kms, framebuffer = partial(_open_kms, screens), partial(_open_framebuffer, screens)
            opener: Opener = framebuffer if name == "framebuffer" else kms
            if opener is kms and options.display == "auto":
                opener = partial(open_whole_screen, kms, framebuffer)
            return SurfaceDisplay(opener, labels, notice, rotate=options.rotate, patient=True)
        case "terminal":
            from display.text.terminal import TerminalDisplay

            return TerminalDisplay(key_labels=labels, notice=notice)
        case "commentary":
            from display.text.commentary import CommentaryDisplay

            return CommentaryDisplay(sys.stdout)
        case _:
            from display.outputs.headless import HeadlessDisplay

            return HeadlessDisplay()


def _open_kms(screens: int | None) -> "Output":
    from display.outputs.kms import KmsOutput

    return KmsOutput(screens)


def _open_framebuffer(screens: int | None) -> "Output":
    from display.outputs.framebuffer import DEVICES, FramebufferOutput

    return FramebufferOutput(DEVICES[: screens or 1])


def _open_hal(name: str, options: argparse.Namespace) -> tuple[Hal, Panels | None]:
    match name:
        case "keyboard":
            from hal.keyboard import KeyboardHal

            return KeyboardHal(), None
        case "terminal":
            from hal.terminal import TerminalHal

            return TerminalHal(), None
        case "clock":
            return ClockHal(), None
        case "gpio":
            from hal.backends import USUAL_BACKEND
            from hal.gpio import GpioHal
            from hal.pins import open_lines
            from hal.wiring import load_wiring

            gpio = GpioHal(load_wiring(options.wiring), open_lines(options.pins or USUAL_BACKEND))
            return gpio, gpio
        case "evdev":
            from hal.evdev import EvdevBoards
            from hal.usb import UsbHal
            from hal.wiring import load_wiring

            usb = UsbHal(load_wiring(options.wiring).usb, EvdevBoards())
            return usb, usb
        case _:
            from hal.mock import MockHal

            return MockHal(), None


def open_panels(options: argparse.Namespace) -> tuple[Hal, Panels]:
    """Open the inputs that an owner can ask, without a display; the caller closes them.

    Raises:
        HalError: they cannot be opened.
    """
    hal, panels = _open_hal(options.hal, options)
    assert panels is not None, f"{options.hal} has nothing to ask"
    return hal, panels


def open_replay(
    options: argparse.Namespace, stack: ExitStack, edges: Sequence[InputEvent], end_ns: int
) -> Devices:
    """Open what a recording is shown on; on a window or terminal it passes at a speed, elsewhere at once.

    Raises:
        CommandError: what was asked for does not go together.
        DisplayError, HalError: it cannot be opened.
    """
    shown_on = "commentary" if options.display == "text" else options.display
    _check_picture(options, shown_on)
    live = shown_on in ("window", "terminal")
    speed = (1.0 if live else 0.0) if options.speed is None else options.speed
    display = stack.enter_context(closing(_open_display(shown_on, options, {}, REPLAY_NOTICE)))
    keys: Hal | None = None
    if live:
        keys, _ = _open_hal("keyboard" if shown_on == "window" else shown_on, options)
        stack.enter_context(closing(keys))
    elif speed:
        keys = ClockHal()
    return Devices(display, ScriptHal(edges, end_ns, keys=keys, speed=speed or AT_ONCE, stay=live))


def _check_screens(options: argparse.Namespace, shown_on: str) -> None:
    if shown_on not in _SCREENS:
        for name, usual in (("rotate", 0), ("screens", "auto")):
            if (value := getattr(options, name)) != usual:
                raise CommandError(f"--{name} {value} needs --display {', '.join(_SCREENS)}, not {shown_on}")


def _check_picture(options: argparse.Namespace, shown_on: str) -> None:
    """Refuse a picture that could not be written, before anything is opened."""
    if options.picture is None:
        return
    if shown_on != "headless":
        raise CommandError("--picture needs --display headless")
    if not options.picture.absolute().parent.is_dir():
        raise CommandError(f"--picture {options.picture}: there is no such folder")
