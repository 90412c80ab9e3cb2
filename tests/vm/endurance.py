"""The same again and again: presses, and power cuts and kills that leave a cabinet as it was before."""

import json
import random
import time
from collections.abc import Sequence
from statistics import median

from tests.vm.cabinet import GAME, START_S, UNIT, Cabinet, expect

PRESSES_S = 7200.0


def resets(cabinet: Cabinet, rounds: int) -> str:
    """Power cuts in a row, each followed by attract with what was kept before."""
    kept = cabinet.store("SELECT count(*), sum(score1), sum(score2) FROM matches")
    took_s = []
    for number in range(1, rounds + 1):
        begin_s = time.monotonic()
        cabinet.machine.reset()
        cabinet.booted()
        took_s.append(time.monotonic() - begin_s)
        cabinet.shows_the_game(f"reset-{number}")
        now = cabinet.store("SELECT count(*), sum(score1), sum(score2) FROM matches")
        expect(now == kept, f"after reset {number} the store has {kept}, not {now}")
    return f"{rounds} of {rounds}, {_times(took_s)}; kept each time: {kept}"


def kills(cabinet: Cabinet, rounds: int) -> str:
    """kill -9 at random times, also while the game starts, each followed by the game."""
    chance = random.Random(1)
    took_s = []
    for number in range(1, rounds + 1):
        cabinet.machine.run(f"sleep {chance.uniform(0, 10):.1f}")
        pid = cabinet.unit("MainPID")
        begin_s = time.monotonic()
        cabinet.sh(f"kill -9 {pid}")
        cabinet.until_up(other_than=pid)
        took_s.append(time.monotonic() - begin_s)
        cabinet.shows_the_game(f"kill-{number}")
    restarts = cabinet.unit("NRestarts")
    expect(int(restarts) >= rounds, f"systemd counts {restarts} restarts")
    return f"{rounds} of {rounds}, {_times(took_s)}"


def edges(cabinet: Cabinet, backend: str, number: int, *, game: bool) -> str:
    """So many bouncing edges through a backend, none lost, doubled, out of order or too late."""
    cabinet.sh(f"systemctl stop {UNIT}", START_S)
    # As the unit has it: gpiozero asks there which Pi this is.
    cabinet.sh("mountpoint -q /proc/cpuinfo || mount --bind /opt/vm/cpuinfo /proc/cpuinfo")
    command = f"{GAME}/python -m tests.vm.edges --backend {backend} --edges {number}{' --game' * game}"
    status, output = cabinet.machine.run(f"cd /usr/src/speed-cabinet && {command}", PRESSES_S)
    expect(status == 0, output)
    return json.dumps(json.loads(output[output.index("{") :]))


def _times(took_s: Sequence[float]) -> str:
    return f"back after {min(took_s):.0f} to {max(took_s):.0f} s, median {median(took_s):.0f} s"
