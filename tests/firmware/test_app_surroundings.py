"""What the loop does around an activity: systemd, sounds, the service button, garbage."""

import gc
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from firmware.app import run
from firmware.game.events import Dealt, Event
from firmware.screen import Screen
from firmware.screens.cabinet import Cabinet
from firmware.store.store import open_store
from hal.events import Control, InputEvent
from hal.mock import START_NS, MockHal
from hal.port import Reading
from tests.firmware.screens.evening import FakeMachine
from tests.firmware.table import S


class Diary:
    """A display, an ear and a notifier that write down in one list what they are told."""

    def __init__(self) -> None:
        self.entries: list[str] = []
        self.screens: list[Screen] = []
        self.heard: list[Event] = []
        self.alive_ns: list[int] = []
        self.gc_thresholds = gc.get_threshold()

    def show(self, screen: Screen, events: Sequence[Event], now_ns: int) -> int | None:
        self.entries.append("frame")
        self.screens.append(screen)
        self.gc_thresholds = gc.get_threshold()
        return None

    def redraw(self) -> None:
        """Nothing to redraw."""

    def close(self) -> None:
        """Nothing to close."""

    def hear(self, screen: Screen, events: Sequence[Event], now_ns: int) -> None:
        self.entries.append("sound")
        self.heard += events

    def ready(self) -> None:
        self.entries.append("ready")

    def alive(self, now_ns: int) -> None:
        self.alive_ns.append(now_ns)

    def stopping(self) -> None:
        self.entries.append("stopping")


class PressedInside(MockHal):
    """Reports once, after two seconds, that the button inside the cabinet was pressed."""

    def read(self, until_ns: int) -> Reading:
        before_ns = self.now_ns
        reading = super().read(until_ns)
        return replace(reading, service=before_ns < START_NS + 2 * S <= self.now_ns)


@pytest.fixture
def cabinet(tmp_path: Path) -> Iterator[Cabinet]:
    store = open_store(tmp_path)
    yield Cabinet(store, FakeMachine(), Random(1))
    store.close()


def test_systemd_is_told_once_the_first_frame_is_shown_and_at_the_end(cabinet: Cabinet) -> None:
    diary = Diary()
    run(MockHal(leave_ns=START_NS + 5 * S), diary, cabinet, hear=diary.hear, notifier=diary)
    assert diary.entries[:3] == ["frame", "sound", "ready"]
    assert diary.entries[-1] == "stopping"
    assert diary.entries.count("ready") == 1


def test_the_watchdog_is_fed_by_each_round_of_the_loop_at_least_once_a_second(cabinet: Cabinet) -> None:
    diary = Diary()
    run(MockHal(leave_ns=START_NS + 5 * S), diary, cabinet, notifier=diary)
    gaps_ns = [later - earlier for earlier, later in zip(diary.alive_ns, diary.alive_ns[1:], strict=False)]
    assert max(gaps_ns) <= S
    assert diary.alive_ns[-1] >= START_NS + 3 * S


def test_what_happens_is_heard_in_the_round_in_which_it_is_shown(cabinet: Cabinet) -> None:
    diary = Diary()
    run(MockHal(leave_ns=START_NS + 20 * S), diary, cabinet, hear=diary.hear)
    assert not any(isinstance(event, Dealt) for event in diary.heard)
    assert len(diary.heard) > 5
    assert diary.entries.count("frame") == diary.entries.count("sound")


def test_the_button_inside_the_cabinet_opens_the_service_pages(cabinet: Cabinet) -> None:
    diary = Diary()
    run(PressedInside(leave_ns=START_NS + 3 * S), diary, cabinet)
    assert diary.screens[-1].panels[1].title.key == "service.title"


def test_the_program_ends_when_the_cabinet_is_switched_off(cabinet: Cabinet) -> None:
    def tap(seconds: int, control: str) -> list[InputEvent]:
        press = InputEvent(START_NS + seconds * S, 1, Control(control), True)
        return [press, replace(press, time_ns=press.time_ns + S // 10, pressed=False)]

    hal = PressedInside([*tap(3, "slap"), *tap(4, "card2")], leave_ns=START_NS + 60 * S)
    run(hal, Diary(), cabinet)
    assert cabinet.over
    assert hal.now_ns < START_NS + 5 * S


def test_no_frame_waits_for_a_search_through_all_objects(cabinet: Cabinet) -> None:
    before, collections = gc.get_threshold(), gc.get_stats()[2]["collections"]
    diary = Diary()
    run(MockHal(leave_ns=START_NS + 60 * S), diary, cabinet)
    # One collection clears up before the loop; none of the oldest generation comes inside it.
    assert gc.get_stats()[2]["collections"] == collections + 1
    assert diary.gc_thresholds != before
    assert gc.get_threshold() == before
