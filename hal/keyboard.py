"""A laptop's keyboard as both panels, through the event queue of pygame's window.

Keys are told apart by their place on the board (scancode), not by what is printed on them: the number
row is five cards each on a French layout too, and a 1 is a 1 while Shift, player 1's action, is held.
The window itself is the display's; it must be open before the first reading.
"""

import time
from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Final

import pygame

from hal.events import Control, InputEvent, Player
from hal.port import HalError, Reading

KEY_LABELS: Final[Mapping[Player, Mapping[Control, str]]] = MappingProxyType(
    {
        1: MappingProxyType(
            {
                Control.CARD1: "1",
                Control.CARD2: "2",
                Control.CARD3: "3",
                Control.CARD4: "4",
                Control.CARD5: "5",
                Control.ACTION: "Left Shift",
                Control.SLAP: "Space",
            }
        ),
        2: MappingProxyType(
            {
                Control.CARD1: "6",
                Control.CARD2: "7",
                Control.CARD3: "8",
                Control.CARD4: "9",
                Control.CARD5: "0",
                Control.ACTION: "Right Shift",
                Control.SLAP: "Return",
            }
        ),
    }
)
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

    def close(self) -> None:
        """Stop reading; the window is not touched. Closing twice is allowed."""
        self._closed = True

    def _reading(self, happened: Iterable[pygame.event.Event]) -> Reading:
        events: list[InputEvent] = []
        leave = exposed = False
        self._mark_ns = max(self._mark_ns, self._clock())
        for event in happened:
            if event.type in (pygame.KEYDOWN, pygame.KEYUP):
                pressed = event.type == pygame.KEYDOWN
                # By its meaning, not its place: who has moved Esc elsewhere means that key.
                leave = leave or (pressed and event.key == pygame.K_ESCAPE)
                events += self._edge(_KEYS.get(event.scancode), pressed)
            elif event.type == pygame.WINDOWFOCUSLOST:
                events += self._release_all()
            elif event.type in (pygame.QUIT, pygame.WINDOWCLOSE):
                leave = True
            exposed = exposed or event.type in _EXPOSING
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
