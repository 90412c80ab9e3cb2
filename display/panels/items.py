"""What a screen of words consists of: each thing in its box, as values that say how it is drawn."""

from collections.abc import Hashable
from dataclasses import dataclass
from typing import TypeAlias

from display.box import Box
from display.palette import Colour
from firmware.game.events import Player
from firmware.screen import Picture, SwitchState


@dataclass(frozen=True, slots=True)
class Line:
    """A line of text as high as its box."""

    text: str
    colour: Colour


@dataclass(frozen=True, slots=True)
class Plate:
    """What a button does: `label` and `value` in lines of `line_px`, below a `head_px` for caption and tick.

    `caption`: the name of a control that is no card button. `pointed`: it has a point at its lower edge,
    which leads to the button.
    """

    label: tuple[str, ...]
    value: tuple[str, ...]
    caption: str
    line_px: int
    head_px: int
    chosen: bool
    enabled: bool
    pointed: bool = True


@dataclass(frozen=True, slots=True)
class Key:
    """The cap of a button's key. A keyboard lies at the screen's lower edge, and so it is upright there."""

    label: str


@dataclass(frozen=True, slots=True)
class Pointer:
    """The sign before the row of a table that is pointed out."""


@dataclass(frozen=True, slots=True)
class Art:
    """An illustration."""

    name: Picture


@dataclass(frozen=True, slots=True)
class Switch:
    """A player's switch under test; `name` is its number, or the control's name."""

    name: str
    state: SwitchState
    player: Player


Thing: TypeAlias = Line | Plate | Pointer | Art | Switch


@dataclass(frozen=True, slots=True)
class Item:
    """One thing in its box, as player 1 sees it."""

    key: Hashable
    box: Box
    thing: Thing | Key
