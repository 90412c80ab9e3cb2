"""What a display is given to show: values only, in no language and without any place or size."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import Final, Literal, TypeAlias

from firmware.game.events import Player
from firmware.game.view import TableView
from firmware.text import Text

Picture: TypeAlias = Literal["", "how1", "how2", "how3", "how4", "how5", "how6", "test"]
"""An illustration: `how1` to `how6` explain the game; `test` is the screen's test picture, which fills it."""

BUTTONS: Final = ("card1", "card2", "card3", "card4", "card5", "action", "slap")
"""The controls of a panel, by the names that recordings use."""


@dataclass(frozen=True, slots=True)
class Look:
    """How everything is to be shown, as players and owner have chosen it.

    `language`: the name of a table of strings. `hints`, `left_handed`: the players for whom that is on; a
    left-handed player's panel has action on the right and slap on the left of the card buttons.
    `brightness` in per cent.
    """

    language: str = "en"
    hints: frozenset[Player] = frozenset()
    left_handed: frozenset[Player] = frozenset()
    large_print: bool = False
    reduced_motion: bool = False
    brightness: int = 100


@dataclass(frozen=True, slots=True)
class ButtonView:
    """What a button does now. `value`: what is set at present, if it changes a setting.

    `chosen`: it is the one of several that is in force. `enabled`: pressing it does something.
    """

    label: Text
    value: Text | None = None
    chosen: bool = False
    enabled: bool = True


class SwitchState(StrEnum):
    """A switch under test: `UNSEEN` has not been pressed yet, `SEEN` has, `DOWN` is held now.

    `MUTED`: it is stuck or chatters and is ignored.
    """

    UNSEEN = "unseen"
    SEEN = "seen"
    DOWN = "down"
    MUTED = "muted"


@dataclass(frozen=True, slots=True)
class Row:
    """A line of a table: what it is about, and its values, one or two.

    `marked`: it is the one to look at. `heading`: it says what the columns below it are.
    """

    name: Text
    values: tuple[Text, ...]
    marked: bool = False
    heading: bool = False


@dataclass(frozen=True, slots=True)
class PanelView:
    """A screen of words, for one player.

    `lines` are paragraphs, `rows` a table below them. `buttons`: what each control does, by its name in
    `BUTTONS`; one that is missing does nothing. `switches`: all switches of the cabinet under test, player
    1's in the order of `BUTTONS`, then player 2's; empty on all other screens.
    """

    title: Text
    lines: tuple[Text, ...] = ()
    rows: tuple[Row, ...] = ()
    buttons: Mapping[str, ButtonView] = field(default_factory=lambda: MappingProxyType({}))
    picture: Picture = ""
    switches: tuple[SwitchState, ...] = ()


@dataclass(frozen=True, slots=True)
class Screen:
    """All that is on the screen, for both players.

    `table`: the table, or None where `panels` has a screen of words for each player instead. `notes`: lines
    for each player beside the table: an explanation of what was just played, how the deal went.

    `scene`: another number means that time began anew and that nothing of what was shown goes on.
    """

    look: Look
    scene: int
    table: TableView | None = None
    panels: Mapping[Player, PanelView] = field(default_factory=lambda: MappingProxyType({}))
    notes: Mapping[Player, tuple[Text, ...]] = field(default_factory=lambda: MappingProxyType({}))
