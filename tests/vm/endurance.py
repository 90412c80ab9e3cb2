"""The same again and again: presses, and power cuts and kills that leave a cabinet as it was before."""

import json
import random
import time
from collections.abc import Sequence
from statistics import median
from typing import Final

from tests.vm.cabinet import GAME, START_S, UNIT, Cabinet, expect
from tests.vm.checks import match_to_a_claim

SCORES: Final = "SELECT count(*), sum(score1), sum(score2), max(winner) FROM matches WHERE state = 'over'"

RESTART_S: Final = 1.0
"""RestartSec of the unit."""

SLACK: Final = 2.5
"""For the end of the killed process, and for a host that has other things to do."""

PRESSES_S: Final = 7200.0

ALLOWED: Final = {"gpiod": "", "lgpio": "--settle-ms 30"}
"""On an emulated processor lgpio's thread does not keep the 3 ms in which it delivers an edge on a Pi."""


def resets(cabinet: Cabinet, rounds: int) -> str:
    """Power cuts in a row, each followed by attract with the score that was kept before."""
    match_to_a_claim(cabinet)
    kept = cabinet.store(SCORES)
    expect(kept[0][0], "a match is kept")
    took_s = []
    for number in range(1, rounds + 1):
        begin_s = time.monotonic()
        cabinet.machine.reset()
        cabinet.booted()
        took_s.append(time.monotonic() - begin_s)
        cabinet.in_attract(f"reset-{number}")
        now = cabinet.store(SCORES)
        expect(now == kept, f"after reset {number} the store has {kept}, not {now}")
    return f"{rounds} of {rounds}, {_times(took_s)}; kept each time: {kept}"


def kills(cabinet: Cabinet, rounds: int) -> str:
    """kill -9 at random times, every other one while the game starts, each followed by attract in time."""
    usual_s = _start_s(cabinet)
    chance = random.Random(1)
    took_s = []
    for number in range(1, rounds + 1):
        cabinet.machine.run(f"sleep {chance.uniform(0, usual_s):.1f}")
        pid = cabinet.unit("MainPID")
        if number % 2 == 0:
            pid = _starting_after(cabinet, pid, chance.uniform(0, usual_s / 2))
        begin_s = time.monotonic()
        cabinet.sh(f"kill -9 {pid}")
        cabinet.until_up(other_than=pid)
        took_s.append(time.monotonic() - begin_s)
        cabinet.in_attract(f"kill-{number}")
    limit_s = RESTART_S + SLACK * usual_s
    expect(max(took_s) <= limit_s, f"back within {limit_s:.1f} s each time: {took_s}")
    restarts = cabinet.unit("NRestarts")
    expect(int(restarts) >= rounds, f"systemd counts {restarts} restarts")
    return f"{rounds} of {rounds}, {_times(took_s)}; a start by itself takes {usual_s:.1f} s"


def _starting_after(cabinet: Cabinet, pid: str, seconds: float) -> str:
    """Kill the game, wait until it starts and for so long more; the process that is starting."""
    cabinet.sh(f"kill -9 {pid}")
    cabinet.until(lambda: cabinet.unit("MainPID") not in ("0", pid), "the game starts again")
    cabinet.machine.run(f"sleep {seconds:.1f}")
    state = cabinet.unit("ActiveState")
    expect(state == "activating", f"the game is just starting, not {state}")
    return cabinet.unit("MainPID")


def _start_s(cabinet: Cabinet) -> float:
    """How long the game takes from a clean end to its first picture."""
    cabinet.sh(f"systemctl stop {UNIT}", START_S)
    begin_s = time.monotonic()
    cabinet.sh(f"systemctl start {UNIT}", START_S)
    return time.monotonic() - begin_s


def edges(cabinet: Cabinet, backend: str, number: int, *, game: bool) -> str:
    """So many bouncing edges through a backend, none lost, doubled, out of order or too late."""
    cabinet.sh(f"systemctl stop {UNIT}", START_S)
    # As the unit has it: gpiozero asks there which Pi this is.
    cabinet.sh("mountpoint -q /proc/cpuinfo || mount --bind /opt/vm/cpuinfo /proc/cpuinfo")
    how = f"--backend {backend} --edges {number} {ALLOWED[backend]} {'--game' * game}"
    command = f"{GAME}/python -m tests.vm.edges {how}"
    status, output = cabinet.machine.run(f"cd /usr/src/speed-cabinet && {command}", PRESSES_S)
    expect(status == 0, output)
    return json.dumps(json.loads(output[output.index("{") :]))


def _times(took_s: Sequence[float]) -> str:
    return f"back after {min(took_s):.0f} to {max(took_s):.0f} s, median {median(took_s):.0f} s"
