"""Pages that lead back: to a pause, a question, a name, when they are done or nobody is there."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from firmware.game.view import Phase
from tests.firmware.screens.evening import QUICK, Evening, half_a_match

OWNERS_PAGES = (
    (),
    ("service.tests",),
    ("service.tests", "service.switches"),
    ("service.tests", "service.pads"),
    ("service.tests", "service.picture"),
    ("service.tests", "service.sound"),
    ("service.settings",),
    ("service.statistics",),
    ("service.statistics", "reset.title"),
    ("service.statistics", "reset.title", "reset.best"),
    ("service.statistics", "statistics.export"),
    ("service.statistics", "recordings.watch"),
    ("service.faults",),
    ("service.system",),
    ("service.off",),
)
"""The ways from the first of the owner's pages to each, by the buttons that are pressed."""


@pytest.fixture
def paused(tmp_path: Path) -> Iterator[Evening]:
    """A match in a pause."""
    evening = Evening(tmp_path, choice=QUICK)
    evening.to_match()
    evening.begin_deal()
    evening.hold_both_actions(1.6)
    yield evening
    evening.close()


def take(evening: Evening, way: tuple[str, ...]) -> None:
    """Press these buttons one after the other, all on player 2's side."""
    for label in way:
        evening.press(label, 2)


def assert_can_be_gone_on_with(evening: Evening) -> None:
    """The pause is over when somebody wants it to be."""
    assert evening.title == "pause.title"
    evening.press("pause.go_on")
    evening.wait(3.1)
    assert evening.phase() is Phase.PLAY


@pytest.mark.parametrize("way", OWNERS_PAGES)
def test_every_page_of_the_owner_is_left_if_nobody_is_there(evening: Evening, way: tuple[str, ...]) -> None:
    evening.to_service()
    before = evening.cabinet.house.settings
    take(evening, way)
    evening.wait(90)
    assert evening.cabinet.attracting
    assert evening.cabinet.house.settings == before


@pytest.mark.parametrize("way", [("pause.leave",), *(("pause.service", *way) for way in OWNERS_PAGES)])
def test_no_page_that_a_pause_leads_to_gives_up_the_match(paused: Evening, way: tuple[str, ...]) -> None:
    take(paused, way)
    paused.wait(90)
    assert paused.title == "pause.title"
    paused.wait(140)
    assert_can_be_gone_on_with(paused)


def test_a_pause_in_which_the_rules_are_read_is_as_long_as_one_without(paused: Evening) -> None:
    paused.press("pause.rules")
    paused.wait(170)
    assert paused.title == "reading.title"
    paused.wait(180)
    assert_can_be_gone_on_with(paused)


def test_a_pause_that_was_found_again_is_given_up_in_its_turn(paused: Evening) -> None:
    paused.press("pause.service")
    paused.wait(61 + 181)
    assert paused.cabinet.attracting


def test_the_rules_can_be_read_aloud_as_slowly_as_people_like(evening: Evening) -> None:
    evening.tap(1, "card1")
    evening.press("menu.read")
    while "reading.on" in evening.labels:
        evening.wait(170)
        evening.press("reading.on")
    evening.wait(170)
    assert evening.title == "reading.title"
    evening.wait(11)
    assert evening.title == "menu.title"


@pytest.mark.parametrize("way", OWNERS_PAGES)
def test_the_service_button_pressed_again_loses_no_match(paused: Evening, way: tuple[str, ...]) -> None:
    paused.cabinet.call_service()
    take(paused, way)
    page = paused.screen
    paused.cabinet.call_service()
    assert paused.screen == page
    paused.wait(90)
    assert_can_be_gone_on_with(paused)


@pytest.mark.parametrize("way", OWNERS_PAGES)
def test_the_service_button_pressed_again_keeps_the_offer_to_go_on(
    tmp_path: Path, way: tuple[str, ...]
) -> None:
    half_a_match(tmp_path)
    evening = Evening(tmp_path)
    evening.cabinet.call_service()
    take(evening, way)
    evening.cabinet.call_service()
    while evening.title != "resume.title":
        assert not evening.cabinet.attracting
        evening.wait(1)
    evening.press("confirm.yes")
    evening.wait(3.1)
    assert evening.screen.table is not None
    evening.close()


def test_a_name_that_is_being_entered_is_still_there_after_the_service_pages(paused: Evening) -> None:
    paused.press("pause.go_on")
    paused.wait(3.1)
    paused.play_to_the_end_of_the_deal()
    paused.together((1, "action"), (2, "action"))
    assert paused.title == "best.name"
    for label in ("best.letter_after", "best.next"):
        paused.press(label)
    entered = paused.panel()
    paused.cabinet.call_service()
    take(paused, ("service.tests",))
    paused.cabinet.call_service()
    take(paused, ("options.done", "options.done"))
    assert paused.panel() == entered


def test_the_result_of_a_match_is_still_there_after_the_service_pages(paused: Evening) -> None:
    paused.press("pause.go_on")
    paused.wait(3.1)
    paused.play_to_the_end_of_the_deal()
    won = paused.table
    paused.cabinet.call_service()
    paused.wait(20)
    paused.press("options.done", 2)
    assert paused.table == won
    paused.together((1, "action"), (2, "action"))
    assert paused.title == "best.name"


@pytest.mark.parametrize(
    ("way", "title"),
    [((), "menu.title"), (("menu.more",), "options.title"), (("menu.read",), "reading.title")],
)
def test_the_service_pages_lead_back_to_where_they_were_called(
    evening: Evening, way: tuple[str, ...], title: str
) -> None:
    evening.tap(1, "card1")
    take(evening, way)
    evening.cabinet.call_service()
    evening.press("options.done")
    assert evening.title == title


def test_the_service_button_works_again_after_the_pages_were_left(evening: Evening) -> None:
    for _ in range(2):
        evening.cabinet.call_service()
        assert evening.title == "service.title"
        evening.press("options.done")
        assert evening.cabinet.attracting
