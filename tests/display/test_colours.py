from importlib.resources import files

import pytest

from display import palette
from display.palette import Colour


def luminance(colour: Colour) -> float:
    def linear(part: int) -> float:
        share = part / 255
        return share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4

    red, green, blue = (linear(part) for part in colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: Colour, other: Colour) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


WORDS = [
    *((colour, palette.IVORY) for colour in (*palette.SUIT_COLOURS.values(), palette.JOKER)),
    *((colour, palette.TABLE) for colour in (palette.IVORY, palette.GREY, palette.DIM, palette.ATTENTION)),
    *((colour, palette.RAISED) for colour in (palette.IVORY, palette.GREY, palette.ATTENTION)),
    *((colour, palette.TABLE) for colour in palette.PLAYER_COLOURS.values()),
    (palette.IVORY, palette.INK),
    (palette.IVORY, palette.RED),
    (palette.INK, palette.ATTENTION),
    (palette.TABLE, palette.ATTENTION),
]
"""What is written in which colour on which ground."""

SHAPES = [
    *((colour, palette.TABLE) for colour in palette.PLAYER_COLOURS.values()),
    *((colour, palette.INK) for colour in palette.PLAYER_COLOURS.values()),
    (palette.ATTENTION, palette.TABLE),
    (palette.IVORY, palette.BACK),
    (palette.IVORY, palette.TABLE),
]
"""What has to be told from its ground without being read: edges, marks, outlines of cards."""


@pytest.mark.parametrize(("colour", "ground"), WORDS)
def test_words_stand_out_from_their_ground(colour: Colour, ground: Colour) -> None:
    assert contrast(colour, ground) >= 4.5


@pytest.mark.parametrize(("colour", "ground"), SHAPES)
def test_shapes_stand_out_from_their_ground(colour: Colour, ground: Colour) -> None:
    assert contrast(colour, ground) >= 3


def test_each_font_comes_with_its_licence() -> None:
    folder = files("display").joinpath("fonts")
    names = {entry.name for entry in folder.iterdir()}
    fonts = {name for name in names if name.endswith((".otf", ".ttf"))}
    assert fonts
    assert all(f"LICENSE-{name.split('-')[0]}.txt" in names for name in fonts)
