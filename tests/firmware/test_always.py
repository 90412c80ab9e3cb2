"""What must always hold: cards stay whole, refusals change nothing, play goes on, replays are the same.

`python -m tests.long_run` holds a million and more presses to the same.
"""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware.game.rules import PRESETS, make_rules
from firmware.recording import NewMatch
from firmware.referee import Referee
from hal.events import Control, InputEvent
from tests.firmware.always import PLAYERS, Watched, careless_people, some_match, some_options
from tests.firmware.table import S

# Short gaps make chords and races, long ones let timers fire.
GAPS_NS = st.one_of(st.integers(0, 3), st.integers(0, S // 10), st.integers(0, 4 * S))
PRESSES = st.lists(
    st.tuples(GAPS_NS, st.sampled_from(PLAYERS), st.sampled_from(Control), st.booleans()), max_size=60
)


@st.composite
def matches(draw: st.DrawFn) -> NewMatch:
    return some_match(lambda values: draw(st.sampled_from(values)))


@settings(max_examples=500, deadline=None)
@given(matches(), PRESSES)
def test_cards_stay_whole_refusals_change_nothing_play_goes_on_and_the_recording_replays(
    new: NewMatch, presses: list[tuple[int, int, Control, bool]]
) -> None:
    watched = Watched(new)
    for player in PLAYERS:
        watched.edge(InputEvent(0, player, Control.ACTION, True))
    time_ns = 0
    for gap_ns, player, control, pressed in presses:  # type: ignore[assignment]
        time_ns += gap_ns
        watched.edge(InputEvent(time_ns, player, control, pressed))
    watched.edge(InputEvent(time_ns + 100 * S, 1, Control.CARD1, False))
    watched.replay()


@settings(max_examples=60, deadline=None)
@given(matches(), st.integers(0, 2**32), st.lists(st.integers(1, 10**9), max_size=5))
def test_telling_the_time_more_often_changes_nothing(new: NewMatch, seed: int, pauses_ns: list[int]) -> None:
    watched, fine = Watched(new), Referee(new)
    now_ns = 0
    for edge in careless_people(watched, Random(seed), 60):
        events = []
        for pause_ns in pauses_ns:
            # Timers due at the moment of the press itself come after it.
            if now_ns + pause_ns < edge.time_ns:
                now_ns += pause_ns
                events += fine.advance(now_ns)
        events += fine.edge(edge)
        now_ns = edge.time_ns
        assert [event for _, step in watched.edge(edge) for event in step] == events
        assert fine.state() == watched.referee.state()


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("preset", PRESETS)
def test_whole_matches_of_careless_people_keep_to_it_with_every_preset(preset: str, seed: int) -> None:
    watched = Watched(NewMatch(preset, {"target": 2}, seed))
    met = {
        type(event).__name__
        for edge in careless_people(watched, Random(seed), 1200)
        for _, events in watched.edge(edge)
        for event in events
    }
    watched.replay()
    assert met >= {"Ready", "TurnedUp", "Played", "Misplay", "Locked", "FalseSlap"}
    assert met >= ({"Moved", "RoundOver", "Stuck"} if preset == "spit" else {"Drew", "Out", "Won"})


@given(st.randoms(use_true_random=False))
def test_random_options_are_never_a_refused_combination(random: Random) -> None:
    make_rules("family", some_options(random.choice))
