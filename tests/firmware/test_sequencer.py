"""Edges are judged in the order of their time stamps, whatever the order in which they were delivered."""

from collections import Counter
from collections.abc import Sequence
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware.sequencer import Sequencer
from hal.events import Control, InputEvent, Player


def press(time_ns: int, player: Player = 1, control: Control = Control.CARD1) -> InputEvent:
    return InputEvent(time_ns, player, control, True)


def drain(sequencer: Sequencer) -> list[InputEvent]:
    edges: list[InputEvent] = []
    while (next_ns := sequencer.next_ns) is not None:
        edges += sequencer.take(next_ns)
    return edges


EDGES = st.lists(
    st.builds(
        InputEvent, st.integers(0, 20), st.sampled_from([1, 2]), st.sampled_from(Control), st.booleans()
    ),
    max_size=20,
    unique_by=lambda edge: (edge.time_ns, edge.player, edge.control),
)


@given(EDGES, st.randoms(use_true_random=False), st.integers(0, 5))
def test_the_order_of_delivery_does_not_matter(edges: list[InputEvent], random: Random, seed: int) -> None:
    def judged(delivered: Sequence[InputEvent]) -> list[InputEvent]:
        sequencer = Sequencer(Random(seed).random)
        sequencer.add(delivered)
        return drain(sequencer)

    shuffled = random.sample(edges, len(edges))
    assert judged(shuffled) == judged(edges)
    assert [edge.time_ns for edge in judged(edges)] == sorted(edge.time_ns for edge in edges)


@given(EDGES)
def test_no_edge_is_lost_or_doubled(edges: list[InputEvent]) -> None:
    sequencer = Sequencer(Random(0).random)
    sequencer.add(edges)
    assert Counter(drain(sequencer)) == Counter(edges)


def test_equal_stamps_fall_by_lot_to_either_player() -> None:
    first = Counter(_first_of_two_equal(seed) for seed in range(400))
    assert set(first) == {1, 2}
    assert 150 < first[1] < 250


def _first_of_two_equal(seed: int) -> Player:
    sequencer = Sequencer(Random(seed).random)
    sequencer.add([press(5, 1), press(5, 2)])
    return sequencer.take(5)[0].player


def test_a_release_never_overtakes_its_press() -> None:
    for seed in range(50):
        sequencer = Sequencer(Random(seed).random)
        down, up = press(5), InputEvent(5, 1, Control.CARD1, False)
        sequencer.add([down, press(5, 2), up])
        taken = sequencer.take(5)
        assert taken.index(down) < taken.index(up)


def test_a_late_edge_is_moved_to_the_first_open_moment_counted_and_reported() -> None:
    reports: list[tuple[InputEvent, int]] = []
    sequencer = Sequencer(Random(0).random, lambda edge, mark_ns: reports.append((edge, mark_ns)))
    sequencer.close_before(100)
    late = press(40)
    sequencer.add([late, press(100, 2)])
    assert sequencer.late == 1
    assert reports == [(late, 100)]
    assert sequencer.take(100) == [press(100), press(100, 2)]


def test_late_edges_keep_the_order_of_their_stamps() -> None:
    for seed in range(20):
        sequencer = Sequencer(Random(seed).random, lambda edge, mark_ns: None)
        sequencer.close_before(100)
        sequencer.add([press(60, 2), press(40, 1)])
        assert [edge.player for edge in sequencer.take(100)] == [1, 2]


def test_a_late_edge_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    sequencer = Sequencer(Random(0).random)
    sequencer.close_before(3_000_000)
    sequencer.add([press(1_000_000)])
    assert "player 1's card1 came 2.000 ms too late" in caplog.text
