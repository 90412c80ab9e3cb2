"""What must always hold, whatever is pressed and whenever, and people who press it."""

import json
from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any

from firmware.game.cards import JOKERS, Card
from firmware.game.events import Beaten, Event, FalseSlap, Locked, Misplay
from firmware.game.games import whole_deck
from firmware.game.rules import OPTIONS, SPEED_ONLY, Choice, Count, Pair, Rules, Seconds, make_rules
from firmware.game.view import Ask, Phase
from firmware.recording import NewMatch, TimePasses, edge_line, event_value, new_match_line, parse_line
from firmware.referee import Desk, Referee
from hal.events import Control, InputEvent, Player
from tests.firmware.spit_table import blocked_deck
from tests.firmware.table import S, cards_in, deck

PLAYERS: tuple[Player, Player] = (1, 2)
CONTROLS = tuple(Control)
Choose = Callable[[Sequence[Any]], Any]
State = dict[str, Any]
Step = tuple[State, list[Event]]
"""What lay on the table before something happened, and what that was."""


def some_match(choose: Choose) -> NewMatch:
    """A match of either game with any options that go together, now and then with a rare first deal."""
    options = some_options(choose)
    rules = make_rules("family", options)
    deal = None
    if choose((False, False, False, True)):
        deal = tuple(wild_deck(rules) if rules.jokers == 2 and choose((False, True)) else stuck_deck(rules))
    return NewMatch("family", options, choose(range(1 << 16)), deal)


def some_options(choose: Choose) -> dict[str, object]:
    options: dict[str, object] = {"game": choose(("speed", "spit"))}
    for name, option in OPTIONS.items():
        if name == "game" or (options["game"] == "spit" and name in SPEED_ONLY) or choose((True, False)):
            continue
        match option:
            case Choice():
                options[name] = choose(option.values)
            case Seconds():
                options[name] = choose((option.low, 1, option.high))
            case Count():
                options[name] = choose((option.low, 3, 30))
            case Pair():
                options[name] = [choose((option.low, 3, option.high)) for _ in PLAYERS]
    if options.get("claim") == "race":
        options.pop("scoring", None)
    return options


def stuck_deck(rules: Rules) -> list[Card]:
    """A first deal in which nobody can play for a long time."""
    if rules.game == "spit":
        return blocked_deck()
    return deck(
        hand1="7C 7D 7H 7S 6C",
        hand2="6D 6H 6S 8C 8D",
        draw1="5C 5D 5H 5S 9C 9D 9H 9S",
        draw2=" ".join(["8H", "8S", *JOKERS[: rules.jokers]]),
        left="2C",
        right="TS",
        jokers=rules.jokers,
        each=rules.cards_each,
    )


def wild_deck(rules: Rules) -> list[Card]:
    """A first deal in which one joker is turned up and the other can be played onto it."""
    return deck(hand1="X2", left="X1", jokers=2, each=rules.cards_each)


class Watched:
    """A match that is told the time at every timer and again just before every press, and checked each time.

    It is recorded, and `replay` judges the recording, which tells no time but that of the presses.
    """

    def __init__(self, new: NewMatch) -> None:
        self.referee = Referee(new)
        self.recording = [new_match_line(new)]
        self._answers = [self._answer(0, self.referee.opening)]
        self._whole = sorted(whole_deck(new.rules))
        self._together = new.rules.turn_up == "together"

    def edge(self, edge: InputEvent) -> list[Step]:
        """Let time come to an edge, judge it and check what must hold after it."""
        referee = self.referee
        steps: list[Step] = []
        while (due_ns := referee.deadline_ns) is not None and due_ns < edge.time_ns:
            steps.append((referee.state(), referee.advance(due_ns)))
            self._check_whole_and_going_on()
        if edge.time_ns:
            assert not referee.advance(edge.time_ns - 1)
        before = referee.state()
        own = referee.edge(edge)
        steps.append((before, own))
        check_refusals(edge, before, own, referee.state())
        self._check_whole_and_going_on()
        events = [event for _, events in steps for event in events]
        times = [event.t for event in events]
        assert times == sorted(times)
        assert all(event.t == edge.time_ns for event in own)
        self.recording.append(edge_line(edge))
        self._answers.append(self._answer(edge.time_ns, events))
        return steps

    def replay(self) -> None:
        """Judge the recording twice: the answers, byte for byte, and the recording itself are the same."""
        first, second = Desk(), Desk()
        for line, answer in zip(self.recording, self._answers, strict=True):
            assert json.dumps(first.answer(line.encode())) == answer
            assert json.dumps(second.answer(line.encode())) == answer
            match parse_line(line):
                case NewMatch() as new:
                    assert new_match_line(new) == line
                case InputEvent() as edge:
                    assert edge_line(edge) == line
                case TimePasses():
                    raise AssertionError("no such line was written")

    def _answer(self, time_ns: int, events: Sequence[Event]) -> str:
        values = [event_value(event) for event in events]
        return json.dumps({"t": time_ns, "events": values, "state": self.referee.state()})

    def _check_whole_and_going_on(self) -> None:
        assert sorted(cards_in(self.referee.state())) == self._whole
        view = self.referee.view()
        match view.phase:
            case Phase.PLAY:
                assert any(seat.playable or seat.claim_until_ns for seat in view.seats.values())
            case Phase.STUCK if self._together:
                assert not all(seat.ready for seat in view.seats.values())
                assert not any(seat.playable for seat in view.seats.values())
            case Phase.COUNTDOWN | Phase.STUCK | Phase.SLAP:
                assert self.referee.deadline_ns is not None
            case Phase.READY | Phase.WON | Phase.MATCH_WON:
                assert not all(seat.ready for seat in view.seats.values())


def check_refusals(edge: InputEvent, before: State, events: list[Event], after: State) -> None:
    """A press that is refused or means nothing changes nothing; a misplay only locks the player out."""
    own = str(edge.player)
    if edge.control is Control.ACTION:
        before["players"][own]["action_held"] = edge.pressed
    elif not edge.pressed:
        assert not events
    if events and isinstance(events[0], Misplay):
        before["deadline"] = after["deadline"]
        before["players"][own]["locked_until"] = after["players"][own]["locked_until"]
    if not events or isinstance(events[0], Beaten | Locked | FalseSlap | Misplay):
        assert len(events) <= 1
        assert after == before


def careless_people(watched: Watched, random: Random, edges: int) -> Iterator[InputEvent]:
    """Presses as two careless people make them, one quicker than the other, so that games come to their end.

    Each is to be judged before the next is asked for.
    """
    share_of_1 = random.choice((0.5, 0.5, 0.75, 0.25, 0.92))
    hurry = random.choice((0, S // 1000, S // 10))
    time_ns = 0
    for _ in range(edges):
        time_ns += random.choice((0, 1, hurry, hurry, S // 10, S, 2 * S))
        player: Player = 1 if random.random() < share_of_1 else 2
        control = random.choice(CONTROLS)
        seat = watched.referee.view().seats[player]
        if random.random() < 0.7:
            match seat.asked:
                case Ask.CLAIM if random.random() < 0.3:
                    control = Control.SLAP
                case Ask.READY | Ask.TURN_UP | Ask.REFILL:
                    control = Control.ACTION
                case Ask.PLAY:
                    control = Control(f"card{random.choice(seat.playable)}")
        # Action is let go of nearly as often, so that cards go to the own left as well as to the own right.
        pressed = random.random() < (0.6 if control is Control.ACTION else 0.95)
        yield InputEvent(time_ns, player, control, pressed)
