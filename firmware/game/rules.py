"""The options of the game, their ranges and the presets: the one place where a rule's number stands."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal

from firmware.game.view import GameName

SECOND_NS: Final = 1_000_000_000


class RulesError(ValueError):
    """An option has an unknown name, a value that it cannot have, or does not go with another option."""


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules in force, durations in nanoseconds.

    `cards_each`: 5 in hand and the rest in the draw pile. `same_rank`: a card of the same rank fits too.
    `alternate_colours`: a card must also be of the other colour than the one it covers. `jokers`: how many.
    `claim`: how a player who is out wins: by a slap, at once (none), or by the first slap of either (race).
    `claim_window_ns`: how long that slap may take. `reshuffle`: how new side piles are made.
    `turn_up`: new cards come after `turn_up_delay_ns` (auto) or when both press action (together).
    `refill`: the next card is drawn at once (auto) or on a press of action (manual).
    `misplay_lockout_ns`: how long the panel is dead after a card that fits nowhere; 0 is off.
    `late_grace_ns`: a card that fitted a top covered no longer ago than this is beaten, not a misplay.
    `countdown_ns`: from both ready to the first cards. `handicap`: how many cards each draw pile is short of.
    `scoring`: a deal counts as one game, or as many points as the loser has cards. `target` wins the match.
    """

    game: GameName = "speed"
    cards_each: int = 20
    same_rank: bool = False
    alternate_colours: bool = False
    jokers: int = 0
    claim: Literal["slap", "none", "race"] = "slap"
    claim_window_ns: int = 3 * SECOND_NS
    reshuffle: Literal["keep_tops", "keep_tops_each", "whole_piles"] = "keep_tops"
    turn_up: Literal["auto", "together"] = "auto"
    turn_up_delay_ns: int = 3 * SECOND_NS // 2
    refill: Literal["auto", "manual"] = "auto"
    misplay_lockout_ns: int = SECOND_NS // 2
    late_grace_ns: int = 2 * SECOND_NS // 5
    countdown_ns: int = 3 * SECOND_NS
    handicap: tuple[int, int] = (0, 0)
    scoring: Literal["games", "points"] = "games"
    target: int = 3


@dataclass(frozen=True, slots=True)
class Seconds:
    """An option that is a duration: a number of seconds outside, nanoseconds inside."""

    field: str
    low: float
    high: float

    def read(self, name: str, value: object) -> int:
        """The value in nanoseconds, or RulesError."""
        number = value if isinstance(value, int | float) and not isinstance(value, bool) else None
        if number is None or not self.low <= number <= self.high:
            raise _unfit(name, value, f"a number of seconds from {self.low:g} to {self.high:g}")
        return round(number * SECOND_NS)


@dataclass(frozen=True, slots=True)
class Choice:
    """An option that is one of a few values."""

    field: str
    values: tuple[object, ...]

    def read(self, name: str, value: object) -> object:
        """The value, or RulesError. True is no number here, and 1 is not "on"."""
        if not any(type(value) is type(known) and value == known for known in self.values):
            raise _unfit(name, value, " or ".join(str(known).lower() for known in self.values))
        return value


@dataclass(frozen=True, slots=True)
class Count:
    """An option that is a whole number."""

    field: str
    low: int
    high: int

    def read(self, name: str, value: object) -> int:
        """The value, or RulesError."""
        if isinstance(value, bool) or not isinstance(value, int) or not self.low <= value <= self.high:
            raise _unfit(name, value, f"a whole number from {self.low} to {self.high}")
        return value


@dataclass(frozen=True, slots=True)
class Pair:
    """An option that is a whole number for each player."""

    field: str
    low: int
    high: int

    def read(self, name: str, value: object) -> tuple[int, int]:
        """The two values, or RulesError."""
        numbers = list(value) if isinstance(value, list | tuple) else []
        if len(numbers) != 2 or not all(type(n) is int and self.low <= n <= self.high for n in numbers):
            raise _unfit(name, value, f"two whole numbers from {self.low} to {self.high}, such as [0, 3]")
        return numbers[0], numbers[1]


OPTIONS: Final[Mapping[str, Seconds | Choice | Count | Pair]] = {
    "game": Choice("game", ("speed", "spit")),
    "cards_each": Choice("cards_each", (20, 15)),
    "same_rank": Choice("same_rank", (False, True)),
    "alternate_colours": Choice("alternate_colours", (False, True)),
    "jokers": Choice("jokers", (0, 1, 2)),
    "claim": Choice("claim", ("slap", "none", "race")),
    "claim_window": Seconds("claim_window_ns", 0.5, 10),
    "reshuffle": Choice("reshuffle", ("keep_tops", "keep_tops_each", "whole_piles")),
    "turn_up": Choice("turn_up", ("auto", "together")),
    "turn_up_delay": Seconds("turn_up_delay_ns", 0.5, 10),
    "refill": Choice("refill", ("auto", "manual")),
    "misplay_lockout": Seconds("misplay_lockout_ns", 0, 3),
    "late_grace": Seconds("late_grace_ns", 0, 1),
    "countdown": Seconds("countdown_ns", 0, 10),
    "handicap": Pair("handicap", 0, 10),
    "scoring": Choice("scoring", ("games", "points")),
    "target": Count("target", 1, 500),
}
"""Every option by the name that players and recordings use."""

MOST_GAMES: Final = 99
POINTS_TARGET: Final = 25
"""The default target of a match for points."""

SPEED_ONLY: Final = ("cards_each", "handicap", "jokers", "claim", "reshuffle", "refill")
"""Options of Speed's deal and play that Spit has no place for."""

PRESETS: Final[Mapping[str, Mapping[str, object]]] = {
    "family": {},
    "online": {"claim": "none", "reshuffle": "whole_piles"},
    "kids": {"cards_each": 15, "claim": "none", "reshuffle": "keep_tops_each", "scoring": "points"},
    "classic": {"claim": "none", "reshuffle": "whole_piles", "turn_up": "together"},
    "slap-race": {"claim": "race"},
    "doubles": {"same_rank": True},
    "red-and-black": {"alternate_colours": True},
    "jokers": {"jokers": 2},
    "spit": {"game": "spit"},
}
"""What each preset changes of the defaults."""


def make_rules(preset: str = "family", options: Mapping[str, object] | None = None) -> Rules:
    """The rules of a preset with some options changed.

    Raises:
        RulesError: an unknown preset or option, a value out of its range, or two that do not go together.
    """
    if preset not in PRESETS:
        raise RulesError(f"preset {shown(preset)} is not known; there is {', '.join(PRESETS)}")
    chosen = {**PRESETS[preset], **(options or {})}
    values: dict[str, object] = {}
    for name, value in chosen.items():
        option = OPTIONS.get(name)
        if option is None:
            raise RulesError(f"rule {shown(name)} is not known; there is {', '.join(OPTIONS)}")
        values[option.field] = option.read(name, value)
    if values.get("scoring") == "points":
        values.setdefault("target", POINTS_TARGET)
    # Each option has checked its own value, which the type checker cannot follow through the table.
    rules = Rules(**values)  # type: ignore[arg-type]
    _refuse_what_makes_no_sense(rules, chosen)
    return rules


def _refuse_what_makes_no_sense(rules: Rules, chosen: Mapping[str, object]) -> None:
    if rules.claim == "race" and rules.scoring == "points":
        raise RulesError(
            "rule 'claim' race does not go with rule 'scoring' points: a race can be won with cards in hand"
        )
    if rules.scoring == "games" and rules.target > MOST_GAMES:
        raise _unfit("target", rules.target, f"a whole number from 1 to {MOST_GAMES} with 'scoring' games")
    if rules.game == "spit":
        for name in SPEED_ONLY:
            if name in chosen:
                raise RulesError(f"rule 'game' spit does not go with rule {name!r}: Spit has no such thing")


def _unfit(name: str, value: object, wanted: str) -> RulesError:
    return RulesError(f"rule {name!r} is {shown(value)}; it must be {wanted}")


def shown(value: object) -> str:
    """A value as an error message shows it: short, on one line, whatever was typed."""
    text = repr(value)
    return text if len(text) <= 40 else f"{text[:40]}…"
