"""The fast lane comes to the same numbers as the games themselves, whatever it is asked for."""

from itertools import product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware.game.rules import OPTIONS, PRESETS, Choice, Rules, make_rules
from firmware.opponents import LEVELS
from firmware.simulation import fast_lane, simulate
from firmware.simulation.tally import Numbers

COVERED = ("family", "online", "kids", "classic", "slap-race", "doubles", "red-and-black")
PAIRS = list(product(LEVELS, repeat=2))

rules_covered = st.builds(
    lambda options: make_rules("family", options),
    st.fixed_dictionaries(
        {},
        optional={
            **{
                name: st.sampled_from(option.values)
                for name, option in OPTIONS.items()
                if isinstance(option, Choice) and name not in ("game", "jokers", "refill", "scoring")
            },
            "claim_window": st.sampled_from((2.7, 3, 10)),
            "turn_up_delay": st.sampled_from((0.5, 1, 10)),
            "countdown": st.sampled_from((0, 3, 10)),
            "handicap": st.tuples(st.integers(0, 10), st.integers(0, 10)),
            "target": st.sampled_from((1, 99)),
        },
    ),
)


def both(rules: Rules, levels: tuple[str, str], games: int, seeds: tuple[int, int, int]) -> list[Numbers]:
    """The numbers from the fast lane and from the games themselves."""
    assert fast_lane.covers(rules, levels)
    cards, *players = seeds
    return [
        way.play_games(rules, levels, games, Random(cards), [Random(seed) for seed in players])
        for way in (fast_lane, simulate)
    ]


@pytest.mark.parametrize("levels", PAIRS, ids="-".join)
@pytest.mark.parametrize("preset", COVERED)
def test_each_game_of_a_preset_has_the_same_numbers_at_all_levels(
    preset: str, levels: tuple[str, str]
) -> None:
    for seed in range(12):
        fast, real = both(make_rules(preset), levels, 1, (seed, seed + 1, seed + 2))
        assert fast == real


@settings(max_examples=400, deadline=None)
@given(
    rules_covered,
    st.sampled_from(PAIRS),
    st.integers(1, 4),
    st.tuples(*[st.integers(0, 2**32)] * 3),
)
def test_games_in_a_row_have_the_same_numbers_with_all_options_together(
    rules: Rules, levels: tuple[str, str], games: int, seeds: tuple[int, int, int]
) -> None:
    fast, real = both(rules, levels, games, seeds)
    assert fast == real


@pytest.mark.parametrize("level", ["easy", "medium", "hard"])
@pytest.mark.parametrize("preset", COVERED)
def test_two_who_press_at_the_very_same_time_are_judged_in_the_same_order(preset: str, level: str) -> None:
    for seed in range(12):
        fast, real = both(make_rules(preset), (level, level), 1, (seed, 7, 7))
        assert fast == real


@pytest.mark.parametrize("reshuffle", ["keep_tops", "keep_tops_each", "whole_piles"])
def test_deals_that_come_to_a_dead_end_have_the_same_numbers(reshuffle: str) -> None:
    options = {"reshuffle": reshuffle, "alternate_colours": True, "claim": "none"}
    fast, real = both(make_rules("family", options), ("medium", "medium"), 600, (1, 2, 3))
    assert fast == real
    assert fast.reshuffles > 100
    assert fast.draw_pile_turn_ups > 0


@pytest.mark.parametrize(
    ("preset", "options"),
    [
        ("spit", {}),
        ("jokers", {}),
        ("family", {"refill": "manual"}),
        ("family", {"claim_window": 2.6}),
        ("slap-race", {"claim_window": 0.5}),
    ],
)
def test_other_games_are_played_as_they_are(preset: str, options: dict[str, object]) -> None:
    rules = make_rules(preset, options)
    assert not fast_lane.covers(rules, ("easy", "medium"))
    numbers = simulate.simulate(rules, ("easy", "medium"), 5, 1)
    players = [Random(f"1 batch 0 player {player}") for player in (1, 2)]
    assert numbers == simulate.play_games(rules, ("easy", "medium"), 5, Random("1 batch 0"), players)


def test_every_preset_is_either_covered_or_known_not_to_be() -> None:
    covered = [name for name in PRESETS if fast_lane.covers(make_rules(name), ("easy", "expert"))]
    assert sorted(covered) == sorted(COVERED)
    assert set(PRESETS) - set(COVERED) == {"jokers", "spit"}
