"""Hold a million and more random presses, over all options and both games, to what must always hold.

    python -m tests.long_run --edges 1000000 [--seed N]

It says how often the rare things were met. If something does not hold, it writes the recording of that
match to a file and ends with status 1.
"""

import argparse
import sys
import tempfile
from collections import Counter
from dataclasses import dataclass
from multiprocessing import Pool
from pathlib import Path
from random import Random

from rich.console import Console
from rich.progress import MofNCompleteColumn, Progress, TimeElapsedColumn, TimeRemainingColumn
from rich.table import Table

from firmware.game.cards import is_joker
from firmware.game.events import (
    PLAYERS,
    ClaimMissed,
    Event,
    Out,
    Played,
    Reshuffled,
    RoundOver,
    TurnedUp,
    Won,
)
from firmware.game.rules import Rules
from tests.firmware.always import State, Watched, careless_people, some_match

EDGES_OF_A_MATCH = 1000


@dataclass(frozen=True)
class Outcome:
    """What one match met. `violation` is what did not hold, and the recording up to there."""

    edges: int
    met: Counter[str]
    violation: tuple[str, list[str]] | None = None


def judge_match(seed: int, edges: int = EDGES_OF_A_MATCH) -> Outcome:
    """Watch two careless people play one match; the seed says everything about it."""
    random = Random(seed)
    new = some_match(random.choice)
    watched = Watched(new)
    met: Counter[str] = Counter([f"matches of {new.rules.game}"])
    judged = 0
    try:
        for edge in careless_people(watched, random, edges):
            judged += 1
            for before, events in watched.edge(edge):
                for event in events:
                    met.update(names(event, new.rules, before))
        watched.replay()
    except AssertionError as error:
        return Outcome(judged, met, (f"seed {seed}, edge {judged}: {error!r}", watched.recording))
    return Outcome(judged, met)


def names(event: Event, rules: Rules, before: State) -> list[str]:
    """What an event is counted as, the rarer cases also by a name of their own."""
    kind = type(event).__name__
    match event:
        case TurnedUp():
            piles = "one pile only" if None in (event.left, event.right) else "both piles"
            asked = [f"TurnedUp, {rules.turn_up}"] if before["phase"] == "stuck" else []
            return [f"TurnedUp from {event.source}, {piles}", *asked]
        case Reshuffled():
            return [f"Reshuffled, {rules.reshuffle}"]
        case Played() if is_joker(event.card):
            return [kind, "Played a joker wild" if event.stands_for is None else "Played a joker as a card"]
        case ClaimMissed() if event.count < 5:
            return [kind, "ClaimMissed with fewer than five cards to take"]
        case Out() if any(before["players"][str(player)]["claim_until"] for player in PLAYERS):
            return [kind, "Out while the other is out"]
        case Won():
            return [f"Won, {rules.game}, {rules.claim if rules.game == 'speed' else 'no card left'}"]
        case RoundOver():
            stocks = before["players"][str(event.cleared)]["stocks"]
            blocked = ["RoundOver, blocked"] if sum(map(len, stocks)) > 1 else []
            slap = "after a slap" if event.slapped else "without a slap"
            how = slap if all(before["middle"].values()) else "with one pile"
            return [f"RoundOver, {how}", *blocked]
    return [kind]


def run(edges: int, seed: int, processes: int) -> int:
    """Judge matches until that many edges are judged; returns the exit status."""
    console = Console()
    met: Counter[str] = Counter()
    matches = -(-edges // EDGES_OF_A_MATCH)
    judged = 0
    columns = (*Progress.get_default_columns()[:2], MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, TimeRemainingColumn(), console=console) as progress, Pool(processes) as pool:
        bar = progress.add_task("Presses", total=matches * EDGES_OF_A_MATCH)
        seeds = range(seed * matches, (seed + 1) * matches)
        for outcome in pool.imap_unordered(judge_match, seeds, chunksize=4):
            met.update(outcome.met)
            judged += outcome.edges
            progress.update(bar, advance=outcome.edges)
            if outcome.violation is not None:
                what, recording = outcome.violation
                path = Path(tempfile.mkdtemp()) / "violation.jsonl"
                path.write_text("\n".join(recording) + "\n")
                console.print(f"Violation with {what}\nThe recording of that match is {path}")
                return 1
    console.print(summary(met))
    console.print(f"{judged:,} edges in {matches:,} matches; everything held.")
    return 0


def summary(met: Counter[str]) -> Table:
    """What was met, by name."""
    table = Table("What was met", "Times")
    table.columns[1].justify = "right"
    for name, count in sorted(met.items()):
        table.add_row(name, f"{count:,}")
    return table


def main() -> int:
    parser = argparse.ArgumentParser(description="Hold random presses to what must always hold.")
    parser.add_argument("--edges", type=int, default=1_000_000, help="how many at least (default: a million)")
    parser.add_argument("--seed", type=int, default=0, help="which presses and options (default: 0)")
    parser.add_argument("--processes", type=int, default=2, help="how many at once (default: 2)")
    options = parser.parse_args()
    return run(options.edges, options.seed, options.processes)


if __name__ == "__main__":
    sys.exit(main())
