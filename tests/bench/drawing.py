"""What a frame costs at 1920 × 1080, on a surface in memory."""

import gc
import time
from collections.abc import Iterator
from dataclasses import dataclass

import pygame

from display.animation import OneShots
from display.painter import Painter
from display.showing import Showing
from firmware.game.events import Event
from firmware.recording import NewMatch
from firmware.referee import Referee
from firmware.screen import Look, Screen
from firmware.session import Session, open_session
from hal.events import Control, InputEvent

SIZE_PX = (1920, 1080)
FRAME_NS = 16_666_667
BEGIN_NS = 3_000_000_000

_surface = pygame.Surface(SIZE_PX, 0, 32)
_background = _surface.copy()
_painter = Painter(SIZE_PX)
_painter.prepare()


def _playing() -> Referee:
    referee = Referee(NewMatch(seed=1))
    for player in (1, 2):
        referee.edge(InputEvent(0, player, Control.ACTION, True))
    referee.advance(BEGIN_NS)
    return referee


def full_redraws() -> int:
    """Frames drawn whole."""
    screen = Screen(Look(), 0, _playing().view())
    for _ in range(40):
        _painter.forget()
        _painter.paint(_surface, screen, OneShots(), BEGIN_NS)
    return 40


def full_blits() -> int:
    """Blits of the whole screen."""
    for _ in range(200):
        _surface.blit(_background, (0, 0))
    return 200


def flight(scene: int) -> tuple[Screen, list[Event]]:
    """A card that has just been played, at `BEGIN_NS + 1`: the table and what happened."""
    referee = _playing()
    player, slot = next(
        (player, seat.playable[0]) for player, seat in referee.view().seats.items() if seat.playable
    )
    events = referee.edge(InputEvent(BEGIN_NS + 1, player, Control(f"card{slot}"), True))
    return Screen(Look(), scene, referee.view()), events


def frames_of_a_moving_card() -> int:
    """Frames in which one card is in flight, 60 a second, the same flight again and again."""
    screen, events = flight(scene=0)
    shots = OneShots().after(events, BEGIN_NS + 1)
    for _ in range(20):
        for step in range(8):
            _painter.paint(_surface, screen, shots, BEGIN_NS + 1 + step * FRAME_NS)
    return 20 * 8


def touched_pixels() -> list[int]:
    """How many pixels each frame of a flight redraws, from the second on."""
    screen, events = flight(scene=0)
    shots = OneShots().after(events, BEGIN_NS + 1)
    _painter.forget()
    frames = (_painter.paint(_surface, screen, shots, BEGIN_NS + 1 + step * FRAME_NS) for step in range(8))
    return [sum(box.width * box.height for box in changed) for changed in frames][1:]


@dataclass(frozen=True, slots=True)
class Minute:
    """What a minute of a game at 60 frames a second costs, in seconds of processor time.

    `game_s`: judging, the view and the one-shots of a frame; `drawn_s`: of each frame that drew something,
    cheapest first. `collections`: of the oldest generation of garbage.
    """

    game_s: float
    drawn_s: list[float]
    collections: int


def furious_minute() -> Minute:
    """Two expert computer players at twice the speed at which anybody plays, one match after the other.

    It is played several times, and each frame counts at its cheapest, as with all that is measured here:
    words that are said for the first time have been made ready by then.
    """
    gc.collect()
    gc.freeze()
    before = gc.get_stats()[2]["collections"]
    rounds = [list(_costs_of_a_minute()) for _ in range(3)]
    collections = gc.get_stats()[2]["collections"] - before
    gc.unfreeze()
    games_s, drawn_s = (
        [min(costs) for costs in zip(*each, strict=True)]
        for each in zip(*(zip(*minute, strict=True) for minute in rounds), strict=True)
    )
    return Minute(sum(games_s) / len(games_s), sorted(filter(None, drawn_s)), collections)


def _costs_of_a_minute() -> Iterator[tuple[float, float]]:
    """For each frame what the game costs, and what drawing does: 0 if nothing has changed."""
    scene, begun = 0, 0
    session: Session | None = None
    showing = Showing()
    _painter.forget()
    for frame in range(60 * 60):
        start_s = time.process_time()
        if session is None or session.view().match_winner is not None:
            new = NewMatch(options={"target": 1, "countdown": 0}, seed=scene)
            scene, begun, session = scene + 1, frame, open_session(new, {1: "expert", 2: "expert"})
        now_ns = 2 * (frame - begun) * FRAME_NS
        events = session.run_before(now_ns)
        screen = Screen(Look(), scene, session.view())
        showing.show(screen, events, now_ns)
        judged_s = time.process_time()
        changed = _painter.paint(_surface, screen, showing.shots, now_ns)
        yield judged_s - start_s, time.process_time() - judged_s if changed else 0.0
