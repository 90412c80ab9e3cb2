"""The whole cabinet, put together from its parts."""

import argparse
from collections.abc import Callable, Sequence
from contextlib import ExitStack, closing
from random import Random
from typing import Final

from display.sound.cues import SoundSettings
from display.sound.output import Sound
from firmware.app import Ear, run
from firmware.commands.asked import open_recorder
from firmware.commands.devices import Devices
from firmware.commands.machine import CabinetMachine
from firmware.game.events import Event
from firmware.notify import Notifier
from firmware.realtime import be_quick
from firmware.recording import NewMatch
from firmware.screen import Screen
from firmware.screens.cabinet import Cabinet
from firmware.screens.house import House
from firmware.screens.match import MatchPage
from firmware.screens.matches import asked_match
from firmware.session import nowhere
from firmware.store.folder import state_folder
from firmware.store.store import open_store
from hal.events import Player

EXIT_SWITCH_OFF: Final = 42
"""Asks the service that started the program to switch the machine off."""


def run_cabinet(
    options: argparse.Namespace,
    devices: Devices,
    stack: ExitStack,
    opening: Callable[[House, int], MatchPage] | None = None,
) -> int:
    """Run the cabinet on these devices, from attract or an `opening` match on; returns the exit status.

    `stack` closes what is opened for it.
    """
    be_quick()
    folder = state_folder(options.state)
    store = stack.enter_context(closing(open_store(folder)))
    sound = stack.enter_context(closing(Sound()))
    machine = CabinetMachine(devices.panels, sound, folder)
    activity = Cabinet(store, machine, Random(), opening)
    stack.push(lambda kind, *_: activity.close(crashed=kind is not None and issubclass(kind, Exception)))
    run(
        devices.hal,
        devices.display,
        activity,
        hear=_hearing(sound, activity),
        notifier=Notifier.from_environment(),
    )
    return EXIT_SWITCH_OFF if activity.over else 0


def run_match(options: argparse.Namespace, devices: Devices, stack: ExitStack, new: NewMatch) -> int:
    """Run the cabinet from this match on; returns the exit status."""
    computers: dict[Player, str] = {2: options.opponent} if options.opponent else {}
    # Only now that nothing can go wrong any more: it replaces a file of this name.
    recorder = stack.enter_context(closing(open_recorder(options.record, new))) if options.record else None

    def opening(house: House, now_ns: int) -> MatchPage:
        match = asked_match(house, now_ns, new, computers, recorder.edge if recorder else nowhere)
        if recorder:
            stack.callback(lambda: recorder.time(match.judged_to_ns))
        return match

    return run_cabinet(options, devices, stack, opening)


def _hearing(sound: Sound, cabinet: Cabinet) -> Ear:
    def hear(screen: Screen, events: Sequence[Event], now_ns: int) -> None:
        settings = cabinet.house.settings
        attract = settings.attract_sound if cabinet.attracting else None
        wanted = SoundSettings(settings.volume, settings.quiet, settings.voice, attract)
        sound.hear(screen, events, now_ns, wanted)

    return hear
