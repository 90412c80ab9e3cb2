"""Bouncing presses on simulated lines of a real kernel, through a backend of the panels.

    python -m tests.vm.edges --backend gpiod --edges 100000

It needs a kernel with gpio-sim and a live chip of it with the label of a Pi's header (pinctrl-bcm…), and
the right to write to its files in sysfs. It prints one JSON object and ends with 1 if an edge was lost,
doubled, out of order or too late. With `--game` a match is played with the presses, and drawn on /dev/fb0.

A process of its own presses: in each round all switches close, one after the other and with bounces, and then
open. It goes before the reader, so that a switch bounces no longer than it should, and rests after each of
them, so that the reader's time is its own. What was drawn out all the same, by a host without time to spare,
is left out and counted.
"""

import argparse
import json
import os
import subprocess
import sys
import time
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Sequence
from contextlib import closing
from dataclasses import asdict, dataclass, replace
from functools import cache
from itertools import count, pairwise
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from typing import Final

from display.outputs.framebuffer import DEVICES, FramebufferOutput
from display.outputs.surface import SurfaceDisplay
from display.port import Display
from firmware.activity import SingleMatch
from firmware.app import run as run_activity
from firmware.realtime import be_quick
from firmware.recording import NewMatch
from firmware.screen import Look
from firmware.session import open_session
from hal.backends import BACKENDS, USUAL_BACKEND
from hal.events import InputEvent, Lamp
from hal.gpio import GpioHal
from hal.gpiozero_lines import GpiozeroLines
from hal.lines import Lines
from hal.pins import open_factory, open_lines
from hal.port import Hal, Reading
from hal.wiring import Wiring, load_wiring

MS: Final = 1_000_000
LOCKOUT_NS: Final = 60 * MS
SLOW_NS: Final = 40 * MS
"""A train of bounces that took so long says nothing about the panels."""

REST_NS: Final = 10 * MS
"""After each train: fourteen switches in a seventh of a second are more than any players' fingers can do."""

READER: Final = (os.SCHED_RR, 20)
"""As in the cabinet's unit: the policy and the priority."""

PRESSER: Final = (os.SCHED_FIFO, 30)
"""Before the reader, after the kernel's threads for interrupts (50)."""

SYSFS: Final = Path("/sys/devices/platform")


@dataclass(frozen=True, slots=True)
class Train:
    """A switch that closes or opens and bounces: when its first edge was begun and done, its last done."""

    line: int
    pressed: bool
    before_ns: int
    after_ns: int
    end_ns: int
    edges: int

    @property
    def slow(self) -> bool:
        """Whether it was drawn out by something else than the panels."""
        return self.end_ns - self.before_ns > SLOW_NS


@dataclass(frozen=True, slots=True)
class Verdict:
    """How often what was read differs from what was done."""

    lost: int
    doubled: int
    misordered: int
    stamped_outside: int
    """Stamps that do not lie within the write that made the edge."""


def compare(trains: Sequence[Train], events: Sequence[tuple[int, InputEvent]]) -> Verdict:
    """Compare what was done, in order, with the events that were read, each with its line.

    From the beginning of a train to that of the line's next one there should be one event, the train's. Slow
    trains are left out.
    """
    read: dict[int, list[InputEvent]] = defaultdict(list)
    for line, event in sorted(events, key=lambda read: read[1].time_ns):
        read[line].append(event)
    done: dict[int, list[Train]] = defaultdict(list)
    for train in trains:
        done[train.line].append(train)
    lost = doubled = 0
    stamp_ns: dict[Train, int] = {}
    for line in done.keys() | read.keys():
        begins_ns = [train.before_ns for train in done[line]]
        stamps_ns = [event.time_ns for event in read[line]]
        cuts = [bisect_left(stamps_ns, begin_ns) for begin_ns in begins_ns] + [len(stamps_ns)]
        doubled += cuts[0]
        for train, (first, end) in zip(done[line], pairwise(cuts), strict=True):
            if train.slow:
                continue
            own = [event for event in read[line][first:end] if event.pressed == train.pressed]
            lost += not own
            doubled += max(0, end - first - 1)
            if own:
                stamp_ns[train] = own[0].time_ns
    in_order = [stamp_ns[train] for train in trains if train in stamp_ns]
    return Verdict(
        lost,
        doubled,
        misordered=sum(later < sooner for sooner, later in pairwise(in_order)),
        stamped_outside=sum(
            not train.before_ns <= at_ns <= train.after_ns for train, at_ns in stamp_ns.items()
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
                time.sleep(REST_NS / 1e9)
            time.sleep((LOCKOUT_NS + 5 * MS) / 1e9)
    return trains


def _pull(line: int, *, up: bool) -> None:
    """Let a simulated switch open or close."""
    os.pwrite(_file(line), b"pull-up" if up else b"pull-down", 0)


@cache
def _file(line: int) -> int:
    (path,) = SYSFS.glob(f"gpio-sim.*/gpiochip*/sim_gpio{line}/pull")
    return os.open(path, os.O_WRONLY)


class Watched:
    """Panels that are timed on behalf of whoever reads them, and that leave when the presser has ended."""

    def __init__(self, hal: Hal, presser: "subprocess.Popen[bytes]") -> None:
        self._hal = hal
        self._presser = presser
        self._mark_ns = 0
        self._end_ns: int | None = None
        self._waiting: list[int] = []
        self.events: list[InputEvent] = []
        self.judged_ns: list[int] = []
        """How long after its stamp each edge could be judged."""
        self.too_late = 0
        """Edges that came after the promise that no such edge was still to come."""

    def read(self, until_ns: int) -> Reading:
        """See `Hal.read`."""
        reading = self._hal.read(until_ns)
        now_ns = time.monotonic_ns()
        self.too_late += sum(event.time_ns < self._mark_ns for event in reading.events)
        self._mark_ns = reading.complete_to_ns
        self.events += reading.events
        self._waiting += [event.time_ns for event in reading.events]
        self.judged_ns += [now_ns - at_ns for at_ns in self._waiting if at_ns < self._mark_ns]
        self._waiting = [at_ns for at_ns in self._waiting if at_ns >= self._mark_ns]
        if self._end_ns is None and self._presser.poll() is not None:
            self._end_ns = now_ns + 2 * LOCKOUT_NS
        return replace(reading, leave=self.over)

    def light(self, lamps: frozenset[Lamp]) -> None:
        """See `Hal.light`."""
        self._hal.light(lamps)

    def close(self) -> None:
        """See `Hal.close`."""
        self._hal.close()

    @property
    def over(self) -> bool:
        """Whether all presses have been read."""
        return self._end_ns is not None and self._mark_ns >= self._end_ns


def read_until_over(hal: Watched) -> None:
    """Only read."""
    while not hal.read(time.monotonic_ns() + 50 * MS).leave:
        pass


def play_until_over(hal: Watched, display: Display) -> None:
    """Judge what is pressed, one match after the other, and draw it."""
    for seed in count():
        if hal.over:
            break
        run_activity(hal, display, SingleMatch(open_session(NewMatch(seed=seed), {}), Look(), 0))


def lines_of(backend: str, settle_ns: int | None) -> Lines:
    """Open the lines; `settle_ns` is said in place of the usual time to those that gpiozero delivers."""
    if settle_ns is None:
        return open_lines(backend)
    return GpiozeroLines(open_factory(backend), settle_ns=settle_ns)


def run(backend: str, edges: int, seed: int, settle_ns: int | None, *, game: bool) -> bool:
    """Press and read, print what came of it, and say whether it was right."""
    wiring = patient_wiring()
    line_of = {(switch.player, switch.control): switch.line for switch in wiring.switches}
    for wired in wiring.inputs:
        _pull(wired.line, up=True)
    with TemporaryDirectory() as folder:
        done = Path(folder) / "trains.json"
        _hurry(*READER)
        be_quick()
        gpio = GpioHal(wiring, lines_of(backend, settle_ns))
        command = [sys.executable, "-m", "tests.vm.edges", "--press-to", str(done)]
        with closing(gpio):
            presser = subprocess.Popen([*command, "--edges", str(edges), "--seed", str(seed)])
            hal = Watched(gpio, presser)
            if game:
                with closing(SurfaceDisplay(lambda: FramebufferOutput(DEVICES[:1]))) as display:
                    play_until_over(hal, display)
            else:
                read_until_over(hal)
            faults, lines = gpio.faults(), gpio.lines()
        trains = [Train(**train) for train in json.loads(done.read_text(encoding="utf-8"))]
    verdict = compare(trains, [(line_of[event.player, event.control], event) for event in hal.events])
    judged_ns = sorted(hal.judged_ns)
    report = {
        "backend": backend,
        "edges": sum(train.edges for train in trains),
        "edges_read": sum(line.edges for line in lines),
        "presses_and_releases": len(trains),
        **asdict(verdict),
        "too_late": hal.too_late,
        "slow_trains_left_out": sum(train.slow for train in trains),
        "judged_after_us": {
            "median": round(median(judged_ns) / 1000),
            "p99": round(judged_ns[len(judged_ns) * 99 // 100] / 1000),
            "max": round(judged_ns[-1] / 1000),
        },
        "faults": faults,
    }
    print(json.dumps(report, indent=2))
    return not (verdict.lost or verdict.doubled or verdict.misordered or hal.too_late)


def _hurry(policy: int, priority: int) -> None:
    os.sched_setscheduler(0, policy, os.sched_param(priority))


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
    parser.add_argument(
        "--settle-ms", type=int, help="how long an edge may take through gpiozero on a slow processor"
    )
    parser.add_argument("--game", action="store_true", help="play with the presses, and draw it on /dev/fb0")
    parser.add_argument("--press-to", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.press_to is not None:
        _hurry(*PRESSER)
        trains = press(load_wiring(), options.edges, options.seed)
        options.press_to.write_text(json.dumps([asdict(train) for train in trains]), encoding="utf-8")
        return
    settle_ns = None if options.settle_ms is None else options.settle_ms * MS
    sys.exit(0 if run(options.backend, options.edges, options.seed, settle_ns, game=options.game) else 1)


if __name__ == "__main__":
    main()
