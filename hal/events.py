"""What the panels report: edges with the time at which they happened."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, Literal

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


LAMPS_EACH: Final = 5
"""How many lamps a player's panel has: one in each card button."""


@dataclass(frozen=True, slots=True)
class Lamp:
    """The lamp in a player's card button `number`, from 1 to `LAMPS_EACH`.

    Raises:
        ValueError: there is no such lamp.
    """

    player: Player
    number: int

    def __post_init__(self) -> None:
        if self.player not in (1, 2) or not 1 <= self.number <= LAMPS_EACH:
            raise ValueError(f"player {self.player} has no lamp {self.number}; lamps are 1 to {LAMPS_EACH}")


CARDS: Final = (Control.CARD1, Control.CARD2, Control.CARD3, Control.CARD4, Control.CARD5)
"""The card buttons of slots 1 to 5."""


def panel_labels(cards: Iterable[str], action: str, slap: str) -> dict[Control, str]:
    """What is written on the keys of a panel, card 1 to 5 first."""
    return {**dict(zip(CARDS, cards, strict=True)), Control.ACTION: action, Control.SLAP: slap}


@dataclass(frozen=True, slots=True)
class InputEvent:
    """An edge of one switch: it closed (`pressed`) or opened.

    `time_ns` is when that happened on the monotonic clock, not when the program saw it.
    """

    time_ns: int
    player: Player
    control: Control
    pressed: bool
