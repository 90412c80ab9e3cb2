"""Where everything lies on a screen of a given size. Pure arithmetic in whole pixels.

Player 2's side is player 1's side turned by 180°, so a `SeatLayout` exists once, as player 1 sees it, and
`Layout.place` turns it. The middle is its own image when turned.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from display.box import Box
from firmware.game.events import Player, Side

WIDEST: Final = (16, 9)
NARROWEST: Final = (5, 4)
_TALL: Final = (3, 2)
"""From this shape on there is height to spare for larger words."""
SMALLEST_PX: Final = (640, 360)
"""Smaller windows cut the table off rather than shrink it to nothing."""

_UNITS_ACROSS: Final = 1920


@dataclass(frozen=True, slots=True)
class SeatLayout:
    """One player's side as player 1 sees it.

    `hand` and `signs` (the space above each card for what just happened to it) are in the order of the
    slots. `call` is the space of the one huge word when the hand is empty; `digit` that of the countdown.
    `keys` and `key_notes` are empty without key labels.
    """

    edge: Box
    prompt: Box
    bar: Box
    hand: tuple[Box, ...]
    signs: tuple[Box, ...]
    call: Box
    digit: Box
    name: Box
    score: Box
    other_score: Box
    draw_strip: Box
    draw_count: Box
    keys: tuple[Box, ...]
    key_notes: tuple[Box, ...]


@dataclass(frozen=True, slots=True)
class PileLayout:
    """A middle pile, the side pile beside it, and that one's count for each reader."""

    top: Box
    side: Box
    counts: Mapping[Player, Box]


@dataclass(frozen=True, slots=True)
class Layout:
    """The whole table. `area` is the part of the screen that it takes."""

    size_px: tuple[int, int]
    area: Box
    seat: SeatLayout
    piles: Mapping[Side, PileLayout]

    def units(self, count: int) -> int:
        """`count` 1920ths of the table's width, at least one pixel."""
        return max(1, count * self.area.width // _UNITS_ACROSS)

    def place(self, player: Player, box: Box) -> Box:
        """Where a box of a `SeatLayout` lies for that player."""
        return box if player == 1 else box.turned(self.area)


def lay_out(size_px: tuple[int, int], *, with_keys: bool = False) -> Layout:
    """Lay out the table for a screen of this width and height; `with_keys` leaves room for key labels."""
    area = _area(size_px)
    keys_px = _units(area, 34) if with_keys else 0
    prompt_px = _units(area, 64 if area.height * _TALL[0] < area.width * _TALL[1] else 92)
    # From the hand's lower edge down to the table's, and from its upper edge up to the middle.
    below_px = _units(area, 12 + 6 + 4 + 10 + 10) + keys_px + prompt_px
    above_px = _units(area, 12 + 2 + 38 + 14)
    free_px = area.height - 2 * (below_px + above_px)
    hand_height = min(free_px * 3 // 10, _units(area, 276))
    hand_top = area.bottom - below_px - hand_height
    # Of the same parity as the table's height, so that its image after turning falls on the same pixels.
    spare_px = max(0, (free_px - 2 * hand_height - _units(area, 372)) // 2)
    middle_height = free_px - 2 * hand_height - 2 * spare_px
    seat = _seat(area, hand_top, hand_height, keys_px, prompt_px)
    piles = _piles(area, middle_height)
    return Layout(size_px, area, seat, piles)


def _area(size_px: tuple[int, int]) -> Box:
    """The largest centred part of the screen whose shape the table can take."""
    width, height = max(size_px[0], SMALLEST_PX[0]), max(size_px[1], SMALLEST_PX[1])
    table_width = min(width, height * WIDEST[0] // WIDEST[1])
    table_height = min(height, width * NARROWEST[1] // NARROWEST[0])
    return Box((width - table_width) // 2, (height - table_height) // 2, table_width, table_height)


def _units(area: Box, count: int) -> int:
    return max(1, count * area.width // _UNITS_ACROSS)


def _seat(area: Box, hand_top: int, hand_height: int, keys_px: int, prompt_px: int) -> SeatLayout:
    def u(count: int) -> int:
        return _units(area, count)

    card_width = min(u(210), hand_height * 4 // 5)
    pitch = u(258)
    zone = Box(0, hand_top, 4 * pitch + card_width, hand_height)
    zone = zone.moved(area.left + (area.width - zone.width) // 2, 0)
    hand = tuple(Box(zone.left + slot * pitch, hand_top, card_width, hand_height) for slot in range(5))
    raised_top = hand_top - u(12)
    keys = tuple(Box(card.left, card.bottom + u(6), card.width, keys_px) for card in hand if keys_px)
    bar = Box(zone.left, zone.bottom + keys_px + u(10), zone.width, u(10))
    prompt = Box(area.left + u(24), bar.bottom + u(4), area.width - 2 * u(24), prompt_px)
    left = Box(area.left + u(24), hand_top, zone.left - area.left - 2 * u(24), hand_height)
    right = left.moved(zone.right + u(24) - left.left, 0)
    strip = Box(right.left, hand_top + hand_height * 20 // 100, right.width, hand_height * 34 // 100)
    notes = tuple(Box(column.left, keys[0].top, column.width, keys_px) for column in (left, right) if keys)
    return SeatLayout(
        edge=Box(area.left, area.bottom - u(12), area.width, u(12)),
        prompt=prompt,
        bar=bar,
        hand=hand,
        signs=tuple(Box(card.left, raised_top - u(2) - u(38), card.width, u(38)) for card in hand),
        call=zone,
        digit=_digit(area),
        name=Box(left.left, hand_top + hand_height * 6 // 100, left.width, hand_height * 22 // 100),
        score=Box(left.left, hand_top + hand_height * 32 // 100, left.width, hand_height * 34 // 100),
        other_score=Box(left.left, hand_top + hand_height * 72 // 100, left.width, hand_height * 20 // 100),
        draw_strip=strip,
        draw_count=Box(right.left, strip.bottom + u(8), right.width, hand_height * 26 // 100),
        keys=keys,
        key_notes=notes,
    )


def _digit(area: Box) -> Box:
    """Player 1's half of the gap between the middle piles."""
    height, gap = _units(area, 150), _units(area, 10)
    centre = Box(area.left, area.top + area.height // 2 + gap, area.width, height)
    return centre.centred(_units(area, 180), height)


def _piles(area: Box, height: int) -> dict[Side, PileLayout]:
    def u(count: int) -> int:
        return _units(area, count)

    top = Box(area.left + u(410), area.top + (area.height - height) // 2, u(440), height)
    count_px = u(50)
    side_height = min(u(220), height - 2 * (count_px + u(6)))
    # The parity again.
    side_height -= (area.height - side_height) % 2
    side = Box(
        area.left + u(110), area.top + (area.height - side_height) // 2, side_height * 5 // 7, side_height
    )
    count = Box(side.left, side.bottom + u(6), side.width, count_px)
    return {
        "left": PileLayout(top, side, {1: count, 2: count.turned(side)}),
        "right": PileLayout(
            top.turned(area), side.turned(area), {1: count.turned(side).turned(area), 2: count.turned(area)}
        ),
    }
