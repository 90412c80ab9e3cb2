"""Matches at the cabinet: for two, against the computer, between computers, and what comes after."""

from pathlib import Path

import pytest

from firmware.game.events import PLAYERS, MatchWon
from firmware.game.view import Phase
from firmware.recording import NewMatch
from firmware.screens.choice import Choice
from firmware.screens.matches import asked_match
from firmware.text import say
from hal.events import CARDS, Control, InputEvent
from tests.firmware.screens.evening import QUICK, Evening

ONE_GAME = (("claim", "none"), ("countdown", 0), ("target", 1))


def test_what_is_held_as_a_match_begins_does_nothing_in_it(tmp_path: Path) -> None:
    evening = Evening(tmp_path, choice=QUICK)
    evening.down(2, "action")
    evening.down(1, "card3")
    assert evening.title == "menu.title"
    evening.down(1, "action")
    assert evening.phase() is Phase.READY
    evening.wait(10)
    evening.up(1, "card3")
    for player in PLAYERS:
        evening.up(player, "action")
    assert evening.phase() is Phase.READY
    assert not any(seat.ready for seat in evening.table.seats.values())
    evening.close()


@pytest.mark.parametrize("paused", [False, True])
def test_a_match_that_is_left_alone_is_given_up(tmp_path: Path, paused: bool) -> None:
    evening = Evening(tmp_path, choice=QUICK)
    evening.to_match()
    evening.begin_deal()
    if paused:
        evening.hold_both_actions(1.6)
    evening.wait(170)
    assert not evening.cabinet.attracting
    evening.wait(20)
    assert evening.cabinet.attracting
    evening.close()
    again = Evening(tmp_path)
    assert again.cabinet.attracting
    again.close()


def test_a_match_says_how_it_went_and_that_it_is_saved(short: Evening) -> None:
    short.begin_deal()
    short.play_to_the_end_of_the_deal()
    assert short.notes(1)[-2] == "match.menu"
    assert short.notes(1)[-1] in ("match.saving", "match.saved")
    assert {"result.average", "result.misplays", "result.run"} <= set(short.notes(2))
    short.store.close()
    short.wait(1)
    assert short.notes(1)[-1] == "match.saved"


def test_names_for_the_best_list_are_asked_for_on_every_way_out_of_a_match(short: Evening) -> None:
    short.begin_deal()
    short.play_to_the_end_of_the_deal()
    short.together((1, "action"), (2, "action"))
    assert short.title == "best.name"
    assert short.panel(2).title.key == "best.wait"
    short.press("best.letter_before")
    short.press("best.next")
    short.press("best.undo")
    short.press("best.letter_after")
    short.give_names(2)
    assert short.phase() is Phase.READY
    short.begin_deal()
    assert short.store.best("longest_run")[0].name in ("CCC", "ACC")
    short.play_to_the_end_of_the_deal()
    short.wait(3)
    short.tap(2, "slap")
    while short.title in ("best.name", "best.wait"):
        short.press("best.skip", 1 if short.title == "best.name" else 2)
    assert short.title == "menu.title"


@pytest.mark.parametrize(
    ("preset", "easier"),
    [("kids", ()), ("family", (("handicap", [10, 10]),)), ("family", (("cards_each", 15),)), ("spit", ())],
)
def test_no_easier_game_comes_onto_the_best_lists(
    tmp_path: Path, preset: str, easier: tuple[tuple[str, object], ...]
) -> None:
    options = ONE_GAME if preset != "spit" else ONE_GAME[1:]
    evening = Evening(tmp_path, choice=Choice(preset=preset, options=(*options, *easier)))
    evening.to_match()
    evening.begin_deal()
    evening.play_to_the_end_of_the_deal()
    assert evening.phase() is Phase.MATCH_WON
    evening.wait(4)
    evening.tap(1, "slap")
    assert evening.title == "menu.title"
    evening.close()


def test_a_slap_just_after_the_match_is_still_for_the_win(short: Evening) -> None:
    short.begin_deal()
    short.play_to_the_end_of_the_deal()
    short.tap(1, "slap")
    assert short.phase() is Phase.MATCH_WON


def test_the_next_match_is_counted_for_itself(short: Evening) -> None:
    for games in (1, 2):
        short.begin_deal()
        short.play_to_the_end_of_the_deal()
        assert short.store.totals().games == games
        assert sorted(seat.score for seat in short.table.seats.values()) == [0, 1]
        short.together((1, "action"), (2, "action"))
        short.give_names()


def test_against_the_computer_one_person_does_it_all(tmp_path: Path) -> None:
    evening = Evening(tmp_path, choice=Choice(("person", "easy"), options=ONE_GAME))
    evening.to_match()
    evening.tap(1, "action")
    evening.wait(8)
    assert evening.phase() is not Phase.READY
    evening.play_to_the_end_of_the_deal()
    asked = set()
    evening.tap(1, "action")
    evening.wait(8)
    while evening.screen.table is None:
        asked.add((evening.title, evening.panel(2).title.key))
        evening.press("best.skip")
    assert asked <= {("best.name", "best.wait")}
    assert evening.phase() is Phase.READY
    evening.close()


def test_the_panel_of_a_computer_player_does_not_play_for_it(tmp_path: Path) -> None:
    evening = Evening(tmp_path, choice=Choice(("person", "easy"), options=ONE_GAME))
    evening.to_match()
    evening.tap(2, "action")
    assert not evening.table.seats[2].ready
    evening.tap(1, "action")
    evening.wait(8)
    before = evening.table
    for control in CARDS:
        evening.tap(2, control)
    assert evening.table.seats[2].locked_until_ns is None
    assert evening.table.seats[2].draw_count >= before.seats[2].draw_count - 1
    evening.hold_both_actions(1.6)
    assert evening.title == "pause.title"
    evening.close()


def test_two_computers_play_their_match_alone_and_leave_the_table_to_attract(tmp_path: Path) -> None:
    evening = Evening(tmp_path, choice=Choice(("hard", "expert"), options=ONE_GAME))
    evening.to_match()
    for _ in range(600):
        assert not evening.cabinet.attracting
        if evening.phase() is Phase.MATCH_WON:
            break
        assert evening.notes() == ["match.pause"]
        evening.wait(1)
    assert sum(isinstance(event, MatchWon) for event in evening.events_of_the_last_deal) == 1
    evening.wait(10)
    assert evening.phase() is Phase.MATCH_WON
    evening.wait(6)
    assert evening.cabinet.attracting
    evening.close()


def test_who_watches_two_computers_can_pause_and_leave(tmp_path: Path) -> None:
    evening = Evening(tmp_path, choice=Choice(("easy", "easy")))
    evening.to_match()
    evening.wait(20)
    evening.hold_both_actions(1.6)
    evening.press("pause.leave")
    evening.press("confirm.yes")
    assert evening.title == "menu.title"
    evening.close()


def test_a_match_that_was_asked_for_is_followed_by_another_like_it(tmp_path: Path) -> None:
    new = NewMatch("spit", {"target": 1, "countdown": 0}, 3)
    edges = list[InputEvent]()
    evening = Evening(
        tmp_path,
        choice=QUICK,
        opening=lambda house, now_ns: asked_match(house, now_ns, new, {2: "expert"}, edges.append),
    )
    assert evening.table.game == "spit"
    assert not evening.cabinet.attracting
    evening.tap(1, "action")
    assert edges[0].control is Control.ACTION
    evening.wait(5)
    evening.hold_both_actions(1.6)
    evening.press("pause.leave")
    evening.press("confirm.yes")
    assert evening.value("menu.rules") == say("preset.changed", preset=say("preset.spit"))
    assert evening.value("name.2") == say("sitter.expert")
    evening.press("menu.start")
    assert evening.table.game == "spit"
    evening.close()
    again = Evening(tmp_path)
    assert again.cabinet.house.choice == QUICK
    again.close()
