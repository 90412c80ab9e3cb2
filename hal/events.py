"""What the panels report: edges with the time at which they happened."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

Player = Literal[1, 2]
"""1 is Orange, at the bottom of the screen; 2 is Purple, at the top."""


class Control(StrEnum):
    """One switch of a player's panel, by the name that recordings use."""

    CARD1 = "card1"
    CARD2 = "card2"
    CARD3 = "card3"
    CARD4 = "card4"
    CARD5 = "card5"
    ACTION = "action"
    SLAP = "slap"


@dataclass(frozen=True, slots=True)
class InputEvent:
    """An edge of one switch: it closed (`pressed`) or opened.

    `time_ns` is when that happened on the monotonic clock, not when the program saw it.
    """

    time_ns: int
    player: Player
    control: Control
    pressed: bool
