"""A match that a power cut has ended can be gone on with, exactly where it was."""

from pathlib import Path

import pytest

from firmware.game.events import PLAYERS, Played
from firmware.game.view import Phase, TableView
from firmware.recording import Recording, read_recording
from firmware.referee import Referee
from firmware.screens.choice import Choice
from firmware.text import say
from tests.firmware.screens.evening import TO_TWO, Evening, half_a_match


def recording_in(folder: Path) -> Recording:
    (path,) = (folder / "recordings").glob("*")
    return read_recording(path)


def table_in(recording: Recording) -> TableView:
    referee = Referee(recording.new)
    for edge in recording.edges:
        referee.edge(edge)
    return referee.view()


def test_the_match_goes_on_where_its_recording_ends(tmp_path: Path) -> None:
    before = half_a_match(tmp_path)
    table = table_in(recording_in(tmp_path))
    assert table == before.table
    again = Evening(tmp_path)
    assert again.title == "resume.title"
    scores: dict[int, int] = {player: seat.score for player, seat in table.seats.items()}
    for player in PLAYERS:
        question = say("resume.question", own=scores[player], other=scores[3 - player])
        assert again.panel(player).lines == (question, say("resume.limit", count=15))
    again.press("confirm.yes")
    assert again.title == "pause.go_on_in"
    again.wait(3.1)
    assert again.table.piles == table.piles
    assert again.table.seats[2] == table.seats[2]
    assert table.seats[1].action_held
    assert not again.table.seats[1].action_held
    assert not again.events
    again.play_to_the_end_of_the_deal()
    assert again.store.totals().games == 2
    again.close()
    played = recording_in(tmp_path)
    assert table_in(played).seats == again.table.seats


@pytest.mark.parametrize("answer", ["confirm.no", None])
def test_without_a_yes_the_match_is_given_up(tmp_path: Path, answer: str | None) -> None:
    half_a_match(tmp_path)
    again = Evening(tmp_path)
    if answer:
        again.press(answer, 2)
    else:
        again.wait(14)
        again.tap(1, "card3")
        assert again.title == "resume.title"
        again.wait(1)
    assert again.cabinet.attracting
    again.let_the_disk_catch_up()
    again.pull_the_plug()
    third = Evening(tmp_path)
    assert third.cabinet.attracting
    third.close()


def test_of_a_power_cut_in_the_middle_of_a_deal_the_deal_is_counted_once_it_is_won(tmp_path: Path) -> None:
    evening = Evening(tmp_path, choice=TO_TWO)
    evening.to_match()
    evening.begin_deal()
    evening.let_the_disk_catch_up()
    evening.play_to_the_end_of_the_deal()
    evening.pull_the_plug()
    again = Evening(tmp_path)
    assert not again.store.faults()
    again.press("confirm.yes")
    again.wait(3.1)
    again.play_to_the_end_of_the_deal()
    assert again.store.totals().games == 1
    again.close()


def test_a_second_power_cut_before_the_match_goes_on_costs_nothing(tmp_path: Path) -> None:
    table = half_a_match(tmp_path).table
    again = Evening(tmp_path)
    again.pull_the_plug()
    third = Evening(tmp_path)
    third.press("confirm.yes")
    third.wait(1)
    third.pull_the_plug()
    fourth = Evening(tmp_path)
    fourth.press("confirm.yes")
    fourth.wait(3.1)
    assert fourth.table.piles == table.piles
    fourth.close()


def test_the_service_button_puts_the_question_off(tmp_path: Path) -> None:
    half_a_match(tmp_path)
    again = Evening(tmp_path)
    again.cabinet.call_service()
    again.cabinet.call_service()
    again.press("options.done")
    assert again.title == "resume.title"
    again.press("confirm.yes")
    again.cabinet.call_service()
    again.press("options.done")
    assert again.title == "pause.title"
    again.press("pause.go_on")
    again.wait(3.1)
    assert again.screen.table is not None
    again.close()


def test_what_was_won_just_before_the_power_cut_is_still_shown(tmp_path: Path) -> None:
    evening = Evening(tmp_path, choice=TO_TWO)
    evening.to_match()
    evening.begin_deal()
    evening.play_to_the_end_of_the_deal()
    notes = evening.screen.notes[1][:-1]
    evening.let_the_disk_catch_up()
    evening.wait(0.5)
    assert evening.screen.notes[1][-1] == say("match.saved")
    evening.pull_the_plug()
    again = Evening(tmp_path)
    again.press("confirm.yes")
    again.wait(3.1)
    assert again.phase() is Phase.WON
    assert again.screen.notes[1][:-1] == notes
    assert again.store.totals().games == 1
    again.close()


def test_a_match_against_the_computer_goes_on_against_it(tmp_path: Path) -> None:
    evening = Evening(tmp_path, choice=Choice(("hard", "person"), options=TO_TWO.options))
    evening.to_match()
    evening.tap(2, "action")
    evening.wait(6)
    evening.tap(2, "action")
    evening.let_the_disk_catch_up()
    evening.pull_the_plug()
    again = Evening(tmp_path)
    again.press("confirm.yes")
    again.wait(3.1)
    assert again.table.piles == table_in(recording_in(tmp_path)).piles
    again.play_to_the_end_of_the_deal()
    assert {event.player for event in again.events if isinstance(event, Played)} == {1, 2}
    again.close()


def test_a_match_that_is_asked_for_ends_the_one_before(tmp_path: Path) -> None:
    half_a_match(tmp_path)
    again = Evening(tmp_path)
    again.press("confirm.no")
    again.to_match()
    again.tap(1, "action")
    again.close()
    third = Evening(tmp_path)
    assert third.title == "resume.title"
    assert third.screen.panels[1].lines[0] == say("resume.question", own=0, other=0)
    third.close()
