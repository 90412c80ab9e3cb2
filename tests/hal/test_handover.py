"""The queue between the threads that deliver edges and the loop."""

import queue
import threading
import time

import pytest

from hal.handover import Handover

FAR_S = 30.0


def test_what_is_put_comes_out_in_its_order() -> None:
    handover = Handover[int]()
    for number in range(5):
        handover.put(number)
    assert handover.qsize() == 5
    assert [handover.get(block=False) for _ in range(5)] == list(range(5))
    assert handover.qsize() == 0


def test_an_empty_one_says_so_at_once_or_when_the_time_is_over() -> None:
    handover = Handover[int]()
    with pytest.raises(queue.Empty):
        handover.get(block=False)
    with pytest.raises(queue.Empty):
        handover.get(timeout=0.001)


def test_a_waiting_reader_is_woken_by_what_another_thread_puts() -> None:
    handover = Handover[str]()
    taken: list[str] = []
    reader = threading.Thread(target=lambda: taken.append(handover.get(timeout=FAR_S)))
    reader.start()
    handover.put("edge")
    reader.join(FAR_S)
    assert taken == ["edge"]


def test_nothing_is_lost_or_doubled_whoever_puts_it() -> None:
    handover = Handover[tuple[int, int]]()

    def put_all(who: int) -> None:
        for number in range(3000):
            handover.put((who, number))

    threads = [threading.Thread(target=put_all, args=(who,)) for who in range(3)]
    for thread in threads:
        thread.start()
    taken: list[tuple[int, int]] = []
    end_s = time.monotonic() + FAR_S
    while len(taken) < 9000 and time.monotonic() < end_s:
        try:
            taken.append(handover.get(timeout=0.01))
        except queue.Empty:
            continue
    for thread in threads:
        thread.join()
    assert sorted(taken) == [(who, number) for who in range(3) for number in range(3000)]
    for who in range(3):
        own = [number for by, number in taken if by == who]
        assert own == sorted(own)


def test_a_short_wait_after_something_was_taken_at_once_ends() -> None:
    # So often that a thread which is held up in the middle is among them; the standard library's
    # SimpleQueue waits for ever then.
    handover = Handover[int]()

    def wait_often() -> None:
        for number in range(200_000):
            handover.put(number)
            handover.get(block=False)
            try:
                handover.get(timeout=1e-9)
            except queue.Empty:
                continue

    reader = threading.Thread(target=wait_often, daemon=True)
    reader.start()
    reader.join(FAR_S)
    assert not reader.is_alive()
