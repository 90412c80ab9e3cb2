"""The port between what is painted and where it goes; windows, KMS and framebuffers stand behind it."""

from collections.abc import Callable, Sequence
from typing import Protocol, TypeAlias

from display.box import Box
from display.port import DisplayError
from display.sdl import pygame


class OutputAbsentError(DisplayError):
    """There is no screen now, but there may be one later: a cable is out, a device has not appeared yet."""


class Canvas(Protocol):
    """One screen: its surface is painted on, and then the boxes that changed are presented."""

    def surface(self) -> pygame.Surface:
        """What to paint on. It may be another one, of another size, after the screen was resized."""
        ...

    def present(self, boxes: Sequence[Box]) -> None:
        """Show what was painted in these boxes of the surface."""
        ...


class Output(Protocol):
    """The screens that are open together: one that the players share, or one for each, player 1's first."""

    @property
    def canvases(self) -> Sequence[Canvas]:
        """The screens, one or two."""
        ...

    def check(self) -> None:
        """Look whether the screens are still what they were when they were opened.

        Raises:
            OutputAbsentError: they are not, and have to be opened anew.
        """
        ...

    def close(self) -> None:
        """Give the screens back as they were found. Closing twice is allowed."""
        ...


Opener: TypeAlias = Callable[[], Output]
"""Opens an output.

Raises:
    OutputAbsentError: there is none now.
    DisplayError: it cannot be used, now or later.
"""
