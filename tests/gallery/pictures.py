"""The screens as pictures."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from display.outputs.headless import HeadlessDisplay
from display.sdl import pygame
from tests.gallery.screens import Shown


def pictures(
    screens: Iterable[Shown], size_px: tuple[int, int], language: str
) -> Iterator[tuple[Shown, pygame.Surface]]:
    """Each screen with its picture; one display draws all that need no other."""
    common = HeadlessDisplay(size_px)
    for scene, shown in enumerate(screens):
        own = shown.key_labels is not None or shown.notice is not None
        display = HeadlessDisplay(size_px, shown.key_labels, shown.notice) if own else common
        # Each is a scene of its own, so that what happened in one is not told in the next.
        display.show(replace(shown.in_language(language), scene=scene), shown.events, shown.now_ns)
        yield shown, display.picture()
