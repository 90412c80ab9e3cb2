"""Ears for the tests: a table that is listened to, and a mixer that plays nothing but refuses much."""

from collections.abc import Sequence

from display.sdl import pygame
from display.sound.cues import Listener, SoundSettings
from display.sound.synth import Samples
from firmware.game.cards import Card
from firmware.game.events import Event
from firmware.screen import Look, Screen
from tests.firmware.table import Table, ns


class Ears:
    """Hears what is played at a table, after each line that is judged there."""

    def __init__(self, table: Table, settings: SoundSettings | None = None) -> None:
        self.table = table
        self.settings = settings or SoundSettings()
        self.heard: list[tuple[float, str]] = []
        self._listener = Listener()
        self._listener.cues(self.screen(), (), 0, self.settings)

    @classmethod
    def begun(cls, deal: Sequence[Card], settings: SoundSettings | None = None) -> "Ears":
        """At a table whose starters were turned up at second 4."""
        return cls(Table.begun(deal), settings)

    def screen(self) -> Screen:
        return Screen(Look(), 1, self.table.game.view())

    def at(self, *lines: str) -> list[str]:
        """Judge lines as `Table.at` does; the cues, those of one channel joined by `, then`."""
        cues = [cue for line in lines for cue in self._after(line)]
        return [", then ".join(cue) for cue in cues]

    def _after(self, line: str) -> tuple[tuple[str, ...], ...]:
        before, seconds = len(self.table.log), float(line.split()[0])
        self.table.at(line)
        cues = self._listener.cues(self.screen(), self.table.log[before:], ns(seconds), self.settings)
        self.heard += [(seconds, name) for cue in cues for name in cue[:1]]
        return cues

    def told(self, *events: Event, seconds: float) -> list[str]:
        """The cues of events that were not judged at the table."""
        cues = self._listener.cues(self.screen(), events, ns(seconds), self.settings)
        return [", then ".join(cue) for cue in cues]


class FakeMixer:
    """Stands in for `pygame.mixer`, whose calls it takes as strictly; `refusal` is what `init` fails with."""

    def __init__(self, refusal: str | None = None) -> None:
        self.refusal = refusal
        self.is_open = False
        self.queued: list[tuple[Samples, float]] = []
        self.played: list[tuple[Samples, float]] = []
        """What was played, and how loudly, with what waits for another's end."""

    def init(self, frequency: int, size: int, channels: int, buffer: int, *, allowedchanges: int) -> None:
        assert not self.is_open, "opened twice"
        assert (frequency, size, channels, allowedchanges) == (44_100, -16, 1, 0)
        assert buffer in (256, 512), "a buffer that is heard late, or none that a device has"
        if self.refusal is not None:
            raise pygame.error(self.refusal)
        self.is_open = True

    def set_num_channels(self, count: int, /) -> None:
        assert self.is_open
        assert count > 0

    def Sound(self, *, buffer: Samples) -> "FakeSound":  # noqa: N802 (pygame calls it so)
        assert self.is_open, "a mixer that is not open takes no sounds"
        assert buffer.typecode == "h"
        assert len(buffer) > 0
        return FakeSound(self, buffer)

    def quit(self) -> None:
        self.is_open = False


class FakeSound:
    """A sound of a `FakeMixer`."""

    def __init__(self, mixer: FakeMixer, samples: Samples) -> None:
        self.samples = samples
        self.volume = 1.0
        self.mixer = mixer

    def play(self) -> "FakeChannel":
        self._need_device()
        self.mixer.played.append((self.samples, self.volume))
        return FakeChannel(self.mixer)

    def set_volume(self, value: float, /) -> None:
        self._need_device()
        assert 0 <= value <= 1, "pygame takes a negative volume for none and cuts one above 1"
        self.volume = value

    def _need_device(self) -> None:
        if not self.mixer.is_open:
            raise pygame.error("mixer not initialized")


class FakeChannel:
    """A channel of a `FakeMixer`, on which one sound can wait."""

    def __init__(self, mixer: FakeMixer) -> None:
        self._mixer = mixer
        self._waits = False

    def queue(self, sound: FakeSound, /) -> None:
        assert sound.mixer is self._mixer
        assert not self._waits, "only one sound can wait"
        self._waits = True
        self._mixer.queued.append((sound.samples, sound.volume))
        self._mixer.played.append((sound.samples, sound.volume))
