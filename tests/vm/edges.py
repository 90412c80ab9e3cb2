"""Bouncing presses on simulated lines of a real kernel, through a backend of the panels.

    python -m tests.vm.edges --backend gpiod --edges 100000

It needs a kernel with gpio-sim and a live chip of it with the label of a Pi's header (pinctrl-bcm…), and
the right to write to its files in sysfs. It prints one JSON object and ends with 1 if an edge was lost,
doubled or in the wrong place. `--busy-ms` holds the interpreter after each reading, as drawing a frame does.

A process of its own presses: in each round all switches close, one after the other and with bounces, and then
open. The lockouts outlast the bounces also where the machine is slow.
"""

import argparse
import json
import os
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from functools import cache
from itertools import pairwise
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory

from firmware.realtime import be_quick
from hal.backends import BACKENDS, USUAL_BACKEND
from hal.events import InputEvent
from hal.gpio import GpioHal
from hal.pins import open_lines
from hal.wiring import Wiring, load_wiring

MS = 1_000_000
LOCKOUT_NS = 60 * MS
SLOW_NS = 40 * MS
"""A train of bounces that took so long says nothing about the panels."""

SYSFS = Path("/sys/devices/platform")


@dataclass(frozen=True, slots=True)
class Train:
    """A switch that closes or opens and bounces: when its first edge was begun and done, its last done."""

    line: int
    pressed: bool
    before_ns: int
    after_ns: int
    end_ns: int
    edges: int


@dataclass(frozen=True, slots=True)
class Verdict:
    """How often what was read differs from what was done."""

    lost: int
    doubled: int
    misordered: int
    stamped_outside: int
    """Stamps that do not lie within the write that made the edge."""


def compare(trains: Sequence[Train], events: Sequence[tuple[int, InputEvent]]) -> Verdict:
    """Compare what was done, in order, with the events that were read, each with its line."""
    stamps_ns: dict[tuple[int, bool], list[int]] = defaultdict(list)
    for line, event in sorted(events, key=lambda read: read[1].time_ns):
        stamps_ns[line, event.pressed].append(event.time_ns)
    done: dict[tuple[int, bool], list[Train]] = defaultdict(list)
    for train in trains:
        done[train.line, train.pressed].append(train)
    lost = doubled = 0
    read_ns: dict[Train, int] = {}
    for key in done.keys() | stamps_ns.keys():
        lost += max(0, len(done[key]) - len(stamps_ns[key]))
        doubled += max(0, len(stamps_ns[key]) - len(done[key]))
        read_ns |= dict(zip(done[key], stamps_ns[key], strict=False))
    in_order = [read_ns[train] for train in trains if train in read_ns]
    return Verdict(
        lost,
        doubled,
        misordered=sum(later < sooner for sooner, later in pairwise(in_order)),
        stamped_outside=sum(
            not train.before_ns <= at_ns <= train.after_ns for train, at_ns in read_ns.items()
        ),
    )


def patient_wiring() -> Wiring:
    """The cabinet's, with lockouts that outlast a train of bounces."""
    wiring = load_wiring()
    return replace(wiring, switches=tuple(replace(s, debounce_ns=LOCKOUT_NS) for s in wiring.switches))


def press(wiring: Wiring, edges: int, seed: int) -> list[Train]:
    """Press until so many edges have been made."""
    random = Random(seed)
    trains: list[Train] = []
    made = 0
    lines = [switch.line for switch in wiring.switches]
    while made < edges:
        for pressed in (True, False):
            for line in random.sample(lines, len(lines)):
                before_ns = time.monotonic_ns()
                _pull(line, up=not pressed)
                after_ns = time.monotonic_ns()
                bounces = 2 * random.randrange(4)
                for number in range(bounces):
                    _pull(line, up=(number % 2 == 0) == pressed)
                trains.append(Train(line, pressed, before_ns, after_ns, time.monotonic_ns(), bounces + 1))
                made += bounces + 1
            time.sleep((LOCKOUT_NS + 5 * MS) / 1e9)
    return trains


def _pull(line: int, *, up: bool) -> None:
    """Let a simulated switch open or close."""
    os.pwrite(_file(line), b"pull-up" if up else b"pull-down", 0)


@cache
def _file(line: int) -> int:
    (path,) = SYSFS.glob(f"gpio-sim.*/gpiochip*/sim_gpio{line}/pull")
    return os.open(path, os.O_WRONLY)


def read_while(
    hal: GpioHal, presser: "subprocess.Popen[bytes]", busy_ns: int
) -> tuple[list[InputEvent], list[int]]:
    """All events until the presser has ended, and how long after its stamp each could be judged."""
    events: list[InputEvent] = []
    waiting: list[int] = []
    judged_ns: list[int] = []
    end_ns = None
    mark_ns = 0
    while end_ns is None or mark_ns < end_ns:
        reading = hal.read(time.monotonic_ns() + 50 * MS)
        now_ns, mark_ns = time.monotonic_ns(), reading.complete_to_ns
        events += reading.events
        waiting += [event.time_ns for event in reading.events]
        judged_ns += [now_ns - at_ns for at_ns in waiting if at_ns < mark_ns]
        waiting = [at_ns for at_ns in waiting if at_ns >= mark_ns]
        while time.monotonic_ns() < now_ns + busy_ns:
            pass
        if end_ns is None and presser.poll() is not None:
            end_ns = time.monotonic_ns() + 2 * LOCKOUT_NS
    return events, sorted(judged_ns)


def run(backend: str, edges: int, seed: int, busy_ms: float) -> bool:
    """Press and read, print what came of it, and say whether it was right."""
    wiring = patient_wiring()
    line_of = {(switch.player, switch.control): switch.line for switch in wiring.switches}
    for wired in wiring.inputs:
        _pull(wired.line, up=True)
    with TemporaryDirectory() as folder:
        done = Path(folder) / "trains.json"
        be_quick()
        hal = GpioHal(wiring, open_lines(backend))
        command = [sys.executable, "-m", "tests.vm.edges", "--press-to", str(done)]
        presser = subprocess.Popen([*command, "--edges", str(edges), "--seed", str(seed)])
        events, judged_ns = read_while(hal, presser, round(busy_ms * MS))
        faults, lines = hal.faults(), hal.lines()
        hal.close()
        trains = [Train(**train) for train in json.loads(done.read_text(encoding="utf-8"))]
    verdict = compare(trains, [(line_of[event.player, event.control], event) for event in events])
    report = {
        "backend": backend,
        "edges": sum(train.edges for train in trains),
        "edges_read": sum(line.edges for line in lines),
        "presses_and_releases": len(trains),
        **asdict(verdict),
        "slow_trains": sum(train.end_ns - train.before_ns > SLOW_NS for train in trains),
        "judged_after_us": {
            "median": round(median(judged_ns) / 1000),
            "p99": round(judged_ns[len(judged_ns) * 99 // 100] / 1000),
            "max": round(judged_ns[-1] / 1000),
        },
        "faults": faults,
    }
    print(json.dumps(report, indent=2))
    return not (verdict.lost or verdict.doubled or verdict.misordered)


def main() -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m tests.vm.edges", description="Press simulated switches.")
    parser.add_argument(
        "--backend", choices=[name for name in BACKENDS if name != "mock"], default=USUAL_BACKEND
    )
    parser.add_argument(
        "--edges", type=int, default=100_000, help="how many, bounces and all (default: %(default)s)"
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--busy-ms", type=float, default=0.0, help="hold the interpreter after each reading")
    parser.add_argument("--press-to", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.press_to is not None:
        trains = press(load_wiring(), options.edges, options.seed)
        options.press_to.write_text(json.dumps([asdict(train) for train in trains]), encoding="utf-8")
        return
    sys.exit(0 if run(options.backend, options.edges, options.seed, options.busy_ms) else 1)


if __name__ == "__main__":
    main()
