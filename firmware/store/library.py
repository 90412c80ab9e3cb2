"""The recordings of past matches: one file for each, named by its number, the last ones kept."""

from collections.abc import Callable, Collection
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final, TypeAlias

from firmware.game.events import Event, Player
from firmware.game.view import Ask
from firmware.recording import Recording
from firmware.referee import Referee
from firmware.store.statistics import PLAYERS, DealResult, MatchStatistics

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


Observe: TypeAlias = Callable[[Referee, list[Event], int], None]
"""Is told what happened at a moment, after it was judged."""


def replay(recording: Recording, observe: Observe) -> Referee:
    """Judge a recording moment by moment, as it was judged when it was played; the table at its end.

    Timers that are due at the very moment of a last edge have not fired.
    """
    referee = Referee(recording.new)
    observe(referee, referee.opening, 0)
    for edge in recording.edges:
        _fire_before(edge.time_ns, referee, observe)
        observe(referee, referee.edge(edge), edge.time_ns)
    if not recording.edges or recording.end_ns > recording.edges[-1].time_ns:
        _fire_before(recording.end_ns, referee, observe)
        observe(referee, referee.advance(recording.end_ns), recording.end_ns)
    return referee


def _fire_before(time_ns: int, referee: Referee, observe: Observe) -> None:
    while (due_ns := referee.deadline_ns) is not None and due_ns < time_ns:
        observe(referee, referee.advance(due_ns), due_ns)


def results_of(recording: Recording) -> tuple[Referee, tuple[DealResult, ...]]:
    """The table at the end of a recording, and the deals that were won on the way."""
    statistics: MatchStatistics | None = None
    results: list[DealResult] = []

    def observe(referee: Referee, events: list[Event], now_ns: int) -> None:
        nonlocal statistics
        statistics = statistics or MatchStatistics(referee.view)
        asked: dict[Player, Ask | None] = {player: referee.asked(player) for player in PLAYERS}
        if (result := statistics.observe(events, asked, now_ns)) is not None:
            results.append(result)

    return replay(recording, observe), tuple(results)
