"""How the sounds are made: plucked strings, knocks and hisses, worked out at start. Pure."""

from array import array
from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from math import exp, sin, tau
from random import Random
from types import MappingProxyType
from typing import Final, TypeAlias

from display.sound.voice import RATE_HZ, call_speed
from firmware.game.events import Player

Samples: TypeAlias = "array[int]"
"""Signed 16-bit samples, one channel, `RATE_HZ` a second."""

_BASES_HZ: Final[Mapping[Player, float]] = {1: 392.0, 2: 588.0}
"""A player's first note: Orange's a fifth below Purple's."""
_SCALE: Final = (0, 2, 4, 7, 9, 12, 14, 16)
"""The notes of a run, in semitones above the first: of a scale in which any two sound well together."""
STEPS: Final = len(_SCALE)

_FADE_MS: Final = 4
"""Every sound ends that softly, so that none ends with a click."""


def _pluck(
    hz: float, ms: int, level: float, brightness: float = 2.0, decay_ms: float = 35, to_hz: float = 0
) -> list[float]:
    """A plucked string: bright at first, then dull. It glides to `to_hz`, if that is given."""
    count = RATE_HZ * ms // 1000
    loudness, colour = level, brightness
    fading, dulling = exp(-1000 / decay_ms / RATE_HZ), exp(-2500 / decay_ms / RATE_HZ)
    phase, step = 0.0, tau * hz / RATE_HZ
    bend = ((to_hz or hz) / hz) ** (1 / count)
    samples = []
    for _ in range(count):
        samples.append(loudness * sin(phase + colour * sin(phase)))
        loudness *= fading
        colour *= dulling
        phase += step
        step *= bend
    return samples


def _hiss(ms: int, level: float, softness: float, decay_ms: float) -> list[float]:
    """A burst of noise; the nearer `softness` comes to 1, the duller."""
    random = Random(1)
    fading = exp(-1000 / decay_ms / RATE_HZ)
    samples, last = [], 0.0
    for _ in range(RATE_HZ * ms // 1000):
        last += (1 - softness) * (random.uniform(-level, level) - last)
        level *= fading
        samples.append(last)
    return samples


def _together(*parts: Sequence[float]) -> list[float]:
    return _one_by_one(0, *parts)


def _one_by_one(every_ms: int, *parts: Sequence[float]) -> list[float]:
    """The parts, each beginning so long after the one before it."""
    starts = [RATE_HZ * every_ms * place // 1000 for place in range(len(parts))]
    mixed = [0.0] * max(start + len(part) for start, part in zip(starts, parts, strict=True))
    for start, part in zip(starts, parts, strict=True):
        for place, sample in enumerate(part, start):
            mixed[place] += sample
    return mixed


def _chord(hz: Sequence[float], ms: int, level: float, decay_ms: float) -> list[float]:
    return _together(*(_pluck(each_hz, ms, level, 1.5, decay_ms) for each_hz in hz))


def _play(player: Player, step: int) -> list[float]:
    hz = _BASES_HZ[player] * 2 ** (_SCALE[step] / 12)
    # The ear is keener on the higher notes.
    return _pluck(hz, 140, 0.32 * (_BASES_HZ[1] / hz) ** 0.4)


def _slap(hz: float, level: float, softness: float) -> list[float]:
    """A flat hand on a board."""
    return _together(_hiss(90, level, softness, 14), _pluck(hz, 110, 0.3 * level, 1.0, 25, hz / 2))


def _win(every_ms: int, *chords: Sequence[float]) -> list[float]:
    *short, last = chords
    parts = [_chord(chord, 170, 0.15, 60) for chord in short]
    return _one_by_one(every_ms, *parts, _chord(last, 500, 0.15, 130))


_C5, _E5, _G5, _C6, _E6, _G6 = 523.25, 659.26, 783.99, 1046.5, 1318.5, 1568.0

_RECIPES: Final[Mapping[str, Callable[[], list[float]]]] = {
    "press": lambda: _pluck(1000, 25, 0.22, 1.0, 6),
    "tick": lambda: _pluck(880, 60, 0.22, 1.0, 15),
    "go": lambda: _chord((_C6, _G6), 140, 0.15, 40),
    "turn up": lambda: _one_by_one(
        55, *[_together(_hiss(20, 0.3, 0.4, 5), _pluck(700, 30, 0.24, 1.0, 7))] * 2
    ),
    "misplay": lambda: _together(_hiss(60, 0.5, 0.9, 12), _pluck(220, 130, 0.42, 1.2, 35, 110)),
    "beaten": lambda: _pluck(300, 90, 0.4, 1.5, 22, 450),
    "stuck": lambda: _one_by_one(70, _pluck(494, 75, 0.28), _pluck(330, 80, 0.32)),
    "out": lambda: _one_by_one(60, _pluck(_G5, 70, 0.24), _pluck(_C6, 90, 0.24)),
    "false slap": lambda: _slap(180, 0.9, 0.85),
    "claim": lambda: _chord((_C5, _E5, _G5, _C6), 150, 0.11, 60),
    "win": lambda: _win(120, (_C5, _E5), (_E5, _G5), (_G5, _C6), (_G5, _C6, _E6)),
    "match win": lambda: _win(
        120, (_C5, _E5), (_C5, _E5), (_E5, _G5), (_C5, _E5), (_E5, _G5), (_G5, _C6), (_C6, _E6, _G6)
    ),
    "slap 1": lambda: _slap(260, 0.62, 0.55),
    "slap 2": lambda: _slap(390, 0.55, 0.45),
    **{
        f"play {player}.{step}": partial(_play, player, step) for player in _BASES_HZ for step in range(STEPS)
    },
}

NAMES: Final = (*_RECIPES, "speed")
"""All sounds; `play 2.0` is the first note of player 2's run, `speed` the voice."""


@cache
def render() -> Mapping[str, Samples]:
    """Every sound by its name; worked out once, which takes a Raspberry Pi one or two seconds."""
    sounds = {name: _finished(recipe()) for name, recipe in _RECIPES.items()}
    return MappingProxyType({**sounds, "speed": call_speed()})


def _finished(samples: list[float]) -> Samples:
    fade = RATE_HZ * _FADE_MS // 1000
    for left in range(fade):
        samples[-1 - left] *= left / fade
    return array("h", [int(32767 * sample) for sample in samples])
