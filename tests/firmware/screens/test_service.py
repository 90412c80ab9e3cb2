"""How the owner's pages are opened and left."""

from tests.firmware.screens.evening import Evening


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
