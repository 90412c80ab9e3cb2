"""The command line: the only place that chooses concrete inputs, a display and players."""

import argparse
import logging
import secrets
import signal
import sys
from collections.abc import Mapping, Sequence
from contextlib import ExitStack, closing
from dataclasses import replace
from pathlib import Path
from random import Random
from types import FrameType
from typing import NoReturn

from display.commentary import CommentaryDisplay
from display.port import Display, DisplayError
from firmware.app import play
from firmware.arguments import parser
from firmware.game.rules import SECOND_NS, RulesError
from firmware.opponents import LEVELS, Opponent
from firmware.recording import MAX_SEED, LineError, NewMatch, Recorder, parse_line
from firmware.referee import Referee, serve
from firmware.sequencer import Sequencer
from firmware.session import Session
from hal.events import Control, InputEvent, Player
from hal.port import Hal, HalError

LINGER_NS = 3 * SECOND_NS
"""How long a demonstration shows its winner before it ends."""

EXIT_FAILED = 1
EXIT_USAGE = 2
EXIT_INTERRUPTED = 130


class CommandError(Exception):
    """The command cannot be carried out as it was given; the message says why and what would be right."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return its exit status: 0 done, 1 failed, 2 wrong usage, 130 interrupted."""
    options = parser().parse_args(arguments)
    logging.basicConfig(level=logging.INFO, format="%(levelname)s: %(message)s", stream=sys.stderr)
    signal.signal(signal.SIGTERM, _end_at_once)
    try:
        return COMMANDS[options.command](options)
    except CommandError as error:
        print(f"speed-cabinet: {error}", file=sys.stderr)
        return EXIT_USAGE
    except (HalError, DisplayError) as error:
        print(f"speed-cabinet: {error}", file=sys.stderr)
        return EXIT_FAILED
    except KeyboardInterrupt:
        return EXIT_INTERRUPTED


def _end_at_once(signum: int, frame: FrameType | None) -> NoReturn:
    """Unwind as if the program had reached its end: everything open is closed, and that is no failure."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    sys.exit(0)


def _referee(options: argparse.Namespace) -> int:
    try:
        return serve(sys.stdin.buffer, sys.stdout, with_state=not options.no_state)
    except BrokenPipeError:
        # Whoever read the answers has enough of them; without this Python complains once more at its end.
        sys.stdout = None
        return EXIT_FAILED


def _play(options: argparse.Namespace) -> int:
    if (options.hal == "mock") != (options.script is not None):
        raise CommandError("--hal mock and --script FILE go together: the file says what is pressed")
    if options.display == "auto" and options.hal != "mock":
        from display.window import screen_available

        available, why = screen_available()
        if not available and options.hal in ("auto", "keyboard"):
            print(f"No window: {why}. Here is a demonstration game instead.")
            print("To play in a terminal: speed-cabinet play --display terminal", flush=True)
            options.target = 1
            return _demo(options)
    return _run_match(options, (2,) if options.opponent else (), linger_ns=None)


def _demo(options: argparse.Namespace) -> int:
    return _run_match(options, (1, 2), linger_ns=LINGER_NS)


COMMANDS = {"play": _play, "demo": _demo, "referee": _referee}


def _run_match(options: argparse.Namespace, computers: Sequence[Player], linger_ns: int | None) -> int:
    seed = secrets.randbits(32) if options.seed is None else options.seed
    if not 0 <= seed <= MAX_SEED:
        raise CommandError(f"--seed {seed}: it must be a whole number from 0 to {MAX_SEED}")
    new = NewMatch(options={"target": options.target}, seed=seed)
    try:
        referee = Referee(new)
    except RulesError as error:
        raise CommandError(f"--target {options.target}: {error}") from None
    level = LEVELS[options.opponent or "medium"]
    with ExitStack() as stack:
        recorder = stack.enter_context(_open_recorder(options.record, new)) if options.record else None
        display, hal = _open_devices(options, stack, demo=len(computers) == 2)
        session = Session(
            referee,
            Sequencer(Random(f"{seed} lot")),
            [Opponent(player, level, Random(f"{seed} player {player}")) for player in computers],
            *([recorder.edge] if recorder else []),
        )
        try:
            play(hal, display, session, linger_ns=linger_ns)
        finally:
            if recorder:
                recorder.time(session.judged_to_ns)
        if options.picture:
            _save_picture(display, options.picture)
    return 0


def _open_recorder(path: Path, new: NewMatch) -> Recorder:
    try:
        return Recorder(path, new)
    except OSError as error:
        raise CommandError(f"--record {path}: {error.strerror}") from None


def _open_devices(options: argparse.Namespace, stack: ExitStack, demo: bool) -> tuple[Display, Hal]:
    """Open the display and the inputs that belong together; `stack` closes them."""
    shown_on = _chosen_display(options)
    pressed_on = options.hal if options.hal != "auto" else _inputs_beside(shown_on, demo)
    if pressed_on == "keyboard" and shown_on != "window":
        raise CommandError("--hal keyboard needs --display window, whose keys it reads")
    if options.picture and shown_on != "headless":
        raise CommandError("--picture needs --display headless")
    display = stack.enter_context(closing(_open_display(shown_on, pressed_on)))
    return display, stack.enter_context(closing(_open_hal(pressed_on, options)))


def _chosen_display(options: argparse.Namespace) -> str:
    if options.display == "auto":
        from display.window import screen_available

        return "window" if screen_available()[0] else "terminal"
    return str(options.display)


def _inputs_beside(display: str, demo: bool) -> str:
    """The inputs that belong to a display; without any, a demonstration runs on virtual time."""
    if display == "window":
        return "keyboard"
    if display == "terminal" and sys.stdin.isatty() and sys.stdout.isatty():
        return "terminal"
    if demo:
        return "mock"
    raise CommandError(
        f"nobody could press anything: --display {display} needs --hal gpio here, or a terminal"
    )


def _open_display(name: str, hal: str) -> Display:
    match name:
        case "window":
            from display.window import WindowDisplay
            from hal.keyboard import KEY_LABELS

            return WindowDisplay(key_labels=_labels(KEY_LABELS) if hal == "keyboard" else None)
        case "terminal" if sys.stdout.isatty():
            from display.terminal import TerminalDisplay
            from hal.terminal import KEY_LABELS as TERMINAL_LABELS

            return TerminalDisplay(key_labels=_labels(TERMINAL_LABELS) if hal == "terminal" else None)
        case "terminal":
            return CommentaryDisplay(sys.stdout)
        case _:
            from display.headless import HeadlessDisplay

            return HeadlessDisplay()


def _labels(keys: Mapping[Player, Mapping[Control, str]]) -> dict[Player, dict[str, str]]:
    """What is printed on the keys, as the display takes it: it knows no hardware."""
    return {player: {str(control): label for control, label in own.items()} for player, own in keys.items()}


def _open_hal(name: str, options: argparse.Namespace) -> Hal:
    match name:
        case "keyboard":
            from hal.keyboard import KeyboardHal

            return KeyboardHal()
        case "terminal":
            from hal.terminal import TerminalHal

            return TerminalHal()
        case "gpio":
            from hal.gpio import GpioHal
            from hal.pins import open_factory
            from hal.wiring import load_wiring

            return GpioHal(load_wiring(options.wiring), open_factory(options.pins))
        case _:
            from hal.mock import START_NS, MockHal

            if not options.script:
                return MockHal()
            edges, end_ns = _read_script(options.script)
            script = [replace(edge, time_ns=edge.time_ns + START_NS) for edge in edges]
            return MockHal(script, leave_ns=START_NS + end_ns + 1)


def _read_script(path: Path) -> tuple[list[InputEvent], int]:
    """The edges of a recording, and the last time in it; a line that begins a match is passed over."""
    edges: list[InputEvent] = []
    end_ns = 0
    try:
        lines = path.read_bytes().splitlines()
    except OSError as error:
        raise CommandError(f"--script {path}: {error.strerror}") from None
    for number, text in enumerate(lines, 1):
        try:
            line = parse_line(text)
        except LineError as error:
            raise CommandError(f"--script {path}, line {number}: {error}") from None
        if isinstance(line, InputEvent):
            edges.append(line)
        if not isinstance(line, NewMatch):
            end_ns = max(end_ns, line.time_ns)
    return edges, end_ns


def _save_picture(display: Display, path: Path) -> None:
    from display.headless import HeadlessDisplay

    assert isinstance(display, HeadlessDisplay)
    try:
        display.save_png(path)
    except OSError as error:
        raise CommandError(f"--picture {path}: {error.strerror}") from None


if __name__ == "__main__":
    sys.exit(main())
