import errno
import os
import pty
import signal
import subprocess
import sys
import termios
import threading
import time
from collections.abc import Iterator

import pytest

from hal.events import Control, InputEvent
from hal.port import HalError, Reading
from hal.terminal import ACTION_HOLD_NS, KEY_LABELS, Keys, TerminalHal

MS = 1_000_000
FAR_NS = 10**18


class Terminal:
    """The far end of a real pseudo-terminal, with a clock that a test moves."""

    def __init__(self) -> None:
        self.far, self.near = pty.openpty()
        self.now_ns = 5_000 * MS

    def clock(self) -> int:
        return self.now_ns

    def type(self, keys: str) -> None:
        os.write(self.far, keys.encode())

    def echoes(self) -> bool:
        return bool(termios.tcgetattr(self.near)[3] & termios.ECHO)


@pytest.fixture
def terminal() -> Iterator[Terminal]:
    terminal = Terminal()
    yield terminal
    os.close(terminal.near)
    os.close(terminal.far)


@pytest.fixture
def hal(terminal: Terminal) -> Iterator[TerminalHal]:
    hal = TerminalHal(terminal.near, clock=terminal.clock)
    yield hal
    hal.close()


def edges(reading: Reading) -> list[tuple[int, str, bool]]:
    return [(event.player, str(event.control), event.pressed) for event in reading.events]


def test_each_control_has_a_key_and_a_label(hal: TerminalHal, terminal: Terminal) -> None:
    for player, labels in KEY_LABELS.items():
        for control in Control:
            terminal.type({"Space": " ", "Return": "\r"}.get(labels[control], labels[control].lower()))
            assert edges(hal.read(FAR_NS))[0] == (player, control, True)
            terminal.now_ns += 1_000 * MS
            hal.read(0)


def test_a_key_is_a_press_and_a_release(hal: TerminalHal, terminal: Terminal) -> None:
    terminal.type("1")
    reading = hal.read(FAR_NS)
    assert reading.events == (
        InputEvent(terminal.now_ns, 1, Control.CARD1, True),
        InputEvent(terminal.now_ns + 1, 1, Control.CARD1, False),
    )
    assert reading.complete_to_ns == terminal.now_ns + 2


def test_keys_typed_together_come_in_order(hal: TerminalHal, terminal: Terminal) -> None:
    terminal.type("61")
    stamps = [event.time_ns for event in hal.read(FAR_NS).events]
    assert stamps == sorted(set(stamps))


def test_action_is_held_for_the_next_card(hal: TerminalHal, terminal: Terminal) -> None:
    terminal.type("a1")
    assert edges(hal.read(FAR_NS)) == [
        (1, "action", True),
        (1, "card1", True),
        (1, "card1", False),
        (1, "action", False),
    ]


def test_action_is_not_held_by_the_other_players_card_or_a_slap(hal: TerminalHal, terminal: Terminal) -> None:
    terminal.type("a6 ")
    assert (1, "action", False) not in edges(hal.read(FAR_NS))


def test_action_is_let_go_after_its_time_and_stamped_with_it(hal: TerminalHal, terminal: Terminal) -> None:
    pressed_ns = terminal.now_ns
    terminal.type("l")
    hal.read(FAR_NS)
    terminal.now_ns += ACTION_HOLD_NS - 1
    assert hal.read(0).events == ()
    terminal.now_ns += 20 * MS
    reading = hal.read(0)
    assert reading.events == (InputEvent(pressed_ns + ACTION_HOLD_NS, 2, Control.ACTION, False),)


def test_a_hold_never_ends_before_what_was_promised(hal: TerminalHal, terminal: Terminal) -> None:
    terminal.type("a")
    pressed = hal.read(FAR_NS).events[0]
    terminal.now_ns = pressed.time_ns + ACTION_HOLD_NS - 1
    terminal.type("678")
    mark_ns = hal.read(FAR_NS).complete_to_ns
    assert mark_ns > pressed.time_ns + ACTION_HOLD_NS
    assert hal.read(FAR_NS).events[0].time_ns >= mark_ns


def test_the_end_of_the_hold_is_waited_for(terminal: Terminal) -> None:
    hal = TerminalHal(terminal.near)
    terminal.type("a")
    pressed = hal.read(FAR_NS).events[0]
    released = hal.read(FAR_NS).events[0]
    assert released.time_ns == pressed.time_ns + ACTION_HOLD_NS
    hal.close()


def test_action_typed_again_is_held_on_without_another_press(hal: TerminalHal, terminal: Terminal) -> None:
    terminal.type("a")
    hal.read(FAR_NS)
    terminal.now_ns += ACTION_HOLD_NS - MS
    terminal.type("a")
    assert hal.read(terminal.now_ns).events == ()
    terminal.now_ns += ACTION_HOLD_NS - MS
    assert hal.read(0).events == ()
    terminal.now_ns += MS
    assert edges(hal.read(0)) == [(1, "action", False)]


def test_action_after_a_card_is_a_new_press(hal: TerminalHal, terminal: Terminal) -> None:
    terminal.type("a1a2")
    presses = [edge for edge in edges(hal.read(FAR_NS)) if edge[1:] == ("action", True)]
    assert len(presses) == 2


@pytest.mark.parametrize("key", ["q", "Q"])
def test_q_leaves(hal: TerminalHal, terminal: Terminal, key: str) -> None:
    terminal.type(key)
    assert hal.read(FAR_NS).leave


def test_esc_leaves_though_a_sequence_might_follow(terminal: Terminal) -> None:
    hal = TerminalHal(terminal.near)
    terminal.type("\x1b")
    assert hal.read(FAR_NS).leave
    hal.close()


def test_an_arrow_key_is_no_esc(terminal: Terminal) -> None:
    hal = TerminalHal(terminal.near)
    terminal.type("\x1b[A\x1bOB\x1b[1;5C")
    reading = hal.read(time.monotonic_ns() + 150 * MS)
    assert (reading.events, reading.leave) == ((), False)
    hal.close()


def test_ctrl_d_is_a_key_like_any_other(hal: TerminalHal, terminal: Terminal) -> None:
    terminal.type("\x04")
    assert hal.read(0) == Reading((), terminal.now_ns)


def test_a_terminal_that_hangs_up_leaves() -> None:
    far, near = pty.openpty()
    hal = TerminalHal(near)
    os.close(far)
    assert hal.read(FAR_NS).leave
    hal.close()
    os.close(near)


def test_a_terminal_that_fails_is_an_error(terminal: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    hal = TerminalHal(terminal.near)
    monkeypatch.setattr(os, "read", raise_unreadable)
    terminal.type("1")
    with pytest.raises(HalError, match=r"cannot be read any more: .*Bad file"):
        hal.read(FAR_NS)
    hal.close()


def raise_unreadable(*_: object) -> bytes:
    raise OSError(errno.EBADF, "Bad file descriptor")


def test_a_resize_is_reported_at_once(terminal: Terminal) -> None:
    hal = TerminalHal(terminal.near)
    threading.Timer(0.05, os.kill, (os.getpid(), signal.SIGWINCH)).start()
    reading = hal.read(FAR_NS)
    assert (reading.events, reading.leave, reading.exposed) == ((), False, True)
    assert not hal.read(0).exposed
    hal.close()


def test_a_resize_between_two_readings_is_not_lost(hal: TerminalHal, terminal: Terminal) -> None:
    for _ in range(3):
        signal.raise_signal(signal.SIGWINCH)
    terminal.type("1")
    reading = hal.read(FAR_NS)
    assert reading.exposed
    assert edges(reading)[0] == (1, "card1", True)
    assert not hal.read(0).exposed


def test_a_program_that_goes_on_has_its_keys_again_and_reports_it_once(
    hal: TerminalHal, terminal: Terminal
) -> None:
    mode = termios.tcgetattr(terminal.near)
    cooked = [mode[0], mode[1], mode[2], mode[3] | termios.ECHO | termios.ICANON, *mode[4:]]
    termios.tcsetattr(terminal.near, termios.TCSANOW, cooked)
    signal.raise_signal(signal.SIGCONT)
    assert hal.read(0).exposed
    assert termios.tcgetattr(terminal.near) == mode
    assert not hal.read(0).exposed


def test_a_program_that_goes_on_without_its_terminal_leaves() -> None:
    far, near = pty.openpty()
    hal = TerminalHal(near)
    os.close(far)
    signal.raise_signal(signal.SIGCONT)
    assert hal.read(FAR_NS).leave
    hal.close()
    os.close(near)


def test_ctrl_z_stops_nothing(hal: TerminalHal, terminal: Terminal) -> None:
    stop = termios.tcgetattr(terminal.near)[6][termios.VSUSP]
    assert stop == os.fpathconf(terminal.near, "PC_VDISABLE").to_bytes()
    terminal.type("\x1a")
    assert hal.read(0) == Reading((), terminal.now_ns)


def test_another_signal_is_no_resize(hal: TerminalHal) -> None:
    before = signal.signal(signal.SIGUSR1, lambda *_: None)
    signal.raise_signal(signal.SIGUSR1)
    assert not hal.read(0).exposed
    signal.signal(signal.SIGUSR1, before)


def test_signals_do_what_they_did_once_the_keys_are_closed(terminal: Terminal) -> None:
    before = [signal.getsignal(number) for number in (signal.SIGWINCH, signal.SIGCONT)]
    TerminalHal(terminal.near).close()
    assert [signal.getsignal(number) for number in (signal.SIGWINCH, signal.SIGCONT)] == before
    assert signal.set_wakeup_fd(-1) == -1


def test_another_thread_than_the_main_one_can_read_keys(terminal: Terminal) -> None:
    read: list[Reading] = []

    def play() -> None:
        hal = TerminalHal(terminal.near)
        terminal.type("1")
        read.append(hal.read(FAR_NS))
        hal.close()

    thread = threading.Thread(target=play)
    thread.start()
    thread.join()
    assert edges(read[0])[0] == (1, "card1", True)


def test_the_terminal_gets_its_mode_back(terminal: Terminal) -> None:
    assert terminal.echoes()
    hal = TerminalHal(terminal.near)
    assert not terminal.echoes()
    hal.close()
    hal.close()
    assert terminal.echoes()
    with pytest.raises(HalError, match="closed"):
        hal.read(0)


def test_the_terminal_gets_its_mode_back_when_the_program_dies(terminal: Terminal) -> None:
    program = "from hal.terminal import TerminalHal; hal = TerminalHal(); raise RuntimeError('dead')"
    ended = subprocess.run(
        [sys.executable, "-c", program], stdin=terminal.near, capture_output=True, text=True, timeout=30
    )
    assert "RuntimeError: dead" in ended.stderr
    assert terminal.echoes()


def test_a_pipe_is_no_terminal() -> None:
    reader, writer = os.pipe()
    with pytest.raises(HalError, match="no terminal; start the game in one"):
        TerminalHal(reader)
    os.close(reader)
    os.close(writer)


def test_a_system_without_such_terminals_is_told(monkeypatch: pytest.MonkeyPatch, terminal: Terminal) -> None:
    monkeypatch.setitem(sys.modules, "termios", None)
    with pytest.raises(HalError, match="another Unix"):
        TerminalHal(terminal.near)


@pytest.mark.parametrize(
    "sequence", [b"\x1b[A", b"\x1bOP", b"\x1b[15~", b"\x1b[1;5D", b"\x1b[[A", b"\x1bx", b"\x1b[200~"]
)
def test_a_sequence_is_swallowed_whole_however_it_is_cut(sequence: bytes) -> None:
    for cut in range(1, len(sequence)):
        keys = Keys()
        assert keys.feed(sequence[:cut], 0) == []
        assert keys.feed(sequence[cut:] + b"1", 1 * MS) == ["1"]
        assert keys.due_ns is None


def test_a_lone_esc_is_known_after_its_time_and_before_the_next_key() -> None:
    keys = Keys()
    assert keys.feed(b"\x1b", 0) == []
    assert keys.due_ns is not None
    assert keys.feed(b"", keys.due_ns - 1) == []
    assert keys.feed(b"1", keys.due_ns) == ["\x1b", "1"]


def test_a_sequence_that_never_ends_is_nothing() -> None:
    keys = Keys()
    keys.feed(b"\x1b[", 0)
    assert keys.feed(b"", 100 * MS) == []
    assert keys.due_ns is None
