"""The one place that imports pygame: what SDL must know before it is imported is set here."""

import os
import signal
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
