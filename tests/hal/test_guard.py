from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hal.debounce import Change
from hal.guard import CHATTER_EDGES, CHATTER_NS, RINGING_EDGES, STUCK_NS, Guard, Trouble

MS = 1_000_000
LOCKOUT_NS = 5 * MS
FAR_NS = 10**15
News = list[Change | Trouble]


@pytest.fixture
def guard() -> Guard:
    return Guard(LOCKOUT_NS, pressed=False)


def chatter(guard: Guard, from_ns: int, edges: int = CHATTER_EDGES + 1, gap_ns: int = 9 * MS) -> News:
    """So many edges of an open line, the first of which closes it; it rests closed if they are odd."""
    news: News = []
    for number in range(edges):
        news += guard.edge(from_ns + number * gap_ns, number % 2 == 0)
    return news


def test_a_good_switch_is_passed_on_edge_by_edge(guard: Guard) -> None:
    assert guard.edge(100 * MS, True) == (Change(100 * MS, True),)
    assert guard.edge(101 * MS, False) == ()
    assert guard.due_ns == 105 * MS
    assert guard.settle(105 * MS) == (Change(105 * MS, False),)
    assert guard.due_ns is None
    assert not guard.muted


def test_a_button_closed_at_the_start_counts_from_its_first_press_on() -> None:
    guard = Guard(LOCKOUT_NS, pressed=True)
    assert guard.muted
    assert guard.due_ns is None
    assert guard.edge(100 * MS, False) == ()
    assert not guard.muted
    assert guard.edge(200 * MS, True) == (Change(200 * MS, True),)


def test_a_bouncing_release_after_the_start_is_no_press() -> None:
    guard = Guard(LOCKOUT_NS, pressed=True)
    for time_ns, pressed in ((100, False), (101, True), (102, False)):
        assert guard.edge(time_ns * MS, pressed) == ()
    assert guard.edge(200 * MS, True) == (Change(200 * MS, True),)


def test_a_button_held_too_long_is_released_for_the_game_and_ignored_until_it_opens(guard: Guard) -> None:
    guard.edge(0, True)
    assert guard.due_ns == STUCK_NS
    assert guard.settle(STUCK_NS - 1) == ()
    assert guard.settle(STUCK_NS) == (Change(STUCK_NS, False), Trouble.STUCK)
    assert guard.due_ns is None
    assert guard.settle(FAR_NS) == ()
    assert guard.edge(FAR_NS, False) == ()
    assert guard.edge(FAR_NS + 50 * MS, True) == (Change(FAR_NS + 50 * MS, True),)


def test_a_button_held_almost_too_long_is_nothing_special(guard: Guard) -> None:
    guard.edge(0, True)
    assert guard.edge(STUCK_NS - 1, False) == (Change(STUCK_NS - 1, False),)
    assert guard.settle(FAR_NS) == ()


def test_a_stuck_button_that_opens_between_two_readings_is_told_in_order(guard: Guard) -> None:
    guard.edge(0, True)
    assert guard.edge(STUCK_NS + 1, False) == (Change(STUCK_NS, False), Trouble.STUCK)
    assert not guard.muted


def test_a_button_that_sticks_again_is_told_again(guard: Guard) -> None:
    for start_ns in (0, 2 * STUCK_NS):
        guard.edge(start_ns, True)
        assert Trouble.STUCK in guard.settle(start_ns + STUCK_NS)
        guard.edge(start_ns + STUCK_NS + MS, False)


def test_a_hundred_edges_within_a_second_are_still_a_switch(guard: Guard) -> None:
    news = chatter(guard, 0, edges=CHATTER_EDGES)
    assert Trouble.CHATTER not in news
    assert not guard.muted


def test_more_edges_in_a_longer_time_are_still_a_switch(guard: Guard) -> None:
    news = chatter(guard, 0, edges=1000, gap_ns=CHATTER_NS // CHATTER_EDGES)
    assert Trouble.CHATTER not in news


def test_one_more_edge_within_a_second_is_chatter_told_once_with_the_button_released(guard: Guard) -> None:
    news = chatter(guard, 0, edges=5 * CHATTER_EDGES)
    assert guard.muted
    assert news.count(Trouble.CHATTER) == 1
    assert news[-1] is Trouble.CHATTER
    changes = [item for item in news if isinstance(item, Change)]
    assert not changes[-1].pressed
    assert changes[-1].time_ns <= CHATTER_EDGES * 9 * MS


def test_a_line_that_may_ring_chatters_only_with_more_edges() -> None:
    ringing = Guard(LOCKOUT_NS, pressed=False, most_edges=RINGING_EDGES)
    assert Trouble.CHATTER not in chatter(ringing, 0, edges=RINGING_EDGES, gap_ns=MS // 2)
    assert Trouble.CHATTER in chatter(ringing, RINGING_EDGES * MS // 2, edges=2, gap_ns=MS // 2)


def test_the_release_of_a_muted_button_is_never_before_its_press(guard: Guard) -> None:
    """Although an edge that was delivered in the wrong order may be the one too many."""
    assert chatter(guard, 0, edges=CHATTER_EDGES - 1, gap_ns=9 * MS)[-1] == Change(882 * MS, True)
    guard.edge(883 * MS, True)
    assert guard.edge(880 * MS, False) == (Change(882 * MS, False), Trouble.CHATTER)


def test_a_chattering_line_works_again_after_a_quiet_second(guard: Guard) -> None:
    chatter(guard, 0, edges=CHATTER_EDGES + 2, gap_ns=MS)
    last_ns = (CHATTER_EDGES + 1) * MS
    press_ns = last_ns + CHATTER_NS
    assert guard.edge(press_ns, True) == (Change(press_ns, True),)
    assert guard.edge(press_ns + 130 * MS, False) == (Change(press_ns + 130 * MS, False),)
    assert guard.settle(FAR_NS) == ()


def test_a_second_that_is_not_quite_quiet_does_not_count(guard: Guard) -> None:
    chatter(guard, 0, edges=CHATTER_EDGES + 2, gap_ns=MS)
    last_ns = (CHATTER_EDGES + 1) * MS
    for _ in range(5):
        last_ns += CHATTER_NS - 1
        assert guard.edge(last_ns, True) == ()
        assert guard.edge(last_ns, False) == ()
    assert guard.muted


@pytest.mark.parametrize("edges", [CHATTER_EDGES + 1, CHATTER_EDGES + 7], ids=["reported", "in a lockout"])
def test_a_line_that_chatters_and_then_rests_closed_has_to_open_first(guard: Guard, edges: int) -> None:
    chatter(guard, 0, edges=edges, gap_ns=MS)
    assert guard.settle(FAR_NS) == ()
    assert guard.edge(FAR_NS, False) == ()
    assert guard.edge(FAR_NS + 50 * MS, True) == (Change(FAR_NS + 50 * MS, True),)


def test_a_chattering_line_wakes_nobody_before_it_may_be_quiet(guard: Guard) -> None:
    chatter(guard, 0, edges=CHATTER_EDGES + 2, gap_ns=MS)
    assert guard.due_ns == (CHATTER_EDGES + 1) * MS + CHATTER_NS


def test_chatter_is_over_after_a_quiet_second_though_no_edge_shows_it(guard: Guard) -> None:
    chatter(guard, 0, edges=CHATTER_EDGES + 2, gap_ns=MS)
    quiet_ns = (CHATTER_EDGES + 1) * MS + CHATTER_NS
    assert guard.settle(quiet_ns - 1) == ()
    assert guard.muted
    assert guard.settle(quiet_ns) == ()
    assert not guard.muted
    assert guard.due_ns is None
    assert guard.edge(quiet_ns, True) == (Change(quiet_ns, True),)


def test_a_line_that_rests_closed_after_its_chatter_is_still_ignored_then(guard: Guard) -> None:
    chatter(guard, 0, edges=CHATTER_EDGES + 1, gap_ns=MS)
    guard.settle(FAR_NS)
    assert guard.muted
    assert guard.due_ns is None


@pytest.mark.parametrize("most_edges", [CHATTER_EDGES, RINGING_EDGES])
def test_chatter_is_told_with_the_number_of_edges_that_this_line_may_have(most_edges: int) -> None:
    guard = Guard(LOCKOUT_NS, pressed=False, most_edges=most_edges)
    assert f"more than {most_edges} edges in a second" in guard.explain(Trouble.CHATTER)


def test_bounces_are_counted_on(guard: Guard) -> None:
    for time_ns, pressed in ((0, True), (1, False), (2, True)):
        guard.edge(time_ns * MS, pressed)
    assert guard.swallowed == 2


@st.composite
def lines(draw: st.DrawFn) -> tuple[list[tuple[int, bool]], list[bool], bool]:
    """A line that is quiet, bounces, sticks and chatters."""
    time_ns = 0
    edges = []
    for _ in range(draw(st.integers(0, 8))):
        gap_ns = draw(st.sampled_from([MS, 4 * MS, 20 * MS, 900 * MS, CHATTER_NS, STUCK_NS, STUCK_NS + 1]))
        for _ in range(draw(st.sampled_from([1, 2, 3, 120]))):
            time_ns += gap_ns
            edges.append((time_ns, draw(st.booleans())))
    polls = draw(st.lists(st.booleans(), min_size=len(edges), max_size=len(edges)))
    return edges, polls, draw(st.booleans())


def run(edges: list[tuple[int, bool]], polls: list[bool], *, pressed: bool) -> News:
    guard = Guard(LOCKOUT_NS, pressed=pressed)
    news: News = []
    for (time_ns, level), poll in zip(edges, polls, strict=True):
        if poll:
            news += guard.settle(time_ns)
        news += guard.edge(time_ns, level)
    return [*news, *guard.settle(FAR_NS)]


@given(lines())
def test_press_and_release_alternate_in_order_from_a_press_on(
    line: tuple[list[tuple[int, bool]], list[bool], bool],
) -> None:
    edges, polls, pressed = line
    changes = [item for item in run(edges, polls, pressed=pressed) if isinstance(item, Change)]
    assert [change.pressed for change in changes] == [number % 2 == 0 for number in range(len(changes))]
    assert all(before.time_ns <= after.time_ns for before, after in pairwise(changes))
    assert not changes or not changes[-1].pressed, "in the end even a stuck button is released"


@given(lines())
def test_no_press_lasts_longer_than_a_stuck_button(
    line: tuple[list[tuple[int, bool]], list[bool], bool],
) -> None:
    edges, polls, pressed = line
    changes = [item for item in run(edges, polls, pressed=pressed) if isinstance(item, Change)]
    for press, release in zip(changes[::2], changes[1::2], strict=True):
        assert release.time_ns - press.time_ns <= STUCK_NS


@given(lines())
def test_polling_does_not_change_what_is_told(
    line: tuple[list[tuple[int, bool]], list[bool], bool],
) -> None:
    edges, polls, pressed = line
    assert run(edges, polls, pressed=pressed) == run(edges, [False] * len(edges), pressed=pressed)
