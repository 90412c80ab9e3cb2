"""The benchmarks: `make bench`. Each prints a ratio of two things measured in the same run.

Every pair is measured in turns, several times, and the best of each counts: what else the machine does
makes both slower, never faster.
"""

import io
import os
import time
from collections.abc import Callable
from random import Random

from firmware.game.rules import make_rules
from firmware.opponents import LEVELS, Opponent
from firmware.recording import NewMatch, edge_line, new_match_line
from firmware.referee import Referee, serve
from firmware.sequencer import Sequencer
from firmware.session import Session
from firmware.simulation.simulate import simulate
from hal.events import InputEvent
from tests.bench.inputs import GpiodEvents, MockPins, bare_hand_overs, idle_panels, panel_hand_overs
from tests.bench.slow_disk import slow_over_fast
from tests.bench.start import start_up_s
from tests.bench.tight_loop import plays_of

ROUNDS = 5


def best_rates(
    *tasks: Callable[[], int], clock: Callable[[], float] = time.perf_counter, rounds: int = ROUNDS
) -> list[float]:
    """How much each task gets done in a second, at its best; a task returns how much it did.

    `clock`: `time.process_time` for what is done by one thread that waits for nothing.
    """
    rates = [0.0] * len(tasks)
    for _ in range(rounds):
        for number, task in enumerate(tasks):
            start = clock()
            done = task()
            rates[number] = max(rates[number], done / (clock() - start))
    return rates


def report(name: str, ratio: float, wanted: str, detail: str) -> None:
    print(f"{name:<58} {ratio:7.2f}   wanted {wanted:<8} {detail}", flush=True)


def simulated_plays(level: str) -> int:
    numbers = simulate(make_rules(), (level, level), 100, 1)
    return sum(player.plays for player in numbers.players.values())


def bench_simulate() -> None:
    # Short and often: each of them finds a moment in which nothing else runs.
    tight, *levels = best_rates(
        lambda: plays_of(100, 1),
        *(lambda level=level: simulated_plays(level) for level in LEVELS),
        clock=time.process_time,
        rounds=10 * ROUNDS,
    )
    for level, rate in zip(LEVELS, levels, strict=True):
        report(f"simulate ({level}) / the tightest loop", rate / tight, "≥ 0.35", f"{rate:,.0f} plays/s")

    def games(jobs: int) -> int:
        simulate(make_rules(), ("medium", "medium"), 12_000, 1, jobs)
        return 12_000

    one, two = best_rates(lambda: games(1), lambda: games(2))
    report("simulate: two jobs / one", two / one, "≥ 1.7", f"{os.cpu_count()} processors")


def recorded_match(seconds: int) -> list[bytes]:
    """The lines of a long match between two computer players."""
    new = NewMatch(options={"target": 99}, seed=1)
    edges: list[InputEvent] = []
    players = [Opponent(player, LEVELS["medium"], Random(player)) for player in (1, 2)]
    session = Session(Referee(new), Sequencer(Random(0).random), players, edges.append)
    session.run_before(seconds * 10**9)
    return [line.encode() for line in (new_match_line(new), *map(edge_line, edges))]


class Nowhere(io.StringIO):
    def write(self, text: str) -> int:
        return len(text)


def bench_referee() -> None:
    lines = recorded_match(5000)
    tenth = len(lines) // 10

    def judged(count: int) -> int:
        serve(lines[:count], Nowhere(), with_state=False)
        return count

    whole, beginning = best_rates(lambda: judged(len(lines)), lambda: judged(tenth))
    report("referee: 20,000 / lines a second without state", 20_000 / whole, "≤ 1", f"{whole:,.0f} lines/s")
    report(
        "referee: cost of a line, ten times as long a match / short",
        beginning / whole,
        "about 1",
        f"{len(lines):,} lines",
    )


def bench_inputs() -> None:
    pins, events = MockPins(), GpiodEvents()
    bare, ours, numbered = best_rates(pins.bare, pins.panels, events.panels)
    report("an edge through hal/gpio.py / a bare callback", bare / ours, "≤ 4", f"{ours:,.0f} edges/s")
    report(
        "an edge through gpiod's events / a bare callback", bare / numbered, "≤ 5", f"{numbered:,.0f} edges/s"
    )
    eventfd, panels = best_rates(bare_hand_overs, panel_hand_overs)
    report(
        "hand-over to the main loop / an eventfd",
        eventfd / panels,
        "≤ 5",
        f"{1e6 / panels:.0f} µs there and back",
    )
    for name, (threads, switches) in idle_panels().items():
        report(f"threads of idle panels ({name})", threads, "0", "beside the library's own")
        report(f"context switches a second of idle panels ({name})", switches, "≤ 20", "")


def bench_drawing() -> None:
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    from tests.bench.drawing import (
        frames_of_a_moving_card,
        full_blits,
        full_redraws,
        furious_minute,
        touched_pixels,
    )

    full, blit, moving = best_rates(
        full_redraws, full_blits, frames_of_a_moving_card, clock=time.process_time
    )
    report("a full redraw / one full-screen blit", blit / full, "≤ 4", f"{1000 / full:.2f} ms at 1920 × 1080")
    report("a frame with a moving card / a full redraw", full / moving, "≤ 0.15", f"{1000 / moving:.2f} ms")
    touched = max(touched_pixels())
    report("the most pixels that such a frame draws / all", touched / (1920 * 1080), "≤ 0.03", f"{touched:,}")
    minute = furious_minute()
    report("collections of the oldest garbage in a furious minute", minute.collections, "0", "")
    # A Pi 4 is taken for ten times slower. A card that lands redraws its hand, its pile and its trail; the
    # slowest frames are those in which the whole table changes, and may be answered one frame later.
    for percent, frames in ((50, 1), (90, 1), (99, 2)):
        game_ms = 10_000 * minute.game_s
        drawn_ms = 10_000 * minute.drawn_s[len(minute.drawn_s) * percent // 100]
        report(
            f"furious play on a Pi 4: frames at p{percent} / {frames} of 60 a second",
            (game_ms + drawn_ms) * 60 / 1000 / frames,
            "≤ 1",
            f"{game_ms:.1f} ms for the game + {drawn_ms:.1f} ms to draw, of {frames * 1000 / 60:.1f} ms",
        )

    from tests.bench import presenting

    full, moving = best_rates(presenting.full_redraws, presenting.frames_of_a_moving_card)
    report("the same two on a turned framebuffer", full / moving, "≤ 0.15", f"{1000 / moving:.2f} ms")


def bench_sound() -> None:
    os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
    from tests.bench.drawing import frames_of_a_moving_card
    from tests.bench.sound import plays, silent_frames

    silent, play, moving = best_rates(silent_frames, plays, frames_of_a_moving_card)
    report("hearing two plays / a frame with a moving card", moving / play, "≤ 0.1", f"{1e6 / play:.1f} µs")
    report("hearing nothing / such a frame", moving / silent, "≤ 0.01", f"{1e6 / silent:.1f} µs")


def bench_start() -> None:
    bare, ours = start_up_s()
    report("start to first picture / importing pygame + a window", ours / bare, "≤ 2.5", f"{ours:.2f} s")


def bench_slow_disk() -> None:
    ratio, slow_us = slow_over_fast()
    report("p99 edge to engine, a sync takes 500 ms / none", ratio, "≤ 1.1", f"{slow_us:.0f} µs")


if __name__ == "__main__":
    bench_simulate()
    bench_referee()
    bench_inputs()
    bench_slow_disk()
    bench_drawing()
    bench_sound()
    bench_start()
