"""How long an edge takes to the engine while its recording is written to a disk that is slow to sync."""

import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from queue import SimpleQueue
from random import Random
from statistics import median
from threading import Thread

from firmware.recording import NewMatch
from firmware.referee import Referee
from firmware.sequencer import Sequencer
from firmware.session import Session
from firmware.store.store import open_store
from hal.events import Control, InputEvent

EDGES = 300
APART_S = 0.004
"""Several times as often as two people can press."""
ROUNDS = 12
SLOW_S = 0.5


def edges() -> Iterator[InputEvent]:
    """Presses of all buttons in turn, at this very moment."""
    controls = tuple(Control)
    for number in range(EDGES):
        control = controls[number % len(controls)]
        yield InputEvent(time.monotonic_ns(), 1 if number % 2 else 2, control, True)


def p99_ns(sync: Callable[[int], None]) -> int:
    """From an edge to when it has been judged, of 99 in a hundred."""
    waiting: SimpleQueue[InputEvent | None] = SimpleQueue()

    def press() -> None:
        for edge in edges():
            waiting.put(edge)
            time.sleep(APART_S)
        waiting.put(None)

    took_ns: list[int] = []
    with tempfile.TemporaryDirectory() as folder:
        store = open_store(Path(folder), sync=sync)
        new = NewMatch()
        log = store.begin_match(new, {})
        session = Session(Referee(new), Sequencer(Random(0).random), (), log.edge)
        fingers = Thread(target=press)
        fingers.start()
        while (edge := waiting.get()) is not None:
            session.add([edge])
            session.run_before(edge.time_ns + 1)
            took_ns.append(time.monotonic_ns() - edge.time_ns)
        fingers.join()
        store.close()
    return sorted(took_ns)[len(took_ns) * 99 // 100]


def slow_over_fast() -> tuple[float, float]:
    """The ratio of both, measured in turns, and the slow disk's in microseconds.

    It is that of the medians: of so few that are slow the best is a matter of luck.
    """
    fast: list[int] = []
    slow: list[int] = []
    for _ in range(ROUNDS):
        fast.append(p99_ns(lambda file: None))
        slow.append(p99_ns(lambda file: time.sleep(SLOW_S)))
    return median(slow) / median(fast), median(slow) / 1000
