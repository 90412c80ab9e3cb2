"""The live table on virtual time, and in a real terminal."""

import io
import os
import pty
import select
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Iterator

import pytest
from rich.console import Console

from firmware.doctor.watch import LAMP_NS, LAMPS, REFRESH_NS, typing, watch
from hal.events import Lamp
from hal.mock import START_NS, MockHal
from hal.usb import UsbHal
from hal.usb_boards import any_keyboard
from tests.hal.virtual_usb import MS, VirtualUsb
from tests.hal.virtual_usb import START_NS as USB_START_NS

COMMAND = [sys.executable, "-m", "firmware", "doctor", "--watch", "--pins", "mock"]


def typed(*keys: str) -> Callable[[], str]:
    """What was typed at each time that the table is drawn."""
    each = iter(keys)
    return lambda: next(each)


def screen() -> tuple[Console, io.StringIO]:
    text = io.StringIO()
    return Console(file=text, width=80, height=30, force_terminal=True, color_system=None), text


def usb_hal(usb: VirtualUsb) -> UsbHal:
    return UsbHal([any_keyboard(5 * MS, 30 * MS)], usb, clock=usb.clock, wait=usb.wait)


def test_every_input_is_shown_with_its_level_and_its_numbers() -> None:
    usb = VirtualUsb()
    keyboard = usb.plug_in()
    hal = usb_hal(usb)
    for at_ms, pressed in ((110, True), (112, False), (113, True)):
        usb.press_at(keyboard, USB_START_NS + at_ms * MS, "KEY_3", pressed=pressed)
    console, text = screen()
    watch(hal, hal, console, typed("", "", "", "q"))
    last = text.getvalue().rpartition("input")[2].splitlines()
    (row,) = (line for line in last if "KEY_3 " in line)
    assert row.split()[-6:] == ["PRESSED", "3", "2", "1.00", "0.00", "0.00"]
    assert sum("open" in line for line in last) == 13
    assert all(len(line.rstrip()) <= 80 for line in last)


def test_a_stuck_button_is_shown_as_ignored_with_the_reason() -> None:
    usb = VirtualUsb()
    keyboard = usb.plug_in()
    usb.key(keyboard, "KEY_1")
    hal = usb_hal(usb)
    console, text = screen()
    watch(hal, hal, console, typed("q"))
    assert "ignored" in text.getvalue()
    assert "KEY_1 (player 1, card1) is closed at the start" in text.getvalue()


def test_each_lamp_is_lit_in_turn_when_it_is_asked_for() -> None:
    usb = VirtualUsb()
    usb.plug_in()
    lamps = MockHal()
    draws = LAMP_NS * (len(LAMPS) + 1) // REFRESH_NS
    console, text = screen()
    watch(lamps, usb_hal(usb), console, typed("", "l", *[""] * draws, "q"))
    begun_ns = START_NS + 2 * REFRESH_NS
    assert lamps.lit == [
        *((begun_ns + place * LAMP_NS, frozenset({lamp})) for place, lamp in enumerate(LAMPS)),
        (begun_ns + len(LAMPS) * LAMP_NS, frozenset()),
    ]
    assert [lamp for lamp in LAMPS if lamp.player == 1] == [Lamp(1, number) for number in range(1, 6)]
    assert "Purple's lamp 5 is lit" in text.getvalue()


@pytest.fixture
def terminal() -> Iterator[tuple[int, int]]:
    far, near = pty.openpty()
    termios.tcsetwinsize(near, (24, 80))
    yield far, near
    os.close(far)
    os.close(near)


def test_typed_keys_come_at_once_and_the_terminal_is_given_back(terminal: tuple[int, int]) -> None:
    far, near = terminal
    before = termios.tcgetattr(near)
    with typing(near) as keys:
        assert keys() == ""
        os.write(far, b"lq")
        select.select([near], [], [])
        assert keys() == "lq"
    assert termios.tcgetattr(near) == before


def test_in_a_terminal_the_panels_are_watched_until_q_is_typed(terminal: tuple[int, int]) -> None:
    far, near = terminal
    output = b""
    environment = {"TERM": "xterm-256color", "LANG": "C.UTF-8", "PATH": os.environ["PATH"]}
    with subprocess.Popen(COMMAND, stdin=near, stdout=near, stderr=near, env=environment) as program:
        end_ns = time.monotonic_ns() + 30 * 10**9
        while program.poll() is None:
            assert time.monotonic_ns() < end_ns, output[-2000:]
            if select.select([far], [], [], 0.05)[0]:
                output += os.read(far, 65536)
            if b"GPIO 7 (player 2, slap)" in output:
                os.write(far, b"q")
    assert program.returncode == 0
    assert b"Traceback" not in output


def test_without_a_terminal_there_is_nothing_to_watch_in() -> None:
    result = subprocess.run(COMMAND, capture_output=True, text=True, stdin=subprocess.DEVNULL, check=False)
    assert result.returncode == 2
    assert result.stderr == "speed-cabinet: --watch needs a terminal for input and output\n"


def test_the_doctor_checks_this_machine_and_its_status_says_whether_something_is_missing() -> None:
    command = [sys.executable, "-m", "firmware", "doctor", "--pins", "mock"]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    lines = result.stdout.splitlines()
    assert result.stderr == ""
    assert result.returncode == any(line.startswith("MISSING") for line in lines)
    for subject in (
        "machine",
        "kernel",
        "Python",
        "disk",
        "display",
        "wiring",
        "panels",
        "service",
        "limits",
    ):
        assert any(line.split()[1] == subject for line in lines), subject
