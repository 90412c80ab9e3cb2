"""Simulated games are the games of the table, only quicker."""

import subprocess
import sys
from random import Random

import pytest

from firmware.game.events import Event, Played, Won
from firmware.game.games import new_match
from firmware.game.rules import make_rules
from firmware.opponents import LEVELS, Opponent
from firmware.recording import NewMatch
from firmware.referee import Referee
from firmware.sequencer import Sequencer
from firmware.session import Session
from firmware.simulation.simulate import duel, simulate
from firmware.simulation.tally import Numbers


def opponents(levels: tuple[str, str], seed: int) -> tuple[Opponent, Opponent]:
    one, two = levels
    return Opponent(1, LEVELS[one], Random(f"{seed} 1")), Opponent(2, LEVELS[two], Random(f"{seed} 2"))


@pytest.mark.parametrize("preset", ["family", "classic", "slap-race", "jokers", "red-and-black", "spit"])
@pytest.mark.parametrize("levels", [("easy", "medium"), ("hard", "expert")])
def test_a_simulated_game_is_the_game_that_the_table_would_see(preset: str, levels: tuple[str, str]) -> None:
    for seed in range(5):
        numbers = Numbers()
        game = new_match(make_rules(preset), Random(seed))
        length_ns = duel(game, *opponents(levels, seed), numbers)
        session = Session(
            Referee(NewMatch(preset, seed=seed)), Sequencer(Random(0).random), opponents(levels, seed)
        )
        events: list[Event] = []
        while not any(isinstance(event, Won) for event in events):
            events += session.run_before((session.due_ns or 0) + 1)
        won = next(event for event in events if isinstance(event, Won))
        assert (won.t, won.player) == (length_ns, game.winner)
        plays = sum(isinstance(event, Played) for event in events)
        if preset != "spit":
            assert plays == sum(player.plays for player in numbers.players.values())


@pytest.mark.parametrize(("preset", "games"), [("family", 1500), ("jokers", 130)])
def test_the_number_of_jobs_does_not_change_the_numbers(preset: str, games: int) -> None:
    one, three = (simulate(make_rules(preset), ("hard", "easy"), games, 7, jobs) for jobs in (1, 3))
    assert one.value() == three.value()
    assert one.lengths_s == three.lengths_s


def test_no_process_outlives_a_simulation_that_was_killed() -> None:
    program = (
        "from firmware.game.rules import make_rules\n"
        "from firmware.simulation.simulate import simulate\n"
        "def progress(games):\n    print(games, flush=True)\n"
        "simulate(make_rules(), ('easy', 'easy'), 10**9, 1, 2, progress)"
    )
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"400\n"
        process.kill()
        # All of them hold the pipe open: this returns when the last one is gone.
        process.communicate(timeout=30)


def test_progress_is_told_up_to_the_last_game() -> None:
    told: list[int] = []
    simulate(make_rules(), ("easy", "easy"), 900, 7, progress=told.append)
    assert told == [400, 400, 100]


@pytest.mark.parametrize("preset", ["family", "spit"])
@pytest.mark.parametrize(("better", "worse"), [("medium", "easy"), ("hard", "medium"), ("expert", "hard")])
def test_each_level_beats_the_one_below_it_in_three_of_four_games(
    preset: str, better: str, worse: str
) -> None:
    games = 2000 if preset == "family" else 60
    numbers = simulate(make_rules(preset), (better, worse), games, 1)
    assert numbers.players[1].wins / games >= 0.75


@pytest.mark.parametrize(
    ("level", "seconds", "missed"),
    [("easy", 2.0, 0.30), ("medium", 1.3, 0.12), ("hard", 1.0, 0.03), ("expert", 0.6, 0.0)],
)
def test_each_level_plays_as_quickly_and_overlooks_as_much_as_it_should(
    level: str, seconds: float, missed: float
) -> None:
    own = simulate(make_rules(), (level, level), 300, 2).players[1]
    assert own.median_time_to_play_s() == pytest.approx(seconds, rel=0.1)
    assert own.missed / own.looks == pytest.approx(missed, rel=0.15)
    assert own.misplays == 0
