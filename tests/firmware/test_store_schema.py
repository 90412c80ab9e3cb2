"""A store is brought up to date from every earlier version, step by step, and refused from a later one."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from firmware.store.opening import FILE, reading
from firmware.store.schema import (
    STEPS,
    DamagedError,
    NewerError,
    StoreError,
    open_database,
    open_for_reading,
)

LATER = (
    *STEPS,
    "ALTER TABLE matches ADD COLUMN place TEXT NOT NULL DEFAULT 'home'",
    "CREATE TABLE visitors (name TEXT NOT NULL) STRICT; INSERT INTO visitors SELECT name FROM best",
)
"""The versions that there are, and two that there may be."""


def version(path: Path) -> int:
    with closing(sqlite3.connect(path)) as database:
        (number,) = database.execute("PRAGMA user_version").fetchone()
        return int(number)


def made(path: Path, steps: int) -> None:
    """A store of the version that so many steps make, with something in it."""
    with closing(open_database(path, LATER[:steps])) as database:
        if steps:
            database.execute("INSERT INTO best VALUES (1, 'longest_run', 'ABC', 7, '2026-01-01')")
            database.execute(
                "INSERT INTO matches (id, state, begun, preset, computers)"
                " VALUES (1, 'over', '2026-01-01', 'kids', '{}')"
            )


@pytest.mark.parametrize("steps", range(len(LATER) + 1))
def test_a_store_of_every_earlier_version_is_brought_up_to_date_with_all_in_it(
    tmp_path: Path, steps: int
) -> None:
    path = tmp_path / FILE
    made(path, steps)
    with closing(open_database(path, LATER)) as database:
        assert database.execute("SELECT name, value FROM best").fetchall() == ([("ABC", 7)] if steps else [])
        assert database.execute("SELECT preset, place FROM matches").fetchall() == (
            [("kids", "home")] if steps else []
        )
        # What is made of older rows is made once.
        count = 1 if 0 < steps < len(LATER) else 0
        assert database.execute("SELECT count(*) FROM visitors").fetchone() == (count,)
    assert version(path) == len(LATER)


def test_a_step_that_fails_leaves_the_version_before_it(tmp_path: Path) -> None:
    path = tmp_path / FILE
    made(path, 1)
    half = "ALTER TABLE matches ADD COLUMN place TEXT; INSERT INTO nowhere VALUES (1)"
    with pytest.raises(DamagedError, match="nowhere"):
        open_database(path, (*STEPS, half))
    assert version(path) == 1
    with closing(open_database(path, LATER)) as database:
        assert database.execute("SELECT place FROM matches").fetchall() == [("home",)]


def test_a_later_version_is_refused_with_both_numbers(tmp_path: Path) -> None:
    path = tmp_path / FILE
    made(path, len(LATER))
    with pytest.raises(NewerError, match=f"version is {len(LATER)}, .* none after {len(STEPS)}"):
        open_database(path)
    with pytest.raises(NewerError, match="newer program"):
        open_for_reading(path)
    with pytest.raises(StoreError, match=FILE), reading(path):
        pass
    assert version(path) == len(LATER)


def test_an_earlier_version_is_not_changed_by_reading(tmp_path: Path) -> None:
    path = tmp_path / FILE
    made(path, 1)
    with pytest.raises(StoreError, match="its version is 1"):
        open_for_reading(path, LATER)
    assert version(path) == 1
