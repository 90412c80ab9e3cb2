"""The screens of words of both players as sprites: set when they change, only drawn when they don't."""

from collections.abc import Iterator

from display.box import Box
from display.kept import Kept
from display.keys import KeyLabels
from display.legend import key_sprites, leave_sprites
from display.lettering import Lettering
from display.palette import LINE
from display.panels.art import PanelArt
from display.panels.items import Item, Key
from display.panels.layout import key_row
from display.panels.panel import panel_items
from display.panels.screen_test import draw_test_picture
from display.panels.text import Setter
from display.pen import Pen
from display.scene import Sprite
from firmware.game.events import Player
from firmware.screen import PanelView, Screen


class PanelSprites:
    """Lists the sprites for one layout, in one language.

    `viewer` and `key_labels` as in `display.painter.Painter`.
    """

    def __init__(self, pen: Pen, viewer: Player | None, key_labels: KeyLabels | None) -> None:
        layout, words = pen.layout, pen.words
        self._pen = pen
        self._layout = layout
        self._atlas = pen.atlas
        self._viewer = viewer
        # The player at the lower edge of the screen.
        self._reader: Player = viewer or 1
        self._key_labels = key_labels
        self._lettering = Lettering()
        self._setter = Setter(words, self._lettering.width, layout.units, self._high)
        self._art = PanelArt(layout, self._lettering, words)
        self._kept = Kept()
        self._last: dict[Player, tuple[PanelView, bool, list[Sprite]]] = {}

    def _high(self, count: int) -> int:
        """Letters are larger where each player has a screen, which has twice the room."""
        return self._layout.high(count if self._viewer is None else count * 8 // 5)

    def of(self, screen: Screen) -> list[Sprite]:
        """Everything that is shown of a screen of words."""
        sprites = list(self._ground(screen))
        for player, panel in screen.panels.items():
            if self._viewer in (None, player):
                if panel.picture != "test":
                    sprites.append(self._edge(player))
                sprites += self._panel(player, panel, player in screen.look.left_handed)
        if self._key_labels is not None:
            row = key_row(self._layout)
            corner = Box(row.left, row.top, self._layout.seat.legend.width, row.height)
            sprites += leave_sprites(self._pen, self._reader, corner)
        return sprites

    def _ground(self, screen: Screen) -> Iterator[Sprite]:
        """What both halves share: the test picture, or the line between them."""
        if any(panel.picture == "test" for panel in screen.panels.values()):
            size_px = self._layout.size_px
            picture = self._kept.once(("test", size_px), lambda: draw_test_picture(size_px, self._lettering))
            yield Sprite("test", picture, 0, 0)
        elif self._viewer is None and len(screen.panels) > 1:
            area, line_px = self._layout.area, 2 * max(1, self._layout.units(1))
            place = area.centred(area.width, line_px)
            line = self._atlas.bar(LINE, (place.width, place.height))
            yield Sprite("middle", line, place.left, place.top)

    def _edge(self, player: Player) -> Sprite:
        place = self._layout.place(player, self._layout.seat.edge)
        return Sprite(("edge", player), self._atlas.edge(player), place.left, place.top)

    def _panel(self, player: Player, panel: PanelView, left_handed: bool) -> list[Sprite]:
        last = self._last.get(player)
        if last is not None and last[:2] == (panel, left_handed):
            return last[2]
        items = panel_items(
            panel,
            player,
            self._layout,
            self._setter,
            alone=self._viewer is not None,
            left_handed=left_handed,
            keys=None if self._key_labels is None else self._key_labels.get(player, {}),
        )
        sprites = [sprite for item in items for sprite in self._sprites(player, item)]
        self._last[player] = (panel, left_handed, sprites)
        return sprites

    def _sprites(self, player: Player, item: Item) -> Iterator[Sprite]:
        """The thing's sprite; none for a key without room for its label."""
        thing, size_px = item.thing, (item.box.width, item.box.height)
        if isinstance(thing, Key):
            yield from key_sprites(self._pen, player, self._reader, item.key, thing.label, item.box)
            return
        surface = self._kept.passing(player, (thing, size_px), lambda: self._art.draw(thing, size_px, player))
        place = self._layout.place(player, item.box)
        yield Sprite((item.key, player), surface, place.left, place.top)
