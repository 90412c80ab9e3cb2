import os
import pty
import re
import subprocess
import sys
from dataclasses import replace
from io import BytesIO, StringIO, TextIOWrapper
from typing import TextIO

import pytest
from hypothesis import given, settings
from rich.console import Console, ConsoleDimensions

from display.animation import MS, NUDGE_AFTER_NS, OneShots
from display.keys import KeyLabels
from display.port import Display, DisplayError
from display.text.grid import COLUMNS, ROWS
from display.text.panels import draw_panels
from display.text.table import draw_text
from display.text.terminal import TerminalDisplay
from firmware.game.events import Event, Player
from firmware.game.view import TableView
from firmware.screen import ButtonView, Look, PanelView, Row, Screen, SwitchState
from firmware.text import Text, plain
from tests.display.situations import NOW_NS, ONE, TWO, table
from tests.display.tables import NAMED, frames, plain_text, shown

KEYS: KeyLabels = {
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
CLEAR = "\x1b[2J"
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


def test_the_text_says_who_played_the_last_card_and_what_is_asked() -> None:
    assert "Orange ━" in text_of("joker-played")
    assert "Purple ═" in text_of("play-marked")
    assert "Orange ━" not in text_of("play-marked"), "played before that"
    assert "Stuck: new cards in 1.3 s" in text_of("stuck")
    assert "Hit your slap pad to win" in text_of("claim")
    assert "Press action for the next game" in text_of("won")


def test_what_decides_the_game_stands_large_where_the_cards_were() -> None:
    for name, words in (("claim", "S L A P !"), ("won", "Y O U   W O N"), ("won", "O R A N G E   W O N")):
        assert words in text_of(name)
    assert "10♦" not in text_of("won")
    assert "SLAP!  The first slap wins" in text_of("race"), "who has cards left plays on"


def test_a_joker_says_what_it_stands_for_or_that_any_card_fits() -> None:
    assert text_of("joker-in-hand").count("JOKER") == 2
    rows = text_of("joker-played").split("\n")
    assert "K♠" in rows[11]
    assert "joker" in rows[12]
    rows = text_of("joker-wild").split("\n")
    assert "JOKER" in rows[11]
    assert "any card" in rows[12]


def test_spit_shows_its_stocks_and_nothing_beside_the_middle() -> None:
    text = text_of("spit-play")
    for words in ("×2", "×3", "×4", "×5", "11 spit", "8 spit", "move here"):
        assert words in text
    assert "×1" not in text
    assert "▒" not in "".join(text.split("\n")[9:14])
    assert "moved" in text_of("spit-moved")
    for words in ("5 cards", "8 cards"):
        assert words in text_of("spit-slap")


def test_the_keys_are_shown_below_the_cards_and_by_name() -> None:
    text = draw_text(NAMED["play"].screen, OneShots(), NOW_NS, KEYS).text()
    for words in ("[1]", "[5]", "[6]", "[0]", "Orange: A = action, Space = slap", "Return = slap"):
        assert words in text


def footer(key_labels: KeyLabels | None, notice: Text | None = None) -> tuple[str, str]:
    """The first and the last line."""
    lines = draw_text(NAMED["play"].screen, OneShots(), NOW_NS, key_labels, notice).text().split("\n")
    return lines[0], lines[-1]


def test_keys_are_shown_of_people_only_and_how_to_leave_wherever_keys_are_read() -> None:
    assert footer(None)[1] == ""
    assert footer({})[1].strip() == "Q leaves"
    orange, purple = "Orange: A = action, Space = slap", "Purple: L = action, Return = slap"
    assert re.split("  +", footer({1: KEYS[1]})[1].strip()) == [orange, "Q leaves"]
    assert re.split("  +", footer(KEYS)[1].strip()) == [orange, "Q leaves", purple]


def test_a_notice_stands_between_the_name_and_the_draw_pile() -> None:
    notice = "Demonstration – press Q to leave"
    assert f" {notice} " in footer({}, plain(notice))[0]
    many = replace(NAMED["many"].view, seats={1: ONE, 2: replace(TWO, draw_count=46, score=125)})
    line = draw_text(shown(many), OneShots(), NOW_NS, {}, plain(notice)).text().split("\n")[0]
    assert "125 of 500" in line
    assert f" {notice} " in line
    assert "46 left" in line


def test_the_terminal_gets_its_page_and_cursor_back() -> None:
    file = StringIO()
    display: Display = TerminalDisplay(KEYS, console=terminal(file))
    display.show(NAMED["play"].screen, (), NOW_NS)
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
    display.show(NAMED["play"].screen, (), NOW_NS)
    written = len(file.getvalue())
    assert display.show(NAMED["play"].screen, (), NOW_NS + MS) == NOW_NS + NUDGE_AFTER_NS
    assert len(file.getvalue()) == written
    display.redraw()
    assert len(file.getvalue()) > written
    display.close()


def test_a_slow_line_is_asked_for_no_more_than_20_frames_a_second() -> None:
    display = TerminalDisplay(console=terminal(StringIO()))
    view = table(replace(ONE, locked_until_ns=NOW_NS + 500 * MS), TWO)
    assert display.show(shown(view), (), NOW_NS) == NOW_NS + 50 * MS
    assert display.show(NAMED["countdown"].screen, (), NOW_NS) == NOW_NS + 400 * MS
    display.close()


def test_no_color_is_respected(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    file = StringIO()
    display = TerminalDisplay(console=terminal(file))
    display.show(NAMED["play"].screen, (), NOW_NS)
    display.close()
    assert "38;2" not in file.getvalue()
    assert "48;2" not in file.getvalue()


def test_without_utf_8_the_suits_are_letters() -> None:
    file = TextIOWrapper(BytesIO(), encoding="ascii")
    display = TerminalDisplay(console=terminal(file))
    for scenario in NAMED.values():
        display.show(scenario.screen, scenario.events, NOW_NS)
    display.show(NAMED["play"].screen, (), NOW_NS)
    display.close()
    file.flush()
    buffer = file.buffer
    assert isinstance(buffer, BytesIO)
    assert b"10D" in buffer.getvalue()


def test_umlauts_quotes_and_signs_have_something_like_them_on_a_terminal_without_utf_8() -> None:
    file = TextIOWrapper(BytesIO(), encoding="ascii")
    display = TerminalDisplay(console=terminal(file))
    panel = PanelView(plain("Größe … “Speed”"), switches=tuple(SwitchState) * 3 + (SwitchState.SEEN,) * 2)
    display.show(Screen(Look(), 0, panels={1: panel, 2: panel}), (), NOW_NS)
    display.close()
    file.flush()
    buffer = file.buffer
    assert isinstance(buffer, BytesIO)
    assert b'Grose ? "Speed"' in buffer.getvalue()
    assert b". 1   * 2   o 3   x 4" in buffer.getvalue()


def test_a_terminal_that_is_too_small_is_told_so() -> None:
    file = StringIO()
    display = TerminalDisplay(console=terminal(file, width=60, height=20))
    display.show(NAMED["play"].screen, (), NOW_NS)
    display.close()
    assert "80 x 24" in file.getvalue()


def test_a_resized_terminal_is_cleared_and_drawn_anew_for_its_size() -> None:
    file = StringIO()
    console = terminal(file, width=100, height=30)
    display = TerminalDisplay(console=console)
    display.show(NAMED["play"].screen, (), NOW_NS)
    assert CLEAR not in file.getvalue()
    for width, height, words in ((60, 20, "it is 60 x 20"), (90, 24, "Orange"), (70, 24, "it is 70 x 24")):
        file.truncate(file.seek(0))
        console.size = ConsoleDimensions(width, height)
        display.redraw()
        assert CLEAR in file.getvalue()
        assert words in file.getvalue()
    display.close()


def test_a_size_that_nobody_reported_is_noticed_with_the_next_change() -> None:
    file = StringIO()
    console = terminal(file)
    display = TerminalDisplay(console=console)
    display.show(NAMED["play"].screen, (), NOW_NS)
    console.size = ConsoleDimensions(90, 25)
    display.show(NAMED["ready"].screen, (), NOW_NS)
    assert CLEAR in file.getvalue()
    display.close()


def test_the_size_is_the_terminals_even_if_a_shell_has_exported_another(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    program = """if True:
        import os, fcntl, struct, sys, termios
        from tests.display.situations import NOW_NS, ONE, TWO, table
        from display.text.terminal import TerminalDisplay
        from firmware.screen import Look, Screen
        fcntl.ioctl(1, termios.TIOCSWINSZ, struct.pack("HHHH", 20, 70, 0, 0))
        TerminalDisplay().show(Screen(Look(), 0, table(ONE, TWO)), (), NOW_NS)
    """
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.setenv("LINES", "100")
    far, near = pty.openpty()
    subprocess.run([sys.executable, "-c", program], stdout=near, timeout=30, check=True)
    assert b"it is 70 x 20" in os.read(far, 65536)
    os.close(near)
    os.close(far)


def test_an_output_that_is_no_terminal_is_refused() -> None:
    with pytest.raises(DisplayError, match="no terminal"):
        TerminalDisplay(console=Console(file=StringIO(), force_terminal=False))


def test_the_terminal_needs_no_pygame() -> None:
    code = "import sys, display.text.terminal; sys.exit('pygame' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0


def test_a_screen_of_words_stands_once_if_it_is_the_same_for_both_and_calls_buttons_by_their_keys() -> None:
    panel = PanelView(
        plain("Title"),
        (plain("many words " * 20),),
        (Row(plain("Volume"), (plain("70 %"),)),),
        {"card2": ButtonView(plain("Louder"), plain("80 %")), "slap": ButtonView(plain("Done"), chosen=True)},
    )
    text = draw_panels(Screen(Look(), 0, panels={1: panel, 2: panel}), KEYS).text()
    assert text.count("Title") == 1
    assert "Volume:  70 %" in text
    assert "[2] Louder: 80 %" in text
    assert "[Space] Done ✓" in text
    assert "[card 2] Louder" in draw_panels(Screen(Look(), 0, panels={1: panel})).text()
    assert len(text.split("\n")) == ROWS


def test_the_test_of_switches_has_a_line_for_each_player_with_the_state_of_every_switch() -> None:
    states = [SwitchState.UNSEEN] * 14
    states[1], states[5], states[7], states[13] = (
        SwitchState.SEEN,
        SwitchState.DOWN,
        SwitchState.MUTED,
        SwitchState.SEEN,
    )
    panel = PanelView(plain("Test"), switches=tuple(states))
    text = draw_panels(Screen(Look(), 0, panels={1: panel, 2: panel}), KEYS).text()
    assert "Orange:  · 1   ✓ 2   · 3   · 4   · 5   ● Action   · Slap" in text
    assert "Purple:  ✗ 1   · 2   · 3   · 4   · 5   · Action   ✓ Slap" in text


def test_screens_of_words_that_differ_share_the_page_player_2_at_the_upper_edge() -> None:
    panels: dict[Player, PanelView] = {1: PanelView(plain("You")), 2: PanelView(plain("Wait"))}
    rows = draw_panels(Screen(Look(), 0, panels=panels)).text().split("\n")
    assert rows[0].strip() == "Wait"
    assert rows[12].strip() == "You"


def test_notes_stand_where_no_prompt_is_and_below_a_result() -> None:
    notes: dict[Player, tuple[Text, ...]] = {1: (plain("a quiet line"), plain("and another"))}
    play, stuck, won = (
        draw_text(Screen(Look(), 0, NAMED[name].view, notes=notes), OneShots(), NOW_NS).text()
        for name in ("play", "stuck", "won")
    )
    assert "a quiet line" in play
    assert "and another" not in play
    assert "a quiet line" not in stuck
    assert "a quiet line  ·  and another" in won
