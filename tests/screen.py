"""A screen for tests: Xvfb, and keys typed into it with xdotool."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

TOOLS = ("Xvfb", "xdotool", "import")


def need_screen_tools() -> None:
    """Skip on a machine without the tools; where CI is set their absence is a failure, not a skip."""
    missing = [tool for tool in TOOLS if shutil.which(tool) is None]
    if missing:
        message = f"a real window needs {', '.join(missing)} (Debian: xvfb, xdotool, imagemagick)"
        if os.environ.get("CI"):
            pytest.fail(message)
        pytest.skip(message)


class Screen:
    """An X server of its own, without a window manager."""

    def __init__(self, name: str) -> None:
        # A display server's address must not reach the program from the machine that runs the tests.
        self.environment = {key: value for key, value in os.environ.items() if key != "WAYLAND_DISPLAY"}
        self.environment |= {"DISPLAY": name, "SDL_VIDEODRIVER": "x11", "XDG_SESSION_TYPE": "x11"}

    def type(self, *words: str) -> str:
        """Run xdotool with these words, e.g. `key 1` or `keydown Shift_L`."""
        return self._run("xdotool", *words)

    def picture(self, path: Path) -> None:
        """Write what the screen shows to a PNG file."""
        self._run("import", "-window", "root", str(path))

    def wait_for_window(self, program: str) -> str:
        """Return the number of the program's window when it is on the screen and has the keys."""
        window = self._run("xdotool", "search", "--sync", "--onlyvisible", "--class", program).split()[0]
        # There is no window manager to give the keys to a new window.
        self._run("xdotool", "windowfocus", "--sync", window)
        return window

    @contextmanager
    def program(self, command: list[str]) -> Iterator["subprocess.Popen[str]"]:
        """Run a program on this screen; one that has not ended by itself is killed."""
        with subprocess.Popen(
            command, env=self.environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        ) as process:
            try:
                yield process
            finally:
                process.kill()

    def _run(self, *command: str) -> str:
        result = subprocess.run(
            command, env=self.environment, capture_output=True, text=True, timeout=20, check=True
        )
        return result.stdout


@contextmanager
def screen(size: str = "1280x720") -> Iterator[Screen]:
    """Start an X server of this size, and stop it at the end; see `need_screen_tools`."""
    need_screen_tools()
    reader, writer = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(writer), "-screen", "0", f"{size}x24", "-nolisten", "tcp"],
        pass_fds=[writer],
        stderr=subprocess.DEVNULL,
    )
    os.close(writer)
    try:
        with os.fdopen(reader) as number:
            yield Screen(f":{number.readline().strip()}")
    finally:
        server.terminate()
        server.wait()
