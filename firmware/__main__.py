"""The command line: it carries out the commands and chooses players; devices.py chooses the rest."""

import argparse
import json
import logging
import os
import secrets
import signal
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack, closing
from io import TextIOWrapper
from pathlib import Path
from random import Random
from textwrap import fill
from types import FrameType
from typing import NoReturn

from display.port import Display, DisplayError
from display.words import ENGLISH, name_of, words_in
from firmware.app import play
from firmware.arguments import parser
from firmware.devices import CommandError, open_devices, open_replay, screen_available
from firmware.game.rules import SECOND_NS, Rules, RulesError, make_rules
from firmware.opponents import LEVELS, Opponent
from firmware.recording import MAX_SEED, LineError, NewMatch, Recorder, read_recording
from firmware.referee import Referee, serve
from firmware.report import print_numbers, simulate_with_progress
from firmware.rules_text import rules_in_words
from firmware.sequencer import Sequencer
from firmware.session import Session
from firmware.store.commands import export, stats
from firmware.store.schema import StoreError
from firmware.text import say
from hal.events import Player
from hal.port import HalError

LINGER_NS = 3 * SECOND_NS
"""How long a demonstration shows its winner before it ends."""

SLOWEST, FASTEST = 0.001, 1000.0
"""The speeds at which a recording can be watched."""

STOP_SIGNALS = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]
"""Windows has no SIGHUP."""

MOST_GAMES, MOST_JOBS = 10_000_000, 256

EXIT_FAILED = 1
EXIT_USAGE = 2
EXIT_INTERRUPTED = 130


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return its exit status: 0 done, 1 failed, 2 wrong usage, 130 interrupted."""
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
    except KeyboardInterrupt:
        return EXIT_INTERRUPTED


def _complain(error: Exception, status: int) -> int:
    print(f"speed-cabinet: {error}", file=sys.stderr)
    return status


def _end_at_once(signum: int, frame: FrameType | None) -> NoReturn:
    """Unwind as if the program had reached its end: everything open is closed, and that is no failure.

    An impatient second Ctrl-C does not disturb that; a second SIGTERM ends it wherever it is.
    """
    signal.signal(signal.SIGINT, lambda *_: None)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    if signum == signal.SIGINT:
        raise KeyboardInterrupt
    sys.exit(0)


def _end_cleanly_when_told_to() -> None:
    for number in STOP_SIGNALS:
        signal.signal(number, _end_at_once)


def _end_between_steps_when_told_to() -> Callable[[], None]:
    """For work in several processes, whose machinery no exception must disturb: the result ends it."""
    told: list[int] = []
    for number in STOP_SIGNALS:
        signal.signal(number, lambda signum, frame: told.append(signum))

    def check() -> None:
        if told:
            _end_at_once(told[0], None)

    return check


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
        check=_end_between_steps_when_told_to(),
    )
    if options.json:
        print(json.dumps(numbers.value()))
    else:
        print_numbers(numbers, options.players)
    return 0


def _play(options: argparse.Namespace) -> int:
    if options.display == "auto" and options.hal in ("auto", "keyboard"):
        available, why = screen_available()
        if not available:
            if options.opponent or options.record:
                raise CommandError(f"no window: {why}; to play in this terminal, add --display terminal")
            print(f"No window: {why}. So here is a demonstration game.")
            print('To play in a terminal: make play ARGS="--display terminal"', flush=True)
            return _demonstrate(options, ("medium", "medium"))
    if options.opponent:
        return _run_match(options, _new_match(options), {2: options.opponent}, people=(1,))
    return _run_match(options, _new_match(options), {}, people=(1, 2))


def _demo(options: argparse.Namespace) -> int:
    return _demonstrate(options, options.players)


def _demonstrate(options: argparse.Namespace, levels: Sequence[str]) -> int:
    """Play one game between computer players, or a match if a target was asked for."""
    new = _new_match(options, target=1)
    return _run_match(options, new, {1: levels[0], 2: levels[1]}, people=(), linger_ns=LINGER_NS)


def _replay(options: argparse.Namespace) -> int:
    if options.speed and not SLOWEST <= options.speed <= FASTEST:
        raise CommandError(
            f"--speed {options.speed:g}: it must be 0 (at once) or a number from {SLOWEST:g} to {FASTEST:g}"
        )
    if options.until is not None and not options.until >= 0:
        raise CommandError(f"--until {options.until:g}: it must be a number of seconds from 0 up")
    try:
        recording = read_recording(options.file)
    except LineError as error:
        raise LineError(f"{options.file}, {error}") from None
    end_ns = recording.end_ns
    if options.until is not None and options.until < end_ns / SECOND_NS:
        end_ns = round(options.until * SECOND_NS)
    with ExitStack() as stack:
        _end_cleanly_when_told_to()
        display, hal = open_replay(options, stack, recording.edges, end_ns)
        # The recording has the order in which edges were judged: no lot is drawn again.
        session = Session(Referee(recording.new), Sequencer(lambda: 0))
        play(hal, display, session)
        _save_picture(display, options.picture)
    if recording.broken_off:
        print(f"{options.file}: {recording.broken_off}; it was shown up to there.", file=sys.stderr)
    return 0


COMMANDS = {
    "play": _play,
    "demo": _demo,
    "replay": _replay,
    "rules": _rules,
    "simulate": _simulate,
    "referee": _referee,
    "stats": stats,
    "export": export,
}


def _rules_of(options: argparse.Namespace) -> Rules:
    try:
        return make_rules(options.preset, dict(options.rule))
    except RulesError as error:
        raise CommandError(str(error)) from None


def _new_match(options: argparse.Namespace, target: int | None = None) -> NewMatch:
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


def _run_match(
    options: argparse.Namespace,
    new: NewMatch,
    computers: Mapping[Player, str],
    people: Sequence[Player],
    linger_ns: int | None = None,
) -> int:
    if options.record and options.picture and options.record.resolve() == options.picture.resolve():
        raise CommandError(f"--record and --picture are both {options.record}")
    with ExitStack() as stack:
        _end_cleanly_when_told_to()
        display, hal = open_devices(options, stack, people)
        # Only now that nothing can go wrong any more: it replaces a file of this name.
        recorder = None
        if options.record:
            recorder = stack.enter_context(closing(_open_recorder(options.record, new)))
        session = Session(
            Referee(new),
            Sequencer(Random(f"{new.seed} lot").random),
            [
                Opponent(player, LEVELS[level], Random(f"{new.seed} player {player}"))
                for player, level in computers.items()
            ],
            *([recorder.edge] if recorder else []),
        )
        try:
            play(hal, display, session, linger_ns=linger_ns)
        finally:
            if recorder:
                recorder.time(session.judged_to_ns)
        _save_picture(display, options.picture)
    view = session.view()
    if view.match_winner is not None and options.display == "headless":
        one, two = (seat.score for seat in view.seats.values())
        result = say("tell.match_score", who=name_of(view.match_winner), one=one, two=two)
        print(words_in(ENGLISH).say(result))
    return 0


def _open_recorder(path: Path, new: NewMatch) -> Recorder:
    try:
        return Recorder(path, new)
    except OSError as error:
        raise CommandError(f"--record {path}: {error.strerror}") from None


def _save_picture(display: Display, path: Path | None) -> None:
    if path is not None:
        from display.headless import HeadlessDisplay

        assert isinstance(display, HeadlessDisplay)
        display.save_png(path)


if __name__ == "__main__":
    sys.exit(main())
