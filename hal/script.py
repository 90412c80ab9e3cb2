"""A recording's edges as inputs: at once, or at a chosen speed beside keys that can end it."""

import time
from collections.abc import Sequence

from hal.events import InputEvent
from hal.port import Hal, Reading

IDLE_NS = 1_000_000_000
"""How long a wait is when nothing is to come any more, on the clock of the keys."""


class ClockHal:
    """No inputs at all, only the monotonic clock."""

    def read(self, until_ns: int) -> Reading:
        """Wait until `until_ns`."""
        time.sleep(max(0, until_ns - time.monotonic_ns()) / 1e9)
        return Reading((), max(until_ns, time.monotonic_ns()))

    def close(self) -> None:
        """Nothing to give back."""


class ScriptHal:
    """Reports the edges of `script`, which must be in the order of their times; time begins at 0.

    Without `keys` time is virtual, and at `end_ns` the program is asked to leave. With them it passes
    `speed` times as fast as theirs and stands still at `end_ns` until somebody leaves; their presses do
    not count. Closing closes the keys.
    """

    def __init__(
        self, script: Sequence[InputEvent], end_ns: int, *, keys: Hal | None = None, speed: float = 1
    ) -> None:
        assert speed > 0
        self._script = script
        self._reported = 0
        # What happens at the end itself is part of it.
        self._end_ns = end_ns + 1
        self._keys = keys
        self._speed = speed
        self._start_ns = self._keys_ns = keys.read(0).complete_to_ns if keys else 0

    def read(self, until_ns: int) -> Reading:
        """Wait for the script's next edge, or until `until_ns`, whichever is first."""
        if self._reported < len(self._script):
            until_ns = min(until_ns, self._script[self._reported].time_ns + 1)
        if self._keys is None:
            now_ns = min(until_ns, self._end_ns)
            return Reading(self._edges_before(now_ns), now_ns, leave=now_ns == self._end_ns)
        keys_until_ns = self._start_ns + int(until_ns / self._speed) + 1
        if until_ns > self._end_ns:
            keys_until_ns = max(keys_until_ns, self._keys_ns + IDLE_NS)
        reading = self._keys.read(keys_until_ns)
        self._keys_ns = reading.complete_to_ns
        now_ns = min(self._end_ns, int((self._keys_ns - self._start_ns) * self._speed))
        return Reading(self._edges_before(now_ns), now_ns, leave=reading.leave, exposed=reading.exposed)

    def close(self) -> None:
        """Close the keys, if there are any."""
        if self._keys is not None:
            self._keys.close()

    def _edges_before(self, now_ns: int) -> tuple[InputEvent, ...]:
        first = self._reported
        while self._reported < len(self._script) and self._script[self._reported].time_ns < now_ns:
            self._reported += 1
        return tuple(self._script[first : self._reported])
