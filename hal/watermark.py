"""How far a report of edges is complete.

**When another thread delivers them** (`Watermark`): an edge is stamped by the kernel and delivered by
a thread that needs the interpreter's lock. What can be promised is therefore not "within `settle_ns`"
but "within `settle_ns` of time in which the main loop waits": a loop that draws a frame holds the
lock. From this assumption follows the rule, with *proven* for the time up to which every edge has been
delivered:

- A wait adds its own length to *proven*, but never beyond `now - settle_ns`. (If every edge
  before *proven* has had `settle_ns` of waiting, then after a wait of d so has every edge before
  *proven* + d.)
- Once a wait has lasted `settle_ns` without a break, *proven* is `now - settle_ns`, however long
  the loop was busy before.
- A wait that ends much later than was asked for proves nothing about its own time, and is followed by
  a break: the whole machine was held up, perhaps from the wait's beginning on, and the delivering
  thread with it. So it counts as a wait of `settle_ns` at most, which reaches to its beginning.

- An edge that comes later than `settle_ns` shows that the thread is behind. The wait that it ended
  proves nothing, and the next one begins at its end.
- Waits of `PATIENCE_NS` together prove all up to the first one's beginning, whatever ended them: so far
  behind no thread is, and a game that stands still would be worse than a late edge.

So a loop that waits for `settle_ns` catches up with the beginning of that wait at least, whatever
the load, unless the thread itself has not.

**When they are read from the kernel's own buffer** (`BufferMark`): an interrupt stamps the edge, and a
thread of the kernel that goes before every program puts it into the buffer. It needs no lock of ours,
and no waiting: if all that is in the buffer is read after the clock has shown *now*, every edge stamped
before `now - settle_ns` has been taken, even after the loop was busy or stopped. `settle_ns` has only to be
longer than the kernel takes from the interrupt to the buffer.
"""

OVERSLEPT_NS = 1_000_000
"""A wait that took this much longer than asked for proves nothing about its own time."""

PATIENCE_NS = 100_000_000
"""How long a thread that is behind is waited for; about as long as players don't mind."""


class Watermark:
    """The promise where a thread delivers: no edge stamped before `complete_to_ns` is still to come.

    `now_ns`: the time at the start, before which no edge can be stamped.
    `settle_ns`: after how much waiting an edge has been delivered.
    """

    __slots__ = ("_now_ns", "_patient_from_ns", "_patient_ns", "_settle_ns", "_since_ns", "complete_to_ns")

    def __init__(self, now_ns: int, settle_ns: int) -> None:
        _check(settle_ns)
        self._settle_ns = settle_ns
        self._now_ns = now_ns
        self._since_ns = now_ns
        self._patient_from_ns = now_ns
        self._patient_ns = 0
        self.complete_to_ns = now_ns - settle_ns

    def resume(self, now_ns: int) -> None:
        """The loop comes back from other work, which counts for nothing, and begins to wait."""
        self._now_ns = now_ns
        self._since_ns = now_ns

    def waited(self, now_ns: int, asked_ns: int, stamp_ns: int | None = None) -> None:
        """The loop has waited since the last call, having asked for at most `asked_ns`.

        `stamp_ns`: the stamp of the edge that ended the wait, if one did.
        What had been delivered when `now_ns` was taken must be taken over before the promise is passed on.
        """
        self._be_patient(now_ns, asked_ns)
        if stamp_ns is not None and stamp_ns < now_ns - self._settle_ns:
            self.resume(now_ns)
            return
        asked_to_ns = self._now_ns + asked_ns
        if now_ns > asked_to_ns + OVERSLEPT_NS:
            self._prove(min(asked_to_ns, self._now_ns + self._settle_ns))
            self.resume(now_ns)
        else:
            self._prove(now_ns)

    def wait_ns(self, target_ns: int) -> int:
        """How long to wait at most, from the last call on, for the promise to reach `target_ns`."""
        unbroken_ns = self._since_ns + self._settle_ns
        gradual_ns = self._now_ns + (target_ns - self.complete_to_ns)
        earliest_ns = max(min(unbroken_ns, gradual_ns), target_ns + self._settle_ns)
        return max(0, earliest_ns - self._now_ns)

    def _be_patient(self, now_ns: int, asked_ns: int) -> None:
        """Count the time that was waited, but not that in which the whole machine was held up."""
        self._patient_ns += min(now_ns - self._now_ns, asked_ns)
        if self._patient_ns >= max(PATIENCE_NS, self._settle_ns):
            self.complete_to_ns = max(self.complete_to_ns, self._patient_from_ns)
            self._patient_from_ns = now_ns
            self._patient_ns = 0

    def _prove(self, end_ns: int) -> None:
        """Draw the conclusion from a wait that lasted until `end_ns`."""
        limit_ns = end_ns - self._settle_ns
        gradual_ns = self.complete_to_ns + (end_ns - self._now_ns)
        reached_ns = limit_ns if self._since_ns <= limit_ns else min(gradual_ns, limit_ns)
        self.complete_to_ns = max(self.complete_to_ns, reached_ns)
        self._now_ns = end_ns


class BufferMark:
    """The promise where all that is in the kernel's buffer is read after each call with `now_ns`.

    `settle_ns`: how long an edge takes from its stamp to the buffer.
    """

    __slots__ = ("_now_ns", "_settle_ns", "complete_to_ns")

    def __init__(self, now_ns: int, settle_ns: int) -> None:
        _check(settle_ns)
        self._settle_ns = settle_ns
        self._now_ns = now_ns
        self.complete_to_ns = now_ns - settle_ns

    def resume(self, now_ns: int) -> None:
        """The loop comes back from other work, which makes no difference."""
        self._now_ns = now_ns
        self.complete_to_ns = max(self.complete_to_ns, now_ns - self._settle_ns)

    def waited(self, now_ns: int, asked_ns: int, stamp_ns: int | None) -> None:
        """The loop has waited, which makes no difference either."""
        self.resume(now_ns)

    def wait_ns(self, target_ns: int) -> int:
        """How long to wait at most, from the last call on, for the promise to reach `target_ns`."""
        return max(0, target_ns + self._settle_ns - self._now_ns)


def _check(settle_ns: int) -> None:
    if settle_ns < 0:
        raise ValueError(f"settle_ns is {settle_ns}: a delivery cannot take less than no time")
