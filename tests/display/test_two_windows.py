"""Two real windows: each player's own, and one keyboard for both."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from display.animation import OneShots
from display.painter import Painter
from display.sdl import pygame
from display.table import PLAYERS
from hal.events import Player
from tests.display.situations import NOW_NS
from tests.display.tables import NAMED
from tests.screen import Screen, screen

SIZE_PX = (480, 270)

_PROGRAM = f"""
import time
from tests.display.situations import NOW_NS
from display.outputs.window import WindowDisplay
from hal.keyboard import KeyboardHal
from tests.display.tables import NAMED

display = WindowDisplay({SIZE_PX}, windows=2)
display.show(NAMED["play"].screen, (), NOW_NS)
hal = KeyboardHal()
print("shown", flush=True)
while not (reading := hal.read(time.monotonic_ns() + 10**9)).leave:
    if reading.exposed:
        display.redraw()
    for edge in reading.events:
        print(edge.player, edge.control, edge.pressed, flush=True)
display.close()
"""


class Windows:
    """The program's two windows, by the number of the player whose they are."""

    def __init__(self, table: Screen, lines: Iterator[str]) -> None:
        self._table = table
        self._lines = lines
        assert self.line() == "shown"
        found = table.type("search", "--sync", "--onlyvisible", "--class", "speed-cabinet").split()
        places = {window: self._left_px(window) for window in found}
        self.numbers = dict(zip(PLAYERS, sorted(found, key=places.__getitem__), strict=True))

    def line(self) -> str:
        return next(self._lines).strip()

    def _left_px(self, window: str) -> int:
        """How far to the right a window stands."""
        lines = self._table.type("getwindowgeometry", "--shell", window).splitlines()
        return int(dict(line.split("=") for line in lines)["X"])

    def focus(self, player: Player) -> None:
        self._table.type("windowfocus", "--sync", self.numbers[player])

    def picture(self, player: Player, path: Path) -> pygame.Surface:
        self._table.picture(path)
        place = ((player - 1) * SIZE_PX[0], 0)
        return pygame.image.load(path).subsurface((place, SIZE_PX))


@contextmanager
def two_windows() -> Iterator[tuple[Screen, Windows]]:
    with screen("1024x768") as table, table.program([sys.executable, "-c", _PROGRAM]) as process:
        assert process.stdout is not None
        windows = Windows(table, iter(process.stdout))
        yield table, windows
        windows.focus(1)
        table.type("key", "Escape")
        _, errors = process.communicate(timeout=20)
    assert (process.returncode, errors) == (0, "")


def expected(viewer: Player) -> bytes:
    surface = pygame.Surface(SIZE_PX, 0, 32)
    Painter(SIZE_PX, viewer=viewer).paint(surface, NAMED["play"].screen, OneShots(), NOW_NS)
    return pygame.image.tobytes(surface, "RGB")


@pytest.mark.parametrize("covered", [False, True], ids=["at first", "after it was covered"])
def test_each_window_shows_the_table_as_its_player_may_see_it(tmp_path: Path, covered: bool) -> None:
    with two_windows() as (table, windows):
        if covered:
            for player in PLAYERS:
                table.type("windowunmap", "--sync", windows.numbers[player])
                table.type("windowmap", "--sync", windows.numbers[player])
        for player in PLAYERS:
            windows.focus(player)
            seen = windows.picture(player, tmp_path / f"{player}.png")
            assert pygame.image.tobytes(seen, "RGB") == expected(player)


def test_one_keyboard_plays_for_both_in_whichever_window_has_it() -> None:
    with two_windows() as (table, windows):
        for player in PLAYERS:
            windows.focus(player)
            table.type("key", "1", "8")
            said = [windows.line() for _ in range(4)]
            assert said == ["1 card1 True", "1 card1 False", "2 card3 True", "2 card3 False"]


def test_no_key_stays_held_when_the_other_window_gets_the_keyboard() -> None:
    with two_windows() as (table, windows):
        windows.focus(1)
        table.type("keydown", "Shift_L")
        assert windows.line() == "1 action True"
        windows.focus(2)
        table.type("keyup", "Shift_L")
        table.type("key", "Return")
        said = ["1 action True"]
        while said[-1] != "2 slap True":
            said.append(windows.line())
        # The other window may notice that it is held still: then it is pressed again, and released.
        assert len(said) in (3, 5)
        assert said == ["1 action True", "1 action False"] * (len(said) // 2) + ["2 slap True"]
