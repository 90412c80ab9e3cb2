"""The screens of words: everything has its place, is large enough, and says what each button does."""

from collections.abc import Hashable
from itertools import combinations, pairwise

import pytest

from display.animation import OneShots
from display.box import Box
from display.layout import Layout, lay_out
from display.lettering import Lettering
from display.painter import Painter
from display.palette import ATTENTION
from display.panels.items import Art, Item, Line, Plate, Pointer, Switch
from display.panels.layout import lay_out_panel
from display.panels.panel import panel_items
from display.panels.text import LEAST_LINE_PX, Setter
from display.sdl import pygame
from display.words import languages, words_in
from firmware.game.events import Player
from firmware.screen import BUTTONS, ButtonView, Look, PanelView, Row, Screen, SwitchState
from firmware.text import plain
from tests.display.boxes import overlap
from tests.display.tables import SIZES_PX
from tests.gallery.screens import all_screens, pages

PANELS = {
    (shown.name, player): panel
    for shown in pages()
    for player, panel in shown.screen.panels.items()
    # What is the same for both looks the same as well, but for the switches.
    if player == 1 or panel != shown.screen.panels.get(1) or panel.switches
}
SCREENS_PX = [size_px for size_px in SIZES_PX if size_px >= (800, 480)]
PLAYERS: tuple[Player, ...] = (1, 2)


def setter(layout: Layout, language: str = "en") -> Setter:
    return Setter(words_in(language), Lettering().width, layout.units, layout.high)


def items(
    panel: PanelView, size_px: tuple[int, int] = (1920, 1080), *, left_handed: bool = False
) -> list[Item]:
    layout = lay_out(size_px)
    return panel_items(panel, 1, layout, setter(layout), left_handed=left_handed)


def lines(panel: PanelView) -> dict[Hashable, Box]:
    return {item.key: item.box for item in items(panel) if isinstance(item.thing, Line)}


def plates(panel: PanelView, *, left_handed: bool = False) -> dict[str, tuple[Box, Plate]]:
    placed = items(panel, left_handed=left_handed)
    return {
        name: (item.box, item.thing)
        for name in BUTTONS
        for item in placed
        if isinstance(item.thing, Plate) and item.key == ("button", name)
    }


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("size_px", SCREENS_PX)
def test_nothing_is_cut_off_and_nothing_overlaps(size_px: tuple[int, int], language: str) -> None:
    layout = lay_out(size_px)
    words = setter(layout, language)
    for (name, player), panel in PANELS.items():
        for alone in {False, language == "en"}:
            whole = lay_out_panel(layout, alone=alone, left_handed=False).whole
            placed = panel_items(panel, player, layout, words, alone=alone)
            for item in placed:
                assert whole.contains(item.box), f"{name}: {item.key}"
                assert item.box.width > 0, f"{name}: {item.key}"
                assert not overlap(item.box, layout.seat.edge), f"{name}: {item.key}"
            for one, other in combinations(placed, 2):
                assert not overlap(one.box, other.box), f"{name}: {one.key} and {other.key}"


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize(("size_px", "least_px"), [((800, 480), 16), ((1280, 720), 24), ((1920, 1080), 36)])
def test_words_are_large_enough_to_be_read_across_the_panel(
    size_px: tuple[int, int], least_px: int, language: str
) -> None:
    layout = lay_out(size_px)
    for (name, player), panel in PANELS.items():
        for item in panel_items(panel, player, layout, setter(layout, language)):
            if isinstance(item.thing, Line):
                assert item.box.height >= least_px, f"{name}: {item.thing.text}"
            elif isinstance(item.thing, Plate):
                assert item.thing.line_px >= least_px, f"{name}: {item.thing.label}"


def test_more_words_than_fit_are_set_small_rather_than_left_out() -> None:
    panel = PanelView(plain("Long"), tuple(plain("many words " * 40) for _ in range(9)))
    placed = items(panel, (800, 480))
    assert min(item.box.height for item in placed) == LEAST_LINE_PX
    said = " ".join(item.thing.text for item in placed if isinstance(item.thing, Line))
    assert said.count("many words") == 360


def buttons(*names: str) -> PanelView:
    return PanelView(plain("Title"), buttons={name: ButtonView(plain(name)) for name in names})


@pytest.mark.parametrize("size_px", SCREENS_PX)
def test_each_choice_stands_in_the_column_of_its_card(size_px: tuple[int, int]) -> None:
    layout = lay_out(size_px)
    placed = panel_items(buttons(*BUTTONS), 1, layout, setter(layout))
    boxes = [item.box for item in placed if isinstance(item.thing, Plate)]
    for box, card in zip(boxes[:5], layout.seat.hand, strict=True):
        assert abs((box.left + box.right) - (card.left + card.right)) <= 4
    assert len({box.bottom for box in boxes}) == 1


def test_action_and_slap_stand_where_the_panel_has_them_also_of_a_left_handed_player() -> None:
    right, left = plates(buttons(*BUTTONS)), plates(buttons(*BUTTONS), left_handed=True)
    assert right["action"][0].right <= right["card1"][0].left
    assert right["slap"][0].left >= right["card5"][0].right
    assert left["slap"][0].right <= left["card1"][0].left
    assert left["action"][0].left >= left["card5"][0].right


def test_a_button_that_does_nothing_has_no_plate() -> None:
    assert plates(buttons("card2", "slap")).keys() == {"card2", "slap"}


def test_only_action_and_slap_are_called_by_name() -> None:
    captions = {name: plate.caption for name, (_, plate) in plates(buttons(*BUTTONS)).items()}
    assert captions == {**dict.fromkeys(BUTTONS[:5], ""), "action": "Action", "slap": "Slap"}


def test_a_plate_says_what_is_set_and_what_is_in_force() -> None:
    view = ButtonView(plain("Volume"), plain("70 %"), chosen=True, enabled=False)
    plate = plates(PanelView(plain("Title"), buttons={"card3": view}))["card3"][1]
    assert (plate.label, plate.value, plate.chosen, plate.enabled) == (("Volume",), ("70 %",), True, False)


def test_a_title_alone_is_set_more_than_twice_as_large() -> None:
    lone, among = items(PanelView(plain("3"))), items(PanelView(plain("3"), (plain("A line"),)))
    assert lone[0].box.height > 2 * among[0].box.height


def test_rows_stand_in_columns_their_values_flush_right() -> None:
    rows = tuple(Row(plain(f"row {10**number}"), (plain(10**number), plain(number))) for number in range(3))
    cells = lines(PanelView(plain("Table"), rows=rows))
    assert len({cells["cell", number, 0].left for number in range(3)}) == 1
    for place in (1, 2):
        assert len({cells["cell", number, place].right for number in range(3)}) == 1
    assert cells["cell", 0, 1].left > cells["cell", 2, 1].left


def test_a_long_table_stands_in_two_columns_and_has_its_heading_over_both() -> None:
    heading = Row(plain("side"), (plain("one"), plain("two")), heading=True)
    rows = (heading, *(Row(plain(f"row {number}"), (plain(number), plain(number))) for number in range(9)))
    placed = items(PanelView(plain("Table"), rows=rows))
    columns = {item.box.left for item in placed if isinstance(item.thing, Line) and item.thing.text == "side"}
    assert len(columns) == 2
    said = [item.thing.text for item in placed if isinstance(item.thing, Line)]
    assert all(said.count(f"row {number}") == 1 for number in range(9))


def test_a_marked_row_is_pointed_out_by_a_sign_as_well_as_by_its_colour() -> None:
    rows = (Row(plain("one"), (plain(1),)), Row(plain("two"), (plain(2),), marked=True))
    placed = items(PanelView(plain("Table"), rows=rows))
    pointers = [item.box for item in placed if isinstance(item.thing, Pointer)]
    marked = next(item.box for item in placed if item.thing == Line("two", ATTENTION))
    assert len(pointers) == 1
    assert pointers[0].right <= marked.left
    assert marked.top <= pointers[0].top < marked.bottom


def test_a_picture_stands_beside_its_words() -> None:
    panel = PanelView(plain("How"), (plain("Words " * 12),), picture="how2")
    art = next(item.box for item in items(panel) if isinstance(item.thing, Art))
    told = [box for key, box in lines(panel).items() if key != ("title",)]
    assert told
    assert all(line.left >= art.right for line in told)
    assert art.height > 150


def test_every_switch_is_on_the_board_the_own_panel_nearer_and_the_other_as_it_lies_opposite() -> None:
    states = (SwitchState.UNSEEN,) * (2 * len(BUTTONS))
    layout = lay_out((1280, 720))
    for player in PLAYERS:
        placed = panel_items(PanelView(plain("Test"), switches=states), player, layout, setter(layout))
        boards = {item.key: item.box for item in placed if isinstance(item.thing, Switch)}
        assert len(boards) == 14
        own = [boards["switch", player, name] for name in BUTTONS[:5]]
        other = [boards["switch", 3 - player, name] for name in BUTTONS[:5]]
        assert all(near.top > far.bottom for near, far in zip(own, other, strict=True))
        assert all(one.right < two.left for one, two in pairwise(own))
        assert all(one.left > two.right for one, two in pairwise(other))


@pytest.mark.parametrize("size_px", [(800, 480), (1921, 1081), (1280, 1024)])
def test_both_halves_are_used_and_share_no_pixel(size_px: tuple[int, int]) -> None:
    layout = lay_out(size_px)
    near = lay_out_panel(layout, alone=False, left_handed=False).whole
    assert not overlap(near, layout.place(2, near))
    assert layout.area.height - 2 * near.height <= 1
    assert lay_out_panel(layout, alone=True, left_handed=False).whole == layout.area
    assert Box(0, 0, *size_px).contains(near)


def test_after_the_one_before_it_each_screen_looks_as_if_drawn_alone() -> None:
    size_px = (320, 200)
    painter, whole_painter = Painter(size_px), Painter(size_px)
    surface, whole = (pygame.Surface(size_px, 0, 32) for _ in range(2))
    for shown in all_screens():
        painter.paint(surface, shown.screen, OneShots(), shown.now_ns)
        whole_painter.forget()
        whole_painter.paint(whole, shown.screen, OneShots(), shown.now_ns)
        assert surface.get_buffer().raw == whole.get_buffer().raw, shown.name


def test_a_screen_of_words_that_stays_draws_nothing_and_one_that_changes_only_what_has_changed() -> None:
    def screen(volume: int) -> Screen:
        button = ButtonView(plain("Volume"), plain(volume))
        panel = PanelView(plain("Settings"), (plain("A line"),), buttons={"card2": button})
        return Screen(Look(), 0, panels={1: panel, 2: panel})

    painter, surface = Painter((1280, 720)), pygame.Surface((1280, 720), 0, 32)
    painter.paint(surface, screen(70), OneShots(), 0)
    assert painter.paint(surface, screen(70), OneShots(), 10**9) == []
    layout = lay_out((1280, 720))
    plate = lay_out_panel(layout, alone=False, left_handed=False).plates["card2"]
    changed = painter.paint(surface, screen(80), OneShots(), 2 * 10**9)
    assert len(changed) == 2
    assert all(plate.contains(box) or layout.place(2, plate).contains(box) for box in changed)
