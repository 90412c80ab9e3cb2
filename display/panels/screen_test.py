"""The screen's test picture: whether all of the screen is seen, in its shape, its colours and its greys."""

from typing import Final

from display.box import Box
from display.lettering import Lettering
from display.palette import ATTENTION, GREY, INK, IVORY, LINE, TABLE, Colour
from display.sdl import pygame

_BARS: Final[tuple[Colour, ...]] = (
    (255, 255, 255), (255, 255, 0), (0, 255, 255), (0, 255, 0), (255, 0, 255), (255, 0, 0), (0, 0, 255),
    (0, 0, 0),
)  # fmt: skip
_GREYS: Final = 16


def draw_test_picture(size_px: tuple[int, int], lettering: Lettering) -> pygame.Surface:
    """The whole screen; what is written on it is upright for both players."""
    picture = pygame.Surface(size_px, 0, 32)
    picture.fill(TABLE)
    width, height = size_px
    screen = Box(0, 0, width, height)
    _grid(picture, screen)
    _circles(picture, screen)
    middle = screen.centred(width * 64 // 100, height * 24 // 100)
    step = middle.width // (2 * len(_BARS)) * 2
    left = (width - step * len(_BARS)) // 2
    half = middle.height // 2
    for number, colour in enumerate(_BARS):
        picture.fill(colour, (left + number * step, middle.top, step, half))
    for number in range(_GREYS):
        level = 255 * number // (_GREYS - 1)
        picture.fill((level,) * 3, (left + number * step // 2, middle.top + half, step // 2, half))
    words = lettering.line(f"{width} × {height}", IVORY, max(12, height // 16), middle.width)
    place = Box((width - words.get_width()) // 2, middle.bottom + height // 60, *words.get_size())
    picture.blit(words, place[:2])
    picture.blit(pygame.transform.rotate(words, 180), place.turned(screen)[:2])
    # The outermost pixels, so that it is seen if any are cut off.
    pygame.draw.rect(picture, ATTENTION, screen, 1)
    pygame.draw.rect(picture, INK, screen.centred(width - 2, height - 2), 1)
    pygame.draw.rect(picture, IVORY, screen.centred(width - 4, height - 4), 1)
    return picture


def _grid(picture: pygame.Surface, screen: Box) -> None:
    """Squares from the middle outwards, which are square only in the screen's own resolution."""
    step = max(8, screen.height // 12)
    for across in range(screen.width // 2 % step, screen.width, step):
        picture.fill(LINE, (across, 0, 1, screen.height))
    for down in range(screen.height // 2 % step, screen.height, step):
        picture.fill(LINE, (0, down, screen.width, 1))


def _circles(picture: pygame.Surface, screen: Box) -> None:
    """One as high as the screen, and one in each corner."""
    line_px = max(1, screen.height // 360)
    middle = (screen.width // 2, screen.height // 2)
    pygame.draw.circle(picture, GREY, middle, screen.height // 2 - 3, line_px)
    radius = screen.height // 8
    for across in (radius + 3, screen.width - radius - 4):
        for down in (radius + 3, screen.height - radius - 4):
            pygame.draw.circle(picture, GREY, (across, down), radius, line_px)
