"""The recording of a match while it is played, in a file that a power cut may end at any byte."""

import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Final

from firmware.store.faults import Faults
from firmware.store.schema import reason
from firmware.text import say

FOLDERS_HAVE_DESCRIPTORS: Final = os.name == "posix"


class Journal:
    """Adds lines to a file and forces them onto the disk.

    What cannot be written, because the disk is full, is kept and tried again: a recording has no gaps.
    `sync` forces a file onto the disk. `length`: how many bytes of a file that is gone on with are sound;
    what follows them is cut off.
    """

    def __init__(
        self, path: Path, faults: Faults, sync: Callable[[int], None] = os.fsync, length: int = 0
    ) -> None:
        self.path = path
        self._faults = faults
        self._sync = sync
        # What is on the disk for good; what is not; and how much of that the system has been given.
        self._length = length
        self._outstanding = bytearray()
        self._given = 0
        self._file: int | None = None

    def add(self, line: str) -> None:
        """Take in a line, without its end."""
        self._outstanding += line.encode("ascii") + b"\n"

    def hand_over(self) -> None:
        """Give all lines to the system, if that is possible: they are safe from the end of this program."""
        if self._given < len(self._outstanding):
            self._try(self._write)

    def sync(self) -> bool:
        """Force all lines onto the disk; whether that was possible."""
        return self._try(self._write_and_sync)

    def close(self) -> None:
        """End the recording; what was not synced until now may be lost."""
        if self._file is not None:
            with suppress(OSError):
                os.close(self._file)
            self._file = None

    def _try(self, work: Callable[[], None]) -> bool:
        try:
            work()
        except Exception as error:
            why = reason(error)
            self._faults.report(
                say("faults.recording_not_written", reason=why),
                f"The recording {self.path} cannot be written: {why}. The game goes on.",
                None if isinstance(error, OSError) else error,
            )
            return False
        return True

    def _write(self) -> None:
        if self._file is None:
            self._file = self._open()
        while self._given < len(self._outstanding):
            # By place: what a failed attempt may have left there is written over.
            os.lseek(self._file, self._length + self._given, os.SEEK_SET)
            self._given += os.write(self._file, self._outstanding[self._given :])

    def _write_and_sync(self) -> None:
        self._write()
        assert self._file is not None
        try:
            self._sync(self._file)
        except OSError:
            # The system forgets what it could not bring to the disk: it has to be given all of it again.
            self._given = 0
            raise
        del self._outstanding[: self._given]
        self._length += self._given
        self._given = 0

    def _open(self) -> int:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        file = os.open(self.path, os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0), 0o644)
        try:
            os.ftruncate(file, self._length)
            last = b"\n"
            if self._length:
                os.lseek(file, self._length - 1, os.SEEK_SET)
                last = os.read(file, 1)
            sync_folder(self.path.parent)
        except OSError:
            os.close(file)
            raise
        if last != b"\n":
            self._outstanding[:0] = b"\n"
        return file


def sync_file(path: Path) -> None:
    """Force a file onto the disk that another program has written, if that is possible."""
    with suppress(OSError), path.open("rb") as file:
        os.fsync(file.fileno())


def sync_folder(folder: Path) -> None:
    """Force a folder's list of files onto the disk, where the system has a way to.

    Raises:
        OSError: the disk has failed.
    """
    if FOLDERS_HAVE_DESCRIPTORS:
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
