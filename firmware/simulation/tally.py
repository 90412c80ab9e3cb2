"""What is counted in simulated games."""

from collections import Counter
from dataclasses import dataclass, field, fields
from statistics import median, median_low
from typing import Final

from firmware.game.events import Player
from firmware.game.rules import SECOND_NS

STEP_NS: Final = SECOND_NS // 100


def _counts(numbers: "PlayerNumbers | Numbers") -> list[str]:
    """The names of those that are simply added up."""
    return [each.name for each in fields(numbers) if each.default == 0]


@dataclass(slots=True)
class PlayerNumbers:
    """What one player did in a number of games.

    `looks` and `missed`: how often the player looked for a card to play, and overlooked what there was.
    `times_to_play`: how often a play was made so many `STEP_NS` after it had become possible.
    """

    wins: int = 0
    plays: int = 0
    looks: int = 0
    missed: int = 0
    misplays: int = 0
    claims_missed: int = 0
    times_to_play: Counter[int] = field(default_factory=Counter)

    def add(self, other: "PlayerNumbers") -> None:
        """Take another batch's numbers in."""
        for name in _counts(self):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.times_to_play.update(other.times_to_play)

    def median_time_to_play_s(self) -> float:
        """The median time to a play in seconds, to a step; 0 without plays."""
        if not self.times_to_play:
            return 0.0
        return (median_low(self.times_to_play.elements()) + 0.5) * STEP_NS / SECOND_NS


@dataclass(slots=True)
class Numbers:
    """What happened in a number of games; `lengths_s` holds the seconds from the deal to the win of each."""

    players: dict[Player, PlayerNumbers] = field(
        default_factory=lambda: {1: PlayerNumbers(), 2: PlayerNumbers()}
    )
    lengths_s: list[float] = field(default_factory=list)
    rounds: int = 0
    turn_ups: int = 0
    draw_pile_turn_ups: int = 0
    one_pile_rounds: int = 0
    blocked_rounds: int = 0
    reshuffles: int = 0

    def add(self, other: "Numbers") -> None:
        """Take another batch's numbers in."""
        for name in _counts(self):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.lengths_s += other.lengths_s
        for player, own in self.players.items():
            own.add(other.players[player])

    def value(self) -> dict[str, object]:
        """The numbers as `--json` prints them, times in seconds."""
        return {
            "games": len(self.lengths_s),
            "length_s": {"median": median(self.lengths_s), "longest": max(self.lengths_s)},
            **{name: getattr(self, name) for name in _counts(self)},
            "players": {
                str(player): {
                    **{name: getattr(own, name) for name in _counts(own)},
                    "median_time_to_play_s": own.median_time_to_play_s(),
                }
                for player, own in self.players.items()
            },
        }
