"""What the arguments of a command ask for: a match, and a file to record it in."""

import argparse
import secrets
from pathlib import Path

from firmware.commands.failures import CommandError
from firmware.game.rules import RulesError, make_rules
from firmware.recorder import Recorder
from firmware.recording import MAX_SEED, NewMatch


def new_match(options: argparse.Namespace, target: int | None = None) -> NewMatch:
    """The match that was asked for; `target` is its target if none was."""
    seed = secrets.randbits(32) if options.seed is None else options.seed
    if not 0 <= seed <= MAX_SEED:
        raise CommandError(f"--seed {seed}: it must be a whole number from 0 to {MAX_SEED}")
    rule = dict(options.rule)
    if options.target is not None:
        rule["target"] = options.target
    elif target is not None:
        rule.setdefault("target", target)
    try:
        make_rules(options.preset, rule)
    except RulesError as error:
        raise CommandError(str(error)) from None
    return NewMatch(options.preset, rule, seed)


def open_recorder(path: Path, new: NewMatch) -> Recorder:
    """Begin a recording, which replaces a file of that name."""
    try:
        return Recorder(path, new)
    except OSError as error:
        raise CommandError(f"--record {path}: {error.strerror}") from None
