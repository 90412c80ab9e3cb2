"""The commands that need no table: rules, simulate and referee."""

import argparse
import json
import sys
from textwrap import fill

from display.words import words_in
from firmware.commands.failures import CommandError
from firmware.commands.report import print_numbers, simulate_with_progress
from firmware.commands.signals import end_between_steps_when_told_to
from firmware.game.rules import Rules, RulesError, make_rules
from firmware.recording import MAX_SEED, read_lines
from firmware.referee import serve
from firmware.rules_text import rules_in_words

MOST_GAMES, MOST_JOBS = 10_000_000, 256


def referee(options: argparse.Namespace) -> int:
    """Judge a recording from the standard input."""
    if sys.stdin is None:
        raise CommandError("the standard input is closed")
    return serve(read_lines(sys.stdin.buffer), sys.stdout, with_state=not options.no_state)


def rules(options: argparse.Namespace) -> int:
    """Print the rules of a preset."""
    words = words_in(options.language)
    for paragraph in rules_in_words(_rules_of(options)):
        print(fill(words.say(paragraph), 80) + "\n")
    return 0


def simulate(options: argparse.Namespace) -> int:
    """Play many games and print their numbers."""
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


def _rules_of(options: argparse.Namespace) -> Rules:
    try:
        return make_rules(options.preset, dict(options.rule))
    except RulesError as error:
        raise CommandError(str(error)) from None
