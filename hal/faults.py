"""What goes wrong at the panels without stopping the game."""

import logging
import threading
from collections import Counter

log = logging.getLogger(__name__)


class Faults:
    """Counts messages from any thread; each is logged once, by the thread that asks for it.

    So a thread that must not wait, such as the one that delivers the edges, never waits for a log.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._counts: Counter[str] = Counter()
        self._new: list[str] = []

    def note(self, message: str, times: int = 1) -> None:
        """Count a message."""
        with self._lock:
            if message not in self._counts:
                self._new.append(message)
            self._counts[message] += times

    def told(self) -> tuple[str, ...]:
        """Each message with how often it was noted."""
        with self._lock:
            return tuple(f"{count} × {message}" for message, count in self._counts.items())

    def log_new(self) -> None:
        """Log what was noted for the first time since the last call."""
        if self._new:
            with self._lock:
                new, self._new = self._new, []
            for message in new:
                log.warning("At the panels: %s", message)
