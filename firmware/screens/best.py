"""The best list, and the three letters by which somebody comes onto it."""

from typing import Final

from firmware.game.events import Player
from firmware.game.rules import SECOND_NS, Rules
from firmware.screen import Row
from firmware.screens import values
from firmware.screens.house import House
from firmware.screens.page import Back, Page, Words, WordsPage, button
from firmware.screens.values import name
from firmware.store.statistics import DealResult
from firmware.store.store import Store
from firmware.store.totals import KINDS, NAME_LENGTH, NAME_LETTERS, Kind
from firmware.text import Text, plain, say

SHOWN: Final = 2
"""How many of each list are shown: the screen is read from a chair."""

MOST_CARDS: Final = 20
"""How many each has in the game whose deals come onto the lists."""


def best_rows(store: Store) -> tuple[Row, ...]:
    """The first of each list."""
    return tuple(
        Row(say(f"best.{kind}"), (plain(entry.name), _value(kind, entry.value)), marked=place == 0)
        for kind in KINDS
        for place, entry in enumerate(store.best(kind)[:SHOWN])
    )


def is_the_usual_game(rules: Rules) -> bool:
    """Whether its deals can be compared: fewer cards make a shorter one, and Spit is another game."""
    return rules.game == "speed" and rules.cards_each == MOST_CARDS and not any(rules.handicap)


def feats_in(store: Store, deal: DealResult, player: Player) -> dict[Kind, int]:
    """What the player has done in a deal that belongs on a list."""
    own = deal.players[player]
    done: dict[Kind, int | None] = {
        "fastest_deal": deal.duration_ns if deal.winner == player else None,
        "quickest_average": own.average_ns,
        "longest_run": own.longest_run or None,
    }
    return {kind: value for kind, value in done.items() if value is not None and store.qualifies(kind, value)}


def merged(old: dict[Kind, int], new: dict[Kind, int]) -> dict[Kind, int]:
    """The better of two feats of each kind."""
    better = {kind: max if kind == "longest_run" else min for kind in KINDS}
    return {
        kind: better[kind](feats[kind] for feats in (old, new) if kind in feats)
        for kind in KINDS
        if kind in old or kind in new
    }


class NamePage(WordsPage):
    """Asks a player for three letters, enters them on the lists, then opens what `then` gives."""

    def __init__(self, house: House, now_ns: int, player: Player, feats: dict[Kind, int], then: Back) -> None:
        super().__init__(house, now_ns)
        self._player = player
        self._feats = feats
        self._then = then
        self._letters = [0]

    def words(self, player: Player) -> Words:
        """The letters so far and the feats; the other player waits."""
        rows = tuple(Row(say(f"best.{kind}"), (_value(kind, value),)) for kind, value in self._feats.items())
        letters = "".join(NAME_LETTERS[letter] for letter in self._letters)
        entered = say("best.letters", letters=f"{letters:_<{NAME_LENGTH}}")
        if player != self._player:
            return Words(say("best.wait", name=name(self._player)), (entered,), rows)
        last = len(self._letters) == NAME_LENGTH
        buttons = {
            "card1": button("best.letter_before", lambda player, now_ns: self._turn(-1)),
            "card2": button("best.letter_after", lambda player, now_ns: self._turn(1)),
            "card4": button("best.undo", self._undo, enabled=len(self._letters) > 1),
            "card5": button("best.enter" if last else "best.next", self._next),
            # Not at action or the slap pad, on which who wants to play on hits impatiently.
            "card3": button("best.skip", lambda player, now_ns: self._then(now_ns)),
        }
        return Words(say("best.name"), (entered,), rows, buttons)

    def _turn(self, step: int) -> Page:
        self._letters[-1] = (self._letters[-1] + step) % len(NAME_LETTERS)
        return self

    def _undo(self, player: Player, now_ns: int) -> Page:
        self._letters.pop()
        return self

    def _next(self, player: Player, now_ns: int) -> Page:
        if len(self._letters) < NAME_LENGTH:
            self._letters.append(self._letters[-1])
            return self
        initials = "".join(NAME_LETTERS[letter] for letter in self._letters)
        for kind, value in self._feats.items():
            self.house.store.add_best(initials, kind, value)
        return self._then(now_ns)


def _value(kind: Kind, value: int) -> Text:
    if kind == "longest_run":
        return say("best.cards", count=value)
    return values.seconds(value / SECOND_NS)
