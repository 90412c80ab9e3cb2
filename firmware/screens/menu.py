"""The menu: who plays, by which rules, how long; one press more begins the match."""

from typing import ClassVar, Final

from firmware.game.events import PLAYERS, Player
from firmware.screens import values
from firmware.screens.choice import SITTERS, WITH_CHILDREN, Choice, names_of
from firmware.screens.chunks import ChunkedPage
from firmware.screens.page import Button, Page, Words, WordsPage, button, in_a_row
from firmware.screens.reading import ReadingPage
from firmware.text import say

OWN: Final = ("hints", "left_handed")
"""Settings that each player has for the own side."""
SHARED: Final = ("children", "language", "large_print", "reduced_motion", "quiet", "voice")
"""Settings that anybody at the table may change."""


class MenuPage(WordsPage):
    """What is played next. The last choice is still there, so action alone begins."""

    def words(self, player: Player) -> Words:
        """The choices, the same for both."""
        house, free = self.house, not self.house.settings.children
        choice = house.chosen
        buttons = in_a_row(
            [
                *(self._seat(choice, side) for side in PLAYERS),
                button("menu.rules", self._next_preset, values.preset(choice), enabled=free),
                button("menu.match", self._next_target, values.target(choice), enabled=free),
                button("menu.more", lambda player, now_ns: OptionsPage(house, now_ns, house.pages.menu)),
            ]
        )
        buttons["action"] = button("menu.start", lambda player, now_ns: house.pages.match(now_ns))
        buttons["slap"] = button("menu.read", self._read)
        return Words(say("menu.title"), (say(f"about.{choice.preset}"),), buttons=buttons)

    def _seat(self, choice: Choice, side: Player) -> Button:
        def next_sitter(player: Player, now_ns: int) -> Page:
            sitters = WITH_CHILDREN if self.house.settings.children else SITTERS
            return self._choose(self.house.choice.next_sitter(side, sitters))

        return button(f"name.{side}", next_sitter, values.sitter(choice.seats[side - 1]))

    def _next_preset(self, player: Player, now_ns: int) -> Page:
        return self._choose(self.house.choice.next_preset())

    def _next_target(self, player: Player, now_ns: int) -> Page:
        return self._choose(self.house.choice.next_value("target"))

    def _choose(self, choice: Choice) -> Page:
        self.house.choose(choice)
        return self

    def _read(self, player: Player, now_ns: int) -> Page:
        return ReadingPage(self.house, now_ns, self.house.pages.menu)


class OptionsPage(ChunkedPage):
    """The rules one by one, then the settings that players may change; each button gives the next value."""

    title: ClassVar[str] = "options.title"

    def choices(self, player: Player) -> list[Button]:
        """The rules of the game that is chosen, the player's own settings, those of all."""
        rules = [
            self._option(name, side)
            for name in names_of(self.house.choice)
            for side in (PLAYERS if name == "handicap" else PLAYERS[:1])
        ]
        return [
            *([] if self.house.settings.children else rules),
            *(self.setting(f"{name}{player}", name) for name in OWN),
            *(self.setting(name) for name in SHARED),
            button("options.service", lambda player, now_ns: self.house.pages.service(now_ns, self.again)),
        ]

    def _option(self, name: str, side: Player) -> Button:
        def next_value(player: Player, now_ns: int) -> Page:
            self.house.choose(self.house.choice.next_value(name, side))
            return self

        value = values.option(self.house.choice, name, side)
        key = f"option.{name}{side}" if name == "handicap" else f"option.{name}"
        return button(key, next_value, value)
