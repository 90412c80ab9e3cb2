"""The one thread that writes: everything in the order in which it was asked for, and nobody waits for it."""

import sqlite3
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from math import inf
from queue import Empty
from threading import Condition, Thread
from typing import Final, TypeAlias

from firmware.store.faults import Faults
from firmware.store.journal import Journal
from firmware.store.schema import of_surroundings, reason
from firmware.text import say
from hal.handover import Handover

Ticket: TypeAlias = int
"""Stands for one promised change; tickets count up in the order of the changes."""

Change: TypeAlias = Callable[[sqlite3.Connection], None]
"""Writes something to the database, inside a transaction."""

AGAIN_AFTER_S: Final = 5.0
"""How long after a change could not be made it is tried again."""

SYNC_AFTER_S: Final = 0.5
"""How long a line of a recording may wait for the next ones before all are forced onto the disk."""


class Writer:
    """Takes changes and lines from one thread and brings them to the disk in another.

    Changes that cannot be made, because the disk is full or locked, wait and are tried again, with those that
    follow, so that none is overtaken. Only one that the database refuses whatever the disk is left out, and
    is never saved. Without a `database` nothing is ever saved.

    `promised`: the last ticket; when it is saved, all is.
    """

    def __init__(self, database: sqlite3.Connection | None, faults: Faults) -> None:
        self._database = database
        self._faults = faults
        self._jobs: Handover[Callable[[], None] | None] = Handover()
        self.promised: Ticket = 0
        self._saved: Ticket = 0
        self._refused: set[Ticket] = set()
        self._progress = Condition()
        self._waiting: list[tuple[Ticket, Change]] = []
        self._again_s = 0.0
        self._unsynced: dict[Journal, float] = {}
        self._open: set[Journal] = set()
        self._ended: set[Journal] = set()
        # A daemon: a disk that hangs for ever must not keep the program from ending.
        self._thread = Thread(target=self._run, name="store", daemon=True)
        self._thread.start()

    def promise(self, change: Change) -> Ticket:
        """Have a change made; all lines written before it reach the disk first."""
        self.promised += 1
        if self._database is not None:
            self._jobs.put(partial(self._make, self.promised, change))
        return self.promised

    def saved(self, ticket: Ticket) -> bool:
        """Whether the change is on the disk for good."""
        return ticket <= self._saved and ticket not in self._refused

    def wait(self, ticket: Ticket, timeout_s: float) -> bool:
        """Wait, in any thread, until a change is saved, for so long at most; whether it is."""
        with self._progress:
            self._progress.wait_for(lambda: self._database is None or self._saved >= ticket, timeout_s)
        return self.saved(ticket)

    def save(self) -> None:
        """Have all changes so far saved before anything that follows is done, if they can be."""
        self._jobs.put(self._save)

    def write(self, journal: Journal, line: str) -> None:
        """Have a line added to a recording; it is on the disk about `SYNC_AFTER_S` later."""
        self._jobs.put(partial(self._add, journal, line))

    def end(self, journal: Journal) -> None:
        """Have a recording closed when all of it is on the disk; no line of it follows."""
        self._jobs.put(partial(self._end, journal))

    def do(self, work: Callable[[], None]) -> None:
        """Have some other work done in its turn."""
        self._jobs.put(work)

    @property
    def ended(self) -> bool:
        """Whether nothing will be written any more."""
        return not self._thread.is_alive()

    def close(self, timeout_s: float) -> bool:
        """Bring what is left to the disk; whether all was saved within the time."""
        self._jobs.put(None)
        self._thread.join(timeout_s)
        return self.ended and (self._database is None or self._saved == self.promised)

    def _run(self) -> None:
        while True:
            self._attempt(self._catch_up)
            try:
                job = self._jobs.get(timeout=self._wait_s())
            except Empty:
                continue
            if job is None:
                break
            self._attempt(job)
        self._attempt(self._save)
        for journal in self._open:
            journal.close()
        if self._database is not None:
            with suppress(sqlite3.Error):
                self._database.close()

    def _attempt(self, work: Callable[[], None]) -> None:
        """Do some work; if there is a mistake in it, all other work is still done."""
        try:
            work()
        except Exception as error:
            self._report_unwritten(error, error)

    def _catch_up(self) -> None:
        """Do what is due."""
        # Lines and changes that wait already are taken in first: all need one write and one sync.
        if not self._jobs.qsize():
            for journal in self._unsynced:
                journal.hand_over()
            if self._waiting and time.monotonic() >= self._again_s:
                self._save()
        if time.monotonic() >= min(self._unsynced.values(), default=inf):
            self._sync()

    def _wait_s(self) -> float | None:
        """How long there is nothing to do unless something is asked for; None for ever."""
        due_s = min([*self._unsynced.values(), *([self._again_s] if self._waiting else [])], default=None)
        return None if due_s is None else max(0.0, due_s - time.monotonic())

    def _add(self, journal: Journal, line: str) -> None:
        self._open.add(journal)
        journal.add(line)
        self._unsynced.setdefault(journal, time.monotonic() + SYNC_AFTER_S)

    def _end(self, journal: Journal) -> None:
        self._open.add(journal)
        self._ended.add(journal)
        self._unsynced[journal] = time.monotonic()

    def _sync(self) -> None:
        """Force every line onto the disk; what cannot be written is tried again later."""
        again_s = time.monotonic() + SYNC_AFTER_S
        self._unsynced = {journal: again_s for journal in self._unsynced if not journal.sync()}
        for journal in self._ended - self._unsynced.keys():
            journal.close()
            self._ended.remove(journal)
            self._open.discard(journal)

    def _make(self, ticket: Ticket, change: Change) -> None:
        self._waiting.append((ticket, change))
        self._again_s = 0.0

    def _save(self) -> None:
        """Force every line onto the disk, then all changes that wait, or none of them."""
        self._sync()
        if self._database is None or not self._waiting:
            return
        self._again_s = time.monotonic() + AGAIN_AFTER_S
        try:
            self._commit(self._database)
        except sqlite3.Error as error:
            self._report_unwritten(error)
            return
        finally:
            if self._database.in_transaction:
                with suppress(sqlite3.Error):
                    self._database.rollback()
        with self._progress:
            self._saved = self._waiting[-1][0]
            self._progress.notify_all()
        self._waiting.clear()

    def _commit(self, database: sqlite3.Connection) -> None:
        """Make all changes that wait but those that are refused.

        Raises:
            sqlite3.Error: nothing can be written here and now.
        """
        database.execute("BEGIN IMMEDIATE")
        for ticket, change in self._waiting:
            database.execute("SAVEPOINT before")
            try:
                change(database)
            except Exception as error:
                if of_surroundings(error):
                    raise
                database.execute("ROLLBACK TO before")
                self._refused.add(ticket)
                self._faults.report(
                    say("faults.store_refused", reason=str(error)),
                    f"A change of the store was refused and is left out: {error}.",
                    error,
                )
            database.execute("RELEASE before")
        database.execute("COMMIT")

    def _report_unwritten(self, error: Exception, mistake: Exception | None = None) -> None:
        why = reason(error)
        self._faults.report(
            say("faults.store_not_written", reason=why),
            f"The store cannot be written: {why}. The game goes on.",
            mistake,
        )
