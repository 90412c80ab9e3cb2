"""Opening the store, whatever has become of it: it never fails, it only keeps less."""

import os
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from datetime import datetime
from pathlib import Path
from typing import Final

from firmware.store.faults import Faults
from firmware.store.journal import sync_folder
from firmware.store.rows import Contents, read_contents
from firmware.store.schema import (
    DamagedError,
    NewerError,
    StoreError,
    open_database,
    open_for_reading,
    reason,
)
from firmware.text import say

FILE: Final = "speed-cabinet.db"
LOCK: Final = "speed-cabinet.lock"
COMPANIONS: Final = ("-wal", "-shm")
"""What SQLite writes beside the file; `-wal` holds the latest changes."""


class InUseError(Exception):
    """Another program has the store."""


class Opened:
    """The store as far as it could be opened. Without a `database` nothing can be saved."""

    def __init__(
        self,
        contents: Contents,
        database: sqlite3.Connection | None = None,
        lock: sqlite3.Connection | None = None,
    ) -> None:
        self.contents = contents
        self.database = database
        self._lock = lock

    def release(self) -> None:
        """Let another program have the store; to be called when the database is closed."""
        if self._lock is not None:
            self._lock.close()


def open_store_files(folder: Path, faults: Faults, now: datetime) -> Opened:
    """Open or create the store in a folder; what is wrong is reported."""
    path = folder / FILE
    lock = None
    try:
        folder.mkdir(parents=True, exist_ok=True)
        lock = _take_lock(folder / LOCK)
        try:
            return _open(path, lock)
        except DamagedError as error:
            name = _set_aside(path, now)
            faults.report(
                say("faults.store_damaged", file=name),
                f"{path} is damaged ({error}); it is kept as {name}, and a new one is begun.",
            )
            return _open(path, lock)
    except NewerError as error:
        faults.report(
            say("faults.store_newer", version=error.version, known=error.known), f"{path}: {error}."
        )
    except InUseError:
        faults.report(
            say("faults.store_in_use"), f"{path} is in use by another program; nothing is saved this time."
        )
    except (OSError, sqlite3.Error, DamagedError) as error:
        why = reason(error)
        faults.report(
            say("faults.store_not_opened", reason=why),
            f"{path} cannot be opened for writing ({why}); nothing is saved this time.",
        )
    if lock is not None:
        lock.close()
    return Opened(_read_anyway(path))


@contextmanager
def reading(path: Path) -> Iterator[sqlite3.Connection]:
    """The store's file for reading alone, even while the cabinet writes to it or its disk is read-only.

    Raises:
        StoreError: it cannot be read; the message names the file.
    """
    if not path.is_file():
        raise StoreError(f"{path}: there is no store; play a match first, or give its folder with --state")
    try:
        with ExitStack() as stack:
            try:
                database = stack.enter_context(closing(open_for_reading(path)))
            except sqlite3.Error:
                database = stack.enter_context(copied(path))
            yield database
    except StoreError as error:
        raise StoreError(f"{path}: {error}") from error
    except (OSError, sqlite3.Error) as error:
        raise StoreError(f"{path} cannot be read: {error}") from error


@contextmanager
def copied(path: Path) -> Iterator[sqlite3.Connection]:
    """A copy of the store's file: SQLite cannot read the latest changes where it cannot write.

    Raises:
        OSError, sqlite3.Error, StoreError: it cannot be read.
    """
    with tempfile.TemporaryDirectory() as place:
        copy = Path(place) / FILE
        shutil.copyfile(path, copy)
        wal = path.with_name(path.name + "-wal")
        if wal.exists():
            shutil.copyfile(wal, copy.with_name(copy.name + "-wal"))
        with closing(open_database(copy)) as database:
            yield database


def _open(path: Path, lock: sqlite3.Connection) -> Opened:
    is_new = not path.exists()
    database = open_database(path)
    try:
        contents = read_contents(database)
        if is_new:
            sync_folder(path.parent)
    except BaseException:
        database.close()
        raise
    return Opened(contents, database, lock)


def _read_anyway(path: Path) -> Contents:
    """What can still be read: settings and totals are shown even if nothing can be saved."""
    try:
        with copied(path) as database:
            return read_contents(database)
    except (OSError, sqlite3.Error, StoreError):
        return Contents()


def _take_lock(path: Path) -> sqlite3.Connection:
    """Lock the store for this program. The system lifts the lock even if the program is killed.

    Raises:
        InUseError: another program has it.
        sqlite3.Error: the lock's file cannot be written.
    """
    lock = sqlite3.connect(path, timeout=0, isolation_level=None, check_same_thread=False)
    try:
        # Nothing is ever written to it, and so no journal is wanted beside it.
        lock.execute("PRAGMA journal_mode = MEMORY")
        lock.execute("BEGIN EXCLUSIVE")
    except sqlite3.Error as error:
        lock.close()
        if getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_BUSY:
            raise InUseError from error
        raise
    return lock


def _set_aside(path: Path, now: datetime) -> str:
    """Give a damaged file, with what belongs to it, another name, and return that.

    Raises:
        OSError: it cannot be renamed.
    """
    stem = f"{path.stem}.damaged-{now:%Y%m%d-%H%M%S}"
    name, number = f"{stem}{path.suffix}", 2
    while path.with_name(name).exists():
        name, number = f"{stem}-{number}{path.suffix}", number + 1
    for companion in COMPANIONS:
        beside = path.with_name(path.name + companion)
        if beside.exists():
            os.replace(beside, path.with_name(name + companion))
    os.replace(path, path.with_name(name))
    sync_folder(path.parent)
    return name
