"""Slaps at pads that hear the table, as traces of blows and of what the wood carries on."""

import re
from dataclasses import dataclass
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hal.events import Player
from hal.slaps import CROSSTALK_NS, HIT_NS, MASK_NS, RING_NS, SENSITIVITIES, Pad
from tests.hal.slap_traces import HEARS, MS, Pulse, Table, judge

DEAF = Pad()


def test_a_pad_that_hears_nothing_else_is_never_judged_or_held_back() -> None:
    """Although a button was pressed at the same moment, the other pad is struck, and the touch is short."""
    table = Table({1: DEAF, 2: DEAF}, sensitivity=1)
    table.slaps.button(100 * MS)
    table.edge(2, 100 * MS + 2, True)
    table.edge(1, 100 * MS + 1, True)
    table.settle(0)
    assert table.slapped() == [(1, 100 * MS + 1), (2, 100 * MS + 2)]
    assert (table.slaps.hold_ns, table.slaps.due_ns) == (None, None)


def test_a_plain_slap_counts_with_its_first_edges_stamp_when_no_other_can_be_the_same_blow() -> None:
    table = Table()
    table.edge(1, 100 * MS, True)
    table.settle(100 * MS)
    assert table.slaps.hold_ns == 100 * MS
    assert table.slaps.due_ns == 105 * MS
    table.settle(105 * MS)
    assert table.slapped() == []
    table.settle(105 * MS + 1)
    assert table.slapped() == [(1, 100 * MS)]
    assert table.slaps.hold_ns is None


@pytest.mark.parametrize("carried_ms", [-4, -1, 1, 4])
def test_of_two_pads_that_hear_one_blow_the_harder_hit_counts_whichever_came_first(carried_ms: int) -> None:
    trace: dict[Player, list[Pulse]] = {
        1: [(100 * MS, 12 * MS)],
        2: [(100 * MS + carried_ms * MS, 5 * MS)],
    }
    assert judge(trace) == [(1, 100 * MS)]


def test_bounces_add_up_to_a_hits_length() -> None:
    """One pad shows the blow as one pulse, the other as many."""
    bouncing = [(102 * MS + number * 2 * MS, MS) for number in range(8)]
    assert judge({1: [(100 * MS, 6 * MS)], 2: bouncing}) == [(2, 102 * MS)]


def test_of_equally_hard_hits_the_earlier_counts() -> None:
    assert judge({1: [(101 * MS, 9 * MS)], 2: [(100 * MS, 9 * MS)]}) == [(2, 100 * MS)]


def test_two_slaps_further_apart_both_count() -> None:
    trace: dict[Player, list[Pulse]] = {1: [(100 * MS, 4 * MS)], 2: [(106 * MS, 12 * MS)]}
    assert judge(trace) == [(1, 100 * MS), (2, 106 * MS)]


def test_a_pad_that_hears_the_table_has_heard_the_slap_on_one_that_does_not() -> None:
    pads: dict[Player, Pad] = {1: DEAF, 2: HEARS}
    trace: dict[Player, list[Pulse]] = {1: [(102 * MS, 2 * MS)], 2: [(100 * MS, 20 * MS)]}
    assert judge(trace, pads=pads) == [(1, 102 * MS)]


@pytest.mark.parametrize("after_ms", [0, 1, 59, 60])
def test_a_slap_soon_after_a_button_is_the_buttons(after_ms: int) -> None:
    assert judge({2: [(100 * MS + after_ms * MS, 12 * MS)]}, buttons_ns=(100 * MS,)) == []


@pytest.mark.parametrize("after_ns", [-1, 60 * MS + 1])
def test_a_slap_before_a_button_or_long_after_counts(after_ns: int) -> None:
    assert judge({2: [(100 * MS + after_ns, 12 * MS)]}, buttons_ns=(100 * MS,)) == [(2, 100 * MS + after_ns)]


def test_a_slap_that_repeats_within_the_blow_counts_with_its_first_edges_stamp() -> None:
    twice = [(110 * MS + number * 6 * MS, 2 * MS) for number in range(3)]
    assert judge({2: twice}, buttons_ns=(100 * MS,)) == [(2, 110 * MS)]


def test_a_pad_that_rings_does_not_repeat() -> None:
    ringing = [(110 * MS + number * RING_NS // 8, RING_NS // 16) for number in range(8)]
    assert judge({2: ringing}, buttons_ns=(100 * MS,), sensitivity=5) == []


@pytest.mark.parametrize(("again_ms", "counts"), [(145, True), (159, True), (160, False)])
def test_a_slap_may_repeat_until_the_mask_ends(again_ms: int, counts: bool) -> None:
    trace: dict[Player, list[Pulse]] = {2: [(105 * MS, 8 * MS), (again_ms * MS, 4 * MS)]}
    assert judge(trace, buttons_ns=(100 * MS,)) == ([(2, 105 * MS)] if counts else [])


def test_a_repetition_after_a_further_button_is_that_ones() -> None:
    trace: dict[Player, list[Pulse]] = {2: [(105 * MS, 8 * MS), (145 * MS, 8 * MS)]}
    assert judge(trace, buttons_ns=(100 * MS, 140 * MS)) == []


@pytest.mark.parametrize("shaken_ms", [99, 101, 103, 105])
def test_a_buttons_shock_on_the_other_pad_takes_nothing_away_from_a_slap_that_repeats(shaken_ms: int) -> None:
    meant = [(104 * MS, 6 * MS), (140 * MS, 6 * MS)]
    assert judge({1: [(shaken_ms * MS, 8 * MS)], 2: meant}, buttons_ns=(98 * MS,)) == [(2, 104 * MS)]


def test_of_two_slaps_that_repeat_the_harder_counts() -> None:
    trace: dict[Player, list[Pulse]] = {
        1: [(103 * MS, 8 * MS), (141 * MS, 6 * MS)],
        2: [(104 * MS, 6 * MS), (140 * MS, 9 * MS)],
    }
    assert judge(trace, buttons_ns=(100 * MS,)) == [(1, 103 * MS)]


@pytest.mark.parametrize(("step", "counts"), [(1, False), (2, False), (3, True), (4, True), (5, True)])
def test_the_sensitivity_says_how_light_a_slap_may_be(step: int, counts: bool) -> None:
    assert bool(judge({1: [(100 * MS, 2 * MS)]}, sensitivity=step)) is counts


def test_each_step_takes_lighter_and_shorter_slaps_than_the_one_before() -> None:
    steps = [SENSITIVITIES[step] for step in (1, 2, 3, 4, 5)]
    assert [step.closed_ns for step in steps] == sorted((step.closed_ns for step in steps), reverse=True)
    assert [step.repeats for step in steps] == sorted((step.repeats for step in steps), reverse=True)


def test_the_build_guide_has_the_same_steps() -> None:
    guide = (Path(__file__).parents[2] / "wiring" / "README.md").read_text(encoding="utf-8")
    words = {1: "once", 2: "twice", 3: "3 times"}
    for step, sensitivity in SENSITIVITIES.items():
        closed = f"{sensitivity.closed_ns / MS:g} ms" if sensitivity.closed_ns else "–"
        row = rf"^\| {step}[^|]* \| {re.escape(closed)} \| {words[sensitivity.repeats]} \|$"
        assert re.search(row, guide, re.MULTILINE), row


def test_times_are_those_of_the_pad() -> None:
    pads: dict[Player, Pad] = {1: Pad(True, mask_ns=0, crosstalk_ns=0), 2: Pad(True, 20 * MS, 0)}
    trace: dict[Player, list[Pulse]] = {1: [(110 * MS, 9 * MS)], 2: [(111 * MS, 9 * MS), (142 * MS, 9 * MS)]}
    assert judge(trace, buttons_ns=(100 * MS,), pads=pads) == [(1, 110 * MS)]


def test_a_slap_that_a_lockout_has_hidden_is_measured_from_its_end_on() -> None:
    """A pad released and struck again within its lockout, and closed when that ends."""
    trace: dict[Player, list[Pulse]] = {1: [(100 * MS, 40 * MS), (145 * MS, 40 * MS)]}
    assert judge(trace) == [(1, 100 * MS), (1, 170 * MS)]


@dataclass
class Recorded:
    """What a session at a table sounds like, with which slaps were meant."""

    pulses: dict[Player, list[Pulse]]
    buttons_ns: list[int]
    meant: list[tuple[Player, int]]
    first: int = 0
    """How many of these were heard by the other pad before their own."""


def recorded(seed: int, blows: int) -> Recorded:
    """Slaps and pressed buttons, of which each pad hears those of others weaker, before or after.

    A meant slap closes its pad for 6 to 15 ms and what the wood carries for 0.3 to 4 ms.
    """
    random = Random(seed)
    trace = Recorded({1: [], 2: []}, [], [])
    now_ns = 1000 * MS
    for _ in range(blows):
        now_ns += random.randrange(120 * MS, 400 * MS)
        player: Player = random.choice((1, 2))
        other: Player = 2 if player == 1 else 1
        carried_ns = random.randrange(300_000, 4 * MS)
        if random.random() < 0.5:
            trace.meant.append((player, now_ns))
            trace.pulses[player].append((now_ns, random.randrange(6 * MS, 15 * MS)))
            shift_ns = random.randrange(-4 * MS, 4 * MS)
            if random.random() < 0.7:
                trace.pulses[other].append((now_ns + shift_ns, carried_ns))
                trace.first += shift_ns < 0
        else:
            trace.buttons_ns.append(now_ns)
            for pad in (player, other):
                if random.random() < 0.6:
                    trace.pulses[pad].append((now_ns + random.randrange(15 * MS), carried_ns))
    return trace


def test_of_a_recorded_like_session_every_slap_counts_and_nothing_else(
    capsys: pytest.CaptureFixture[str],
) -> None:
    trace = recorded(seed=1, blows=5_000)
    end_ns = max(at_ns for own in trace.pulses.values() for at_ns, _ in own)
    told = judge(trace.pulses, tuple(trace.buttons_ns), marks_ns=tuple(range(0, end_ns, 20 * MS)))
    with capsys.disabled():
        pulses = sum(len(own) for own in trace.pulses.values())
        print(
            f"\n{pulses} pulses at pads that hear the table, {len(trace.meant)} of them meant: {len(told)} "
            f"counted, {len(set(told) ^ set(trace.meant))} wrong; {trace.first} heard by the other pad first"
        )
    assert trace.first > 500
    assert told == trace.meant


@given(
    st.lists(st.tuples(st.sampled_from([1, 2]), st.integers(0, 400), st.integers(1, 40)), max_size=12),
    st.lists(st.integers(0, 400), max_size=6),
    st.lists(st.integers(0, 900), max_size=20),
    st.tuples(st.booleans(), st.booleans()),
)
def test_it_makes_no_difference_when_it_is_settled(
    pulses: list[tuple[Player, int, int]], buttons: list[int], marks: list[int], hears: tuple[bool, bool]
) -> None:
    own: dict[Player, list[Pulse]] = {1: [], 2: []}
    for player, at, long in sorted(pulses):
        if not own[player] or sum(own[player][-1]) < at * MS:
            own[player].append((at * MS, long * MS // 2))
    pads: dict[Player, Pad] = {1: Pad(hears[0]), 2: Pad(hears[1])}
    buttons_ns = tuple(at * MS for at in buttons)
    once = judge(own, buttons_ns, pads)
    often = judge(own, buttons_ns, pads, marks_ns=tuple(at * MS // 2 + 1 for at in marks))
    assert once == often


@given(
    st.lists(st.tuples(st.sampled_from([1, 2]), st.integers(0, 300), st.integers(1, 40)), max_size=10),
    st.lists(st.integers(0, 300), max_size=3).map(sorted),
)
def test_a_slap_is_told_before_the_time_that_it_holds_back_and_never_later_than_its_measure(
    pulses: list[tuple[Player, int, int]], buttons: list[int]
) -> None:
    table = Table()
    measured_ns = MASK_NS if buttons else HIT_NS
    edges: list[tuple[int, Player, bool]] = []
    free: dict[Player, int] = {1: 0, 2: 0}
    for player, at, long in sorted(pulses, key=lambda pulse: pulse[1]):
        if at > free[player]:
            edges += [(at * MS, player, True), ((at + long) * MS, player, False)]
            free[player] = at + long
    edges.sort()
    told = 0
    promised_ns = 0
    for step in range(800):
        mark_ns = step * MS // 2
        while buttons and buttons[0] * MS < mark_ns:
            table.slaps.button(buttons.pop(0) * MS)
        while edges and edges[0][0] < mark_ns:
            at_ns, player, pressed = edges.pop(0)
            table.edge(player, at_ns, pressed)
        table.settle(mark_ns)
        assert all(change.time_ns >= promised_ns for _, change in table.told[told:])
        told = len(table.told)
        hold_ns = table.slaps.hold_ns
        assert hold_ns is None or hold_ns >= mark_ns - measured_ns - CROSSTALK_NS - MS
        promised_ns = mark_ns if hold_ns is None else min(mark_ns, hold_ns)
