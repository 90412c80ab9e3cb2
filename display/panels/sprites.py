"""The screens of words of both players as sprites: set when they change, only drawn when they don't."""

from collections.abc import Iterator

from display.atlas import Atlas
from display.kept import Kept
from display.layout import Layout
from display.lettering import Lettering
from display.palette import LINE
from display.panels.art import PanelArt
from display.panels.items import Item
from display.panels.panel import panel_items
from display.panels.screen_test import draw_test_picture
from display.panels.text import Setter
from display.scene import Sprite
from display.words import Words
from firmware.game.events import Player
from firmware.screen import PanelView, Screen


class PanelSprites:
    """Lists the sprites for one layout, in one language; `viewer` as in `display.painter.Painter`."""

    def __init__(self, layout: Layout, atlas: Atlas, words: Words, viewer: Player | None) -> None:
        self._layout = layout
        self._atlas = atlas
        self._viewer = viewer
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
        )
        sprites = [self._sprite(player, item) for item in items]
        self._last[player] = (panel, left_handed, sprites)
        return sprites

    def _sprite(self, player: Player, item: Item) -> Sprite:
        size_px = (item.box.width, item.box.height)
        surface = self._kept.passing(
            player, (item.thing, size_px), lambda: self._art.draw(item.thing, size_px, player)
        )
        place = self._layout.place(player, item.box)
        return Sprite((item.key, player), surface, place.left, place.top)
