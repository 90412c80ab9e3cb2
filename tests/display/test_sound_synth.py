"""How the sounds are: long, loud, high, and the word that the voice says."""

from array import array
from cmath import exp
from collections.abc import Iterable
from itertools import pairwise
from math import log10, sqrt, tau

import pytest

from display.sound.cues import SoundSettings
from display.sound.synth import NAMES, STEPS, Samples, render
from display.sound.voice import RATE_HZ, call_speed
from tests.display.ears import Ears
from tests.firmware.table import Table, ring_deck

MS = RATE_HZ / 1000
FULL_SCALE = 32_767
LONG = ("win", "match win", "speed")
NOTES = [f"play {player}.{step}" for player in (1, 2) for step in range(STEPS)]


def pitch_hz(samples: Samples) -> float:
    """How high a note is, by where it crosses zero upwards, once it has lost its brightness."""
    part = samples[len(samples) // 4 : len(samples) * 3 // 4]
    crossings = [
        place + before / (before - after)
        for place, (before, after) in enumerate(pairwise(part))
        if before < 0 <= after
    ]
    return RATE_HZ * (len(crossings) - 1) / (crossings[-1] - crossings[0])


def loudness_db(samples: Samples) -> float:
    """The level of a note's first 35 ms for the ear, which hears low notes less (IEC 61672's curve A)."""
    part = samples[: round(35 * MS)]
    level = sqrt(sum(sample * sample for sample in part) / len(part)) / FULL_SCALE
    f2 = pitch_hz(samples) ** 2
    ear = 12194**2 * f2**2 / (f2 + 20.6**2) / (f2 + 12194**2) / sqrt((f2 + 107.7**2) * (f2 + 737.9**2))
    return 20 * log10(level * ear)


def strength(samples: Samples, from_ms: float, to_ms: float, low_hz: int, high_hz: int) -> float:
    """How strong a band of frequencies is in a part of a sound, in steps of 100 Hz."""
    part = samples[round(from_ms * MS) : round(to_ms * MS)]
    turns = [
        abs(sum(sample * exp(-1j * tau * hz / RATE_HZ * place) for place, sample in enumerate(part)))
        for hz in range(low_hz, high_hz, 100)
    ]
    return sqrt(sum(turn * turn for turn in turns)) / len(part)


def level(samples: Samples, from_ms: float, to_ms: float) -> float:
    part = samples[round(from_ms * MS) : round(to_ms * MS)]
    return sqrt(sum(sample * sample for sample in part) / len(part)) / FULL_SCALE


def test_there_is_a_sound_for_every_name_and_each_begins_at_once_and_ends_softly() -> None:
    sounds = render()
    assert tuple(sounds) == NAMES
    for name, samples in sounds.items():
        assert samples.typecode == "h"
        assert level(samples, 0, 40) > 0.01, name
        assert abs(samples[-1]) < FULL_SCALE / 200, name


@pytest.mark.parametrize("name", NAMES)
def test_nothing_but_the_win_and_the_voice_is_longer_than_150_ms(name: str) -> None:
    assert len(render()[name]) <= (1500 if name in LONG else 150) * MS


def test_the_sounds_are_the_same_every_time() -> None:
    assert dict(render.__wrapped__()) == dict(render())


def test_orange_plays_a_fifth_below_purple_on_every_step() -> None:
    sounds = render()
    for step in range(STEPS):
        fifth = pitch_hz(sounds[f"play 2.{step}"]) / pitch_hz(sounds[f"play 1.{step}"])
        assert fifth == pytest.approx(1.5, rel=0.005)


def test_a_run_climbs_by_at_least_a_whole_tone_with_every_step() -> None:
    for player in (1, 2):
        heights = [pitch_hz(render()[f"play {player}.{step}"]) for step in range(STEPS)]
        assert all(higher / lower > 1.1 for lower, higher in pairwise(heights))


def test_all_notes_are_equally_loud_to_the_ear() -> None:
    levels = [loudness_db(render()[name]) for name in NOTES]
    assert max(levels) - min(levels) < 2


def mixed(starts: Iterable[tuple[float, str]]) -> "array[int]":
    """What the device gets: the sum of sounds, each beginning at its second."""
    placed = [(round(seconds * RATE_HZ), render()[name]) for seconds, name in starts]
    sums = array("l", bytes(array("l").itemsize * max(start + len(sound) for start, sound in placed)))
    for start, sound in placed:
        for place, sample in enumerate(sound, start):
            sums[place] += sample
    return sums


@pytest.mark.parametrize("behind_ms", [0, 10, 50])
def test_two_furious_players_and_the_claim_after_them_do_not_clip(behind_ms: int) -> None:
    ears = Ears(Table.begun(ring_deck(), {"target": 1}), SoundSettings(volume=100))
    for number in range(19):
        at_ms = 5000 + 100 * number
        ears.at(f"{at_ms / 1000} P1 card{number % 5 + 1}")
        ears.at(f"{(at_ms + behind_ms) / 1000} P2 card{number % 5 + 1}")
    ears.at("6.900 P1 card5", "6.905 P2 slap", "6.91 P1 slap")
    names = [name for _, name in ears.heard]
    assert sum(name in NOTES for name in names) == 39
    assert names[-4:] == ["false slap", "slap 1", "claim", "speed"]
    end = ears.heard[-1][0] + len(render()["speed"]) / RATE_HZ
    sums = mixed([*ears.heard, (end, "match win")])
    assert max(map(abs, sums)) <= FULL_SCALE


def test_no_two_short_sounds_clip_together() -> None:
    peaks = sorted(max(map(abs, sound)) for name, sound in render().items() if name not in LONG)
    assert peaks[-1] + peaks[-2] <= FULL_SCALE


def test_the_voice_says_s_p_ee_d() -> None:
    word = call_speed()
    # S: a hiss far above any vowel.
    assert strength(word, 60, 75, 5000, 9000) > 5 * strength(word, 60, 75, 200, 3500)
    # P: nothing at all, and then a burst.
    assert level(word, 165, 200) < 0.01 < level(word, 209, 216)
    # EE: the loudest part, strong at the first resonance, and at the second and third, but not between.
    assert level(word, 260, 420) > 2 * level(word, 60, 120)
    low, gap, high = (strength(word, 300, 340, *band) for band in ((200, 500), (900, 1900), (2200, 3300)))
    assert low > 3 * gap
    assert high > 2 * gap
    # D: quiet, low, and then let go.
    assert level(word, 490, 525) < 0.3 * level(word, 260, 420)
    assert strength(word, 490, 525, 100, 500) > 10 * strength(word, 490, 525, 2000, 5000)
    assert level(word, 533, 560) > 1.2 * level(word, 500, 525)


def test_the_voice_falls_as_in_a_call() -> None:
    word = call_speed()

    def period_ms(at_ms: int) -> float:
        part = word[round(at_ms * MS) : round((at_ms + 30) * MS)]
        lags = range(round(4 * MS), round(12 * MS))
        return max(lags, key=lambda lag: sum(a * b for a, b in zip(part, part[lag:], strict=False))) / MS

    assert period_ms(250) == pytest.approx(1000 / 169, rel=0.06)
    assert period_ms(440) > 1.1 * period_ms(250)
