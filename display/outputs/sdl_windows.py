"""Screens that SDL has opened: windows on a desktop, or whole screens through KMS."""

from collections.abc import Sequence

from display.box import Box
from display.sdl import pygame


class MainWindow:
    """The one window of `pygame.display`, of which parts can be presented."""

    def surface(self) -> pygame.Surface:
        """See `display.outputs.port.Canvas.surface`."""
        surface = pygame.display.get_surface()
        assert surface is not None, "the display is open, but has no window"
        return surface

    def present(self, boxes: Sequence[Box]) -> None:
        """See `display.outputs.port.Canvas.present`."""
        pygame.display.update(boxes)

    def close(self) -> None:
        """It goes with the display."""


class OwnWindow:
    """One of several windows; SDL presents each as a whole."""

    def __init__(self, title: str, box: Box, *, resizable: bool = False) -> None:
        self._window = pygame.Window(
            title, (box.width, box.height), (box.left, box.top), resizable=resizable, borderless=not resizable
        )

    def surface(self) -> pygame.Surface:
        """See `display.outputs.port.Canvas.surface`."""
        return self._window.get_surface()

    def present(self, boxes: Sequence[Box]) -> None:
        """See `display.outputs.port.Canvas.present`."""
        self._window.flip()

    def close(self) -> None:
        """Close the window."""
        self._window.destroy()


class SdlOutput:
    """Windows that were opened together."""

    def __init__(self, canvases: Sequence[MainWindow | OwnWindow]) -> None:
        self.canvases = canvases

    def check(self) -> None:
        """A window stays."""

    def close(self) -> None:
        """Close the windows and what SDL has opened for them. Closing twice is allowed."""
        if pygame.display.get_init():
            for canvas in self.canvases:
                canvas.close()
            pygame.display.quit()
