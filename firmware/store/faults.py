"""What is wrong with the disk, each thing once."""

import logging
from threading import Lock

from firmware.text import Text

log = logging.getLogger(__name__)


class Faults:
    """Collects faults from all threads. Each is logged once and kept until the program ends."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._texts: list[Text] = []

    def report(self, text: Text, words: str, mistake: Exception | None = None) -> None:
        """Take in a fault: for the service screen, and in `words` for the log.

        `mistake`: the program's own, which nobody thought of; the log says where it is.
        """
        with self._lock:
            if text in self._texts:
                return
            self._texts.append(text)
        log.error("%s", words, exc_info=mistake)

    def texts(self) -> tuple[Text, ...]:
        """All faults, in the order in which they turned up."""
        with self._lock:
            return tuple(self._texts)
