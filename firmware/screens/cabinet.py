"""The cabinet as a whole: it puts edges in order, hands them to the open page, and turns the pages."""

from collections.abc import Callable, Iterable
from functools import partial
from random import Random
from typing import Final

from firmware.game.events import PLAYERS, Event, Player
from firmware.game.rules import SECOND_NS
from firmware.lamps import lamps_for
from firmware.screen import Look, Screen
from firmware.screens.attract import AttractPage, DemonstrationPage, Show
from firmware.screens.choice import choice_from
from firmware.screens.house import House, Machine
from firmware.screens.match import MatchPage
from firmware.screens.matches import chosen_match
from firmware.screens.menu import MenuPage
from firmware.screens.page import Back, Face, Page, WordsPage
from firmware.screens.pause import CountdownPage, PausePage
from firmware.screens.resume import ResumePage
from firmware.screens.runs import runs_from
from firmware.screens.service.front import ServicePage
from firmware.sequencer import Sequencer
from firmware.settings import Settings, settings_from
from firmware.store.store import Store, Unfinished
from hal.events import CARDS, InputEvent, Lamp

DARK_PER_CENT: Final = 25
"""The brightness of a screen that nobody looks at."""

FRESH_NS: Final = SECOND_NS // 2
"""How long what is shown holds good while nothing is judged: a disk or a device may have news by itself."""


class Cabinet:
    """Everything that players and the owner do, from attract to a match and the service pages.

    `opening` opens another page to begin with; usually that is attract, or the question whether to go on with
    a match that a power cut ended. It is an activity for the loop, and opens the pages for one another (see
    `firmware.activity.Activity`, `firmware.screens.house.Pages`).
    """

    def __init__(
        self,
        store: Store,
        machine: Machine,
        random: Random,
        opening: Callable[[House, int], MatchPage] | None = None,
    ) -> None:
        settings, faults = settings_from(store.settings())
        self.house: Final = House(store, machine, self, random, settings, choice_from(store.last_choice()))
        self.house.faults += faults
        self.house.runs = runs_from(store.runs())
        self.house.runs.begin(store, machine.boot())
        self._sequencer = Sequencer(random.random)
        self._match: MatchPage | None = None
        self._serving = False
        self._scene = 0
        self._now_ns = 0
        machine.set_sensitivity(settings.sensitivity)
        self._page = self._first(store.unfinished(), opening)
        self._shown: tuple[Screen, frozenset[Lamp]] | None = None
        self._shown_ns = 0

    # An activity.

    @property
    def due_ns(self) -> int | None:
        """See `Activity.due_ns`."""
        edge_ns, page_ns = self._sequencer.next_ns, self._page.due_ns
        if edge_ns is None or page_ns is None:
            return page_ns if edge_ns is None else edge_ns
        return min(edge_ns, page_ns)

    @property
    def over(self) -> bool:
        """Whether the cabinet is to end, and the machine with it."""
        return self.house.switch_off

    @property
    def attracting(self) -> bool:
        """Whether nobody plays or chooses, and the cabinet shows itself."""
        return isinstance(self._page, AttractPage)

    def add(self, edges: Iterable[InputEvent]) -> None:
        """See `Activity.add`."""
        self._sequencer.add(edges)
        self.house.late = self._sequencer.late

    def run_before(self, mark_ns: int) -> list[Event]:
        """See `Activity.run_before`; of what happened before a page was turned, nothing is told."""
        events: list[Event] = []
        while not self.over and (due_ns := self.due_ns) is not None and due_ns < mark_ns:
            self._now_ns = max(self._now_ns, due_ns)
            edges = self._sequencer.take(due_ns)
            for edge in edges:
                self._hold(edge)
            self._shown = None
            step = self._page.judge(self._now_ns, edges)
            events += step.events
            if self._turn_to(step.page):
                events = []
        if not self.over:
            self._sequencer.close_before(mark_ns)
        self._now_ns = max(self._now_ns, mark_ns)
        return events

    def call_service(self) -> None:
        """Open the service pages: the button inside the cabinet was pressed. A match is paused.

        While any of them is open already, the button does nothing.
        """
        if not self._serving:
            self._turn_to(self.service(self._now_ns, self._interrupt()))

    def screen(self, now_ns: int) -> Screen:
        """See `Activity.screen`."""
        return self._look_at(now_ns)[0]

    def clock_ns(self, now_ns: int) -> int:
        """See `Activity.clock_ns`."""
        return self._page.clock_ns(now_ns)

    def lamps(self, now_ns: int) -> frozenset[Lamp]:
        """See `Activity.lamps`: those that belong to the table, or of the buttons that do something."""
        return self._look_at(now_ns)[1]

    def close(self, *, crashed: bool = False) -> None:
        """The program ends, as it should or not; a match that is going on can be gone on with from here."""
        if self._match is not None:
            self._match.break_off()
        if not crashed:
            self.house.runs.end(self.house.store)

    # Pages.

    def attract(self, now_ns: int) -> Page:
        """See `Pages.attract`."""
        self._leave_match()
        return DemonstrationPage(self.house, now_ns, Show(now_ns))

    def menu(self, now_ns: int) -> Page:
        """See `Pages.menu`."""
        self._leave_match()
        return MenuPage(self.house, now_ns)

    def match(self, now_ns: int) -> Page:
        """See `Pages.match`."""
        self._leave_match()
        return chosen_match(self.house, now_ns)

    def service(self, now_ns: int, back: Back) -> Page:
        """See `Pages.service`."""

        def leave(now_ns: int) -> Page:
            self._serving = False
            return back(now_ns)

        self._serving = True
        return ServicePage(self.house, now_ns, leave)

    def _first(
        self, unfinished: Unfinished | None, opening: Callable[[House, int], MatchPage] | None
    ) -> Page:
        if opening is not None:
            self._match = opening(self.house, 0)
            return self._match
        return self.attract(0) if unfinished is None else ResumePage(self.house, 0, unfinished)

    def _interrupt(self) -> Back:
        """Let what is going on wait; the way back to it."""
        page = self._page
        match page:
            case WordsPage():
                return page.again
            case MatchPage():
                page.halt(self._now_ns)
                return page.go_on if page.over else partial(PausePage, self.house, match=page)
            case CountdownPage():
                return partial(PausePage, self.house, match=page.match)
            case _:
                return self.attract

    def _leave_match(self) -> None:
        if self._match is not None:
            self._match.leave()
            self._match = None

    def _turn_to(self, page: Page) -> bool:
        if page is self._page:
            return False
        self._page = page
        self._scene += 1
        self._shown = None
        if isinstance(page, MatchPage):
            self._match = page
        elif isinstance(page, CountdownPage):
            self._match = page.match
        return True

    def _look_at(self, now_ns: int) -> tuple[Screen, frozenset[Lamp]]:
        """What is seen, and the lamps: worked out once for all rounds of the loop that change nothing."""
        if self._shown is None or now_ns >= self._shown_ns + FRESH_NS:
            face = self._page.face()
            look = look_of(self.house.settings, dark=face.dark)
            screen = Screen(look, self._scene, face.table, face.panels, face.notes)
            self._shown = screen, _lamps(face, look)
            self._shown_ns = now_ns
        return self._shown

    def _hold(self, edge: InputEvent) -> None:
        switch = edge.player, edge.control
        if edge.pressed:
            self.house.usage.pressed(*switch)
            self.house.held[switch] = edge.time_ns
        else:
            self.house.held.pop(switch, None)


def look_of(settings: Settings, *, dark: bool = False) -> Look:
    """How everything is to be shown with these settings."""
    hints: dict[Player, bool] = {1: settings.hints1, 2: settings.hints2}
    left_handed: dict[Player, bool] = {1: settings.left_handed1, 2: settings.left_handed2}
    return Look(
        language=settings.language,
        hints=frozenset(player for player in PLAYERS if hints[player] or settings.children),
        left_handed=frozenset(player for player in PLAYERS if left_handed[player]),
        large_print=settings.large_print,
        reduced_motion=settings.reduced_motion,
        brightness=DARK_PER_CENT if dark else settings.brightness,
    )


def _lamps(face: Face, look: Look) -> frozenset[Lamp]:
    if face.lamps is not None:
        return face.lamps
    return frozenset(_lit(face)) if face.table is None else lamps_for(face.table, look.hints)


def _lit(face: Face) -> Iterable[Lamp]:
    for player, panel in face.panels.items():
        for number, control in enumerate(CARDS, 1):
            button = panel.buttons.get(control)
            if button is not None and button.enabled:
                yield Lamp(player, number)
