"""The loudspeaker, with a mixer that only listens and with SDL's own."""

import logging
import os
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from display.sdl import pygame
from display.sound.cues import SoundSettings
from display.sound.output import Sound, missing_device
from display.sound.synth import NAMES, render
from firmware.game.cards import Card
from firmware.game.events import Event, Out, Played, Won
from firmware.screen import Look, Screen
from tests.display.ears import FakeMixer
from tests.firmware.table import Table, ns, ring_deck

LOUD = SoundSettings(volume=100)
PLAY = Played(ns(5), 2, 1, Card("AH"), "right", None)
WAIT_S = 10.0


def nothing_missing() -> None:
    """There seems to be a device."""


def screen(scene: int = 1) -> Screen:
    return Screen(Look(), scene, Table.begun(ring_deck()).game.view())


def let_render() -> None:
    """Wait until the sounds have been worked out."""
    for thread in threading.enumerate():
        if thread.name == "sounds":
            thread.join()


def hear(sound: Sound, *events: Event, settings: SoundSettings = LOUD, scene: int = 1) -> None:
    sound.hear(screen(scene), events, ns(5), settings)


def opened(mixer: FakeMixer, settings: SoundSettings = LOUD) -> Sound:
    """Sound as it is soon after the first frame."""
    sound = Sound(mixer, nothing_missing)
    hear(sound, settings=settings)
    let_render()
    hear(sound, settings=settings)
    assert mixer.is_open
    return sound


def names(mixer: FakeMixer) -> list[str]:
    """What was played, by name."""
    by_samples = {samples.tobytes(): name for name, samples in render().items()}
    return [by_samples[samples.tobytes()] for samples, _ in mixer.played]


def test_the_device_is_not_touched_before_the_first_frame_nor_waited_for_after_it() -> None:
    mixer = FakeMixer()
    sound = Sound(mixer, nothing_missing)
    hear(sound, PLAY)
    assert not mixer.is_open
    let_render()
    hear(sound, PLAY)
    assert mixer.is_open
    assert sound.fault is None
    assert names(mixer) == ["play 2.1"]


def test_a_play_is_begun_within_the_call_that_tells_of_it() -> None:
    mixer = FakeMixer()
    sound = opened(mixer)
    hear(sound, PLAY)
    assert names(mixer) == ["play 2.0"]
    hear(sound)
    assert names(mixer) == ["play 2.0"]


def test_a_sound_that_follows_another_waits_for_its_end() -> None:
    mixer = FakeMixer()
    sound = opened(mixer)
    hear(sound, Out(ns(4), 1), Won(ns(5), 1, 1))
    assert names(mixer) == ["slap 1", "claim", "speed", "win"]
    assert mixer.queued == [mixer.played[-1]]


def test_volume_changes_what_is_played_next() -> None:
    mixer = FakeMixer()
    sound = opened(mixer)
    hear(sound, PLAY)
    hear(sound, PLAY, settings=SoundSettings(volume=50))
    hear(sound, PLAY, settings=SoundSettings(volume=10, quiet=True))
    full, half, low = (volume for _, volume in mixer.played)
    assert full == 1
    assert 0.25 < half < 0.5, "half as loud to the ear"
    assert low >= 1 / 128, "the lowest volume is still heard"


@pytest.mark.parametrize("settings", [SoundSettings(volume=0), SoundSettings(attract="off")])
def test_silence_is_silent(settings: SoundSettings) -> None:
    mixer = FakeMixer()
    sound = opened(mixer, settings)
    hear(sound, PLAY, settings=settings)
    assert names(mixer) == []


def test_every_sound_can_be_tested() -> None:
    mixer = FakeMixer()
    sound = opened(mixer)
    for name in NAMES:
        sound.test(name)
    hear(sound)
    hear(sound)
    assert names(mixer) == list(NAMES)


def test_a_sound_is_tested_as_loudly_as_the_settings_of_the_next_frame_say() -> None:
    mixer = FakeMixer()
    sound = opened(mixer, SoundSettings(volume=10))
    sound.test("press")
    hear(sound)
    assert [volume for _, volume in mixer.played] == [1]


def test_a_missing_device_costs_one_line_in_the_log(caplog: pytest.LogCaptureFixture) -> None:
    mixer = FakeMixer()
    sound = Sound(mixer, lambda: "there is no sound card")
    with caplog.at_level(logging.DEBUG):
        for scene in range(5):
            hear(sound, PLAY, scene=scene)
            let_render()
        sound.test("press")
        hear(sound)
        sound.close()
    assert sound.fault == "there is no sound card"
    assert caplog.messages == ["no sound: there is no sound card; the game goes on without"]
    assert names(mixer) == []


def test_a_device_that_refuses_is_asked_again_only_in_the_next_scene(
    caplog: pytest.LogCaptureFixture,
) -> None:
    mixer = FakeMixer("device busy")
    sound = Sound(mixer, nothing_missing)
    hear(sound)
    let_render()
    hear(sound, PLAY)
    assert sound.fault == "device busy"
    mixer.refusal = None
    hear(sound, PLAY)
    assert not mixer.is_open
    hear(sound, scene=2)
    let_render()
    hear(sound, PLAY, scene=2)
    assert mixer.is_open
    assert sound.fault is None
    assert names(mixer) == ["play 2.0"]
    assert len(caplog.messages) == 1


@pytest.mark.parametrize("settings", [LOUD, SoundSettings(volume=20)])
def test_a_device_that_is_lost_is_a_fault_until_the_next_scene(settings: SoundSettings) -> None:
    mixer = FakeMixer()
    sound = opened(mixer)
    mixer.quit()
    hear(sound, PLAY, settings=settings)
    assert sound.fault == "mixer not initialized"
    hear(sound, scene=2)
    let_render()
    hear(sound, PLAY, scene=2)
    assert sound.fault is None
    assert names(mixer) == ["play 2.0"]


def test_a_test_looks_for_the_device_in_the_next_frame_and_waits_for_nothing() -> None:
    mixer = FakeMixer("device busy")
    sound = Sound(mixer, nothing_missing)
    hear(sound)
    let_render()
    hear(sound)
    assert sound.fault == "device busy"
    mixer.refusal = None
    sound.test("press")
    assert not mixer.is_open
    hear(sound)
    let_render()
    hear(sound)
    assert sound.fault is None
    assert names(mixer) == ["press"]


def test_a_test_without_a_device_is_not_made_up_for_later() -> None:
    mixer = FakeMixer("device busy")
    sound = Sound(mixer, nothing_missing)
    sound.test("press")
    hear(sound)
    let_render()
    hear(sound)
    mixer.refusal = None
    hear(sound, scene=2)
    let_render()
    hear(sound, scene=2)
    assert mixer.is_open
    assert names(mixer) == []


def test_closing_gives_the_device_back_and_may_be_done_twice() -> None:
    mixer = FakeMixer()
    sound = opened(mixer)
    sound.close()
    sound.close()
    assert not mixer.is_open
    Sound(mixer, nothing_missing).close()


# What is plainly missing.


@pytest.fixture
def bare(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A Linux machine without any sound; its `/dev/snd`."""
    if sys.platform != "linux":
        pytest.skip("elsewhere SDL is asked")
    for name in ("SDL_AUDIODRIVER", "PULSE_SERVER"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    cards = tmp_path / "snd"
    cards.mkdir()
    (cards / "timer").touch()
    (cards / "pcmC0D0c").touch()
    return cards


def test_a_card_that_only_records_is_no_device(bare: Path) -> None:
    assert missing_device(bare) == f"there is no sound card in {bare} and no sound server runs"
    assert missing_device(bare / "none") is not None


def test_a_card_that_plays_is_a_device(bare: Path) -> None:
    (bare / "pcmC1D0p").touch()
    assert missing_device(bare) is None


@pytest.mark.parametrize("server", ["pulse/native", "pipewire-0"])
def test_a_sound_server_is_a_device(bare: Path, server: str) -> None:
    place = bare.parent / server
    place.parent.mkdir(exist_ok=True)
    place.touch()
    assert missing_device(bare) is None


@pytest.mark.parametrize("name", ["SDL_AUDIODRIVER", "PULSE_SERVER"])
def test_who_names_a_device_is_believed(bare: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setenv(name, "something")
    assert missing_device(bare) is None


# SDL's own mixer.


@pytest.fixture
def real_mixer(monkeypatch: pytest.MonkeyPatch) -> Iterator[pytest.MonkeyPatch]:
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    yield monkeypatch
    pygame.mixer.quit()


def real_sound() -> Sound:
    sound = Sound()
    hear(sound)
    let_render()
    hear(sound)
    assert sound.fault is None
    return sound


def test_the_real_mixer_takes_every_sound(real_mixer: pytest.MonkeyPatch) -> None:
    sound = real_sound()
    assert pygame.mixer.get_init() == (44_100, -16, 1)
    for name in NAMES:
        sound.test(name)
    hear(sound)
    assert sound.fault is None
    assert pygame.mixer.get_busy()
    sound.close()
    assert pygame.mixer.get_init() is None


def test_the_real_mixer_without_a_device_is_a_fault_and_nothing_else(
    real_mixer: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    real_mixer.setenv("SDL_AUDIODRIVER", "no such driver")
    sound = Sound()
    for scene in range(3):
        hear(sound, PLAY, scene=scene)
        let_render()
        hear(sound, PLAY, scene=scene)
    assert sound.fault is not None
    assert "no such driver" in sound.fault
    assert len(caplog.messages) == 1


class Listening(threading.Thread):
    """Reads all that a device gets, from a pipe; `heard_note` is set as soon as a note is in it."""

    def __init__(self, pipe: Path, note: bytes) -> None:
        super().__init__()
        self._pipe = pipe
        self._note = note
        self.heard = bytearray()
        self.heard_note = threading.Event()

    def run(self) -> None:
        with self._pipe.open("rb", buffering=0) as pipe:
            while part := pipe.read(65536):
                self.heard += part
                if self._note in self.heard:
                    self.heard_note.set()


def test_what_the_device_gets_is_the_note_of_the_play(real_mixer: pytest.MonkeyPatch, tmp_path: Path) -> None:
    device = tmp_path / "device"
    os.mkfifo(device)
    real_mixer.setenv("SDL_AUDIODRIVER", "disk")
    real_mixer.setenv("SDL_DISKAUDIOFILE", str(device))
    # It need not take as long as it would be heard.
    real_mixer.setenv("SDL_DISKAUDIODELAY", "1")
    note = render()["play 2.0"].tobytes()
    listening = Listening(device, note)
    listening.start()
    sound = real_sound()
    hear(sound, PLAY)
    assert listening.heard_note.wait(WAIT_S)
    sound.close()
    listening.join()
    assert not any(listening.heard.replace(note, b"", 1)), "and nothing else"
