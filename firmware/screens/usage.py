"""Which switches were never pressed in long play: most likely they are broken, and nobody has said so."""

from firmware.game.events import Player
from firmware.game.rules import SECOND_NS
from firmware.screens.explain import name
from firmware.text import Text, say
from hal.events import Control

LONG_NS = 5 * 60 * SECOND_NS


class Usage:
    """Counts for each switch the time that was played since it was last pressed."""

    def __init__(self) -> None:
        self._played_ns: dict[Player, int] = {1: 0, 2: 0}
        self._pressed_ns: dict[tuple[Player, Control], int] = {}

    def played(self, player: Player, time_ns: int) -> None:
        """A person has played for so long at that side."""
        self._played_ns[player] += time_ns

    def pressed(self, player: Player, control: Control) -> None:
        """A switch works."""
        self._pressed_ns[player, control] = self._played_ns[player]

    def unpressed(self) -> list[Text]:
        """A line about each switch that was not pressed for long."""
        return [
            say("faults.unpressed", name=name(player), control=say(f"switch.{control}"))
            for player, played_ns in self._played_ns.items()
            for control in Control
            if played_ns - self._pressed_ns.get((player, control), 0) >= LONG_NS
        ]
