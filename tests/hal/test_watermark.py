import pytest

from hal.watermark import OVERSLEPT_NS, PATIENCE_NS, BufferMark, Watermark

START_NS = 5_000_000_000
SETTLE_NS = 3_000_000
MS = 1_000_000


@pytest.fixture
def mark() -> Watermark:
    return Watermark(START_NS, SETTLE_NS)


def wait(mark: Watermark, from_ns: int, for_ns: int) -> int:
    """Come from other work, wait, and return how far the promise goes, relative to the start."""
    mark.resume(START_NS + from_ns)
    mark.waited(START_NS + from_ns + for_ns, for_ns)
    return mark.complete_to_ns - START_NS


def test_a_wait_of_the_settling_time_proves_all_up_to_its_beginning(mark: Watermark) -> None:
    assert wait(mark, 100 * MS, 3 * MS) == 100 * MS


def test_a_longer_wait_proves_all_but_the_settling_time(mark: Watermark) -> None:
    assert wait(mark, 100 * MS, 10 * MS) == 107 * MS


def test_a_shorter_wait_proves_its_own_length_however_long_the_loop_was_busy(mark: Watermark) -> None:
    assert wait(mark, 0, 10 * MS) == 7 * MS
    assert wait(mark, 100 * MS, 2 * MS) == 9 * MS
    assert wait(mark, 200 * MS, 2 * MS) == 11 * MS


def test_short_waits_close_together_prove_no_more_than_all_but_the_settling_time(mark: Watermark) -> None:
    assert wait(mark, 0, 2 * MS) == -1 * MS
    assert wait(mark, 2 * MS, 2 * MS) == 1 * MS


def test_a_wait_in_parts_counts_as_one(mark: Watermark) -> None:
    mark.resume(START_NS + 100 * MS)
    for part in range(1, 4):
        mark.waited(START_NS + (100 + part) * MS, 1 * MS)
    assert mark.complete_to_ns == START_NS + 100 * MS


@pytest.mark.parametrize("asked_ms", [4, 1000])
def test_a_wait_that_overslept_proves_nothing_about_its_own_time_and_breaks_off(
    mark: Watermark, asked_ms: int
) -> None:
    # The machine may have stood still from the wait's beginning on.
    mark.resume(START_NS + 100 * MS)
    mark.waited(START_NS + 1400 * MS, asked_ms * MS)
    assert mark.complete_to_ns == START_NS + 100 * MS
    mark.waited(START_NS + 1402 * MS, 2 * MS)
    assert mark.complete_to_ns == START_NS + 102 * MS


def test_a_wait_that_ends_a_little_late_is_no_break(mark: Watermark) -> None:
    mark.resume(START_NS + 100 * MS)
    mark.waited(START_NS + 104 * MS + OVERSLEPT_NS, 4 * MS)
    assert mark.complete_to_ns == START_NS + 101 * MS + OVERSLEPT_NS


def test_a_wait_that_an_overdue_edge_ends_proves_nothing_and_the_next_begins_anew(mark: Watermark) -> None:
    mark.resume(START_NS + 100 * MS)
    mark.waited(START_NS + 104 * MS, 10 * MS, START_NS + 100 * MS)
    assert mark.complete_to_ns == START_NS - SETTLE_NS
    mark.waited(START_NS + 107 * MS, 3 * MS)
    assert mark.complete_to_ns == START_NS + 104 * MS


def wait_for_edges(mark: Watermark, now_ns: int, for_ns: int, late_ms: tuple[int, ...]) -> int:
    """Wait for an edge each millisecond, which come so late one after the other; returns when that ends."""
    for number in range(for_ns // MS):
        now_ns += MS
        mark.waited(now_ns, 10 * MS, now_ns - late_ms[number % len(late_ms)] * MS)
    return now_ns


def test_what_is_waited_for_patiently_has_come_however_far_the_thread_is_behind(mark: Watermark) -> None:
    mark.resume(START_NS)
    now_ns = wait_for_edges(mark, START_NS, PATIENCE_NS - MS, (10,))
    assert mark.complete_to_ns == START_NS - SETTLE_NS
    wait_for_edges(mark, now_ns, MS, (10,))
    assert mark.complete_to_ns == START_NS


@pytest.mark.parametrize("late_ms", [(10,), (10, 1), (10, 1, 1, 1)])
def test_a_thread_that_is_behind_again_and_again_never_holds_the_game_up_for_long(
    mark: Watermark, late_ms: tuple[int, ...]
) -> None:
    now_ns = START_NS
    for _ in range(50):
        mark.resume(now_ns)
        now_ns = wait_for_edges(mark, now_ns, 40 * MS, late_ms)
        assert mark.complete_to_ns >= now_ns - 2 * PATIENCE_NS


def test_time_in_which_the_machine_stood_still_is_no_patience(mark: Watermark) -> None:
    mark.resume(START_NS)
    now_ns = wait_for_edges(mark, START_NS, 10 * MS, (10,))
    mark.waited(now_ns + 2 * PATIENCE_NS, 2 * MS)
    assert mark.complete_to_ns < START_NS


def test_a_wait_that_an_edge_ends_in_time_proves_its_length(mark: Watermark) -> None:
    mark.resume(START_NS + 100 * MS)
    mark.waited(START_NS + 104 * MS, 10 * MS, START_NS + 103 * MS)
    assert mark.complete_to_ns == START_NS + 101 * MS


def test_the_wait_for_a_moment_is_just_long_enough(mark: Watermark) -> None:
    mark.resume(START_NS + 100 * MS)
    for target_ns in (START_NS + 50 * MS, START_NS + 100 * MS, START_NS + 120 * MS):
        asked_ns = mark.wait_ns(target_ns)
        early = Watermark(START_NS, SETTLE_NS)
        early.resume(START_NS + 100 * MS)
        early.waited(START_NS + 100 * MS + asked_ns - 1, asked_ns)
        assert early.complete_to_ns < target_ns
        mark.waited(START_NS + 100 * MS + asked_ns, asked_ns)
        assert mark.complete_to_ns >= target_ns
        mark = Watermark(START_NS, SETTLE_NS)
        mark.resume(START_NS + 100 * MS)


def test_a_machine_that_always_oversleeps_still_gets_on(mark: Watermark) -> None:
    now_ns = START_NS
    for _ in range(20):
        mark.resume(now_ns)
        asked_ns = mark.wait_ns(now_ns)
        now_ns += asked_ns + 50 * MS
        mark.waited(now_ns, asked_ns)
        assert mark.complete_to_ns >= now_ns - 60 * MS


def test_a_negative_settling_time_is_refused() -> None:
    with pytest.raises(ValueError, match="less than no time"):
        Watermark(START_NS, -1)


def test_a_buffer_that_is_read_empty_proves_all_but_the_settling_time_however_busy_the_loop_was() -> None:
    mark = BufferMark(START_NS, SETTLE_NS)
    assert mark.complete_to_ns == START_NS - SETTLE_NS
    mark.resume(START_NS + 100 * MS)
    assert mark.complete_to_ns == START_NS + 97 * MS
    mark.waited(START_NS + 150 * MS, 1 * MS, None)
    assert mark.complete_to_ns == START_NS + 147 * MS


def test_a_buffers_mark_never_goes_back_and_says_how_long_to_wait() -> None:
    mark = BufferMark(START_NS, SETTLE_NS)
    mark.resume(START_NS + 10 * MS)
    mark.resume(START_NS + 9 * MS)
    assert mark.complete_to_ns == START_NS + 7 * MS
    assert mark.wait_ns(START_NS + 9 * MS) == 3 * MS
    assert mark.wait_ns(START_NS) == 0


def test_a_negative_settling_time_of_a_buffer_is_refused() -> None:
    with pytest.raises(ValueError, match="less than no time"):
        BufferMark(START_NS, -1)
