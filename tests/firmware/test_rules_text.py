"""The rules in words: complete for every preset, in every language, and as they are changed."""

from collections.abc import Mapping

import pytest

from display.words import languages, words_in
from firmware.game.rules import PRESETS, SECOND_NS, make_rules
from firmware.rules_text import rules_in_words, time_in_words


def read(preset: str, options: Mapping[str, object] | None = None, language: str = "en") -> str:
    words = words_in(language)
    return "\n".join(words.say(paragraph) for paragraph in rules_in_words(make_rules(preset, options)))


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("preset", PRESETS)
def test_every_preset_can_be_read_aloud(preset: str, language: str) -> None:
    text = read(preset, language=language)
    assert text.count("\n") >= 6
    assert all(paragraph.endswith((".", "!")) for paragraph in text.split("\n"))
    assert "{" not in text
    assert "rules." not in text


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"cards_each": 15}, "has 15 cards"),
        ({"same_rank": True}, "or the same"),
        ({"alternate_colours": True}, "the other colour, red or black"),
        ({"jokers": 1}, "There is a joker."),
        ({"jokers": 2}, "There are two jokers."),
        ({"claim": "none"}, "The first to get rid of all cards wins"),
        ({"claim": "race"}, "the first to slap wins the game"),
        ({"claim_window": 2.5}, "within 2.5 seconds"),
        ({"reshuffle": "whole_piles"}, "each middle pile is shuffled"),
        ({"turn_up": "together"}, "both press action and a new card"),
        ({"turn_up_delay": 1}, "after 1 second."),
        ({"refill": "manual"}, "Press action to fill"),
        ({"misplay_lockout": 0}, "that costs nothing"),
        ({"countdown": 0}, "at once two cards"),
        ({"handicap": [1, 3]}, "Orange's draw pile is 1 card short, Purple's 3 cards."),
        ({"scoring": "points"}, "25 points win the match."),
        ({"target": 1}, "One game wins the match."),
    ],
)
def test_a_changed_rule_is_told(options: dict[str, object], told: str) -> None:
    assert told in read("family", options)
    assert told not in read("family")


@pytest.mark.parametrize(
    ("time_ns", "english", "german"),
    [
        (SECOND_NS, "1 second", "1 Sekunde"),
        (3 * SECOND_NS, "3 seconds", "3 Sekunden"),
        (3 * SECOND_NS // 4, "0.75 seconds", "0,75 Sekunden"),
    ],
)
def test_a_time_is_said_as_the_language_writes_numbers(time_ns: int, english: str, german: str) -> None:
    assert words_in("en").say(time_in_words(time_ns)) == english
    assert words_in("de").say(time_in_words(time_ns)) == german
