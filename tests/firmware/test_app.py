"""The whole program on virtual time: from a button's edge to the win, and one frame for each change."""

from collections.abc import Sequence
from dataclasses import replace
from random import Random

import pytest

from firmware.activity import SingleMatch
from firmware.app import run as run_activity
from firmware.game.events import Beaten, Event, MatchWon, Misplay, Played, Won
from firmware.game.view import Phase, TableView
from firmware.opponents import LEVELS, Opponent
from firmware.recording import NewMatch
from firmware.referee import Referee
from firmware.screen import Look, Screen
from firmware.sequencer import Sequencer
from firmware.session import Session
from hal.events import Control, InputEvent, Lamp, Player
from hal.mock import START_NS, Delivery, MockHal
from hal.port import Reading
from tests.firmware.table import S, deck, ns, ring_deck

SETTLE_NS = ns(0.003)
"""The match begins so much before the mock's clock, as the first reading is complete only up to there."""


class Witness:
    """A display that remembers what it was shown, and wants a frame again after `animation_ns`, once."""

    def __init__(self, animation_ns: int | None = None) -> None:
        self.frames: list[tuple[int, TableView]] = []
        self.events: list[Event] = []
        self.redrawn = 0
        self._animation_ns = animation_ns

    def show(self, screen: Screen, events: Sequence[Event], now_ns: int) -> int | None:
        assert screen.table is not None
        self.frames.append((now_ns, screen.table))
        self.events += events
        return now_ns + self._animation_ns if self._animation_ns and events else None

    def redraw(self) -> None:
        self.redrawn += 1

    def close(self) -> None:
        """Nothing to close."""


def press(time: float, player: Player, control: str, pressed: bool = True) -> InputEvent:
    return InputEvent(START_NS + ns(time), player, Control(control), pressed)


def taps(time: float, player: Player, control: str) -> list[InputEvent]:
    """A press and, 5 ms later, the release."""
    return [press(time, player, control), press(time + 0.005, player, control, False)]


def late(edge: InputEvent) -> None:
    raise AssertionError(f"a late edge: {edge}")


def run(
    hal: MockHal,
    new: NewMatch,
    witness: Witness | None = None,
    computers: Sequence[Player] = (),
    linger_ns: int | None = None,
) -> Witness:
    witness = witness or Witness()
    session = Session(
        Referee(new),
        Sequencer(Random(0).random, lambda edge, mark_ns: late(edge)),
        [Opponent(player, LEVELS["medium"], Random(player)) for player in computers],
    )
    run_activity(hal, witness, SingleMatch(session, Look(), linger_ns))
    return witness


RING = NewMatch(deck=tuple(ring_deck()), options={"target": 1})


def ring_script() -> list[InputEvent]:
    script = [*taps(1, 1, "action"), *taps(1.5, 2, "action")]
    for number in range(20):
        script += taps(5 + number / 10, 1, f"card{number % 5 + 1}")
    return [*script, *taps(8, 1, "slap")]


def test_a_game_goes_from_ready_to_a_claimed_win() -> None:
    witness = run(MockHal(ring_script(), leave_ns=START_NS + 10 * S), RING)
    assert sum(isinstance(event, Played) for event in witness.events) == 20
    assert witness.events[-2:] == [Won(8 * S, 1, 1), MatchWon(8 * S, 1)]
    phases = [view.phase for _, view in witness.frames]
    assert list(dict.fromkeys(phases)) == [Phase.READY, Phase.COUNTDOWN, Phase.PLAY, Phase.MATCH_WON]


def test_the_match_counts_from_its_own_beginning_wherever_the_clock_stands() -> None:
    far = 10**15
    script = [
        InputEvent(edge.time_ns + far, edge.player, edge.control, edge.pressed) for edge in ring_script()
    ]
    hal = MockHal(script, start_ns=START_NS + far, leave_ns=START_NS + far + 10 * S)
    assert run(hal, RING).events == run(MockHal(ring_script(), leave_ns=START_NS + 10 * S), RING).events


def test_a_frame_is_drawn_only_when_something_changed() -> None:
    script = [*taps(1, 1, "action"), press(2, 1, "card1"), press(60, 1, "card1", False)]
    witness = run(MockHal(script, leave_ns=START_NS + 100 * S), NewMatch())
    # The first picture, the press of action, its release; a card button before the start changes nothing.
    assert [now_ns for now_ns, _ in witness.frames] == [0, S + 1, ns(1.005) + 1]


def test_a_lockout_that_ends_changes_the_picture() -> None:
    new = NewMatch(deck=tuple(deck(hand1="7C 5C", left="4C", right="9H")))
    script = [*taps(1, 1, "action"), *taps(1, 2, "action"), *taps(5, 1, "card1")]
    witness = run(MockHal(script, leave_ns=START_NS + 6 * S), new)
    locked = [view.seats[1].locked_until_ns is not None for _, view in witness.frames]
    assert locked[-2:] == [True, False]
    assert witness.frames[-1][0] == ns(5.5) + 1


def test_a_display_gets_the_frames_that_it_asks_for() -> None:
    witness = run(MockHal([press(1, 1, "action")], leave_ns=START_NS + 3 * S), NewMatch(), Witness(S // 2))
    # Half a second after the deal and half a second after the press.
    assert [now_ns for now_ns, _ in witness.frames] == [0, S // 2, S + 1, ns(1.5) + 1]


def test_the_earlier_press_wins_even_if_it_is_delivered_later() -> None:
    new = NewMatch(deck=tuple(deck(hand1="5C", hand2="5D", left="4C", right="9H")))
    begin: list[InputEvent | Delivery] = [*taps(1, 1, "action"), *taps(1, 2, "action")]
    first, second = press(5, 2, "card1"), press(5.000_001, 1, "card1")
    script = [*begin, Delivery(first, first.time_ns + ns(0.0029)), Delivery(second, second.time_ns)]
    witness = run(MockHal(script, settle_ns=SETTLE_NS, leave_ns=START_NS + 6 * S), new)
    played = next(event for event in witness.events if isinstance(event, Played))
    assert (played.player, played.t) == (2, 5 * S + SETTLE_NS)
    assert any(isinstance(event, Beaten) and event.player == 1 for event in witness.events)


def test_a_press_just_before_a_timer_wins_even_if_it_is_delivered_after_it() -> None:
    # Player 1's window ends at 9.9 s; the slap of 9.8995 s arrives at 9.902 s.
    script: list[InputEvent | Delivery] = list(ring_script()[:-2])
    slap = press(9.8995, 1, "slap")
    script.append(Delivery(slap, slap.time_ns + ns(0.0025)))
    witness = run(MockHal(script, settle_ns=SETTLE_NS, leave_ns=START_NS + 11 * S), RING)
    assert MatchWon(ns(9.8995) + SETTLE_NS, 1) in witness.events


def test_an_edge_later_than_promised_is_noticed() -> None:
    slap = press(2.2, 1, "slap")
    hal = MockHal([Delivery(slap, slap.time_ns + 2 * S)], allow_late=True, leave_ns=START_NS + 6 * S)
    with pytest.raises(AssertionError, match="a late edge"):
        run(hal, NewMatch())


def test_a_demonstration_ends_after_its_winner_was_shown() -> None:
    hal = MockHal()
    witness = run(hal, NewMatch(seed=3, options={"target": 1}), computers=(1, 2), linger_ns=3 * S)
    won_ns = next(event.t for event in witness.events if isinstance(event, MatchWon))
    assert hal.now_ns - START_NS - won_ns == pytest.approx(3 * S, abs=S / 1000)
    assert not any(isinstance(event, Misplay) for event in witness.events)
    assert witness.frames[-1][1].phase is Phase.MATCH_WON


def test_a_person_can_play_against_the_computer() -> None:
    script = [*taps(1, 1, "action")]
    witness = run(MockHal(script, leave_ns=START_NS + 60 * S), NewMatch(seed=3), computers=(2,))
    assert any(isinstance(event, Played) and event.player == 2 for event in witness.events)
    assert not any(isinstance(event, Played) and event.player == 1 for event in witness.events)


class Uncovered(MockHal):
    """Reports once, after a second, that the window was uncovered."""

    def read(self, until_ns: int) -> Reading:
        before_ns = self.now_ns
        reading = super().read(until_ns)
        return replace(reading, exposed=before_ns < START_NS + S <= self.now_ns)


def test_a_window_that_was_uncovered_is_drawn_again() -> None:
    witness = run(Uncovered(leave_ns=START_NS + 3 * S), NewMatch())
    assert (witness.redrawn, len(witness.frames)) == (1, 1)


def test_leaving_ends_the_program_at_once() -> None:
    hal = MockHal(leave_ns=START_NS + 2 * S)
    run(hal, NewMatch(), computers=(1, 2))
    assert hal.now_ns == START_NS + 2 * S


def test_the_lamps_follow_a_game_and_are_told_only_when_they_change() -> None:
    # The mock refuses to light what is lit already.
    hal = MockHal(ring_script(), leave_ns=START_NS + 10 * S)
    run(hal, RING)
    all_of_one = frozenset(Lamp(1, number) for number in range(1, 6))
    none = frozenset[Lamp]()
    assert [lamps for _, lamps in hal.lit] == [
        frozenset({Lamp(1, 3), Lamp(2, 3)}),
        frozenset({Lamp(2, 3)}),
        none,
        all_of_one,
        all_of_one | {Lamp(2, 3)},
    ]
    assert [(time_ns - START_NS) / S for time_ns, _ in hal.lit] == pytest.approx([0, 1, 1.5, 6.9, 8])
