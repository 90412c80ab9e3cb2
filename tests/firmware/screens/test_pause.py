"""Pauses: time stands still, and a match goes on as if there had been none."""

from pathlib import Path

import pytest

from firmware.game.events import PLAYERS
from firmware.game.view import Phase
from firmware.recording import read_recording
from firmware.text import say
from hal.events import CARDS
from tests.firmware.screens.evening import QUICK, SECOND_NS, Evening


def test_action_held_together_for_a_second_and_a_half_pauses_and_no_shorter(short: Evening) -> None:
    short.begin_deal()
    short.hold_both_actions(1.3)
    assert short.phase() is Phase.PLAY
    short.wait(60)
    short.hold_both_actions(1.5)
    assert short.title == "pause.title"
    assert "match.pause" not in short.notes()


def test_a_pause_hides_the_hands_and_can_be_left_both_ways(short: Evening) -> None:
    short.begin_deal()
    before = short.table
    short.cabinet.call_service()
    short.press("options.done")
    assert short.title == "pause.title"
    assert short.screen.table is None
    for label, title in (("pause.rules", "reading.title"), ("pause.service", "service.title")):
        short.press(label, 2)
        assert short.title == title
        short.tap(1, "action")
        assert short.title == "pause.title"
    short.press("setting.quiet")
    assert short.value("setting.quiet") == say("value.on")
    short.press("pause.leave")
    short.press("confirm.no", 2)
    short.press("pause.go_on", 2)
    counted = []
    while short.screen.table is None:
        counted.append(dict(short.panel(2).title.values)["count"])
        short.tap(1, "card1")
        short.wait(0.1)
    assert sorted(set(counted), reverse=True) == [3, 2, 1]
    assert short.table == before
    short.cabinet.call_service()
    short.press("options.done")
    short.press("pause.leave")
    short.press("confirm.yes")
    assert short.title == "menu.title"
    assert short.store.unfinished() is None


@pytest.mark.parametrize("pauses", [0, 3])
def test_a_match_with_pauses_goes_as_the_same_match_without(tmp_path: Path, pauses: int) -> None:
    evenings = [Evening(tmp_path / name, seed=8, choice=QUICK) for name in ("plain", "paused")]
    for evening in evenings:
        evening.to_match()
        evening.begin_deal()
    plain, paused = evenings
    for step in range(400):
        if step in range(10, 10 + 7 * pauses, 7):
            paused.cabinet.call_service()
            paused.wait(20)
            paused.press("options.done")
            paused.wait(30)
            paused.press("pause.go_on")
            paused.wait(3)
            plain.wait((paused.clock_ns - plain.clock_ns) / SECOND_NS)
        assert paused.table == plain.table
        for evening in evenings:
            for player in PLAYERS:
                if slots := evening.table.seats[player].playable:
                    evening.tap(player, f"card{slots[-1]}")
                elif step % 5 == 0:
                    evening.tap(player, "card1")
            evening.wait(0.3)
    assert plain.phase() is Phase.MATCH_WON
    assert paused.events_of_the_last_deal[0] == plain.events_of_the_last_deal[0]
    for evening in evenings:
        evening.close()
    recordings = [(tmp_path / name / "recordings").glob("*") for name in ("plain", "paused")]
    (one,), (other,) = ([read_recording(path) for path in paths] for paths in recordings)
    assert one.edges == other.edges


def test_what_is_let_go_in_a_pause_is_let_go_when_the_match_goes_on(short: Evening) -> None:
    short.begin_deal()
    short.down(1, "action")
    assert short.table.seats[1].action_held
    short.cabinet.call_service()
    short.up(1, "action")
    short.tap(2, "action")
    short.press("pause.go_on")
    short.wait(3.1)
    assert not short.table.seats[1].action_held


def test_what_is_still_held_after_a_pause_is_held(short: Evening) -> None:
    short.begin_deal()
    short.down(1, "action")
    short.cabinet.call_service()
    short.tap(2, "action")
    short.press("pause.go_on")
    short.wait(3.1)
    assert short.table.seats[1].action_held


def test_action_that_goes_down_in_the_countdown_and_stays_down_is_held(short: Evening) -> None:
    short.begin_deal()
    short.cabinet.call_service()
    short.press("options.done")
    short.press("pause.go_on")
    short.down(1, "action")
    short.tap(2, "action")
    short.wait(3.1)
    assert short.table.seats[1].action_held
    assert not short.table.seats[2].action_held
    short.up(1, "action")
    assert not short.table.seats[1].action_held


def test_no_card_is_played_by_a_button_that_is_held_as_the_countdown_ends(short: Evening) -> None:
    short.begin_deal()
    before = short.table
    short.cabinet.call_service()
    short.press("options.done")
    short.down(1, "card1")
    assert short.title == "pause.go_on_in"
    for control in CARDS[1:]:
        short.down(1, control)
    short.wait(3.1)
    assert short.table == before
