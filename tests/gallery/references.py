"""Reference pictures: small ones of every screen, which have been looked at and found good."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from display.sdl import pygame
from tests.gallery.pictures import pictures
from tests.gallery.screens import Shown, all_screens, pages

FOLDER: Final = Path(__file__).parent / "references"

_WIDE_PX: Final = (448, 252)
_TALL_PX: Final = (440, 352)

_MOST_DIFFERENCE: Final = 64
"""Two pixels differ if a colour differs by more; another version of the font's renderer stays below."""
_SHARE: Final = 1000
"""One pixel of so many may differ."""


def drawn() -> Iterator[tuple[str, pygame.Surface]]:
    """Each picture that is kept, as it is drawn now: all in English, the words also in German and high."""
    yield from (_named("en", each) for each in pictures(all_screens(), _WIDE_PX, "en"))
    yield from (_named("de", each) for each in pictures(pages(), _TALL_PX, "de"))


def _named(language: str, each: tuple[Shown, pygame.Surface]) -> tuple[str, pygame.Surface]:
    shown, picture = each
    return f"{language}-{shown.name}", picture


def write_references() -> int:
    """Write all anew, in place of those that are there; returns how many they are."""
    FOLDER.mkdir(exist_ok=True)
    for old in FOLDER.glob("*.png"):
        old.unlink()
    count = 0
    for name, picture in drawn():
        pygame.image.save(picture, FOLDER / f"{name}.png")
        count += 1
    return count


def differing_pixels(one: pygame.Surface, other: pygame.Surface) -> int:
    """How many pixels look different; all of them if the sizes do."""
    width, height = one.get_size()
    if other.get_size() != (width, height):
        return int(width * height)
    threshold = (_MOST_DIFFERENCE, _MOST_DIFFERENCE, _MOST_DIFFERENCE, 255)
    same = pygame.mask.from_threshold(one, (0, 0, 0), threshold, other)
    return int(width * height) - same.count()


def alike(one: pygame.Surface, other: pygame.Surface) -> bool:
    """Whether nobody would call the pictures different."""
    width, height = one.get_size()
    return differing_pixels(one, other) * _SHARE <= width * height
