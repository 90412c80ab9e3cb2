"""What must always hold, whatever is pressed and whenever."""

from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware.game.cards import DECK
from firmware.game.events import Beaten, Event, FalseSlap, Locked
from firmware.recording import NewMatch
from firmware.referee import Referee
from hal.events import Control, InputEvent, Player
from tests.firmware.table import S, cards_in

PLAYERS: tuple[Player, Player] = (1, 2)

# Short gaps make chords and races, long ones let timers fire.
GAPS_NS = st.one_of(st.integers(0, 3), st.integers(0, S // 10), st.integers(0, 4 * S))
MATCHES = st.builds(
    NewMatch,
    options=st.fixed_dictionaries(
        {},
        optional={
            "claim_window": st.sampled_from([0.5, 3, 10]),
            "turn_up_delay": st.sampled_from([0.5, 1.5]),
            "misplay_lockout": st.sampled_from([0, 0.5, 3]),
            "late_grace": st.sampled_from([0, 0.4, 1]),
            "countdown": st.sampled_from([0, 3]),
            "target": st.integers(1, 3),
        },
    ),
    seed=st.integers(0, 1000),
)


@st.composite
def presses(draw: st.DrawFn) -> list[InputEvent]:
    """Both get ready, then anything."""
    edges = [InputEvent(0, player, Control.ACTION, True) for player in PLAYERS]
    time_ns = 0
    press = st.tuples(GAPS_NS, st.sampled_from(PLAYERS), st.sampled_from(Control), st.booleans())
    for gap_ns, player, control, pressed in draw(st.lists(press, max_size=60)):
        time_ns += gap_ns
        edges.append(InputEvent(time_ns, player, control, pressed))
    return edges


def checked_edge(referee: Referee, edge: InputEvent) -> list[Event]:
    """Judge an edge and check what must hold after it; timers are let go first, to see it alone."""
    events = referee.advance(max(0, edge.time_ns - 1))
    before = referee.state()
    own = referee.edge(edge)
    after = referee.state()
    assert sorted(cards_in(after)) == sorted(DECK)
    if own and isinstance(own[0], Beaten | Locked | FalseSlap):
        assert len(own) == 1
        assert after == before
    times = [event.t for event in events + own]
    assert times == sorted(times)
    assert all(event.t == edge.time_ns for event in own)
    check_that_play_goes_on(referee)
    return events + own


def check_that_play_goes_on(referee: Referee) -> None:
    view = referee.view()
    match view.phase:
        case "play":
            seats = view.seats.values()
            assert any(seat.playable or seat.claim_until_ns is not None for seat in seats)
        case "countdown" | "stuck":
            assert referee.deadline_ns is not None
        case _:
            assert not all(seat.ready for seat in view.seats.values())


@settings(max_examples=150, deadline=None)
@given(MATCHES, presses())
def test_cards_stay_whole_refused_presses_change_nothing_and_play_goes_on(
    new: NewMatch, edges: list[InputEvent]
) -> None:
    referee = Referee(new)
    for edge in edges:
        checked_edge(referee, edge)
    referee.advance(edges[-1].time_ns + 20 * S)
    check_that_play_goes_on(referee)


@settings(max_examples=60, deadline=None)
@given(MATCHES, presses(), st.lists(st.integers(1, 10**9), max_size=5))
def test_telling_the_time_more_often_changes_nothing(
    new: NewMatch, edges: list[InputEvent], pauses_ns: list[int]
) -> None:
    coarse, fine = Referee(new), Referee(new)
    now_ns = 0
    for edge in edges:
        events: list[Event] = []
        for pause_ns in pauses_ns:
            # Timers due at the moment of the press itself come after it.
            if now_ns + pause_ns < edge.time_ns:
                now_ns += pause_ns
                events += fine.advance(now_ns)
        events += fine.edge(edge)
        now_ns = edge.time_ns
        assert coarse.edge(edge) == events
        assert coarse.state() == fine.state()


def lively_match(seed: int, edges: int) -> Iterator[tuple[Referee, InputEvent]]:
    """Presses as two quick, careless people make them, so that games get to their end; each is yielded
    before it is judged."""
    random = Random(seed)
    referee = Referee(NewMatch(seed=seed, options={"target": 2}))
    time_ns = 0
    for _ in range(edges):
        time_ns += random.choice((0, 1, S // 1000, S // 10, S, 2 * S))
        player = random.choice(PLAYERS)
        seat = referee.view().seats[player]
        control = random.choice(list(Control))
        if referee.view().phase in ("ready", "won", "match_won"):
            control = Control.ACTION
        elif seat.claim_until_ns is not None and random.random() < 0.3:
            control = Control.SLAP
        elif seat.playable and random.random() < 0.7:
            control = Control(f"card{random.choice(seat.playable)}")
        yield referee, InputEvent(time_ns, player, control, random.random() < 0.95)


@pytest.mark.parametrize("seed", range(8))
def test_whole_matches_of_careless_people_keep_the_cards_whole(seed: int) -> None:
    met = {
        type(event).__name__
        for referee, edge in lively_match(seed, 1200)
        for event in checked_edge(referee, edge)
    }
    assert met >= {"Out", "Won", "Misplay", "Beaten", "Stuck", "Locked"}


def test_the_same_input_gives_the_same_events_and_states() -> None:
    again = Referee(NewMatch(seed=5, options={"target": 2}))
    for referee, edge in lively_match(5, 2000):
        assert referee.edge(edge) == again.edge(edge)
        assert referee.state() == again.state()
