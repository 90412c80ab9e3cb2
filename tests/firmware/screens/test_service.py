"""The owner's pages: tests whose way out never depends on what is tested, the lock, reports, resets."""

from pathlib import Path

import pytest

from firmware.game.events import PLAYERS, Played, Won
from firmware.screen import BUTTONS, SwitchState
from firmware.screens.choice import Choice
from firmware.screens.service.front import SETTINGS
from firmware.settings import CHOICES, Settings
from firmware.text import Text, plain, say
from hal.events import CARDS, Control, InputEvent
from tests.firmware.screens.evening import SECOND_NS, Evening

QUICK = Choice(options=(("claim", "none"), ("countdown", 0), ("target", 1)))


@pytest.fixture
def service(evening: Evening) -> Evening:
    """A cabinet at its service pages."""
    evening.to_service()
    return evening


def faults(evening: Evening) -> list[str]:
    """The keys of the fault report, which has to be opened first."""
    return [line.key for line in evening.panel().lines]


def unlock(evening: Evening) -> None:
    """Hold what opens the lock."""
    for player in PLAYERS:
        evening.down(player, "card1")
        evening.down(player, "card5")
    evening.wait(5.1)
    for player in PLAYERS:
        evening.up(player, "card1")
        evening.up(player, "card5")


# How to get there, and away.


def test_both_actions_open_the_service_pages_after_five_seconds_of_attract(evening: Evening) -> None:
    evening.hold_both_actions(4.8)
    assert evening.title == "menu.title"
    evening.wait(61)
    evening.hold_both_actions(5)
    assert evening.title == "service.title"
    evening.press("options.done")
    assert evening.cabinet.attracting


def test_the_menu_leads_to_the_service_pages_and_they_lead_back(evening: Evening) -> None:
    evening.tap(1, "card1")
    evening.press("menu.more")
    evening.turn_to("options.service")
    evening.press("options.service")
    evening.press("options.done")
    assert evening.title == "options.title"


def test_the_button_inside_the_cabinet_opens_them_from_everywhere(evening: Evening) -> None:
    evening.cabinet.call_service()
    assert evening.title == "service.title"
    evening.press("options.done")
    assert evening.cabinet.attracting
    evening.to_match()
    evening.cabinet.call_service()
    evening.cabinet.call_service()
    evening.wait(20)
    evening.press("options.done")
    assert evening.title == "pause.title"


# The tests.


def test_every_switch_shows_what_it_does_and_lights_its_lamp(service: Evening) -> None:
    service.machine.broken.add((2, Control.CARD4))
    service.press("service.tests")
    service.press("service.switches")
    states = list(service.panel().switches)
    assert states == [SwitchState.UNSEEN] * 10 + [SwitchState.MUTED] + [SwitchState.UNSEEN] * 3
    for player in PLAYERS:
        for place, control in enumerate(BUTTONS):
            index = (player - 1) * len(BUTTONS) + place
            service.down(player, control)
            if states[index] is not SwitchState.MUTED:
                assert service.panel(2).switches[index] is SwitchState.DOWN
            assert service.lamps(player) == ([place + 1] if place < 5 else [1, 2, 3, 4, 5])
            assert dict(service.panel().lines[1].values)["bounces"] == 3
            service.up(player, control)
            assert service.lamps(player) == []
    assert service.panel().switches.count(SwitchState.SEEN) == 13
    assert service.title == "service.switches"


@pytest.mark.parametrize("control", BUTTONS)
def test_any_button_held_ends_the_test_of_the_switches(service: Evening, control: str) -> None:
    service.press("service.tests")
    service.press("service.switches")
    service.down(2, control)
    service.wait(2.9)
    assert service.title == "service.switches"
    service.wait(0.1)
    assert service.title == "service.tests"
    service.up(2, control)
    assert service.title == "service.tests"


def test_a_button_that_was_stuck_before_does_not_end_the_test_of_the_switches(service: Evening) -> None:
    service.press("service.tests")
    service.down(2, "card5")
    service.press("service.switches")
    service.wait(10)
    assert service.title == "service.switches"
    service.down(1, "card2")
    service.wait(3)
    assert service.title == "service.tests"


@pytest.mark.parametrize("test", ["service.switches", "service.pads"])
def test_a_test_of_switches_ends_by_itself_even_if_no_button_works(service: Evening, test: str) -> None:
    service.press("service.tests")
    service.press(test)
    service.wait(21)
    assert service.title == "service.tests"


def test_pads_that_never_rest_do_not_keep_their_test_open(service: Evening) -> None:
    service.press("service.tests")
    service.press("service.pads")
    for _ in range(30):
        service.tap(1, "slap")
    assert dict(service.panel(2).rows[0].values[0].values) == {"words": 30}
    assert service.panel().rows[0].marked
    assert not service.panel().rows[1].marked
    service.tap(2, "action")
    assert service.title == "service.tests"


def test_the_pads_get_more_or_less_sensitive(service: Evening) -> None:
    service.press("service.tests")
    service.press("service.pads")
    for _ in CHOICES["sensitivity"]:
        service.press("setting.sensitivity")
    assert service.machine.steps[-5:] == [4, 5, 1, 2, 3]


@pytest.mark.parametrize("control", BUTTONS)
def test_any_button_ends_the_test_picture(service: Evening, control: str) -> None:
    service.press("service.tests")
    service.press("service.picture")
    assert service.panel(2).picture == "test"
    service.tap(1, control)
    assert service.title == "service.tests"


def test_each_sound_is_heard_and_its_loudness_set(service: Evening) -> None:
    service.press("service.tests")
    service.press("service.sound")
    for label in ("sound.play", "sound.misplay", "sound.win", "sound.voice"):
        service.press(label)
    assert service.machine.sounds == ["play 2.0", "misplay", "win", "speed"]
    service.press("setting.volume")
    assert service.value("setting.volume") == say("value.percent", number=80)
    assert len(service.machine.sounds) == 5
    service.press("options.done")
    assert service.title == "service.tests"


# Settings and the lock.


@pytest.mark.parametrize("name", SETTINGS)
def test_every_setting_steps_through_its_values(service: Evening, name: str) -> None:
    service.press("service.settings")
    values = list[Text]()
    for _ in CHOICES[name]:
        service.turn_to(f"setting.{name}")
        values.append(service.value(f"setting.{name}"))
        service.press(f"setting.{name}")
    assert len(set(values)) == len(values) == len(CHOICES[name])
    assert service.cabinet.house.settings == Settings()


def test_the_lock_keeps_settings_and_resets_from_players_and_is_opened_by_four_fingers(
    service: Evening,
) -> None:
    service.press("service.settings")
    service.press("setting.locked")
    locked = service.cabinet.house.settings
    for _ in range(4):
        for label in [label for label in service.labels if label.startswith("setting.")]:
            assert not service.find(label)[1].enabled
            service.press(label)
        service.press("options.next")
    service.press("options.done")
    service.press("service.tests")
    service.press("service.pads")
    service.press("setting.sensitivity")
    service.press("options.done")
    service.press("service.sound")
    service.press("setting.volume")
    service.press("options.done")
    service.press("options.done")
    service.press("service.statistics")
    service.press("reset.title")
    for label in ("reset.statistics", "reset.best", "reset.settings"):
        service.press(label)
        assert service.title == "reset.title"
    assert service.cabinet.house.settings == locked
    service.press("options.done")
    service.press("options.done")
    service.press("service.settings")
    service.press("service.unlock")
    unlock(service)
    assert service.title == "service.settings_title"
    assert not service.cabinet.house.settings.locked


def test_the_lock_stays_if_fewer_fingers_hold_or_not_for_long(service: Evening) -> None:
    service.press("service.settings")
    service.press("setting.locked")
    service.press("service.unlock")
    for control in ("card1", "card5"):
        service.down(1, control)
    service.down(2, "card1")
    service.wait(20)
    service.down(2, "card5")
    service.wait(4.9)
    assert service.title == "service.unlock"
    service.up(2, "card5")
    service.wait(5)
    service.press("options.done")
    assert service.cabinet.house.settings.locked


def test_a_locked_cabinet_keeps_its_pauses_from_being_silenced(tmp_path: Path) -> None:
    evening = Evening(tmp_path, settings={"locked": True})
    evening.to_match()
    evening.hold_both_actions(1.6)
    evening.press("setting.quiet")
    assert not evening.cabinet.house.settings.quiet
    evening.close()


# Reports and resets.


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
