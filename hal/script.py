"""A recording's edges as inputs: at once, or at a chosen speed beside keys that can end it."""

import time
from collections.abc import Sequence

from hal.events import InputEvent, Lamp
from hal.port import Hal, Reading

IDLE_NS = 1_000_000_000
"""How long a wait is when nothing is to come any more, on the clock of the keys."""


class ClockHal:
    """No inputs at all, only the monotonic clock."""

    def read(self, until_ns: int) -> Reading:
        """Wait until `until_ns`."""
        time.sleep(max(0, until_ns - time.monotonic_ns()) / 1e9)
        return Reading((), max(until_ns, time.monotonic_ns()))

    def light(self, lamps: frozenset[Lamp]) -> None:
        """There are no lamps."""

    def close(self) -> None:
        """Nothing to give back."""


class ScriptHal:
    """Reports the edges of `script`, which must be in the order of their times.

    The first reading ends at 0, and from then on time passes.

    Without `keys` time is virtual. With them it passes `speed` times as fast as theirs, and somebody can
    leave there; their presses do not count. At `end_ns` the program is asked to leave, or with `stay` time
    stands still until somebody does. The keys belong to the caller.
    """

    def __init__(
        self,
        script: Sequence[InputEvent],
        end_ns: int,
        *,
        keys: Hal | None = None,
        speed: float = 1,
        stay: bool = False,
    ) -> None:
        self._script = script
        self._reported = 0
        self._now_ns = 0
        # What happens at the end itself is part of it.
        self._end_ns = end_ns + 1
        self._keys = keys
        self._speed = speed
        self._stay = stay
        self._start_ns: int | None = None
        self._keys_ns = 0

    def read(self, until_ns: int) -> Reading:
        """Wait for the script's next edge, or until `until_ns`, whichever is first."""
        if self._start_ns is None:
            self._start_ns = self._keys_ns = self._keys.read(0).complete_to_ns if self._keys else 0
            return Reading((), 0)
        if self._reported < len(self._script):
            until_ns = min(until_ns, self._script[self._reported].time_ns + 1)
        leave = exposed = False
        if self._keys is None:
            now_ns = until_ns
        else:
            keys_until_ns = self._start_ns + int(until_ns / self._speed) + 1
            if until_ns > self._end_ns:
                keys_until_ns = max(keys_until_ns, self._keys_ns + IDLE_NS) if self._stay else 0
            reading = self._keys.read(keys_until_ns)
            self._keys_ns = reading.complete_to_ns
            now_ns = int((self._keys_ns - self._start_ns) * self._speed)
            leave, exposed = reading.leave, reading.exposed
        self._now_ns = max(self._now_ns, min(self._end_ns, now_ns))
        if self._now_ns == self._end_ns and not self._stay:
            leave = True
        return Reading(self._edges_until_now(), self._now_ns, leave=leave, exposed=exposed)

    def light(self, lamps: frozenset[Lamp]) -> None:
        """A recording lights no lamps."""

    def close(self) -> None:
        """Nothing to give back: the keys belong to the caller."""

    def _edges_until_now(self) -> tuple[InputEvent, ...]:
        first = self._reported
        while self._reported < len(self._script) and self._script[self._reported].time_ns < self._now_ns:
            self._reported += 1
        return tuple(self._script[first : self._reported])
