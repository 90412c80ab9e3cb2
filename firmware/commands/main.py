"""The command line: which command is what, and how it ends."""

import errno
import logging
import sys
from argparse import Namespace
from collections.abc import Sequence
from importlib import import_module
from io import TextIOWrapper
from typing import Final

from firmware.commands.arguments import parser
from firmware.commands.failures import told

COMMANDS: Final = {
    "play": "firmware.commands.playing",
    "cabinet": "firmware.commands.playing",
    "demo": "firmware.commands.watching",
    "replay": "firmware.commands.watching",
    "rules": "firmware.commands.text_commands",
    "simulate": "firmware.commands.text_commands",
    "referee": "firmware.commands.text_commands",
    "stats": "firmware.store.commands",
    "export": "firmware.store.commands",
    "doctor": "firmware.doctor.command",
}
"""Where the function of each command's name is. Only that module is loaded: a game waits for no other."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return its exit status: 0 done, 1 failed, 2 wrong usage.

    Raises:
        KeyboardInterrupt: it was interrupted.
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            # A suit that the terminal cannot show becomes a question mark, not a failure.
            stream.reconfigure(errors="replace")
    try:
        if sys.stdout is None:
            raise OSError(errno.EBADF, "the standard output is closed")
        options = _parsed(arguments)
        logging.basicConfig(level=logging.INFO, format="%(levelname)s: %(message)s", stream=sys.stderr)
        status: int = getattr(import_module(COMMANDS[options.command]), options.command)(options)
        sys.stdout.flush()
    except Exception as error:
        failed = told(error)
        if failed is None:
            raise
        return failed
    return status


def _parsed(arguments: Sequence[str] | None) -> Namespace:
    try:
        return parser().parse_args(arguments)
    except SystemExit:
        # Help and version are output too, which may not be writable.
        sys.stdout.flush()
        raise
