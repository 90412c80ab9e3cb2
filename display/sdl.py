"""The one place that imports pygame: what SDL must know before it is imported is set here."""

import os
import signal
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

# SDL would catch SIGTERM itself and a stop would hang until the kill.
os.environ.setdefault("SDL_NO_SIGNAL_HANDLERS", "1")
# By this name a desktop knows the window's program; without it that would be "__main__.py".
os.environ.setdefault("SDL_VIDEO_X11_WMCLASS", "speed-cabinet")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import pygame as pygame

_STOP_SIGNALS: Final = {
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
}


@contextmanager
def undisturbed() -> Iterator[None]:
    """Inside, signals that stop the program wait: pygame runs Python code in places that drop exceptions."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, _STOP_SIGNALS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def read_back(colour: tuple[int, int, int]) -> pygame.Color | None:
    """The colour that comes out when the main window's renderer draws this one, which nobody gets to see.

    It is read from the very frame in which it was drawn, before that would be shown: what a frame holds
    afterwards is the driver's affair. None where the window has no renderer that could be asked.
    """
    # Only whole screens want it, and it takes as long to load as much else.
    from pygame._sdl2.video import Renderer, Texture

    drop = pygame.Surface((1, 1))
    drop.fill(colour)
    try:
        with warnings.catch_warnings():
            # pygame means to give up this way to its window and has no other.
            warnings.simplefilter("ignore", DeprecationWarning)
            renderer = Renderer.from_window(pygame.Window.from_display_module())
        # The way that each frame goes.
        Texture.from_surface(renderer, drop).draw()
        return renderer.to_surface(area=pygame.Rect(0, 0, 1, 1)).get_at((0, 0))
    except RuntimeError:
        return None
