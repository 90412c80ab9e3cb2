"""A whole evening at the cabinet, done from the two panels alone."""

from firmware.game.events import Won
from firmware.game.view import Phase
from firmware.text import say
from tests.firmware.screens.evening import Evening


def test_an_evening_from_power_on_to_switching_off(evening: Evening) -> None:
    assert evening.notes(1) == ["attract.note"]

    evening.tap(1, "card2")
    assert evening.title == "menu.title"
    while evening.value("menu.match") != say("value.games", count=1):
        evening.press("menu.match", 2)
    evening.press("menu.more")
    evening.turn_to("option.countdown")
    evening.press("option.countdown")
    evening.press("options.done")
    evening.press("menu.start")

    evening.begin_deal()
    evening.wait(2.5)
    assert evening.phase() is Phase.PLAY
    before = evening.table
    evening.hold_both_actions(1.6)
    assert evening.title == "pause.title"
    evening.wait(20)
    evening.press("pause.go_on", 2)
    assert evening.title == "pause.go_on_in"
    evening.wait(3.1)
    assert evening.table.seats == before.seats
    assert evening.table.piles == before.piles

    evening.play_to_the_end_of_the_deal()
    assert evening.phase() is Phase.MATCH_WON
    assert any(isinstance(event, Won) for event in evening.events)
    assert "result.misplays" in evening.notes(1)
    evening.wait(4)
    evening.tap(1, "slap")
    evening.give_names()
    assert evening.title == "menu.title"

    evening.wait(61)
    evening.hold_both_actions(5.1)
    assert evening.title == "service.title"
    evening.press("service.statistics")
    games, *_ = evening.panel().rows
    assert games.name == say("statistics.games")
    assert games.values[0] == say("plain", words=1)
    evening.press("options.done")
    evening.press("service.tests")
    evening.press("service.switches")
    evening.tap(1, "card1")
    evening.down(2, "card3")
    evening.wait(3.1)
    evening.up(2, "card3")
    assert evening.title == "service.tests"
    evening.press("service.pads")
    evening.tap(2, "slap")
    evening.press("setting.sensitivity")
    evening.press("options.done", 2)
    evening.press("service.picture")
    evening.tap(1, "card4")
    evening.press("service.sound")
    evening.press("sound.voice")
    evening.press("setting.volume")
    evening.press("options.done")
    evening.press("options.done")
    evening.press("service.off")
    evening.tap(1, "slap")
    assert not evening.cabinet.over
    evening.press("confirm.yes")
    assert evening.cabinet.over
