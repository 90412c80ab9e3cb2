"""The referee: edges become actions of the game. It knows no device, no clock and no screen."""

import json
from collections.abc import Iterable
from random import Random
from typing import Final, TextIO, assert_never

from firmware.game.events import Event
from firmware.game.games import new_match
from firmware.game.view import Ask, PlayerView, TableView
from firmware.recording import LineError, NewMatch, TimePasses, event_value, parse_line
from hal.events import CARDS, Control, InputEvent, Player

CARD_SLOT: Final = {control: slot for slot, control in enumerate(CARDS, 1)}


class Referee:
    """Judges one match from the edges of both panels, in the order in which it is given them."""

    def __init__(self, new: NewMatch) -> None:
        self._game = new_match(new.rules, Random(new.seed), new.deck)
        self.opening: Final[list[Event]] = self._game.opening()

    @property
    def deadline_ns(self) -> int | None:
        """When the next timer of the game fires; None if none is running."""
        return self._game.deadline_ns

    def edge(self, edge: InputEvent) -> list[Event]:
        """Fire the timers due before the edge, then judge it. Its time is the match's."""
        match edge.control:
            case Control.ACTION:
                return self._game.action(edge.time_ns, edge.player, edge.pressed)
            case _ if not edge.pressed:
                return self._game.advance_before(edge.time_ns)
            case Control.SLAP:
                return self._game.slap(edge.time_ns, edge.player)
            case Control.CARD1 | Control.CARD2 | Control.CARD3 | Control.CARD4 | Control.CARD5:
                return self._game.card(edge.time_ns, edge.player, CARD_SLOT[edge.control])
            case _:
                assert_never(edge.control)

    def advance(self, to_ns: int) -> list[Event]:
        """Fire every timer due up to and including `to_ns`."""
        return self._game.advance(to_ns)

    def view(self) -> TableView:
        """The table as it lies on a shared screen."""
        return self._game.view()

    def asked(self, player: Player) -> Ask | None:
        """What the player can do now that would get the game on."""
        return self._game.asked(player)

    def chance(self, player: Player) -> int:
        """A number that changes when all that the player could play is gone and something else fits."""
        return self._game.chance(player)

    def seen_by(self, player: Player) -> PlayerView:
        """What that player sees when choosing a card."""
        return self._game.seen_by(player)

    def state(self) -> dict[str, object]:
        """Everything, with the keys of the recording format."""
        return self._game.state()


class Desk:
    """The `referee` command: one answer for each line. A line in error changes nothing."""

    def __init__(self, with_state: bool = True) -> None:
        self._with_state = with_state
        self._referee: Referee | None = None
        self._now_ns = 0
        self._line = 0
        self.errors = 0

    def answer(self, line: bytes) -> dict[str, object]:
        """The answer to the next line of the input."""
        self._line += 1
        try:
            events = self._judge(line)
        except LineError as error:
            self.errors += 1
            return {"error": f"line {self._line}: {error}"}
        assert self._referee is not None
        answer: dict[str, object] = {"t": self._now_ns, "events": [event_value(event) for event in events]}
        if self._with_state:
            answer["state"] = self._referee.state()
        return answer

    def _judge(self, text: bytes) -> list[Event]:
        line = parse_line(text)
        if isinstance(line, NewMatch):
            self._referee = Referee(line)
            self._now_ns = 0
            return self._referee.opening
        if self._referee is None:
            raise LineError('no match has begun; the first line must be such as {"new": {}}')
        if line.time_ns < self._now_ns:
            raise LineError(f"t is {line.time_ns}, which is before the last line's, {self._now_ns}")
        self._now_ns = line.time_ns
        if isinstance(line, TimePasses):
            return self._referee.advance(line.time_ns)
        return self._referee.edge(line)


def serve(lines: Iterable[bytes], output: TextIO, with_state: bool = True) -> int:
    """Answer every line of the input, flushing each answer, and return the exit status."""
    desk = Desk(with_state)
    for line in lines:
        output.write(json.dumps(desk.answer(line)) + "\n")
        output.flush()
    return 1 if desk.errors else 0
