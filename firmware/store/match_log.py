"""A match as it is played, on its way to the disk."""

from collections.abc import Callable, Mapping
from datetime import datetime

from firmware.game.events import Player
from firmware.recording import edge_line, time_line
from firmware.store import rows
from firmware.store.journal import Journal
from firmware.store.rows import Contents
from firmware.store.statistics import DealResult
from firmware.store.totals import dated, hour_of
from firmware.store.writer import Ticket, Writer
from hal.events import InputEvent


class MatchLog:
    """Takes in one match. No call waits for the disk. `number` names its recording.

    `journal`: its recording, None if none can be written. `deals`: how many of its deals are kept already.
    """

    def __init__(
        self,
        writer: Writer,
        contents: Contents,
        now: Callable[[], datetime],
        number: int,
        computers: Mapping[Player, str],
        journal: Journal | None,
        deals: int = 0,
    ) -> None:
        self._writer = writer
        self._contents = contents
        self._now = now
        self.number = number
        self._computers = computers
        self._journal = journal
        self._deals = deals

    def edge(self, edge: InputEvent) -> None:
        """An edge is judged, after all before it."""
        if self._journal is not None:
            self._writer.write(self._journal, edge_line(edge))

    def time(self, time_ns: int) -> None:
        """Time has come so far: the timers due by then have fired, and no edge by then is still to come."""
        if self._journal is not None:
            self._writer.write(self._journal, time_line(time_ns))

    def deal_won(self, result: DealResult) -> Ticket:
        """A deal was won. One that is counted already, before a power cut, is not counted again."""
        if result.number <= self._deals:
            return self._writer.promised
        self._deals = result.number
        now = self._now()
        hour = hour_of(now)
        self._contents.totals.add(result, self._computers, hour)
        return self._writer.promise(rows.win_deal(self.number, dated(now), hour, result, self._computers))

    def over(self, winner: Player) -> Ticket:
        """The match was won."""
        return self._end("over", winner)

    def abandon(self) -> Ticket:
        """The players have left the match."""
        return self._end("abandoned", None)

    def _end(self, state: str, winner: Player | None) -> Ticket:
        ticket = self._writer.promise(rows.end_match(self.number, state, winner))
        if self._journal is not None:
            self._writer.end(self._journal)
            self._journal = None
        return ticket
