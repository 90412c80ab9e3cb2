"""The cabinet's panels: switches and lamps on GPIO lines."""

import time
from collections.abc import Callable

from hal.events import Lamp
from hal.faults import Faults
from hal.inputs import Inputs
from hal.lamp_lines import LampLines
from hal.lines import Lines
from hal.port import HalError, LineReport, Reading
from hal.wiring import Wiring

LONGEST_WAIT_NS = 1_000_000_000
"""Keeps a far `until_ns` within what a time-out can express."""


class GpioHal:
    """The panels on `lines`, which this object owns from now on. It is a `Hal` and has its `Panels`.

    `clock`: nanoseconds on the clock of the edges' stamps, CLOCK_MONOTONIC.

    A lamp that fails is left alone. That and every bad switch is noted in `faults` and logged once.

    Raises:
        HalError: a switch's line cannot be opened; the message names it, its control and its user.
    """

    def __init__(self, wiring: Wiring, lines: Lines, *, clock: Callable[[], int] = time.monotonic_ns) -> None:
        self._lines = lines
        self._clock = clock
        self._faults = Faults()
        self._closed = False
        self._lamps = LampLines(lines, self._faults.note)
        try:
            # The switches first: a second program ends at once, with one message and no word about lamps.
            self._mark = lines.watch(wiring.inputs, clock(), self._faults.note)
            self._told_ns = self._mark.complete_to_ns
            self._lamps.claim(wiring.lamps)
            # Watched first, read then, so that no change in between is missed; and some time after, as
            # the pull has to charge a long lead.
            self._inputs = Inputs(wiring.inputs, lines.levels(), self._faults)
        except HalError:
            self.close()
            raise
        self._faults.log_new()

    def read(self, until_ns: int) -> Reading:
        """Wait for edges, or until `complete_to_ns` has reached `until_ns`, whichever is first.

        An edge can't be judged before every earlier one is in. So the wait goes on, if `until_ns` is
        not reached before, until the reading is complete up to the earliest of its own edges; then
        it can be judged at once. Nor can a loop that always finds an edge waiting starve the promise.

        Raises:
            HalError: the inputs are closed or have failed, or the stamps are on another clock.
        """
        if self._closed:
            raise HalError("the GPIO inputs are closed")
        now_ns = self._clock()
        self._mark.resume(now_ns)
        while True:
            # After the clock was read: what was delivered by then is part of this reading.
            self._inputs.take(self._lines.arrived(), now_ns)
            mark_ns = self._mark.complete_to_ns
            if lost := self._lines.lost_before(mark_ns):
                # A button might stay pressed for ever: look at the lines themselves.
                self._faults.note("an edge was lost, as they came faster than they were read", lost)
                self._inputs.correct(self._lines.levels(), now_ns)
            self._inputs.settle(mark_ns)
            goal_ns = self._inputs.goal_ns(until_ns)
            if mark_ns >= goal_ns:
                return self._reading(mark_ns)
            if (missing_to_ns := self._lines.missing_to_ns()) is not None:
                goal_ns = min(goal_ns, missing_to_ns + 1)
            wait_ns = min(self._mark.wait_ns(goal_ns), LONGEST_WAIT_NS)
            stamp_ns = self._lines.wait(wait_ns)
            now_ns = self._clock()
            self._mark.waited(now_ns, wait_ns, stamp_ns)

    def light(self, lamps: frozenset[Lamp]) -> None:
        """Light these lamps and no other; a lamp that is not wired is none. See `Hal.light`."""
        if self._closed:
            raise HalError("the GPIO outputs are closed")
        self._lamps.show(lamps)
        self._faults.log_new()

    def lines(self) -> tuple[LineReport, ...]:
        """See `Panels.lines`."""
        return self._inputs.lines()

    def lamps(self) -> tuple[Lamp, ...]:
        """See `Panels.lamps`."""
        return self._lamps.usable

    def faults(self) -> tuple[str, ...]:
        """See `Panels.faults`."""
        return self._faults.told()

    def set_sensitivity(self, step: int) -> None:
        """See `Panels.set_sensitivity`."""
        self._inputs.set_sensitivity(step)

    def close(self) -> None:
        """Darken the lamps and give the lines back. Closing twice is allowed."""
        if self._closed:
            return
        self._closed = True
        try:
            self._lamps.close()
        finally:
            self._lines.close()
            self._faults.log_new()

    def _reading(self, mark_ns: int) -> Reading:
        events, service = self._inputs.hand_over()
        # A slap that came too late is not judged yet, but no promise is taken back for it.
        self._told_ns = max(self._told_ns, self._inputs.promise_ns(mark_ns))
        self._faults.log_new()
        return Reading(events, self._told_ns, service=service)
