"""Which switches were never pressed in long play: most likely they are broken, and nobody has said so."""

from collections import Counter
from collections.abc import Iterable

from firmware.game.events import Player
from firmware.game.rules import SECOND_NS
from firmware.screens.values import name
from firmware.text import Text, say
from hal.events import Control

LONG_NS = 5 * 60 * SECOND_NS


class Usage:
    """Counts for each switch the time that was played with it since it was last pressed."""

    def __init__(self) -> None:
        self._unpressed_ns: Counter[tuple[Player, Control]] = Counter()

    def played(self, player: Player, controls: Iterable[Control], time_ns: int) -> None:
        """A person has played for so long at that side, in a game that has a use for these controls."""
        for control in controls:
            self._unpressed_ns[player, control] += time_ns

    def pressed(self, player: Player, control: Control) -> None:
        """A switch works."""
        self._unpressed_ns[player, control] = 0

    def unpressed(self) -> list[Text]:
        """A line about each switch that was not pressed for long."""
        return [
            say("faults.unpressed", name=name(player), control=say(f"switch.{control}"))
            for (player, control), time_ns in sorted(self._unpressed_ns.items())
            if time_ns >= LONG_NS
        ]
