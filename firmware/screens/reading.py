"""The rules that are chosen, to be read aloud."""

from typing import Final

from firmware.game.events import Player
from firmware.rules_text import rules_in_words
from firmware.screens import values
from firmware.screens.explain import name
from firmware.screens.house import House
from firmware.screens.page import PLAYERS, Back, Page, Words, WordsPage, button
from firmware.text import say

EACH_PAGE: Final = 3
"""Paragraphs on a page: few enough to be set in letters that are read from a chair."""


class ReadingPage(WordsPage):
    """Some paragraphs of the rules; the people at the table read them to one another, page by page in turn.

    Either may turn the page. Leaving leads back.
    """

    def __init__(self, house: House, now_ns: int, back: Back, number: int = 0) -> None:
        super().__init__(house, now_ns)
        self._back = back
        self._number = number

    def words(self, player: Player) -> Words:
        """The paragraphs of this page for the one who reads; the other listens."""
        choice = self.house.chosen
        paragraphs = tuple(rules_in_words(choice.rules))
        first = self._number * EACH_PAGE
        buttons = {"action": button("reading.done", lambda player, now_ns: self._back(now_ns))}
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
        return ReadingPage(self.house, now_ns, self._back, self._number + step)
