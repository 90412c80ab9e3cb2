"""A program that plays matches and writes them down until it is killed, and tells what it does."""

import json
import time
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from pathlib import Path
from random import Random
from typing import TypeAlias

from firmware.game.events import MatchWon
from firmware.opponents import LEVELS, Opponent
from firmware.recording import NewMatch, Recording
from firmware.sequencer import Sequencer
from firmware.session import Session
from firmware.store.archive import read_archive
from firmware.store.library import Replayed, replay
from firmware.store.match_log import MatchLog
from firmware.store.statistics import PLAYERS, DealResult
from firmware.store.store import Store, open_store
from firmware.store.writer import Ticket
from hal.events import InputEvent

PACE_S = 0.0005
"""How long it rests after each moment: a match takes about a second."""

Deal: TypeAlias = tuple[int, int]
"""A deal's match and number."""


@dataclass(frozen=True)
class Found:
    """What stood in the store when it was opened."""

    faults: tuple[object, ...]
    deals: set[Deal]
    settings: dict[str, object]
    unfinished: int | None


@dataclass(frozen=True)
class Begun:
    """A match was begun or gone on with, with so many edges, in a state, as JSON."""

    number: int
    new: NewMatch
    edges: int
    state: str


@dataclass(frozen=True)
class Judged:
    """An edge is about to be judged, or was: then with the state after it, as JSON, and when."""

    edge: InputEvent
    state: str = ""
    at_s: float = field(default_factory=time.monotonic)


@dataclass(frozen=True)
class Saved:
    """The store said that this is on the disk."""

    deal: Deal | None = None
    setting: int | None = None


Told: TypeAlias = Found | Begun | Judged | Saved


def play(folder: Path, seed: int, tell: Connection) -> None:
    """Play for ever."""
    store = open_store(folder)
    deals = {(int(str(line[0])), int(str(line[1]))) for line in read_archive(folder).deals}
    unfinished = store.unfinished()
    number = unfinished.number if unfinished else None
    tell.send(Found(store.faults(), deals, store.settings(), number))
    promised: list[tuple[Ticket, Saved]] = []
    if unfinished is not None:
        log = store.resume(unfinished)
        Match(store, log, unfinished.recording, unfinished.replayed, tell, promised).play()
    random = Random(seed)
    while True:
        new = NewMatch(seed=random.getrandbits(32), options={"countdown": 0})
        log = store.begin_match(new, {})
        recording = Recording(new, (), 0, None, 0)
        Match(store, log, recording, replay(recording), tell, promised).play()


class Match:
    """One match between two computer players that count as people."""

    def __init__(
        self,
        store: Store,
        log: MatchLog,
        recording: Recording,
        replayed: Replayed,
        tell: Connection,
        promised: list[tuple[Ticket, Saved]],
    ) -> None:
        self._store = store
        self._log = log
        self._tell = tell
        self._promised = promised
        volume = store.settings().get("volume", 0)
        assert isinstance(volume, int)
        self._settings = volume
        self._referee, self._statistics = replayed.referee, replayed.statistics
        for deal in replayed.deals:
            self._won(deal)
        state = json.dumps(self._referee.state())
        self._tell.send(Begun(log.number, recording.new, len(recording.edges), state))
        sequencer = Sequencer(Random(0).random)
        sequencer.close_before(recording.end_ns + 1)
        seed = len(recording.edges)
        players = [Opponent(player, LEVELS["medium"], Random(seed + player)) for player in PLAYERS]
        self._session = Session(self._referee, sequencer, players, self._record)
        self._edge: InputEvent | None = None

    def play(self) -> None:
        """Play it to its end."""
        while True:
            due_ns = self._session.due_ns
            assert due_ns is not None
            events = self._session.run_before(due_ns + 1)
            if self._edge is not None:
                self._tell.send(Judged(self._edge, json.dumps(self._referee.state())))
                self._edge = None
            if (deal := self._statistics.observe(events, due_ns)) is not None:
                self._won(deal)
            self._tell_what_is_saved()
            if any(isinstance(event, MatchWon) for event in events):
                self._log.time(due_ns)
                self._log.over(1)
                return
            time.sleep(PACE_S)

    def _record(self, edge: InputEvent) -> None:
        self._edge = edge
        self._tell.send(Judged(edge))
        self._log.edge(edge)

    def _won(self, deal: DealResult) -> None:
        ticket = self._log.deal_won(deal)
        self._promised.append((ticket, Saved(deal=(self._log.number, deal.number))))
        self._settings += 1
        kept = self._store.save_settings({"volume": self._settings})
        self._promised.append((kept, Saved(setting=self._settings)))

    def _tell_what_is_saved(self) -> None:
        while self._promised and self._store.saved(self._promised[0][0]):
            self._tell.send(self._promised.pop(0)[1])
