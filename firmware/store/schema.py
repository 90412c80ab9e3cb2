"""The store's file: its tables, the steps from each version to the next, and opening it with care."""

import errno
import os
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final

STEPS: Final = (
    """
    CREATE TABLE kept (
        name TEXT PRIMARY KEY,
        value TEXT NOT NULL CHECK (json_type(value) = 'object')
    ) STRICT;
    CREATE TABLE matches (
        id INTEGER PRIMARY KEY,
        state TEXT NOT NULL CHECK (state IN ('playing', 'over', 'abandoned')),
        begun TEXT NOT NULL,
        preset TEXT NOT NULL,
        computers TEXT NOT NULL CHECK (json_type(computers) = 'object'),
        winner INTEGER CHECK (winner IN (1, 2)),
        deals INTEGER NOT NULL DEFAULT 0,
        score1 INTEGER NOT NULL DEFAULT 0,
        score2 INTEGER NOT NULL DEFAULT 0
    ) STRICT;
    CREATE TABLE deals (
        match INTEGER NOT NULL,
        number INTEGER NOT NULL,
        won TEXT NOT NULL,
        winner INTEGER NOT NULL CHECK (winner IN (1, 2)),
        score INTEGER NOT NULL,
        duration_ns INTEGER NOT NULL,
        cards_left INTEGER NOT NULL,
        PRIMARY KEY (match, number)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE deal_players (
        match INTEGER NOT NULL,
        number INTEGER NOT NULL,
        player INTEGER NOT NULL CHECK (player IN (1, 2)),
        plays INTEGER NOT NULL,
        misplays INTEGER NOT NULL,
        beaten INTEGER NOT NULL,
        average_ns INTEGER,
        median_ns INTEGER,
        best_ns INTEGER,
        longest_run INTEGER NOT NULL,
        run_ns INTEGER NOT NULL,
        slap_ns INTEGER,
        PRIMARY KEY (match, number, player)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE times (
        player INTEGER NOT NULL CHECK (player IN (1, 2)),
        hour INTEGER NOT NULL CHECK (hour BETWEEN -1 AND 23),
        bucket INTEGER NOT NULL CHECK (bucket BETWEEN 0 AND 200),
        count INTEGER NOT NULL CHECK (count >= 0),
        PRIMARY KEY (player, hour, bucket)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE best (
        id INTEGER PRIMARY KEY,
        kind TEXT NOT NULL CHECK (kind IN ('fastest_deal', 'quickest_average', 'longest_run')),
        name TEXT NOT NULL CHECK (length(name) = 3),
        value INTEGER NOT NULL,
        set_on TEXT NOT NULL
    ) STRICT;
    """,
)
"""Step N makes version N + 1 of version N; version 0 is an empty file."""

WITHOUT_ROOM: Final = frozenset({sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR_SHMSIZE})
"""SQLite's words for a full disk; the second is for a file of its own that cannot grow."""

SURROUNDINGS: Final = frozenset(
    {
        sqlite3.SQLITE_AUTH,
        sqlite3.SQLITE_BUSY,
        sqlite3.SQLITE_CANTOPEN,
        sqlite3.SQLITE_FULL,
        sqlite3.SQLITE_INTERRUPT,
        sqlite3.SQLITE_IOERR,
        sqlite3.SQLITE_LOCKED,
        sqlite3.SQLITE_NOMEM,
        sqlite3.SQLITE_PERM,
        sqlite3.SQLITE_PROTOCOL,
        sqlite3.SQLITE_READONLY,
    }
)
"""Errors of the disk and of other programs: the file itself may be sound."""

OPENING_S: Final = 2.0
WRITING_S: Final = 0.2
"""How long another program's lock is waited for at the beginning, and while recordings wait to be written."""


class StoreError(Exception):
    """The store cannot be used; the message says why."""


class NewerError(StoreError):
    """The file is of a version of the program that is newer than this one."""

    def __init__(self, version: int, known: int) -> None:
        super().__init__(
            f"its version is {version}, and this program knows none after {known}: install a newer program"
        )
        self.version, self.known = version, known


class DamagedError(StoreError):
    """The file is no store, or not a sound one."""


def open_database(path: Path, steps: Sequence[str] = STEPS) -> sqlite3.Connection:
    """Open the file, create it or bring it up to the latest version, and check it.

    The connection is meant for one thread, which need not be the caller's.

    Raises:
        NewerError: it is of a later version; it is left as it is.
        DamagedError: it is damaged, or no such file at all.
        sqlite3.Error: it cannot be opened here and now.
    """
    connection = sqlite3.connect(path, timeout=OPENING_S, isolation_level=None, check_same_thread=False)
    with _closed_if_useless(connection):
        version = _version(connection, len(steps))
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        _check(connection)
        for number in range(version, len(steps)):
            _take_step(connection, steps[number], number + 1)
        connection.execute(f"PRAGMA busy_timeout = {round(1000 * WRITING_S)}")
    return connection


def open_for_reading(path: Path, steps: Sequence[str] = STEPS) -> sqlite3.Connection:
    """Open the file without changing it, also while the cabinet is writing to it.

    Raises:
        StoreError: it is damaged, or of another version.
        sqlite3.Error: it cannot be opened here and now.
    """
    connection = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, timeout=OPENING_S)
    with _closed_if_useless(connection):
        version = _version(connection, len(steps))
        if version < len(steps):
            raise StoreError(
                f"its version is {version}: start the cabinet's program once, to bring it up to date"
            )
        _check(connection)
    return connection


def of_surroundings(error: Exception) -> bool:
    """Whether an error is one of the disk or of another program, and may pass."""
    # Python's own complaints carry no code.
    code = getattr(error, "sqlite_errorcode", None)
    return code is not None and code & 0xFF in SURROUNDINGS


def reason(error: Exception) -> str:
    """Why something could not be opened or written, in the system's words."""
    if isinstance(error, OSError):
        return error.strerror or str(error)
    if getattr(error, "sqlite_errorcode", None) in WITHOUT_ROOM:
        return os.strerror(errno.ENOSPC)
    return str(error)


@contextmanager
def damage_told() -> Iterator[None]:
    """Tell an error that is the file's fault from one of its surroundings.

    Raises:
        DamagedError: for all that reading stumbles over because it was never written so.
    """
    try:
        yield
    except sqlite3.Error as error:
        if of_surroundings(error):
            raise
        raise DamagedError(str(error)) from error
    except (LookupError, TypeError, ValueError, RecursionError) as error:
        # SQLite's checks stand in the same file and may be damaged too; its messages quote what is no text.
        raise DamagedError(f"something stands in it that was never written: {error}") from error


@contextmanager
def _closed_if_useless(connection: sqlite3.Connection) -> Iterator[None]:
    try:
        with damage_told():
            yield
    except BaseException:
        connection.close()
        raise


def _check(connection: sqlite3.Connection) -> None:
    """Look through the whole file."""
    with closing(connection.execute("PRAGMA integrity_check(1)")) as answer:
        (finding,) = answer.fetchone()
    if finding != "ok":
        # The first line only names the database.
        raise DamagedError(str(finding).splitlines()[-1])


def _version(connection: sqlite3.Connection, known: int) -> int:
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if version > known:
        raise NewerError(version, known)
    if version < 0:
        raise DamagedError(f"its version is {version}")
    return int(version)


def _take_step(connection: sqlite3.Connection, step: str, version: int) -> None:
    """All of a step is done, or nothing of it."""
    try:
        connection.executescript(f"BEGIN IMMEDIATE; {step}; PRAGMA user_version = {version}; COMMIT")
    except sqlite3.Error:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise
