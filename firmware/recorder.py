"""Writes a recording as a match is played."""

import logging
from contextlib import suppress
from pathlib import Path
from typing import TextIO

from firmware.recording import NewMatch, edge_line, new_match_line, time_line
from hal.events import InputEvent

log = logging.getLogger(__name__)


class Recorder:
    """Writes a match to a file as it is played. A full disk ends the recording, never the game."""

    def __init__(self, path: Path, new: NewMatch) -> None:
        """Create or replace the file.

        Raises:
            OSError: it cannot be opened.
        """
        self._path = path
        self._file: TextIO | None = path.open("w", encoding="ascii", newline="\n")
        self._write(new_match_line(new))

    def edge(self, edge: InputEvent) -> None:
        """Write an edge, in the order in which edges were judged."""
        self._write(edge_line(edge))

    def time(self, time_ns: int) -> None:
        """Write how far time has come."""
        self._write(time_line(time_ns))

    def close(self) -> None:
        """End the recording; closing twice is allowed."""
        if self._file is not None:
            try:
                self._file.close()
            except OSError as error:
                self._give_up(self._file, error)
            self._file = None

    def _write(self, line: str) -> None:
        if self._file is None:
            return
        try:
            # Flushed line by line, so that a program that is killed leaves all that was judged.
            self._file.write(line + "\n")
            self._file.flush()
        except OSError as error:
            self._give_up(self._file, error)

    def _give_up(self, file: TextIO, error: OSError) -> None:
        log.error("The recording %s ends here: %s. The game goes on.", self._path, error.strerror)
        self._file = None
        with suppress(OSError):
            # Closing tries once more to write what could not be written.
            file.close()
