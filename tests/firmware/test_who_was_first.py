"""The earlier press is judged first, whatever the order and delay of delivery and however busy the loop."""

import math
import threading
import time
from collections.abc import Callable
from functools import partial
from random import Random

import pytest
from gpiozero.pins.mock import MockFactory

from firmware.recording import NewMatch
from firmware.referee import Referee
from firmware.sequencer import Sequencer
from firmware.session import Session
from hal.events import CARDS, Control, InputEvent, Player
from hal.gpio import GpioHal
from hal.gpiozero_lines import SETTLE_NS, GpiozeroLines
from hal.wiring import Wiring, load_wiring
from tests.hal.virtual_edges import MS, VirtualEdges

PAIRS = 10_000


def random_gap_ns(random: Random) -> int:
    """From 1 µs to 5 ms, each order of magnitude as likely as the others."""
    return round(1000 * 10 ** random.uniform(0, math.log10(5000)))


class Judge:
    """A session that notes in which order the presses were judged."""

    def __init__(self) -> None:
        self.late = 0
        self.order: list[InputEvent] = []
        self._session = Session(
            Referee(NewMatch()), Sequencer(Random(0).random, self._count_late), record=self.order.append
        )

    def _count_late(self, edge: InputEvent, mark_ns: int) -> None:
        self.late += 1

    def turn(self, hal: GpioHal, until_ns: int) -> int:
        """One round of the main loop; returns how far it has come."""
        reading = hal.read(until_ns)
        self._session.add(reading.events)
        self._session.run_before(reading.complete_to_ns)
        return reading.complete_to_ns

    def firsts(self) -> list[Player]:
        """The player of the first press of each pair."""
        presses = [edge for edge in self.order if edge.pressed]
        return [edge.player for edge in presses[::2]]


def judge_pairs(pairs: int, settle_ns: int, seed: int) -> tuple[int, int]:
    """Drive pairs of presses with random delays of delivery; returns the wrong firsts and the late edges."""
    random = Random(seed)
    virtual = VirtualEdges()
    wiring = load_wiring()
    lines = GpiozeroLines(MockFactory(), settle_ns=settle_ns, edges=virtual)
    hal = GpioHal(wiring, lines, clock=virtual.clock)
    judge = Judge()
    expected: list[Player] = []
    for _ in range(pairs):
        start_ns = virtual.now_ns + 1
        first: Player = random.choice((1, 2))
        expected.append(first)
        stamps_ns = {first: start_ns, 3 - first: start_ns + random_gap_ns(random)}
        for player, stamp_ns in random.sample(sorted(stamps_ns.items()), 2):
            line = wiring.line(1 if player == 1 else 2, random.choice(CARDS))
            for at_ns, level in ((stamp_ns, 0), (stamp_ns + 20 * MS, 1)):
                deliver = partial(lines.edge, line, at_ns / 1e9, level)
                virtual.drive(at_ns, deliver, latency_ns=random.randrange(SETTLE_NS))
        while judge.turn(hal, start_ns + 60 * MS) < start_ns + 60 * MS:
            # A frame is drawn, and holds the interpreter's lock.
            virtual.busy(random.choice((0, 1, 10, 20)) * MS)
    hal.close()
    wrong = sum(judged != pressed for judged, pressed in zip(judge.firsts(), expected, strict=True))
    return wrong, judge.late


def test_of_10_000_pairs_of_presses_the_earlier_one_is_judged_first_every_time() -> None:
    assert judge_pairs(PAIRS, SETTLE_NS, seed=1) == (0, 0)


def test_without_a_settle_time_the_earlier_press_does_not_always_win() -> None:
    wrong, late = judge_pairs(500, 0, seed=1)
    assert wrong > 50
    assert late > 50


def deliver_in_threads(
    lines: GpiozeroLines, wiring: Wiring, pairs: int, expected: list[Player]
) -> Callable[[], bool]:
    """Press pairs from two threads, delivered up to 20 ms late; returns whether that still goes on."""

    def notify(player: Player, presses: list[tuple[int, Control]], seed: int) -> None:
        random = Random(seed)
        for stamp_ns, control in presses:
            release_ns = stamp_ns + 6 * MS
            time.sleep(max(0, release_ns + random.randrange(14 * MS) - time.monotonic_ns()) / 1e9)
            line = wiring.line(player, control)
            lines.edge(line, stamp_ns / 1e9, 0)
            lines.edge(line, release_ns / 1e9, 1)

    random = Random(5)
    presses: dict[Player, list[tuple[int, Control]]] = {1: [], 2: []}
    for number in range(pairs):
        start_ns = time.monotonic_ns() + 50 * MS + number * 10 * MS
        first: Player = random.choice((1, 2))
        expected.append(first)
        presses[first].append((start_ns, CARDS[number % 5]))
        presses[2 if first == 1 else 1].append((start_ns + random_gap_ns(random), CARDS[number % 5]))
    threads = [threading.Thread(target=notify, args=(player, presses[player], player)) for player in (1, 2)]
    for thread in threads:
        thread.start()
    return lambda: any(thread.is_alive() for thread in threads)


@pytest.mark.parametrize("busy_ms", [0, 8])
def test_the_earlier_press_is_judged_first_with_real_threads_and_a_busy_loop(busy_ms: int) -> None:
    # Real threads can be held up by the machine, so the settle time leaves them plenty of it.
    wiring = load_wiring()
    lines = GpiozeroLines(MockFactory(), settle_ns=200 * MS)
    hal = GpioHal(wiring, lines)
    judge = Judge()
    expected: list[Player] = []
    going_on = deliver_in_threads(lines, wiring, 150, expected)
    while going_on():
        judge.turn(hal, time.monotonic_ns())
        busy_until_ns = time.monotonic_ns() + busy_ms * MS
        while time.monotonic_ns() < busy_until_ns:
            pass
    end_ns = time.monotonic_ns()
    while judge.turn(hal, end_ns) < end_ns:
        pass
    hal.close()
    assert judge.firsts() == expected
    assert judge.late == 0
