"""The port between the program and what the players look at; every display backend stands behind it."""

from collections.abc import Sequence
from typing import Protocol

from firmware.game.events import Event
from firmware.screen import Screen


class DisplayError(Exception):
    """The display cannot be opened; the message says why and what to do."""


class Display(Protocol):
    """Shows the screen. It is called only when something has changed or when it asked to be."""

    def show(self, screen: Screen, events: Sequence[Event], now_ns: int) -> int | None:
        """Draw one frame of the screen as it is at `now_ns` (the scene's time).

        `events` is what happened since the last call, for what is not part of the table's state: the
        flight of a card, the shake of a misplay. With another `screen.scene` what happened before is
        forgotten: its time was another.

        Returns:
            When the picture changes by itself and wants to be drawn again (a step of an animation, a
            countdown's next second), in the scene's time; None if it rests until something happens.
        """
        ...

    def redraw(self) -> None:
        """Put the last frame on the screen again: the window was uncovered or resized."""
        ...

    def close(self) -> None:
        """Give the screen back as it was found. Closing twice is allowed."""
        ...
