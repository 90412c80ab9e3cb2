"""A game in a real terminal: a pseudo-terminal is given back as it was found, however the game ends."""

import os
import pty
import select
import signal
import subprocess
import sys
import termios
import time
from collections.abc import Callable

import pytest

END_ALTERNATE_PAGE = b"\x1b[?1049l"
CLEAR = b"\x1b[2J"
SHOW_CURSOR = b"\x1b[?25h"
COMMAND = [
    sys.executable,
    "-m",
    "firmware",
    "play",
    "--display",
    "terminal",
    "--opponent",
    "easy",
    "--seed",
    "1",
]


class Terminal:
    """The far end of a terminal of 80 × 24 in which the program runs."""

    def __init__(self) -> None:
        self.far, self.near = pty.openpty()
        termios.tcsetwinsize(self.near, (24, 80))
        self.mode = termios.tcgetattr(self.near)
        self.output = b""
        environment = {"TERM": "xterm-256color", "LANG": "C.UTF-8", "PATH": os.environ["PATH"]}
        self.program = subprocess.Popen(
            COMMAND, stdin=self.near, stdout=self.near, stderr=self.near, env=environment, process_group=0
        )

    def read_until(self, done: Callable[[], bool]) -> None:
        end_ns = time.monotonic_ns() + 20 * 10**9
        while not done():
            assert time.monotonic_ns() < end_ns, self.output[-2000:]
            if select.select([self.far], [], [], 0.05)[0]:
                self.output += os.read(self.far, 65536)

    def wait_for(self, text: str) -> None:
        self.read_until(lambda: text.encode() in self.output)

    def close(self) -> None:
        self.program.kill()
        self.program.wait()
        os.close(self.far)
        os.close(self.near)


@pytest.mark.parametrize(
    ("ending", "status"),
    [("q", 0), ("\x1b", 0), (signal.SIGTERM, 0), (signal.SIGHUP, 0), (signal.SIGINT, 130)],
    ids=["Q", "Esc", "SIGTERM", "SIGHUP", "Ctrl-C"],
)
def test_the_terminal_is_given_back_however_the_game_ends(ending: str | signal.Signals, status: int) -> None:
    terminal = Terminal()
    try:
        terminal.wait_for("Press action")
        assert termios.tcgetattr(terminal.near) != terminal.mode
        os.write(terminal.far, b"a")
        terminal.wait_for("waiting for Purple")
        if isinstance(ending, str):
            os.write(terminal.far, ending.encode())
        else:
            terminal.program.send_signal(ending)
        terminal.read_until(lambda: terminal.program.poll() is not None)
        terminal.wait_for(SHOW_CURSOR.decode())
        assert terminal.program.returncode == status
        assert termios.tcgetattr(terminal.near) == terminal.mode
        assert END_ALTERNATE_PAGE in terminal.output
        assert b"Traceback" not in terminal.output
    finally:
        terminal.close()


def test_a_game_that_was_stopped_and_goes_on_takes_its_keys_and_the_page_again() -> None:
    terminal = Terminal()
    try:
        terminal.wait_for("Press action")
        own = termios.tcgetattr(terminal.near)
        terminal.program.send_signal(signal.SIGSTOP)
        os.waitpid(terminal.program.pid, os.WUNTRACED)
        termios.tcsetattr(terminal.near, termios.TCSANOW, terminal.mode)
        terminal.read_until(lambda: not select.select([terminal.far], [], [], 0)[0])
        terminal.output = b""
        terminal.program.send_signal(signal.SIGCONT)
        terminal.read_until(lambda: b"Press action" in terminal.output.partition(CLEAR)[2])
        assert termios.tcgetattr(terminal.near) == own
        os.write(terminal.far, b"q")
        terminal.read_until(lambda: terminal.program.poll() is not None)
        assert terminal.program.returncode == 0
        assert termios.tcgetattr(terminal.near) == terminal.mode
    finally:
        terminal.close()
