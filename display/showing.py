"""What a display shows at present: the screen, the one-shots that belong to it and the time of the frame."""

from collections.abc import Sequence

from display.animation import OneShots
from display.prompts import next_change_ns
from firmware.game.events import Event
from firmware.screen import Screen


class Showing:
    """Follows what is shown, in the way that is the same for every display.

    `screen` is None until something was shown.
    """

    def __init__(self) -> None:
        self.screen: Screen | None = None
        self.shots = OneShots()
        self.now_ns = 0

    def show(self, screen: Screen, events: Sequence[Event], now_ns: int) -> int | None:
        """Go on to this frame; returns what `display.port.Display.show` returns."""
        if self.screen is None or screen.scene != self.screen.scene:
            self.shots = OneShots()
        self.screen, self.now_ns = screen, now_ns
        self.shots = self.shots.after(events, now_ns)
        if screen.table is None:
            return None
        self.shots = self.shots.seeing(screen.table, now_ns)
        return next_change_ns(screen.table, self.shots, now_ns, still=screen.look.reduced_motion)
