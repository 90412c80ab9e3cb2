"""Draws the things of a screen of words, upright for player 1. Each call makes a new picture."""

from typing import assert_never

from display import shapes
from display.layout import Layout
from display.lettering import Lettering
from display.palette import (
    ATTENTION,
    DIM,
    GREY,
    INK,
    IVORY,
    LINE,
    PLAYER_COLOURS,
    RAISED,
    RED,
    TABLE,
    Colour,
)
from display.panels.how_to import draw_how_to
from display.panels.items import Art, Line, Plate, Pointer, Switch, Thing
from display.panels.plates import PAD, POINTER
from display.sdl import pygame
from display.words import Words
from firmware.game.events import Player
from firmware.screen import SwitchState


class PanelArt:
    """Draws for one layout, in one language."""

    def __init__(self, layout: Layout, lettering: Lettering, words: Words) -> None:
        self._units = layout.units
        self._lettering = lettering
        self._words = words

    def draw(self, thing: Thing, size_px: tuple[int, int], player: Player) -> pygame.Surface:
        """A thing that is as large as its box, for a player."""
        match thing:
            case Line(text, colour):
                return self._lettering.line(text, colour, size_px[1], size_px[0])
            case Plate():
                return self._plate(thing, size_px, player)
            case Pointer():
                return pygame.transform.rotate(shapes.point(size_px[1], size_px[0], ATTENTION), 90)
            case Art(name):
                return draw_how_to(name, size_px, self._lettering, self._words, PLAYER_COLOURS[player])
            case Switch():
                return self._switch(thing, size_px)
            case _:
                assert_never(thing)

    def _plate(self, plate: Plate, size_px: tuple[int, int], player: Player) -> pygame.Surface:
        u, (width, height) = self._units, size_px
        high = height - u(POINTER) if plate.pointed else height
        drawn = pygame.Surface(size_px, pygame.SRCALPHA, 32)
        drawn.fill((*TABLE, 0))
        if plate.chosen:
            ground = shapes.bordered(width, high, u(16), RAISED, ATTENTION, u(6))
        elif plate.enabled:
            ground = shapes.bordered(width, high, u(16), RAISED, LINE, u(3))
        else:
            ground = shapes.frame(width, high, u(16), RAISED, u(3))
        drawn.blit(ground, (0, 0))
        if plate.pointed:
            point_px = u(POINTER) - u(3)
            colour = PLAYER_COLOURS[player] if plate.enabled else LINE
            point = shapes.point(2 * point_px, point_px, colour)
            drawn.blit(point, ((width - 2 * point_px) // 2, height - point_px))
        self._put_head(drawn, plate)
        texts = [(line, GREY if plate.value else IVORY) for line in plate.label]
        texts += [(line, IVORY) for line in plate.value]
        top = plate.head_px + (high - plate.head_px - len(texts) * plate.line_px) // 2
        for number, (text, bright) in enumerate(texts):
            line = self._lettering.line(text, bright if plate.enabled else DIM, plate.line_px, width)
            drawn.blit(line, ((width - line.get_width()) // 2, top + number * plate.line_px))
        return drawn

    def _put_head(self, drawn: pygame.Surface, plate: Plate) -> None:
        """The control's name, and the tick of what is in force."""
        u, width = self._units, drawn.get_width()
        if plate.caption:
            colour = GREY if plate.enabled else DIM
            caption = self._lettering.line(plate.caption, colour, plate.head_px, width - 2 * u(PAD))
            drawn.blit(caption, ((width - caption.get_width()) // 2, u(4)))
        if plate.chosen:
            size = plate.head_px * 8 // 10
            drawn.blit(shapes.tick(size, ATTENTION), (width - size - u(PAD), u(PAD)))

    def _switch(self, switch: Switch, size_px: tuple[int, int]) -> pygame.Surface:
        width, height = size_px
        own = PLAYER_COLOURS[switch.player]
        fill, rim, text = _SWITCH_COLOURS[switch.state]
        drawn = shapes.bordered(width, height, height // 2, fill, rim or own, self._units(6))
        mark = self._mark(switch, text, height)
        drawn.blit(mark, ((width - mark.get_width()) // 2, (height - mark.get_height()) // 2))
        return drawn

    def _mark(self, switch: Switch, colour: Colour, height: int) -> pygame.Surface:
        """A shape for what the colour says as well; the button's number where nothing else is to be said."""
        match switch.state:
            case SwitchState.SEEN:
                return shapes.tick(height * 56 // 100, colour)
            case SwitchState.MUTED:
                return shapes.cross(height * 44 // 100, colour)
            case SwitchState.UNSEEN | SwitchState.DOWN:
                return self._lettering.line(switch.name, colour, height * 80 // 100, height)


_SWITCH_COLOURS: dict[SwitchState, tuple[Colour, Colour | None, Colour]] = {
    SwitchState.UNSEEN: (TABLE, LINE, GREY),
    SwitchState.SEEN: (RAISED, None, IVORY),
    SwitchState.DOWN: (ATTENTION, IVORY, INK),
    SwitchState.MUTED: (RED, RED, IVORY),
}
"""Of a switch in each state: its ground, its rim (None for its player's colour), what is written on it."""
