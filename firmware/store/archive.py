"""The store as the owner reads it: all in numbers, every deal in a table, and which dates must be wrong."""

import csv
import sqlite3
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final, TextIO

from firmware.store.opening import FILE, reading
from firmware.store.rows import Contents, read_contents
from firmware.store.schema import damage_told
from firmware.store.statistics import BUCKET_NS, PLAYERS
from firmware.store.totals import FIRST_PLAUSIBLE_YEAR, KINDS, PlayerTotals

DEAL_COLUMNS: Final = (
    "match", "deal", "won", "date_doubtful", "preset", "winner", "score", "duration_ns", "cards_left",
    "player", "level", "plays", "misplays", "beaten", "average_ns", "median_ns", "best_ns", "longest_run",
    "run_ns", "slap_ns",
)  # fmt: skip
"""Of the table of deals: a line for each player of each deal. A computer player's numbers are empty."""

_DEALS: Final = """
    SELECT d.match, d.number, d.won, m.preset, d.winner, d.score, d.duration_ns, d.cards_left, s.player,
        ifnull(json_extract(m.computers, '$.' || s.player), 'person'),
        p.plays, p.misplays, p.beaten, p.average_ns, p.median_ns, p.best_ns, p.longest_run, p.run_ns,
        p.slap_ns
    FROM deals d JOIN matches m ON m.id = d.match
    JOIN (SELECT 1 AS player UNION SELECT 2) s
    LEFT JOIN deal_players p ON p.match = d.match AND p.number = d.number AND p.player = s.player
    ORDER BY d.match, d.number, s.player
"""


@dataclass(frozen=True, slots=True)
class Archive:
    """All that a store holds. `deals`: lines of `DEAL_COLUMNS`, the oldest first."""

    contents: Contents
    deals: Sequence[tuple[object, ...]]


def read_archive(folder: Path) -> Archive:
    """Read the store in a folder, without changing it.

    Raises:
        StoreError: it cannot be read; the message names the file.
    """
    with reading(folder / FILE) as database:
        return Archive(read_contents(database), _deals(database))


def write_deals(archive: Archive, output: TextIO) -> None:
    """Write the table of deals as CSV."""
    table = csv.writer(output, lineterminator="\n")
    table.writerow(DEAL_COLUMNS)
    table.writerows(archive.deals)


def doubtful(dates: Sequence[str]) -> list[bool]:
    """Which of some dates, in the order of what they label, must be wrong.

    Those from before there was this program, and the fewest others without which the rest is in order.
    """
    plausible = [place for place, date in enumerate(dates) if date >= str(FIRST_PLAUSIBLE_YEAR)]
    # The longest run in order: for each length of a run, the earliest date that one can end with.
    ends: list[str] = []
    last_places: list[int] = []
    before: dict[int, int | None] = {}
    for place in plausible:
        length = bisect_right(ends, dates[place])
        before[place] = last_places[length - 1] if length else None
        ends[length : length + 1] = [dates[place]]
        last_places[length : length + 1] = [place]
    right: set[int] = set()
    place_before = last_places[-1] if last_places else None
    while place_before is not None:
        right.add(place_before)
        place_before = before[place_before]
    return [place not in right for place in range(len(dates))]


def numbers(contents: Contents) -> dict[str, object]:
    """All deals together, as plain values."""
    totals = contents.totals
    return {
        "games": totals.games,
        "minutes": totals.minutes,
        "players": {str(player): _player_numbers(totals.players[player]) for player in PLAYERS},
        "plays_by_hour": {str(hour): count for hour, count in sorted(totals.hours.items())},
        "best": {kind: [asdict(entry) for entry in contents.best.get(kind)] for kind in KINDS},
    }


def _player_numbers(total: PlayerTotals) -> Mapping[str, object]:
    return {
        "wins": total.wins,
        "plays": total.plays,
        "misplays": total.misplays,
        "beaten": total.beaten,
        "median_ns": total.median_ns,
        "best_ns": total.best_ns,
        "longest_run": total.longest_run,
        "slaps": total.slaps,
        "average_slap_ns": total.average_slap_ns,
        "best_slap_ns": total.best_slap_ns,
        "times_to_play": [
            {"from_ns": bucket * BUCKET_NS, "count": count} for bucket, count in sorted(total.times.items())
        ],
    }


def _deals(database: sqlite3.Connection) -> list[tuple[object, ...]]:
    with damage_told():
        lines = database.execute(_DEALS).fetchall()
        marks = doubtful([line[2] for line in lines])
        return [(*line[:3], int(mark), *line[3:]) for line, mark in zip(lines, marks, strict=True)]
