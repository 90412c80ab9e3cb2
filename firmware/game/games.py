"""The games of the cabinet; a further one is a subclass of `Match` and a line here."""

from collections.abc import Sequence
from random import Random
from typing import Any, Final

from firmware.game.cards import Card
from firmware.game.match import Match
from firmware.game.rules import Rules
from firmware.game.speed import Speed
from firmware.game.spit import Spit

GAMES: Final[dict[str, type[Match[Any]]]] = {kind.game: kind for kind in (Speed, Spit)}


def new_match(
    rules: Rules, random: Random, deck: Sequence[Card] | None = None, *, quiet: bool = False
) -> Match[Any]:
    """Begin a match of the game that the rules name; see `Match`."""
    return GAMES[rules.game](rules, random, deck, quiet=quiet)


def whole_deck(rules: Rules) -> tuple[Card, ...]:
    """All cards of the game that the rules name, in a fixed order."""
    return GAMES[rules.game].whole_deck(rules)
