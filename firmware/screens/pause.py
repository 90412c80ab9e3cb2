"""A pause: the match's time stands still until both are back, and a countdown has told them so."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from firmware.game.events import PLAYERS, Player
from firmware.game.rules import SECOND_NS
from firmware.screen import PanelView
from firmware.screens.confirm import ConfirmPage
from firmware.screens.house import House
from firmware.screens.page import PATIENCE, Face, Page, Step, Words, WordsPage, button
from firmware.screens.reading import ReadingPage
from firmware.text import say
from hal.events import InputEvent

if TYPE_CHECKING:
    from firmware.screens.match import MatchPage

COUNTDOWN_S: Final = 3


class PausePage(WordsPage):
    """What can be done while the match waits. The hands are not shown: a pause is no time to think."""

    def __init__(self, house: House, now_ns: int, match: "MatchPage") -> None:
        super().__init__(house, now_ns)
        self._match = match

    @property
    def due_ns(self) -> int:
        """When the players have been away for too long."""
        return self.touched_ns + PATIENCE * self.house.idle_ns

    def words(self, player: Player) -> Words:
        """Go on, leave, and what may be wanted in between."""
        house = self.house
        buttons = {
            "card1": button("pause.go_on", self._go_on),
            "card2": button("pause.rules", lambda player, now_ns: ReadingPage(house, now_ns, self.again)),
            "card3": self.setting("quiet"),
            "card4": button("pause.service", lambda player, now_ns: house.pages.service(now_ns, self.again)),
            "card5": button("pause.leave", self._leave),
        }
        return Words(say("pause.title"), (say("pause.time"),), buttons=buttons)

    def _go_on(self, player: Player, now_ns: int) -> Page:
        return CountdownPage(now_ns, self._match)

    def _leave(self, player: Player, now_ns: int) -> Page:
        return ConfirmPage(self.house, now_ns, say("pause.leave_sure"), self.house.pages.menu, self.again)


class CountdownPage:
    """Three, two, one: then the match goes on."""

    def __init__(self, now_ns: int, match: "MatchPage") -> None:
        self.match = match
        self._since_ns = now_ns
        self._left_s = COUNTDOWN_S

    @property
    def due_ns(self) -> int | None:
        """The end of the second that is counted."""
        return self._since_ns + (COUNTDOWN_S - self._left_s + 1) * SECOND_NS

    def judge(self, time_ns: int, edges: Sequence[InputEvent]) -> Step:
        """Count down; no press counts meanwhile."""
        self._left_s = COUNTDOWN_S - self.clock_ns(time_ns) // SECOND_NS
        return Step(self if self._left_s > 0 else self.match.go_on(time_ns))

    def clock_ns(self, now_ns: int) -> int:
        """The time since the countdown began."""
        return now_ns - self._since_ns

    def face(self) -> Face:
        """The seconds that are left, a begun one counted whole."""
        panel = PanelView(say("pause.go_on_in", count=self._left_s))
        return Face(panels=dict.fromkeys(PLAYERS, panel))
