import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pygame
import pytest

from hal.events import Control, InputEvent, Lamp
from hal.keyboard import KEY_LABELS, KeyboardHal, WindowWatcher
from hal.mock import START_NS, MockHal
from hal.port import HalError, Reading

MS = 1_000_000
FAR_NS = 60_000 * MS


class Clock:
    """Stands still unless a test moves it."""

    def __init__(self) -> None:
        self.now_ns = 5_000 * MS

    def __call__(self) -> int:
        return self.now_ns


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def hal(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> Iterator[KeyboardHal]:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    pygame.display.init()
    pygame.display.set_mode((64, 64))
    pygame.event.clear()
    yield KeyboardHal(clock=clock)
    pygame.display.quit()


def key(scancode: int, pressed: bool, keycode: int = 0) -> None:
    kind = pygame.KEYDOWN if pressed else pygame.KEYUP
    pygame.event.post(pygame.event.Event(kind, key=keycode, scancode=scancode))


def test_each_control_has_a_key_and_a_label(hal: KeyboardHal) -> None:
    scancodes = {
        "Left Shift": pygame.KSCAN_LSHIFT,
        "Right Shift": pygame.KSCAN_RSHIFT,
        "Space": pygame.KSCAN_SPACE,
        "Return": pygame.KSCAN_RETURN,
    }
    for player, labels in KEY_LABELS.items():
        for control in Control:
            label = labels[control]
            key(scancodes.get(label) or getattr(pygame, f"KSCAN_{label}"), True)
            (event,) = hal.read(FAR_NS).events
            assert (event.player, event.control, event.pressed) == (player, control, True)


def test_a_card_is_the_same_card_whatever_is_printed_on_the_key(hal: KeyboardHal) -> None:
    key(pygame.KSCAN_1, True, keycode=pygame.K_AMPERSAND)
    assert hal.read(FAR_NS).events[0].control is Control.CARD1


def test_keys_read_together_are_stamped_in_the_order_of_their_arrival(hal: KeyboardHal, clock: Clock) -> None:
    key(pygame.KSCAN_6, True)
    key(pygame.KSCAN_1, True)
    key(pygame.KSCAN_6, False)
    events = hal.read(FAR_NS).events
    assert events == (
        InputEvent(clock.now_ns, 2, Control.CARD1, True),
        InputEvent(clock.now_ns + 1, 1, Control.CARD1, True),
        InputEvent(clock.now_ns + 2, 2, Control.CARD1, False),
    )


def test_what_was_read_can_be_judged_at_once(hal: KeyboardHal) -> None:
    key(pygame.KSCAN_1, True)
    key(pygame.KSCAN_2, True)
    reading = hal.read(FAR_NS)
    assert reading.complete_to_ns > max(event.time_ns for event in reading.events)


def test_keys_read_later_at_the_same_time_are_not_before_the_promise(hal: KeyboardHal) -> None:
    key(pygame.KSCAN_1, True)
    promise_ns = hal.read(FAR_NS).complete_to_ns
    key(pygame.KSCAN_2, True)
    assert hal.read(FAR_NS).events[0].time_ns >= promise_ns


def test_a_key_that_repeats_itself_is_one_press(hal: KeyboardHal) -> None:
    for _ in range(3):
        key(pygame.KSCAN_1, True)
    assert len(hal.read(FAR_NS).events) == 1


def test_a_release_without_a_press_is_nothing(hal: KeyboardHal) -> None:
    key(pygame.KSCAN_1, False)
    assert hal.read(0).events == ()


def test_a_key_held_while_the_focus_goes_is_released_once(hal: KeyboardHal) -> None:
    key(pygame.KSCAN_LSHIFT, True)
    pygame.event.post(pygame.event.Event(pygame.WINDOWFOCUSLOST))
    events = hal.read(FAR_NS).events
    assert [(event.control, event.pressed) for event in events] == [
        (Control.ACTION, True),
        (Control.ACTION, False),
    ]
    key(pygame.KSCAN_LSHIFT, False)
    assert hal.read(0).events == ()


def test_other_keys_are_nothing(hal: KeyboardHal) -> None:
    key(pygame.KSCAN_Q, True, keycode=pygame.K_q)
    reading = hal.read(0)
    assert (reading.events, reading.leave, reading.exposed) == ((), False, False)


def test_esc_leaves_wherever_it_is_on_the_board(hal: KeyboardHal) -> None:
    key(pygame.KSCAN_CAPSLOCK, True, keycode=pygame.K_ESCAPE)
    assert hal.read(FAR_NS).leave
    key(pygame.KSCAN_CAPSLOCK, False, keycode=pygame.K_ESCAPE)
    assert not hal.read(0).leave


@pytest.mark.parametrize("kind", [pygame.QUIT, pygame.WINDOWCLOSE])
def test_closing_the_window_leaves(hal: KeyboardHal, kind: int) -> None:
    pygame.event.post(pygame.event.Event(kind))
    assert hal.read(FAR_NS).leave


@pytest.mark.parametrize(
    "kind", [pygame.WINDOWEXPOSED, pygame.WINDOWRESIZED, pygame.WINDOWRESTORED, pygame.VIDEORESIZE]
)
def test_a_window_that_has_to_be_shown_again_is_reported_at_once(hal: KeyboardHal, kind: int) -> None:
    hal.read(0)
    pygame.event.post(pygame.event.Event(kind))
    assert hal.read(FAR_NS).exposed
    assert not hal.read(0).exposed


def test_a_reading_waits_until_the_time_asked_for(monkeypatch: pytest.MonkeyPatch, hal: KeyboardHal) -> None:
    real = KeyboardHal()
    real.read(0)
    until_ns = time.monotonic_ns() + 30 * MS
    assert real.read(until_ns).complete_to_ns >= until_ns
    assert time.monotonic_ns() < until_ns + 5_000 * MS


def test_without_a_window_the_error_says_what_is_missing() -> None:
    pygame.display.quit()
    with pytest.raises(HalError, match="the window's event queue"):
        KeyboardHal().read(0)


def test_reading_after_close_is_an_error(hal: KeyboardHal) -> None:
    hal.close()
    hal.close()
    with pytest.raises(HalError, match="closed"):
        hal.read(0)


def test_beside_the_panels_the_window_can_still_end_the_game_and_ask_to_be_drawn(hal: KeyboardHal) -> None:
    panels = MockHal([InputEvent(START_NS + 500, 1, Control.SLAP, True)])
    both = WindowWatcher(panels)
    assert [event.control for event in both.read(START_NS + 1000).events] == [Control.SLAP]
    pygame.event.post(pygame.event.Event(pygame.WINDOWEXPOSED))
    assert both.read(START_NS + 10**12).exposed
    key(pygame.KSCAN_ESCAPE, True, pygame.K_ESCAPE)
    assert both.read(START_NS + 10**12).leave


def test_beside_a_window_the_service_button_is_heard(hal: KeyboardHal) -> None:
    class Panels(MockHal):
        def read(self, until_ns: int) -> Reading:
            return replace(super().read(until_ns), service=self.now_ns < START_NS + 500 * MS)

    reading = WindowWatcher(Panels()).read(START_NS + 10**9)
    assert reading.service
    assert reading.complete_to_ns < START_NS + 10**9


def test_beside_the_panels_keys_press_nothing(hal: KeyboardHal) -> None:
    key(pygame.KSCAN_1, True)
    reading = WindowWatcher(MockHal()).read(START_NS + 10**9)
    assert (reading.events, reading.complete_to_ns) == ((), START_NS + 10**9)


def test_the_panels_lamps_are_lit_beside_a_window_too() -> None:
    panels = MockHal()
    WindowWatcher(panels).light(frozenset({Lamp(1, 3)}))
    assert panels.lit == [(START_NS, frozenset({Lamp(1, 3)}))]


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="asks Linux which signals are caught")
@pytest.mark.parametrize("module", ["hal.keyboard", "display.sdl"])
def test_whichever_is_imported_first_sdl_does_not_catch_a_stop(module: str) -> None:
    code = f"import {module}, pygame; pygame.display.init(); print(open('/proc/self/status').read())"
    status = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "SDL_VIDEODRIVER": "dummy"},
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    assert status.startswith("Name:"), "pygame greets"
    caught = int(status.split("SigCgt:")[1].split()[0], 16)
    assert not caught >> (signal.SIGTERM - 1) & 1
