"""What the cabinet tells its owner, what can be set back, how it is switched off."""

from pathlib import Path

import pytest

from firmware.game.events import PLAYERS, Played, Won
from firmware.settings import Settings
from firmware.text import plain, say
from hal.events import CARDS, Control, InputEvent
from tests.firmware.screens.evening import QUICK, SECOND_NS, Evening


def faults(evening: Evening) -> list[str]:
    """The keys of the fault report, which has to be opened first."""
    return [line.key for line in evening.panel().lines]


def test_statistics_are_shown_copied_and_set_back_only_after_a_question(tmp_path: Path) -> None:
    evening = Evening(tmp_path, choice=QUICK)
    evening.to_match()
    evening.begin_deal()
    evening.play_to_the_end_of_the_deal()
    evening.together((1, "action"), (2, "action"))
    evening.give_names()
    evening.cabinet.call_service()
    evening.press("service.statistics")
    assert evening.panel().rows[0].values[0] == plain(1)
    evening.press("statistics.export")
    evening.press("options.done")
    evening.press("reset.title")
    for label in ("reset.statistics", "reset.best"):
        evening.tap(1, evening.find(label)[0])
        evening.press("confirm.no")
    assert evening.store.totals().games == 1
    assert evening.store.best("longest_run")
    for label in ("reset.statistics", "reset.best"):
        evening.press(label)
        evening.press("confirm.yes")
    assert evening.title == "reset.title"
    evening.close()
    again = Evening(tmp_path)
    assert again.store.totals().games == 0
    assert not again.store.best("longest_run")
    again.close()


@pytest.mark.parametrize("label", ["reset.statistics", "reset.best", "reset.settings", "service.off"])
def test_pressing_the_same_button_twice_sets_nothing_back(service: Evening, label: str) -> None:
    before = service.cabinet.house.settings
    if label != "service.off":
        service.press("service.statistics")
        service.press("reset.title")
    control = service.find(label)[0]
    service.tap(1, control)
    title = service.title
    service.tap(1, control)
    assert service.title in (title, "reset.title")
    assert not service.cabinet.over
    assert service.cabinet.house.settings == before


def test_settings_are_set_back(service: Evening) -> None:
    service.press("service.settings")
    for _ in range(3):
        service.press("setting.volume")
    service.press("options.done")
    service.press("service.statistics")
    service.press("reset.title")
    service.press("reset.settings")
    service.press("confirm.yes")
    assert service.store.settings() == {**service.store.settings(), "volume": 70}
    assert service.cabinet.house.settings == Settings()


def test_faults_of_devices_and_the_disk_are_told(service: Evening) -> None:
    service.press("service.faults")
    assert faults(service) == ["faults.none"]
    service.machine.wrong = [plain("GPIO 4 is stuck")]
    service.wait(1)
    assert service.panel().lines == (plain("GPIO 4 is stuck"),)


def test_a_setting_that_cannot_be_is_told(tmp_path: Path) -> None:
    evening = Evening(tmp_path, settings={"volume": 33, "shine": True})
    evening.cabinet.call_service()
    evening.press("service.faults")
    assert faults(evening) == ["faults.setting_unfit", "faults.setting_unknown"]
    assert evening.cabinet.house.settings == Settings()
    evening.close()


def test_edges_that_come_too_late_are_counted(service: Evening) -> None:
    service.press("service.faults")
    late_ns = service.now_ns - SECOND_NS
    service.cabinet.add([InputEvent(late_ns, 1, Control.CARD1, True)])
    service.wait(1)
    assert service.panel().lines == (say("faults.late", count=1),)


def test_a_button_that_nobody_pressed_in_five_minutes_of_play_is_told_until_it_is(tmp_path: Path) -> None:
    evening = Evening(tmp_path, choice=QUICK, settings={"attract_after_s": 300})
    evening.to_match()
    evening.begin_deal()
    for _ in range(4):
        evening.wait(90)
        evening.together((1, "action"), (2, "action"))
    able = [player for player in PLAYERS if evening.table.seats[player].playable]
    silent = {
        say("faults.unpressed", name=say(f"name.{player}"), control=say(f"switch.{control}"))
        for player in able
        for control in CARDS
        if (player, control) != (1, Control.CARD4)
    }
    assert silent
    evening.cabinet.call_service()
    assert evening.find("service.faults")[0] == Control.CARD4
    evening.press("service.faults")
    assert set(evening.panel().lines) == silent
    for player in able:
        for control in CARDS:
            evening.tap(player, control)
    assert faults(evening) == ["faults.none"]
    evening.close()


def test_a_crash_is_a_fault_and_a_power_cut_is_none(tmp_path: Path) -> None:
    for power_on, crashed in (("monday", False), ("monday", True), ("tuesday", None), ("friday", False)):
        evening = Evening(tmp_path, power_on=power_on)
        if crashed is None:
            evening.let_the_disk_catch_up()
            evening.pull_the_plug()
        else:
            evening.cabinet.close(crashed=crashed)
            evening.store.close()
    evening = Evening(tmp_path, power_on="friday")
    evening.store.close()
    evening = Evening(tmp_path, power_on="friday")
    evening.to_service()
    evening.press("service.system")
    assert evening.panel().rows[-1].name == say("system.cuts")
    assert evening.panel().rows[-1].values == (plain(2),)
    evening.press("options.done")
    evening.press("service.faults")
    assert evening.panel().lines == (say("faults.restarts", count=1),)
    evening.close()


def test_only_a_second_press_elsewhere_switches_off(service: Evening) -> None:
    service.press("service.off")
    service.tap(1, "slap")
    assert not service.cabinet.over
    service.press("confirm.no")
    assert service.title == "service.title"
    service.press("service.off", 2)
    service.press("confirm.yes", 1)
    assert service.cabinet.over


def test_a_past_match_can_be_watched_as_it_was_played(tmp_path: Path) -> None:
    evening = Evening(tmp_path, choice=QUICK)
    evening.to_match()
    evening.begin_deal()
    evening.play_to_the_end_of_the_deal()
    won = evening.table
    played = [event for event in evening.events if isinstance(event, Played | Won)]
    evening.close()
    again = Evening(tmp_path)
    again.to_service()
    again.press("service.statistics")
    again.press("recordings.watch")
    again.press("recordings.match")
    assert again.notes(2) == ["recordings.note"]
    again.events.clear()
    while again.screen.table is not None:
        last = again.table
        again.wait(1)
    assert last == won
    assert [event for event in again.events if isinstance(event, Played | Won)] == played
    assert again.title == "recordings.title"
    again.press("recordings.match", 2)
    again.wait(3)
    again.tap(2, "slap")
    assert again.title == "recordings.title"
    again.close()


def test_of_many_matches_the_newest_is_first_and_of_none_that_is_said(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    evening.to_service()
    evening.press("service.statistics")
    evening.press("recordings.watch")
    assert evening.panel().lines == (say("recordings.none"),)
    assert evening.labels == ["options.done"]
    evening.wait(61)
    for _ in range(6):
        evening.to_match()
        evening.tap(1, "action")
        evening.wait(400)
    evening.close()
    again = Evening(tmp_path)
    again.to_service()
    again.press("service.statistics")
    again.press("recordings.watch")
    assert again.panel().lines == ()
    assert again.panel().buttons["card1"].label == say("recordings.match", number=6)
    again.press("options.next")
    assert again.panel().buttons["card2"].label == say("recordings.match", number=1)
    (tmp_path / "recordings" / "000001.jsonl").unlink()
    again.tap(1, "card2")
    assert again.title == "recordings.title"
    again.close()
