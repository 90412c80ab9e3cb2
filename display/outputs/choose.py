"""Where to show the game when nobody has said it: what is found, in the order in which it is liked."""

import os
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias

from display.outputs.window import screen_available

Probe: TypeAlias = Callable[[], tuple[bool, str]]
"""Whether an output can be used now, and what was found or is missing, in words. It changes nothing."""


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


def _kms_available() -> tuple[bool, str]:
    if reason := _no_screen_here():
        return False, reason
    from display.outputs.kms import kms_available

    return kms_available()


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
