"""The whole table as a list of sprites. What depends on nothing that has changed is not listed anew."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from display.animation import FLIGHT_NS, OneShots
from display.atlas import TRAIL_GHOSTS
from display.box import Box
from display.keys import KeyLabels
from display.legend import legend_sprites
from display.palette import GREY, IVORY
from display.pen import Pen
from display.scene import Sprite
from display.seat import seat_sprites
from display.seat_state import SeatState, seat_state
from firmware.game.events import Played, Player, Side
from firmware.game.view import GameName, Phase, PileView, TableView
from firmware.screen import Screen
from firmware.text import Text, plain, say

PLAYERS: tuple[Player, ...] = (1, 2)
SIDES: tuple[Side, ...] = ("left", "right")


@dataclass(frozen=True, slots=True)
class _PileState:
    """All that the picture of a middle pile and of what is beside it depends on.

    `last`: it took the last card that was played.
    """

    side: Side
    pile: PileView
    game: GameName
    phase: Phase
    last: bool


@dataclass(frozen=True, slots=True)
class _PileSprites:
    state: _PileState
    beside: Sequence[Sprite]
    top: Sequence[Sprite]


class TableSprites:
    """Lists the sprites of tables; the other arguments are those of `display.painter.Painter`."""

    def __init__(
        self,
        pen: Pen,
        viewer: Player | None = None,
        key_labels: KeyLabels | None = None,
        notice: Text | None = None,
    ) -> None:
        self._pen = pen
        self._viewer = viewer
        self._legends = {
            player: list(legend_sprites(pen, player, viewer, key_labels, notice)) for player in PLAYERS
        }
        self._seats: dict[Player, tuple[SeatState, list[Sprite]]] = {}
        self._piles: dict[Side, _PileSprites] = {}

    def of(self, screen: Screen, shots: OneShots, now_ns: int) -> list[Sprite]:
        """Everything that lies on the table of a screen that has one, from the bottom up."""
        view, pen = screen.table, self._pen
        assert view is not None, "a screen of words has no table"
        sprites: list[Sprite] = []
        for side in SIDES:
            sprites += self._beside(_pile_state(view, side))
        if not screen.look.reduced_motion:
            for number, flight in enumerate(shots.flights(now_ns)):
                sprites += _trail(pen, flight, number, now_ns)
        for side in SIDES:
            sprites += self._piles[side].top
        for player in PLAYERS:
            sprites += self._seat(seat_state(screen, player, shots, now_ns, self._viewer))
            sprites += self._legends[player]
        return sprites

    def _beside(self, state: "_PileState") -> Sequence[Sprite]:
        """What lies beside a middle pile; its own sprites are made with it."""
        last = self._piles.get(state.side)
        if last is None or last.state != state:
            beside, top = list(_beside(self._pen, state)), list(_top(self._pen, state))
            last = self._piles[state.side] = _PileSprites(state, beside, top)
        return last.beside

    def _seat(self, state: SeatState) -> Sequence[Sprite]:
        last = self._seats.get(state.player)
        if last is not None and last[0] == state:
            return last[1]
        sprites = list(seat_sprites(self._pen, state))
        self._seats[state.player] = (state, sprites)
        return sprites


def _pile_state(view: TableView, side: Side) -> _PileState:
    return _PileState(side, view.piles[side], view.game, view.phase, view.last_played == side)


def _beside(pen: Pen, state: _PileState) -> Iterator[Sprite]:
    """The side pile; in Spit, which has none, how many cards the middle pile has when that matters."""
    layout, atlas, side = pen.layout.piles[state.side], pen.atlas, state.side
    box = layout.side
    if state.game == "speed":
        count = state.pile.side_count
        surface = atlas.side_back() if count else atlas.place((box.width, box.height))
        yield Sprite(("side", side), surface, box.left, box.top)
        for player, place in layout.counts.items():
            yield pen.line_on_table(("count", side), player, plain(count), GREY, place)
    elif state.phase is Phase.SLAP:
        height = layout.counts[1].height
        near = Box(box.left, box.top + box.height // 2 + pen.layout.units(8), box.width, height)
        text = say("table.pile_count", count=state.pile.count)
        for player in PLAYERS:
            place = near if player == 1 else near.turned(box)
            yield pen.line_on_table(("count", side), player, text, IVORY, place)


def _top(pen: Pen, state: _PileState) -> Iterator[Sprite]:
    box, pile, side = pen.layout.piles[state.side].top, state.pile, state.side
    if pile.top is not None:
        surface = pen.atlas.top(pile.top, pile.stands_for)
    elif pile.starter:
        surface = pen.atlas.top_back()
    else:
        surface = pen.atlas.place((box.width, box.height))
    yield Sprite(("top", side), surface, box.left, box.top)
    # Only on the last card: two marks would be one too many to tell what has just happened.
    if pile.top is not None and pile.played_by is not None and state.last:
        mark = pen.atlas.mark(pile.played_by)
        width, height = mark.get_size()
        near = box.centred(width, height)
        near = near.moved(0, box.bottom - near.bottom + pen.layout.units(10))
        place = near if pile.played_by == 1 else near.turned(box)
        yield Sprite(("mark", side), mark, place.left, place.top)


def _trail(pen: Pen, flight: Played, number: int, now_ns: int) -> Iterator[Sprite]:
    """Shapes along the way from the slot to the pile; the rearmost go first."""
    start = pen.layout.place(flight.player, pen.layout.seat.hand[flight.slot - 1])
    end = pen.layout.piles[flight.pile].top.centred(start.width, start.height)
    gone = TRAIL_GHOSTS * (now_ns - flight.t) // FLIGHT_NS
    for step in range(gone, TRAIL_GHOSTS):
        dx = (end.left - start.left) * step // TRAIL_GHOSTS
        dy = (end.top - start.top) * step // TRAIL_GHOSTS
        ghost = pen.atlas.ghost(flight.player, step)
        yield Sprite(("trail", number, step), ghost, start.left + dx, start.top + dy)
