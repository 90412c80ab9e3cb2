"""What is chosen in the menu: who plays, by which rules. Values; each step gives another value."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final, Literal, TypeAlias

from firmware.game.events import PLAYERS, Player
from firmware.game.rules import (
    MOST_GAMES,
    OPTIONS,
    PRESETS,
    SECOND_NS,
    SPEED_ONLY,
    Rules,
    RulesError,
    Seconds,
    make_rules,
)
from firmware.game.rules import (
    Choice as Values,
)
from firmware.levels import LEVEL_NAMES, LevelName
from firmware.recording import NewMatch

Sitter: TypeAlias = Literal["person"] | LevelName
"""Who sits at a side of the table: a person, or a computer player of a level."""
SITTERS: Final[tuple[Sitter, ...]] = ("person", *LEVEL_NAMES)
PERSON: Final[Sitter] = "person"
EASIEST: Final[Sitter] = "easy"
WITH_CHILDREN: Final[tuple[Sitter, ...]] = (PERSON, EASIEST)
"""Who sits at the table in the children's mode."""

STEPS: Final[Mapping[str, tuple[object, ...]]] = {
    "claim_window": (0.5, 1, 2, 3, 5, 10),
    "turn_up_delay": (0.5, 1, 1.5, 2, 3, 5, 10),
    "misplay_lockout": (0, 0.25, 0.5, 1, 2, 3),
    "late_grace": (0, 0.2, 0.4, 0.6, 1),
    "countdown": (0, 1, 3, 5, 10),
    "handicap": tuple(range(11)),
}
"""The values of options with many, between which a button steps; the others step through all they have."""

GAMES_TARGETS: Final = (1, 2, 3, 4, 5, 7, 10, 20, 50, MOST_GAMES)
POINTS_TARGETS: Final = (5, 10, 15, 20, 25, 30, 50, 75, 100, 200, 500)


@dataclass(frozen=True, slots=True)
class Choice:
    """Who sits at player 1's and 2's side, the preset, and the options of it that are changed."""

    seats: tuple[Sitter, Sitter] = (PERSON, PERSON)
    preset: str = "family"
    options: tuple[tuple[str, object], ...] = ()

    @property
    def rules(self) -> Rules:
        """The rules in force."""
        return make_rules(self.preset, dict(self.options))

    @property
    def computers(self) -> dict[Player, str]:
        """The level of each computer player."""
        return {
            player: sitter for player, sitter in zip(PLAYERS, self.seats, strict=True) if sitter != PERSON
        }

    def value(self, name: str) -> object:
        """The value of an option as players say it, seconds as a number."""
        option = OPTIONS[name]
        value = getattr(self.rules, option.field)
        return value / SECOND_NS if isinstance(option, Seconds) else value

    def next_sitter(self, player: Player, sitters: tuple[Sitter, ...] = SITTERS) -> "Choice":
        """The same with the next of `sitters` at that player's side, after the last one the first."""
        one, two = self.seats
        present = self.seats[player - 1]
        place = sitters.index(present) if present in sitters else -1
        sitter = sitters[(place + 1) % len(sitters)]
        return replace(self, seats=(sitter, two) if player == 1 else (one, sitter))

    def next_preset(self) -> "Choice":
        """The next preset, with none of its options changed."""
        names = tuple(PRESETS)
        return replace(self, preset=names[(names.index(self.preset) + 1) % len(names)], options=())

    def next_value(self, name: str, player: Player = 1) -> "Choice":
        """The option at its next value that goes with all others, after the last one the first.

        `player`: whose value it is, of an option that has one for each.
        """
        values, present = _steps(self.rules, name), self.value(name)
        if isinstance(present, tuple):
            present = present[player - 1]
        place = values.index(present) if present in values else -1
        for step in range(1, len(values) + 1):
            value = values[(place + step) % len(values)]
            changed = self._with(name, value, player)
            if changed is not None:
                return changed
        return self

    def for_children(self) -> "Choice":
        """The children's game: fewer cards, no lockout, and computer players that take their time."""
        one, two = self.seats
        seats = (one if one == PERSON else EASIEST, two if two == PERSON else EASIEST)
        return Choice(seats, "kids", (("misplay_lockout", 0),))

    def _with(self, name: str, value: object, player: Player) -> "Choice | None":
        """The choice with an option set, None if the rules refuse it."""
        if name == "handicap":
            one, two = self.rules.handicap
            value = [value, two] if player == 1 else [one, value]
        options = {**dict(self.options), name: value}
        if name == "scoring":
            # Games and points are counted on different scales.
            options.pop("target", None)
        changed = replace(self, options=tuple(sorted(options.items())))
        try:
            make_rules(changed.preset, options)
        except RulesError:
            return None
        return changed


def names_of(choice: Choice) -> tuple[str, ...]:
    """The options that can be changed in the game that is chosen, in the order of the rules."""
    return tuple(
        name
        for name in OPTIONS
        if name != "game" and not (choice.rules.game == "spit" and name in SPEED_ONLY)
    )


def _steps(rules: Rules, name: str) -> tuple[object, ...]:
    if name == "target":
        return POINTS_TARGETS if rules.scoring == "points" else GAMES_TARGETS
    option = OPTIONS[name]
    return option.values if isinstance(option, Values) else STEPS[name]


def choice_of(new: NewMatch, computers: Mapping[Player, str]) -> Choice:
    """What would have to be chosen to get such a match."""
    sitters = {str(sitter): sitter for sitter in SITTERS}
    one, two = (sitters[computers.get(player, PERSON)] for player in PLAYERS)
    return Choice((one, two), new.preset, tuple(sorted(new.options.items())))


def stored(choice: Choice) -> dict[str, object]:
    """The choice as plain values, to be kept."""
    return {"seats": list(choice.seats), "preset": choice.preset, "options": dict(choice.options)}


def choice_from(value: object) -> Choice:
    """The choice that was kept as `value`; the usual one if that makes no sense (any more)."""
    match value:
        case {"seats": [str() as one, str() as two], "preset": str() as preset, "options": dict() as options}:
            sitters = {str(sitter): sitter for sitter in SITTERS}
            try:
                make_rules(preset, options)
                return Choice((sitters[one], sitters[two]), preset, tuple(sorted(options.items())))
            except (RulesError, KeyError):
                return Choice()
        case _:
            return Choice()
