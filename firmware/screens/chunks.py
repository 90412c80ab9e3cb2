"""Pages with more choices than there are buttons: four on each, and the fifth button leads on."""

from typing import ClassVar, Final

from firmware.game.events import Player
from firmware.screens.house import House
from firmware.screens.page import Back, BackPage, Button, Page, Words, button, in_a_row
from firmware.text import Text, say

EACH_PAGE: Final = 4

EXPLAINED: Final = ("option", "setting")
"""Labels of these kinds are explained by a line of their own."""


class ChunkedPage(BackPage):
    """Some of the choices; the last page leads to the first again, action leads back."""

    title: ClassVar[str]

    def __init__(self, house: House, now_ns: int, back: Back, number: int = 0) -> None:
        super().__init__(house, now_ns, back)
        self._number = number

    def choices(self, player: Player) -> list[Button]:
        """All choices, in their order."""
        raise NotImplementedError

    def words(self, player: Player) -> Words:
        """Four of them, and the way on."""
        choices = self.choices(player)
        pages = max(1, -(-len(choices) // EACH_PAGE))
        number = self._number % pages
        here = choices[number * EACH_PAGE : (number + 1) * EACH_PAGE]
        buttons = in_a_row(here)
        if pages > 1:
            buttons["card5"] = button("options.next", self._next)
        buttons["action"] = self.done()
        keys = [choice.view.label.key.partition(".") for choice in here]
        about = [say(f"about.{kind}.{name}") for kind, _, name in keys if kind in EXPLAINED]
        title = say(self.title, page=number + 1, pages=pages)
        return Words(title, (*self.lines(), *about), buttons=buttons)

    def lines(self) -> tuple[Text, ...]:
        """What is said above them: that settings are locked."""
        return (say("options.locked"),) if self.house.settings.locked else ()

    def _next(self, player: Player, now_ns: int) -> Page:
        return type(self)(self.house, now_ns, self.back, self._number + 1)
