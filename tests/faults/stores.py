"""A store under test, and how a test waits for what it says of its disk."""

import logging
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from queue import SimpleQueue

from firmware.recording import NewMatch
from firmware.store.store import Store, open_store
from hal.events import Control, InputEvent

PATIENCE_S = 30
NEW = NewMatch(seed=3, options={"target": 2})


@contextmanager
def opened(folder: Path, sync: Callable[[int], None] = os.fsync) -> Iterator[Store]:
    store = open_store(folder, sync=sync)
    try:
        yield store
    finally:
        store.close()


def keys(store: Store) -> list[str]:
    return [fault.key for fault in store.faults()]


class Log(logging.Handler):
    """Lets a test wait for the next fault."""

    def __init__(self) -> None:
        super().__init__()
        self._records: SimpleQueue[logging.LogRecord] = SimpleQueue()

    def emit(self, record: logging.LogRecord) -> None:
        self._records.put(record)

    def wait(self) -> logging.LogRecord:
        return self._records.get(timeout=PATIENCE_S)


def edges(count: int) -> list[InputEvent]:
    return [InputEvent(time_ns, 1, Control.SLAP, True) for time_ns in range(1, count + 1)]
