"""What to press on a keyboard: named at the table and at every choice, whole and legible, or not at all."""

from collections.abc import Callable, Hashable
from itertools import combinations

import pytest

from display.animation import OneShots
from display.atlas import Atlas
from display.box import Box
from display.keys import KeyLabels
from display.layout import Layout, lay_out
from display.lettering import Lettering
from display.painter import Painter
from display.panels.items import Key, Line, Plate
from display.panels.layout import key_row
from display.panels.panel import panel_items
from display.panels.sprites import PanelSprites
from display.panels.text import Setter
from display.pen import Pen
from display.scene import Sprite
from display.sdl import pygame
from display.turning import Degrees
from display.words import languages, table, words_in
from firmware.game.events import PLAYERS, Player
from firmware.screen import BUTTONS, ButtonView, Look, PanelView, Screen
from firmware.text import plain
from tests.display.boxes import overlap
from tests.display.situations import KEYBOARD, NOW_NS
from tests.display.tables import NAMED
from tests.gallery.screens import pages

SIZES_PX = [(800, 480), (1280, 720), (1280, 1024), (1920, 1080)]
SMALL_PX = [(160, 90), (200, 400), (320, 200), (320, 240), (480, 270), (640, 360)]
PAGES = {shown.name: shown.screen for shown in pages() if shown.screen.panels}


def sprites(
    screen: Screen, key_labels: KeyLabels | None, viewer: Player | None = None
) -> dict[Hashable, Sprite]:
    layout, words = lay_out((1280, 720), with_keys=bool(key_labels)), words_in("en")
    shown = PanelSprites(Pen(layout, Atlas(layout, words), words), viewer, key_labels).of(screen)
    return {sprite.key: sprite for sprite in shown}


def named(screen: Screen, key_labels: KeyLabels | None, viewer: Player | None = None) -> set[Hashable]:
    found = (key for key in sprites(screen, key_labels, viewer) if isinstance(key, tuple))
    return {key[1:] for key in found if key[0] == "key"}


def asking(*names: str, chosen: bool = False) -> Screen:
    panel = PanelView(
        plain("Really?"), buttons={name: ButtonView(plain(name), chosen=chosen) for name in names}
    )
    return Screen(Look(), 0, panels={1: panel, 2: panel})


@pytest.mark.parametrize("name", PAGES)
def test_each_choice_of_a_page_names_its_key(name: str) -> None:
    panels = PAGES[name].panels
    wanted = {(player, button) for player, panel in panels.items() for button in panel.buttons}
    assert named(PAGES[name], KEYBOARD) == wanted | {(1, "leave")}


def test_a_page_names_the_keys_of_people_only_and_none_at_the_cabinet() -> None:
    screen = asking("card2", "card4")
    assert named(screen, None) == set()
    assert named(screen, {}) == {(1, "leave")}
    assert named(screen, {2: KEYBOARD[2]}) == {(1, "leave"), (2, "card2"), (2, "card4")}
    assert named(screen, KEYBOARD, viewer=2) == {(2, "leave"), (2, "card2"), (2, "card4")}


def setter(layout: Layout, language: str) -> Setter:
    return Setter(words_in(language), Lettering().width, layout.units, layout.high)


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("size_px", SIZES_PX)
def test_on_a_page_with_keys_nothing_is_cut_off_and_nothing_overlaps(
    size_px: tuple[int, int], language: str
) -> None:
    layout = lay_out(size_px, with_keys=True)
    row = key_row(layout)
    corner = Box(row.left, row.top, layout.seat.legend.width, row.height)
    for name, screen in PAGES.items():
        for player, panel in screen.panels.items():
            placed = panel_items(panel, player, layout, setter(layout, language), keys=KEYBOARD[player])
            for item in placed:
                assert layout.area.contains(item.box), f"{name}: {item.key}"
                assert not overlap(item.box, layout.seat.edge), f"{name}: {item.key}"
                assert not overlap(item.box, corner), f"{name}: {item.key}"
            for one, other in combinations(placed, 2):
                inside = isinstance(other.thing, Key) and one.key == ("button", other.key)
                apart = not overlap(one.box, other.box)
                assert apart or (inside and one.box.contains(other.box)), f"{name}: {one.key}, {other.key}"


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize(("size_px", "least_px"), [((800, 480), 16), ((1280, 720), 24), ((1920, 1080), 36)])
def test_the_words_of_a_page_with_keys_are_large_enough_to_be_read(
    size_px: tuple[int, int], least_px: int, language: str
) -> None:
    layout = lay_out(size_px, with_keys=True)
    for name, screen in PAGES.items():
        for player, panel in screen.panels.items():
            for item in panel_items(panel, player, layout, setter(layout, language), keys=KEYBOARD[player]):
                if isinstance(item.thing, Line):
                    assert item.box.height >= least_px, f"{name}: {item.thing.text}"
                elif isinstance(item.thing, Plate):
                    assert item.thing.line_px >= least_px, f"{name}: {item.thing.label}"


def test_the_tick_of_a_choice_leaves_its_key_free() -> None:
    layout = lay_out((800, 480), with_keys=True)
    panel = asking("action", chosen=True).panels[1]
    plate, key = panel_items(panel, 1, layout, setter(layout, "en"), keys=KEYBOARD[1])[-2:]
    assert isinstance(plate.thing, Plate)
    assert key.box.right <= plate.box.right - plate.thing.head_px


def test_keys_are_upright_for_the_one_keyboard_at_the_lower_edge_of_a_screen() -> None:
    labels: KeyLabels = dict.fromkeys(PLAYERS, KEYBOARD[1])
    shown = sprites(asking(*BUTTONS), labels)
    for name in BUTTONS:
        assert shown["key", 1, name].surface is shown["key", 2, name].surface
    # The whole of player 2's own screen is turned.
    one, two = (sprites(asking(*BUTTONS), labels, viewer) for viewer in PLAYERS)
    for key in [*BUTTONS, "leave"]:
        there = pygame.transform.rotate(two["key", 2, key].surface, 180)
        assert there.get_buffer().raw == one["key", 1, key].surface.get_buffer().raw


@pytest.fixture
def too_wide(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The texts that were cut, since not even the smallest letters had room."""
    texts: list[str] = []

    def listening(line: Callable[..., pygame.Surface]) -> Callable[..., pygame.Surface]:
        def listen(self: Lettering, text: str, colour: object, height: int, widest: int) -> pygame.Surface:
            if self.width(text, 1) > widest:
                texts.append(text)
            return line(self, text, colour, height, widest)

        return listen

    monkeypatch.setattr(Lettering, "line", listening(Lettering.line))
    return texts


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("rotate", [0, 90])
def test_in_a_small_window_no_key_and_what_it_does_is_cut(
    rotate: Degrees, language: str, too_wide: list[str]
) -> None:
    keys = {"Esc", *(label for own in KEYBOARD.values() for label in own.values())}
    keys |= {line for key, line in table(language).items() if key.startswith("key.")}
    ready = Screen(Look(language=language), 0, NAMED["ready"].view)
    for size_px in SMALL_PX:
        painter, surface = Painter(size_px, KEYBOARD, rotate=rotate), pygame.Surface(size_px, 0, 32)
        for screen in (ready, asking(*BUTTONS)):
            painter.paint(surface, screen, OneShots(), NOW_NS)
        assert not keys & set(too_wide), size_px
