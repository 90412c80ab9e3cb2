"""The recordings of past matches, watched at the table."""

from collections.abc import Sequence
from typing import ClassVar, Final

from firmware.game.events import PLAYERS, Event, Player
from firmware.game.rules import SECOND_NS
from firmware.recording import Recording
from firmware.referee import Referee
from firmware.screens.chunks import ChunkedPage
from firmware.screens.house import House
from firmware.screens.page import Back, Button, Face, Page, Step, button
from firmware.sequencer import Sequencer
from firmware.session import Session
from firmware.text import Text, say
from hal.events import InputEvent

LINGER_NS: Final = 5 * SECOND_NS
"""How long the end of a recording is shown."""


class RecordingsPage(ChunkedPage):
    """The last matches, the newest first; a button shows one."""

    title: ClassVar[str] = "recordings.title"

    def __init__(self, house: House, now_ns: int, back: Back, number: int = 0) -> None:
        super().__init__(house, now_ns, back, number)
        self._matches = house.store.recordings()

    def choices(self, player: Player) -> list[Button]:
        """One button for each match."""
        return [self._match(number) for number in self._matches]

    def lines(self) -> tuple[Text, ...]:
        """Whether there are none."""
        return () if self._matches else (say("recordings.none"),)

    def _match(self, number: int) -> Button:
        def watch(player: Player, now_ns: int) -> Page:
            recording = self.house.store.recording(number)
            return self if recording is None else ReplayPage(now_ns, recording, self.again)

        return button("recordings.match", watch, number=number)


class ReplayPage:
    """A match as it was played; any button ends it, and leads back."""

    def __init__(self, now_ns: int, recording: Recording, back: Back) -> None:
        self._since_ns = now_ns
        self._end_ns = recording.end_ns
        self._back = back
        # The recording has the order in which edges were judged: no lot is drawn again.
        self._session = Session(Referee(recording.new), Sequencer(lambda: 0))
        self._session.add(recording.edges)

    @property
    def due_ns(self) -> int:
        """The next moment of the match, or the time to go back."""
        due_ns = self._session.due_ns
        in_match_ns = self._end_ns + LINGER_NS if due_ns is None or due_ns > self._end_ns else due_ns
        return self._since_ns + in_match_ns

    def judge(self, time_ns: int, edges: Sequence[InputEvent]) -> Step:
        """Let the match come to this moment, but not beyond the end of its recording."""
        match_ns = self.clock_ns(time_ns)
        if any(edge.pressed for edge in edges) or match_ns >= self._end_ns + LINGER_NS:
            return Step(self._back(time_ns))
        events: list[Event] = self._session.run_before(min(match_ns, self._end_ns) + 1)
        return Step(self, events)

    def clock_ns(self, now_ns: int) -> int:
        """The match's time."""
        return now_ns - self._since_ns

    def face(self) -> Face:
        """The table, and how to get away from it."""
        return Face(table=self._session.view(), notes=dict.fromkeys(PLAYERS, (say("recordings.note"),)))
