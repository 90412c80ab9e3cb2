"""The loudspeaker: plays the cues through SDL's mixer, and does without when there is none."""

import logging
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from threading import Thread
from typing import Any, Final, Protocol

from display.sdl import pygame
from display.sound.cues import Cue, Listener, SoundSettings
from display.sound.synth import Samples, render
from display.sound.voice import RATE_HZ
from firmware.game.events import Event
from firmware.screen import Screen

log = logging.getLogger(__name__)

_BUFFER: Final = 512
"""Samples that the device asks for at a time: 11.6 ms."""
_CHANNELS: Final = 16
"""How many sounds can be heard at the same time; two players at ten plays a second need five."""
_STEP: Final = 1 / 128
"""The mixer's lowest volume."""


class Channel(Protocol):
    """Where a sound is being played."""

    def queue(self, sound: Any, /) -> None:
        """Let another sound of the same mixer begin when this one has ended."""


class Playable(Protocol):
    """A sound that the mixer has."""

    def play(self) -> Channel | None:
        """Begin to play it; None if all channels are busy."""

    def set_volume(self, value: float, /) -> None:
        """How loud it is, from 0 to 1."""


class Mixer(Protocol):
    """What is used of `pygame.mixer`; its calls raise `pygame.error`."""

    def init(self, frequency: int, size: int, channels: int, buffer: int, *, allowedchanges: int) -> None:
        """Open the device, with a signed sample's `size` in negative bits."""

    def set_num_channels(self, count: int, /) -> None:
        """How many sounds can be heard at the same time."""

    def Sound(self, *, buffer: Samples) -> Playable:  # noqa: N802 (pygame calls it so)
        """Take in a sound."""

    def quit(self) -> None:
        """Close the device; nothing happens if it is not open."""


def missing_device(cards: Path = Path("/dev/snd")) -> str | None:
    """What is missing, in words, if it is plain that no sound can be played; else None.

    Asking SDL would stop the whole program for a tenth of a second, and ALSA would complain at length.
    """
    if os.environ.get("SDL_AUDIODRIVER") or os.environ.get("PULSE_SERVER") or sys.platform != "linux":
        return None
    runtime = Path(os.environ.get("XDG_RUNTIME_DIR", "/nowhere"))
    servers = runtime / "pulse" / "native", runtime / "pipewire-0"
    if any(server.exists() for server in servers) or any(cards.glob("pcm*p")):
        return None
    return f"there is no sound card in {cards} and no sound server runs"


class Sound:
    """What the players hear. No failure gets out of it: it is logged once, and stands in `fault`.

    The device is opened soon after the first call of `hear`, when the sounds have been worked out beside the
    game. One that is missing or fails is looked for again when a scene begins or a sound is tested.
    """

    def __init__(
        self, mixer: Mixer = pygame.mixer, missing: Callable[[], str | None] = missing_device
    ) -> None:
        self.fault: str | None = None
        self._mixer = mixer
        self._missing = missing
        self._listener = Listener()
        self._settings = SoundSettings()
        self._scene: int | None = None
        self._rendering: Thread | None = None
        self._sounds: Mapping[str, Playable] = {}
        self._to_test: list[str] = []

    def hear(self, screen: Screen, events: Sequence[Event], now_ns: int, settings: SoundSettings) -> None:
        """Begin the sounds of what has happened; to be called after each frame, with what that showed.

        `events` is what happened since the last call, `now_ns` the scene's time.
        """
        cues = self._listener.cues(screen, events, now_ns, settings)
        try:
            if screen.scene != self._scene or self._to_test:
                self._scene = screen.scene
                self._look()
            if self._rendering is not None and not self._rendering.is_alive():
                self._open()
            if settings != self._settings:
                self._settings = settings
                self._set_volume()
            if settings.loudness:
                for cue in cues:
                    self._play(cue)
            self._play_tests()
        except pygame.error as error:
            self._fail(str(error))

    def test(self, name: str) -> None:
        """Play one of `display.sound.synth.NAMES` in the next call of `hear`, as loudly as that says.

        If there was no device until now, one is looked for, and the sound waits until it is open.
        """
        self._to_test.append(name)

    def close(self) -> None:
        """Fall silent and give the device back. Closing twice is allowed."""
        self._rendering = None
        self._sounds = {}
        self._mixer.quit()

    def _look(self) -> None:
        """Get ready for a device, if there seems to be one."""
        if self._sounds or self._rendering is not None:
            return
        missing = self._missing()
        if missing is None:
            self._rendering = Thread(target=render, name="sounds", daemon=True)
            self._rendering.start()
        else:
            self._fail(missing)

    def _open(self) -> None:
        self._rendering = None
        self._mixer.init(RATE_HZ, -16, 1, _BUFFER, allowedchanges=0)
        self._mixer.set_num_channels(_CHANNELS)
        self._sounds = {name: self._mixer.Sound(buffer=samples) for name, samples in render().items()}
        self._set_volume()
        self.fault = None

    def _set_volume(self) -> None:
        loudness = self._settings.loudness
        # The ear takes a third of the amplitude for half as loud.
        volume = max(_STEP, loudness**1.5) if loudness else 0.0
        for sound in self._sounds.values():
            sound.set_volume(volume)

    def _play(self, cue: Cue) -> None:
        if not self._sounds:
            return
        first, *then = cue
        channel = self._sounds[first].play()
        if channel is not None:
            for name in then:
                channel.queue(self._sounds[name])

    def _play_tests(self) -> None:
        if self._sounds:
            for name in self._to_test:
                self._play((name,))
            self._to_test.clear()

    def _fail(self, fault: str) -> None:
        self.close()
        self._to_test.clear()
        if fault != self.fault:
            self.fault = fault
            log.warning("no sound: %s; the game goes on without", fault)
