import subprocess
import sys
from dataclasses import replace
from io import BytesIO, StringIO, TextIOWrapper
from typing import TextIO

import pytest
from hypothesis import given, settings
from rich.console import Console

from display.animation import MS, OneShots
from display.gallery import NOW_NS, ONE, TWO, table
from display.port import Display, DisplayError
from display.terminal import TerminalDisplay
from display.text_table import COLUMNS, ROWS, draw_text, plain_text
from firmware.game.events import Event
from firmware.game.view import TableView
from tests.display.tables import NAMED, frames

KEYS = {
    1: {"card1": "1", "card2": "2", "card3": "3", "card4": "4", "card5": "5", "action": "A", "slap": "Space"},
    2: {
        "card1": "6",
        "card2": "7",
        "card3": "8",
        "card4": "9",
        "card5": "0",
        "action": "L",
        "slap": "Return",
    },
}
OTHER_PAGE, FIRST_PAGE, CURSOR_OFF, CURSOR_ON = "\x1b[?1049h", "\x1b[?1049l", "\x1b[?25l", "\x1b[?25h"


def terminal(file: TextIO, **more: object) -> Console:
    options = {"force_terminal": True, "width": 80, "height": 24, "color_system": "truecolor", **more}
    return Console(file=file, **options)  # type: ignore[arg-type]


def text_of(name: str) -> str:
    return plain_text(NAMED[name].view, NAMED[name].events, NOW_NS)


@settings(deadline=None, max_examples=60)
@given(frames)
def test_any_table_fits_80_by_24(frame: tuple[TableView, list[Event], int]) -> None:
    view, events, now_ns = frame
    lines = plain_text(view, events, now_ns).split("\n")
    assert len(lines) == ROWS
    assert all(len(line) <= COLUMNS for line in lines)


def test_the_text_shows_hands_tops_counts_and_scores() -> None:
    text = text_of("play")
    for words in ("10♦", "6♣", "A♥", "Q♠", "8♦", "9♠", "J♥", "4♣", "K♦", "10♥", "7♥"):
        assert words in text
    for words in ("Orange  2 of 3", "Purple  1 of 3", "9 left", "11 left"):
        assert words in text
    assert text.count(" 4 ") == 2, "the side piles' counts"
    assert "\x1b" not in text


def test_a_sign_stands_at_its_card() -> None:
    lines = text_of("misplay").split("\n")
    row = next(number for number, line in enumerate(lines) if "misplay" in line)
    assert abs(lines[row].index("misplay") + 3 - lines[18].index("A♥")) <= 2
    assert "beaten" in text_of("beaten")


def test_the_text_says_who_played_the_tops_and_what_is_asked() -> None:
    assert "Orange ━" in text_of("play-marked")
    assert "Purple ═" in text_of("play-marked")
    assert "SLAP!  Hit your slap pad to win" in text_of("claim")
    assert "Stuck: new cards in 1.3 s" in text_of("stuck")
    assert "You won the game  Press action for the next game" in text_of("won")


def test_the_keys_are_shown_below_the_cards_and_by_name() -> None:
    text = draw_text(NAMED["play"].view, OneShots(), NOW_NS, KEYS).text()  # type: ignore[arg-type]
    for words in ("[1]", "[5]", "[6]", "[0]", "Orange: A = action, Space = slap", "Return = slap"):
        assert words in text


def test_the_terminal_gets_its_page_and_cursor_back() -> None:
    file = StringIO()
    display: Display = TerminalDisplay(KEYS, console=terminal(file))  # type: ignore[arg-type]
    display.show(NAMED["play"].view, (), NOW_NS)
    shown = file.getvalue()
    assert OTHER_PAGE in shown
    assert CURSOR_OFF in shown
    assert FIRST_PAGE not in shown
    assert "10♦" in shown
    display.close()
    display.close()
    assert FIRST_PAGE in file.getvalue()
    assert CURSOR_ON in file.getvalue()
    display.redraw()


def test_a_picture_that_stays_the_same_is_not_written_again() -> None:
    file = StringIO()
    display = TerminalDisplay(console=terminal(file))
    display.show(NAMED["play"].view, (), NOW_NS)
    written = len(file.getvalue())
    assert display.show(NAMED["play"].view, (), NOW_NS + MS) is None
    assert len(file.getvalue()) == written
    display.redraw()
    assert len(file.getvalue()) > written
    display.close()


def test_a_slow_line_is_asked_for_no_more_than_20_frames_a_second() -> None:
    display = TerminalDisplay(console=terminal(StringIO()))
    view = table(replace(ONE, locked_until_ns=NOW_NS + 500 * MS), TWO)
    assert display.show(view, (), NOW_NS) == NOW_NS + 50 * MS
    assert display.show(NAMED["countdown"].view, (), NOW_NS) == NOW_NS + 400 * MS
    display.close()


def test_no_color_is_respected(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    file = StringIO()
    display = TerminalDisplay(console=terminal(file))
    display.show(NAMED["play"].view, (), NOW_NS)
    display.close()
    assert "38;2" not in file.getvalue()
    assert "48;2" not in file.getvalue()


def test_without_utf_8_the_suits_are_letters() -> None:
    file = TextIOWrapper(BytesIO(), encoding="ascii")
    display = TerminalDisplay(console=terminal(file))
    for scenario in NAMED.values():
        display.show(scenario.view, scenario.events, NOW_NS)
    display.show(NAMED["play"].view, (), NOW_NS)
    display.close()
    file.flush()
    buffer = file.buffer
    assert isinstance(buffer, BytesIO)
    assert b"10D" in buffer.getvalue()


def test_a_terminal_that_is_too_small_is_told_so() -> None:
    file = StringIO()
    display = TerminalDisplay(console=terminal(file, width=60, height=20))
    display.show(NAMED["play"].view, (), NOW_NS)
    display.close()
    assert "80 x 24" in file.getvalue()


def test_an_output_that_is_no_terminal_is_refused() -> None:
    with pytest.raises(DisplayError, match="no terminal"):
        TerminalDisplay(console=Console(file=StringIO(), force_terminal=False))


def test_the_terminal_needs_no_pygame() -> None:
    code = "import sys, display.terminal; sys.exit('pygame' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0
