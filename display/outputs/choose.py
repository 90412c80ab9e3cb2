"""Where to show the game when nobody has said it: what is found, in the order in which it is liked."""

import logging
import os
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias

from display.outputs.port import Opener, Output, OutputAbsentError
from display.outputs.window import screen_available
from display.port import DisplayError

Probe: TypeAlias = Callable[[], tuple[bool, str]]
"""Whether an output can be used now, and what was found or is missing, in words. It changes nothing."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Choice:
    """The display that was chosen, why, and what was not, each with the reason."""

    name: str
    why: str
    rejected: tuple[tuple[str, str], ...] = ()

    def __str__(self) -> str:
        return f"display: {self.name}, because {self.why}"


LAST: Final = "commentary"
"""What is always left: lines of text."""

AWAITED: Final = "kms"
"""The display that can wait for its screen, and for the graphics card, from the start."""


def choose_output(probes: Mapping[str, Probe] | None = None, *, patient: bool = False) -> Choice:
    """The first display that can be used, of `probes` in their order; without any it is text.

    `patient`: this is for people before the machine itself. To them text says nothing; without any display
    it is the one that waits for a screen, unless it was started from elsewhere.
    """
    rejected: list[tuple[str, str]] = []
    for name, probe in (PROBES if probes is None else probes).items():
        usable, why = probe()
        if usable:
            return Choice(name, why, tuple(rejected))
        rejected.append((name, why))
    if patient and not _no_screen_here():
        return Choice(AWAITED, "there is no screen yet", tuple(rejected))
    return Choice(LAST, "there is neither a screen nor a terminal", tuple(rejected))


def open_whole_screen(kms: Opener, framebuffer: Opener) -> Output:
    """Open the screens through KMS, and where that does not work though they are there, the framebuffer.

    Raises:
        OutputAbsentError: there are none now.
        DisplayError: neither works; it says why KMS does not.
    """
    try:
        return kms()
    except OutputAbsentError:
        raise
    except DisplayError as error:
        try:
            output = framebuffer()
        except DisplayError:
            raise error from None
        _log.warning("%s The framebuffer is used instead.", error)
        return output


def _kms_available() -> tuple[bool, str]:
    if reason := _no_screen_here():
        return False, reason
    from display.outputs.kms import screen_there

    # To open it is a good part of the start; `open_whole_screen` copes if that fails.
    return screen_there()


def _framebuffer_available() -> tuple[bool, str]:
    if reason := _no_screen_here():
        return False, reason
    from display.outputs.framebuffer import framebuffer_available

    return framebuffer_available()


def _terminal_available() -> tuple[bool, str]:
    if sys.stdout is not None and sys.stdout.isatty():
        return True, "the output is a terminal"
    return False, "the output is no terminal"


def _no_screen_here() -> str:
    """Why the machine's own screen is out of the question; empty if it isn't."""
    if not sys.platform.startswith("linux"):
        return "only Linux has it"
    if "SSH_CONNECTION" in os.environ:
        return "whoever is logged in over the network does not sit before this machine's screen"
    return ""


PROBES: Final[Mapping[str, Probe]] = {
    "window": screen_available,
    "kms": _kms_available,
    "framebuffer": _framebuffer_available,
    "terminal": _terminal_available,
}
