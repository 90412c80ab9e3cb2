"""People, computer players and timers on one line of time."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware.game.events import Event, MatchWon, Misplay, Out, Played
from firmware.game.seat import NEVER_NS
from firmware.game.view import Ask, PlayerView
from firmware.opponents import LEVELS, Opponent
from firmware.recording import NewMatch
from firmware.referee import Referee
from firmware.sequencer import Sequencer
from firmware.session import Session
from hal.events import Control, InputEvent, Player
from tests.firmware.table import S, deck


def session(
    seed: int, computers: tuple[Player, ...] = (1, 2), record: list[InputEvent] | None = None
) -> Session:
    return Session(
        Referee(NewMatch(seed=seed, options={"target": 1})),
        Sequencer(Random(f"{seed} lot").random),
        [Opponent(player, LEVELS["medium"], Random(f"{seed} {player}")) for player in computers],
        (record if record is not None else []).append,
    )


def events_of_a_match(game: Session, step_ns: int) -> list[Event]:
    events: list[Event] = []
    mark_ns = 0
    while not any(isinstance(event, MatchWon) for event in events):
        mark_ns += step_ns
        events += game.run_before(mark_ns)
        assert mark_ns < 1000 * S
    return events


@pytest.mark.parametrize("seed", range(10))
def test_two_computer_players_play_a_game_to_a_claimed_win_without_a_misplay(seed: int) -> None:
    events = events_of_a_match(session(seed), S)
    kinds = {type(event) for event in events}
    assert {Played, Out, MatchWon} <= kinds
    assert Misplay not in kinds


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 1000), st.integers(S // 100, 5 * S))
def test_how_often_the_loop_comes_round_does_not_change_the_match(seed: int, step_ns: int) -> None:
    one, other = events_of_a_match(session(seed), step_ns), events_of_a_match(session(seed), S // 3)
    shorter = min(len(one), len(other))
    assert one[:shorter] == other[:shorter]
    assert any(isinstance(event, MatchWon) for event in one[:shorter])


def test_what_is_recorded_replays_to_the_same_events() -> None:
    recorded: list[InputEvent] = []
    game = session(3, record=recorded)
    events = [*game.opening, *events_of_a_match(game, S)]
    referee = Referee(NewMatch(seed=3, options={"target": 1}))
    again = [*referee.opening]
    for edge in recorded:
        again += referee.edge(edge)
    again += referee.advance(game.judged_to_ns)
    assert again == events


def test_a_press_delivered_after_a_timer_that_it_precedes_is_judged_before_it() -> None:
    referee = Referee(NewMatch(deck=tuple(deck(hand1="5C", left="4C", right="9H"))))
    game = Session(referee, Sequencer(Random(0).random))
    game.add([InputEvent(0, player, Control.ACTION, True) for player in (1, 2)])
    game.run_before(2 * S)
    # The countdown ends at 3 s: of two presses told in the wrong order, only the later one plays.
    game.add([InputEvent(3 * S + 1, 1, Control.CARD1, True), InputEvent(3 * S, 1, Control.CARD1, True)])
    assert [event for event in game.run_before(4 * S) if isinstance(event, Played)] == [
        Played(3 * S + 1, 1, 1, deck(hand1="5C")[0], "left", None)
    ]


def test_nothing_is_due_while_all_depends_on_people() -> None:
    game = session(1, computers=(2,))
    game.run_before(10 * S)
    assert game.view().seats[2].ready
    assert game.due_ns is None


def test_what_is_judged_up_to_a_mark_waits_for_edges_at_the_mark() -> None:
    game = session(1, computers=())
    game.add([InputEvent(S, 1, Control.ACTION, True)])
    assert game.run_before(S) == []
    assert game.due_ns == S
    assert [event.t for event in game.run_before(S + 1)] == [S]


VIEW = PlayerView((None,) * 5, (2,), (None, None), {}, 0, 0, 0)


def medium(seed: int = 0) -> Opponent:
    return Opponent(2, LEVELS["medium"], Random(seed))


def test_a_computer_player_waits_while_it_is_asked_for_nothing() -> None:
    player = medium()
    player.watch(None, 0, 0)
    assert player.due_ns == NEVER_NS


def test_a_computer_player_drops_a_plan_when_the_play_is_gone() -> None:
    player = medium()
    player.watch(Ask.PLAY, 0, 0)
    assert player.due_ns < NEVER_NS
    player.watch(None, 0, 1)
    assert player.due_ns == NEVER_NS


def test_a_computer_player_looks_anew_when_what_it_was_about_to_play_is_gone() -> None:
    player = medium()
    player.watch(Ask.PLAY, 1, 0)
    first_ns = player.due_ns
    player.watch(Ask.PLAY, 1, first_ns // 2)
    assert player.due_ns == first_ns
    player.watch(Ask.PLAY, 2, first_ns - 1)
    assert player.due_ns > first_ns + S // 4


def test_a_computer_player_presses_ready_once_and_releases() -> None:
    player = medium()
    player.watch(Ask.READY, 0, 0)
    pressed_ns = player.due_ns
    assert player.act(VIEW, pressed_ns) == [InputEvent(pressed_ns, 2, Control.ACTION, True)]
    player.watch(None, 0, pressed_ns)
    released_ns = player.due_ns
    assert player.act(VIEW, released_ns) == [InputEvent(released_ns, 2, Control.ACTION, False)]
    assert player.due_ns == NEVER_NS


def test_a_medium_player_takes_1_3_seconds_in_the_median_and_overlooks_12_percent() -> None:
    player = medium(1)
    times: list[int] = []
    missed = 0
    for _ in range(4000):
        player.watch(Ask.PLAY, 0, 0)
        due_ns = player.due_ns
        times.append(due_ns)
        edges = player.act(VIEW, due_ns)
        missed += not edges
        assert all(edge.control is Control.CARD2 for edge in edges)
        player.watch(None, 0, due_ns)
        while player.due_ns < NEVER_NS:
            player.act(VIEW, player.due_ns)
    assert sorted(times)[2000] == pytest.approx(1.3 * S, rel=0.03)
    assert missed / 4000 == pytest.approx(0.12, abs=0.02)


def test_a_medium_player_claims_within_a_window_of_3_seconds() -> None:
    player = medium(1)
    late = 0
    for _ in range(1000):
        player.watch(Ask.CLAIM, 0, 0)
        late += player.due_ns > 3 * S
        player.watch(None, 0, 1)
    assert late == 0
