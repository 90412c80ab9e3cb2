"""Real keys in a real window."""

import sys

from tests.screen import screen

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


def test_shift_and_a_card_key_are_two_buttons_and_esc_leaves() -> None:
    with screen("640x480") as table, table.program([sys.executable, "-c", PLAY]) as game:
        assert game.stdout is not None
        while game.stdout.readline().strip() != "ready":
            assert game.poll() is None, "the window did not open"
        table.type("keydown", "Shift_L", "key", "1", "keyup", "Shift_L", "key", "0", "key", "Return")
        table.type("key", "Escape")
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
