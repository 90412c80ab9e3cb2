"""How long it takes from the program's start to something to see."""

import os
import subprocess
import sys
import time
from statistics import median

_BARE = "import pygame; pygame.display.init(); pygame.display.set_mode((1280, 720)); pygame.display.flip()"

_OURS = """
import os
import display.outputs.sdl_windows
# The first picture is there: that is all that is measured.
display.outputs.sdl_windows.MainWindow.present = lambda self, boxes: os._exit(0)
from firmware.commands.main import main
main(["cabinet", "--display", "window", "--hal", "gpio", "--pins", "mock"])
"""

ROUNDS = 7


def start_up_s() -> tuple[float, float]:
    """Median seconds of a bare window, and of the cabinet up to its first picture, in turns."""
    environment = {**os.environ, "SDL_VIDEODRIVER": "dummy"}
    times: dict[str, list[float]] = {_BARE: [], _OURS: []}
    for _ in range(ROUNDS):
        for program, taken in times.items():
            start = time.perf_counter()
            subprocess.run([sys.executable, "-c", program], env=environment, check=True, capture_output=True)
            taken.append(time.perf_counter() - start)
    return median(times[_BARE]), median(times[_OURS])
