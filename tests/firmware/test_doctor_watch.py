"""The live table on virtual time, and in a real terminal."""

import io
import os
import pty
import re
import select
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise

import pytest
from rich.console import Console

from firmware.doctor.watch import ESCAPE, LAMP_NS, LEGEND, REFRESH_NS, typing, watch
from hal.events import Lamp
from hal.gpio import GpioHal
from hal.gpiod_lines import GpiodLines
from hal.usb import UsbHal
from hal.usb_boards import any_keyboard
from hal.wiring import load_wiring
from tests.hal.fake_gpiod import VirtualChip
from tests.hal.virtual_usb import MS, START_NS, VirtualUsb

COMMAND = [sys.executable, "-m", "firmware", "doctor", "--watch", "--pins", "mock"]
WIDTH, HEIGHT = 80, 24
WIRING = load_wiring()
LAMPS = [lamp_line.lamp for lamp_line in WIRING.lamps]


def typed(*keys: str) -> Callable[[], str]:
    """What was typed at each time that the table is drawn."""
    each = iter(keys)
    return lambda: next(each)


def screen() -> tuple[Console, io.StringIO]:
    text = io.StringIO()
    return Console(file=text, width=WIDTH, height=HEIGHT, force_terminal=True, color_system=None), text


class LitHal(GpioHal):
    """Panels on virtual pins, some of which may be in use; notes each change of the lamps and its time."""

    def __init__(self, users: dict[int, str] | None = None, closed: Iterable[int] = ()) -> None:
        self.chip = VirtualChip(users)
        self.chip.driven |= dict.fromkeys(closed, False)
        self.lit: list[tuple[int, frozenset[Lamp]]] = []
        super().__init__(WIRING, GpiodLines(self.chip), clock=self.chip.clock)  # type: ignore[arg-type]

    def light(self, lamps: frozenset[Lamp]) -> None:
        self.lit.append((self.chip.now_ns, lamps))
        super().light(lamps)


def usb_hal(usb: VirtualUsb) -> UsbHal:
    return UsbHal([any_keyboard(5 * MS, 30 * MS)], usb, clock=usb.clock, wait=usb.wait)


def test_every_input_is_shown_with_its_level_and_its_numbers() -> None:
    usb = VirtualUsb()
    keyboard = usb.plug_in()
    hal = usb_hal(usb)
    for at_ms, pressed in ((110, True), (112, False), (113, True)):
        usb.press_at(keyboard, START_NS + at_ms * MS, "KEY_3", pressed=pressed)
    console, text = screen()
    watch(hal, hal, console, typed("", "", "", "q"))
    last = text.getvalue().rpartition("input")[2].splitlines()
    (row,) = (line for line in last if "KEY_3 " in line)
    assert row.split()[-6:] == ["PRESSED", "3", "2", "1.00", "0.00", "0.00"]
    assert sum("open" in line for line in last) == 13
    assert all(len(line.rstrip()) <= WIDTH for line in last)


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
    hal = LitHal()
    draws = LAMP_NS * (len(LAMPS) + 1) // REFRESH_NS
    console, text = screen()
    watch(hal, hal, console, typed("", "l", *[""] * draws, "q"))
    assert [lamps for _, lamps in hal.lit] == [*(frozenset({lamp}) for lamp in LAMPS), frozenset()]
    times_ns = [time_ns for time_ns, _ in hal.lit]
    assert {later - earlier for earlier, later in pairwise(times_ns)} == {LAMP_NS}
    assert "Purple's lamp 5 is lit" in text.getvalue()
    assert text.getvalue().count("Q or Esc ends.") == text.getvalue().count("edges")


def test_a_lamp_whose_line_is_in_use_gets_no_turn() -> None:
    hal = LitHal({9: "spi0", 11: "spi0"})
    console, text = screen()
    watch(hal, hal, console, typed("l", "", "q"))
    assert hal.lit[0][1] == {Lamp(1, 3)}
    assert "Orange's lamp 3 is lit" in text.getvalue()
    assert "lamp 1 is lit" not in text.getvalue()
    assert "GPIO 9 (player 1, lamp1) is in use by 'spi0'" in text.getvalue()


def test_where_there_are_no_lamps_nothing_is_said_of_them() -> None:
    usb = VirtualUsb()
    usb.plug_in()
    hal = usb_hal(usb)
    console, text = screen()
    watch(hal, hal, console, typed("l", "", "q"))
    assert "lamp" not in text.getvalue()
    assert "Q or Esc ends." in text.getvalue()


def test_escape_ends_it_on_a_keyboard_that_is_grabbed() -> None:
    usb = VirtualUsb()
    keyboard = usb.plug_in()
    hal = usb_hal(usb)
    usb.press_at(keyboard, START_NS + 250 * MS, "KEY_ESC")
    console, _ = screen()
    watch(hal, hal, console, lambda: "")
    assert usb.now_ns == START_NS + 250 * MS


def test_escape_ends_it_in_the_terminal_and_an_arrow_key_does_not() -> None:
    hal = LitHal()
    console, text = screen()
    watch(hal, hal, console, typed(f"{ESCAPE}[A", "", ESCAPE))
    assert text.getvalue().count("edges") > 3


def test_the_help_is_seen_however_many_faults_there_are_and_those_are_told_in_full_at_the_end() -> None:
    hal = LitHal(closed=[contact.line for contact in WIRING.inputs])
    console, text = screen()
    watch(hal, hal, console, typed("", "", "q"))
    *shown, at_the_end = re.split("(?=input)", text.getvalue())[1:]
    assert shown
    for picture in shown:
        lines = [line.rstrip() for line in picture.splitlines()]
        assert len(lines) <= HEIGHT + 1
        assert lines[1 + len(hal.lines()) :][:2] == [LEGEND, "L lights each lamp in turn, Q or Esc ends."]
    assert at_the_end.count("is closed at the start") == len(hal.lines()) == 15


@pytest.fixture
def terminal() -> Iterator[tuple[int, int]]:
    far, near = pty.openpty()
    termios.tcsetwinsize(near, (HEIGHT, WIDTH))
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
