import os
import subprocess
import sys
from io import StringIO

import pytest

from display.text.commentary import CommentaryDisplay, sentence
from firmware.game.cards import Card
from firmware.game.events import Drew, Event, FalseSlap, Moved, Played, Ready, RoundOver, TurnedUp
from tests.display.situations import NOW_NS
from tests.display.tables import NAMED, said, shown

VIEW = NAMED["play"].view


@pytest.mark.parametrize(
    ("event", "told"),
    [
        (Played(0, 1, 2, Card("TD"), "left", None), "Orange plays 10♦ on the left pile."),
        (Played(0, 2, 2, Card("X1"), "right", Card("KS")), "Purple plays a joker as K♠ on the right pile."),
        (Played(0, 2, 2, Card("X2"), "right", None), "Purple plays a wild joker on the right pile."),
        (TurnedUp(0, Card("X1"), Card("7H"), "side"), "Turned up: a joker and 7♥."),
        (TurnedUp(0, None, Card("7H"), "spit"), "Turned up: 7♥."),
        (Moved(0, 1, 5, 2, Card("6C")), "Orange moves 6♣ from stock 5 to 2."),
        (RoundOver(0, 1, 2), "Purple slaps first and takes the smaller pile."),
        (RoundOver(0, 1, None), "The round goes to Orange."),
        (FalseSlap(0, 1), "Orange slaps for nothing."),
        (Drew(0, 1, 2, Card("6C")), None),
    ],
)
def test_what_happened_is_told_in_a_sentence(event: Event, told: str | None) -> None:
    text = sentence(event)
    assert (None if text is None else said(text)) == told


def test_each_line_begins_with_the_matchs_time() -> None:
    output = StringIO()
    CommentaryDisplay(output).show(shown(VIEW), [Ready(1_500_000_000, 1), Ready(12_340_000_000, 2)], NOW_NS)
    assert output.getvalue() == "   1.50  Orange is ready.\n  12.34  Purple is ready.\n"


def test_a_line_is_to_be_read_as_soon_as_it_is_told() -> None:
    reading, writing = os.pipe()
    with os.fdopen(writing, "w", encoding="utf-8") as output:
        CommentaryDisplay(output).show(shown(VIEW), [Ready(0, 1)], NOW_NS)
        assert os.read(reading, 100) == b"   0.00  Orange is ready.\n"
    os.close(reading)


def test_a_reader_who_has_gone_is_no_failure() -> None:
    program = """if True:
        import sys
        from display.text.commentary import CommentaryDisplay
        from tests.display.situations import ONE, TWO, table
        from firmware.game.events import Ready
        from firmware.screen import Look, Screen
        display = CommentaryDisplay(sys.stdout)
        for _ in range(3):
            display.show(Screen(Look(), 0, table(ONE, TWO)), [Ready(0, 1)], 0)
        display.close()
    """
    reading, writing = os.pipe()
    os.close(reading)
    ended = subprocess.run(
        [sys.executable, "-c", program], stdout=writing, stderr=subprocess.PIPE, timeout=30
    )
    os.close(writing)
    assert (ended.returncode, ended.stderr) == (0, b"")
