"""The commands that begin a game or the cabinet: play and cabinet.

Nothing is loaded here that is not needed to open the display: the rest of the program comes when there is
something to see.
"""

import argparse
from contextlib import ExitStack

from firmware.commands.devices import choose_output, open_devices
from firmware.commands.failures import CommandError
from firmware.commands.signals import end_cleanly_when_told_to


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
            from firmware.commands.watching import demonstrate

            return demonstrate(options, ("medium", "medium"))
    from firmware.commands.asked import new_match

    new = new_match(options)
    with ExitStack() as stack:
        end_cleanly_when_told_to()
        devices = open_devices(options, stack, people=(1, 2))
        from firmware.commands.whole import run_match

        return run_match(options, devices, stack, new)


def cabinet(options: argparse.Namespace) -> int:
    """The whole cabinet, from attract on."""
    with ExitStack() as stack:
        end_cleanly_when_told_to()
        devices = open_devices(options, stack, people=(1, 2))
        from firmware.commands.whole import run_cabinet

        return run_cabinet(options, devices, stack)
