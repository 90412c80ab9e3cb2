"""The one place that imports pygame: what SDL must know before it is imported is set here."""

import os

# SDL would catch SIGTERM itself and a stop would hang until the kill.
os.environ.setdefault("SDL_NO_SIGNAL_HANDLERS", "1")
# By this name a desktop knows the window's program; without it that would be "__main__.py".
os.environ.setdefault("SDL_VIDEO_X11_WMCLASS", "speed-cabinet")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import pygame as pygame
