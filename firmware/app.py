"""The loop that connects inputs, what is going on and the display. It alone owns input, output and time."""

import gc
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Final, Protocol, TypeAlias

from display.port import Display
from firmware.activity import Activity
from firmware.game.events import Event
from firmware.game.rules import SECOND_NS
from firmware.notify import Notifier
from firmware.screen import Screen
from hal.events import InputEvent, Lamp
from hal.port import Hal

HEARTBEAT_NS: Final = SECOND_NS
"""The longest wait: how soon the loop notices what no edge and no timer tells it."""

NEVER: Final = 1_000_000
"""A collection of the oldest generation comes after so many of the middle one, which is never."""

Ear: TypeAlias = Callable[[Screen, Sequence[Event], int], None]
"""What hears of each frame: the screen, what has happened, and the scene's time."""


class Manager(Protocol):
    """Who watches over the program; see `firmware.notify.Notifier`."""

    def ready(self) -> None:
        """The first frame is shown."""
        ...

    def alive(self, now_ns: int) -> None:
        """The loop goes on."""
        ...

    def stopping(self) -> None:
        """The program is about to end, and means to."""
        ...


def deaf(screen: Screen, events: Sequence[Event], now_ns: int) -> None:
    """Play no sounds."""


UNWATCHED: Final = Notifier()


def run(
    hal: Hal,
    display: Display,
    activity: Activity,
    *,
    hear: Ear = deaf,
    notifier: Manager = UNWATCHED,
) -> None:
    """Run an activity until it is over or somebody leaves.

    Its time 0 is the moment up to which the first reading is complete. The watermark of each reading is the
    only "now" there is.

    Raises:
        HalError: the inputs have failed for good.
    """
    reading = hal.read(0)
    start_ns = reading.complete_to_ns
    stage = _Stage(hal, display, activity, hear)
    activity.add(_own_time(edge, start_ns) for edge in reading.events)
    stage.show(activity.run_before(0), 0)
    notifier.ready()
    with _no_full_collections():
        while not reading.leave and not activity.over:
            notifier.alive(reading.complete_to_ns)
            now_ns = reading.complete_to_ns - start_ns
            reading = hal.read(start_ns + stage.wake_ns(now_ns))
            now_ns = reading.complete_to_ns - start_ns
            activity.add(_own_time(edge, start_ns) for edge in reading.events)
            events = activity.run_before(now_ns)
            if reading.service:
                activity.call_service()
            if reading.exposed:
                display.redraw()
            stage.show(events, now_ns)
    notifier.stopping()


class _Stage:
    """What is lit and shown. It draws a frame when something has changed or the display wants one."""

    def __init__(self, hal: Hal, display: Display, activity: Activity, hear: Ear) -> None:
        self._hal = hal
        self._display = display
        self._activity = activity
        self._hear = hear
        self._shown: Screen | None = None
        self._lit: frozenset[Lamp] = frozenset()
        self._frame_due_ns: int | None = None

    def wake_ns(self, now_ns: int) -> int:
        """When the loop has something to do even if nobody presses anything."""
        moments_ns = [now_ns + HEARTBEAT_NS]
        if self._frame_due_ns is not None:
            moments_ns.append(self._frame_due_ns)
        if self._activity.due_ns is not None:
            # A moment is judged when the account of it is complete: one nanosecond beyond it.
            moments_ns.append(self._activity.due_ns + 1)
        return min(moments_ns)

    def show(self, events: Sequence[Event], now_ns: int) -> None:
        """Light the lamps and draw a frame, where that changes anything."""
        lamps = self._activity.lamps(now_ns)
        if lamps != self._lit:
            self._hal.light(lamps)
            self._lit = lamps
        screen = self._activity.screen(now_ns)
        due = self._frame_due_ns is not None and now_ns >= self._frame_due_ns
        if events or due or screen != self._shown:
            clock_ns = self._activity.clock_ns(now_ns)
            wanted_ns = self._display.show(screen, events, clock_ns)
            # The scene's clock may be another, but it runs as fast, or it stands still and nothing is wanted.
            self._frame_due_ns = None if wanted_ns is None else now_ns + wanted_ns - clock_ns
            self._hear(screen, events, clock_ns)
            self._shown = screen


@contextmanager
def _no_full_collections() -> Iterator[None]:
    """Inside, the garbage of long ago is left alone: looking through all objects would hold up a frame."""
    thresholds = gc.get_threshold()
    gc.collect()
    gc.freeze()
    gc.set_threshold(thresholds[0], thresholds[1], NEVER)
    try:
        yield
    finally:
        gc.set_threshold(*thresholds)
        gc.unfreeze()


def _own_time(edge: InputEvent, start_ns: int) -> InputEvent:
    # A button pressed before the beginning counts from its first moment on.
    return replace(edge, time_ns=max(0, edge.time_ns - start_ns))
