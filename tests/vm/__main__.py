"""Boots the cabinet in a virtual machine, does to it what happens to cabinets, and prints what was seen.

Run as root, from the project's folder: python -m tests.vm [MACHINE or CHECK…]
The exit status is 0 if everything was as promised.
"""

import argparse
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Final

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from tests.vm import checks, disks, endurance
from tests.vm.cabinet import Cabinet, FailedError
from tests.vm.machine import PANIC, Machine, MachineError

PROGRAMS: Final = {
    "qemu-system-x86_64": "qemu-system-x86 seabios ipxe-qemu",
    "mmdebstrap": "mmdebstrap",
    "cpio": "cpio",
    "xz": "xz-utils",
    "mke2fs": "e2fsprogs",
    "mkfs.vfat": "dosfstools",
}
"""What is needed, and the packages of Debian that have it."""

CACHE: Final = Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")) / "speed-cabinet-vm"

ARM: Final = "arm64"
"""The machine that is only tried if it is named, as it needs more programs and even more time."""

TRIES: Final = 3
"""How often a machine is started anew after a fault of the emulation."""

ON_EVERY_SCREEN: Final[tuple[checks.Check, ...]] = (
    checks.cold_boot,
    checks.boot_time,
    checks.killed,
    checks.ended,
    checks.broken_configuration,
)
"""What is worth seeing on each way to a screen."""

EVERYTHING: Final[tuple[checks.Check, ...]] = (
    checks.cold_boot,
    checks.boot_time,
    checks.match_to_a_claim,
    checks.killed,
    checks.stopped,
    checks.raised,
    checks.without_memory,
    disks.full_disk,
    checks.ended,
    checks.broken_configuration,
    checks.without_a_chip,
    disks.reset_in_a_match,
    disks.copied_to_a_stick,
    disks.read_only_root,
    checks.installed_again,
    checks.upgraded,
    checks.uninstalled,
)
"""In this order: the last ones leave little of the cabinet."""

Step = tuple[str, Callable[[Cabinet], str]]


@dataclass(frozen=True, slots=True)
class Scenario:
    """Checks that follow each other in one machine; `display` is how the game reaches the screen."""

    name: str
    card: str
    display: str
    steps: Sequence[Step]
    architecture: str = "amd64"
    suite: str = "trixie"

    @property
    def cache(self) -> Path:
        """Where the machine's disk is."""
        return CACHE / f"{self.suite}-{self.architecture}"

    def machine(self) -> Machine:
        """Start it."""
        options = f"systemd.setenv=HOW_TO_DRAW={self.display}"
        return Machine(self.cache, self.card, architecture=self.architecture, options=options)


def steps(functions: Sequence[checks.Check]) -> list[Step]:
    """Checks by the name of their function."""
    return [(function.__name__, function) for function in functions]


def scenarios(rounds: int, edges: int) -> list[Scenario]:
    """All there is to try."""
    framebuffer = "bochs-display,xres=1280,yres=720"
    many: list[Step] = [
        ("resets", partial(endurance.resets, rounds=rounds)),
        ("kills", partial(endurance.kills, rounds=rounds)),
    ]
    presses: list[Step] = [
        (
            f"{backend}{'-in-a-game' * game}",
            partial(endurance.edges, backend=backend, number=edges // 5 if game else edges, game=game),
        )
        for game in (False, True)
        for backend in ("gpiod", "lgpio")
    ]
    return [
        Scenario("framebuffer", framebuffer, "framebuffer", steps(EVERYTHING)),
        # Left to itself, the game takes this way.
        Scenario("kms", "virtio-gpu-pci,xres=640,yres=480", "auto", steps(ON_EVERY_SCREEN)),
        Scenario("bookworm", framebuffer, "framebuffer", steps(ON_EVERY_SCREEN), suite="bookworm"),
        Scenario("endurance", framebuffer, "framebuffer", many),
        Scenario("edges", framebuffer, "framebuffer", presses),
        Scenario("off", framebuffer, "framebuffer", steps([checks.switched_off])),
        Scenario("button", framebuffer, "framebuffer", steps([checks.power_button])),
        Scenario(ARM, "virtio-gpu-pci,xres=640,yres=480", "framebuffer", steps(ON_EVERY_SCREEN), "arm64"),
    ]


@dataclass
class Report:
    """The table of what was done and seen."""

    console: Console
    table: Table
    failures: int = 0

    def add(self, scenario: str, step: str, well: bool | None, seen: str, took_s: float) -> None:
        """Note one step, and print it at once; `well` is None for what says nothing about the cabinet."""
        self.failures += well is False
        verdict = {True: "[green]as promised[/]", False: "[red]FAILED[/]", None: "begun anew"}[well]
        self.table.add_row(scenario, step, verdict, escape(seen), f"{took_s:.0f} s")
        self.console.print(
            f"{scenario}: {step}: {verdict} ({took_s:.0f} s)\n    {escape(seen)}", soft_wrap=True
        )


def carry_out(scenario: Scenario, report: Report, pictures: Path) -> None:
    """Start a machine and take the steps in it; a fault of the emulation has it started anew."""
    for attempt in range(1, TRIES + 1):
        machine = scenario.machine()
        try:
            if _take_steps(scenario, Cabinet(machine, pictures, scenario.name), report):
                return
            report.add(scenario.name, "try", None, f"the emulation failed ({PANIC}): {attempt} of {TRIES}", 0)
        finally:
            machine.stop()
    report.add(scenario.name, "boot", False, f"the emulation failed {TRIES} times", 0)


def _take_steps(scenario: Scenario, cabinet: Cabinet, report: Report) -> bool:
    """Whether the emulation held."""
    for name, step in [("boot", _boot), *scenario.steps]:
        begin_s = time.monotonic()
        try:
            if name != "boot":
                cabinet.begin_check()
            seen, well = step(cabinet), True
        except (FailedError, MachineError) as error:
            if PANIC in cabinet.machine.log():
                return False
            seen, well = str(error), False
        report.add(scenario.name, name, well, seen, time.monotonic() - begin_s)
        if name == "boot" and not well:
            break
    return True


def _boot(cabinet: Cabinet) -> str:
    cabinet.booted()
    return "up"


def shell(scenario: Scenario) -> None:
    """Boot a machine and carry out in it what is typed, until the end of the input."""
    machine = scenario.machine()
    try:
        Cabinet(machine, Path(), scenario.name).booted()
        for line in iter(partial(_typed, "cabinet# "), None):
            print(machine.run(line, timeout_s=3600)[1], end="", flush=True)
    finally:
        machine.stop()


def _typed(prompt: str) -> str | None:
    try:
        return input(prompt)
    except EOFError:
        return None


def main() -> int:
    """Carry out the command line."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.vm", description=(__doc__ or "").partition("\n")[0]
    )
    parser.add_argument("only", nargs="*", metavar="CHECK", help="only these scenarios or checks")
    parser.add_argument("--rounds", type=int, default=20, help="how many power cuts and kills (default: 20)")
    parser.add_argument("--edges", type=int, default=100_000, help="how many edges (default: %(default)s)")
    parser.add_argument("--shell", action="store_true", help="boot, and carry out each line that is typed")
    parser.add_argument("--pictures", type=Path, default=Path("build/vm"), help="where pictures are saved")
    options = parser.parse_args()
    missing = [package for program, package in PROGRAMS.items() if shutil.which(program) is None]
    if missing:
        parser.exit(1, f"vm-test needs more: sudo apt install --no-install-recommends {' '.join(missing)}\n")
    if os.geteuid() != 0:
        parser.exit(1, "vm-test makes a disk image and needs root for it\n")
    # Machines are stopped on the way out.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    options.pictures.mkdir(parents=True, exist_ok=True)
    console = Console()
    report = Report(console, Table("machine", "what was done", "", "what was seen", "took"))
    only = set(options.only)
    for scenario in scenarios(options.rounds, options.edges):
        named = scenario.name in only
        wanted = [step for step in scenario.steps if named or not only or step[0] in only]
        if wanted and (named or scenario.name != ARM):
            image = Path(__file__).parent / "image.sh"
            subprocess.run([image, scenario.cache, scenario.architecture, scenario.suite], check=True)
            if options.shell:
                shell(scenario)
                return 0
            carry_out(replace(scenario, steps=wanted), report, options.pictures)
    console.print(report.table)
    console.print(f"Pictures are in {options.pictures}.")
    return 1 if report.failures else 0


if __name__ == "__main__":
    sys.exit(main())
