"""The options of the game, their ranges and the presets: the one place where a rule's number stands."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

SECOND_NS: Final = 1_000_000_000


class RulesError(ValueError):
    """An option has an unknown name or a value that it cannot have; the message names both."""


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules in force, durations in nanoseconds.

    `claim_window_ns`: how long a player who is out may slap to win.
    `turn_up_delay_ns`: from the moment when nobody can play to the next two cards.
    `misplay_lockout_ns`: how long the panel is dead after a card that fits nowhere; 0 is off.
    `late_grace_ns`: a card that fitted a top covered no longer ago than this is beaten, not a misplay.
    `countdown_ns`: from both ready to the first two cards.
    `target`: the score that wins the match.
    """

    claim_window_ns: int = 3 * SECOND_NS
    turn_up_delay_ns: int = 3 * SECOND_NS // 2
    misplay_lockout_ns: int = SECOND_NS // 2
    late_grace_ns: int = 2 * SECOND_NS // 5
    countdown_ns: int = 3 * SECOND_NS
    target: int = 3


@dataclass(frozen=True, slots=True)
class Seconds:
    """An option that is a duration: a number of seconds outside, nanoseconds inside."""

    field: str
    low: float
    high: float

    def read(self, name: str, value: object) -> int:
        """The value in nanoseconds, or RulesError."""
        wanted = f"a number of seconds from {self.low:g} to {self.high:g}"
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise RulesError(f"rule {name!r} is {shown(value)}; it must be {wanted}")
        if not self.low <= value <= self.high or math.isnan(value):
            raise RulesError(f"rule {name!r} is {shown(value)}; it must be {wanted}")
        return round(value * SECOND_NS)


@dataclass(frozen=True, slots=True)
class Count:
    """An option that is a whole number."""

    field: str
    low: int
    high: int

    def read(self, name: str, value: object) -> int:
        """The value, or RulesError."""
        if isinstance(value, bool) or not isinstance(value, int) or not self.low <= value <= self.high:
            raise RulesError(
                f"rule {name!r} is {shown(value)}; it must be a whole number from {self.low} to {self.high}"
            )
        return value


OPTIONS: Final[Mapping[str, Seconds | Count]] = {
    "claim_window": Seconds("claim_window_ns", 0.5, 10),
    "turn_up_delay": Seconds("turn_up_delay_ns", 0.5, 10),
    "misplay_lockout": Seconds("misplay_lockout_ns", 0, 3),
    "late_grace": Seconds("late_grace_ns", 0, 1),
    "countdown": Seconds("countdown_ns", 0, 10),
    "target": Count("target", 1, 99),
}
"""Every option by the name that players and recordings use."""

PRESETS: Final[Mapping[str, Mapping[str, object]]] = {"family": {}}
"""What each preset changes of the defaults."""


def make_rules(preset: str = "family", options: Mapping[str, object] | None = None) -> Rules:
    """The rules of a preset with some options changed.

    Raises:
        RulesError: an unknown preset or option, or a value out of its range.
    """
    if preset not in PRESETS:
        raise RulesError(f"preset {shown(preset)} is not known; there is {', '.join(PRESETS)}")
    values: dict[str, int] = {}
    for name, value in {**PRESETS[preset], **(options or {})}.items():
        option = OPTIONS.get(name)
        if option is None:
            raise RulesError(f"rule {shown(name)} is not known; there is {', '.join(OPTIONS)}")
        values[option.field] = option.read(name, value)
    return Rules(**values)


def shown(value: object) -> str:
    """A value as an error message shows it: short, on one line, whatever was typed."""
    text = repr(value)
    return text if len(text) <= 40 else f"{text[:40]}…"
