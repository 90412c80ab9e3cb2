"""Pictures that are made once and then kept."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Final, TypeAlias

from display.sdl import pygame
from firmware.game.events import Player

MOST_PASSING: Final = 400
"""How many passing pictures are kept: several screens of words."""

Make: TypeAlias = Callable[[], pygame.Surface]


def quick(surface: pygame.Surface) -> pygame.Surface:
    """The same surface, encoded to be drawn three times as fast if most of it is either clear or opaque.

    What lets something shine through all over would become slower.
    """
    if surface.get_flags() & pygame.SRCALPHA:
        seen, opaque = (pygame.mask.from_surface(surface, threshold).count() for threshold in (0, 254))
        if 2 * opaque > seen:
            surface.set_alpha(255, pygame.RLEACCEL)
    return surface


class Kept:
    """Pictures by a name of their own. Those in `passing` are let go when many newer ones have come.

    What depends on words and numbers belongs there: in a machine that runs for weeks there is no end of it.
    """

    def __init__(self) -> None:
        self._lasting: dict[Hashable, pygame.Surface] = {}
        self._passing: OrderedDict[Hashable, pygame.Surface] = OrderedDict()

    def once(self, key: Hashable, make: Make) -> pygame.Surface:
        """The picture `key`, made by `make` if there is none yet."""
        surface = self._lasting.get(key)
        if surface is None:
            surface = self._lasting[key] = quick(make())
        return surface

    def facing(self, player: Player, key: Hashable, make: Make) -> pygame.Surface:
        """The picture as made for player 1, turned for player 2."""
        if player == 1:
            return self.once((key, 1), make)
        return self.once((key, 2), lambda: pygame.transform.rotate(make(), 180))

    def passing(self, player: Player, key: Hashable, make: Make) -> pygame.Surface:
        """The same for a picture that need not be kept for ever."""
        surface = self._passing.get((key, player))
        if surface is None:
            surface = quick(make() if player == 1 else pygame.transform.rotate(make(), 180))
            self._passing[key, player] = surface
            if len(self._passing) > MOST_PASSING:
                self._passing.popitem(last=False)
        else:
            self._passing.move_to_end((key, player))
        return surface
