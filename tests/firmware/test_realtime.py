"""What keeps the system from holding up a press."""

import subprocess
import sys
from pathlib import Path

import pytest

UNUSED_KB = 65536

LOCK = f"""
import mmap, resource, sys
limit = resource.RLIM_INFINITY if sys.argv[1] == "none" else int(sys.argv[1])
try:
    resource.setrlimit(resource.RLIMIT_MEMLOCK, (limit, limit))
except ValueError:
    # Not to be raised, but root may lock more than the limit.
    resource.getrlimit = lambda what: (limit, limit)
unused = mmap.mmap(-1, {UNUSED_KB} * 1024)
from firmware.realtime import be_quick
be_quick()
print(sys.getswitchinterval())
status = dict(line.split(":") for line in open("/proc/self/status"))
print(status["VmLck"].split()[0], status["VmRSS"].split()[0])
"""

resource = pytest.importorskip("resource")

pytestmark = pytest.mark.skipif(
    not Path("/proc/self/status").exists(), reason="asks Linux for what is locked"
)

CAP_IPC_LOCK = 14


def may_lock_all() -> bool:
    """Whether a child could lock all its memory."""
    if not sys.platform.startswith("linux"):
        return False
    status = dict(line.split(":") for line in Path("/proc/self/status").read_text().splitlines())
    if int(status["CapEff"], 16) >> CAP_IPC_LOCK & 1:
        return True
    return bool(resource.getrlimit(resource.RLIMIT_MEMLOCK)[1] == resource.RLIM_INFINITY)


needs_locking = pytest.mark.skipif(not may_lock_all(), reason="this user may lock only so much memory")


def quick(limit: str) -> tuple[float, int, int]:
    """The switch interval in seconds, then the memory locked and used in kB, under a limit to the locked."""
    command = [sys.executable, "-c", LOCK, limit]
    said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    interval, locked, used = said.split()
    return float(interval), int(locked), int(used)


def test_threads_take_turns_of_a_millisecond() -> None:
    assert quick("65536")[0] == pytest.approx(0.001)


def test_memory_is_not_locked_under_a_limit_that_the_game_could_grow_to() -> None:
    assert quick("65536")[1] == 0


@needs_locking
def test_memory_is_locked_where_nothing_limits_it() -> None:
    assert quick("none")[1] > UNUSED_KB


@needs_locking
def test_memory_that_was_never_used_is_not_fetched_to_be_locked() -> None:
    assert quick("none")[2] < UNUSED_KB
