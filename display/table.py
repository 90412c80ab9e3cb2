"""The whole table as a list of sprites: a pure function of the view, the one-shots and the time."""

from collections.abc import Iterator

from display.animation import FLIGHT_NS
from display.atlas import TRAIL_GHOSTS
from display.box import Box
from display.frame import Frame
from display.keys import KeyLabels
from display.legend import legend_sprites
from display.palette import GREY, IVORY
from display.scene import Sprite
from display.seat import seat_sprites
from firmware.game.events import Played, Player, Side
from firmware.game.view import Phase
from firmware.text import Text, plain, say

PLAYERS: tuple[Player, ...] = (1, 2)
SIDES: tuple[Side, ...] = ("left", "right")


def table_sprites(
    frame: Frame, key_labels: KeyLabels | None = None, notice: Text | None = None
) -> list[Sprite]:
    """Everything that lies on the table, from the bottom up."""
    sprites: list[Sprite] = []
    for side in SIDES:
        if frame.view.game == "speed":
            sprites += _side_pile(frame, side)
        elif frame.view.phase is Phase.SLAP:
            sprites += _pile_count(frame, side)
    if not frame.still:
        for number, flight in enumerate(frame.shots.flights(frame.now_ns)):
            sprites += _trail(frame, flight, number)
    for side in SIDES:
        sprites += _top(frame, side)
    for player in PLAYERS:
        sprites += seat_sprites(frame, player)
        sprites += legend_sprites(frame, player, key_labels, notice)
    return sprites


def _side_pile(frame: Frame, side: Side) -> Iterator[Sprite]:
    layout, pile = frame.layout.piles[side], frame.view.piles[side]
    box = layout.side
    atlas = frame.atlas
    surface = atlas.side_back() if pile.side_count else atlas.place((box.width, box.height))
    yield Sprite(("side", side), surface, box.left, box.top)
    for player, place in layout.counts.items():
        yield frame.line_on_table(("count", side), player, plain(pile.side_count), GREY, place)


def _pile_count(frame: Frame, side: Side) -> Iterator[Sprite]:
    """How many cards a middle pile has, where Speed has a side pile."""
    layout = frame.layout.piles[side]
    area, height = layout.side, layout.counts[1].height
    near = Box(area.left, area.top + area.height // 2 + frame.layout.units(8), area.width, height)
    text = say("table.pile_count", count=frame.view.piles[side].count)
    for player in PLAYERS:
        place = near if player == 1 else near.turned(area)
        yield frame.line_on_table(("count", side), player, text, IVORY, place)


def _top(frame: Frame, side: Side) -> Iterator[Sprite]:
    box, pile = frame.layout.piles[side].top, frame.view.piles[side]
    if pile.top is not None:
        surface = frame.atlas.top(pile.top, pile.stands_for)
    elif pile.starter:
        surface = frame.atlas.top_back()
    else:
        surface = frame.atlas.place((box.width, box.height))
    yield Sprite(("top", side), surface, box.left, box.top)
    # Only on the last card: two marks would be one too many to tell what has just happened.
    if pile.top is not None and pile.played_by is not None and frame.view.last_played == side:
        mark = frame.atlas.mark(pile.played_by)
        width, height = mark.get_size()
        near = box.centred(width, height)
        near = near.moved(0, box.bottom - near.bottom + frame.layout.units(10))
        place = near if pile.played_by == 1 else near.turned(box)
        yield Sprite(("mark", side), mark, place.left, place.top)


def _trail(frame: Frame, flight: Played, number: int) -> Iterator[Sprite]:
    """Shapes along the way from the slot to the pile; the rearmost go first."""
    start = frame.layout.place(flight.player, frame.layout.seat.hand[flight.slot - 1])
    end = frame.layout.piles[flight.pile].top.centred(start.width, start.height)
    gone = TRAIL_GHOSTS * (frame.now_ns - flight.t) // FLIGHT_NS
    for step in range(gone, TRAIL_GHOSTS):
        dx = (end.left - start.left) * step // TRAIL_GHOSTS
        dy = (end.top - start.top) * step // TRAIL_GHOSTS
        yield Sprite(
            ("trail", number, step), frame.atlas.ghost(flight.player, step), start.left + dx, start.top + dy
        )
