"""How the program ends when it is told to from outside."""

import signal
import sys
import time
from collections.abc import Callable
from types import FrameType
from typing import Final, NoReturn

STOP_SIGNALS: Final[list[signal.Signals]] = [
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
]
"""Windows has no SIGHUP."""

PATIENCE_S: Final = 2.0


def end_at_once(signum: int, frame: FrameType | None) -> NoReturn:
    """Unwind as if the program had reached its end: everything open is closed, and that is no failure.

    A second Ctrl-C of the impatient does not disturb that; a later one, or a second SIGTERM, ends the
    program wherever it is.
    """
    patience_s = time.monotonic() + PATIENCE_S

    def again(signum: int, frame: FrameType | None) -> None:
        if time.monotonic() > patience_s:
            raise KeyboardInterrupt

    signal.signal(signal.SIGINT, again)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    if signum == signal.SIGINT:
        raise KeyboardInterrupt
    sys.exit(0)


def end_cleanly_when_told_to() -> None:
    """Let a signal unwind the program from wherever it is."""
    for number in _heeded():
        signal.signal(number, end_at_once)


def end_between_steps_when_told_to() -> Callable[[], None]:
    """For work in several processes, whose machinery no exception must disturb: the result ends it."""
    told: list[int] = []
    for number in _heeded():
        signal.signal(number, lambda signum, frame: told.append(signum))

    def check() -> None:
        if told:
            end_at_once(told[0], None)

    return check


def _heeded() -> list[signal.Signals]:
    """The signals but those that whoever started the program has it ignore, as `nohup` does."""
    return [number for number in STOP_SIGNALS if signal.getsignal(number) is not signal.SIG_IGN]
