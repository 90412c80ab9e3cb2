"""The options, their ranges, what is refused and what the presets set."""

from dataclasses import asdict

import pytest

from firmware.game.rules import OPTIONS, PRESETS, Rules, RulesError, make_rules
from firmware.recording import LineError, parse_line
from tests.firmware.table import S

DEFAULTS = {
    "game": "speed",
    "cards_each": 20,
    "same_rank": False,
    "alternate_colours": False,
    "jokers": 0,
    "claim": "slap",
    "claim_window_ns": 3 * S,
    "reshuffle": "keep_tops",
    "turn_up": "auto",
    "turn_up_delay_ns": 1_500_000_000,
    "refill": "auto",
    "misplay_lockout_ns": 500_000_000,
    "late_grace_ns": 400_000_000,
    "countdown_ns": 3 * S,
    "handicap": (0, 0),
    "scoring": "games",
    "target": 3,
}


def test_every_option_has_its_default() -> None:
    assert asdict(make_rules()) == asdict(Rules()) == DEFAULTS


PRESET_CHANGES = {
    "family": {},
    "online": {"claim": "none", "reshuffle": "whole_piles"},
    "kids": {
        "cards_each": 15,
        "claim": "none",
        "reshuffle": "keep_tops_each",
        "scoring": "points",
        "target": 25,
    },
    "classic": {"claim": "none", "reshuffle": "whole_piles", "turn_up": "together"},
    "slap-race": {"claim": "race"},
    "doubles": {"same_rank": True},
    "red-and-black": {"alternate_colours": True},
    "jokers": {"jokers": 2},
    "spit": {"game": "spit"},
}


@pytest.mark.parametrize(("preset", "changes"), PRESET_CHANGES.items())
def test_a_preset_sets_what_it_says_and_nothing_else(preset: str, changes: dict[str, object]) -> None:
    assert asdict(make_rules(preset)) == DEFAULTS | changes


def test_there_are_these_presets_and_no_others() -> None:
    assert list(PRESETS) == list(PRESET_CHANGES)


VALUES: dict[str, list[object]] = {
    "game": ["speed", "spit"],
    "cards_each": [20, 15],
    "same_rank": [False, True],
    "alternate_colours": [False, True],
    "jokers": [0, 1, 2],
    "claim": ["slap", "none", "race"],
    "claim_window": [0.5, 3, 10],
    "reshuffle": ["keep_tops", "keep_tops_each", "whole_piles"],
    "turn_up": ["auto", "together"],
    "turn_up_delay": [0.5, 1.5, 10],
    "refill": ["auto", "manual"],
    "misplay_lockout": [0, 0.5, 3],
    "late_grace": [0, 0.4, 1],
    "countdown": [0, 3, 10.0],
    "handicap": [[0, 0], [10, 0], (0, 10)],
    "scoring": ["games", "points"],
    "target": [1, 3, 99],
}


def short(value: object) -> str:
    return str(value)[:20]


WRONG: dict[str, list[object]] = {
    "game": ["poker", 1, None],
    "cards_each": [16, 0, 15.0, "20"],
    "same_rank": [1, "on", None],
    "alternate_colours": [0, "true"],
    "jokers": [3, -1, True, 1.0],
    "claim": ["slapped", False],
    "claim_window": [0.499, 10.001, "3", True, float("nan")],
    "reshuffle": ["keep", 0],
    "turn_up": ["manual", 1.5],
    "turn_up_delay": [0.4, 11, float("inf"), None],
    "refill": ["together", True],
    "misplay_lockout": [-0.1, 3.1, False],
    "late_grace": [-1, 1.001],
    "countdown": [-1, 10.5, 10**400, [3]],
    "handicap": [[11, 0], [0, -1], [0], [0, 0, 0], 3, [True, 0], [1.0, 0], "00"],
    "scoring": ["goals", 0],
    "target": [0, -1, 501, 100, 2.0, True, "3"],
}


def test_every_option_is_tried() -> None:
    assert list(OPTIONS) == list(VALUES) == list(WRONG)


@pytest.mark.parametrize(("name", "value"), [(name, value) for name in VALUES for value in VALUES[name]])
def test_an_option_takes_every_value_of_its_range_the_ends_included(name: str, value: object) -> None:
    rules = asdict(make_rules("family", {name: value}))
    if f"{name}_ns" in rules:
        assert rules[f"{name}_ns"] == value * S  # type: ignore[operator]
    else:
        assert rules[name] == (tuple(value) if isinstance(value, list) else value)


@pytest.mark.parametrize(
    ("name", "value"), [(name, value) for name in WRONG for value in WRONG[name]], ids=short
)
def test_a_value_outside_the_range_is_refused_with_the_options_name_and_what_would_be_right(
    name: str, value: object
) -> None:
    with pytest.raises(RulesError, match=rf"^rule '{name}' is .*; it must be ") as refusal:
        make_rules("family", {name: value})
    assert len(str(refusal.value)) < 200


def test_an_unknown_option_is_refused_with_the_known_ones() -> None:
    with pytest.raises(RulesError, match=r"rule 'joker' is not known; there is game, .*, jokers, .*, target"):
        make_rules("family", {"joker": 2})


def test_an_unknown_preset_is_refused_with_the_known_ones() -> None:
    with pytest.raises(RulesError, match=r"preset 'Family' is not known; there is family, online, .*, spit"):
        make_rules("Family")


RACE_AND_POINTS = r"'claim' race .* 'scoring' points"


def test_race_with_points_is_refused_and_the_message_names_both_options() -> None:
    with pytest.raises(RulesError, match=RACE_AND_POINTS):
        make_rules("family", {"claim": "race", "scoring": "points"})
    with pytest.raises(RulesError, match=RACE_AND_POINTS):
        make_rules("kids", {"claim": "race"})
    with pytest.raises(RulesError, match=RACE_AND_POINTS):
        make_rules("slap-race", {"scoring": "points"})


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("cards_each", 20),
        ("handicap", [0, 0]),
        ("jokers", 0),
        ("claim", "slap"),
        ("reshuffle", "keep_tops"),
        ("refill", "auto"),
    ],
)
def test_spit_with_an_option_that_only_speed_has_is_refused_and_the_message_names_both(
    name: str, value: object
) -> None:
    for preset, options in (("spit", {name: value}), ("family", {"game": "spit", name: value})):
        with pytest.raises(RulesError, match=rf"'game' spit does not go with rule '{name}'"):
            make_rules(preset, options)


def test_spit_with_a_preset_of_speed_that_sets_such_an_option_is_refused() -> None:
    with pytest.raises(RulesError, match=r"'game' spit does not go with rule 'claim'"):
        make_rules("online", {"game": "spit"})


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("same_rank", True),
        ("alternate_colours", True),
        ("claim_window", 5),
        ("turn_up", "together"),
        ("turn_up_delay", 1),
        ("misplay_lockout", 0),
        ("late_grace", 0),
        ("countdown", 0),
        ("scoring", "points"),
        ("target", 5),
    ],
)
def test_spit_goes_with_every_other_option(name: str, value: object) -> None:
    assert make_rules("spit", {name: value}).game == "spit"


def test_a_match_for_points_is_to_25_unless_a_target_is_named() -> None:
    assert make_rules("family", {"scoring": "points"}).target == 25
    assert make_rules("spit", {"scoring": "points"}).target == 25
    assert make_rules("family", {"scoring": "points", "target": 7}).target == 7


def test_a_preset_for_points_that_is_told_to_count_games_goes_to_3() -> None:
    assert make_rules("kids", {"scoring": "games"}).target == 3


def test_a_target_is_at_most_99_games_or_500_points() -> None:
    assert make_rules("family", {"scoring": "points", "target": 500}).target == 500
    with pytest.raises(RulesError, match=r"'target' is 501"):
        make_rules("family", {"scoring": "points", "target": 501})
    with pytest.raises(RulesError, match=r"'target' is 100; it must be .* to 99 with 'scoring' games"):
        make_rules("family", {"target": 100})


def test_an_option_named_by_hand_overrides_the_presets() -> None:
    rules = make_rules("classic", {"turn_up": "auto", "jokers": 1})
    assert (rules.claim, rules.reshuffle) == ("none", "whole_piles")
    assert (rules.turn_up, rules.jokers) == ("auto", 1)


def test_a_combination_that_is_refused_is_refused_in_a_recording_too() -> None:
    with pytest.raises(LineError, match=RACE_AND_POINTS):
        parse_line('{"new": {"preset": "kids", "rules": {"claim": "race"}}}')
