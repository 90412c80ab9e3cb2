"""How the program ends when it is told to, at moments that are easily forgotten."""

import os
import signal
import subprocess
import sys

import pytest

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signals")

WHILE_A_WINDOW_OPENS = """
import os, sys
import pygame.pkgdata

def and_a_signal(*names, real=pygame.pkgdata.getResource):
    os.kill(os.getpid(), int(sys.argv[1]))
    return real(*names)

# pygame asks for its icon in the middle of opening a window, and drops every exception then.
pygame.pkgdata.getResource = and_a_signal
from firmware.__main__ import main
import firmware.commands.main as commands

run = commands.main
commands.main = lambda: run(["cabinet", "--display", "window", "--hal", "gpio", "--pins", "mock"])
sys.exit(main())
"""


@pytest.mark.parametrize(
    ("number", "status"), [(signal.SIGTERM, 0), (signal.SIGINT, 130), (signal.SIGHUP, 0)]
)
def test_a_signal_that_comes_while_the_window_opens_ends_the_program(number: int, status: int) -> None:
    environment = {**os.environ, "SDL_VIDEODRIVER": "dummy"}
    done = subprocess.run(
        [sys.executable, "-c", WHILE_A_WINDOW_OPENS, str(int(number))],
        env=environment,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (done.returncode, "Traceback" in done.stderr) == (status, False), done.stderr


IGNORED = """
import os, signal
signal.signal(signal.SIGHUP, signal.SIG_IGN)
from firmware.commands.signals import end_cleanly_when_told_to
end_cleanly_when_told_to()
os.kill(os.getpid(), signal.SIGHUP)
print("goes on")
"""


def test_a_signal_that_is_to_be_ignored_stays_ignored() -> None:
    done = subprocess.run([sys.executable, "-c", IGNORED], capture_output=True, text=True, check=True)
    assert done.stdout == "goes on\n"
