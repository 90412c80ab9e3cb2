"""The first of the owner's pages, from which the others are opened."""

from typing import ClassVar, Final

from firmware.game.events import Player
from firmware.screens.chunks import ChunkedPage
from firmware.screens.confirm import ConfirmPage
from firmware.screens.page import BackPage, Button, Page, Words, button, in_a_row
from firmware.screens.service.lock import UnlockPage
from firmware.screens.service.reports import FaultsPage, StatisticsPage, SystemPage
from firmware.screens.service.tests import PadTestPage, PicturePage, SoundPage, SwitchTestPage
from firmware.text import say

SETTINGS: Final = (
    "volume",
    "voice",
    "quiet",
    "attract_sound",
    "brightness",
    "attract_after_s",
    "dim_after_s",
    "sensitivity",
    "language",
    "large_print",
    "reduced_motion",
    "children",
)


class ServicePage(BackPage):
    """Where the owner's pages begin; action leads back to where they were opened."""

    def words(self, player: Player) -> Words:
        """The pages, and switching off."""
        house, again = self.house, self.again
        buttons = in_a_row(
            [
                button("service.tests", lambda player, now_ns: TestsPage(house, now_ns, again)),
                button("service.settings", lambda player, now_ns: SettingsPage(house, now_ns, again)),
                button("service.statistics", lambda player, now_ns: StatisticsPage(house, now_ns, again)),
                button("service.faults", lambda player, now_ns: FaultsPage(house, now_ns, again)),
                button("service.system", lambda player, now_ns: SystemPage(house, now_ns, again)),
            ]
        )
        buttons["action"] = self.done()
        buttons["slap"] = button("service.off", self._switch_off)
        return Words(say("service.title"), (say("service.hint"),), buttons=buttons)

    def _switch_off(self, player: Player, now_ns: int) -> Page:
        def off(now_ns: int) -> Page:
            self.house.switch_off = True
            return self.again(now_ns)

        return ConfirmPage(self.house, now_ns, say("service.off_sure"), off, self.again)


class TestsPage(BackPage):
    """The tests of what players touch, see and hear."""

    def words(self, player: Player) -> Words:
        """One button for each."""
        house, again = self.house, self.again
        buttons = in_a_row(
            [
                button("service.switches", lambda player, now_ns: SwitchTestPage(house, now_ns, again)),
                button("service.pads", lambda player, now_ns: PadTestPage(house, now_ns, again)),
                button("service.picture", lambda player, now_ns: PicturePage(house, now_ns, again)),
                button("service.sound", lambda player, now_ns: SoundPage(house, now_ns, again)),
            ]
        )
        buttons["action"] = self.done()
        return Words(say("service.tests"), buttons=buttons)


class SettingsPage(ChunkedPage):
    """All settings of the cabinet, and the lock that keeps players from changing them."""

    title: ClassVar[str] = "service.settings_title"

    def choices(self, player: Player) -> list[Button]:
        """The settings, and the lock."""
        if self.house.settings.locked:
            lock = button("service.unlock", lambda player, now_ns: UnlockPage(self.house, now_ns, self.again))
        else:
            lock = self.setting("locked")
        return [lock, *map(self.setting, SETTINGS)]
