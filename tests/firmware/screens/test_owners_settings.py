"""The owner's settings, and the lock that keeps players from them."""

from pathlib import Path

import pytest

from firmware.game.events import PLAYERS
from firmware.screens.service.front import SETTINGS
from firmware.settings import Settings, choices
from firmware.text import Text
from tests.firmware.screens.evening import Evening


def unlock(evening: Evening) -> None:
    """Hold what opens the lock."""
    for player in PLAYERS:
        evening.down(player, "card1")
        evening.down(player, "card5")
    evening.wait(5.1)
    for player in PLAYERS:
        evening.up(player, "card1")
        evening.up(player, "card5")


@pytest.mark.parametrize("name", SETTINGS)
def test_every_setting_steps_through_its_values(service: Evening, name: str) -> None:
    service.press("service.settings")
    values = list[Text]()
    for _ in choices(name):
        service.turn_to(f"setting.{name}")
        values.append(service.value(f"setting.{name}"))
        service.press(f"setting.{name}")
    assert len(set(values)) == len(values) == len(choices(name))
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
