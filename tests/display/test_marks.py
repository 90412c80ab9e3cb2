"""Who is who without colour: one line stands for Orange and two for Purple, however small the view."""

from itertools import pairwise

import pytest

from display.atlas import Atlas
from display.layout import lay_out
from display.palette import IVORY, PLAYER_COLOURS, TABLE, Colour
from display.sdl import pygame
from display.table import PLAYERS
from display.turning import Degrees, turned_size
from display.words import ENGLISH, words_in
from firmware.game.events import Player
from tests.display.tables import SIZES_PX

SMALL_PX = [(160, 90), (200, 160), (240, 320), (320, 180), (320, 240), (480, 270), (599, 400)]


def lines(surface: pygame.Surface, colour: Colour) -> int:
    """How many lines of a colour lie across the middle of a picture."""
    across = surface.get_width() // 2
    column = [surface.get_at((across, down))[:3] for down in range(surface.get_height())]
    return sum(pixel == colour != before for before, pixel in pairwise([TABLE, *column]))


@pytest.mark.parametrize("player", PLAYERS)
@pytest.mark.parametrize("rotate", [0, 90])
@pytest.mark.parametrize("size_px", [*SMALL_PX, *SIZES_PX])
def test_one_line_marks_what_is_oranges_and_two_what_is_purples(
    size_px: tuple[int, int], rotate: Degrees, player: Player
) -> None:
    atlas = Atlas(lay_out(turned_size(size_px, rotate)), words_in(ENGLISH))
    assert lines(atlas.edge(player), PLAYER_COLOURS[player]) == player
    assert lines(atlas.mark(player), PLAYER_COLOURS[player]) == player
    assert lines(atlas.flash(player), IVORY) == player
