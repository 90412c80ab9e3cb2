"""Computer players: they see what a person at that panel sees, and press the same buttons."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import pairwise
from math import exp, trunc
from random import Random
from statistics import NormalDist
from typing import Final

from firmware.game.cards import Card, is_joker
from firmware.game.rules import SECOND_NS
from firmware.game.seat import NEVER_NS
from firmware.game.view import Ask, PlayerView
from hal.events import CARDS, Control, InputEvent, Player

PRESS_NS: Final = SECOND_NS // 10
AIM_NS: Final = 1
"""How long before the card the action button goes down, for the pile at the own right."""

_SPREAD: Final = 0.3
"""Standard deviation of the logarithm of a reaction time: two thirds lie within a factor of 1.35."""

STEPS: Final = 1024
REACTIONS: Final = tuple(
    exp(_SPREAD * NormalDist().inv_cdf((step + 0.5) / (STEPS + 1))) for step in range(STEPS + 1)
)
"""Reaction times as multiples of their median, each step as likely as the others: a table, so that a time
costs one call of `Random.random`, the only method whose numbers are promised to stay the same."""
GAPS: Final = tuple(later - sooner for sooner, later in pairwise(REACTIONS))


def reaction_ns(draw: Callable[[], float], median_ns: float) -> int:
    """A time around the median."""
    place = draw() * STEPS
    step = trunc(place)
    # Between the steps as well, or two players would now and then press in the same nanosecond.
    return trunc(median_ns * (REACTIONS[step] + (place - step) * GAPS[step]))


@dataclass(frozen=True, slots=True)
class Press:
    """A card button to press, and whether action is held with it, so that the card goes to the own right."""

    slot: int
    own_right: bool = False


def first_that_fits(view: PlayerView) -> Press:
    """The first slot that there is, in Spit one whose top fits rather than an empty one."""
    return Press(view.playable[0])


def leaves_another(view: PlayerView) -> Press:
    """The first card that leaves another play to follow; a joker only if nothing else fits."""
    left, right = view.tops
    in_order = sorted(view.playable, key=lambda slot: is_joker(view.hand[slot - 1]))
    for slot in in_order:
        card = view.hand[slot - 1]
        if card is None:
            continue
        goes_left = left is not None and card in view.fits[left]
        tops = (card, right) if goes_left else (left, card)
        rest = [other for other in view.hand if other is not card]
        if any(top is not None and not view.fits[top].isdisjoint(rest) for top in tops):
            return Press(slot)
    return Press(in_order[0])


def looks_ahead(view: PlayerView) -> Press:
    """The card and the pile that begin the longest run of plays with the cards of the hand."""
    best, longest = Press(view.playable[0]), 0.0
    left, right = view.tops
    for slot in view.playable:
        card = view.hand[slot - 1]
        if card is None:
            continue
        rest = [other for other in view.hand if other is not None and other is not card]
        fits_left = left is not None and card in view.fits[left]
        fits_right = right is not None and card in view.fits[right]
        # A joker is worth keeping: it counts half a card less than any other.
        worth = 0.5 if is_joker(card) else 1
        if fits_left and (run := worth + longest_run(card, right, rest, view.fits)) > longest:
            best, longest = Press(slot), run
        if fits_right and (run := worth + longest_run(left, card, rest, view.fits)) > longest:
            best, longest = Press(slot, own_right=fits_left), run
    return best


def longest_run(
    left: Card | None, right: Card | None, cards: list[Card], fits: Mapping[Card, frozenset[Card]]
) -> int:
    """How many of the cards can be played one after the other onto two piles."""
    best = 0
    for card in cards:
        rest = [other for other in cards if other is not card]
        if left is not None and card in fits[left]:
            best = max(best, 1 + longest_run(card, right, rest, fits))
        if right is not None and card in fits[right]:
            best = max(best, 1 + longest_run(left, card, rest, fits))
        if best == len(cards):
            break
    return best


@dataclass(frozen=True, slots=True)
class Level:
    """How good a computer player is.

    `play_ns` is the median time from when a play becomes possible to the press; `miss` the share of looks
    at the cards in which it overlooks what it could play; `choose` picks among the cards that fit.
    """

    play_ns: int
    miss: float
    choose: Callable[[PlayerView], Press]


LEVELS: Final[Mapping[str, Level]] = {
    "easy": Level(play_ns=2 * SECOND_NS, miss=0.30, choose=first_that_fits),
    "medium": Level(play_ns=13 * SECOND_NS // 10, miss=0.12, choose=first_that_fits),
    "hard": Level(play_ns=1 * SECOND_NS, miss=0.03, choose=leaves_another),
    "expert": Level(play_ns=6 * SECOND_NS // 10, miss=0.0, choose=looks_ahead),
}


class Opponent:
    """One computer player. The same seed and the same table give the same presses at the same times.

    `due_ns`: when it wants to act next, NEVER_NS if it waits for something to happen. `asked_since_ns`:
    since when it has been about to do so. `looks` and `missed` count how often it looked for a card to
    play, and how often it overlooked all; then it looks again.
    """

    __slots__ = (
        "_asked",
        "_chance",
        "_draw",
        "_edges",
        "_level",
        "_wish_due_ns",
        "asked_since_ns",
        "due_ns",
        "looks",
        "missed",
        "player",
    )

    def __init__(self, player: Player, level: Level, random: Random) -> None:
        self.player: Final[Player] = player
        self._level = level
        self._draw = random.random
        self._asked: Ask | None = None
        self._chance = 0
        self.asked_since_ns = 0
        self._wish_due_ns = NEVER_NS
        self._edges: list[InputEvent] = []
        self.due_ns = NEVER_NS
        self.looks = self.missed = 0

    def watch(self, asked: Ask | None, chance: int, now_ns: int) -> None:
        """See what the game asks for; to be called after everything that happens.

        A new `chance` means that what it was about to play is gone: it begins to look anew.
        """
        if asked is not self._asked or chance != self._chance:
            self._asked = asked
            self._chance = chance
            self.asked_since_ns = now_ns
            self._wish_due_ns = NEVER_NS if asked is None else now_ns + self._reaction_ns(asked)
            self._set_due()

    def wish(self) -> Ask | None:
        """What it is about to do now that `due_ns` has come; it forgets it and has to watch again."""
        asked, self._asked = self._asked, None
        self._wish_due_ns = NEVER_NS
        self._set_due()
        return asked

    def choose(self, view: PlayerView) -> Press | None:
        """Look at the cards and pick one; None if it overlooks what it could play."""
        self.looks += 1
        if self._draw() < self._level.miss:
            self.missed += 1
            return None
        return self._level.choose(view)

    def act(self, view: PlayerView, now_ns: int) -> list[InputEvent]:
        """The edges of its panel at this moment, when `due_ns` has come."""
        if self._wish_due_ns == now_ns:
            match self.wish():
                case Ask.PLAY if (choice := self.choose(view)) is not None:
                    card_ns = now_ns
                    if choice.own_right:
                        self._tap(Control.ACTION, now_ns)
                        card_ns += AIM_NS
                    self._tap(CARDS[choice.slot - 1], card_ns)
                case Ask.CLAIM:
                    self._tap(Control.SLAP, now_ns)
                case Ask.READY | Ask.TURN_UP | Ask.REFILL:
                    self._tap(Control.ACTION, now_ns)
        edges = [edge for edge in self._edges if edge.time_ns == now_ns]
        del self._edges[: len(edges)]
        self._set_due()
        return edges

    def _tap(self, control: Control, time_ns: int) -> None:
        """Plan a press and its release."""
        self._edges += [
            InputEvent(time_ns, self.player, control, True),
            InputEvent(time_ns + PRESS_NS, self.player, control, False),
        ]
        self._edges.sort(key=lambda edge: edge.time_ns)

    def _reaction_ns(self, asked: Ask) -> int:
        """Half the time for a slap or for drawing cards, which need no thought."""
        time_ns = reaction_ns(self._draw, self._level.play_ns)
        return time_ns // 2 if asked is Ask.CLAIM or asked is Ask.REFILL else time_ns

    def _set_due(self) -> None:
        edges = self._edges
        self.due_ns = min(self._wish_due_ns, edges[0].time_ns) if edges else self._wish_due_ns
