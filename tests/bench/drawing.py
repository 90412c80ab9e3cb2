"""What a frame costs at 1920 × 1080, on a surface in memory."""

import pygame

from display.animation import OneShots
from display.painter import Painter
from firmware.game.events import Event
from firmware.recording import NewMatch
from firmware.referee import Referee
from firmware.screens.view import Look, Screen
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
