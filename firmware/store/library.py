"""The recordings of past matches: one file for each, named by its number, the last ones kept."""

from collections.abc import Collection, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from firmware.game.events import Event
from firmware.recording import Recording
from firmware.referee import Referee
from firmware.store.statistics import DealResult, MatchStatistics

RECORDINGS: Final = "recordings"
"""The folder's name, in that of the store."""

ENDING: Final = ".jsonl"


@dataclass(frozen=True, slots=True)
class Kept:
    """How many recordings are kept: at most so many, and of no more than so many bytes together."""

    count: int = 200
    size_bytes: int = 50_000_000


KEPT: Final = Kept()


class Library:
    """A folder of recordings."""

    def __init__(self, folder: Path, kept: Kept) -> None:
        self._folder = folder
        self._kept = kept

    def path(self, number: int) -> Path:
        """The file of a match."""
        return self._folder / f"{number:06}{ENDING}"

    def paths(self) -> list[Path]:
        """All recordings, the newest first.

        Raises:
            OSError: the folder cannot be read.
        """
        if not self._folder.is_dir():
            return []
        found = [path for path in self._folder.iterdir() if _number(path) is not None]
        return sorted(found, key=lambda path: _number(path) or 0, reverse=True)

    def numbers(self) -> list[int]:
        """The numbers of the matches, the newest first; none if the folder cannot be read."""
        with suppress(OSError):
            return [_number(path) or 0 for path in self.paths()]
        return []

    def prune(self, spared: Collection[int]) -> None:
        """Delete the oldest recordings that are too many, but none of the matches `spared`."""
        size_bytes = 0
        with suppress(OSError):
            for place, path in enumerate(self.paths()):
                size_bytes += path.stat().st_size
                if _number(path) in spared:
                    continue
                if place >= self._kept.count or size_bytes > self._kept.size_bytes:
                    path.unlink()


def _number(path: Path) -> int | None:
    name = path.name.removesuffix(ENDING)
    return int(name) if path.suffix == ENDING and name.isascii() and name.isdigit() else None


@dataclass(frozen=True, slots=True)
class Replayed:
    """A match at the end of its recording: the table, what was counted, and the deals won on the way.

    `referee` and `statistics` can go on from there.
    """

    referee: Referee
    statistics: MatchStatistics
    deals: tuple[DealResult, ...]


def replay(recording: Recording) -> Replayed:
    """Judge and count a recording moment by moment, as it was judged when it was played.

    Timers that are due at the very moment of a last edge have not fired.
    """
    referee = Referee(recording.new)
    statistics = MatchStatistics(referee)
    deals: list[DealResult] = []
    for time_ns, events in _moments(recording, referee):
        if (deal := statistics.observe(events, time_ns)) is not None:
            deals.append(deal)
    return Replayed(referee, statistics, tuple(deals))


def _moments(recording: Recording, referee: Referee) -> Iterator[tuple[int, list[Event]]]:
    """Have the referee judge each moment when it is asked for: when it was, and what happened."""
    yield 0, referee.opening
    for edge in recording.edges:
        yield from _timers_before(edge.time_ns, referee)
        yield edge.time_ns, referee.edge(edge)
    if not recording.edges or recording.end_ns > recording.edges[-1].time_ns:
        yield from _timers_before(recording.end_ns, referee)
        yield recording.end_ns, referee.advance(recording.end_ns)


def _timers_before(time_ns: int, referee: Referee) -> Iterator[tuple[int, list[Event]]]:
    while (due_ns := referee.deadline_ns) is not None and due_ns < time_ns:
        yield due_ns, referee.advance(due_ns)
