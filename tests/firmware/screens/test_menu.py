"""Attract, the menu and the options: from any button to a match in two presses."""

from dataclasses import fields
from pathlib import Path

import pytest

from firmware.game.events import PLAYERS
from firmware.game.rules import PRESETS
from firmware.game.view import Phase
from firmware.screens.choice import SITTERS, Choice
from firmware.screens.menu import SHARED
from firmware.settings import Settings, choices
from firmware.text import Text, say
from hal.events import CARDS, Control, Player
from tests.firmware.screens.evening import Evening


@pytest.mark.parametrize("control", Control)
@pytest.mark.parametrize("player", PLAYERS)
def test_any_button_leads_from_attract_to_the_menu(
    evening: Evening, player: Player, control: Control
) -> None:
    evening.wait(3)
    evening.tap(player, control)
    assert evening.title == "menu.title"


def test_action_that_is_held_from_one_act_to_the_next_still_leads_to_the_menu(evening: Evening) -> None:
    while evening.screen.table is not None:
        evening.wait(1)
    evening.wait(4)
    evening.down(1, "action")
    act = evening.screen.scene
    evening.wait(3)
    assert evening.screen.scene != act
    evening.up(1, "action")
    assert evening.title == "menu.title"


def test_attract_plays_explains_and_shows_the_best(tmp_path: Path) -> None:
    evening = Evening(tmp_path, settings={"dim_after_s": 3600})
    titles, pictures, lines = set(), set(), set()
    for _ in range(400):
        evening.wait(1)
        titles.add(evening.title)
        if evening.screen.table is None:
            pictures.add(evening.panel().picture)
        else:
            lines.add(dict(evening.screen.notes[1][0].values)["line"])
    assert titles == {None, "attract.how", "best.title"}
    assert pictures == {"", "how1", "how2", "how3", "how4", "how5", "how6"}
    assert len(lines) > 20
    evening.close()


def test_left_for_long_the_screen_is_dark_and_its_one_word_wanders(evening: Evening) -> None:
    evening.wait(299)
    assert evening.screen.look.brightness == 100
    evening.wait(2)
    assert evening.screen.look.brightness < 30
    assert evening.title == "attract.press"
    sides = set[Player]()
    for _ in range(3):
        sides.update(evening.screen.panels)
        evening.wait(60)
    assert sides == {1, 2}
    assert evening.lamps(1) == evening.lamps(2) == []
    evening.tap(2, "slap")
    assert evening.title == "menu.title"
    assert evening.screen.look.brightness == 100


def test_a_match_begins_after_two_presses(evening: Evening) -> None:
    evening.tap(2, "card4")
    evening.tap(2, "action")
    assert evening.phase() is Phase.READY
    assert not evening.cabinet.attracting


def test_the_menu_steps_through_all_that_can_be_chosen(evening: Evening) -> None:
    evening.tap(1, "card1")
    for label, count in (
        ("name.1", len(SITTERS)),
        ("name.2", len(SITTERS)),
        ("menu.rules", len(PRESETS)),
        ("menu.match", 10),
    ):
        seen = []
        for _ in range(count):
            seen.append(evening.value(label))
            assert evening.value(label, 2) == seen[-1]
            evening.press(label)
        assert len(set(seen)) == count
        assert evening.value(label) == seen[0]


def test_the_menu_remembers_the_last_choice_over_a_restart(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    evening.tap(1, "card1")
    for label in ("name.2", "menu.rules", "menu.rules", "menu.match"):
        evening.press(label)
    labels = ("name.1", "name.2", "menu.rules", "menu.match")
    chosen = [evening.value(label) for label in labels]
    evening.close()
    again = Evening(tmp_path)
    again.tap(1, "card1")
    assert [again.value(label) for label in labels] == chosen
    assert again.value("name.2") == say("sitter.easy")
    again.press("menu.start")
    assert again.phase() is Phase.READY
    again.close()


def test_two_buttons_that_are_pressed_in_the_same_moment_are_both_done(evening: Evening) -> None:
    evening.tap(1, "card1")
    evening.together((1, "card1"), (2, "card3"))
    assert evening.value("name.1") == say("sitter.easy")
    assert evening.value("menu.rules") == say("preset.online")
    evening.together((1, "card5"), (2, "action"))
    assert evening.title in ("options.title", None)


@pytest.mark.parametrize("preset", PRESETS)
def test_every_option_steps_through_its_values_and_back(tmp_path: Path, preset: str) -> None:
    evening = Evening(tmp_path, choice=Choice(preset=preset))
    evening.tap(1, "card1")
    evening.press("menu.more")
    first = evening.screen.panels[1].title
    options = 0
    while True:
        for label in [label for label in evening.labels if label.startswith("option.")]:
            options += 1
            before, steps = evening.value(label), 0
            evening.press(label)
            while evening.value(label) != before and steps < 30:
                evening.press(label)
                steps += 1
            assert evening.value(label) == before, label
        evening.press("options.next")
        if evening.screen.panels[1].title == first:
            break
    assert options == (9 if preset == "spit" else 16) + 1
    evening.press("options.done")
    assert evening.value("menu.rules") in (
        say(f"preset.{preset}"),
        say("preset.changed", preset=say(f"preset.{preset}")),
    )
    evening.close()


@pytest.mark.parametrize("name", SHARED)
def test_every_setting_of_all_steps_through_its_values_and_is_kept(tmp_path: Path, name: str) -> None:
    evening = Evening(tmp_path)
    evening.tap(1, "card1")
    evening.press("menu.more")
    evening.turn_to(f"setting.{name}")
    values = []
    for _ in choices(name):
        evening.turn_to(f"setting.{name}")
        values.append(evening.value(f"setting.{name}"))
        evening.press(f"setting.{name}")
    assert len(set(values)) == len(values)
    evening.turn_to(f"setting.{name}")
    evening.press(f"setting.{name}")
    evening.close()
    again = Evening(tmp_path)
    assert getattr(again.cabinet.house.settings, name) != getattr(Settings(), name)
    again.close()


def test_hints_and_the_left_hand_are_each_players_own(evening: Evening) -> None:
    evening.tap(1, "card1")
    evening.press("menu.more")
    evening.turn_to("setting.hints")
    evening.press("setting.hints", 2)
    evening.turn_to("setting.left_handed")
    evening.press("setting.left_handed", 1)
    assert evening.screen.look.hints == {2}
    assert evening.screen.look.left_handed == {1}


def test_the_rules_are_read_by_one_player_and_the_other_in_turn(evening: Evening) -> None:
    evening.tap(1, "card1")
    evening.press("menu.read")
    paragraphs, readers = list[Text](), list[Player]()
    while True:
        reader: Player = 1 if evening.panel(2).lines[0].key == "reading.listen" else 2
        readers.append(reader)
        paragraphs += evening.panel(reader).lines
        if "reading.on" not in evening.labels:
            break
        evening.press("reading.on")
    assert len(readers) > 1
    assert readers == [1, 2, *readers][: len(readers)]
    assert {"rules.cards_each", "rules.left_first", "rules.games"} <= {text.key for text in paragraphs}
    evening.press("reading.back", 2)
    evening.press("options.done", 2)
    assert evening.title == "menu.title"


def test_against_the_computer_the_person_reads_all(tmp_path: Path) -> None:
    evening = Evening(tmp_path, choice=Choice(("easy", "person")))
    evening.tap(1, "card1")
    evening.press("menu.read")
    for _ in range(2):
        assert evening.panel(1).lines[0].key == "reading.listen"
        assert len(evening.panel(2).lines) > 1
        evening.press("reading.on")
    evening.close()


def test_the_childrens_game_and_back(tmp_path: Path) -> None:
    evening = Evening(tmp_path, choice=Choice(("person", "expert"), "jokers"))
    evening.tap(1, "card1")
    evening.press("menu.more")
    evening.turn_to("setting.children")
    evening.press("setting.children")
    assert evening.screen.look.hints == {1, 2}
    evening.press("options.done")
    assert evening.value("name.2") == say("sitter.easy")
    assert evening.value("menu.rules") == say("preset.changed", preset=say("preset.kids"))
    assert not evening.find("menu.rules")[1].enabled
    evening.press("name.2")
    assert evening.value("name.2") == say("sitter.person")
    evening.press("name.2")
    assert evening.value("name.2") == say("sitter.easy")
    evening.press("menu.start")
    evening.tap(1, "action")
    evening.wait(10)
    table = evening.table
    assert table.lockout_ns == 0
    assert table.target == 25
    assert evening.lamps(1) == list(table.seats[1].playable)
    evening.wait(200)
    assert evening.cabinet.attracting
    evening.tap(1, "card1")
    evening.press("menu.more")
    evening.turn_to("setting.children")
    evening.press("setting.children")
    evening.press("options.done")
    assert evening.value("menu.rules") == say("preset.jokers")
    assert evening.screen.look.hints == set()
    evening.close()


def test_what_cannot_be_changed_now_is_not_changed(tmp_path: Path) -> None:
    evening = Evening(tmp_path, settings={"locked": True})
    evening.tap(1, "card1")
    evening.press("menu.more")
    before = evening.cabinet.house.settings
    for _ in range(len(fields(Settings))):
        assert evening.panel().lines[0] == say("options.locked")
        for label in [label for label in evening.labels if label.startswith("setting.")]:
            evening.press(label)
        evening.press("options.next")
    assert evening.cabinet.house.settings == before
    evening.close()


def test_lamps_show_which_card_buttons_do_something(evening: Evening) -> None:
    evening.tap(1, "card1")
    assert evening.lamps(1) == evening.lamps(2) == [1, 2, 3, 4, 5]
    evening.press("menu.read")
    assert evening.lamps(1) == [5]


@pytest.mark.parametrize("way", [(), ("menu.more",), ("menu.read",), ("menu.start",)])
def test_left_alone_everything_gives_way_to_attract(evening: Evening, way: tuple[str, ...]) -> None:
    evening.tap(1, "card1")
    for label in way:
        evening.press(label)
    evening.wait(250)
    assert evening.cabinet.attracting


def test_a_release_never_does_anything_on_the_next_page(evening: Evening) -> None:
    evening.tap(1, "card1")
    for control in (*CARDS, Control.ACTION, Control.SLAP):
        evening.down(2, control)
        scene, words = evening.screen.scene, evening.screen
        evening.up(2, control)
        assert (evening.screen.scene, evening.screen.panels) == (scene, words.panels)
        evening.wait(200)
        evening.tap(1, "card1")
