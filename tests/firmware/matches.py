"""Matches between two computer players, as a cabinet would have them played and written down."""

from collections.abc import Iterator
from random import Random

from firmware.game.events import Event, MatchWon
from firmware.opponents import LEVELS, Opponent
from firmware.recording import NewMatch
from firmware.referee import Referee
from firmware.sequencer import Sequencer
from firmware.session import Session
from firmware.store.match_log import MatchLog
from firmware.store.statistics import PLAYERS, DealResult, MatchStatistics
from hal.events import InputEvent


class Played:
    """A match that is played moment by moment; `log` is told its edges and deals."""

    def __init__(self, new: NewMatch, log: MatchLog | None = None) -> None:
        self.edges: list[InputEvent] = []
        self.referee = Referee(new)
        self.statistics = MatchStatistics(self.referee)
        self._log = log
        players = [Opponent(player, LEVELS["medium"], Random(f"{new.seed} {player}")) for player in PLAYERS]
        self.session = Session(self.referee, Sequencer(Random(0).random), players, self._record)

    def deals(self) -> Iterator[DealResult]:
        """Play on to the end of each deal, until the match is won."""
        events: list[Event] = []
        while not any(isinstance(event, MatchWon) for event in events):
            due_ns = self.session.due_ns
            assert due_ns is not None
            events = self.session.run_before(due_ns + 1)
            if (result := self.statistics.observe(events, due_ns)) is not None:
                if self._log is not None:
                    self._log.deal_won(result)
                yield result

    def _record(self, edge: InputEvent) -> None:
        self.edges.append(edge)
        if self._log is not None:
            self._log.edge(edge)
