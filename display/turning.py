"""Sprites for a screen that is turned, laid out turned, so that nothing is turned while cards fly."""

from typing import Final, Literal, TypeAlias
from weakref import WeakKeyDictionary

from display.box import Box
from display.kept import quick
from display.scene import Sprite
from display.sdl import pygame

Degrees: TypeAlias = Literal[0, 90, 180, 270]
"""How far a picture is turned clockwise."""

_QUARTER: Final = 90


class Turner:
    """Turns the sprites of an upright frame of `size_px`. It keeps each surface that it turned."""

    def __init__(self, degrees: Degrees, size_px: tuple[int, int]) -> None:
        self._degrees: Degrees = degrees
        self._screen = Box(0, 0, *size_px)
        self._turned: WeakKeyDictionary[pygame.Surface, pygame.Surface] = WeakKeyDictionary()

    def sprites(self, upright: list[Sprite]) -> list[Sprite]:
        """All sprites of a frame, as they lie on the turned screen."""
        return upright if self._degrees == 0 else [self.sprite(sprite) for sprite in upright]

    def sprite(self, sprite: Sprite) -> Sprite:
        """The sprite as it lies on the turned screen."""
        if self._degrees == 0:
            return sprite
        place = turned(sprite.box, self._screen, self._degrees)
        crop = sprite.crop
        if crop is not None:
            crop = turned(crop, Box(0, 0, *sprite.surface.get_size()), self._degrees)
        return Sprite(sprite.key, self.surface(sprite.surface), place.left, place.top, crop)

    def surface(self, upright: pygame.Surface) -> pygame.Surface:
        """The surface turned."""
        if self._degrees == 0:
            return upright
        surface = self._turned.get(upright)
        if surface is None:
            # pygame turns the other way.
            surface = self._turned[upright] = quick(pygame.transform.rotate(upright, -self._degrees))
        return surface


def turned(box: Box, area: Box, degrees: Degrees) -> Box:
    """Where a box lies once the area, whose top left corner is 0, 0, was turned clockwise."""
    match degrees:
        case 0:
            return box
        case 90:
            return Box(area.height - box.bottom, box.left, box.height, box.width)
        case 180:
            return box.turned(area)
        case 270:
            return Box(box.top, area.width - box.right, box.height, box.width)


def turned_size(size_px: tuple[int, int], degrees: Degrees) -> tuple[int, int]:
    """The size of an area of this size once it was turned."""
    width, height = size_px
    return (width, height) if degrees in (0, 180) else (height, width)


def sum_of(one: Degrees, other: Degrees) -> Degrees:
    """How far a picture is turned that is turned twice."""
    turns: tuple[Degrees, ...] = (0, 90, 180, 270)
    return turns[(one + other) // _QUARTER % len(turns)]
