"""People at the cabinet: presses on both panels in virtual time, and what they see then."""

import shutil
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from random import Random

from firmware.game.events import PLAYERS, Dealt, Event, Player
from firmware.game.view import Phase, TableView
from firmware.screen import ButtonView, PanelView, Row, Screen
from firmware.screens.cabinet import Cabinet
from firmware.screens.choice import Choice, stored
from firmware.screens.house import House, Switch, SwitchReport
from firmware.screens.match import MatchPage
from firmware.store.store import open_store
from firmware.text import Text, plain
from hal.events import Control, InputEvent

SECOND_NS = 1_000_000_000
TAP_NS = SECOND_NS // 20

QUICK = Choice(options=(("claim", "none"), ("countdown", 0), ("target", 1)))
TO_TWO = Choice(options=(("claim", "none"), ("countdown", 0), ("target", 2)))


class FakeMachine:
    """Devices that do as they are told, and remember it."""

    def __init__(self, power_on: str = "") -> None:
        self.power_on = power_on
        self.wrong: list[Text] = []
        self.broken: set[Switch] = set()
        self.asked = 0
        self.steps: list[int] = []
        self.sounds: list[str] = []

    def faults(self) -> Sequence[Text]:
        return self.wrong

    def facts(self) -> Sequence[Row]:
        return [Row(plain("Version"), (plain("1"),))]

    def boot(self) -> str:
        return self.power_on

    def switches(self) -> Mapping[Switch, SwitchReport]:
        self.asked += 1
        all_of_them = [(player, control) for player in PLAYERS for control in Control]
        return {switch: SwitchReport(3, switch in self.broken) for switch in all_of_them}

    def set_sensitivity(self, step: int) -> None:
        self.steps.append(step)

    def sound(self, name: str) -> None:
        self.sounds.append(name)


class Evening:
    """A cabinet whose store is in `folder`, with people at it. Times are in seconds since power-on.

    `choice`, `settings`: what was chosen the evening before, if not the usual. `opening`: see `Cabinet`.
    """

    def __init__(
        self,
        folder: Path,
        seed: int = 1,
        *,
        choice: Choice | None = None,
        settings: Mapping[str, object] | None = None,
        power_on: str = "first",
        opening: Callable[[House, int], MatchPage] | None = None,
    ) -> None:
        self.machine = FakeMachine(power_on)
        self.folder = folder
        self.store = open_store(folder)
        if choice is not None:
            self.store.save_last_choice(stored(choice))
        if settings is not None:
            self.store.save_settings(settings)
        self.cabinet = Cabinet(self.store, self.machine, Random(seed), opening)
        self.now_ns = 0
        self.events: list[Event] = []

    def close(self) -> None:
        """The program ends in good order."""
        self.cabinet.close()
        self.store.close()

    def pull_the_plug(self) -> None:
        """The power is cut: what is in the store's folder at this moment is all that is left."""
        left = self.folder.with_name(f"{self.folder.name}-left")
        (left / "recordings").mkdir(parents=True)
        # Recordings last: the store knows of no deal that is not recorded.
        for path in [*sorted(self.folder.glob("*.db*")), *self.folder.glob("recordings/*")]:
            shutil.copyfile(path, left / path.relative_to(self.folder))
        self.store.close()
        shutil.rmtree(self.folder)
        left.rename(self.folder)

    def let_the_disk_catch_up(self) -> None:
        """Wait until all that was done is on the disk, which takes real time."""
        ticket = self.store.save_last_choice(self.store.last_choice())
        while not self.store.saved(ticket):
            time.sleep(0.001)

    # What people do.

    def down(self, player: Player, control: str) -> None:
        """Press a button and hold it."""
        self._edge(player, control, True)

    def up(self, player: Player, control: str) -> None:
        """Let a button go."""
        self._edge(player, control, False)

    def tap(self, player: Player, control: str) -> None:
        """Press a button and let it go."""
        self.down(player, control)
        self.up(player, control)

    def together(self, *presses: tuple[Player, str]) -> None:
        """Press several buttons in the very same moment, and let them go in the very same."""
        for pressed in (True, False):
            self._run_to(self.now_ns + TAP_NS)
            self.cabinet.add(
                InputEvent(self.now_ns, player, Control(control), pressed) for player, control in presses
            )
            self._run_to(self.now_ns + 1)

    def press(self, label: str, player: Player = 1) -> None:
        """Tap the button at which this text stands for the player."""
        self.tap(player, self.find(label, player)[0])

    def wait(self, seconds: float) -> None:
        """Do nothing for a while."""
        self._run_to(self.now_ns + round(seconds * SECOND_NS))

    def hold_both_actions(self, seconds: float) -> None:
        """Hold both action buttons together for so long."""
        for player in PLAYERS:
            self.down(player, "action")
        self.wait(seconds)
        for player in PLAYERS:
            self.up(player, "action")

    def to_match(self) -> None:
        """From attract to a match as it was chosen."""
        self.tap(1, "card1")
        self.press("menu.start")

    def to_service(self) -> None:
        """From attract to the service pages."""
        self.hold_both_actions(5.1)

    def turn_to(self, label: str, player: Player = 1) -> None:
        """Turn the pages of a list until this text stands at a button."""
        for _ in range(20):
            if any(button.label.key == label for button in self.panel(player).buttons.values()):
                return
            self.press("options.next")
        raise AssertionError(f"{label!r} is on no page of {self.title!r}")

    def begin_deal(self) -> None:
        """Both press action, and the countdown passes."""
        for player in PLAYERS:
            self.tap(player, "action")
        self.wait(3.1)

    def play_to_the_end_of_the_deal(self) -> None:
        """Both play what they can, turn and turn about, until somebody has won."""
        for _ in range(5000):
            table = self.table
            if table.phase in (Phase.WON, Phase.MATCH_WON):
                return
            if table.phase is Phase.READY:
                self.begin_deal()
            if table.phase is Phase.SLAP:
                self.tap(1, "slap")
            for player in PLAYERS:
                seat = self.table.seats[player]
                if seat.claim_until_ns is not None:
                    self.tap(player, "slap")
                elif seat.playable and self.table.phase is Phase.PLAY:
                    self.tap(player, f"card{seat.playable[0]}")
            self.wait(0.3)
        raise AssertionError("the deal does not end")

    def give_names(self, letters: int = 0) -> None:
        """Whoever is asked for a name for the best list enters three times the letter of that number."""
        while self.title in ("best.name", "best.wait"):
            player = next(side for side in PLAYERS if self.panel(side).title.key == "best.name")
            for _ in range(letters):
                self.press("best.letter_after", player)
            for label in ("best.next", "best.next", "best.enter"):
                self.press(label, player)

    # What people see.

    @property
    def events_of_the_last_deal(self) -> list[Event]:
        """What happened in the match after the last deal."""
        last = max(place for place, event in enumerate(self.events) if isinstance(event, Dealt))
        return self.events[last:]

    @property
    def screen(self) -> Screen:
        """All of it."""
        return self.cabinet.screen(self.now_ns)

    @property
    def clock_ns(self) -> int:
        """What the clock of what is shown says."""
        return self.cabinet.clock_ns(self.now_ns)

    @property
    def table(self) -> TableView:
        """The table, which has to be there."""
        table = self.screen.table
        assert table is not None, f"no table, but {self.title}"
        return table

    def phase(self) -> Phase:
        """What the table waits for."""
        return self.table.phase

    def panel(self, player: Player = 1) -> PanelView:
        """The words for a player, which have to be there."""
        return self.screen.panels[player]

    @property
    def title(self) -> str | None:
        """The key of the title that player 1 sees; None at the table."""
        panel = self.screen.panels.get(1) or self.screen.panels.get(2)
        return None if panel is None else panel.title.key

    def find(self, label: str, player: Player = 1) -> tuple[str, ButtonView]:
        """The control at which this text stands, and its button."""
        for control, button in self.panel(player).buttons.items():
            if button.label.key == label:
                return control, button
        raise AssertionError(f"no button {label!r} at {self.title!r}; there is {self.labels}")

    @property
    def labels(self) -> list[str]:
        """What stands at player 1's buttons."""
        return [button.label.key for button in self.panel().buttons.values()]

    def value(self, label: str, player: Player = 1) -> Text:
        """What is set at that button."""
        value = self.find(label, player)[1].value
        assert value is not None, f"{label} shows no value"
        return value

    def notes(self, player: Player = 1) -> list[str]:
        """The keys of the notes beside the table."""
        return [note.key for note in self.screen.notes.get(player, ())]

    def lamps(self, player: Player) -> list[int]:
        """The numbers of the player's lamps that are lit."""
        return sorted(lamp.number for lamp in self.cabinet.lamps(self.now_ns) if lamp.player == player)

    def _edge(self, player: Player, control: str, pressed: bool) -> None:
        self._run_to(self.now_ns + TAP_NS)
        self.cabinet.add([InputEvent(self.now_ns, player, Control(control), pressed)])
        self._run_to(self.now_ns + 1)

    def _run_to(self, now_ns: int) -> None:
        self.events += self.cabinet.run_before(now_ns)
        self.now_ns = now_ns


def half_a_match(folder: Path, choice: Choice = TO_TWO) -> Evening:
    """One game and some plays of the next, then the plug is pulled."""
    evening = Evening(folder, choice=choice)
    evening.to_match()
    evening.begin_deal()
    evening.play_to_the_end_of_the_deal()
    evening.together((1, "action"), (2, "action"))
    evening.begin_deal()
    for _ in range(8):
        for player in PLAYERS:
            if slots := evening.table.seats[player].playable:
                evening.tap(player, f"card{slots[0]}")
    evening.down(1, "action")
    evening.let_the_disk_catch_up()
    evening.pull_the_plug()
    return evening
