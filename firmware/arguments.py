"""The arguments of the command line: what can be said, and how `--help` explains it."""

import argparse
from importlib.metadata import version
from pathlib import Path

from firmware.opponents import LEVELS


def parser() -> argparse.ArgumentParser:
    """The parser; the namespace that it gives holds the name of the `command`."""
    top = argparse.ArgumentParser(
        prog="speed-cabinet",
        description="The card game Speed for two, on a tabletop cabinet or a laptop.",
        epilog="Start with 'speed-cabinet play'; 'speed-cabinet COMMAND --help' tells more.",
    )
    top.add_argument("--version", action="version", version=f"%(prog)s {version('speed-cabinet')}")
    commands = top.add_subparsers(title="commands", metavar="COMMAND", required=True)
    _add_play(commands)
    _add_demo(commands)
    _add_referee(commands)
    return top


def _add_play(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    command = commands.add_parser(
        "play",
        help="play a match: two people, or one against the computer",
        description="Play a match. On a laptop, player 1 (Orange) has the keys 1-5, Left Shift for action "
        "and Space to slap; player 2 (Purple) has 6 7 8 9 0, Right Shift and Return. Esc leaves. Both press "
        "action to begin.",
    )
    command.add_argument(
        "--opponent", choices=list(LEVELS), help="let the computer play for player 2, at this level"
    )
    command.add_argument(
        "--script",
        type=Path,
        metavar="FILE",
        help="what is pressed, as the edge lines of a recording (for --hal mock)",
    )
    _add_match_options(command, target=3)
    command.set_defaults(command="play")


def _add_demo(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    command = commands.add_parser(
        "demo",
        help="watch the computer play against itself",
        description="Two computer players play. With --display headless the match is over at once, on "
        "virtual time; otherwise it runs at human speed.",
    )
    command.add_argument(
        "--opponent", choices=list(LEVELS), default="medium", help="how well both play (default: %(default)s)"
    )
    _add_match_options(command, target=1)
    command.set_defaults(command="demo", script=None)


def _add_match_options(command: argparse.ArgumentParser, target: int) -> None:
    command.add_argument(
        "--hal",
        choices=["auto", "keyboard", "terminal", "gpio", "mock"],
        default="auto",
        help="where presses come from: the window's or the terminal's keys, the cabinet's panels (gpio), or "
        "virtual time (mock); auto takes the keys of the display (default)",
    )
    command.add_argument(
        "--display",
        choices=["auto", "window", "terminal", "headless"],
        default="auto",
        help="where the table is shown; auto takes a window if there is a screen (default)",
    )
    command.add_argument(
        "--target",
        type=int,
        default=target,
        metavar="N",
        help="games to win for the match, 1 to 99 (default: %(default)s)",
    )
    command.add_argument(
        "--seed", type=int, metavar="N", help="shuffle by this number: the same number, the same cards"
    )
    command.add_argument("--record", type=Path, metavar="FILE", help="write the match to a file (JSON lines)")
    command.add_argument(
        "--picture", type=Path, metavar="FILE", help="at the end, write the last picture as PNG (headless)"
    )
    command.add_argument(
        "--wiring", type=Path, metavar="FILE", help="the pins, if not those of wiring/cabinet.toml (gpio)"
    )
    command.add_argument(
        "--pins",
        choices=["lgpio", "rpigpio", "mock"],
        default="lgpio",
        help="gpiozero's way to the pins (gpio; default: %(default)s; rpigpio is for old systems)",
    )


def _add_referee(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    command = commands.add_parser(
        "referee",
        help="judge a recording, line by line, from standard input",
        description="Read a recording's JSON lines on standard input and answer each with what happened and "
        "the state after it. The same input always gives the same answers. The exit status is 1 if any line "
        "was not understood.",
    )
    command.add_argument("--no-state", action="store_true", help="leave the state out of the answers")
    command.set_defaults(command="referee")
