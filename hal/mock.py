"""Scripted edges on virtual time: a whole program runs in milliseconds, and exactly.

The script is checked when it is given: it is refused if hardware could not have produced it.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from hal.events import Control, InputEvent, Lamp, Player
from hal.port import Reading

START_NS = 5_000_000_000
"""Not 0, so that a time since the start and a time on the clock cannot be taken for each other."""


@dataclass(frozen=True, slots=True)
class Delivery:
    """An edge that reaches the program only at `at_ns`, later than it happened."""

    event: InputEvent
    at_ns: int


class MockHal:
    """Reports the edges of `script`, each at its own time or at its delivery's.

    `start_ns`: what the virtual clock shows before the first reading.
    `settle_ns`: how late a delivery may be; the promise `complete_to_ns` is behind the clock by this.
    `leave_ns`: at this time somebody asks to leave, once. None: never.
    `allow_late`: accept deliveries that come later than `settle_ns` and so break the promise.

    With an empty script it is virtual time and nothing else.

    Raises:
        ValueError: the script holds an edge before the start, a delivery before its own edge or (without
            `allow_late`) later than promised, a press of a pressed switch, a release of an open one, or
            a switch's edges out of order.
    """

    def __init__(
        self,
        script: Iterable[InputEvent | Delivery] = (),
        *,
        start_ns: int = START_NS,
        settle_ns: int = 0,
        leave_ns: int | None = None,
        allow_late: bool = False,
    ) -> None:
        deliveries = [item if isinstance(item, Delivery) else Delivery(item, item.time_ns) for item in script]
        deliveries.sort(key=lambda delivery: delivery.at_ns)
        for delivery in deliveries:
            _check_times(delivery, start_ns, None if allow_late else settle_ns)
        _check_levels(deliveries)
        self._deliveries = deliveries
        self._delivered = 0
        self._now_ns = start_ns
        self._settle_ns = settle_ns
        self._leave_ns = leave_ns
        self._closed = False
        self.lit: list[tuple[int, frozenset[Lamp]]] = []
        """What was lit, with the time on the virtual clock, oldest first. It is dark before the first."""

    @property
    def now_ns(self) -> int:
        """What the virtual clock shows."""
        return self._now_ns

    @property
    def finished(self) -> bool:
        """Whether every edge of the script has been reported."""
        return self._delivered == len(self._deliveries)

    def read(self, until_ns: int) -> Reading:
        """Go on to the next delivery, or until `complete_to_ns` is `until_ns`, whichever is first."""
        assert not self._closed, "read after close: the hardware would be gone"
        wake_ns = max(self._now_ns, until_ns + self._settle_ns)
        if not self.finished:
            wake_ns = min(wake_ns, self._deliveries[self._delivered].at_ns)
        leave = self._leave_ns is not None and self._leave_ns <= wake_ns
        if self._leave_ns is not None and leave:
            wake_ns = self._leave_ns
            self._leave_ns = None
        self._now_ns = max(self._now_ns, wake_ns)
        first = self._delivered
        while not self.finished and self._deliveries[self._delivered].at_ns <= self._now_ns:
            self._delivered += 1
        events = tuple(delivery.event for delivery in self._deliveries[first : self._delivered])
        return Reading(events, self._now_ns - self._settle_ns, leave=leave)

    def light(self, lamps: frozenset[Lamp]) -> None:
        """Record the lamps, which must differ from those that are lit: a program tells only changes."""
        assert not self._closed, "light after close: the hardware would be gone"
        assert lamps != (self.lit[-1][1] if self.lit else frozenset()), f"{lamps} are already lit"
        self.lit.append((self._now_ns, lamps))

    def close(self) -> None:
        """End the hardware; a later `read` is a bug. Closing twice is allowed."""
        self._closed = True


def _check_times(delivery: Delivery, start_ns: int, settle_ns: int | None) -> None:
    event = delivery.event
    if event.time_ns < start_ns:
        raise ValueError(f"{event} is before the start at {start_ns}")
    if delivery.at_ns < event.time_ns:
        raise ValueError(f"{event} cannot be delivered at {delivery.at_ns}, before it happens")
    if settle_ns is not None and delivery.at_ns > event.time_ns + settle_ns:
        raise ValueError(
            f"{event} is delivered at {delivery.at_ns}, later than the {settle_ns} ns promised; "
            f"raise settle_ns or set allow_late"
        )


def _check_levels(deliveries: list[Delivery]) -> None:
    """Check each switch's edges, in the order of their delivery, which is that of the kernel's queue."""
    last: dict[tuple[Player, Control], InputEvent] = {}
    for delivery in deliveries:
        event = delivery.event
        key = (event.player, event.control)
        before = last.get(key)
        if event.pressed == (before is not None and before.pressed):
            state = "pressed" if event.pressed else "open"
            raise ValueError(f"{event}: this switch is already {state}")
        if before is not None and event.time_ns < before.time_ns:
            raise ValueError(f"{event} is delivered after a later edge of the same switch, {before}")
        last[key] = event
