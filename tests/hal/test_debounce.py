from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hal.debounce import Change, Debounce

LOCKOUT_NS = 5_000
FAR_NS = 10**12


def run(edges: list[tuple[int, bool]], polls: list[bool], *, pressed: bool = False) -> list[Change]:
    """Feed edges in order, polling before those that `polls` says, and let the last lockout end."""
    line = Debounce(LOCKOUT_NS, pressed=pressed)
    reports: list[Change] = []
    for (time_ns, level), poll in zip(edges, polls, strict=True):
        if poll:
            reports += line.settle(time_ns)
        reports += line.edge(time_ns, level)
    while line.due_ns is not None:
        reports += line.settle(FAR_NS)
    return reports


@st.composite
def bouncing_lines(draw: st.DrawFn) -> tuple[list[tuple[int, bool]], list[bool], bool]:
    gaps = draw(st.lists(st.integers(0, 3 * LOCKOUT_NS), max_size=40))
    time_ns = 0
    edges = []
    for gap in gaps:
        time_ns += gap
        edges.append((time_ns, draw(st.booleans())))
    polls = draw(st.lists(st.booleans(), min_size=len(edges), max_size=len(edges)))
    return edges, polls, draw(st.booleans())


@given(bouncing_lines())
def test_reports_of_a_line_alternate_and_are_a_lockout_apart(
    line: tuple[list[tuple[int, bool]], list[bool], bool],
) -> None:
    edges, polls, pressed = line
    reports = run(edges, polls, pressed=pressed)
    assert [r.pressed for r in reports] == [(not pressed) ^ (i % 2 == 1) for i in range(len(reports))]
    gaps = [b.time_ns - a.time_ns for a, b in pairwise(reports)]
    assert all(gap >= LOCKOUT_NS for gap in gaps)


@given(bouncing_lines())
def test_after_the_lockout_the_reported_level_is_the_real_one(
    line: tuple[list[tuple[int, bool]], list[bool], bool],
) -> None:
    edges, polls, pressed = line
    reports = run(edges, polls, pressed=pressed)
    real = edges[-1][1] if edges else pressed
    assert (reports[-1].pressed if reports else pressed) == real


@given(bouncing_lines())
def test_polling_does_not_change_what_is_reported(
    line: tuple[list[tuple[int, bool]], list[bool], bool],
) -> None:
    edges, polls, pressed = line
    unpolled = run(edges, [False] * len(edges), pressed=pressed)
    assert run(edges, polls, pressed=pressed) == unpolled


@given(bouncing_lines())
def test_a_report_carries_the_stamp_of_an_edge_or_of_a_lockouts_end(
    line: tuple[list[tuple[int, bool]], list[bool], bool],
) -> None:
    edges, polls, pressed = line
    reports = run(edges, polls, pressed=pressed)
    stamps = {time_ns for time_ns, _ in edges}
    ends = {report.time_ns + LOCKOUT_NS for report in reports}
    assert all(report.time_ns in stamps | ends for report in reports)


@given(st.lists(st.tuples(st.integers(LOCKOUT_NS, 10**9), st.integers(LOCKOUT_NS, 10**9)), max_size=20))
def test_a_clean_press_and_its_release_keep_their_stamps(presses: list[tuple[int, int]]) -> None:
    time_ns = 0
    edges = []
    for before, held in presses:
        edges += [(time_ns + before, True), (time_ns + before + held, False)]
        time_ns += before + held
    assert run(edges, [False] * len(edges)) == [Change(*edge) for edge in edges]


@given(st.booleans(), st.lists(st.integers(0, 10**9)))
def test_nothing_is_reported_of_a_line_that_never_changes(pressed: bool, times: list[int]) -> None:
    assert run([(t, pressed) for t in sorted(times)], [True] * len(times), pressed=pressed) == []


def test_a_press_is_known_at_once_however_long_it_bounces() -> None:
    line = Debounce(LOCKOUT_NS, pressed=False)
    assert line.edge(1_000, True) == (Change(1_000, True),)
    for time_ns in range(1_100, 4_000, 100):
        assert line.edge(time_ns, time_ns % 200 == 0) == ()
    assert line.swallowed == 29


def test_a_release_during_the_lockout_is_reported_at_its_end() -> None:
    line = Debounce(LOCKOUT_NS, pressed=False)
    line.edge(1_000, True)
    assert line.due_ns is None
    line.edge(2_000, False)
    assert line.due_ns == 6_000
    assert line.settle(5_999) == ()
    assert line.settle(6_000) == (Change(6_000, False),)
    assert line.due_ns is None


def test_a_change_reported_at_a_lockouts_end_starts_a_lockout() -> None:
    line = Debounce(LOCKOUT_NS, pressed=False)
    line.edge(1_000, True)
    line.edge(2_000, False)
    assert line.edge(8_000, True) == (Change(6_000, False),)
    assert line.settle(20_000) == (Change(11_000, True),)


@given(
    st.lists(st.tuples(st.integers(0, 20 * LOCKOUT_NS), st.booleans()), min_size=1, unique_by=lambda e: e[0])
)
def test_edges_in_any_order_leave_the_level_of_the_latest_stamp(edges: list[tuple[int, bool]]) -> None:
    reports = run(edges, [False] * len(edges))
    assert (reports[-1].pressed if reports else False) == max(edges)[1]
    assert [r.pressed for r in reports] == [i % 2 == 0 for i in range(len(reports))]


def test_a_press_that_comes_after_its_release_is_not_lost() -> None:
    assert run([(40_000, False), (30_000, True)], [False, False]) == [
        Change(30_000, True),
        Change(35_000, False),
    ]


def test_an_edge_that_comes_too_late_still_sets_the_level() -> None:
    line = Debounce(LOCKOUT_NS, pressed=False)
    line.edge(1_000, True)
    assert line.settle(50_000) == ()
    assert line.edge(3_000, False) == ()
    assert line.settle(50_000) == (Change(6_000, False),)


def test_a_negative_lockout_is_refused() -> None:
    with pytest.raises(ValueError, match="cannot be negative"):
        Debounce(-1, pressed=False)
