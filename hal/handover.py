"""Hands things from the threads where they turn up to the one that deals with them."""

from collections import deque
from queue import Empty
from threading import Lock
from typing import Generic, TypeVar

T = TypeVar("T")


class Handover(Generic[T]):
    """A queue with one reader, whose `put` waits for nothing and nobody.

    The standard library's `SimpleQueue` would do, but for one thing: its `get` with a timeout now and then
    waits for ever (CPython 3.11 at least). After a `get` that found something at once it waits a second time,
    for what is left of the timeout, and if the thread was held up that is less than nothing. `queue.Queue` is
    written in Python: its `put` waits for a reader that was interrupted in the middle.
    """

    def __init__(self) -> None:
        self._waiting: deque[T] = deque()
        self._nothing = Lock()
        """Held while the reader knows of nothing that waits."""
        self._nothing.acquire()

    def put(self, item: T, /) -> None:
        """Add something, from any thread."""
        self._waiting.append(item)
        if self._nothing.locked():
            try:
                self._nothing.release()
            except RuntimeError:
                # Another thread has just woken the reader.
                return

    def get(self, block: bool = True, timeout: float | None = None) -> T:
        """Take the oldest, waiting for `timeout` seconds (None: for ever), not at all unless `block`.

        Raises:
            queue.Empty: there is nothing. That may come before the time is over.
        """
        if block and not self._waiting:
            self._nothing.acquire(timeout=-1 if timeout is None else timeout)
        try:
            return self._waiting.popleft()
        except IndexError:
            raise Empty from None

    def qsize(self) -> int:
        """How many wait; only the reader takes any away."""
        return len(self._waiting)
