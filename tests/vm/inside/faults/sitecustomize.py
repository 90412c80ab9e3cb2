"""Gives the game's process, which imports this at its start, a fault: SIGUSR1 raises an exception."""

import signal


def fail(signum: int, frame: object) -> None:
    raise RuntimeError("raised by the tests")


signal.signal(signal.SIGUSR1, fail)
