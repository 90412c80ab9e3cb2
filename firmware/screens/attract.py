"""What runs while nobody plays: a demonstration game, how to play in six pictures, the best times.

Any button leads to the menu. When it has gone on for long, the screen goes dark.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import ClassVar, Final

from firmware.game.cards import Card
from firmware.game.events import PLAYERS, Event, MatchWon, Played, Player
from firmware.game.rules import SECOND_NS
from firmware.recording import NewMatch
from firmware.screen import ButtonView, PanelView, Picture
from firmware.screens.best import MOST_CARDS, best_rows
from firmware.screens.explain import explained
from firmware.screens.gestures import SERVICE_NS, both_held_at_ns
from firmware.screens.house import House
from firmware.screens.page import Face, Step
from firmware.session import open_session
from firmware.text import Text, say
from hal.events import Control, InputEvent

LINGER_NS: Final = 4 * SECOND_NS
PICTURE_NS: Final = 6 * SECOND_NS
BEST_NS: Final = 10 * SECOND_NS
MOVE_NS: Final = 60 * SECOND_NS
"""How long a word stays in one place of a dark screen, which must not burn in."""

PICTURES: Final[tuple[Picture, ...]] = ("how1", "how2", "how3", "how4", "how5", "how6")


@dataclass(slots=True)
class Show:
    """What all acts share: since when it goes on, and who has pressed action in it and not let it go yet."""

    since_ns: int
    pressed: set[Player] = field(default_factory=set)


class AttractPage:
    """One act of the show, over after `lasts_ns`; None until it says so itself.

    When the show has gone on for long, darkness follows on any act that is `bright`.
    """

    bright: ClassVar[bool] = True

    def __init__(self, house: House, now_ns: int, show: Show, lasts_ns: int | None) -> None:
        self.house = house
        self.since_ns = now_ns
        self.show = show
        self.end_ns = None if lasts_ns is None else now_ns + lasts_ns

    def next_act(self, now_ns: int) -> "AttractPage":
        """The act that follows."""
        raise NotImplementedError

    def face(self) -> Face:
        """What is to be seen of it."""
        raise NotImplementedError

    def play(self, time_ns: int) -> Sequence[Event]:
        """Let the act go on to this moment; what happened in it."""
        return ()

    @property
    def play_due_ns(self) -> int | None:
        """When the act goes on, None if it is a still picture."""
        return None

    @property
    def due_ns(self) -> int | None:
        """The next change, or the end of the gesture that opens the service pages."""
        gesture_ns = both_held_at_ns(self.house, self.since_ns, SERVICE_NS)
        # Whoever has begun the gesture is not interrupted by the next act.
        times_ns = (
            self.play_due_ns,
            *((self.end_ns, self._dark_ns) if gesture_ns is None else (gesture_ns,)),
        )
        return min((time_ns for time_ns in times_ns if time_ns is not None), default=None)

    @property
    def _dark_ns(self) -> int | None:
        dark_ns = self.show.since_ns + self.house.settings.dim_after_s * SECOND_NS
        return dark_ns if self.bright else None

    def judge(self, time_ns: int, edges: Sequence[InputEvent]) -> Step:
        """Any button leads to the menu; action when it is let go, as both held open the service pages."""
        for edge in edges:
            if edge.control is not Control.ACTION:
                if edge.pressed:
                    return Step(self.house.pages.menu(time_ns))
            elif edge.pressed:
                self.show.pressed.add(edge.player)
            elif edge.player in self.show.pressed:
                return Step(self.house.pages.menu(time_ns))
        service_ns = both_held_at_ns(self.house, self.since_ns, SERVICE_NS)
        if service_ns is not None and time_ns >= service_ns:
            return Step(self.house.pages.service(time_ns, self.house.pages.attract))
        events = self.play(time_ns)
        if service_ns is None:
            if self._dark_ns is not None and time_ns >= self._dark_ns:
                return Step(DarkPage(self.house, time_ns, self.show, MOVE_NS))
            if self.end_ns is not None and time_ns >= self.end_ns:
                return Step(self.next_act(time_ns), events)
        return Step(self, events)

    def clock_ns(self, now_ns: int) -> int:
        """The time since the act began."""
        return now_ns - self.since_ns


class DemonstrationPage(AttractPage):
    """Two computer players at human speed, with a line about the last play."""

    def __init__(self, house: House, now_ns: int, show: Show) -> None:
        super().__init__(house, now_ns, show, None)
        new = NewMatch(options={"target": 1}, seed=house.random.getrandbits(32))
        self._session = open_session(new, {1: "medium", 2: "medium"})
        self._line: Text = say("attract.demonstration")
        self._tops = self._tops_now()

    @property
    def play_due_ns(self) -> int | None:
        """The next press or timer of the game."""
        due_ns = self._session.due_ns
        return None if due_ns is None or self.end_ns is not None else due_ns + self.since_ns

    def play(self, time_ns: int) -> Sequence[Event]:
        """Let the two play on, until one has won."""
        if self.end_ns is not None:
            return ()
        events = self._session.run_before(self.clock_ns(time_ns) + 1)
        for event in events:
            covered = self._tops[event.pile] if isinstance(event, Played) else None
            self._line = explained(event, covered) or self._line
            if isinstance(event, MatchWon):
                self.end_ns = time_ns + LINGER_NS
        self._tops = self._tops_now()
        return events

    def next_act(self, now_ns: int) -> AttractPage:
        """How to play."""
        return HowToPage(self.house, now_ns, self.show)

    def face(self) -> Face:
        """The table, with the line and what a button does."""
        note = (say("attract.note", line=self._line),)
        return Face(table=self._session.view(), notes=dict.fromkeys(PLAYERS, note))

    def _tops_now(self) -> dict[str, Card | None]:
        return {side: pile.top for side, pile in self._session.view().piles.items()}


class HowToPage(AttractPage):
    """How to play, in six pictures."""

    def __init__(self, house: House, now_ns: int, show: Show, number: int = 0) -> None:
        super().__init__(house, now_ns, show, PICTURE_NS)
        self._number = number

    def next_act(self, now_ns: int) -> AttractPage:
        """The next picture, after the last one the best times."""
        if self._number + 1 < len(PICTURES):
            return HowToPage(self.house, now_ns, self.show, self._number + 1)
        return BestPage(self.house, now_ns, self.show, BEST_NS)

    def face(self) -> Face:
        """The picture and its line."""
        picture = PICTURES[self._number]
        lines = (say(f"attract.{picture}"),)
        panel = PanelView(say("attract.how"), lines, buttons=_START, picture=picture)
        return Face(panels=dict.fromkeys(PLAYERS, panel))


class BestPage(AttractPage):
    """The best times so far."""

    def next_act(self, now_ns: int) -> AttractPage:
        """Another game."""
        return DemonstrationPage(self.house, now_ns, self.show)

    def face(self) -> Face:
        """The list."""
        rows = best_rows(self.house.store)
        line = say("best.which", count=MOST_CARDS) if rows else say("best.none")
        panel = PanelView(say("best.title"), (line,), rows, _START)
        return Face(panels=dict.fromkeys(PLAYERS, panel))


class DarkPage(AttractPage):
    """Hardly any light, and nothing that moves: one word, for one player and the other in turn."""

    bright: ClassVar[bool] = False

    def next_act(self, now_ns: int) -> AttractPage:
        """The same with the word elsewhere."""
        return DarkPage(self.house, now_ns, self.show, MOVE_NS)

    def face(self) -> Face:
        """The word."""
        player = PLAYERS[self.since_ns // MOVE_NS % len(PLAYERS)]
        return Face(panels={player: PanelView(say("attract.press"))}, dark=True)


_START: Final = {"card3": ButtonView(say("attract.start"))}
