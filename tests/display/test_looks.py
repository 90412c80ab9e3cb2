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


@pytest.mark.parametrize("suit", "CDHS")
def test_ranks_stand_out_from_their_card(suit: str) -> None:
    assert contrast(palette.SUIT_COLOURS[suit], palette.IVORY) >= 4.5


def test_a_joker_stands_out_from_its_card() -> None:
    assert contrast(palette.JOKER, palette.IVORY) >= 4.5


@pytest.mark.parametrize(
    "colour", [palette.IVORY, palette.GREY, palette.ATTENTION, *palette.PLAYER_COLOURS.values()]
)
def test_words_stand_out_from_the_table(colour: Colour) -> None:
    assert contrast(colour, palette.TABLE) >= 4.5


@pytest.mark.parametrize("colour", palette.PLAYER_COLOURS.values())
def test_a_players_mark_stands_out_from_its_ground(colour: Colour) -> None:
    assert contrast(colour, palette.INK) >= 4.5


def test_a_misplays_cross_stands_out() -> None:
    assert contrast(palette.IVORY, palette.RED) >= 4.5


def test_each_font_comes_with_its_licence() -> None:
    folder = files("display").joinpath("fonts")
    names = {entry.name for entry in folder.iterdir()}
    fonts = {name for name in names if name.endswith((".otf", ".ttf"))}
    assert fonts
    assert all(f"LICENSE-{name.split('-')[0]}.txt" in names for name in fonts)
