"""One match at the table: the edges of people, computer players and the referee on one line of time.

Time is passed in. What happens does not depend on how often or how late `run_before` is called.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from random import Random
from typing import Final, TypeAlias

from firmware.game.events import Event
from firmware.game.seat import or_none
from firmware.game.view import Ask, TableView
from firmware.opponents import LEVELS, Opponent
from firmware.recording import NewMatch, Recording
from firmware.referee import Referee
from firmware.sequencer import Sequencer
from hal.events import InputEvent, Player

Record: TypeAlias = Callable[[InputEvent], None]


def nowhere(edge: InputEvent) -> None:
    """Keep no record of an edge."""


class Session:
    """Judges people's edges together with those of computer players, in the order of their time stamps.

    `record` is told every edge in the order in which it is judged.
    """

    def __init__(
        self,
        referee: Referee,
        sequencer: Sequencer,
        opponents: Sequence[Opponent] = (),
        record: Record = nowhere,
    ) -> None:
        self._referee = referee
        self._sequencer = sequencer
        self._opponents = opponents
        self._record = record
        self._judging_ns = 0
        self.opening: Final = referee.opening
        self._let_opponents_watch(sequencer.mark_ns)

    @property
    def due_ns(self) -> int | None:
        """When something is due that needs no further edge; None if all depends on the players."""
        times_ns = (
            self._sequencer.next_ns,
            self._referee.deadline_ns,
            *(or_none(opponent.due_ns) for opponent in self._opponents),
        )
        return min((time_ns for time_ns in times_ns if time_ns is not None), default=None)

    @property
    def judged_to_ns(self) -> int:
        """The last moment that has been judged, or was being judged when the program was interrupted."""
        return max(self._judging_ns, self._sequencer.mark_ns - 1)

    def add(self, edges: Iterable[InputEvent]) -> None:
        """Take in edges of people, stamped with the match's time, in any order."""
        self._sequencer.add(edges)

    def run_before(self, mark_ns: int) -> list[Event]:
        """Judge all that happened before `mark_ns`: no edge with an earlier stamp is still to come."""
        events: list[Event] = []
        while (due_ns := self.due_ns) is not None and due_ns < mark_ns:
            events += self._judge(due_ns)
        self._sequencer.close_before(mark_ns)
        return events

    def view(self) -> TableView:
        """The table as it lies on a shared screen."""
        return self._referee.view()

    def asked(self, player: Player) -> Ask | None:
        """What the player can do now that would get the game on."""
        return self._referee.asked(player)

    def _judge(self, time_ns: int) -> list[Event]:
        """Judge one moment: first the edges in it, and if there is none the timers."""
        self._judging_ns = time_ns
        for opponent in self._opponents:
            if opponent.due_ns == time_ns:
                self._sequencer.add(opponent.act(self._referee.seen_by(opponent.player), time_ns))
        edges = self._sequencer.take(time_ns)
        events: list[Event] = []
        for edge in edges:
            self._record(edge)
            events += self._referee.edge(edge)
        if not edges:
            events += self._referee.advance(time_ns)
        self._let_opponents_watch(time_ns)
        return events

    def _let_opponents_watch(self, time_ns: int) -> None:
        for opponent in self._opponents:
            player = opponent.player
            opponent.watch(self._referee.asked(player), self._referee.chance(player), time_ns)


def open_session(new: NewMatch, computers: Mapping[Player, str], record: Record = nowhere) -> Session:
    """A match from its beginning; `computers` are the levels of the computer players."""
    return Session(Referee(new), _sequencer(new), _opponents(new, computers), record)


def reopen_session(
    referee: Referee,
    recording: Recording,
    computers: Mapping[Player, str],
    record: Record = nowhere,
) -> Session:
    """A match from where its recording ends, up to which the referee has judged it.

    Computer players have forgotten what they were about to do, as people have.
    """
    sequencer = _sequencer(recording.new)
    sequencer.close_before(recording.end_ns + 1)
    return Session(referee, sequencer, _opponents(recording.new, computers), record)


def _sequencer(new: NewMatch) -> Sequencer:
    return Sequencer(Random(f"{new.seed} lot").random)


def _opponents(new: NewMatch, computers: Mapping[Player, str]) -> list[Opponent]:
    return [
        Opponent(player, LEVELS[level], Random(f"{new.seed} player {player}"))
        for player, level in computers.items()
    ]
