"""Text and ranks as surfaces, in the one font that comes with the program."""

from importlib.resources import files
from io import BytesIO
from typing import Final

from display.palette import Colour
from display.sdl import pygame
from display.signs import rank_text

_FONT: Final = "B612-Bold.otf"
_CAP_SHARE: Final = 58
"""The height of a capital in hundredths of the line's height; the rest is air and room for a g."""

_LEAST_CAP_PX: Final = 4

RANK_TAIL: Final = 20
"""What a rank's surface has below the base line, in hundredths of the rank's height: Q's tail, and the bar
under 6 and 9."""


class Lettering:
    """Renders with the font at any size. Nothing is kept but the opened sizes."""

    def __init__(self) -> None:
        pygame.font.init()
        self._data = files("display").joinpath("fonts", _FONT).read_bytes()
        self._fonts: dict[int, pygame.font.Font] = {}
        # Capitals of this font are this high, in thousandths of the size that it is opened with.
        self._cap_per_mille = _cap_px(self._font(1000))

    def line(self, text: str, colour: Colour, height_px: int, widest_px: int) -> pygame.Surface:
        """A line of text as high as `height_px`, smaller in it where it would be wider than `widest_px`."""
        cap_px = max(_LEAST_CAP_PX, height_px * _CAP_SHARE // 100)
        font = self._font_for_cap(cap_px)
        width_px = font.size(text)[0]
        if width_px > widest_px:
            cap_px = cap_px * widest_px // width_px + 1
            # Sizes come in steps, so that the nearest may still be too wide.
            while cap_px > _LEAST_CAP_PX and self._font_for_cap(cap_px).size(text)[0] > widest_px:
                cap_px -= 1
            font = self._font_for_cap(cap_px)
        drawn = font.render(text, True, colour)
        line = pygame.Surface((min(drawn.get_width(), widest_px), height_px), pygame.SRCALPHA, 32)
        line.fill((*colour, 0))
        cap_top = font.get_ascent() - _cap_px(font)
        # A little above the middle, because more letters have a tail than the capitals' height shows.
        line.blit(drawn, (0, (height_px - cap_px) * 45 // 100 - cap_top))
        return line

    def width(self, text: str, height_px: int) -> int:
        """How wide `line` makes the text at that height, where nothing limits it."""
        return self._font_for_cap(max(_LEAST_CAP_PX, height_px * _CAP_SHARE // 100)).size(text)[0]

    def rank(self, rank: str, colour: Colour, cap_px: int, widest_px: int) -> pygame.Surface:
        """A rank `cap_px` high, set narrower where it would be wider than `widest_px`, and cut to its width.

        Below the base line the surface goes on for `RANK_TAIL`. 6 and 9 stand on a bar, since a player also
        sees them upside down.
        """
        font = self._font_for_cap(cap_px)
        glyphs = [_cut(font.render(sign, True, colour)) for sign in rank_text(rank)]
        gap_px = cap_px * 9 // 100
        height_px = cap_px + cap_px * RANK_TAIL // 100
        width_px = sum(glyph.get_width() for glyph in glyphs) + gap_px * (len(glyphs) - 1)
        drawn = pygame.Surface((width_px, height_px), pygame.SRCALPHA, 32)
        drawn.fill((*colour, 0))
        left_px = 0
        for glyph in glyphs:
            drawn.blit(glyph, (left_px, cap_px - font.get_ascent()))
            left_px += glyph.get_width() + gap_px
        if rank in "69":
            drawn.fill(colour, (width_px // 10, cap_px * 110 // 100, width_px * 8 // 10, cap_px * 8 // 100))
        if width_px > widest_px:
            return pygame.transform.smoothscale(drawn, (widest_px, height_px))
        return drawn

    def _font_for_cap(self, cap_px: int) -> pygame.font.Font:
        return self._font(max(6, round(cap_px * 1000 / self._cap_per_mille)))

    def _font(self, size_px: int) -> pygame.font.Font:
        if size_px not in self._fonts:
            self._fonts[size_px] = pygame.font.Font(BytesIO(self._data), size_px)
        return self._fonts[size_px]


def _cap_px(font: pygame.font.Font) -> int:
    return font.render("H", True, (0, 0, 0)).get_bounding_rect().height


def _cut(glyph: pygame.Surface) -> pygame.Surface:
    """The glyph without clear columns at its sides."""
    box = glyph.get_bounding_rect()
    return glyph.subsurface((box.left, 0, box.width, glyph.get_height()))
