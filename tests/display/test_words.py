"""One table of strings for each language: all the same, all used, and nothing shown that is not in it."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import pytest

from display import words
from display.words import Words, languages, words_in
from firmware.text import Text, plain, say

ROOT = Path(__file__).parents[2]
NUMBER = re.compile(r"\.(one|other)$")


def places(line: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(line) if name is not None}


def keys() -> set[str]:
    """What is said, without the endings that a number chooses."""
    return {NUMBER.sub("", key) for key in words.table("en")}


def trees() -> Iterator[ast.AST]:
    for folder in ("firmware", "display"):
        for path in (ROOT / folder).rglob("*.py"):
            yield ast.parse(path.read_text(encoding="utf-8"))


def pattern(node: ast.JoinedStr) -> str:
    """A pattern of the strings that an f-string can give."""
    parts = [
        re.escape(str(part.value)) if isinstance(part, ast.Constant) else "[^.]+" for part in node.values
    ]
    return "".join(parts)


def written() -> tuple[set[str], list[str]]:
    """Every string of the program, and the patterns of those that are put together."""
    plain_strings, patterns = set(), []
    for tree in trees():
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                plain_strings.add(node.value)
            elif isinstance(node, ast.JoinedStr) and re.match(r"[a-z]+\\\.|\[\^\.\]\+_[a-z]", pattern(node)):
                patterns.append(pattern(node).replace("[^.]+_", ".+_"))
    return plain_strings, patterns


@pytest.mark.parametrize("language", languages())
def test_every_language_says_the_same_things_with_the_same_places(language: str) -> None:
    english, other = words.table("en"), words.table(language)
    assert other.keys() == english.keys()
    for key, line in english.items():
        assert places(other[key]) == places(line), key
        assert other[key] == other[key].strip() != "", key


def test_every_line_is_said_somewhere() -> None:
    plain_strings, patterns = written()
    unused = [
        key
        for key in sorted(keys())
        if key not in plain_strings and not any(re.fullmatch(each, key) for each in patterns)
    ]
    assert not unused


def said() -> Iterator[tuple[str, set[str]]]:
    """What is said by a key that is written out, with the names of the values."""
    for tree in trees():
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "say":
                key, names = node.args[0], {keyword.arg for keyword in node.keywords}
                if isinstance(key, ast.Constant) and None not in names:
                    yield str(key.value), {str(name) for name in names}


def test_what_is_said_has_words_and_a_value_for_each_place() -> None:
    lines = words.table("en")
    assert {key for key, _ in said()} <= keys()
    for key, names in said():
        for line in (lines.get(key), lines.get(f"{key}.one"), lines.get(f"{key}.other")):
            assert line is None or places(line) <= names, key


def test_values_are_put_into_their_places_also_texts_of_their_own() -> None:
    told = say("table.joined", result=say("table.other_won_game", other=say("name.2")), ask=plain("Go"))
    assert words_in("en").say(told) == "Purple won – Go"
    assert words_in("de").say(told) == "Lila gewinnt – Go"


@pytest.mark.parametrize(("count", "told"), [(0, "0 cards"), (1, "1 card"), (2, "2 cards"), (21, "21 cards")])
def test_a_number_chooses_between_one_and_many(count: int, told: str) -> None:
    assert words_in("en").say(say("table.pile_count", count=count)) == told


def test_what_a_language_has_not_is_said_in_english(monkeypatch: pytest.MonkeyPatch) -> None:
    tables = {"en": words.table("en"), "de": {"table.slap": "HAU!"}}
    monkeypatch.setattr(words, "table", tables.__getitem__)
    half = Words("de")
    assert half.say(say("table.slap")) == "HAU!"
    assert half.say(say("table.press_action")) == "Press action"


def test_what_has_no_words_at_all_does_not_stop_the_game() -> None:
    assert words_in("en").say(Text("no.such.line", (("count", 2),))) == "no.such.line"
    assert words_in("en").say(say("table.score", score=2)) == "2 of {target}"


def test_a_language_without_a_table_is_refused() -> None:
    with pytest.raises(ValueError, match="no words in 'xx'; languages: de, en"):
        Words("xx")
