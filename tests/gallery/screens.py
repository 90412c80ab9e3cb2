"""Every screen of the cabinet: the table in every situation, and all pages, reached by pressing buttons."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from display.keys import KeyLabels
from firmware.game.events import PLAYERS, Event, Player
from firmware.game.view import Phase
from firmware.screen import Row, Screen
from firmware.text import Text, plain, say
from hal.events import Control
from tests.display.situations import KEYBOARD, NOW_NS, scenarios
from tests.firmware.screens.evening import Evening, FakeMachine


@dataclass(frozen=True, slots=True)
class Shown:
    """A screen as a display is given it. `name` is a file's name without its ending."""

    name: str
    screen: Screen
    events: Sequence[Event] = ()
    now_ns: int = NOW_NS
    key_labels: KeyLabels | None = None
    notice: Text | None = None

    def in_language(self, language: str) -> Screen:
        """The screen in another language."""
        return replace(self.screen, look=replace(self.screen.look, language=language))


class _Machine(FakeMachine):
    """A machine that has something to say."""

    def facts(self) -> Sequence[Row]:
        return [
            Row(say("system.version"), (plain("0.1.0"),)),
            Row(say("system.model"), (plain("Raspberry Pi 4 Model B Rev 1.5"),)),
            Row(say("system.uptime"), (say("value.hours", hours=21, minutes=7),)),
            Row(say("system.temperature"), (say("value.celsius", degrees=61),)),
            Row(say("system.supply"), (say("supply.was", what=say("supply.undervoltage")),)),
            Row(say("system.disk"), (say("value.free", megabytes=21_480),)),
        ]


@cache
def all_screens() -> tuple[Shown, ...]:
    """All of them, the table first."""
    return (*_tables(), *pages(), *_beside_a_keyboard())


def _beside_a_keyboard() -> Iterator[Shown]:
    """Some of the pages in a window, where each choice names its key."""
    for shown in pages():
        if shown.name in ("menu-1", "menu-3-options1", "match-3-pause", "resume"):
            yield replace(shown, name=f"keyboard-{shown.name}", key_labels=KEYBOARD)


def _tables() -> Iterator[Shown]:
    for scenario in scenarios():
        yield Shown(
            f"table-{scenario.name}",
            scenario.screen,
            scenario.events,
            key_labels=scenario.key_labels,
            notice=scenario.notice,
        )
    play = next(scenario for scenario in scenarios() if scenario.name == "05-play-marked").screen
    hints = replace(play.look, hints=frozenset((1,)))
    assert play.table is not None
    one = replace(play.table.seats[1], playable=(2, 5))
    hinted = replace(play.table, seats={**play.table.seats, 1: one})
    yield Shown("table-51-hints", replace(play, look=hints, table=hinted))
    yield Shown("table-52-large-print", replace(play, look=replace(play.look, large_print=True)))
    yield Shown("table-53-dimmed", replace(play, look=replace(play.look, brightness=40)))


@cache
def pages() -> tuple[Shown, ...]:
    """The cabinet's pages, as an evening comes by them."""
    with TemporaryDirectory() as folder:
        evening = Evening(Path(folder))
        evening.machine = evening.cabinet.house.machine = _Machine()
        walk = _Walk(evening)
        try:
            walk.attract()
            walk.menu()
            walk.match()
            walk.service()
            walk.resume(Path(folder, "another"))
        finally:
            evening.close()
    return tuple(walk.shown)


class _Walk:
    """Goes through the pages and keeps what is seen."""

    def __init__(self, evening: Evening) -> None:
        self.evening = evening
        self.shown: list[Shown] = []

    def take(self, name: str) -> None:
        """Keep what is seen now."""
        evening = self.evening
        screen = evening.screen
        # Whether a result is on the disk yet is a question of the disk.
        notes = {
            player: tuple(say("match.saved") if note.key == "match.saving" else note for note in notes)
            for player, notes in screen.notes.items()
        }
        now_ns = evening.cabinet.clock_ns(evening.now_ns)
        self.shown.append(Shown(name, replace(screen, notes=notes), now_ns=now_ns))

    def attract(self) -> None:
        """The show: a game, how to play, the best, and darkness."""
        evening = self.evening
        while evening.table.phase is not Phase.PLAY:
            evening.wait(0.5)
        evening.wait(6)
        self.take("attract-1-demonstration")
        while evening.screen.table is not None:
            evening.wait(1)
        for number in range(1, 7):
            self.take(f"attract-2-how{number}")
            evening.wait(6)

    def menu(self) -> None:
        """The menu, the options page by page, and the rules to read."""
        evening = self.evening
        evening.tap(1, "card3")
        self.take("menu-1")
        evening.press("name.2")
        evening.press("menu.rules")
        self.take("menu-2-changed")
        evening.press("menu.more")
        self._pages("menu-3-options", "options.next", 12)
        evening.press("options.done")
        evening.press("menu.read")
        self._pages("menu-4-rules", "reading.on", 9)
        evening.press("options.done")
        while evening.value("menu.rules") != say("preset.spit"):
            evening.press("menu.rules")
        evening.press("menu.read")
        self._pages("menu-5-spit", "reading.on", 9)
        evening.press("options.done")
        evening.press("menu.rules")
        while evening.value("name.2") != say("sitter.person"):
            evening.press("name.2")

    def match(self) -> None:
        """A match of one game, with a pause, to the names on the best lists."""
        evening = self.evening
        while evening.value("menu.match") != say("value.games", count=1):
            evening.press("menu.match", 2)
        evening.press("menu.start")
        self.take("match-1-ready")
        evening.begin_deal()
        evening.wait(2)
        self.take("match-2-play")
        evening.hold_both_actions(1.6)
        self.take("match-3-pause")
        evening.press("pause.go_on", 2)
        self.take("match-4-go-on")
        evening.wait(3.1)
        evening.play_to_the_end_of_the_deal()
        self.take("match-5-won")
        evening.wait(1)
        for player in PLAYERS:
            evening.tap(player, "action")
        for number in (1, 2):
            if evening.title == "best.name" or evening.title == "best.wait":
                self.take(f"match-6-name{number}")
                writer: Player = 1 if evening.title == "best.name" else 2
                for label in ("best.letter_after", "best.next", "best.next", "best.enter"):
                    evening.press(label, writer)
        evening.hold_both_actions(1.6)
        evening.press("pause.leave")

    def service(self) -> None:
        """The owner's pages, after the best lists, which are no longer empty."""
        evening = self.evening
        evening.wait(61)
        while evening.title != "best.title":
            evening.wait(1)
        self.take("attract-3-best")
        while evening.title != "attract.press":
            evening.wait(5)
        self.take("attract-4-dark")
        evening.hold_both_actions(5.1)
        self.take("service-1")
        self._tests()
        evening.press("service.settings")
        self._pages("service-3-settings", "options.next", 4)
        evening.cabinet.house.step("locked")
        self.take("service-4-locked")
        while "service.unlock" not in [each.label.key for each in evening.panel().buttons.values()]:
            evening.press("options.next")
        evening.press("service.unlock")
        self.take("service-5-unlock")
        evening.press("options.done")
        evening.cabinet.house.step("locked")
        evening.press("options.done")
        for number, page in enumerate(("statistics", "faults", "system"), 6):
            evening.press(f"service.{page}")
            self.take(f"service-{number}-{page}")
            evening.press("options.done")
        evening.machine.wrong = [
            plain("Purple's card button 3 on GPIO 17 chatters and is left alone"),
            say("faults.sound", reason="no such device"),
            say("faults.store_not_written", reason="No space left on device"),
            say("faults.unpressed", name=say("name.2"), control=say("switch.card4")),
        ]
        evening.press("service.faults")
        self.take("service-9-faults")
        evening.press("options.done")
        evening.press("service.off")
        self.take("service-10-off")
        evening.press("confirm.no")

    def _tests(self) -> None:
        evening = self.evening
        evening.press("service.tests")
        self.take("service-2-tests")
        evening.machine.broken = {(1, Control.CARD4)}
        evening.press("service.switches")
        for control in ("card1", "card2", "action"):
            evening.tap(1, control)
        evening.tap(2, "slap")
        evening.down(1, "card3")
        self.take("service-2-switches")
        evening.up(1, "card3")
        evening.wait(21)
        evening.press("service.pads")
        evening.tap(2, "slap")
        self.take("service-2-pads")
        evening.press("options.done")
        evening.press("service.picture")
        self.take("service-2-picture")
        evening.tap(1, "card1")
        evening.press("service.sound")
        self.take("service-2-sound")
        evening.press("options.done")
        evening.press("options.done")

    def resume(self, folder: Path) -> None:
        """The question after a power cut."""
        before = Evening(folder)
        before.tap(1, "card3")
        before.press("menu.start")
        before.begin_deal()
        before.wait(2)
        before.close()
        self.evening = Evening(folder)
        try:
            self.take("resume")
        finally:
            self.evening.close()

    def _pages(self, name: str, on: str, most: int) -> None:
        """All pages that follow one another, until one was there before or leads no further."""
        seen = []
        for number in range(1, most + 1):
            panel = self.evening.panel()
            if panel in seen:
                return
            seen.append(panel)
            self.take(f"{name}{number}")
            if on not in [button.label.key for button in panel.buttons.values()]:
                return
            self.evening.press(on)
