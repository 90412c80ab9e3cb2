"""The table's language for tests: deals laid by hand, presses as text, and what happened as text."""

from collections.abc import Mapping, Sequence
from dataclasses import fields
from random import Random
from typing import Any

from firmware.game.cards import DECK, JOKERS, RANKS, Card
from firmware.game.events import Event, Played
from firmware.game.games import new_match
from firmware.game.rules import make_rules
from firmware.referee import CARD_SLOT
from hal.events import Control, Player

S = 1_000_000_000
ALL_CARDS = frozenset(DECK + JOKERS)
START = 4.0
"""When a table that has `begun` turned up its first cards, in seconds."""


def ns(seconds: float) -> int:
    return round(seconds * S)


def cards(text: str) -> list[Card]:
    return [Card(card) for card in text.split()]


def deck(
    hand1: str = "",
    hand2: str = "",
    left: str = "",
    right: str = "",
    draw1: str = "",
    draw2: str = "",
    *,
    side_left: str = "",
    side_right: str = "",
    jokers: int = 0,
    each: int = 20,
) -> list[Card]:
    """A whole deck that deals the named cards; places that are not named take what is left, in order."""
    named = cards(f"{hand1} {hand2} {left} {right} {draw1} {draw2} {side_left} {side_right}")
    assert len(set(named)) == len(named), "a card is named twice"
    whole = DECK + JOKERS[:jokers]
    rest = [card for card in whole if card not in named]
    sides = len(whole) - 2 * each - 2
    places = [(hand1, 5), (draw1, each - 5), (hand2, 5), (draw2, each - 5)]
    places += [(side_left, (sides + 1) // 2), (side_right, sides // 2), (left, 1), (right, 1)]
    return [card for text, count in places for card in _filled(cards(text), count, rest)]


def _filled(place: list[Card], count: int, rest: list[Card]) -> list[Card]:
    return place + [rest.pop(0) for _ in range(count - len(place))]


# Sevens and kings fit neither pile; the side piles are whatever is left over.
NOBODY = deck(hand1="7C 7D 7H 7S KC", hand2="KD KH KS 4D 4H", left="2C", right="TS", draw1="2D")


def ring_deck(first2: str = "A") -> list[Card]:
    """Both players can play all their cards one after the other, 1 on the left pile and 2 on the right.

    Player 1 holds A to K, then A to 7; player 2 20 ranks in a row from `first2` on. The starters are the
    ranks before the first, so the next card of each always fits.
    """
    two_from = RANKS.index(first2)
    one = [Card(rank + "CD"[place // 13]) for place, rank in enumerate(RANKS + RANKS[:7])]
    two = [Card((RANKS * 3)[place] + "HS"[place // 13]) for place in range(two_from, two_from + 20)]
    starters = [Card("KD"), Card("KS" if first2 == "A" else RANKS[two_from - 1] + "H")]
    sides = [card for card in DECK if card not in one + two + starters]
    return one + two + sides + starters


def text_of(event: Event) -> str:
    """An event without its time, e.g. `played 1 3 7C left`."""
    name = "".join(f"_{char.lower()}" if char.isupper() else char for char in type(event).__name__)
    names = [field.name for field in fields(event) if field.name not in ("t", "stands_for")]
    values = [getattr(event, field) for field in names]
    if isinstance(event, Played) and event.stands_for is not None:
        values += ["as", event.stands_for]
    return " ".join([name.strip("_"), *("-" if value is None else str(value) for value in values)])


class Table:
    """A match that is told what is pressed, e.g. `at("1.2 P1 card3")`, and answers in text."""

    def __init__(
        self,
        deal: Sequence[Card] | None = None,
        options: Mapping[str, object] | None = None,
        seed: int = 0,
        preset: str = "family",
    ) -> None:
        self.game = new_match(make_rules(preset, options), Random(seed), deal)
        self.game.opening()
        self.log: list[Event] = []

    @classmethod
    def begun(
        cls,
        deal: Sequence[Card],
        options: Mapping[str, object] | None = None,
        preset: str = "family",
    ) -> "Table":
        """A table whose starters were turned up at second 4; nobody holds action any more."""
        table = cls(deal, options, preset=preset)
        table.begin()
        return table

    def begin(self) -> None:
        """Get both ready at second 1, let the countdown run until second 4, and let go of action."""
        self.at("1 P1 action", "1 P2 action", "1 P1 action up", "1 P2 action up", "4")

    def at(self, *lines: str) -> list[str]:
        """Judge lines: `TIME` lets time pass, `TIME P1 card3` presses, `TIME P1 action up` releases."""
        events: list[Event] = []
        for line in lines:
            time, *press = line.split()
            time_ns = ns(float(time))
            events += self._press(time_ns, press) if press else self.game.advance(time_ns)
        self.log += events
        return [text_of(event) for event in events]

    def _press(self, time_ns: int, press: list[str]) -> list[Event]:
        player: Player = 1 if press[0] == "P1" else 2
        control = Control(press[1])
        if control is Control.ACTION:
            return self.game.action(time_ns, player, pressed=press[2:] != ["up"])
        if control is Control.SLAP:
            return self.game.slap(time_ns, player)
        return self.game.card(time_ns, player, CARD_SLOT[control])

    def times(self) -> list[tuple[float, str]]:
        """Everything that happened so far, with seconds."""
        return [(event.t / S, text_of(event)) for event in self.log]

    def hand(self, player: Player) -> str:
        return " ".join(card or "--" for card in self.game.view().seats[player].hand)

    def tops(self) -> str:
        piles = self.game.view().piles
        return f"{piles['left'].top} {piles['right'].top}"

    def state(self) -> dict[str, Any]:
        """The state in the recording's words; its keys say what is in it."""
        return self.game.state()

    def player(self, player: int) -> dict[str, Any]:
        """That player's part of the state."""
        seat: dict[str, Any] = self.state()["players"][str(player)]
        return seat

    def texts(self) -> list[str]:
        """Everything that happened so far."""
        return [text_of(event) for event in self.log]


def play_out(table: Table, player: Player, start: float, count: int = 20) -> float:
    """Play the next `count` cards of a ring deck, 10 ms apart, slot by slot; returns the last one's time."""
    for number in range(count):
        table.at(f"{start + number / 100:.2f} P{player} card{number % 5 + 1}")
    return start + (count - 1) / 100


def cards_in(state: object) -> list[str]:
    """Every card in a state, in whatever place; one that lies in two places is given twice."""
    if isinstance(state, str):
        return [state] if state in ALL_CARDS else []
    if isinstance(state, dict):
        state = [value for key, value in state.items() if key != "stands_for"]
    return [card for part in state for card in cards_in(part)] if isinstance(state, list) else []
