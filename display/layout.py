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
SMALLEST_PX: Final = (160, 90)
"""Smaller windows cut the table off rather than shrink it to nothing."""

TWO_LINES_PX: Final = 3
"""The least height for two lines with a gap, which tell Purple from Orange."""

_KEY_UNITS: Final = 46
_KEY_LEAST_PX: Final = 18
"""A key's cap isn't smaller than this, for its label to be read, but on screens too low for anything."""

_UNITS_ACROSS: Final = 1920
_UNITS_DOWN: Final = 1080


@dataclass(frozen=True, slots=True)
class SeatLayout:
    """One player's side as player 1 sees it.

    `hand` and `signs` (the space above each card for what just happened to it) are in the order of the
    slots. `call` is the space of the one huge word when the hand is empty, `call_above_notes` that of one
    with `notes` below it; `digit` that of the countdown. `over_hand`: above all cards, while none is raised.
    `keys` and `key_notes` are empty without key labels, `notice` without a notice. `legend`, beside the
    prompt, is for the key that leaves; it and the keys are upright for player 1 on both sides.
    """

    edge: Box
    flash: Box
    prompt: Box
    bar: Box
    hand: tuple[Box, ...]
    signs: tuple[Box, ...]
    call: Box
    call_above_notes: Box
    notes: Box
    over_hand: Box
    digit: Box
    name: Box
    score: Box
    other_score: Box
    draw_strip: Box
    draw_count: Box
    keys: tuple[Box, ...]
    key_notes: tuple[Box, ...]
    legend: Box
    notice: Box


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

    def high(self, count: int) -> int:
        """`count` 1080ths of the table's height, at least one pixel."""
        return max(1, count * self.area.height // _UNITS_DOWN)

    def place(self, player: Player, box: Box) -> Box:
        """Where a box of a `SeatLayout` lies for that player."""
        return box if player == 1 else box.turned(self.area)


def lay_out(size_px: tuple[int, int], *, with_keys: bool = False, with_notice: bool = False) -> Layout:
    """Lay out the table for a screen of this width and height, with room for what is to be shown."""
    area = _area(size_px)
    heights = _heights(area, with_keys, with_notice)
    return Layout(size_px, area, _seat(area, heights), _piles(area, heights.middle))


@dataclass(frozen=True, slots=True)
class _Heights:
    """How the table's height is shared out, in pixels; `below_hand` goes down to the table's edge."""

    below_hand: int
    hand: int
    keys: int
    prompt: int
    notice: int
    middle: int


def _heights(area: Box, with_keys: bool, with_notice: bool) -> _Heights:
    keys = _key_height(area) if with_keys else 0
    notice = _key_height(area) if with_notice else 0
    prompt = _units(area, 64 if area.height * _TALL[0] < area.width * _TALL[1] else 92)
    below = _units(area, 12 + 6 + 4 + 10 + 10) + keys + prompt + notice
    above = _units(area, 12 + 2 + 38 + 14)
    free = area.height - 2 * (below + above)
    hand = min(free * 3 // 10, _units(area, 276))
    # Of the same parity as the table's height, so that its image after turning falls on the same pixels.
    spare = max(0, (free - 2 * hand - _units(area, 372)) // 2)
    return _Heights(below, hand, keys, prompt, notice, free - 2 * hand - 2 * spare)


def _key_height(area: Box) -> int:
    return max(_units(area, _KEY_UNITS), min(_KEY_LEAST_PX, area.height // 20))


def _area(size_px: tuple[int, int]) -> Box:
    """The largest centred part of the screen whose shape the table can take."""
    width, height = max(size_px[0], SMALLEST_PX[0]), max(size_px[1], SMALLEST_PX[1])
    table_width = min(width, height * WIDEST[0] // WIDEST[1])
    table_height = min(height, width * NARROWEST[1] // NARROWEST[0])
    return Box((width - table_width) // 2, (height - table_height) // 2, table_width, table_height)


def _units(area: Box, count: int) -> int:
    return max(1, count * area.width // _UNITS_ACROSS)


def _seat(area: Box, heights: _Heights) -> SeatLayout:
    def u(count: int) -> int:
        return _units(area, count)

    hand_height = heights.hand
    hand_top = area.bottom - heights.below_hand - hand_height
    card_width = min(u(210), hand_height * 4 // 5)
    pitch = u(258)
    zone = Box(0, hand_top, 4 * pitch + card_width, hand_height)
    zone = zone.moved(area.left + (area.width - zone.width) // 2, 0)
    hand = tuple(Box(zone.left + slot * pitch, hand_top, card_width, hand_height) for slot in range(5))
    raised_top = hand_top - u(12)
    keys = tuple(
        Box(card.left, card.bottom + u(6), card.width, heights.keys) for card in hand if heights.keys
    )
    bar = Box(zone.left, zone.bottom + heights.keys + u(10), zone.width, u(10))
    line = Box(area.left + u(24), bar.bottom + u(4), area.width - 2 * u(24), heights.prompt)
    legend = Box(line.left, line.top, u(210), min(_key_height(area), heights.prompt))
    notice = Box(line.left, line.bottom, line.width, heights.notice)
    left = Box(area.left + u(24), hand_top, zone.left - area.left - 2 * u(24), hand_height)
    right = left.moved(zone.right + u(24) - left.left, 0)
    strip = Box(right.left, hand_top + hand_height * 20 // 100, right.width, hand_height * 34 // 100)
    notes = tuple(
        Box(column.left, keys[0].top, column.width, heights.keys) for column in (left, right) if keys
    )
    edge_px, flash_px = max(TWO_LINES_PX, u(12)), max(TWO_LINES_PX + 2, u(18))
    over = Box(zone.left, raised_top - u(2) - u(38), zone.width, u(38))
    call_px = (zone.bottom - over.top) * 36 // 100
    return SeatLayout(
        edge=Box(area.left, area.bottom - edge_px, area.width, edge_px),
        flash=Box(area.left, area.bottom - flash_px, area.width, flash_px),
        prompt=line.centred(line.width - 2 * legend.width - 2 * u(12), line.height),
        bar=bar,
        hand=hand,
        signs=tuple(Box(card.left, over.top, card.width, over.height) for card in hand),
        call=zone,
        call_above_notes=Box(zone.left, over.top, zone.width, call_px),
        notes=Box(zone.left, over.top + call_px, zone.width, zone.bottom - over.top - call_px),
        over_hand=_over_hand(area, heights, zone),
        digit=_digit(area, heights.middle),
        name=Box(left.left, hand_top + hand_height * 6 // 100, left.width, hand_height * 22 // 100),
        score=Box(left.left, hand_top + hand_height * 32 // 100, left.width, hand_height * 34 // 100),
        other_score=Box(left.left, hand_top + hand_height * 72 // 100, left.width, hand_height * 20 // 100),
        draw_strip=strip,
        draw_count=Box(right.left, strip.bottom + u(8), right.width, hand_height * 26 // 100),
        keys=keys,
        key_notes=notes,
        legend=legend.moved(0, (line.height - legend.height) // 2),
        notice=notice,
    )


def _over_hand(area: Box, heights: _Heights, hand: Box) -> Box:
    """Between the middle and the cards, as high as the prompt where that has room."""
    bottom = hand.top - _units(area, 2)
    middle_bottom = area.top + (area.height + heights.middle) // 2
    height = min(heights.prompt, bottom - middle_bottom - _units(area, 6))
    return Box(hand.left, bottom - height, hand.width, height)


def _digit(area: Box, middle_height: int) -> Box:
    """Player 1's half of the gap between the middle piles."""
    gap = _units(area, 6)
    height = min(_units(area, 190), middle_height // 2 - gap)
    return Box(area.left, area.top + area.height // 2 + gap, area.width, height).centred(
        _units(area, 180), height
    )


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
