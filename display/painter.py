"""The screen on a surface, whatever becomes of the surface."""

from typing import TYPE_CHECKING, Final

from display.animation import OneShots
from display.atlas import Atlas
from display.box import Box
from display.kept import Kept
from display.keys import KeyLabels
from display.layout import lay_out
from display.palette import TABLE
from display.panels.sprites import PanelSprites
from display.pen import Pen
from display.scene import Scene, Sprite
from display.sdl import pygame
from display.turning import Degrees, Turner, sum_of, turned_size
from display.words import words_in
from firmware.game.events import Player
from firmware.screen import Look, Screen
from firmware.text import Text

if TYPE_CHECKING:
    from display.table import TableSprites

FULL: Final = 100
"""The brightness at which nothing is dimmed, in per cent."""


class Painter:
    """Paints the screen for one size of surface and keeps what it needs for that.

    Args:
        size_px: the surface's width and height.
        key_labels: the keys to show below the cards and at the choices; None if no keyboard is read.
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
        self._look = Look()
        self._kept = Kept()
        self._take(self._look)
        self._scene = Scene(TABLE)

    def prepare(self) -> None:
        """Make the pictures of the table now: about a second on a small computer."""
        self._table_sprites()
        for face in self._atlas.prepare():
            self._turner.surface(face)

    def forget(self) -> None:
        """Paint the next frame whole, because the surface is another or has lost its pixels."""
        self._scene.forget()

    def paint(self, surface: pygame.Surface, screen: Screen, shots: OneShots, now_ns: int) -> list[Box]:
        """Bring the surface up to date; returns the boxes that changed."""
        look = screen.look
        if (look.language, look.large_print) != (self._look.language, self._look.large_print):
            self._take(look)
        if look.brightness != self._look.brightness:
            self._scene.forget()
        self._look = look
        changed = self._scene.draw(surface, self._turner.sprites(self._sprites(screen, shots, now_ns)))
        if look.brightness < FULL:
            level = 255 * look.brightness // FULL
            for box in changed:
                surface.fill((level, level, level), box, pygame.BLEND_RGB_MULT)
        return changed

    def _take(self, look: Look) -> None:
        """Make ready what is drawn in the look's language and size of print."""
        words = words_in(look.language)
        self._atlas = Atlas(self._layout, words, large=look.large_print, kept=self._kept)
        self._pen = Pen(self._layout, self._atlas, words)
        self._panels = PanelSprites(self._pen, self._viewer, self._key_labels)
        self._table: TableSprites | None = None

    def _table_sprites(self) -> "TableSprites":
        if self._table is None:
            # The title, which has to be there at once, is no table.
            from display.table import TableSprites

            self._table = TableSprites(self._pen, self._viewer, self._key_labels, self._notice)
        return self._table

    def _sprites(self, screen: Screen, shots: OneShots, now_ns: int) -> list[Sprite]:
        if screen.table is None:
            return self._panels.of(screen)
        return self._table_sprites().of(screen, shots, now_ns)
