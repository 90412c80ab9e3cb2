"""A laptop's keyboard as both panels, through the event queue of pygame's window.

Keys are told apart by their place on the board (scancode), not by what is printed on them: the number
row is five cards each on a French layout too, and a 1 is a 1 while Shift, player 1's action, is held.
The window itself is the display's; it must be open before the first reading.
"""

import os
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Final

# As in display/sdl.py, for whichever of the two is imported first: pygame reads these when it is imported.
os.environ.setdefault("SDL_NO_SIGNAL_HANDLERS", "1")
os.environ.setdefault("SDL_VIDEO_X11_WMCLASS", "speed-cabinet")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import pygame

from hal.events import Control, InputEvent, Lamp, Player, panel_labels
from hal.port import Hal, HalError, Reading

KEY_LABELS: Final[Mapping[Player, Mapping[Control, str]]] = {
    1: panel_labels("12345", action="Left Shift", slap="Space"),
    2: panel_labels("67890", action="Right Shift", slap="Return"),
}
"""What to press for each control, for the screen; by the keys' places on a US keyboard."""

_KEYS: Final[Mapping[int, tuple[Player, Control]]] = {
    pygame.KSCAN_1: (1, Control.CARD1),
    pygame.KSCAN_2: (1, Control.CARD2),
    pygame.KSCAN_3: (1, Control.CARD3),
    pygame.KSCAN_4: (1, Control.CARD4),
    pygame.KSCAN_5: (1, Control.CARD5),
    pygame.KSCAN_LSHIFT: (1, Control.ACTION),
    pygame.KSCAN_SPACE: (1, Control.SLAP),
    pygame.KSCAN_6: (2, Control.CARD1),
    pygame.KSCAN_7: (2, Control.CARD2),
    pygame.KSCAN_8: (2, Control.CARD3),
    pygame.KSCAN_9: (2, Control.CARD4),
    pygame.KSCAN_0: (2, Control.CARD5),
    pygame.KSCAN_RSHIFT: (2, Control.ACTION),
    pygame.KSCAN_RETURN: (2, Control.SLAP),
}

_EXPOSING: Final = frozenset(
    {
        pygame.VIDEOEXPOSE,
        pygame.VIDEORESIZE,
        pygame.WINDOWSHOWN,
        pygame.WINDOWEXPOSED,
        pygame.WINDOWRESIZED,
        pygame.WINDOWSIZECHANGED,
        pygame.WINDOWMAXIMIZED,
        pygame.WINDOWRESTORED,
    }
)

SLICE_NS = 50_000_000
"""How long a window may wait for its events to be fetched: a resize is answered after so long."""

LONGEST_WAIT_MS = 250
"""SDL's wait does not end at a signal; Ctrl-C in the terminal takes effect after at most this."""


class KeyboardHal:
    """Both panels on one keyboard.

    pygame's events carry no time, so an edge is stamped when it is read, with nanoseconds of `clock`.
    Edges read together get increasing stamps in the order in which they arrived, and the reading is
    complete up to beyond the last of them.
    """

    def __init__(self, *, clock: Callable[[], int] = time.monotonic_ns) -> None:
        self._clock = clock
        self._mark_ns = clock()
        self._held: set[tuple[Player, Control]] = set()
        self._closed = False

    def read(self, until_ns: int) -> Reading:
        """Wait for a key or a change of the window, or until `until_ns`.

        Raises:
            HalError: the inputs are closed, or there is no window.
        """
        if self._closed:
            raise HalError("the keyboard is closed")
        try:
            while True:
                reading = self._reading(pygame.event.get())
                if reading.events or reading.leave or reading.exposed or reading.complete_to_ns >= until_ns:
                    return reading
                wait_ms = -(-(until_ns - reading.complete_to_ns) // 1_000_000)
                first = pygame.event.wait(min(wait_ms, LONGEST_WAIT_MS))
                if first.type != pygame.NOEVENT:
                    return self._reading([first, *pygame.event.get()])
        except pygame.error as error:
            raise HalError(f"the keyboard needs the window's event queue: {error}") from error

    def light(self, lamps: frozenset[Lamp]) -> None:
        """A keyboard has no lamps."""

    def close(self) -> None:
        """Stop reading; the window is not touched. Closing twice is allowed."""
        self._closed = True

    def _reading(self, happened: Sequence[pygame.event.Event]) -> Reading:
        events: list[InputEvent] = []
        self._mark_ns = max(self._mark_ns, self._clock())
        for event in happened:
            if event.type in (pygame.KEYDOWN, pygame.KEYUP):
                events += self._edge(_KEYS.get(event.scancode), event.type == pygame.KEYDOWN)
            elif event.type == pygame.WINDOWFOCUSLOST:
                events += self._release_all()
        leave, exposed = _window_news(happened)
        return Reading(tuple(events), self._mark_ns, leave=leave, exposed=exposed)

    def _edge(self, key: tuple[Player, Control] | None, pressed: bool) -> list[InputEvent]:
        """The edge of a key, if it is one of ours and not a repetition of what is known."""
        if key is None or pressed == (key in self._held):
            return []
        if pressed:
            self._held.add(key)
        else:
            self._held.remove(key)
        stamp_ns = self._mark_ns
        self._mark_ns += 1
        return [InputEvent(stamp_ns, *key, pressed)]

    def _release_all(self) -> list[InputEvent]:
        """Without the focus no release would be seen, and an action button would stay held."""
        return [event for key in sorted(self._held) for event in self._edge(key, False)]


class WindowWatcher:
    """Other inputs beside a window: `inputs` report the presses, the window that somebody wants to leave.

    A window's events have to be fetched for it to stay alive, so waits are cut into slices.
    """

    def __init__(self, inputs: Hal) -> None:
        self._inputs = inputs
        self._mark_ns = inputs.read(0).complete_to_ns

    def read(self, until_ns: int) -> Reading:
        """Wait for an edge or a change of the window, or until `until_ns`; see `Hal.read`."""
        while True:
            reading = self._inputs.read(min(until_ns, self._mark_ns + SLICE_NS))
            self._mark_ns = reading.complete_to_ns
            leave, exposed = _window_news(pygame.event.get())
            news = reading.events or reading.leave or reading.service or leave or exposed
            if news or self._mark_ns >= until_ns:
                return replace(reading, leave=reading.leave or leave, exposed=reading.exposed or exposed)

    def light(self, lamps: frozenset[Lamp]) -> None:
        """Light the lamps of the inputs."""
        self._inputs.light(lamps)

    def close(self) -> None:
        """Close the inputs; the window is not touched."""
        self._inputs.close()


def _window_news(happened: Sequence[pygame.event.Event]) -> tuple[bool, bool]:
    """Whether somebody wants to leave, and whether the window has to be drawn again."""
    # Esc by its meaning, not its place: who has moved it elsewhere means that key.
    leave = any(
        event.type in (pygame.QUIT, pygame.WINDOWCLOSE)
        or (event.type == pygame.KEYDOWN and event.key == pygame.K_ESCAPE)
        for event in happened
    )
    return leave, any(event.type in _EXPOSING for event in happened)
