"""Asks once more before something that cannot be undone."""

from firmware.game.events import Player
from firmware.screens.house import House
from firmware.screens.page import Back, BackPage, Words, button
from firmware.text import Text


class ConfirmPage(BackPage):
    """A question; yes does it and opens the page that `do` gives, no leads `back`.

    Yes lies far from the button that led here, so that a second press of that one does nothing.
    """

    def __init__(self, house: House, now_ns: int, question: Text, do: Back, back: Back) -> None:
        super().__init__(house, now_ns, back)
        self._question = question
        self._do = do

    def words(self, player: Player) -> Words:
        """The question and both answers."""
        return Words(
            self._question,
            buttons={
                "card2": button("confirm.yes", lambda player, now_ns: self._do(now_ns)),
                "card4": button("confirm.no", lambda player, now_ns: self.back(now_ns)),
            },
        )
