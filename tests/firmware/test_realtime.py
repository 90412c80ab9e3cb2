"""What keeps the system from holding up a press."""

import subprocess
import sys
from pathlib import Path

import pytest

LOCK = """
import resource, sys
limit = resource.RLIM_INFINITY if sys.argv[1] == "none" else int(sys.argv[1])
resource.setrlimit(resource.RLIMIT_MEMLOCK, (limit, limit))
from firmware.realtime import be_quick
be_quick()
print(sys.getswitchinterval())
print(next(line for line in open("/proc/self/status") if line.startswith("VmLck")).split()[1])
"""

resource = pytest.importorskip("resource")

pytestmark = pytest.mark.skipif(
    not Path("/proc/self/status").exists(), reason="asks Linux for what is locked"
)


def nothing_limits_it() -> bool:
    """Whether a child could be given the right to lock all memory."""
    if not sys.platform.startswith("linux"):
        return False
    return bool(resource.getrlimit(resource.RLIMIT_MEMLOCK)[1] == resource.RLIM_INFINITY)


def quick(limit: str) -> tuple[float, int]:
    """The switch interval in seconds and the locked memory in kB, under a limit to locked memory."""
    command = [sys.executable, "-c", LOCK, limit]
    interval, locked = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()
    return float(interval), int(locked)


def test_threads_take_turns_of_a_millisecond() -> None:
    assert quick("65536")[0] == pytest.approx(0.001)


def test_memory_is_not_locked_under_a_limit_that_the_game_could_grow_to() -> None:
    assert quick("65536")[1] == 0


@pytest.mark.skipif(not nothing_limits_it(), reason="this user may lock only so much memory")
def test_memory_is_locked_where_nothing_limits_it() -> None:
    assert quick("none")[1] > 1000
