"""A player's screen of words: which things it has, and where."""

from collections.abc import Iterator, Mapping, Sequence

from display.box import Box
from display.layout import Layout
from display.panels.how_to import SHAPE
from display.panels.items import Art, Item, Switch
from display.panels.layout import lay_out_panel
from display.panels.plates import plate_items
from display.panels.text import Setter
from firmware.game.events import Player
from firmware.screen import BUTTONS, PanelView, SwitchState


def panel_items(
    panel: PanelView,
    player: Player,
    layout: Layout,
    setter: Setter,
    *,
    alone: bool = False,
    left_handed: bool = False,
    keys: Mapping[str, str] | None = None,
) -> list[Item]:
    """All things of the player's screen, as player 1 would see them; `alone`: nobody else looks at it.

    `keys`: the labels of the player's keys; None if no keyboard is read.
    """
    places = lay_out_panel(layout, alone=alone, left_handed=left_handed, with_keys=keys is not None)
    buttons = plate_items(panel, places, setter, keys or {})
    if panel.picture == "test":
        return buttons
    bottom = min((item.box.top for item in buttons), default=places.keys.top) - setter.units(18)
    if not (panel.lines or panel.rows or panel.picture or panel.switches):
        room = _down_to(bottom, places.title)
        return [*setter.alone(panel, room), *buttons]
    body, shown = _shown(panel, player, _down_to(bottom, places.body), setter)
    return [*setter.title(panel, places.title), *shown, *setter.body(panel, body), *buttons]


def _down_to(bottom: int, box: Box) -> Box:
    return Box(box.left, box.top, box.width, bottom - box.top)


def _shown(panel: PanelView, player: Player, body: Box, setter: Setter) -> tuple[Box, list[Item]]:
    """What is to be seen besides words, and the room that it leaves for them."""
    gap_px = setter.units(30)
    if panel.picture:
        width = min(body.width * 56 // 100, body.height * SHAPE[0] // SHAPE[1])
        height = width * SHAPE[1] // SHAPE[0]
        place = Box(body.left, body.top + (body.height - height) // 2, width, height)
        left = place.right + gap_px
        return Box(left, body.top, body.right - left, body.height), [Item("art", place, Art(panel.picture))]
    if panel.switches:
        width = body.width * 58 // 100 if panel.lines or panel.rows else body.width
        place = Box(body.left, body.top, width, body.height)
        left = place.right + gap_px
        rest = Box(left, body.top, body.right - left, body.height)
        return rest, list(_board(panel.switches, player, place))
    return body, []


def _board(switches: Sequence[SwitchState], player: Player, box: Box) -> Iterator[Item]:
    """All switches: the own ones nearer, those of the other player beyond, as their panels lie."""
    row_px = box.height // 2
    size = min(row_px * 80 // 100, box.width // 12)
    row_px = min(row_px, size * 150 // 100)
    step = size * 130 // 100
    first = box.left + (box.width - 4 * step - size) // 2
    players: tuple[Player, ...] = (1, 2)
    for seat in players:
        near = seat == player
        top = box.top + (box.height - row_px - size) // 2 + (row_px if near else 0)
        for number, name in enumerate(BUTTONS):
            state = switches[(seat - 1) * len(BUTTONS) + number]
            if name == "action":
                place = Box(first - 2 * step, top, size, size)
            elif name == "slap":
                place = Box(first + 6 * step - size, top, 2 * size, size)
            else:
                place = Box(first + number * step, top, size, size)
            if not near:
                place = Box(2 * box.left + box.width - place.right, top, place.width, size)
            label = str(number + 1) if name.startswith("card") else ""
            yield Item(("switch", seat, name), place, Switch(label, state, seat))
