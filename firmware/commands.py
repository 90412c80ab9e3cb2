"""The command line: which command is what, and how it ends."""

import argparse
import json
import logging
import os
import sys
from collections.abc import Sequence
from io import TextIOWrapper
from textwrap import fill

from display.port import DisplayError
from display.words import words_in
from firmware.arguments import parser
from firmware.devices import CommandError
from firmware.game.rules import Rules, RulesError, make_rules
from firmware.playing import cabinet, demo, play, replay
from firmware.recording import MAX_SEED, LineError
from firmware.referee import serve
from firmware.report import print_numbers, simulate_with_progress
from firmware.rules_text import rules_in_words
from firmware.signals import end_between_steps_when_told_to
from firmware.store.commands import export, stats
from firmware.store.schema import StoreError
from hal.port import HalError

MOST_GAMES, MOST_JOBS = 10_000_000, 256

EXIT_FAILED = 1
EXIT_USAGE = 2


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return its exit status: 0 done, 1 failed, 2 wrong usage.

    Raises:
        KeyboardInterrupt: it was interrupted.
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            # A suit that the terminal cannot show becomes a question mark, not a failure.
            stream.reconfigure(errors="replace")
    options = parser().parse_args(arguments)
    logging.basicConfig(level=logging.INFO, format="%(levelname)s: %(message)s", stream=sys.stderr)
    try:
        if sys.stdout is None or (options.command == "referee" and sys.stdin is None):
            raise CommandError("the standard input or output is closed")
        status = COMMANDS[options.command](options)
        sys.stdout.flush()
        return status
    except CommandError as error:
        return _complain(error, EXIT_USAGE)
    except (HalError, DisplayError, LineError, StoreError) as error:
        return _complain(error, EXIT_FAILED)
    except BrokenPipeError:
        # Whoever read the output has enough of it; Python would complain once more at its end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return EXIT_FAILED
    except OSError as error:
        return _complain(error, EXIT_FAILED)


def _complain(error: Exception, status: int) -> int:
    print(f"speed-cabinet: {error}", file=sys.stderr)
    return status


def _referee(options: argparse.Namespace) -> int:
    return serve(sys.stdin.buffer, sys.stdout, with_state=not options.no_state)


def _rules(options: argparse.Namespace) -> int:
    words = words_in(options.language)
    for paragraph in rules_in_words(_rules_of(options)):
        print(fill(words.say(paragraph), 80) + "\n")
    return 0


def _simulate(options: argparse.Namespace) -> int:
    for name, low, high in (("games", 1, MOST_GAMES), ("jobs", 1, MOST_JOBS), ("seed", 0, MAX_SEED)):
        if not low <= (value := getattr(options, name)) <= high:
            raise CommandError(f"--{name} {value}: it must be a whole number from {low} to {high}")
    numbers = simulate_with_progress(
        _rules_of(options),
        tuple(options.players),
        options.games,
        options.seed,
        options.jobs,
        check=end_between_steps_when_told_to(),
    )
    if options.json:
        print(json.dumps(numbers.value()))
    else:
        print_numbers(numbers, options.players)
    return 0


def _doctor(options: argparse.Namespace) -> int:
    if not sys.platform.startswith("linux"):
        raise CommandError("a cabinet runs on Linux, and this is none")
    # Imported here, as no game should wait for what looks at the whole machine.
    from firmware.doctor.command import doctor

    return doctor(options)


COMMANDS = {
    "play": play,
    "cabinet": cabinet,
    "demo": demo,
    "replay": replay,
    "rules": _rules,
    "simulate": _simulate,
    "referee": _referee,
    "stats": stats,
    "export": export,
    "doctor": _doctor,
}


def _rules_of(options: argparse.Namespace) -> Rules:
    try:
        return make_rules(options.preset, dict(options.rule))
    except RulesError as error:
        raise CommandError(str(error)) from None
