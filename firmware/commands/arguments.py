"""The arguments of the command line: what can be said, and how `--help` explains it."""

import argparse
import json
from pathlib import Path
from typing import TYPE_CHECKING

from display.words import ENGLISH, languages
from firmware.game.rules import OPTIONS, PRESETS
from firmware.levels import LEVEL_NAMES
from hal.backends import BACKENDS, REFUSED, USUAL_BACKEND

if TYPE_CHECKING:
    Commands = argparse._SubParsersAction[argparse.ArgumentParser]


def parser() -> argparse.ArgumentParser:
    """The parser; the namespace that it gives holds the name of the `command`."""
    top = argparse.ArgumentParser(
        prog="speed-cabinet",
        description="The card games Speed and Spit for two, on a tabletop cabinet or a laptop.",
        epilog="Start with 'speed-cabinet play'; 'speed-cabinet COMMAND --help' tells more.",
    )
    top.add_argument("--version", action=_Version, nargs=0, help="show the program's version and exit")
    commands = top.add_subparsers(title="commands", dest="command", metavar="COMMAND", required=True)
    _add_play(commands)
    _add_cabinet(commands)
    _add_demo(commands)
    _add_replay(commands)
    _add_rules(commands)
    _add_simulate(commands)
    _add_referee(commands)
    _add_stats(commands)
    _add_export(commands)
    _add_doctor(commands)
    return top


class _Version(argparse.Action):
    """Looks the version up only when somebody asks for it, as that takes its time."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        from importlib.metadata import version

        print(f"{parser.prog} {version('speed-cabinet')}")
        parser.exit()


def _add_play(commands: "Commands") -> None:
    command = commands.add_parser(
        "play",
        help="play a match: two people, or one against the computer",
        description="Play a match. On a laptop, player 1 (Orange) has the keys 1-5, Left Shift for action "
        "and Space to slap; player 2 (Purple) has 6 7 8 9 0, Right Shift and Return. Esc leaves. Both press "
        "action to begin.",
    )
    command.add_argument(
        "--opponent", choices=LEVEL_NAMES, help="let the computer play for player 2, at this level"
    )
    _add_devices(command, ("keyboard", "terminal", "gpio", "evdev"))
    _add_pins(command)
    _add_match(command)
    _add_state(command)
    command.set_defaults(picture=None)


def _add_cabinet(commands: "Commands") -> None:
    command = commands.add_parser(
        "cabinet",
        help="run the whole cabinet: attract, menu, matches, service pages",
        description="Run the cabinet as it runs on a table: everything is done from the two panels. The exit "
        "status is 42 when the machine is to be switched off.",
    )
    _add_devices(command, ("keyboard", "terminal", "gpio", "evdev"))
    _add_pins(command)
    _add_state(command)
    command.set_defaults(picture=None, record=None)


def _add_demo(commands: "Commands") -> None:
    command = commands.add_parser(
        "demo",
        help="watch the computer play a game against itself",
        description="Two computer players play one game, or with --target a match. With --display headless "
        "it is over at once, on virtual time; otherwise it runs at human speed.",
    )
    _add_players(command)
    _add_devices(command, ("keyboard", "terminal", "gpio", "evdev", "mock"))
    _add_pins(command)
    _add_picture(command)
    _add_match(command)


def _add_replay(commands: "Commands") -> None:
    command = commands.add_parser(
        "replay",
        help="watch a recorded match",
        description="Show a recording (see --record of play and demo): as text, or on a display. A recording "
        "that breaks off is shown as far as it goes. In a window or terminal its end stays until Esc or Q.",
    )
    command.add_argument("file", type=Path, metavar="FILE", help="the recording")
    command.add_argument(
        "--display",
        choices=["text", "window", "terminal", "headless"],
        default="text",
        help="where to show it (default: %(default)s)",
    )
    command.add_argument(
        "--speed",
        type=float,
        metavar="X",
        help="how many times as fast as it was played; 0 is at once (default: 1 on a window or terminal, "
        "else 0)",
    )
    command.add_argument("--until", type=float, metavar="SECONDS", help="stop at this time of the match")
    _add_picture(command)
    command.set_defaults(rotate=0, screens="auto")


def _add_rules(commands: "Commands") -> None:
    command = commands.add_parser(
        "rules",
        help="read the rules that are in force, in plain words",
        description="Print the rules of a preset, with the options that are changed, as one would read them "
        "aloud before the first game.",
    )
    command.add_argument(
        "preset", nargs="?", choices=list(PRESETS), default="family", help="the preset (default: family)"
    )
    command.add_argument(
        "--language", choices=languages(), default=ENGLISH, help="in which words (default: %(default)s)"
    )
    _add_rule(command)


def _add_simulate(commands: "Commands") -> None:
    command = commands.add_parser(
        "simulate",
        help="let computer players play many games and count",
        description="Play many games between two computer players and print who won, how long they took and "
        "what happened. The same seed gives the same numbers, whatever --jobs is.",
    )
    command.add_argument(
        "--games", type=int, default=1000, metavar="N", help="how many games (default: %(default)s)"
    )
    _add_players(command)
    command.add_argument("--seed", type=int, default=0, metavar="N", help="default: %(default)s")
    command.add_argument(
        "--jobs", type=int, default=1, metavar="N", help="processes to share the work (default: %(default)s)"
    )
    command.add_argument("--json", action="store_true", help="print the numbers as JSON")
    _add_rules_options(command)


def _add_referee(commands: "Commands") -> None:
    command = commands.add_parser(
        "referee",
        help="judge a recording, line by line, from standard input",
        description="Read a recording's JSON lines on standard input and answer each with what happened and "
        "the state after it. The same input always gives the same answers. The exit status is 1 if any line "
        "was not understood.",
    )
    command.add_argument("--no-state", action="store_true", help="leave the state out of the answers")


def _add_stats(commands: "Commands") -> None:
    command = commands.add_parser(
        "stats",
        help="what the cabinet has counted: games, plays, times, best lists",
        description="Print the statistics of all games that were played on the cabinet. Cards and slaps of "
        "computer players are not counted.",
    )
    shape = command.add_mutually_exclusive_group()
    shape.add_argument("--json", action="store_true", help="print the numbers as JSON")
    shape.add_argument("--csv", action="store_true", help="print every game and player as CSV")
    command.add_argument(
        "--charts",
        type=Path,
        metavar="FOLDER",
        help="draw plays by the hour and times to play there, as PNG and SVG (needs matplotlib)",
    )
    _add_state(command)


def _add_export(commands: "Commands") -> None:
    command = commands.add_parser(
        "export",
        help="copy the recordings and statistics to a folder",
        description="Copy the recordings of the last matches, and every game as CSV, to a folder.",
    )
    command.add_argument("folder", type=Path, metavar="FOLDER", help="where to; made if it is not there")
    _add_state(command)


def _add_doctor(commands: "Commands") -> None:
    command = commands.add_parser(
        "doctor",
        help="check this machine, the wiring and the panels",
        description="Say what this machine is, whether everything is there that the game needs, and what to "
        "do about each thing that is not; the exit status is 0 if nothing is missing. With --watch, a live "
        "table of every input instead: what to look at after soldering. Without --wiring it goes by that of "
        "the installed cabinet, /etc/speed-cabinet/cabinet.toml, if there is one.",
    )
    command.add_argument(
        "--hal",
        choices=["gpio", "evdev"],
        default="gpio",
        help="what the panels are: soldered to the pins, or on USB boards (default: %(default)s)",
    )
    _add_pins(command)
    command.add_argument(
        "--watch", action="store_true", help="show every input live; L lights the lamps, Q or Esc ends"
    )
    command.add_argument("--json", action="store_true", help="print the findings as JSON")


def _add_state(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--state",
        type=Path,
        metavar="FOLDER",
        help="where the store is (default: $STATE_DIRECTORY, or else speed-cabinet in $XDG_STATE_HOME or "
        "~/.local/state)",
    )


def _add_devices(command: argparse.ArgumentParser, hals: tuple[str, ...]) -> None:
    virtual = " or virtual time, on which it is over at once (mock);" if "mock" in hals else ""
    command.add_argument(
        "--hal",
        choices=["auto", *hals],
        default="auto",
        help="where presses come from: the window's or the terminal's keys, the cabinet's panels (gpio), USB "
        f"boards or a keyboard without a window (evdev);{virtual} auto takes the display's keys (default)",
    )
    command.add_argument(
        "--display",
        choices=["auto", "window", "kms", "framebuffer", "terminal", "headless"],
        default="auto",
        help="where the table is shown: in a window, on the whole screen without a desktop (kms or "
        "framebuffer), as text, or nowhere; auto takes the first of these that is there (default)",
    )
    command.add_argument(
        "--rotate",
        type=int,
        choices=[0, 90, 180, 270],
        default=0,
        help="turn the picture clockwise by so many degrees (default: %(default)s)",
    )
    command.add_argument(
        "--screens",
        choices=["auto", "1", "2"],
        default="auto",
        help="2 gives each player an own screen (or window), on which the other's hand is face down; auto "
        "takes two if two screens are plugged in and there is no desktop (default)",
    )


def _add_players(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--players",
        nargs=2,
        choices=LEVEL_NAMES,
        default=["medium", "medium"],
        metavar=("ONE", "TWO"),
        help=f"how well each plays: {', '.join(LEVEL_NAMES)} (default: medium medium)",
    )


def _add_pins(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--wiring",
        type=Path,
        metavar="FILE",
        help="with gpio or evdev: the pins or the USB boards' keys, if not those of wiring/cabinet.toml",
    )
    command.add_argument(
        "--pins",
        type=_backend,
        metavar=f"{{{','.join(BACKENDS)}}}",
        help=f"with gpio: the way to the pins (default: {USUAL_BACKEND}; rpigpio is for old systems)",
    )


def _add_picture(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--picture", type=Path, metavar="FILE", help="with headless: write the last picture as PNG"
    )


def _add_match(command: argparse.ArgumentParser) -> None:
    _add_rules_options(command)
    command.add_argument(
        "--target", type=int, metavar="N", help="games (or points) to win for the match; short for --rule"
    )
    command.add_argument(
        "--seed", type=int, metavar="N", help="shuffle by this number: the same number, the same cards"
    )
    command.add_argument("--record", type=Path, metavar="FILE", help="write the match to a file (JSON lines)")


def _add_rules_options(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--preset",
        choices=list(PRESETS),
        default="family",
        help="the rules to play by (default: %(default)s); 'rules PRESET' explains them",
    )
    _add_rule(command)


def _add_rule(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--rule",
        type=_rule,
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help=f"change an option of the preset, e.g. jokers=2; there is {', '.join(OPTIONS)}",
    )


def _backend(text: str) -> str:
    """A way to the pins; one that is refused is told why when it is to be opened."""
    if text not in BACKENDS and text not in REFUSED:
        raise argparse.ArgumentTypeError(f"invalid choice: {text!r} (choose from {', '.join(BACKENDS)})")
    return text


def _rule(text: str) -> tuple[str, object]:
    """`name=value`, the value as in a recording: a number, true or false, a list, or a word."""
    name, sign, value = text.partition("=")
    if not sign:
        raise argparse.ArgumentTypeError(f"{text!r} must be NAME=VALUE, e.g. jokers=2")
    try:
        return name, json.loads(value)
    except ValueError:
        return name, value
