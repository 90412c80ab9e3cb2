"""How to play, in six pictures without a word, made of the cards that the game is played with."""

from collections.abc import Callable
from typing import Final

from display import shapes
from display.box import Box
from display.faces import CardSizes, Faces
from display.lettering import Lettering
from display.palette import ATTENTION, BACK, GREY, IVORY, LINE, RED, TABLE, Colour
from display.sdl import pygame
from display.words import Words
from firmware.game.cards import Card
from firmware.screen import Picture
from firmware.text import say

SHAPE: Final = (12, 5)
"""Width to height of the pictures."""


def draw_how_to(
    name: Picture, size_px: tuple[int, int], lettering: Lettering, words: Words, colour: Colour
) -> pygame.Surface:
    """One of the pictures `how1` to `how6`, in a player's colour."""
    stage = _Stage(size_px, lettering, words, colour)
    _SCENES[name](stage)
    return stage.surface


class _Stage:
    """A picture being put together. Places and sizes are in hundredths of its width and height."""

    def __init__(self, size_px: tuple[int, int], lettering: Lettering, words: Words, colour: Colour) -> None:
        self.surface = pygame.Surface(size_px, pygame.SRCALPHA, 32)
        self.surface.fill((*TABLE, 0))
        self.width, self.height = size_px
        self.lettering, self.words, self.colour = lettering, words, colour

    def faces(self, high: int) -> Faces:
        """Cards so high, hand and middle ones."""
        height = self.height * high // 100
        return Faces(
            CardSizes((height * 76 // 100, height), (height * 3 // 2, height), self.units),
            self.lettering,
            self.words,
        )

    def units(self, count: int) -> int:
        """As many units as the table has at this height of its middle cards."""
        return max(1, count * self.height // 300)

    def put(self, drawn: pygame.Surface, x: int, y: int) -> Box:
        """Put the middle of a surface at a place."""
        box = Box(self.width * x // 100, self.height * y // 100, 0, 0).centred(*drawn.get_size())
        self.surface.blit(drawn, box[:2])
        return box

    def back(self, high: int, x: int, y: int, *, wide: bool = False) -> None:
        """A face-down card."""
        height = self.height * high // 100
        width = height * 3 // 2 if wide else height * 76 // 100
        self.put(shapes.back(width, height, self.units(14), BACK, IVORY, self.units(5)), x, y)

    def arrow(self, x: int, y: int, degrees: int, colour: Colour = ATTENTION, long: int = 16) -> None:
        """An arrow that points to the right, turned to the left by `degrees`; `long` in hundredths across."""
        drawn = shapes.arrow(self.width * long // 100, self.height * 18 // 100, colour)
        self.put(pygame.transform.rotozoom(drawn, degrees, 1), x, y)

    def action(self, x: int, y: int) -> None:
        """The action button."""
        self.put(shapes.button(self.height * 24 // 100, self.colour), x, y)


def _deal(stage: _Stage) -> None:
    """Five cards each, the rest in the draw pile; two lie face down in the middle."""
    for x in (33, 67):
        stage.back(38, x, 22, wide=True)
    for x in (10, 90):
        stage.back(28, x, 22)
    faces = stage.faces(46)
    for number, card in enumerate(("TD", "6C", "AH", "QS", "8D")):
        stage.put(faces.hand(Card(card)), 12 + 15 * number, 74)
    for number in range(6):
        stage.back(36, 93 - number, 74)


def _fits(stage: _Stage) -> None:
    """One above or one below."""
    faces = stage.faces(66)
    stage.put(faces.hand(Card("6C")), 12, 50)
    stage.put(faces.top(Card("7H"), None), 50, 50)
    stage.put(faces.hand(Card("8S")), 88, 50)
    stage.arrow(27, 50, 0, long=9)
    stage.arrow(73, 50, 180, long=9)


def _which_pile(stage: _Stage) -> None:
    """To the own left; with action held, to the own right."""
    faces = stage.faces(52)
    stage.put(faces.top(Card("7H"), None), 18, 27)
    stage.put(faces.top(Card("9C"), None), 82, 27)
    stage.put(faces.hand(Card("8D")), 50, 72)
    stage.arrow(37, 58, 150, long=10)
    stage.arrow(63, 58, 30, long=10)
    stage.action(72, 80)


def _stuck(stage: _Stage) -> None:
    """New cards come from the side piles."""
    faces = stage.faces(46)
    for x, card, arrow_x, degrees, pile_x in ((33, "2C", 16, 0, 6), (67, "TD", 84, 180, 94)):
        stage.put(faces.top(Card(card), None), x, 50)
        stage.back(38, pile_x, 50)
        stage.arrow(arrow_x, 50, degrees, long=7)


def _slap(stage: _Stage) -> None:
    """No card left: slap."""
    place_px = stage.height * 36 // 100
    for number in range(5):
        place = shapes.frame(place_px * 76 // 100, place_px, stage.units(12), LINE, stage.units(4))
        stage.put(place, 20 + 15 * number, 22)
    wide, high = stage.width * 44 // 100, stage.height * 42 // 100
    stage.put(shapes.bordered(wide, high, high // 3, ATTENTION, IVORY, stage.units(6)), 50, 74)
    word = stage.words.say(say("table.slap"))
    stage.put(stage.lettering.line(word, TABLE, high * 9 // 10, wide * 84 // 100), 50, 75)
    for x, degrees in ((18, 0), (82, 180)):
        stage.arrow(x, 74, degrees, long=9)


def _misplay(stage: _Stage) -> None:
    """A card that fits nowhere: the hand is dead until the bar has shrunk away."""
    faces = stage.faces(60)
    stage.put(faces.top(Card("KS"), None), 79, 38)
    hand = faces.hand(Card("4H"))
    hand.blit(shapes.plate(*hand.get_size(), stage.units(16), TABLE, 150), (0, 0))
    stage.put(hand, 13, 38)
    stage.arrow(41, 38, 0, GREY, long=26)
    size = stage.height * 30 // 100
    stage.put(shapes.plate(size, size, size // 2, RED), 40, 38)
    stage.put(shapes.cross(size * 6 // 10, IVORY), 40, 38)
    for width, colour in ((92, LINE), (54, RED)):
        bar = pygame.Surface((stage.width * width // 100, stage.height * 9 // 100), 0, 32)
        bar.fill(colour)
        stage.put(bar, 50, 89)


_SCENES: Final[dict[str, Callable[[_Stage], None]]] = {
    "how1": _deal,
    "how2": _fits,
    "how3": _which_pile,
    "how4": _misplay,
    "how5": _stuck,
    "how6": _slap,
}
