"""Leading-edge debouncing of one line, as pure arithmetic over the edges' own stamps.

The first edge counts at once, with its own stamp: a switch that bounces longer than the other
player's must not cost its owner a millisecond. For `lockout_ns` after a report nothing more is
reported. If the line rests at the other level when the lockout ends, that change is reported then,
stamped with the lockout's end, and starts a lockout of its own. So no release is ever lost.

Edges of one line come in the order of their stamps, as a kernel queues them. If one comes after a
later one all the same, it tells what the line was, not what it is: the level stays that of the
latest stamp, and a press is not lost.
"""

from typing import NamedTuple


class Change(NamedTuple):
    """A debounced edge: the switch closed (`pressed`) or opened at `time_ns`."""

    time_ns: int
    pressed: bool


class Debounce:
    """The debouncer of one line.

    `lockout_ns`: how long a report silences the line; 0 reports every change of level.
    `pressed`: the level at the start, which is never reported.

    Two reports of a line always differ in level and are at least `lockout_ns` apart.
    """

    __slots__ = ("_free_ns", "_last_ns", "_level", "_lockout_ns", "_reported", "swallowed")

    def __init__(self, lockout_ns: int, *, pressed: bool) -> None:
        if lockout_ns < 0:
            raise ValueError(f"lockout_ns is {lockout_ns}: a lockout cannot be negative")
        self._lockout_ns = lockout_ns
        self._reported = pressed
        self._level = pressed
        self._last_ns: int | None = None
        self._free_ns: int | None = None
        self.swallowed = 0
        """Edges that fell into a lockout so far: how badly this switch bounces."""

    @property
    def pressed(self) -> bool:
        """The level that was reported last."""
        return self._reported

    @property
    def due_ns(self) -> int | None:
        """When `settle` has a change to report, or None as long as nothing is pending."""
        return self._free_ns if self._level != self._reported else None

    def edge(self, time_ns: int, pressed: bool) -> tuple[Change, ...]:
        """Take an edge of the line to the level `pressed`; return what it makes known, oldest first.

        An edge to the level at which the line already is says nothing and is ignored: a backend
        that reads the level after the fact reports such edges.
        """
        overdue = () if self._level == self._reported else self.settle(time_ns)
        if self._last_ns is None or time_ns >= self._last_ns:
            self._last_ns = time_ns
            if pressed == self._level:
                return overdue
            self._level = pressed
        if self._free_ns is not None and time_ns < self._free_ns:
            self.swallowed += 1
            return overdue
        if pressed == self._reported:
            return overdue
        return (*overdue, self._report(time_ns, pressed))

    def settle(self, now_ns: int) -> tuple[Change, ...]:
        """Report the change that a lockout has hidden, if the lockout has ended by `now_ns`.

        Every edge stamped before `now_ns` must have been taken.
        """
        due_ns = self.due_ns
        if due_ns is None or due_ns > now_ns:
            return ()
        return (self._report(due_ns, self._level),)

    def _report(self, time_ns: int, pressed: bool) -> Change:
        self._reported = pressed
        self._free_ns = time_ns + self._lockout_ns
        return Change(time_ns, pressed)
