"""A match that was broken off, by a power cut or by the program's end: it can be gone on with."""

from typing import Final

from firmware.game.events import Player, other_player
from firmware.game.rules import SECOND_NS
from firmware.screens.house import House
from firmware.screens.matches import resumed_match
from firmware.screens.page import Page, Words, WordsPage, button
from firmware.store.store import Unfinished
from firmware.text import say

OFFER_NS: Final = 15 * SECOND_NS


class ResumePage(WordsPage):
    """Offers for a while to go on with the match; after that it is given up."""

    def __init__(self, house: House, now_ns: int, unfinished: Unfinished) -> None:
        super().__init__(house, now_ns)
        self._unfinished = unfinished

    @property
    def due_ns(self) -> int:
        """The end of the offer."""
        return self.since_ns + OFFER_NS

    def words(self, player: Player) -> Words:
        """The question, with how the match stands for the player."""
        scores = self._unfinished.scores
        buttons = {
            "card2": button("confirm.yes", self._go_on),
            "card4": button("confirm.no", lambda player, now_ns: self.left_alone(now_ns)),
        }
        question = say("resume.question", own=scores[player], other=scores[other_player(player)])
        limit = say("resume.limit", count=OFFER_NS // SECOND_NS)
        return Words(say("resume.title"), (question, limit), buttons=buttons)

    def left_alone(self, now_ns: int) -> Page:
        """The match is given up."""
        self.house.store.forget(self._unfinished)
        return self.house.pages.attract(now_ns)

    def _go_on(self, player: Player, now_ns: int) -> Page:
        return resumed_match(self.house, now_ns, self._unfinished)
