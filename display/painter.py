"""The screen on a surface, whatever becomes of the surface."""

from display.animation import OneShots
from display.atlas import Atlas
from display.box import Box
from display.frame import Frame
from display.keys import KeyLabels
from display.layout import lay_out
from display.palette import TABLE
from display.scene import Scene, Sprite
from display.sdl import pygame
from display.table import table_sprites
from display.turning import Degrees, Turner, sum_of, turned_size
from display.words import ENGLISH, words_in
from firmware.game.events import Player
from firmware.screens.view import Screen
from firmware.text import Text


class Painter:
    """Paints the screen for one size of surface and keeps what it needs for that.

    Args:
        size_px: the surface's width and height.
        key_labels: the keys to show below the cards; None if no keyboard is read.
        notice: a line to show quietly all the time.
        viewer: the player whose own screen it is: that player's side is the lower one, and the other's
            hand lies face down. None where both look at it.
        rotate: how far everything is turned clockwise.
    """

    def __init__(
        self,
        size_px: tuple[int, int],
        key_labels: KeyLabels | None = None,
        notice: Text | None = None,
        *,
        viewer: Player | None = None,
        rotate: Degrees = 0,
    ) -> None:
        self.size_px = size_px
        self._key_labels = key_labels
        self._notice = notice
        self._viewer = viewer
        upright_px = turned_size(size_px, rotate)
        self._turner = Turner(sum_of(rotate, 180 if viewer == 2 else 0), upright_px)
        self._layout = lay_out(upright_px, with_keys=bool(key_labels), with_notice=notice is not None)
        self._language = ENGLISH
        self._atlas = Atlas(self._layout, words_in(ENGLISH))
        self._scene = Scene(TABLE)

    def prepare(self) -> None:
        """Make the card faces now: some tenths of a second on a small computer."""
        for face in self._atlas.prepare():
            self._turner.surface(face)

    def forget(self) -> None:
        """Paint the next frame whole, because the surface is another or has lost its pixels."""
        self._scene.forget()

    def paint(self, surface: pygame.Surface, screen: Screen, shots: OneShots, now_ns: int) -> list[Box]:
        """Bring the surface up to date; returns the boxes that changed."""
        sprites = [self._turner.sprite(sprite) for sprite in self._sprites(screen, shots, now_ns)]
        return self._scene.draw(surface, sprites)

    def _sprites(self, screen: Screen, shots: OneShots, now_ns: int) -> list[Sprite]:
        if screen.table is None:
            return []
        if screen.look.language != self._language:
            self._language = screen.look.language
            self._atlas = Atlas(self._layout, words_in(self._language))
        words = words_in(self._language)
        frame = Frame(screen.table, shots, now_ns, self._layout, self._atlas, words, self._viewer)
        return table_sprites(frame, self._key_labels, self._notice)
