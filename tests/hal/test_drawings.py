"""The drawings and the pin table say what cabinet.toml says, and can be read."""

import re
import tomllib
from collections.abc import Mapping
from itertools import combinations
from pathlib import Path
from xml.etree import ElementTree

import pytest

from hal.wiring import Wiring, load_wiring, parse_wiring
from wiring.draw import FOLDER, README, drawings, main, with_pin_table
from wiring.header import PIN_OF_LINE, header, nearest, pin_table
from wiring.panel import ACTION, BUTTON_RIM, CARDS, PANEL, SCREWS, SLAP, SLAP_RIM

WIRING = load_wiring()
NAMES = sorted(drawings(WIRING))
SVG = "{http://www.w3.org/2000/svg}"
HIGH = 'pull = "down", active = "high"'


def rewired(changes: Mapping[str, str]) -> Wiring:
    """The cabinet's wiring with other text for some of its lines."""
    text = (FOLDER / "cabinet.toml").read_text(encoding="utf-8")
    for old, new in changes.items():
        assert f"\n{old}\n" in text
        text = text.replace(f"\n{old}\n", f"\n{new}\n", 1)
    return parse_wiring(tomllib.loads(text), "own.toml")


MIXED = rewired(
    {
        "card1 = 4": f"card1 = {{ line = 4, {HIGH} }}",
        "card2 = 17": 'card2 = { line = 17, active = "high" }',
        "card3 = 27": 'card3 = { line = 27, pull = "none" }',
        "slap = 7": f"slap = {{ line = 7, {HIGH}, hears_table = true }}",
        "lamp1 = 14": 'lamp1 = { line = 14, active = "low" }',
    }
)
"""One of everything that can be wired otherwise."""


def texts(svg: str, *, left_of: float = 2000) -> list[str]:
    """What is written in a drawing, or only in its left part."""
    written = ElementTree.fromstring(svg).iter(f"{SVG}text")
    return [text.text or "" for text in written if float(text.attrib["x"]) < left_of]


@pytest.mark.parametrize("name", NAMES)
def test_a_drawing_is_up_to_date(name: str) -> None:
    drawn = (FOLDER / "drawings" / name).read_text(encoding="utf-8")
    assert drawn == drawings(WIRING)[name], "run: python -m wiring.draw"


def test_the_pin_table_is_up_to_date() -> None:
    text = README.read_text(encoding="utf-8")
    assert text == with_pin_table(text, WIRING), "run: python -m wiring.draw"
    assert pin_table(WIRING) in text


def test_no_drawing_is_left_over_and_the_readme_shows_them_all() -> None:
    assert sorted(path.name for path in (FOLDER / "drawings").iterdir()) == NAMES
    text = README.read_text(encoding="utf-8")
    assert all(f"drawings/{name}" in text for name in NAMES)


@pytest.mark.parametrize("svg", [*drawings(WIRING).values(), *drawings(MIXED).values()])
def test_no_text_leaves_the_page_or_touches_another(svg: str) -> None:
    """Taking letters as wide as those of the widest of the common sans-serif fonts."""
    root = ElementTree.fromstring(svg)
    _, _, width, height = (float(number) for number in root.attrib["viewBox"].split())
    boxes = []
    for text in root.iter(f"{SVG}text"):
        size, content = float(text.attrib["font-size"]), text.text or ""
        length = len(content) * size * (0.64 if "font-weight" in text.attrib else 0.57)
        left = (
            float(text.attrib["x"])
            - length * {"start": 0, "middle": 0.5, "end": 1}[text.attrib["text-anchor"]]
        )
        base = float(text.attrib["y"])
        boxes.append((content, left, base - 0.75 * size, left + length, base + 0.2 * size))
    for content, left, top, right, bottom in boxes:
        assert left >= 0 and top >= 0 and right <= width and bottom <= height, content  # noqa: PT018
    for (one, left1, top1, right1, bottom1), (two, left2, top2, right2, bottom2) in combinations(boxes, 2):
        apart = right1 <= left2 or right2 <= left1 or bottom1 <= top2 or bottom2 <= top1
        assert apart, f"{one!r} touches {two!r}"


def test_every_line_has_the_place_that_the_header_gives_it() -> None:
    assert len(PIN_OF_LINE) == 28
    assert [PIN_OF_LINE[line] for line in (2, 3, 4, 14, 17, 9, 26, 21)] == [3, 5, 7, 8, 11, 21, 37, 40]
    assert [pin.number for pin in header(WIRING) if pin.name == "GND"] == [6, 9, 14, 20, 25, 30, 34, 39]


def test_orange_has_the_odd_row_and_purple_the_even_one() -> None:
    for pin in header(WIRING):
        if pin.player is not None:
            assert pin.number % 2 == pin.player % 2


def test_the_nearest_supply_is_a_short_wire_away() -> None:
    assert (nearest("GND", 7), nearest("GND", 31), nearest("3.3 V", 7), nearest("3.3 V", 19)) == (
        9,
        30,
        1,
        17,
    )


def test_the_panels_parts_do_not_overlap_and_lie_on_the_panel() -> None:
    parts = [(place, BUTTON_RIM) for place in (*CARDS, ACTION)] + [(SLAP, SLAP_RIM)]
    parts += [(place, 12) for place in SCREWS]
    for (x, y), rim in parts[:-4]:
        assert rim / 2 <= x <= PANEL[0] - rim / 2
        assert rim / 2 <= y <= PANEL[1] - rim / 2
    for ((x1, y1), rim1), ((x2, y2), rim2) in combinations(parts, 2):
        assert (x1 - x2) ** 2 + (y1 - y2) ** 2 > ((rim1 + rim2) / 2) ** 2


def test_the_template_is_printed_to_scale() -> None:
    root = ElementTree.fromstring(drawings(WIRING)["panel.svg"])
    assert (root.attrib["width"], root.attrib["height"]) == ("297mm", "210mm")
    assert root.attrib["viewBox"] == "0 0 297 210"
    lengths = []
    for line in root.iter(f"{SVG}polyline"):
        (x1, y1), (x2, y2) = (point.split(",") for point in line.attrib["points"].split())
        lengths.append(abs(float(x2) - float(x1)) + abs(float(y2) - float(y1)))
    assert max(lengths) == 100


def test_a_wiring_of_ones_own_is_drawn_elsewhere(tmp_path: Path) -> None:
    text = (FOLDER / "cabinet.toml").read_text(encoding="utf-8")
    own = tmp_path / "mine.toml"
    own.write_text(
        re.sub(r"lamp\d = \d+\n", "", text).replace("= 2\n", "= 12\n").replace("card1 = 4\n", "card1 = 2\n"),
        encoding="utf-8",
    )
    main(["--wiring", str(own), "--to", str(tmp_path / "drawn")])
    names = sorted(path.name for path in (tmp_path / "drawn").iterdir())
    assert names == [name for name in NAMES if name != "lamp.svg"]
    assert "service button" in (tmp_path / "drawn" / "header.svg").read_text(encoding="utf-8")
    assert "GPIO 2<" in (tmp_path / "drawn" / "button.svg").read_text(encoding="utf-8")


def test_a_switch_is_drawn_to_what_its_line_is_not_pulled_to() -> None:
    usual = texts(drawings(WIRING)["button.svg"], left_of=470)
    assert {"GPIO 4", "GND", "COM and NO"} <= set(usual)
    assert "3.3 V" not in usual
    to_supply = texts(drawings(MIXED)["button.svg"], left_of=470)
    assert {"GPIO 4", "3.3 V", "COM and NO"} <= set(to_supply)
    assert "GND" not in to_supply
    assert {"GPIO 7", "3.3 V"} <= set(texts(drawings(MIXED)["slap_2.svg"], left_of=470))


def test_a_switch_that_is_pressed_at_the_level_of_its_pull_is_drawn_at_its_other_contact() -> None:
    assert {"GPIO 17", "GND", "COM and NC"} <= set(texts(drawings(MIXED)["button_2.svg"], left_of=470))


def test_a_line_without_a_pull_is_drawn_with_a_resistor() -> None:
    assert {"GPIO 27", 'as its pull = "none"'} <= set(texts(drawings(MIXED)["button_3.svg"], left_of=470))


def test_what_is_wired_in_several_ways_has_a_drawing_for_each_that_names_its_lines() -> None:
    drawn = drawings(MIXED)
    lines = [
        int(line)
        for name in ("button.svg", "button_2.svg", "button_3.svg", "button_4.svg")
        for written in texts(drawn[name])
        if written.startswith("Wired so: GPIO ")
        for line in written.removeprefix("Wired so: GPIO ").split(", ")
    ]
    assert sorted(lines) == sorted({contact.line for contact in MIXED.inputs} - {6, 7})
    assert "button_5.svg" not in drawn


def test_a_lamp_that_is_lit_at_low_gets_no_driver_that_lights_at_high() -> None:
    drawn = drawings(MIXED)
    assert {"GPIO 9", "ULN2803A", "BC337"} <= set(texts(drawn["lamp.svg"]))
    low = texts(drawn["lamp_2.svg"])
    assert "GPIO 14" in low
    assert not {"ULN2803A", "BC337"} & set(low)


def test_each_lamp_and_each_supply_has_its_plus_and_its_minus() -> None:
    written = texts(drawings(WIRING)["lamp.svg"])
    assert written.count("+") == written.count("−") == 3


def test_a_bad_wiring_file_is_told_in_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    own = tmp_path / "mine.toml"
    own.write_text("[buttons]\n", encoding="utf-8")
    with pytest.raises(SystemExit) as ended:
        main(["--wiring", str(own), "--to", str(tmp_path / "drawn")])
    assert ended.value.code == 1
    message = capsys.readouterr().err
    assert message.startswith(f"python -m wiring.draw: {own}: ")
    assert message.count("\n") == 1


def test_a_folder_that_cannot_be_made_is_told_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").touch()
    folder = tmp_path / "file" / "drawn"
    with pytest.raises(SystemExit) as ended:
        main(["--wiring", str(FOLDER / "cabinet.toml"), "--to", str(folder)])
    assert ended.value.code == 1
    message = capsys.readouterr().err
    assert message == f"python -m wiring.draw: {folder}: cannot be written (Not a directory)\n"


def test_half_of_the_options_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--to", "somewhere"])
    assert "--wiring and --to go together" in capsys.readouterr().err


def test_a_panel_without_some_lamps_has_gaps_in_the_table() -> None:
    table = pin_table(Wiring(WIRING.switches, WIRING.lamps[:1]))
    assert "| lamp 1 | GPIO 9 | 21 | – | – |" in table
    assert "lamp 2" not in table
