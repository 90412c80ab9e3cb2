"""Which lamps are lit: derived from what the table shows, so that it is right whatever happened before.

| a player's lamps | tell that player |
| --- | --- |
| all five | slap, it counts now; or: you have won |
| the middle one alone | press action, the game waits for it |
| with `hints`: those of some cards | these cards can be played |
| none | play, or wait |
"""

from collections.abc import Collection
from typing import Final

from firmware.game.view import Ask, Phase, TableView
from hal.events import LAMPS_EACH, Lamp, Player

ALL: Final = range(1, LAMPS_EACH + 1)
MIDDLE: Final = (3,)


def lamps_for(view: TableView, hints: Collection[Player] = ()) -> frozenset[Lamp]:
    """The lamps that are lit while the table looks like this.

    `hints`: the players for whom, in phase play, the cards that can be played are lit.
    """
    return frozenset(
        Lamp(player, number) for player in view.seats for number in _numbers(view, player, player in hints)
    )


def _numbers(view: TableView, player: Player, hints: bool) -> tuple[int, ...] | range:
    seat = view.seats[player]
    if seat.asked is Ask.CLAIM or player == view.winner:
        return ALL
    if seat.asked in (Ask.READY, Ask.TURN_UP):
        return MIDDLE
    return seat.playable if hints and view.phase is Phase.PLAY else ()
