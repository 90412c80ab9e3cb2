"""Games of computer players against each other, as many as wanted, for their numbers.

The players and the game are the same as at the table; only the way between them is shorter: no edges, no
sequencer and no releases, which change nothing when nobody else presses. `fast_lane.py` plays the
commonest games with the same results in a fraction of the time. Games come in batches, each with generators
of its own, so that the numbers do not depend on how many processes share the work.
"""

import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Generator, Iterable, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import closing
from multiprocessing import parent_process
from random import Random
from typing import Any, Final, TypeAlias

from firmware.game.events import PLAYERS, ClaimMissed, Dealt, Event, Misplay, Reshuffled, TurnedUp
from firmware.game.games import new_match
from firmware.game.match import Match
from firmware.game.rules import SECOND_NS, Rules
from firmware.game.view import Ask, Phase
from firmware.opponents import AIM_NS, LEVELS, Opponent
from firmware.simulation import fast_lane
from firmware.simulation.tally import STEP_NS, Numbers

BATCH: Final = 50
FAST_BATCH: Final = 8 * BATCH
"""Games that share their generators; a match is begun anew for each. In the fast lane there are more, or
several processes would have more to do with handing them on than with playing."""

Batch: TypeAlias = tuple[Rules, tuple[str, str], int, int, int]
"""The rules, the levels of player 1 and 2, how many games, the seed and the batch's number."""


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
    most = FAST_BATCH if fast_lane.covers(rules, levels) else BATCH
    sizes = (min(most, games - first) for first in range(0, games, most))
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
    with ProcessPoolExecutor(jobs, initializer=_depend_on_parent) as pool:
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


def _depend_on_parent() -> None:
    """Leave signals to the parent, and do not live on without it, however it ended."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)


def _play_batch(batch: Batch) -> Numbers:
    rules, levels, games, seed, number = batch
    cards = Random(f"{seed} batch {number}")
    players = [Random(f"{seed} batch {number} player {player}") for player in PLAYERS]
    play = fast_lane.play_games if fast_lane.covers(rules, levels) else play_games
    return play(rules, levels, games, cards, players)


def play_games(
    rules: Rules, levels: Sequence[str], games: int, cards: Random, players: Sequence[Random]
) -> Numbers:
    """Play so many games as they are at the table, with these generators for the game and each player."""
    one, two = (
        Opponent(player, LEVELS[level], random)
        for player, level, random in zip(PLAYERS, levels, players, strict=True)
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
