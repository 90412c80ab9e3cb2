"""From an edge to the finished frame, with a screen that is as slow as one may be; all in virtual time."""

from collections.abc import Iterator, Sequence
from random import Random

import pytest

from display.animation import FRAME_NS, OneShots
from display.layout import lay_out
from display.painter import Painter
from display.sdl import pygame
from display.showing import Showing
from firmware.activity import SingleMatch
from firmware.app import run
from firmware.game.cards import Card
from firmware.game.events import Beaten, Event, FalseSlap, Locked, Misplay, Moved, Played, Player
from firmware.recording import NewMatch
from firmware.screen import Look, Screen
from firmware.session import open_session
from hal.events import CARDS, Control, InputEvent
from hal.mock import START_NS, MockHal
from tests.display.situations import NOW_NS, ONE, TWO, table

SECOND_NS = 1_000_000_000
PLAYERS: tuple[Player, ...] = (1, 2)
PRESSES = (Played, Misplay, Beaten, Locked, FalseSlap, Moved)


class SlowHal(MockHal):
    """Time passes while something else is done."""

    def pass_by(self, time_ns: int) -> None:
        self._now_ns += time_ns


class SlowScreen:
    """Takes a whole frame for each picture, and remembers how late each press was seen."""

    def __init__(self, hal: SlowHal) -> None:
        self._hal = hal
        self._showing = Showing()
        self.late_ns: list[int] = []
        self.frames = 0

    def show(self, screen: Screen, events: Sequence[Event], now_ns: int) -> int | None:
        moment_ns = self._showing.show(screen, events, now_ns)
        self._hal.pass_by(FRAME_NS)
        self.frames += 1
        done_ns = self._hal.now_ns - START_NS
        self.late_ns += [done_ns - event.t for event in events if isinstance(event, PRESSES)]
        return moment_ns

    def redraw(self) -> None:
        """It loses nothing."""

    def close(self) -> None:
        """Nothing to give back."""


def fury(seconds: int, random: Random) -> Iterator[InputEvent]:
    """Both press one button after the other, mostly cards, ten times a second each."""
    for player in PLAYERS:
        time_ns = START_NS
        while time_ns < START_NS + seconds * SECOND_NS:
            time_ns += random.randint(60_000_000, 140_000_000)
            control = random.choice((*CARDS, *CARDS, Control.ACTION, Control.SLAP))
            yield InputEvent(time_ns, player, control, True)
            yield InputEvent(time_ns + 50_000_000, player, control, False)


@pytest.mark.parametrize("seed", [1, 2])
def test_of_a_minute_of_furious_play_99_of_100_presses_are_answered_within_two_frames(seed: int) -> None:
    hal = SlowHal(fury(60, Random(seed)), leave_ns=START_NS + 60 * SECOND_NS)
    screen = SlowScreen(hal)
    session = open_session(NewMatch(options={"countdown": 0, "target": 99}, seed=seed), {})
    run(hal, screen, SingleMatch(session, Look()))
    late_ns = sorted(screen.late_ns)
    assert len(late_ns) > 600
    assert late_ns[len(late_ns) * 99 // 100] <= 2 * FRAME_NS
    assert late_ns[0] >= FRAME_NS, "no frame is finished before it was drawn"


def test_while_things_move_no_picture_is_made(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[str] = []

    class CountingFont(pygame.font.Font):
        def render(self, *arguments: object, **more: object) -> pygame.Surface:
            made.append("text")
            # Whatever it was called with is passed on.
            return super().render(*arguments, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(pygame.font, "Font", CountingFont)
    for name in ("rotate", "smoothscale", "scale", "flip"):
        monkeypatch.setattr(pygame.transform, name, counted(name, made))
    size_px = (640, 360)
    painter, surface = Painter(size_px), pygame.Surface(size_px, 0, 32)
    painter.prepare()
    assert made, "nothing is counted"
    locked = table(ONE, TWO, lockout_ns=500_000_000)
    moving: list[Event] = [
        Played(NOW_NS, 1, 2, Card("7H"), "left", None),
        Misplay(NOW_NS, 2, 3),
        Beaten(NOW_NS, 1, 4),
        FalseSlap(NOW_NS, 2),
    ]
    shots = OneShots().after(moving, NOW_NS)
    painter.paint(surface, Screen(Look(), 0, locked), shots, NOW_NS)
    made.clear()
    drawn = [
        painter.paint(surface, Screen(Look(), 0, locked), shots, NOW_NS + frame * FRAME_NS)
        for frame in range(1, 18)
    ]
    assert len([changed for changed in drawn if changed]) > 10
    assert not made


def counted(name: str, made: list[str]) -> object:
    original = getattr(pygame.transform, name)

    def call(*arguments: object, **more: object) -> object:
        made.append(name)
        return original(*arguments, **more)

    return call


def test_a_step_of_a_flight_draws_only_the_pixels_of_the_shape_that_is_gone() -> None:
    painter, surface = Painter((1920, 1080)), pygame.Surface((1920, 1080), 0, 32)
    flight: list[Event] = [Played(NOW_NS, 1, 2, Card("7H"), "left", None)]
    shots, screen = OneShots().after(flight, NOW_NS), Screen(Look(), 0, table(ONE, TWO))
    touched = []
    for frame in range(9):
        changed = painter.paint(surface, screen, shots, NOW_NS + frame * FRAME_NS)
        touched.append(sum(box.width * box.height for box in changed))
    card = lay_out((1920, 1080)).seat.hand[0]
    assert touched[0] == 1920 * 1080
    assert sorted(touched[1:]) == [0] * 3 + [card.width * card.height] * 5
