"""All deals together, in numbers, and the best list."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final, Literal, TypeAlias, get_args

from firmware.game.events import Player
from firmware.store.statistics import BUCKET_NS, LAST_BUCKET, PLAYERS, DealResult

Kind: TypeAlias = Literal["fastest_deal", "quickest_average", "longest_run"]
"""A best list: the quickest deal and average time to play, in nanoseconds; the most cards in a run."""

KINDS: Final[tuple[Kind, ...]] = get_args(Kind)
PLACES: Final = 10
"""How many entries each best list has."""

NAME_LETTERS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZ "
NAME_LENGTH: Final = 3
UNKNOWN_HOUR: Final = -1
"""The hour of plays while the clock was certainly wrong."""

FIRST_PLAUSIBLE_YEAR: Final = 2025
"""The program is not older: a clock that shows an earlier year has not been set."""


@dataclass(slots=True)
class PlayerTotals:
    """One colour's numbers over all deals; only people's cards and slaps are counted.

    `times`: how many times to play there were, by the number of their bucket.
    """

    wins: int = 0
    plays: int = 0
    misplays: int = 0
    beaten: int = 0
    best_ns: int | None = None
    longest_run: int = 0
    slaps: int = 0
    slaps_ns: int = 0
    best_slap_ns: int | None = None
    times: Counter[int] = field(default_factory=Counter)

    @property
    def median_ns(self) -> int | None:
        """The median time to play, as exact as the buckets are."""
        return median_of(self.times)

    @property
    def average_slap_ns(self) -> int | None:
        """From being out to the slap that won."""
        return round(self.slaps_ns / self.slaps) if self.slaps else None


@dataclass(slots=True)
class Totals:
    """All deals together. `play_ns`: how long was played; `hours`: how many plays in each hour of the day."""

    games: int = 0
    play_ns: int = 0
    players: dict[Player, PlayerTotals] = field(
        default_factory=lambda: {player: PlayerTotals() for player in PLAYERS}
    )
    hours: Counter[int] = field(default_factory=Counter)

    @property
    def minutes(self) -> int:
        """The time that was played, in whole minutes."""
        return self.play_ns // 60_000_000_000

    def add(self, result: DealResult, computers: Mapping[Player, str], hour: int) -> None:
        """Count a deal that was played at that hour of the day."""
        self.games += 1
        self.play_ns += result.duration_ns
        self.players[result.winner].wins += 1
        for player in PLAYERS:
            if player in computers:
                continue
            total, deal = self.players[player], result.players[player]
            total.plays += deal.plays
            total.misplays += deal.misplays
            total.beaten += deal.beaten
            total.best_ns = _least(total.best_ns, deal.best_ns)
            total.longest_run = max(total.longest_run, deal.longest_run)
            if deal.slap_ns is not None:
                total.slaps += 1
                total.slaps_ns += deal.slap_ns
                total.best_slap_ns = _least(total.best_slap_ns, deal.slap_ns)
            total.times.update(deal.times)
            if deal.times:
                self.hours[hour] += sum(deal.times.values())


@dataclass(frozen=True, slots=True)
class Best:
    """An entry of a best list. `set_on`: the date that the clock showed, which may have been wrong."""

    name: str
    value: int
    set_on: str


class BestLists:
    """The best lists, each with the best first; of equal values the earlier one is the better."""

    def __init__(self) -> None:
        self._lists: dict[Kind, list[Best]] = {kind: [] for kind in KINDS}

    def get(self, kind: Kind) -> tuple[Best, ...]:
        """One list."""
        return tuple(self._lists[kind])

    def qualifies(self, kind: Kind, value: int) -> bool:
        """Whether the value would come onto the list."""
        entries = self._lists[kind]
        return len(entries) < PLACES or _order(kind, value) < _order(kind, entries[-1].value)

    def add(self, kind: Kind, entry: Best) -> None:
        """Put an entry in its place, and let the last one go if the list is full."""
        entries = self._lists[kind]
        entries.append(entry)
        entries.sort(key=lambda each: _order(kind, each.value))
        del entries[PLACES:]


def check_name(name: str) -> None:
    """Refuse what is no name for a best list.

    Raises:
        ValueError: it is not three letters or spaces.
    """
    if len(name) != NAME_LENGTH or any(letter not in NAME_LETTERS for letter in name):
        raise ValueError(
            f"{name!r} is no name for the best list; it must be three letters, A to Z, or spaces"
        )


def clock_is_set(moment: datetime) -> bool:
    """Whether the clock can be right."""
    return moment.year >= FIRST_PLAUSIBLE_YEAR


def hour_of(moment: datetime) -> int:
    """The hour of the day at which something is counted."""
    return moment.hour if clock_is_set(moment) else UNKNOWN_HOUR


def dated(moment: datetime) -> str:
    """A date as it is kept: a label, by which nothing is ever ordered."""
    return moment.isoformat(sep=" ", timespec="seconds")


def median_of(times: Mapping[int, int]) -> int | None:
    """The median of times in buckets: the middle of its bucket, or the last one's lower end."""
    half = sum(times.values()) / 2
    seen = 0
    for bucket, count in sorted(times.items()):
        seen += count
        if seen >= half:
            return bucket * BUCKET_NS + (BUCKET_NS // 2 if bucket < LAST_BUCKET else 0)
    return None


def _order(kind: Kind, value: int) -> int:
    """What is better is less."""
    return -value if kind == "longest_run" else value


def _least(one: int | None, other: int | None) -> int | None:
    return min((value for value in (one, other) if value is not None), default=None)
