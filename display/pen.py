"""Puts pictures and words into their places: one layout with its pictures, in one language."""

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Literal

from display.atlas import Atlas
from display.box import Box
from display.layout import Layout
from display.palette import Colour
from display.scene import Sprite
from display.sdl import pygame
from display.words import Words
from firmware.game.events import Player
from firmware.text import Text, say

Align = Literal["left", "centre", "right"]


@dataclass(frozen=True, slots=True)
class Pen:
    """Makes sprites for one size of screen."""

    layout: Layout
    atlas: Atlas
    words: Words

    def at_seat(self, key: Hashable, player: Player, surface: pygame.Surface, box: Box) -> Sprite:
        """A sprite at a box of the `SeatLayout`, which has the surface's size."""
        place = self.layout.place(player, box)
        return Sprite((key, player), surface, place.left, place.top)

    def line(
        self, key: Hashable, player: Player, text: Text, colour: Colour, box: Box, align: Align = "centre"
    ) -> Sprite:
        """A line of text in a box of the `SeatLayout`, upright for the player."""
        return self.at_seat(key, player, *self._set(player, text, colour, box, align))

    def line_on_table(self, key: Hashable, player: Player, text: Text, colour: Colour, box: Box) -> Sprite:
        """A line of text in the middle of a box of the table, upright for the player."""
        surface, place = self._set(player, text, colour, box, "centre")
        return Sprite((key, player), surface, place.left, place.top)

    def word_sign(self, key: str, colour: Colour, player: Player) -> pygame.Surface:
        """A sign with the words `key`, upright for the player."""
        return self.atlas.word_sign(self.words.say(say(key)), colour, player)

    def _set(
        self, player: Player, text: Text, colour: Colour, box: Box, align: Align
    ) -> tuple[pygame.Surface, Box]:
        surface = self.atlas.line(self.words.say(text), colour, (box.width, box.height), player)
        free_px = box.width - surface.get_width()
        dx_px = {"left": 0, "centre": free_px // 2, "right": free_px}[align]
        return surface, Box(box.left + dx_px, box.top, surface.get_width(), box.height)
