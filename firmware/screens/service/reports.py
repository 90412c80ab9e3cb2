"""What the cabinet knows of itself: statistics, faults and the system."""

from collections.abc import Callable

from firmware.game.events import PLAYERS, Player
from firmware.game.rules import SECOND_NS
from firmware.screen import Row
from firmware.screens import values
from firmware.screens.confirm import ConfirmPage
from firmware.screens.house import House
from firmware.screens.page import Back, BackPage, Button, Page, Words, button
from firmware.screens.service.recordings import RecordingsPage
from firmware.screens.values import name
from firmware.settings import Settings
from firmware.text import Text, plain, say


class StatisticsPage(BackPage):
    """All games together; they can be taken away on a USB stick, watched, and set to zero."""

    def words(self, player: Player) -> Words:
        """The numbers of both colours."""
        totals = self.house.store.totals()
        one, two = (totals.players[side] for side in PLAYERS)
        rows = (
            Row(
                say("statistics.games"),
                (plain(totals.games), say("statistics.minutes", count=totals.minutes)),
            ),
            Row(say("statistics.side"), (name(1), name(2)), heading=True),
            Row(say("statistics.wins"), (plain(one.wins), plain(two.wins))),
            Row(say("statistics.plays"), (plain(one.plays), plain(two.plays))),
            Row(say("statistics.misplays"), (plain(one.misplays), plain(two.misplays))),
            Row(say("statistics.median"), (_time(one.median_ns), _time(two.median_ns))),
            Row(say("statistics.best"), (_time(one.best_ns), _time(two.best_ns))),
            Row(say("statistics.run"), (plain(one.longest_run), plain(two.longest_run))),
            Row(say("statistics.slap"), (_time(one.best_slap_ns), _time(two.best_slap_ns))),
        )
        house, again = self.house, self.again
        buttons = {
            "card1": button("statistics.export", lambda player, now_ns: ExportPage(house, now_ns, again)),
            "card3": button("recordings.watch", lambda player, now_ns: RecordingsPage(house, now_ns, again)),
            "card5": button("reset.title", lambda player, now_ns: ResetPage(house, now_ns, again)),
            "action": self.done(),
        }
        return Words(say("service.statistics"), rows=rows, buttons=buttons)


class ExportPage(BackPage):
    """Copies the recordings and statistics onto a USB stick, and says how that went."""

    def __init__(self, house: House, now_ns: int, back: Back) -> None:
        super().__init__(house, now_ns, back)
        self._export = house.store.export_to_stick()

    def words(self, player: Player) -> Words:
        """What became of it so far."""
        buttons = {"action": self.done()}
        return Words(say("statistics.export"), (self._export.told(),), buttons=buttons)


class ResetPage(BackPage):
    """What can be set back, each with a question before; not while the settings are locked."""

    def words(self, player: Player) -> Words:
        """One button for each."""
        locked = self.house.settings.locked
        buttons = {
            "card1": self._reset("reset.statistics", self._forget_statistics),
            "card3": self._reset("reset.best", lambda: self.house.store.reset_best()),
            "card5": self._reset("reset.settings", lambda: self.house.change(Settings())),
            "action": self.done(),
        }
        return Words(say("reset.title"), (say("options.locked"),) if locked else (), buttons=buttons)

    def _reset(self, key: str, reset: Callable[[], object]) -> Button:
        def do(now_ns: int) -> Page:
            reset()
            return self.again(now_ns)

        def ask(player: Player, now_ns: int) -> Page:
            return ConfirmPage(self.house, now_ns, say(f"{key}_sure"), do, self.again)

        return button(key, ask, enabled=not self.house.settings.locked)

    def _forget_statistics(self) -> None:
        self.house.store.reset_statistics()
        self.house.runs.forget(self.house.store)


class FaultsPage(BackPage):
    """What is wrong, each thing once."""

    def words(self, player: Player) -> Words:
        """The faults of the devices, of the disk, and the buttons that nobody has pressed in a long game."""
        lines = self.house.all_faults() or (say("faults.none"),)
        return Words(say("service.faults"), lines, buttons={"action": self.done()})


class SystemPage(BackPage):
    """What the computer says of itself."""

    def words(self, player: Player) -> Words:
        """Its facts."""
        cuts = Row(say("system.cuts"), (plain(self.house.runs.cuts),))
        rows = (*self.house.machine.facts(), cuts)
        return Words(say("service.system"), rows=rows, buttons={"action": self.done()})


def _time(time_ns: int | None) -> Text:
    return plain("–") if time_ns is None else values.seconds(time_ns / SECOND_NS)
