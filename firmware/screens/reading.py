"""The rules that are chosen, to be read aloud."""

from typing import Final

from firmware.game.events import PLAYERS, Player
from firmware.rules_text import rules_in_words
from firmware.screens import values
from firmware.screens.house import House
from firmware.screens.page import PATIENCE, Back, BackPage, Page, Words, button
from firmware.screens.values import name
from firmware.text import say

EACH_PAGE: Final = 2
"""Paragraphs on a page: few enough to be set in letters that are read from a chair."""


class ReadingPage(BackPage):
    """Some paragraphs of the rules; the people at the table read them to one another, page by page in turn.

    Either may turn the page.
    """

    def __init__(self, house: House, now_ns: int, back: Back, number: int = 0) -> None:
        super().__init__(house, now_ns, back)
        self._number = number

    @property
    def due_ns(self) -> int:
        """When nobody can still be reading: a page takes longer to read aloud than a choice to make."""
        return self.touched_ns + PATIENCE * self.house.idle_ns

    def words(self, player: Player) -> Words:
        """The paragraphs of this page for the one who reads; the other listens."""
        choice = self.house.chosen
        paragraphs = tuple(rules_in_words(choice.rules))
        first = self._number * EACH_PAGE
        buttons = {"action": self.done()}
        if first:
            buttons["card1"] = button("reading.back", lambda player, now_ns: self._at(now_ns, -1))
        if first + EACH_PAGE < len(paragraphs):
            buttons["card5"] = button("reading.on", lambda player, now_ns: self._at(now_ns, 1))
        readers = [side for side in PLAYERS if side not in choice.computers] or PLAYERS
        reader = readers[self._number % len(readers)]
        lines = paragraphs[first : first + EACH_PAGE]
        if player != reader:
            lines = (say("reading.listen", name=name(reader)),)
        return Words(say("reading.title", preset=values.preset(choice)), lines, buttons=buttons)

    def _at(self, now_ns: int, step: int) -> Page:
        return ReadingPage(self.house, now_ns, self.back, self._number + step)
