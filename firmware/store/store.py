"""The store: what is kept, read from memory at once, and written by a thread of its own."""

import os
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Final

from firmware.game.events import Player
from firmware.opponents import LEVELS
from firmware.recording import LineError, NewMatch, Recording, new_match_line, read_recording
from firmware.store import rows
from firmware.store.export import Export, copy_to_stick
from firmware.store.faults import Faults
from firmware.store.journal import Journal, sync_file
from firmware.store.library import KEPT, RECORDINGS, Kept, Library, Replayed, replay
from firmware.store.match_log import MatchLog
from firmware.store.opening import open_store_files
from firmware.store.totals import Best, BestLists, Kind, Totals, check_name, dated
from firmware.store.writer import Ticket, Writer
from firmware.text import Text, say

SETTINGS: Final = "settings"
LAST_CHOICE: Final = "last_choice"
RUNS: Final = "runs"

SAVING_S: Final = 3.0
"""How long a copy waits for what is not saved yet."""


@dataclass(frozen=True, slots=True)
class Unfinished:
    """A match that a power cut ended: its recording, who was a computer player, and how it stands."""

    number: int
    recording: Recording
    computers: Mapping[Player, str]
    replayed: Replayed

    @property
    def scores(self) -> Mapping[Player, int]:
        """How the match stands."""
        return {player: seat.score for player, seat in self.replayed.referee.view().seats.items()}


class Store:
    """What is kept in one folder. Made by `open_store`; all calls come from one thread and none waits."""

    def __init__(
        self, folder: Path, now: Callable[[], datetime], kept: Kept, sync: Callable[[int], None]
    ) -> None:
        self._now = now
        self._sync = sync
        self._faults = Faults()
        self._opened = open_store_files(folder, self._faults, now())
        self._contents = self._opened.contents
        self._writer = Writer(self._opened.database, self._faults)
        self._folder = folder
        self._library = Library(folder / RECORDINGS, kept)
        self._export: Export | None = None
        # Files of a store that was damaged keep their numbers.
        self._last_match = max([self._contents.last_match, *self._library.numbers()])

    # What is wrong, and what is saved.

    def faults(self) -> tuple[Text, ...]:
        """What is wrong with the store, each thing once."""
        return self._faults.texts()

    def saved(self, ticket: Ticket) -> bool:
        """Whether a change is on the disk for good."""
        return self._writer.saved(ticket)

    def wait(self, ticket: Ticket, timeout_s: float) -> bool:
        """Wait until a change is on the disk for good, for so long at most; whether it is.

        The only call that waits, and that any thread may make.
        """
        return self._writer.wait(ticket, timeout_s)

    def close(self, timeout_s: float = 10.0) -> None:
        """Write what is left and finish a copy that is being made, for so long at most."""
        end_s = time.monotonic() + timeout_s
        if not self._writer.close(timeout_s):
            self._faults.report(say("faults.store_closed_early"), "Not all could be saved at the end.")
        if self._writer.ended:
            self._opened.release()
        if self._export is not None:
            self._export.finish(end_s - time.monotonic())

    # Settings.

    def settings(self) -> dict[str, object]:
        """The settings as they were saved last; empty if never."""
        return dict(self._contents.kept.get(SETTINGS, {}))

    def save_settings(self, settings: Mapping[str, object]) -> Ticket:
        """Keep all settings, as values that JSON has."""
        return self._keep(SETTINGS, settings)

    def last_choice(self) -> dict[str, object]:
        """What was chosen in the menu last; empty if never."""
        return dict(self._contents.kept.get(LAST_CHOICE, {}))

    def save_last_choice(self, choice: Mapping[str, object]) -> Ticket:
        """Keep what was chosen in the menu, as values that JSON has."""
        return self._keep(LAST_CHOICE, choice)

    def runs(self) -> dict[str, object]:
        """What is counted of the program's beginnings and ends; empty if nothing yet."""
        return dict(self._contents.kept.get(RUNS, {}))

    def save_runs(self, runs: Mapping[str, object]) -> Ticket:
        """Keep what is counted of the program's beginnings and ends, as values that JSON has."""
        return self._keep(RUNS, runs)

    def _keep(self, name: str, value: Mapping[str, object]) -> Ticket:
        self._contents.kept[name] = dict(value)
        return self._writer.promise(rows.keep(name, value))

    # Matches.

    def begin_match(self, new: NewMatch, computers: Mapping[Player, str]) -> MatchLog:
        """A match begins; one that a power cut ended will not be gone on with."""
        self._contents.playing = None
        self._last_match += 1
        number = self._last_match
        self._writer.promise(rows.begin_match(number, dated(self._now()), new.preset, computers))
        # A recording without its match could not be gone on with.
        self._writer.save()
        journal = self._journal(number)
        if journal is not None:
            self._writer.write(journal, new_match_line(new))
            # The new recording counts too.
            self._writer.do(journal.hand_over)
            self._writer.do(partial(self._library.prune, {number}))
        return self._log(number, computers, journal)

    def unfinished(self) -> Unfinished | None:
        """The match that a power cut ended, if it can be gone on with; it is told once.

        Deals that had been won but not yet been saved are saved now.
        """
        row, self._contents.playing = self._contents.playing, None
        if row is None:
            return None
        path = self._library.path(row.number)
        try:
            recording = read_recording(path, salvage=True)
        except (OSError, LineError):
            self._writer.promise(rows.end_match(row.number, "abandoned", None))
            return None
        replayed = replay(recording)
        # The program was killed, and the power is cut yet: no deal may be saved without its recording.
        self._writer.do(partial(sync_file, path))
        log = self._log(row.number, row.computers, None, row.deals)
        for deal in replayed.deals:
            log.deal_won(deal)
        winner = replayed.referee.view().match_winner
        if winner is not None:
            log.over(winner)
            return None
        if (
            not recording.edges
            or len(replayed.deals) < row.deals
            or not set(row.computers.values()) <= LEVELS.keys()
        ):
            log.abandon()
            return None
        return Unfinished(row.number, recording, row.computers, replayed)

    def resume(self, unfinished: Unfinished) -> MatchLog:
        """Go on with a match, in the same recording."""
        journal = self._journal(unfinished.number, unfinished.recording.size_bytes)
        return self._log(unfinished.number, unfinished.computers, journal, len(unfinished.replayed.deals))

    def forget(self, unfinished: Unfinished) -> Ticket:
        """Do not go on with a match; its recording stays."""
        return self._writer.promise(rows.end_match(unfinished.number, "abandoned", None))

    def recordings(self) -> list[int]:
        """The numbers of the matches whose recordings are kept, the newest first."""
        return self._library.numbers()

    def recording(self, number: int) -> Recording | None:
        """The recording of a match, as far as it can be read; None if it can't."""
        try:
            return read_recording(self._library.path(number), salvage=True)
        except (OSError, LineError):
            return None

    def _journal(self, number: int, size_bytes: int = 0) -> Journal | None:
        if self._opened.database is None:
            return None
        return Journal(self._library.path(number), self._faults, self._sync, size_bytes)

    def _log(
        self, number: int, computers: Mapping[Player, str], journal: Journal | None, deals: int = 0
    ) -> MatchLog:
        return MatchLog(self._writer, self._contents, self._now, number, computers, journal, deals)

    def export_to_stick(self) -> Export:
        """Begin to copy the recordings and statistics onto a USB stick, unless that is being done."""
        if self._export is None or self._export.over:
            self._export = Export(partial(self._copy, self._writer.promised, self._now()))
        return self._export

    def _copy(self, promised: Ticket, now: datetime) -> Text:
        # What was played a moment ago may be on its way to the disk yet.
        self.wait(promised, SAVING_S)
        return copy_to_stick(self._folder, now)

    # Statistics.

    def totals(self) -> Totals:
        """All deals together; not to be changed."""
        return self._contents.totals

    def reset_statistics(self) -> Ticket:
        """Count deals from nothing again."""
        self._contents.totals = Totals()
        return self._writer.promise(rows.reset_statistics)

    def best(self, kind: Kind) -> tuple[Best, ...]:
        """A best list, the best first."""
        return self._contents.best.get(kind)

    def qualifies(self, kind: Kind, value: int) -> bool:
        """Whether a value would come onto a best list."""
        return self._contents.best.qualifies(kind, value)

    def add_best(self, name: str, kind: Kind, value: int) -> Ticket:
        """Put a name of three letters onto a best list.

        Raises:
            ValueError: it is no such name.
        """
        check_name(name)
        entry = Best(name, value, dated(self._now()))
        self._contents.best.add(kind, entry)
        return self._writer.promise(rows.add_best(kind, entry))

    def reset_best(self) -> Ticket:
        """Empty the best lists."""
        self._contents.best = BestLists()
        return self._writer.promise(rows.reset_best)


def open_store(
    folder: Path,
    *,
    now: Callable[[], datetime] = datetime.now,
    kept: Kept = KEPT,
    sync: Callable[[int], None] = os.fsync,
) -> Store:
    """Open the store in a folder, or create it.

    It never fails: where the folder or the file cannot be used all works from memory, and `faults` says why.
    `now` is the clock on the wall, which only labels; `sync` forces a file onto the disk.
    """
    return Store(folder, now, kept, sync)
