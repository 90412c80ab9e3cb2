"""The commands that put a game on a display: play, cabinet, demo and replay."""

import argparse
import secrets
import sys
from collections.abc import Mapping, Sequence
from contextlib import ExitStack, closing
from pathlib import Path
from random import Random
from typing import Final

from display.port import Display
from display.sound.cues import SoundSettings
from display.sound.output import Sound
from display.words import ENGLISH, name_of, words_in
from firmware.activity import SingleMatch
from firmware.app import Ear, run
from firmware.devices import CommandError, choose_output, open_devices, open_replay
from firmware.game.events import Event
from firmware.game.rules import SECOND_NS, RulesError, make_rules
from firmware.machine import CabinetMachine
from firmware.notify import Notifier
from firmware.recording import MAX_SEED, LineError, NewMatch, Recorder, read_recording
from firmware.referee import Referee
from firmware.screens.cabinet import Cabinet
from firmware.screens.house import House
from firmware.screens.match import MatchPage
from firmware.screens.matches import asked_match
from firmware.screens.view import Look, Screen
from firmware.sequencer import Sequencer
from firmware.session import Session, nowhere, open_session
from firmware.signals import end_cleanly_when_told_to
from firmware.store.commands import state_folder
from firmware.store.store import open_store
from firmware.text import say
from hal.events import Player

LINGER_NS: Final = 3 * SECOND_NS
"""How long a demonstration shows its winner before it ends."""

SLOWEST, FASTEST = 0.001, 1000.0
"""The speeds at which a recording can be watched."""

EXIT_SWITCH_OFF: Final = 42
"""Asks the service that started the program to switch the machine off."""


def play(options: argparse.Namespace) -> int:
    """A match at once, and after it whatever else the cabinet does; where no screen is, a demonstration."""
    if options.display == "auto" and options.hal in ("auto", "keyboard"):
        choice = choose_output()
        if choice.name in ("terminal", "commentary"):
            why = dict(choice.rejected)["window"]
            if options.opponent or options.record:
                raise CommandError(f"no window: {why}; to play in this terminal, add --display terminal")
            print(f"No window: {why}. So here is a demonstration game.")
            print('To play in a terminal: make play ARGS="--display terminal"', flush=True)
            return _demonstrate(options, ("medium", "medium"))
    new = _new_match(options)
    computers: dict[Player, str] = {2: options.opponent} if options.opponent else {}
    return _run_cabinet(options, new, computers)


def cabinet(options: argparse.Namespace) -> int:
    """The whole cabinet, from attract on."""
    return _run_cabinet(options)


def demo(options: argparse.Namespace) -> int:
    """A game between computer players."""
    return _demonstrate(options, options.players)


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


def _run_cabinet(
    options: argparse.Namespace, new: NewMatch | None = None, computers: Mapping[Player, str] | None = None
) -> int:
    """Run the cabinet; with `new`, from that match on."""
    with ExitStack() as stack:
        end_cleanly_when_told_to()
        devices = open_devices(options, stack, people=(1, 2))
        folder = state_folder(options.state)
        store = stack.enter_context(closing(open_store(folder)))
        sound = stack.enter_context(closing(Sound()))
        recorder = None
        if options.record and new is not None:
            # Only now that nothing can go wrong any more: it replaces a file of this name.
            recorder = stack.enter_context(closing(_open_recorder(options.record, new)))

        def opening(house: House, now_ns: int) -> MatchPage:
            assert new is not None
            record = recorder.edge if recorder else nowhere
            match = asked_match(house, now_ns, new, computers or {}, record)
            if recorder:
                stack.callback(lambda: recorder.time(match.judged_to_ns))
            return match

        machine = CabinetMachine(devices.panels, sound, folder, devices.faults)
        activity = Cabinet(store, machine, Random(), None if new is None else opening)
        stack.push(lambda kind, *_: activity.close(crashed=kind is not None and issubclass(kind, Exception)))
        run(
            devices.hal,
            devices.display,
            activity,
            hear=_hearing(sound, activity),
            notifier=Notifier.from_environment(),
        )
    return EXIT_SWITCH_OFF if activity.over else 0


def _hearing(sound: Sound, cabinet: Cabinet) -> Ear:
    def hear(screen: Screen, events: Sequence[Event], now_ns: int) -> None:
        settings = cabinet.house.settings
        attract = settings.attract_sound if cabinet.attracting else None
        wanted = SoundSettings(settings.volume, settings.quiet, settings.voice, attract)
        sound.hear(screen, events, now_ns, wanted)

    return hear


def _demonstrate(options: argparse.Namespace, levels: Sequence[str]) -> int:
    """Play one game between computer players, or a match if a target was asked for."""
    new = _new_match(options, target=1)
    if options.record and options.picture and options.record.resolve() == options.picture.resolve():
        raise CommandError(f"--record and --picture are both {options.record}")
    with ExitStack() as stack:
        end_cleanly_when_told_to()
        devices = open_devices(options, stack, people=())
        recorder = None
        if options.record:
            recorder = stack.enter_context(closing(_open_recorder(options.record, new)))
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
