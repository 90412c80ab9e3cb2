"""The tests of buttons, pads, screen and sound, whose way out never depends on what is tested."""

import pytest

from firmware.game.events import PLAYERS
from firmware.screen import BUTTONS, SwitchState
from firmware.settings import choices
from firmware.text import say
from hal.events import Control
from tests.firmware.screens.evening import Evening


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


def test_a_look_at_the_switches_asks_for_each_player_once(service: Evening) -> None:
    service.press("service.tests")
    service.press("service.switches")
    service.machine.asked = 0
    service.tap(1, "card1")
    service.machine.asked = 0
    assert service.screen.panels
    assert service.machine.asked == 2


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
    for _ in choices("sensitivity"):
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
