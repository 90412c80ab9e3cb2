"""The voice that calls "Speed!": a buzz and a hiss, shaped by the resonances of a mouth. Pure."""

from array import array
from collections.abc import Sequence
from itertools import pairwise
from math import cos, exp, pi, tau
from random import Random
from typing import Final, NamedTuple

RATE_HZ: Final = 44_100

_LEVEL: Final = 0.75
"""The highest peak, of full scale."""
_BLOCK: Final = 128
"""So many samples, 3 ms, share one shape of the mouth."""
_OPEN_PART: Final = 0.6
"""The part of each period in which the vocal cords are open."""
_EDGE: Final = 0.65
"""How sharp the voice is, from 0 to 1."""
_WIDTHS_HZ: Final = (60, 90, 150)
"""How wide the three resonances are that move."""
_FIXED_HZ: Final = ((3700, 220), (4600, 350))
"""Centre and width of the resonances of the voice that stay as they are."""
_TEETH_HZ: Final = ((7300, 2400), (4600, 1500))
_LIPS_HZ: Final = (900, 900)


class _Mouth(NamedTuple):
    """The mouth at one moment; between two of these everything changes evenly.

    `buzz` of the vocal cords at `pitch_hz`; `hiss` at the teeth; `puff` at the lips; the centres of the three
    lower resonances.
    """

    at_ms: float
    buzz: float
    pitch_hz: float
    hiss: float
    puff: float
    first_hz: float
    second_hz: float
    third_hz: float


_SPEED: Final = (
    # S
    _Mouth(0, 0, 160, 0, 0, 220, 1500, 2500),
    _Mouth(40, 0, 160, 0.72, 0, 220, 1500, 2500),
    _Mouth(125, 0, 160, 0.9, 0, 220, 1500, 2500),
    # P: the lips are closed, then they burst open.
    _Mouth(150, 0, 160, 0, 0, 220, 1500, 2500),
    _Mouth(208, 0, 160, 0, 0, 220, 1500, 2500),
    _Mouth(210, 0, 160, 0, 1.2, 220, 1500, 2500),
    _Mouth(218, 0.2, 160, 0, 0.35, 220, 1500, 2500),
    # EE
    _Mouth(230, 0.9, 165, 0, 0, 270, 2050, 2750),
    _Mouth(255, 1, 170, 0, 0, 290, 2400, 3050),
    _Mouth(430, 0.9, 145, 0, 0, 290, 2400, 3050),
    # D: the tongue closes the mouth, the cords buzz on behind it, then it opens.
    _Mouth(475, 0.7, 124, 0, 0, 210, 1950, 2850),
    _Mouth(485, 0.07, 120, 0, 0, 210, 1950, 2850),
    _Mouth(530, 0.04, 106, 0, 0, 210, 1950, 2850),
    _Mouth(533, 0.1, 106, 0.34, 0.34, 210, 1950, 2850),
    _Mouth(543, 0.37, 102, 0.05, 0, 400, 1700, 2700),
    _Mouth(583, 0, 94, 0, 0, 400, 1700, 2700),
)


class _Resonance:
    """Lets through what is near its centre."""

    def __init__(self) -> None:
        self._last = self._before = 0.0

    def shape(self, samples: Sequence[float], centre_hz: float, width_hz: float) -> list[float]:
        """The samples after the resonance; what does not change comes out as it went in."""
        radius = exp(-pi * width_hz / RATE_HZ)
        b, c = 2 * radius * cos(tau * centre_hz / RATE_HZ), -radius * radius
        a = 1 - b - c
        last, before = self._last, self._before
        shaped = []
        for sample in samples:
            last, before = a * sample + b * last + c * before, last
            shaped.append(last)
        self._last, self._before = last, before
        return shaped


class _Cords:
    """The vocal cords: a puff of air in each period, as its change in time."""

    def __init__(self) -> None:
        self._phase = self._last = 0.0

    def buzz(self, loudness: float, pitch_hz: float) -> list[float]:
        """The next block."""
        samples = []
        for _ in range(_BLOCK):
            self._phase = (self._phase + pitch_hz / RATE_HZ) % 1
            x = self._phase / _OPEN_PART
            sample = loudness * (2 * x - 3 * x * x) if x < 1 else 0.0
            samples.append(sample - _EDGE * self._last)
            self._last = sample
        return samples


def call_speed() -> "array[int]":
    """The word, as signed 16-bit samples, `RATE_HZ` a second."""
    random = Random(1)
    cords = _Cords()
    moving, fixed, teeth = ([_Resonance() for _ in hz] for hz in (_WIDTHS_HZ, _FIXED_HZ, _TEETH_HZ))
    lips = _Resonance()
    samples: list[float] = []
    for first in range(0, RATE_HZ * int(_SPEED[-1].at_ms) // 1000, _BLOCK):
        mouth = _mouth_at(first * 1000 / RATE_HZ)
        voice = cords.buzz(mouth.buzz, mouth.pitch_hz)
        centres_hz = (mouth.first_hz, mouth.second_hz, mouth.third_hz)
        for resonance, centre_hz, width_hz in zip(moving, centres_hz, _WIDTHS_HZ, strict=True):
            voice = resonance.shape(voice, centre_hz, width_hz)
        for resonance, hz in zip(fixed, _FIXED_HZ, strict=True):
            voice = resonance.shape(voice, *hz)
        noise = [random.uniform(-1, 1) for _ in range(_BLOCK)]
        hiss = [mouth.hiss * sample for sample in noise]
        upper, lower = (resonance.shape(hiss, *hz) for resonance, hz in zip(teeth, _TEETH_HZ, strict=True))
        puff = lips.shape([mouth.puff * sample for sample in noise], *_LIPS_HZ)
        # One hiss is taken from the other, which leaves nothing low.
        samples += [
            a + 0.1 * b - 0.06 * c + 1.5 * d for a, b, c, d in zip(voice, upper, lower, puff, strict=True)
        ]
    scale = 32767 * _LEVEL / max(map(abs, samples))
    return array("h", [round(scale * sample) for sample in samples])


def _mouth_at(at_ms: float) -> _Mouth:
    for before, after in pairwise(_SPEED):
        if at_ms < after.at_ms:
            share = (at_ms - before.at_ms) / (after.at_ms - before.at_ms)
            return _Mouth(*(a + share * (b - a) for a, b in zip(before, after, strict=True)))
    return _SPEED[-1]
