"""How the program ends when it is told to from outside."""

import signal
import sys
from collections.abc import Callable
from types import FrameType
from typing import Final, NoReturn

STOP_SIGNALS: Final = [
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
]
"""Windows has no SIGHUP."""


def end_at_once(signum: int, frame: FrameType | None) -> NoReturn:
    """Unwind as if the program had reached its end: everything open is closed, and that is no failure.

    An impatient second Ctrl-C does not disturb that; a second SIGTERM ends it wherever it is.
    """
    signal.signal(signal.SIGINT, lambda *_: None)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    if signum == signal.SIGINT:
        raise KeyboardInterrupt
    sys.exit(0)


def end_cleanly_when_told_to() -> None:
    """Let a signal unwind the program from wherever it is."""
    for number in STOP_SIGNALS:
        signal.signal(number, end_at_once)


def end_between_steps_when_told_to() -> Callable[[], None]:
    """For work in several processes, whose machinery no exception must disturb: the result ends it."""
    told: list[int] = []
    for number in STOP_SIGNALS:
        signal.signal(number, lambda signum, frame: told.append(signum))

    def check() -> None:
        if told:
            end_at_once(told[0], None)

    return check
