"""Where a screen of words has its parts, for the player at the lower edge. Pure arithmetic in whole pixels.

The five choices stand above the five buttons, as the hand cards do in the game, action and slap beside them.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from display.box import Box
from display.layout import Layout

_PITCH: Final = 258
_CHOICE_WIDTH: Final = 246
_CHOICE_HEIGHT: Final = 220
_MARGIN: Final = 28


@dataclass(frozen=True, slots=True)
class PanelLayout:
    """A player's part of a screen of words, as player 1 sees it.

    `whole`: all of it. `body`: what is left between the title and the choices. `plates`: by the name of
    the control. `keys`: below the plates, for what to press on a keyboard; of no height without one.
    """

    whole: Box
    edge: Box
    title: Box
    body: Box
    plates: Mapping[str, Box]
    keys: Box


def lay_out_panel(layout: Layout, *, alone: bool, left_handed: bool, with_keys: bool = False) -> PanelLayout:
    """Lay out a player's half of the screen, or the whole one if it is the player's alone."""
    u, area = layout.units, layout.area
    height = area.height if alone else area.height // 2
    whole = Box(area.left, area.bottom - height, area.width, height)
    edge = layout.seat.edge
    plate_px = min(u(_CHOICE_HEIGHT), height * 32 // 100)
    keys = key_row(layout) if with_keys else Box(edge.left, edge.top, edge.width, 0)
    top = keys.top - u(6 if with_keys else 12) - plate_px
    plates = _choices(layout, top, plate_px) | _sides(layout, top, plate_px, left_handed=left_handed)
    title_px = min(height * 13 // 100, layout.high(92))
    title = Box(whole.left + u(_MARGIN), whole.top + u(18), whole.width - 2 * u(_MARGIN), title_px)
    body_top = title.bottom + u(6)
    body = Box(title.left, body_top, title.width, top - u(16) - body_top)
    return PanelLayout(whole, edge, title, body, plates, keys)


def key_row(layout: Layout) -> Box:
    """Above the edge, as high as a key at the table."""
    u, edge, height = layout.units, layout.seat.edge, layout.seat.legend.height
    return Box(edge.left + u(24), edge.top - u(6) - height, edge.width - 2 * u(24), height)


def _choices(layout: Layout, top: int, height: int) -> dict[str, Box]:
    u, area = layout.units, layout.area
    width = u(_CHOICE_WIDTH)
    left = area.left + (area.width - 4 * u(_PITCH) - width) // 2
    return {f"card{slot + 1}": Box(left + slot * u(_PITCH), top, width, height) for slot in range(5)}


def _sides(layout: Layout, top: int, height: int, *, left_handed: bool) -> dict[str, Box]:
    u, area = layout.units, layout.area
    outer = u(_MARGIN)
    free = (area.width - 4 * u(_PITCH) - u(_CHOICE_WIDTH)) // 2
    left = Box(area.left + outer, top, free - outer - (u(_PITCH) - u(_CHOICE_WIDTH)), height)
    right = left.moved(area.width - 2 * outer - left.width, 0)
    return {"action": right, "slap": left} if left_handed else {"action": left, "slap": right}
