"""Keeps one bad switch from spoiling the game, as pure arithmetic over its edges' own stamps.

A guard debounces one line and leaves a line alone that cannot be a finger's work: stuck or shorted
(closed at the start, or for `STUCK_NS`) it is ignored until it opens; chattering (more than
`CHATTER_EDGES` edges within `CHATTER_NS`) until it was quiet for `CHATTER_NS`. Either way the game is
told that the button is released, and a button that rests closed then has to open first. So what the game
is told of a switch begins with a press, and press and release alternate.
"""

from collections import deque
from enum import Enum, StrEnum
from typing import Final

from hal.debounce import Change, Debounce

STUCK_NS: Final = 30_000_000_000
"""Nobody holds a button for so long in a game of seconds."""

CHATTER_EDGES: Final = 100
CHATTER_NS: Final = 1_000_000_000
"""The quickest finger and a bad switch: 16 presses in a second, some bounces each."""

RINGING_EDGES: Final = 1000
"""The same for a slap pad that hears the table: each of those blows may make it ring for 30 ms."""


class Trouble(StrEnum):
    """What is wrong with a switch, told once each time it begins; see `Guard.explain`."""

    HELD = "is closed at the start: stuck or shorted? Ignored until it opens"
    STUCK = "has been closed for 30 s: stuck or shorted? Ignored until it opens"
    CHATTER = (
        "chatters, more than {most_edges} edges in a second: a loose wire? Ignored until quiet for a second"
    )


class _Muted(Enum):
    UNTIL_OPEN = 1
    UNTIL_QUIET = 2


class Guard:
    """The guard of one line.

    `lockout_ns`: how long a report silences the line, see `Debounce`.
    `pressed`: the level at the start. A line that is closed then is ignored until it opens.
    `most_edges`: more than so many within `CHATTER_NS` are chatter.
    """

    __slots__ = ("_debounce", "_most_edges", "_muted", "_stamps_ns", "_stuck_ns", "_told_ns")

    def __init__(self, lockout_ns: int, *, pressed: bool, most_edges: int = CHATTER_EDGES) -> None:
        self._debounce = Debounce(lockout_ns, pressed=pressed)
        self._muted = _Muted.UNTIL_OPEN if pressed else None
        self._most_edges = most_edges
        self._stamps_ns: deque[int] = deque(maxlen=most_edges + 1)
        self._told_ns = 0
        self._stuck_ns: int | None = None
        """When the button that the game knows as pressed counts as stuck; None while it is released."""

    @property
    def muted(self) -> bool:
        """Whether the switch is ignored."""
        return self._muted is not None

    def explain(self, trouble: Trouble) -> str:
        """What is told of a trouble of this line, after its name."""
        return trouble.format(most_edges=self._most_edges)

    @property
    def swallowed(self) -> int:
        """Edges that fell into a lockout so far: how badly this switch bounces."""
        return self._debounce.swallowed

    @property
    def due_ns(self) -> int | None:
        """When `settle` makes a difference, or None as long as nothing is pending."""
        if self._muted is not None:
            return self._stamps_ns[-1] + CHATTER_NS if self._muted is _Muted.UNTIL_QUIET else None
        free_ns, stuck_ns = self._debounce.due_ns, self._stuck_ns
        if free_ns is None or stuck_ns is None:
            return stuck_ns if free_ns is None else free_ns
        return min(free_ns, stuck_ns)

    def edge(self, time_ns: int, pressed: bool) -> tuple[Change | Trouble, ...]:
        """Take an edge of the line to the level `pressed`; return what it makes known, oldest first."""
        news = self.settle(time_ns)
        stamps_ns = self._stamps_ns
        stamps_ns.append(time_ns)
        changes = self._debounce.edge(time_ns, pressed)
        chatters = len(stamps_ns) > self._most_edges and time_ns - stamps_ns[0] < CHATTER_NS
        if chatters and self._muted is not _Muted.UNTIL_QUIET:
            return (*news, *self._mute(_Muted.UNTIL_QUIET, time_ns), Trouble.CHATTER)
        return (*news, *self._pass_on(changes)) if changes else news

    def settle(self, now_ns: int) -> tuple[Change | Trouble, ...]:
        """Tell what a lockout has hidden or what has become stuck by `now_ns`.

        Every edge stamped before `now_ns` must have been taken.
        """
        news: tuple[Change | Trouble, ...] = ()
        while (due_ns := self.due_ns) is not None and due_ns <= now_ns:
            if self._muted is not None:
                self._end_chatter(due_ns)
            elif due_ns == self._debounce.due_ns:
                news += self._pass_on(self._debounce.settle(due_ns))
            else:
                news += (*self._mute(_Muted.UNTIL_OPEN, due_ns), Trouble.STUCK)
        return news

    def _end_chatter(self, quiet_ns: int) -> None:
        """Listen again to a line that has chattered, as it was quiet for long enough by `quiet_ns`."""
        self._debounce.settle(quiet_ns)
        self._muted = _Muted.UNTIL_OPEN if self._debounce.pressed else None

    def _pass_on(self, changes: tuple[Change, ...]) -> tuple[Change, ...]:
        """What the game is told of the line's changes, of which there is one at least."""
        if self._muted is None:
            self._tell(changes[-1])
            return changes
        told: list[Change] = []
        for change in changes:
            if self._muted is None:
                told.append(change)
                self._tell(change)
            elif self._muted is _Muted.UNTIL_OPEN and not change.pressed:
                self._muted = None
        return tuple(told)

    def _tell(self, change: Change) -> None:
        self._told_ns = change.time_ns
        self._stuck_ns = change.time_ns + STUCK_NS if change.pressed else None

    def _mute(self, until: _Muted, time_ns: int) -> tuple[Change, ...]:
        """Ignore the line from now on; a button that is pressed is released for the game."""
        self._muted = until
        if self._stuck_ns is None:
            return ()
        self._stuck_ns = None
        self._told_ns = max(time_ns, self._told_ns)
        return (Change(self._told_ns, False),)
