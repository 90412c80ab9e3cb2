"""Carries out the checks and prints what they found, or watches the panels."""

import argparse
import json
import logging
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import asdict
from pathlib import Path
from typing import Final

from rich.console import Console
from rich.text import Text

from display.outputs.framebuffer import framebuffer_available
from display.outputs.kms import kms_available
from display.outputs.window import screen_available
from display.sound.output import missing_device
from firmware.commands.devices import check_pins, open_panels
from firmware.commands.failures import CommandError
from firmware.commands.signals import end_cleanly_when_told_to
from firmware.doctor import boot, checks, service
from firmware.doctor.finding import Finding, Level
from firmware.doctor.machine import Machine
from firmware.doctor.panels import OpenPanels, input_devices, panels, wiring, wiring_file
from firmware.doctor.watch import typing, watch
from firmware.realtime import be_quick
from hal.backends import USUAL_BACKEND
from hal.wiring import load_wiring

SCREENS: Final = {"window": screen_available, "kms": kms_available, "framebuffer": framebuffer_available}
"""Where the service can show the game, in the order in which they are liked: here also over the network."""

_STYLES: Final = {Level.OK: "green", Level.WARN: "yellow", Level.MISSING: "bold red"}
_NEEDED_GROUP: Final = {"gpio": "gpio", "evdev": "input"}


def doctor(options: argparse.Namespace) -> int:
    """Check everything, or watch the panels; returns the exit status.

    Raises:
        CommandError: this is no Linux, what was asked for does not go together, or there is no terminal to
            watch in.
        HalError: the panels that are to be watched cannot be opened or have failed.
    """
    if not sys.platform.startswith("linux"):
        raise CommandError("a cabinet runs on Linux, and this is none")
    check_pins(options, options.hal)
    if options.watch and options.json:
        raise CommandError("--json and --watch do not go together: a table that changes is not JSON")
    end_cleanly_when_told_to()
    # Whatever is wrong is printed here; once is enough.
    logging.disable()
    options.wiring = wiring_file(options.wiring)
    if not options.watch:
        through = options.hal if options.hal != "gpio" else options.pins or USUAL_BACKEND
        findings = examine(Machine(), options.hal, options.wiring, through, lambda: open_panels(options))
        return report(findings, as_json=options.json)
    if not (sys.stdin and sys.stdin.isatty() and sys.stdout.isatty()):
        raise CommandError("--watch needs a terminal for input and output")
    # The lateness that is shown is the game's.
    be_quick()
    hal, owner = open_panels(options)
    with closing(hal), typing() as typed:
        watch(hal, owner, Console(), typed)
    return 0


def examine(
    machine: Machine, hal: str, wiring_file: Path | None, through: str, open_panels: OpenPanels
) -> Iterator[Finding]:
    """Everything that the checks find, one after the other.

    `hal`: what the panels are, `gpio` or `evdev`; `through`: the library that reads them.
    `open_panels`: opens them, by `wiring_file` too.
    """
    yield checks.model(machine)
    yield checks.kernel(machine, through)
    yield checks.python(machine)
    yield from checks.power(machine)
    yield checks.disk(machine)
    yield from checks.access(machine, _NEEDED_GROUP[hal])
    yield service.installed(machine)
    yield service.members(machine)
    yield service.limits(machine)
    yield checks.display(SCREENS)
    yield checks.sound(machine, missing_device)
    if hal == "gpio":
        yield checks.gpio_chips(machine)
    else:
        yield from input_devices(machine.root)
    wired = wiring(wiring_file)
    yield wired
    if wired.level is Level.OK:
        if hal == "gpio":
            yield from boot.second_jobs(machine, load_wiring(wiring_file))
        yield from panels(open_panels, through)


def report(findings: Iterator[Finding], *, as_json: bool) -> int:
    """Print each finding on a line as it comes; returns the exit status, 1 if something is missing."""
    if as_json:
        found: Sequence[Finding] = list(findings)
        print(json.dumps([asdict(finding) for finding in found], indent=2))
    else:
        console = Console(file=sys.stdout, highlight=False)
        found = []
        for finding in findings:
            found.append(finding)
            console.print(_line(finding), soft_wrap=True)
        console.print(_summary(found), soft_wrap=True)
    return 1 if any(finding.level is Level.MISSING for finding in found) else 0


def _line(finding: Finding) -> Text:
    advice = f" -> {finding.advice}" if finding.advice else ""
    return Text.assemble(
        (f"{finding.level:<9}", _STYLES[finding.level]),
        (f"{finding.subject:<13}", "bold"),
        finding.found,
        (advice, "italic"),
    )


def _summary(found: Sequence[Finding]) -> str:
    count = sum(finding.level is Level.MISSING for finding in found)
    if count == 0:
        return "Everything that the game needs is there."
    return f"{count} of the things that the game needs {'is' if count == 1 else 'are'} missing."
