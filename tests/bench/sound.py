"""What the sound of a frame costs, through SDL's own mixer onto a device that plays to nobody."""

from display.sdl import pygame
from display.sound.cues import SoundSettings
from display.sound.output import Sound
from firmware.game.cards import Card
from firmware.game.events import Event, Played
from firmware.recording import NewMatch
from firmware.referee import Referee
from firmware.screen import Look, Screen

FRAME_NS = 16_666_667

_screen = Screen(Look(), 1, Referee(NewMatch(seed=1)).view())
_settings = SoundSettings()
_sound = Sound()
_now_ns = 0


def _frames(count: int, events: list[Event]) -> int:
    global _now_ns
    for _ in range(count):
        _now_ns += FRAME_NS
        _sound.hear(_screen, events, _now_ns, _settings)
    return count


def _open() -> None:
    """Have the device open, for which the sounds are worked out first."""
    while _sound.fault is None and not pygame.mixer.get_init():
        _frames(1, [])


def silent_frames() -> int:
    """Frames in which nothing happens."""
    _open()
    return _frames(5000, [])


def plays() -> int:
    """Frames in each of which both players play a card."""
    return _frames(1000, [Played(_now_ns, player, 1, Card("AC"), "left", None) for player in (1, 2)])
