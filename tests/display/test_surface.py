import logging
import subprocess
import sys
from collections.abc import Sequence

import pytest

from display.animation import FRAME_NS, NUDGE_AFTER_NS, OneShots
from display.box import Box
from display.outputs.headless import HeadlessDisplay
from display.outputs.port import OutputAbsentError
from display.outputs.surface import LOOK_NS, SurfaceDisplay
from display.painter import Painter
from display.port import DisplayError
from display.sdl import pygame
from firmware.game.events import Player
from tests.display.situations import NOW_NS
from tests.display.tables import NAMED

SIZE_PX = (320, 180)
STILL = NAMED["play"].screen
"""A screen on which nothing moves for seconds."""


class MemoryCanvas:
    """A screen in memory, on which only what was presented is seen."""

    def __init__(self, size_px: tuple[int, int] = SIZE_PX) -> None:
        self._painted = pygame.Surface(size_px, 0, 32)
        self.seen = pygame.Surface(size_px, 0, 32)
        self.presented: list[list[Box]] = []

    def surface(self) -> pygame.Surface:
        return self._painted

    def present(self, boxes: Sequence[Box]) -> None:
        self.presented.append(list(boxes))
        for box in boxes:
            self.seen.blit(self._painted, box, box)

    def shows(self, name: str) -> bool:
        headless = HeadlessDisplay(self.seen.get_size())
        headless.show(NAMED[name].screen, NAMED[name].events, NOW_NS)
        return self.seen.get_buffer().raw == headless.picture().get_buffer().raw


class Cabling:
    """An output that is plugged in and out: `canvases` are the screens that are there."""

    def __init__(self, *canvases: MemoryCanvas) -> None:
        self.canvases = canvases
        self.opened: Sequence[MemoryCanvas] = ()
        self.refusal: Exception = OutputAbsentError("No screen is plugged in.")
        self.looked = 0

    def open(self) -> "OpenOutput":
        self.looked += 1
        if not self.canvases:
            raise self.refusal
        assert not self.opened, "opened twice"
        self.opened = self.canvases
        return OpenOutput(self)


class OpenOutput:
    def __init__(self, cabling: Cabling) -> None:
        self._cabling = cabling
        self.canvases = cabling.canvases

    def check(self) -> None:
        if self._cabling.canvases != self.canvases:
            raise OutputAbsentError("The screen is another.")

    def close(self) -> None:
        self._cabling.opened = ()


def test_a_steady_frame_presents_only_what_moved() -> None:
    canvas = MemoryCanvas()
    display = SurfaceDisplay(Cabling(canvas).open)
    display.show(STILL, (), NOW_NS)
    canvas.presented.clear()
    display.show(STILL, (), NOW_NS + FRAME_NS)
    assert canvas.presented == []
    display.show(NAMED["misplay"].screen, NAMED["misplay"].events, NOW_NS)
    assert len(canvas.presented) == 1
    assert sum(box.width * box.height for box in canvas.presented[0]) < SIZE_PX[0] * SIZE_PX[1] // 2
    assert canvas.shows("misplay")


def test_there_is_a_title_to_see_from_the_moment_at_which_a_screen_is_open() -> None:
    canvas = MemoryCanvas()
    SurfaceDisplay(Cabling(canvas).open)
    assert canvas.presented == [[Box(0, 0, *SIZE_PX)]]
    assert len(set(canvas.seen.get_buffer().raw)) > 10


def test_a_screen_that_comes_back_shows_what_is_going_on_and_no_title() -> None:
    cabling = Cabling()
    display = SurfaceDisplay(cabling.open, patient=True)
    display.show(STILL, (), NOW_NS)
    canvas = MemoryCanvas()
    cabling.canvases = (canvas,)
    display.show(STILL, (), NOW_NS + LOOK_NS)
    assert len(canvas.presented) == 1


def test_an_impatient_display_does_not_open_without_a_screen() -> None:
    with pytest.raises(OutputAbsentError, match="No screen is plugged in"):
        SurfaceDisplay(Cabling().open)


def test_a_screen_that_cannot_be_used_is_an_error_for_the_patient_too() -> None:
    cabling = Cabling()
    cabling.refusal = DisplayError("It may not be used.")
    with pytest.raises(DisplayError, match="may not be used"):
        SurfaceDisplay(cabling.open, patient=True)


def test_without_a_screen_the_game_goes_on_and_one_is_looked_for_once_a_second() -> None:
    cabling = Cabling()
    display = SurfaceDisplay(cabling.open, patient=True)
    assert display.trouble == "No screen is plugged in."
    assert display.show(NAMED["play"].screen, (), NOW_NS) == NOW_NS + LOOK_NS
    for frame in range(120):
        display.show(NAMED["play"].screen, (), NOW_NS + frame * FRAME_NS)
        display.redraw()
    assert cabling.looked == 1 + 2
    canvas = MemoryCanvas()
    cabling.canvases = (canvas,)
    display.show(NAMED["play"].screen, (), NOW_NS + 3 * LOOK_NS)
    assert canvas.shows("play")
    assert display.trouble is None


def test_a_lost_screen_is_drawn_whole_again_when_it_is_back() -> None:
    canvas = MemoryCanvas()
    cabling = Cabling(canvas)
    display = SurfaceDisplay(cabling.open, patient=True)
    display.show(NAMED["play"].screen, (), NOW_NS)
    cabling.canvases = ()
    display.show(NAMED["misplay"].screen, NAMED["misplay"].events, NOW_NS + LOOK_NS)
    assert cabling.opened == ()
    assert display.trouble == "No screen is plugged in."
    back = MemoryCanvas()
    cabling.canvases = (back,)
    display.show(NAMED["play"].screen, (), NOW_NS + 2 * LOOK_NS)
    assert back.presented == [[Box(0, 0, *SIZE_PX)]]
    assert back.shows("play")


def test_a_screen_that_fails_while_it_is_drawn_on_is_opened_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    canvas = MemoryCanvas()
    cabling = Cabling(canvas)
    display = SurfaceDisplay(cabling.open, patient=True)
    display.show(STILL, (), NOW_NS)

    def fail(boxes: Sequence[Box]) -> None:
        raise pygame.error("Could not queue pageflip")

    with monkeypatch.context() as failing:
        failing.setattr(canvas, "present", fail)
        display.show(NAMED["misplay"].screen, NAMED["misplay"].events, NOW_NS)
        assert cabling.opened == ()
        assert display.trouble == "Could not queue pageflip"
    display.show(NAMED["play"].screen, (), NOW_NS + LOOK_NS)
    assert canvas.shows("play")
    assert display.trouble is None


def test_a_screen_that_fails_while_it_is_opened_anew_is_looked_for_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    cabling = Cabling()
    display = SurfaceDisplay(cabling.open, patient=True)
    display.show(STILL, (), NOW_NS)
    canvas = MemoryCanvas()
    cabling.canvases = (canvas,)

    def fail() -> pygame.Surface:
        raise pygame.error("Could not get EGL display")

    with monkeypatch.context() as failing:
        failing.setattr(canvas, "surface", fail)
        display.show(STILL, (), NOW_NS + LOOK_NS)
    assert cabling.opened == ()
    assert display.trouble == "The screen cannot be drawn on: Could not get EGL display."
    display.show(STILL, (), NOW_NS + 2 * LOOK_NS)
    assert canvas.shows("play")
    assert display.trouble is None


def test_a_screen_that_fails_before_it_is_open_is_looked_for_again_by_the_patient() -> None:
    cabling = Cabling()
    cabling.refusal = pygame.error("Could not create the window")
    with pytest.raises(OutputAbsentError, match=r"cannot be drawn on: Could not create the window\."):
        SurfaceDisplay(cabling.open)
    display = SurfaceDisplay(cabling.open, patient=True)
    canvas = MemoryCanvas()
    cabling.canvases = (canvas,)
    display.show(STILL, (), NOW_NS)
    assert canvas.shows("play")
    assert display.trouble is None


def test_a_screen_of_another_size_is_laid_out_anew() -> None:
    cabling = Cabling(MemoryCanvas())
    display = SurfaceDisplay(cabling.open, patient=True)
    display.show(STILL, (), NOW_NS)
    other = MemoryCanvas((400, 240))
    cabling.canvases = (other,)
    display.show(STILL, (), NOW_NS + LOOK_NS)
    assert other.shows("play")


def test_a_screen_is_looked_for_when_time_begins_anew() -> None:
    cabling = Cabling()
    display = SurfaceDisplay(cabling.open, patient=True)
    display.show(STILL, (), 100 * LOOK_NS)
    cabling.canvases = (MemoryCanvas(),)
    assert display.show(STILL, (), 0) == LOOK_NS
    assert display.trouble is None


def test_the_log_says_each_reason_once(caplog: pytest.LogCaptureFixture) -> None:
    cabling = Cabling()
    display = SurfaceDisplay(cabling.open, patient=True)
    with caplog.at_level(logging.INFO):
        for second in range(5):
            display.show(STILL, (), NOW_NS + second * LOOK_NS)
        cabling.refusal = DisplayError("It may not be used any more.")
        for second in range(5, 10):
            display.show(STILL, (), NOW_NS + second * LOOK_NS)
        cabling.canvases = (MemoryCanvas(),)
        display.show(STILL, (), NOW_NS + 10 * LOOK_NS)
    said = [record.getMessage().partition(".")[0] for record in caplog.records]
    assert said == ["No screen is plugged in", "It may not be used any more", "There is a picture again"]


def test_a_screen_that_stays_costs_no_wake_up() -> None:
    display = SurfaceDisplay(Cabling(MemoryCanvas()).open)
    # What is told to a player who sits before a card that fits is a change to come.
    assert display.show(STILL, (), NOW_NS) == NOW_NS + NUDGE_AFTER_NS
    assert display.show(NAMED["won"].screen, (), NOW_NS) is None


def test_of_two_screens_each_player_has_one_with_the_other_hand_face_down() -> None:
    both = MemoryCanvas(), MemoryCanvas()
    display = SurfaceDisplay(Cabling(*both).open)
    display.show(STILL, (), NOW_NS)
    viewers: tuple[Player, ...] = (1, 2)
    for viewer, canvas in zip(viewers, both, strict=True):
        own = pygame.Surface(SIZE_PX, 0, 32)
        Painter(SIZE_PX, viewer=viewer).paint(own, STILL, OneShots(), NOW_NS)
        assert canvas.seen.get_buffer().raw == own.get_buffer().raw


def test_a_second_screen_that_is_unplugged_leaves_one_for_both() -> None:
    one, two = MemoryCanvas(), MemoryCanvas()
    cabling = Cabling(one, two)
    display = SurfaceDisplay(cabling.open, patient=True)
    display.show(STILL, (), NOW_NS)
    left = MemoryCanvas()
    cabling.canvases = (left,)
    display.show(STILL, (), NOW_NS + LOOK_NS)
    assert left.shows("play")


def test_a_closed_display_shows_nothing_more() -> None:
    canvas = MemoryCanvas()
    cabling = Cabling(canvas)
    display = SurfaceDisplay(cabling.open, patient=True)
    canvas.presented.clear()
    display.close()
    display.close()
    display.show(STILL, (), NOW_NS)
    assert cabling.opened == ()
    assert cabling.looked == 1
    assert canvas.presented == []


TITLE_ALONE = """
import sys
from display.outputs.headless import HeadlessDisplay
from display.outputs.surface import TITLE
display = HeadlessDisplay((640, 480))
display.show(TITLE, (), 0)
display.picture()
print(*sys.modules)
"""


def test_the_title_waits_for_nothing_that_draws_a_table() -> None:
    loaded = subprocess.run(
        [sys.executable, "-c", TITLE_ALONE], capture_output=True, text=True, check=True
    ).stdout.split()
    assert "display.painter" in loaded
    assert not {"display.table", "display.seat", "firmware.game.rules"} & set(loaded)
