"""The table: a match, from the first deal to the result."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Final

from firmware.game.events import Dealt, Event, MatchWon, Player
from firmware.game.rules import SECOND_NS
from firmware.game.view import Ask, Phase
from firmware.recording import NewMatch
from firmware.referee import Referee
from firmware.screens.best import NamePage, feats_in, merged
from firmware.screens.gestures import PAUSE_NS, both_held_at_ns
from firmware.screens.house import House
from firmware.screens.page import PLAYERS, Face, Page, Step
from firmware.screens.pause import CountdownPage, PausePage
from firmware.screens.result import deal_lines
from firmware.session import Record, Session, nowhere, open_session, reopen_session
from firmware.store.match_log import MatchLog
from firmware.store.statistics import DealResult, MatchStatistics
from firmware.store.store import Unfinished
from firmware.store.totals import Kind
from firmware.store.writer import Ticket
from firmware.text import Text, say
from hal.events import Control, InputEvent

MENU_AFTER_NS: Final = 3 * SECOND_NS
"""How long after a match a slap is still one for the win, and does not lead to the menu."""

PATIENCE: Final = 3
"""A match waits so many times as long for its players as a menu does."""

Switch = tuple[Player, Control]


class MatchPage:
    """A match between people, computer players or both.

    Its time is the match's own: it stands still in a pause. What was held before and is let go in the pause,
    is let go when the match goes on; `down` is what is held at its beginning.
    """

    def __init__(
        self,
        house: House,
        now_ns: int,
        session: Session,
        log: MatchLog,
        statistics: MatchStatistics,
        people: Sequence[Player],
        down: Iterable[Switch] = (),
    ) -> None:
        self._house = house
        self._people = people
        self._session = session
        self._log = log
        self._statistics = statistics
        self._news: Sequence[Event] = session.opening
        self._offset_ns = now_ns - session.judged_to_ns
        self._began_ns = self._touched_ns = now_ns
        self._down = set(down)
        self._deal: DealResult | None = None
        self._kept: Ticket | None = None
        self._won_ns: int | None = None
        self._feats: dict[Player, dict[Kind, int]] = {player: {} for player in people}

    @property
    def due_ns(self) -> int | None:
        """The match's next timer, the end of a gesture, or of the time for which it may be left alone."""
        session_ns = self._session.due_ns
        times_ns = (
            self._began_ns if self._news else None,
            None if session_ns is None else session_ns + self._offset_ns,
            both_held_at_ns(self._house, self._began_ns, PAUSE_NS),
            self._left_alone_ns,
        )
        return min(time_ns for time_ns in times_ns if time_ns is not None)

    def judge(self, time_ns: int, edges: Sequence[InputEvent]) -> Step:
        """Pass the edges on to the match, and see whether it goes on as it is."""
        if edges:
            self._touched_ns = time_ns
        if self._won_ns is not None and time_ns >= self._won_ns + MENU_AFTER_NS and _slap(edges):
            return Step(self._house.pages.menu(time_ns))
        events = self._pass_on(time_ns, edges)
        if self._won_ns is not None and any(isinstance(event, Dealt) for event in events):
            # The match that the engine begins is left: each has a recording and numbers of its own.
            return Step(self._after(time_ns))
        pause_ns = both_held_at_ns(self._house, self._began_ns, PAUSE_NS)
        if pause_ns is not None and time_ns >= pause_ns:
            return Step(PausePage(self._house, time_ns, self), events)
        if time_ns >= self._left_alone_ns:
            return Step(self._house.pages.attract(time_ns), events)
        return Step(self, events)

    def clock_ns(self, now_ns: int) -> int:
        """The match's time."""
        return now_ns - self._offset_ns

    def face(self, now_ns: int) -> Face:
        """The table, with how the deal went when it is over."""
        view = self._session.view()
        return Face(table=view, notes=self._notes(view.phase))

    def go_on(self, now_ns: int) -> Page:
        """Take the match up again after a pause."""
        match_ns = self._session.judged_to_ns + 1
        self._offset_ns = now_ns - match_ns
        self._began_ns = self._touched_ns = now_ns
        let_go = sorted(switch for switch in self._down if switch not in self._house.held)
        self._down.difference_update(let_go)
        self._session.add(InputEvent(match_ns, *switch, pressed=False) for switch in let_go)
        return self

    def leave(self) -> None:
        """Give the match up, unless it is over; it can't be gone on with."""
        if self._won_ns is None:
            self._log.abandon()

    def break_off(self) -> None:
        """The program ends; the match can be gone on with from here."""
        if self._won_ns is None:
            self._log.time(self._session.judged_to_ns)

    @property
    def _left_alone_ns(self) -> int:
        return self._touched_ns + PATIENCE * self._house.settings.attract_after_s * SECOND_NS

    def _pass_on(self, time_ns: int, edges: Sequence[InputEvent]) -> list[Event]:
        match_ns = self.clock_ns(time_ns)
        for edge in edges:
            change = self._down.add if edge.pressed else self._down.discard
            change((edge.player, edge.control))
        self._count_use(match_ns, edges)
        self._session.add(replace(edge, time_ns=match_ns) for edge in edges)
        events = [*self._news, *self._session.run_before(match_ns + 1)]
        self._news = ()
        asked = {player: self._session.asked(player) for player in PLAYERS}
        deal = self._statistics.observe(events, asked, match_ns)
        if deal is not None:
            self._deal, self._kept = deal, self._log.deal_won(deal)
            for player, feats in self._feats.items():
                self._feats[player] = merged(feats, feats_in(self._house.store, deal, player))
        won = next((event for event in events if isinstance(event, MatchWon)), None)
        if won is not None:
            self._won_ns = time_ns
            self._kept = self._log.over(won.player)
        return events

    def _count_use(self, match_ns: int, edges: Sequence[InputEvent]) -> None:
        for player in self._people:
            if self._session.asked(player) is Ask.PLAY:
                self._house.usage.played(player, match_ns - self._session.judged_to_ns)
        for edge in edges:
            if edge.pressed:
                self._house.usage.pressed(edge.player, edge.control)

    def _after(self, now_ns: int) -> Page:
        """What follows the match: names for the best list, then another match."""
        player = next((player for player, feats in self._feats.items() if feats), None)
        if player is None:
            return self._house.pages.match(now_ns)
        return NamePage(self._house, now_ns, player, self._feats.pop(player), self._after)

    def _notes(self, phase: Phase) -> Mapping[Player, tuple[Text, ...]]:
        if phase is Phase.READY:
            return dict.fromkeys(PLAYERS, (say("match.pause"),))
        if phase in (Phase.WON, Phase.MATCH_WON) and self._deal is not None:
            kept = self._kept is not None and self._house.store.saved(self._kept)
            saved = say("match.saved" if kept else "match.saving")
            last = (say("match.menu"), saved) if phase is Phase.MATCH_WON else (saved,)
            return {player: (*deal_lines(self._deal, player), *last) for player in PLAYERS}
        return {}


def chosen_match(house: House, now_ns: int) -> MatchPage:
    """Begin the match that was chosen in the menu."""
    choice = house.chosen
    new = NewMatch(choice.preset, dict(choice.options), house.random.getrandbits(32))
    return new_match(house, now_ns, new, choice.computers)


def new_match(
    house: House, now_ns: int, new: NewMatch, computers: Mapping[Player, str], record: Record = nowhere
) -> MatchPage:
    """Begin a match; `record` is told its edges too."""
    log = house.store.begin_match(new, computers)

    def keep(edge: InputEvent) -> None:
        log.edge(edge)
        record(edge)

    session = open_session(new, computers, keep)
    people = [player for player in PLAYERS if player not in computers]
    return MatchPage(house, now_ns, session, log, MatchStatistics(session.view), people)


def resumed_match(house: House, now_ns: int, unfinished: Unfinished) -> Page:
    """Go on with a match from where its recording ends, after a countdown."""
    recording = unfinished.recording
    log = house.store.resume(unfinished)
    down: set[Switch] = set()
    for edge in recording.edges:
        change = down.add if edge.pressed else down.discard
        change((edge.player, edge.control))
    statistics: MatchStatistics | None = None

    def observe(referee: Referee, events: list[Event], time_ns: int) -> None:
        nonlocal statistics
        statistics = statistics or MatchStatistics(referee.view)
        statistics.observe(events, {player: referee.asked(player) for player in PLAYERS}, time_ns)

    session = reopen_session(recording, unfinished.computers, log.edge, observe)
    assert statistics is not None, "the deal at the beginning is always told"
    people = [player for player in PLAYERS if player not in unfinished.computers]
    match = MatchPage(house, now_ns, session, log, statistics, people, down)
    return CountdownPage(now_ns, match)


def _slap(edges: Sequence[InputEvent]) -> bool:
    return any(edge.pressed and edge.control is Control.SLAP for edge in edges)
