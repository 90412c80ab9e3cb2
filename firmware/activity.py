"""What the loop runs: one match, a recording, or the whole cabinet."""

from collections.abc import Iterable
from typing import Protocol

from firmware.game.events import Event, MatchWon
from firmware.lamps import lamps_for
from firmware.screen import Look, Screen
from firmware.session import Session
from hal.events import InputEvent, Lamp


class Activity(Protocol):
    """Something that goes on with edges and time. Its times begin at 0, with its own beginning."""

    @property
    def due_ns(self) -> int | None:
        """When something is due that needs no further edge; None if all depends on the players."""
        ...

    @property
    def over(self) -> bool:
        """Whether it has come to its end by itself."""
        ...

    def add(self, edges: Iterable[InputEvent]) -> None:
        """Take in edges of people, in any order."""
        ...

    def run_before(self, mark_ns: int) -> list[Event]:
        """Judge all that happened before `mark_ns`: no edge with an earlier stamp is still to come."""
        ...

    def call_service(self) -> None:
        """The service button inside the cabinet was pressed."""
        ...

    def screen(self, now_ns: int) -> Screen:
        """What is to be seen."""
        ...

    def clock_ns(self, now_ns: int) -> int:
        """What the clock of what is seen says."""
        ...

    def lamps(self, now_ns: int) -> frozenset[Lamp]:
        """The lamps that are lit."""
        ...


class SingleMatch:
    """One match at the table; with `linger_ns`, it is over so long after it was won."""

    def __init__(self, session: Session, look: Look, linger_ns: int | None = None) -> None:
        self._session = session
        self._look = look
        self._linger_ns = linger_ns
        self._news = list(session.opening)
        self._end_ns: int | None = None
        self.over = False

    @property
    def due_ns(self) -> int | None:
        """The next moment of the match, or the end."""
        return self._session.due_ns if self._end_ns is None else self._end_ns

    def add(self, edges: Iterable[InputEvent]) -> None:
        """See `Activity.add`."""
        self._session.add(edges)

    def run_before(self, mark_ns: int) -> list[Event]:
        """See `Activity.run_before`."""
        if self._end_ns is not None:
            # Computer players would begin another match.
            self.over = mark_ns > self._end_ns
            return []
        events = [*self._news, *self._session.run_before(mark_ns)]
        self._news = []
        if self._linger_ns is not None and any(isinstance(event, MatchWon) for event in events):
            self._end_ns = mark_ns + self._linger_ns
        return events

    def call_service(self) -> None:
        """There are no service pages beside a single match."""

    def screen(self, now_ns: int) -> Screen:
        """The table."""
        return Screen(self._look, 0, table=self._session.view())

    def clock_ns(self, now_ns: int) -> int:
        """The match's time, which is the activity's."""
        return now_ns

    def lamps(self, now_ns: int) -> frozenset[Lamp]:
        """Those that belong to the table."""
        return lamps_for(self._session.view(), self._look.hints)
