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
from display.words import ENGLISH, words_in
from firmware.screens.view import Screen
from firmware.text import Text


class Painter:
    """Paints the screen for one size of surface and keeps what it needs for that."""

    def __init__(
        self, size_px: tuple[int, int], key_labels: KeyLabels | None = None, notice: Text | None = None
    ) -> None:
        self.size_px = size_px
        self._key_labels = key_labels
        self._notice = notice
        self._layout = lay_out(size_px, with_keys=bool(key_labels), with_notice=notice is not None)
        self._language = ENGLISH
        self._atlas = Atlas(self._layout, words_in(ENGLISH))
        self._scene = Scene(TABLE)

    def prepare(self) -> None:
        """Make the card faces now: some tenths of a second on a small computer."""
        self._atlas.prepare()

    def forget(self) -> None:
        """Paint the next frame whole, because the surface is another or has lost its pixels."""
        self._scene.forget()

    def paint(self, surface: pygame.Surface, screen: Screen, shots: OneShots, now_ns: int) -> list[Box]:
        """Bring the surface up to date; returns the boxes that changed."""
        return self._scene.draw(surface, self._sprites(screen, shots, now_ns))

    def _sprites(self, screen: Screen, shots: OneShots, now_ns: int) -> list[Sprite]:
        if screen.table is None:
            return []
        if screen.look.language != self._language:
            self._language = screen.look.language
            self._atlas = Atlas(self._layout, words_in(self._language))
        frame = Frame(screen.table, shots, now_ns, self._layout, self._atlas, words_in(self._language))
        return table_sprites(frame, self._key_labels, self._notice)
