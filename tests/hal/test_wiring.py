from pathlib import Path

import pytest

from hal.events import Control
from hal.port import HalError
from hal.wiring import WiringError, load_wiring

GOOD = """
[timing]
button_debounce_ms = 5
slap_debounce_ms = 30
[player1]
card1 = 4
card2 = 17
card3 = 27
card4 = 22
card5 = 10
action = 5
slap = 6
[player2]
card1 = 15
card2 = 18
card3 = 23
card4 = 24
card5 = 25
action = 8
slap = 7
"""


def load(tmp_path: Path, text: str) -> str:
    """Load a file of this text and return the complaint about it."""
    path = tmp_path / "mine.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(WiringError) as caught:
        load_wiring(path)
    message = str(caught.value)
    assert str(path) in message
    return message


def test_the_cabinets_own_wiring_is_what_is_soldered() -> None:
    wiring = load_wiring()
    cards = (Control.CARD1, Control.CARD2, Control.CARD3, Control.CARD4, Control.CARD5)
    assert [wiring.line(1, card) for card in cards] == [4, 17, 27, 22, 10]
    assert [wiring.line(2, card) for card in cards] == [15, 18, 23, 24, 25]
    assert [wiring.line(1, c) for c in (Control.ACTION, Control.SLAP)] == [5, 6]
    assert [wiring.line(2, c) for c in (Control.ACTION, Control.SLAP)] == [8, 7]


def test_every_button_has_the_same_debounce_time_and_slap_pads_their_own() -> None:
    for switch in load_wiring().switches:
        assert switch.debounce_ns == (30_000_000 if switch.control is Control.SLAP else 5_000_000)


def test_a_file_of_ones_own_is_read(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(GOOD.replace("card1 = 15", "card1 = 16").replace("= 5\n", "= 2.5\n", 1))
    wiring = load_wiring(path)
    assert wiring.line(2, Control.CARD1) == 16
    assert wiring.switches[0].debounce_ns == 2_500_000


@pytest.mark.parametrize(
    ("before", "after", "complaints"),
    [
        ("slap = 6", "slapp = 6", ["player1.slapp = 6", "unknown key", "slap"]),
        ("[timing]", "[times]", ["times", "unknown key", "timing"]),
        ("slap = 6", "", ["player1.slap is missing"]),
        ("slap_debounce_ms = 30", "", ["timing.slap_debounce_ms is missing"]),
        ("slap = 7", "slap = 17", ["player2.slap = 17", "already player1.card2"]),
        ("slap = 7", "slap = 28", ["player2.slap = 28", "40-pin header", "2 to 27"]),
        ("slap = 7", "slap = -3", ["player2.slap = -3", "40-pin header"]),
        ("slap = 7", "slap = 1", ["player2.slap = 1", "EEPROM", "2 to 27"]),
        ("slap = 7", 'slap = "GPIO7"', ["player2.slap = 'GPIO7'", "not a line number", "without quotes"]),
        ("slap = 7", "slap = true", ["player2.slap = True", "not a line number"]),
        ("slap = 7", "slap = 7.0", ["player2.slap = 7.0", "not a line number"]),
        ("_ms = 30", "_ms = -1", ["timing.slap_debounce_ms = -1", "out of range", "0 to 200"]),
        ("_ms = 30", "_ms = 9e9", ["timing.slap_debounce_ms", "out of range"]),
        ("_ms = 30", "_ms = nan", ["timing.slap_debounce_ms = nan", "out of range"]),
        ("_ms = 30", "_ms = false", ["timing.slap_debounce_ms = False", "not a number"]),
        ("slap = 7", "slap 7", ["not valid TOML"]),
        ("slap = 7", "slap = 7\nslap = 9", ["not valid TOML"]),
    ],
)
def test_an_error_names_file_key_value_and_what_would_be_right(
    tmp_path: Path, before: str, after: str, complaints: list[str]
) -> None:
    message = load(tmp_path, GOOD.replace(before, after))
    for complaint in complaints:
        assert complaint in message


def test_a_panel_must_be_a_table(tmp_path: Path) -> None:
    text = "player1 = 4\n" + GOOD.replace("[player1]", "[rest]")
    message = load(tmp_path, text.split("[rest]")[0] + "[player2]\n")
    assert "player1 = 4: must be a table, [player1]" in message


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(HalError, match=r"nowhere\.toml: cannot be read \(No such file"):
        load_wiring(tmp_path / "nowhere.toml")


def test_a_file_that_is_no_text_is_named(tmp_path: Path) -> None:
    path = tmp_path / "binary.toml"
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(WiringError, match=r"binary\.toml: is not UTF-8"):
        load_wiring(path)
