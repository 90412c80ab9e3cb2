"""Something to say, in no language yet: the display's tables of strings put it into words."""

from dataclasses import dataclass
from typing import TypeAlias, Union

Value: TypeAlias = Union[str, int, "Text"]
"""What fills a place of a text: a name or number as it is, or a text of its own."""


@dataclass(frozen=True, slots=True)
class Text:
    """A line of the tables of strings: its `key` there, and what fills its places, by name."""

    key: str
    values: tuple[tuple[str, Value], ...] = ()


def say(key: str, **values: Value) -> Text:
    """The text `key` with its places filled."""
    return Text(key, tuple(sorted(values.items())))


def decimal(value: float, places: int) -> Value:
    """A number with so many decimal places at most, and none that it does not need."""
    whole, _, fraction = f"{value:.{places}f}".partition(".")
    fraction = fraction.rstrip("0")
    return say("decimal", whole=whole, fraction=fraction) if fraction else whole


def plain(words: str | int) -> Text:
    """Words that are the same in every language: a number, a name that somebody typed, a version."""
    return say("plain", words=words)
