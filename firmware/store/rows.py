"""What stands in the store's tables: reading it all, and the changes that are made to it."""

import json
import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from firmware.game.events import Player
from firmware.store.schema import damage_told
from firmware.store.statistics import PLAYERS, DealResult
from firmware.store.totals import Best, BestLists, Kind, Totals
from firmware.store.writer import Change


@dataclass(frozen=True, slots=True)
class MatchRow:
    """A match that has not ended. `deals`: how many of its deals were saved."""

    number: int
    computers: Mapping[Player, str]
    deals: int


@dataclass(slots=True)
class Contents:
    """All that the cabinet needs to know of the store while it runs. `last_match`: the highest number."""

    kept: dict[str, dict[str, object]] = field(default_factory=dict)
    totals: Totals = field(default_factory=Totals)
    best: BestLists = field(default_factory=BestLists)
    last_match: int = 0
    playing: MatchRow | None = None


def read_contents(database: sqlite3.Connection) -> Contents:
    """Read it all.

    Raises:
        DamagedError: something stands there that was never written.
        sqlite3.Error: it cannot be read.
    """
    with damage_told():
        return Contents(
            kept={name: dict(json.loads(value)) for name, value in database.execute("SELECT * FROM kept")},
            totals=_totals(database),
            best=_best(database),
            last_match=_numbers(database, "SELECT ifnull(max(id), 0) FROM matches")[0][0],
            playing=_playing(database),
        )


def _numbers(database: sqlite3.Connection, query: str) -> list[tuple[Any, ...]]:
    """The rows that a query gives: whole numbers, and None where there are none.

    Raises:
        TypeError: there is something else among them.
    """
    rows = database.execute(query).fetchall()
    for row in rows:
        for value in row:
            if not isinstance(value, int | None):
                raise TypeError(f"{value!r} in place of a number")
    return rows


def _totals(database: sqlite3.Connection) -> Totals:
    totals = Totals()
    ((totals.games, totals.play_ns),) = _numbers(
        database, "SELECT count(*), ifnull(sum(duration_ns), 0) FROM deals"
    )
    for player in PLAYERS:
        total = totals.players[player]
        ((total.wins,),) = _numbers(database, f"SELECT count(*) FROM deals WHERE winner = {player}")
        (row,) = _numbers(
            database,
            "SELECT ifnull(sum(plays), 0), ifnull(sum(misplays), 0), ifnull(sum(beaten), 0), min(best_ns),"
            " ifnull(max(longest_run), 0), count(slap_ns), ifnull(sum(slap_ns), 0), min(slap_ns)"
            f" FROM deal_players WHERE player = {player}",
        )
        total.plays, total.misplays, total.beaten, total.best_ns, total.longest_run = row[:5]
        total.slaps, total.slaps_ns, total.best_slap_ns = row[5:]
        for hour, bucket, count in _numbers(
            database, f"SELECT hour, bucket, count FROM times WHERE player = {player}"
        ):
            total.times[bucket] += count
            totals.hours[hour] += count
    return totals


def _best(database: sqlite3.Connection) -> BestLists:
    best = BestLists()
    for kind, name, value, set_on in database.execute(
        "SELECT kind, name, value, set_on FROM best ORDER BY id"
    ):
        if not (isinstance(name, str) and isinstance(value, int) and isinstance(set_on, str)):
            raise TypeError(f"{name!r}, {value!r} in a best list")
        best.add(kind, Best(name, value, set_on))
    return best


def _playing(database: sqlite3.Connection) -> MatchRow | None:
    rows = _numbers(
        database, "SELECT id, deals FROM matches WHERE state = 'playing' ORDER BY id DESC LIMIT 1"
    )
    for number, deals in rows:
        (text,) = database.execute("SELECT computers FROM matches WHERE id = ?", (number,)).fetchone()
        levels = json.loads(text)
        computers = {player: str(levels[str(player)]) for player in PLAYERS if str(player) in levels}
        return MatchRow(number, computers, deals)
    return None


def keep(name: str, value: Mapping[str, object]) -> Change:
    """Keep an object under a name, in place of the one before."""
    text = json.dumps(value)
    return _statement("INSERT OR REPLACE INTO kept VALUES (?, ?)", name, text)


def begin_match(number: int, begun: str, preset: str, computers: Mapping[Player, str]) -> Change:
    """A match begins; one that was still in play will not be gone on with."""
    levels = json.dumps(computers)

    def change(database: sqlite3.Connection) -> None:
        database.execute("UPDATE matches SET state = 'abandoned' WHERE state = 'playing'")
        database.execute(
            "INSERT INTO matches (id, state, begun, preset, computers) VALUES (?, 'playing', ?, ?, ?)",
            (number, begun, preset, levels),
        )

    return change


def win_deal(match: int, won: str, hour: int, result: DealResult, computers: Mapping[Player, str]) -> Change:
    """A deal was won."""

    def change(database: sqlite3.Connection) -> None:
        database.execute(
            "INSERT INTO deals VALUES (?, ?, ?, ?, ?, ?, ?)",
            (match, result.number, won, result.winner, result.score, result.duration_ns, result.cards_left),
        )
        database.execute(
            "UPDATE matches SET deals = ?, score1 = ?, score2 = ? WHERE id = ?",
            (result.number, result.scores[1], result.scores[2], match),
        )
        for player, deal in result.players.items():
            if player in computers:
                continue
            database.execute(
                "INSERT INTO deal_players VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (
                    match,
                    result.number,
                    player,
                    deal.plays,
                    deal.misplays,
                    deal.beaten,
                    deal.average_ns,
                    deal.median_ns,
                    deal.best_ns,
                    deal.longest_run,
                    deal.run_ns,
                    deal.slap_ns,
                ),
            )
            database.executemany(
                "INSERT INTO times VALUES (?, ?, ?, ?)"
                " ON CONFLICT DO UPDATE SET count = count + excluded.count",
                [(player, hour, bucket, count) for bucket, count in deal.times.items()],
            )

    return change


def end_match(number: int, state: str, winner: Player | None) -> Change:
    """A match is over or abandoned."""
    return _statement("UPDATE matches SET state = ?, winner = ? WHERE id = ?", state, winner, number)


def add_best(kind: Kind, entry: Best) -> Change:
    """Put an entry onto a best list; more than the list holds are kept out when it is read."""
    return _statement(
        "INSERT INTO best (kind, name, value, set_on) VALUES (?, ?, ?, ?)",
        kind,
        entry.name,
        entry.value,
        entry.set_on,
    )


def reset_statistics(database: sqlite3.Connection) -> None:
    """Count from nothing again; the matches and their recordings stay."""
    for table in ("deal_players", "deals", "times"):
        database.execute(f"DELETE FROM {table}")


def reset_best(database: sqlite3.Connection) -> None:
    """Empty the best lists."""
    database.execute("DELETE FROM best")


def _statement(sql: str, *values: object) -> Change:
    return partial(_execute, sql, values)


def _execute(sql: str, values: tuple[object, ...], database: sqlite3.Connection) -> None:
    database.execute(sql, values)
