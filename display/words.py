"""Puts texts into words: one table of strings for each language, `languages/NAME.toml`.

A line of a table is a key and its words, with places such as `{other}` for the text's values. A key that
depends on a number has two lines, `KEY.one` and `KEY.other`; the text's value `count` chooses. What a table
has not is said in English.
"""

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import Final

from firmware.game.events import Player
from firmware.text import Text, Value, say

ENGLISH: Final = "en"


class Words:
    """What is said in one language.

    Raises:
        ValueError: there is no table of that language.
    """

    def __init__(self, language: str) -> None:
        self.language = language
        self._lines = {**table(ENGLISH), **table(language)}

    def say(self, text: Text) -> str:
        """The text in words, its values put into their places.

        A key without any words is said itself, and a place without a value stays as it is: that is ugly,
        but it stops no game.
        """
        values = _Places({name: self._value(value) for name, value in text.values})
        words = self._lines.get(text.key)
        if words is None:
            number = "one" if values.get("count") == "1" else "other"
            words = self._lines.get(f"{text.key}.{number}", text.key)
        return words.format_map(values)

    def _value(self, value: Value) -> str:
        return self.say(value) if isinstance(value, Text) else str(value)


def name_of(player: Player) -> Text:
    """What the player is called."""
    return say(f"name.{player}")


class _Places(dict[str, str]):
    def __missing__(self, name: str) -> str:
        return f"{{{name}}}"


@cache
def words_in(language: str) -> Words:
    """The words of a language, read once."""
    return Words(language)


def languages() -> tuple[str, ...]:
    """The names of all languages that have a table."""
    names = (entry.name for entry in files("display").joinpath("languages").iterdir())
    return tuple(sorted(name.removesuffix(".toml") for name in names if name.endswith(".toml")))


@cache
def table(language: str) -> Mapping[str, str]:
    """The lines of a language's table, by key."""
    if language not in languages():
        raise ValueError(f"there are no words in {language!r}; languages: {', '.join(languages())}")
    text = files("display").joinpath("languages", f"{language}.toml").read_text(encoding="utf-8")
    return dict(_lines(tomllib.loads(text), ""))


def _lines(node: Mapping[str, object], above: str) -> Iterator[tuple[str, str]]:
    for name, value in node.items():
        if isinstance(value, dict):
            yield from _lines(value, f"{above}{name}.")
        else:
            assert isinstance(value, str), f"{above}{name} of a table of strings is no text: {value!r}"
            yield f"{above}{name}", value
