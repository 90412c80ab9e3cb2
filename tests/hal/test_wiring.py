from pathlib import Path

import pytest

from hal.events import Control, Lamp
from hal.port import HalError
from hal.slaps import Pad
from hal.wiring import LampLine, ServiceButton, Switch, Wiring, load_wiring
from hal.wiring_file import WiringError

GOOD = """
[buttons]
pull = "up"
active = "low"
debounce_ms = 5
[slap_pads]
pull = "up"
active = "low"
debounce_ms = 30
[lamps]
active = "high"
[player1]
card1 = 4
card2 = 17
card3 = 27
card4 = 22
card5 = 10
action = 5
slap = 6
lamp1 = 9
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


def test_every_lamp_is_on_a_line_that_is_pulled_down_at_power_on() -> None:
    lamps = {lamp_line.lamp: lamp_line for lamp_line in load_wiring().lamps}
    assert [lamps[Lamp(1, number)].line for number in range(1, 6)] == [9, 11, 13, 19, 26]
    assert [lamps[Lamp(2, number)].line for number in range(1, 6)] == [14, 12, 16, 20, 21]
    assert all(lamp_line.line > 8 and lamp_line.active == "high" for lamp_line in lamps.values())


def test_both_panels_have_the_same_switches_and_only_slap_pads_a_time_of_their_own() -> None:
    for switch in load_wiring().switches:
        assert switch.debounce_ns == (30_000_000 if switch.control is Control.SLAP else 5_000_000)
        assert (switch.pull, switch.active) == ("up", "low")


def own(tmp_path: Path, *changes: tuple[str, str]) -> Wiring:
    """The wiring of a file that differs from the good one by these replacements."""
    text = GOOD
    for before, after in changes:
        assert text.count(before) == 1
        text = text.replace(before, after)
    path = tmp_path / "mine.toml"
    path.write_text(text)
    return load_wiring(path)


def test_a_file_of_ones_own_is_read(tmp_path: Path) -> None:
    wiring = own(tmp_path, ("card1 = 15", "card1 = 16"), ("debounce_ms = 5", "debounce_ms = 2.5"))
    assert wiring.line(2, Control.CARD1) == 16
    assert wiring.switches[0].debounce_ns == 2_500_000


def test_what_one_input_sets_is_its_own_and_the_rest_is_the_default(tmp_path: Path) -> None:
    full = '{ line = 4, pull = "none", active = "high", debounce_ms = 3 }'
    wiring = own(
        tmp_path, ("card1 = 4", f"card1 = {full}"), ("slap = 7", 'slap = { line = 7, pull = "down" }')
    )
    assert wiring.switches[0] == Switch(4, 1, Control.CARD1, 3_000_000, "none", "high")
    assert wiring.switches[1] == Switch(17, 1, Control.CARD2, 5_000_000, "up", "low")
    assert wiring.switches[-1] == Switch(7, 2, Control.SLAP, 30_000_000, "down", "low")


def test_slap_pads_of_the_cabinet_hear_nothing_but_slaps_and_have_their_times_all_the_same() -> None:
    assert {s.pad for s in load_wiring().switches} == {Pad(False, 60_000_000, 5_000_000)}


def test_what_a_pad_hears_can_be_set_for_both_and_for_one(tmp_path: Path) -> None:
    both = own(tmp_path, ("debounce_ms = 30", "debounce_ms = 30\nhears_table = true\nmask_ms = 40"))
    assert [s.pad for s in both.switches if s.control is Control.SLAP] == 2 * [
        Pad(True, 40_000_000, 5_000_000)
    ]
    one = own(tmp_path, ("slap = 7", "slap = { line = 7, hears_table = true, crosstalk_ms = 2.5 }"))
    assert [s.pad for s in one.switches if s.control is Control.SLAP] == [
        Pad(),
        Pad(True, 60_000_000, 2_500_000),
    ]


def test_a_service_button_is_as_the_buttons_unless_it_says_otherwise(tmp_path: Path) -> None:
    assert load_wiring().service == ServiceButton(2, 5_000_000, "up", "low")
    assert own(tmp_path).service is None
    mine = own(
        tmp_path, ("[lamps]", '[cabinet]\nservice = { line = 12, pull = "none", debounce_ms = 9 }\n[lamps]')
    )
    assert mine.service == ServiceButton(12, 9_000_000, "none", "low")
    assert mine.inputs == (*mine.switches, mine.service)


def test_a_lamp_can_have_a_level_of_its_own(tmp_path: Path) -> None:
    assert own(tmp_path).lamps == (LampLine(9, Lamp(1, 1), "high"),)
    changed = own(tmp_path, ("lamp1 = 9", 'lamp1 = { line = 9, active = "low" }'))
    assert changed.lamps == (LampLine(9, Lamp(1, 1), "low"),)


def test_a_cabinet_may_have_no_lamps(tmp_path: Path) -> None:
    assert own(tmp_path, ("lamp1 = 9", "")).lamps == ()


def test_the_line_with_a_fixed_pull_up_can_be_a_switch(tmp_path: Path) -> None:
    assert own(tmp_path, ("slap = 7", "slap = 2")).line(2, Control.SLAP) == 2


@pytest.mark.parametrize(
    ("before", "after", "complaints"),
    [
        ("slap = 6", "slapp = 6", ["player1.slapp = 6", "unknown key", "slap"]),
        ("slap = 6", "lamp6 = 6", ["player1.lamp6 = 6", "unknown key", "lamp5"]),
        ("[buttons]", "[timing]", ["timing", "unknown key", "buttons"]),
        ("[slap_pads]", "pads = 3\n[slap_pads]", ["buttons.pads = 3", "unknown key", "debounce_ms"]),
        ("slap = 6", "", ["player1.slap is missing; add it: a BCM number from 2 to 27"]),
        ("debounce_ms = 30", "", ["slap_pads.debounce_ms is missing; add it: milliseconds from 0 to 200"]),
        ('[lamps]\nactive = "high"', "", ["lamps is missing; add it: a table [lamps] with active"]),
        ("slap = 7", "slap = 17", ["player2.slap = 17", "already player1.card2"]),
        ("slap = 7", "slap = { line = 9 }", ["player2.slap.line = 9", "already player1.lamp1"]),
        ("lamp1 = 9", "lamp1 = 6", ["player1.lamp1 = 6", "already player1.slap"]),
        ("slap = 7", "slap = 28", ["player2.slap = 28", "40-pin header", "2 to 27"]),
        ("slap = 7", "slap = -3", ["player2.slap = -3", "40-pin header"]),
        ("slap = 7", "slap = 1", ["player2.slap = 1", "EEPROM", "2 to 27"]),
        ("slap = 7", "slap = 3", ["player2.slap = 3", "power button", "2 to 27"]),
        ("lamp1 = 9", "lamp1 = 2", ["player1.lamp1 = 2", "fixed pull-up", "2 to 27"]),
        (
            "slap = 7",
            'slap = { line = 2, pull = "none" }',
            ["player2.slap.line = 2", "fixed pull-up", 'pull = "up"'],
        ),
        ("slap = 7", 'slap = "GPIO7"', ['player2.slap = "GPIO7"', "not a line number", "without quotes"]),
        ("slap = 7", "slap = true", ["player2.slap = true", "not a line number"]),
        ("slap = 7", "slap = 7.0", ["player2.slap = 7.0", "not a line number"]),
        ("slap = 7", "slap = { lines = 7 }", ["player2.slap.lines = 7", "unknown key", "line, pull, active"]),
        (
            "slap = 7",
            'slap = { pull = "up" }',
            ["player2.slap.line is missing; add it: a BCM number from 2 to 27"],
        ),
        (
            "slap = 7",
            'slap = { line = 7, pull = "upp" }',
            ['player2.slap.pull = "upp"', '"up", "down", "none"'],
        ),
        ("slap = 7", "slap = { line = 7, active = 1 }", ["player2.slap.active = 1", '"low", "high"']),
        ("slap = 7", "slap = { line = 7, debounce_ms = -1 }", ["player2.slap.debounce_ms = -1", "0 to 200"]),
        ("lamp1 = 9", 'lamp1 = { line = 9, pull = "up" }', ['player1.lamp1.pull = "up"', "unknown key"]),
        ('active = "high"', 'active = "hi"', ['lamps.active = "hi"', '"low", "high"']),
        ("_ms = 30", "_ms = -1", ["slap_pads.debounce_ms = -1", "out of range", "0 to 200"]),
        ("_ms = 30", "_ms = 9e9", ["slap_pads.debounce_ms", "out of range"]),
        ("_ms = 30", "_ms = nan", ["slap_pads.debounce_ms = nan", "out of range"]),
        ("_ms = 30", "_ms = false", ["slap_pads.debounce_ms = false", "not a number"]),
        ("_ms = 30", "_ms = 30\nmask_ms = 201", ["slap_pads.mask_ms = 201", "out of range", "0 to 200"]),
        (
            "_ms = 30",
            '_ms = 30\nhears_table = "no"',
            ['slap_pads.hears_table = "no"', "true or false, without quotes"],
        ),
        ("_ms = 5\n", "_ms = 5\nmask_ms = 9\n", ["buttons.mask_ms = 9", "unknown key"]),
        (
            "card1 = 4",
            "card1 = { line = 4, hears_table = true }",
            ["player1.card1.hears_table", "unknown key"],
        ),
        ("[lamps]", "[cabinet]\nservice = 7\n[lamps]", ["cabinet.service = 7", "already player2.slap"]),
        ("[lamps]", "[cabinet]\nservice = 3\n[lamps]", ["cabinet.service = 3", "power button"]),
        (
            "[lamps]",
            '[cabinet]\nservice = { line = 2, pull = "down" }\n[lamps]',
            ["cabinet.service.line = 2", "fixed pull-up"],
        ),
        ("[lamps]", "[cabinet]\nservise = 2\n[lamps]", ["cabinet.servise = 2", "unknown key", "service"]),
        ('pull = "up"\nactive = "low"\ndebounce_ms = 5', "", ['add it: one of "up", "down", "none"']),
        ('pull = "up"', "pull = true", ["buttons.pull = true"]),
        ("slap = 7", "slap = [7, 8]", ["player2.slap = [ … ]", "not a line number"]),
        ("slap = 7", f"slap = '{'7' * 99}'", [f'player2.slap = "{"7" * 39}…: is not']),
        ("slap = 7", "slap = 2020-01-02", ["player2.slap = 2020-01-02", "not a line number"]),
        ("slap = 7", "slap = 'a\"\\'", [r'player2.slap = "a\"\\"']),
        (
            "[lamps]",
            "[player3]\nslap = 7\n[lamps]",
            ["mine.toml: player3: unknown key; known here are buttons"],
        ),
        ("[lamps]", "[[cabinet]]\n[lamps]", ["cabinet = [ … ]: must be a table, [cabinet]"]),
        ("[lamps]", "[cabinet]\n[lamps]", ["cabinet.service is missing; add it: a BCM number from 2 to 27"]),
        ("slap = 7", f"slap = 0x{'7' * 5000}", ["player2.slap = 0x7777", "7…: is not on the 40-pin header"]),
        ("slap = 7", r'"sl\na\"p" = 7', [r'player2."sl\na\"p" = 7: unknown key']),
        ("slap = 7", f"slap = {'7' * 5000}", ["too many digits"]),
        ("slap = 7", f"slap = {'[' * 5000}", ["too many brackets"]),
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


def test_a_panel_that_is_missing_is_told_with_what_belongs_into_it(tmp_path: Path) -> None:
    message = load(tmp_path, GOOD.partition("[player2]")[0])
    assert "player2 is missing; add it: a table [player2] with card1, card2, " in message


def test_a_panel_must_be_a_table(tmp_path: Path) -> None:
    text = "player1 = 4\n" + GOOD.replace("[player1]", "[rest]")
    message = load(tmp_path, text.split("[rest]")[0] + "[player2]\n")
    assert "player1 = 4: must be a table, [player1]" in message


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(HalError, match=r"nowhere\.toml: cannot be read \(No such file"):
        load_wiring(tmp_path / "nowhere.toml")


@pytest.mark.parametrize(
    ("encoded", "line"), [(b"\xff\xfe", 1), (b"# Gr\n# Gr\xfcn\n", 2)], ids=["UTF-16", "Latin 1"]
)
def test_a_file_that_is_no_utf_8_text_is_named_with_the_line(
    tmp_path: Path, encoded: bytes, line: int
) -> None:
    path = tmp_path / "mine.toml"
    path.write_bytes(encoded + GOOD.encode())
    with pytest.raises(
        WiringError, match=rf"mine\.toml: line {line} is not UTF-8 text; save the file as UTF-8"
    ):
        load_wiring(path)


def test_a_file_may_begin_as_windows_editors_begin_it(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_bytes(b"\xef\xbb\xbf" + GOOD.replace("\n", "\r\n").encode())
    assert load_wiring(path).line(2, Control.SLAP) == 7
