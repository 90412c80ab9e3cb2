"""What to press on a keyboard, for the displays that show it."""

from collections.abc import Mapping
from typing import TypeAlias

from firmware.game.events import Player

KeyLabels: TypeAlias = Mapping[Player, Mapping[str, str]]
"""For each player: the name of a control (`card1` to `card5`, `action`, `slap`) to the label of its key."""
