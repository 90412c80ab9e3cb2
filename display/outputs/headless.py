"""No screen at all: a picture of what was shown for whoever asks."""

from collections.abc import Sequence
from io import BytesIO
from os import PathLike
from pathlib import Path

from display.keys import KeyLabels
from display.painter import Painter
from display.sdl import pygame
from display.showing import Showing
from firmware.game.events import Event
from firmware.screen import Screen
from firmware.text import Text


class HeadlessDisplay:
    """Remembers what was shown and draws it only when asked, so that showing costs next to nothing.

    `key_labels` and `notice` are those of `display.outputs.window.WindowDisplay`.
    """

    def __init__(
        self,
        size_px: tuple[int, int] = (1920, 1080),
        key_labels: KeyLabels | None = None,
        notice: Text | None = None,
    ) -> None:
        self._size_px = size_px
        self._key_labels = key_labels
        self._notice = notice
        self._painter: Painter | None = None
        self._showing = Showing()

    def show(self, screen: Screen, events: Sequence[Event], now_ns: int) -> int | None:
        """Remember the screen. Always None: nobody looks, so nothing has to move."""
        self._showing.show(screen, events, now_ns)
        return None

    def redraw(self) -> None:
        """Nothing to do: each picture is drawn when it is asked for."""

    def close(self) -> None:
        """Nothing to give back."""

    def picture(self) -> pygame.Surface:
        """The screen as last shown.

        Raises:
            ValueError: nothing has been shown yet.
        """
        if self._showing.screen is None:
            raise ValueError("nothing has been shown yet, so there is no picture")
        if self._painter is None:
            self._painter = Painter(self._size_px, self._key_labels, self._notice)
        self._painter.forget()
        surface = pygame.Surface(self._size_px, 0, 32)
        self._painter.paint(surface, self._showing.screen, self._showing.shots, self._showing.now_ns)
        return surface

    def save_png(self, path: str | PathLike[str]) -> None:
        """Write `picture` to a PNG file.

        Raises:
            ValueError: nothing has been shown yet.
            OSError: the file can't be written.
        """
        # Given a file, pygame prints each failure to write to it.
        png = BytesIO()
        pygame.image.save(self.picture(), png, "table.png")
        Path(path).write_bytes(png.getbuffer())
