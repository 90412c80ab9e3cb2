"""The table: a match, from the first deal to the result."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Final

from firmware.game.events import PLAYERS, Dealt, Event, MatchWon, Player
from firmware.game.rules import SECOND_NS, Rules
from firmware.game.view import Ask, Phase
from firmware.screens.best import NamePage, feats_in, is_the_usual_game, merged
from firmware.screens.gestures import PAUSE_NS, both_held_at_ns
from firmware.screens.house import House, Switch
from firmware.screens.page import PATIENCE, Back, Face, Page, Step
from firmware.screens.pause import PausePage
from firmware.screens.result import deal_lines
from firmware.session import Session
from firmware.store.match_log import MatchLog
from firmware.store.statistics import DealResult, MatchStatistics
from firmware.store.totals import Kind
from firmware.store.writer import Ticket
from firmware.text import Text, say
from hal.events import Control, InputEvent

MENU_AFTER_NS: Final = 3 * SECOND_NS
"""How long after a match a slap is still one for the win, and does not lead to the menu."""

WATCHED_NS: Final = 15 * SECOND_NS
"""How long the result of a match that only computer players have played is shown."""

WATCHERS_PATIENCE: Final = 30
"""Such a match goes on for so many times as long as a menu is left alone: whoever watches presses nothing."""


class MatchPage:
    """A match between people, computer players or both; a computer player's panel is dead.

    Its time is the match's own: it stands still in a pause. What was held before and is let go in the pause
    is let go when the match goes on; action that is held then is pressed.

    `people`: the players who are no computer players.
    """

    def __init__(
        self,
        house: House,
        now_ns: int,
        session: Session,
        log: MatchLog,
        statistics: MatchStatistics,
        people: Sequence[Player],
        rules: Rules,
    ) -> None:
        self._house = house
        self._session = session
        self._log = log
        self._statistics = statistics
        self._people = people
        self._controls = [
            control for control in Control if control is not Control.SLAP or rules.claim != "none"
        ]
        self._news: Sequence[Event] = session.opening
        self._offset_ns = now_ns - session.judged_to_ns
        self._began_ns = self._touched_ns = now_ns
        self._halted_ns = session.judged_to_ns
        self._down: set[Switch] = set()
        self._deal: DealResult | None = None
        self._kept: Ticket | None = None
        self._won_ns: int | None = None
        self._feats: dict[Player, dict[Kind, int]] = {
            player: {} for player in people if is_the_usual_game(rules)
        }

    def take_up(self, down: Iterable[Switch], deal: DealResult | None) -> None:
        """The match began long ago: what was held when its recording ended, and the last deal won in it."""
        self._news = ()
        self._down.update(down)
        if deal is not None:
            self._deal, self._kept = deal, self._log.deal_won(deal)

    @property
    def over(self) -> bool:
        """Whether the match is won."""
        return self._won_ns is not None

    @property
    def judged_to_ns(self) -> int:
        """The last moment of the match that has been judged, in its own time."""
        return self._session.judged_to_ns

    @property
    def due_ns(self) -> int:
        """The match's next timer, the end of a gesture, or of the time for which it may be left alone."""
        times_ns = [self._left_alone_ns]
        if self._news:
            times_ns.append(self._began_ns)
        if (session_ns := self._session.due_ns) is not None and not self._watched:
            times_ns.append(session_ns + self._offset_ns)
        if (pause_ns := both_held_at_ns(self._house, self._began_ns, PAUSE_NS)) is not None:
            times_ns.append(pause_ns)
        return min(times_ns)

    def judge(self, time_ns: int, edges: Sequence[InputEvent]) -> Step:
        """Pass the edges on to the match, and see whether it goes on as it is."""
        if edges:
            self._touched_ns = time_ns
        pages = self._house.pages
        if self._won_ns is not None and time_ns >= self._won_ns + MENU_AFTER_NS and _slap(edges):
            return Step(self._after(time_ns, pages.menu))
        events = self._pass_on(time_ns, edges)
        if self.over and any(isinstance(event, Dealt) for event in events):
            # The match that the engine begins is left: each has a recording and numbers of its own.
            return Step(self._after(time_ns, pages.match))
        pause_ns = both_held_at_ns(self._house, self._began_ns, PAUSE_NS)
        if pause_ns is not None and time_ns >= pause_ns:
            self.halt(time_ns)
            return Step(PausePage(self._house, time_ns, self), events)
        if time_ns >= self._left_alone_ns:
            return Step(pages.attract(time_ns), events)
        return Step(self, events)

    def clock_ns(self, now_ns: int) -> int:
        """The match's time."""
        return now_ns - self._offset_ns

    def face(self) -> Face:
        """The table, with how the deal went when it is over."""
        view = self._session.view()
        return Face(table=view, notes=self._notes(view.phase))

    def halt(self, now_ns: int) -> None:
        """Let the match's time stand still until it goes on."""
        self._halted_ns = self.clock_ns(now_ns)

    def go_on(self, now_ns: int) -> Page:
        """Take the match up again where its time has stood still."""
        match_ns = max(self._halted_ns, self.judged_to_ns + 1)
        self._offset_ns = now_ns - match_ns
        self._began_ns = self._touched_ns = now_ns
        held = self._house.held.keys()
        let_go = sorted(self._down - held)
        # Action says which pile is meant while it is held; a card has to be pressed when the match goes on.
        actions = {(player, Control.ACTION) for player in self._people if not self.over}
        pressed = sorted(actions & held - self._down)
        self._down.difference_update(let_go)
        self._down.update(pressed)
        for switches, down in ((let_go, False), (pressed, True)):
            self._session.add(InputEvent(match_ns, *switch, pressed=down) for switch in switches)
        return self

    def leave(self) -> None:
        """Give the match up, unless it is over; it can't be gone on with."""
        if not self.over:
            self._log.abandon()

    def break_off(self) -> None:
        """The program ends; the match can be gone on with from here."""
        if not self.over:
            self._log.time(self.judged_to_ns)

    @property
    def _watched(self) -> bool:
        """Whether it is over and nobody but computer players could begin another."""
        return self.over and not self._people

    @property
    def _left_alone_ns(self) -> int:
        """When the table gives way to attract."""
        if self._won_ns is not None and not self._people:
            return max(self._won_ns, self._touched_ns) + WATCHED_NS
        return self._touched_ns + (PATIENCE if self._people else WATCHERS_PATIENCE) * self._house.idle_ns

    def _pass_on(self, time_ns: int, edges: Sequence[InputEvent]) -> list[Event]:
        if self._watched:
            return []
        match_ns = self.clock_ns(time_ns)
        own = [replace(edge, time_ns=match_ns) for edge in edges if edge.player in self._people]
        for edge in own:
            change = self._down.add if edge.pressed else self._down.discard
            change((edge.player, edge.control))
        for player in self._people:
            if self._session.asked(player) is Ask.PLAY:
                self._house.usage.played(player, self._controls, match_ns - self.judged_to_ns)
        self._session.add(own)
        events = [*self._news, *self._session.run_before(match_ns + 1)]
        self._news = ()
        self._count(events, match_ns)
        if any(isinstance(event, MatchWon) for event in events):
            self._won_ns = time_ns
        return events

    def _count(self, events: Sequence[Event], match_ns: int) -> None:
        """Keep what has come of it."""
        deal = self._statistics.observe(events, match_ns)
        if deal is not None:
            self._deal, self._kept = deal, self._log.deal_won(deal)
            for player, feats in self._feats.items():
                self._feats[player] = merged(feats, feats_in(self._house.store, deal, player))
        for event in events:
            if isinstance(event, MatchWon):
                self._kept = self._log.over(event.player)

    def _after(self, now_ns: int, then: Back) -> Page:
        """What follows the match: names for the best list, before anything else."""
        player = next((player for player, feats in self._feats.items() if feats), None)
        if player is None:
            return then(now_ns)
        return NamePage(
            self._house, now_ns, player, self._feats.pop(player), lambda now_ns: self._after(now_ns, then)
        )

    def _notes(self, phase: Phase) -> Mapping[Player, tuple[Text, ...]]:
        if phase in (Phase.WON, Phase.MATCH_WON) and self._deal is not None:
            kept = self._kept is not None and self._house.store.saved(self._kept)
            saved = say("match.saved" if kept else "match.saving")
            last = (say("match.menu"), saved) if phase is Phase.MATCH_WON else (saved,)
            return {player: (*deal_lines(self._deal, player), *last) for player in PLAYERS}
        if phase is Phase.READY or not self._people:
            return dict.fromkeys(PLAYERS, (say("match.pause"),))
        return {}


def _slap(edges: Sequence[InputEvent]) -> bool:
    return any(edge.pressed and edge.control is Control.SLAP for edge in edges)
