"""Games of computer players against each other, as many as wanted, for their numbers.

The players and the game are the same as at the table; only the way between them is shorter: no edges, no
sequencer and no releases, which change nothing when nobody else presses. Games come in batches, each with
generators of its own, so that the numbers do not depend on how many processes share the work.
"""

import signal
from collections import Counter, deque
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import closing
from dataclasses import dataclass, field, fields
from random import Random
from statistics import median, median_low
from typing import Any, Final, TypeAlias

from firmware.game.events import ClaimMissed, Dealt, Event, Misplay, Player, Reshuffled, TurnedUp
from firmware.game.games import new_match
from firmware.game.match import Match
from firmware.game.rules import SECOND_NS, Rules
from firmware.game.table import PLAYERS
from firmware.game.view import Ask, Phase
from firmware.opponents import AIM_NS, LEVELS, Opponent

STEP_NS: Final = SECOND_NS // 100

BATCH: Final = 50
"""Games that share their generators; a match is begun anew for each."""

Batch: TypeAlias = tuple[Rules, tuple[str, str], int, int, int]
"""The rules, the levels of player 1 and 2, how many games, the seed and the batch's number."""


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
        for name in (each.name for each in fields(self)):
            setattr(self, name, getattr(self, name) + getattr(other, name))

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
        for name in (each.name for each in fields(self) if each.name != "players"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        for player, own in self.players.items():
            own.add(other.players[player])

    def value(self) -> dict[str, object]:
        """The numbers as `--json` prints them, times in seconds."""
        counts = (each.name for each in fields(self) if each.name not in ("players", "lengths_s"))
        return {
            "games": len(self.lengths_s),
            "length_s": {"median": median(self.lengths_s), "longest": max(self.lengths_s)},
            **{name: getattr(self, name) for name in counts},
            "players": {
                str(player): {
                    **{each.name: getattr(own, each.name) for each in fields(own)[:-1]},
                    "median_time_to_play_s": own.median_time_to_play_s(),
                }
                for player, own in self.players.items()
            },
        }


def simulate(
    rules: Rules,
    levels: tuple[str, str],
    games: int,
    seed: int,
    jobs: int = 1,
    progress: Callable[[int], None] = lambda games: None,
) -> Numbers:
    """Play that many games, the first deal of a match each, and return their numbers.

    `levels` names the level of player 1 and 2. `progress` is told how many more games are done; it may end
    the simulation by raising an exception.
    """
    sizes = (min(BATCH, games - first) for first in range(0, games, BATCH))
    batches = ((rules, levels, size, seed, number) for number, size in enumerate(sizes))
    total = Numbers()
    with closing(_played(batches, jobs)) as played:
        for numbers in played:
            total.add(numbers)
            progress(len(numbers.lengths_s))
    return total


def _played(batches: Iterable[Batch], jobs: int) -> Generator[Numbers, None, None]:
    """The numbers of each batch, in their order."""
    if jobs == 1:
        yield from map(_play_batch, batches)
        return
    with ProcessPoolExecutor(jobs, initializer=_leave_signals_to_parent) as pool:
        waiting: deque[Future[Numbers]] = deque()
        try:
            for batch in batches:
                waiting.append(pool.submit(_play_batch, batch))
                # Not all at once: what is submitted has to be waited for when somebody interrupts.
                if len(waiting) > 4 * jobs:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        finally:
            for future in waiting:
                future.cancel()


def _leave_signals_to_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)


def _play_batch(batch: Batch) -> Numbers:
    rules, levels, games, seed, number = batch
    cards = Random(f"{seed} batch {number}")
    one, two = (
        Opponent(player, LEVELS[level], Random(f"{seed} batch {number} player {player}"))
        for player, level in zip(PLAYERS, levels, strict=True)
    )
    numbers = Numbers()
    for _ in range(games):
        game = new_match(rules, cards, quiet=True)
        numbers.lengths_s.append(duel(game, one, two, numbers) / SECOND_NS)
        assert game.winner is not None
        numbers.players[game.winner].wins += 1
    for opponent in (one, two):
        numbers.players[opponent.player].looks = opponent.looks
        numbers.players[opponent.player].missed = opponent.missed
    return numbers


def duel(game: Match[Any], one: Opponent, two: Opponent, numbers: Numbers) -> int:
    """Let two computer players play until a deal is won, count, and return the time at which it was."""
    now_ns = 0
    numbers.rounds += len(game.opening())
    while game.winner is None:
        before = game.phase
        one.watch(game.asked(1), game.chance(1), now_ns)
        two.watch(game.asked(2), game.chance(2), now_ns)
        actor = one if one.due_ns <= two.due_ns else two
        deadline_ns = game.deadline_ns
        if deadline_ns is not None and deadline_ns < actor.due_ns:
            now_ns = deadline_ns
            events = game.advance(now_ns)
        else:
            now_ns = actor.due_ns
            events = _act(game, actor, numbers)
        for event in events:
            _count(event, before, numbers)
        if before is Phase.STUCK and game.phase not in (Phase.STUCK, Phase.PLAY):
            numbers.blocked_rounds += 1
    return now_ns


def _act(game: Match[Any], actor: Opponent, numbers: Numbers) -> list[Event]:
    """Do what the player wants to do now."""
    now_ns, player = actor.due_ns, actor.player
    match actor.wish():
        case Ask.PLAY:
            press = actor.choose(game.seen_by(player))
            if press is None:
                return []
            own = numbers.players[player]
            own.plays += 1
            own.times_to_play[(now_ns - actor.asked_since_ns) // STEP_NS] += 1
            if not press.own_right:
                return game.card(now_ns, player, press.slot)
            events = game.action(now_ns, player, True)
            events += game.card(now_ns + AIM_NS, player, press.slot)
            return events + game.action(now_ns + AIM_NS, player, False)
        case Ask.CLAIM:
            return game.slap(now_ns, player)
        case _:
            return game.action(now_ns, player, True) + game.action(now_ns, player, False)


def _count(event: Event, before: Phase, numbers: Numbers) -> None:
    """Count what happened; `before` is the phase in which it began."""
    match event:
        case TurnedUp(_, left, right, source):
            if before is not Phase.COUNTDOWN:
                numbers.turn_ups += 1
                numbers.draw_pile_turn_ups += source == "draw"
            elif left is None or right is None:
                numbers.one_pile_rounds += 1
        case Dealt():
            numbers.rounds += 1
        case Reshuffled():
            numbers.reshuffles += 1
        case Misplay(_, player, _):
            numbers.players[player].misplays += 1
        case ClaimMissed(_, player, _, _):
            numbers.players[player].claims_missed += 1
