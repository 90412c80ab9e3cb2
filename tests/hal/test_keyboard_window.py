"""Real keys in a real window: under Xvfb, pressed by xdotool."""

import shutil
import subprocess
import sys
from collections.abc import Iterator

import pytest

PLAY = """
import time, pygame
from hal.keyboard import KeyboardHal
pygame.display.init()
pygame.display.set_mode((320, 240))
hal = KeyboardHal()
end_ns = time.monotonic_ns() + 20_000_000_000
while not pygame.key.get_focused() and hal.read(0).complete_to_ns < end_ns:
    time.sleep(0.01)
print("ready", flush=True)
while True:
    reading = hal.read(end_ns)
    for event in reading.events:
        print(event.player, event.control, event.pressed, flush=True)
    if reading.leave or reading.complete_to_ns >= end_ns:
        print("leave", reading.leave, flush=True)
        break
"""

pytestmark = pytest.mark.skipif(
    shutil.which("Xvfb") is None or shutil.which("xdotool") is None,
    reason="needs Xvfb and xdotool to press real keys",
)


@pytest.fixture
def display() -> Iterator[str]:
    with subprocess.Popen(
        ["Xvfb", "-displayfd", "1", "-screen", "0", "640x480x24", "-nolisten", "tcp"],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as server:
        assert server.stdout is not None
        number = server.stdout.readline().strip()
        yield f":{number}"
        server.terminate()


def test_shift_and_a_card_key_are_two_buttons_and_esc_leaves(display: str) -> None:
    environment = {"DISPLAY": display, "SDL_VIDEODRIVER": "x11", "PATH": "/usr/bin:/bin"}

    def xdotool(*arguments: str) -> None:
        subprocess.run(["xdotool", *arguments], env=environment, check=True, timeout=10)

    with subprocess.Popen(
        [sys.executable, "-c", PLAY], env=environment, stdout=subprocess.PIPE, text=True
    ) as game:
        assert game.stdout is not None
        while game.stdout.readline().strip() != "ready":
            assert game.poll() is None, "the window did not open"
        xdotool("keydown", "Shift_L", "key", "1", "keyup", "Shift_L", "key", "0", "key", "Return")
        xdotool("key", "Escape")
        printed = game.stdout.read().split("\n")
    assert [line for line in printed if line and "pygame" not in line] == [
        "1 action True",
        "1 card1 True",
        "1 card1 False",
        "1 action False",
        "2 card5 True",
        "2 card5 False",
        "2 slap True",
        "2 slap False",
        "leave True",
    ]
