"""No screen shows a word that is not in the tables of strings, and none is left with an empty place."""

import re
from collections.abc import Callable, Iterator

import pytest

from display import words
from display.lettering import Lettering
from display.sdl import pygame
from firmware.screen import Screen
from firmware.text import Text
from tests.gallery.pictures import pictures
from tests.gallery.screens import Shown, all_screens

PLACE = re.compile(r"\{\w*\}")


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """All that is written while the test runs."""
    texts: list[str] = []

    def listening(line: Callable[..., pygame.Surface]) -> Callable[..., pygame.Surface]:
        def listen(self: Lettering, text: str, *more: object) -> pygame.Surface:
            texts.append(text)
            return line(self, text, *more)

        return listen

    monkeypatch.setattr(Lettering, "line", listening(Lettering.line))
    return texts


def masked(line: str) -> str:
    """The line with an M for each letter outside its places."""
    places = PLACE.findall(line)
    parts = [re.sub(r"[^\W\d_]", "M", part) for part in PLACE.split(line)]
    return "".join(part + place for part, place in zip(parts, [*places, ""], strict=True))


def as_they_are(shown: Shown) -> Iterator[str]:
    """The words of a screen that are the same in every language."""
    screen: Screen = shown.screen
    texts: list[object] = [*screen.notes.values(), *screen.panels.values()]
    while texts:
        match texts.pop():
            case Text("plain", values):
                yield from (str(value) for _, value in values)
            case Text(_, values):
                yield from (value for _, value in values if isinstance(value, str))
                texts += [value for _, value in values]
            case tuple() as several:
                texts += several
            case other if hasattr(other, "__slots__") and not isinstance(other, Text):
                texts += [getattr(other, name) for name in other.__slots__]
            case dict() as by_name:
                texts += by_name.values()
            case other if hasattr(other, "values") and callable(other.values):
                texts += other.values()
            case _:
                continue


def test_no_word_is_shown_that_no_table_has(monkeypatch: pytest.MonkeyPatch, written: list[str]) -> None:
    table = {key: line if key == "plain" else masked(line) for key, line in words.table("en").items()}
    masking = words.Words("en")
    monkeypatch.setattr(masking, "_lines", table)
    for module in ("display.painter", "display.panels.sprites", "display.outputs.window"):
        monkeypatch.setattr(f"{module}.words_in", lambda language: masking, raising=False)
    shown = [each for each in all_screens() if each.key_labels is None]
    for _ in pictures(shown, (640, 360), "en"):
        pass
    allowed = {word for each in shown for text in as_they_are(each) for word in text.split()}
    seen = {word for text in written for word in text.split()}
    assert len(seen) > 100
    strange = {word for word in seen - allowed if re.search(r"[A-LN-Za-z]", word)}
    assert not strange


@pytest.mark.parametrize("language", words.languages())
def test_every_place_is_filled(language: str, written: list[str]) -> None:
    for _ in pictures(all_screens(), (640, 360), language):
        pass
    assert not [text for text in written if "{" in text or re.fullmatch(r"[a-z_]+\.[a-z_.]+", text)]
