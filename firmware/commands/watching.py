"""The commands for those who watch: demo and replay."""

import argparse
import sys
from collections.abc import Sequence
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Final

from display.port import Display
from display.words import ENGLISH, name_of, words_in
from firmware.activity import SingleMatch
from firmware.app import run
from firmware.commands.asked import new_match, open_recorder
from firmware.commands.devices import open_devices, open_replay
from firmware.commands.failures import CommandError
from firmware.commands.signals import end_cleanly_when_told_to
from firmware.game.rules import SECOND_NS
from firmware.recording import LineError, read_recording
from firmware.referee import Referee
from firmware.screen import Look
from firmware.sequencer import Sequencer
from firmware.session import Session, nowhere, open_session
from firmware.text import say

LINGER_NS: Final = 3 * SECOND_NS
"""How long a demonstration shows its winner before it ends."""

SLOWEST, FASTEST = 0.001, 1000.0
"""The speeds at which a recording can be watched."""


def demo(options: argparse.Namespace) -> int:
    """A game between computer players."""
    return demonstrate(options, options.players)


def replay(options: argparse.Namespace) -> int:
    """A recorded match."""
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
        end_cleanly_when_told_to()
        devices = open_replay(options, stack, recording.edges, end_ns)
        # The recording has the order in which edges were judged: no lot is drawn again.
        session = Session(Referee(recording.new), Sequencer(lambda: 0))
        run(devices.hal, devices.display, SingleMatch(session, Look()))
        _save_picture(devices.display, options.picture)
    if recording.broken_off:
        print(f"{options.file}: {recording.broken_off}; it was shown up to there.", file=sys.stderr)
    return 0


def demonstrate(options: argparse.Namespace, levels: Sequence[str]) -> int:
    """Play one game between computer players, or a match if a target was asked for."""
    new = new_match(options, target=1)
    if options.record and options.picture and options.record.resolve() == options.picture.resolve():
        raise CommandError(f"--record and --picture are both {options.record}")
    with ExitStack() as stack:
        end_cleanly_when_told_to()
        devices = open_devices(options, stack, people=())
        recorder = None
        if options.record:
            recorder = stack.enter_context(closing(open_recorder(options.record, new)))
        session = open_session(new, {1: levels[0], 2: levels[1]}, recorder.edge if recorder else nowhere)
        try:
            run(devices.hal, devices.display, SingleMatch(session, Look(), LINGER_NS))
        finally:
            if recorder:
                recorder.time(session.judged_to_ns)
        _save_picture(devices.display, options.picture)
    view = session.view()
    if view.match_winner is not None and options.display == "headless":
        one, two = (seat.score for seat in view.seats.values())
        result = say("tell.match_score", who=name_of(view.match_winner), one=one, two=two)
        print(words_in(ENGLISH).say(result))
    return 0


def _save_picture(display: Display, path: Path | None) -> None:
    if path is not None:
        from display.outputs.headless import HeadlessDisplay

        assert isinstance(display, HeadlessDisplay)
        try:
            display.save_png(path)
        except OSError as error:
            raise OSError(error.errno, error.strerror, str(path)) from error
