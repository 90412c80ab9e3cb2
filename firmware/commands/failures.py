"""How a command that cannot be carried out ends: one message and a status, without a traceback."""

import os
import sys
from typing import Final

EXIT_FAILED: Final = 1
EXIT_USAGE: Final = 2


class CommandError(Exception):
    """The command cannot be carried out as it was given; the message says why and what would be right."""


def told(error: Exception) -> int | None:
    """Tell of an error that is to be expected, and return the exit status; None if it is a fault of ours."""
    if isinstance(error, CommandError):
        return _told(error, EXIT_USAGE)
    if isinstance(error, BrokenPipeError):
        # Whoever read the output has enough of it; Python would complain once more at its end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return EXIT_FAILED
    if isinstance(error, OSError):
        return _told(f"{error.filename or 'input or output'}: {error.strerror or error}", EXIT_FAILED)
    # Imported here, as a program that runs need not wait for what only its end asks for.
    from display.port import DisplayError
    from firmware.recording import LineError
    from firmware.store.schema import StoreError
    from hal.port import HalError

    if isinstance(error, HalError | DisplayError | LineError | StoreError):
        return _told(error, EXIT_FAILED)
    return None


def _told(what: Exception | str, status: int) -> int:
    print(f"speed-cabinet: {what}", file=sys.stderr)
    return status
