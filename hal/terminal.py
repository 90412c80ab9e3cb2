"""Both panels on the keys of a terminal, so that the game can be played over SSH.

A terminal reports characters: no releases, no bare Shift, and no time. Each key is therefore a press
followed at once by a release, but for the action key: its button stays down until that player's next
card has been played, and at most `ACTION_HOLD_NS`. Typed again meanwhile, as a key held down repeats
itself, it stays down for so long again.
"""

import atexit
import contextlib
import errno
import os
import re
import select
import signal
import sys
import threading
import time
from collections.abc import Callable, Mapping
from typing import Final

from hal.events import Control, InputEvent, Lamp, Player, panel_labels
from hal.port import HalError, Reading

ACTION_HOLD_NS = 400_000_000
LONGEST_WAIT_NS = 3600 * 1_000_000_000
"""Keeps `select` from refusing a time that is too long."""

KEY_LABELS: Final[Mapping[Player, Mapping[Control, str]]] = {
    1: panel_labels("12345", action="A", slap="Space"),
    2: panel_labels("67890", action="L", slap="Return"),
}
"""What to type for each control, for the screen."""

_NAMED: Final = {"Space": " ", "Return": "\r"}
_KEYS: Final[Mapping[str, tuple[Player, Control]]] = {
    _NAMED.get(label, label): (player, control)
    for player, labels in KEY_LABELS.items()
    for control, label in labels.items()
}
_ESC: Final = "\x1b"
_LEAVE: Final = frozenset({"Q", _ESC})

_SIGNS: Final = 6
"""Where the signs with a meaning of their own stand in a terminal's mode, as `termios` returns it."""

_ESCAPE_WAIT_NS = 50_000_000
"""The bytes of one key come together; an Esc with nothing after it for so long is the key Esc."""

# Linux's function keys, CSI sequences (arrows and most others), SS3 sequences, and Alt with a key.
_SEQUENCE: Final = re.compile(r"\x1b(?:\[\[.|\[[\x20-\x3f]*[\x40-\x5a\x5c-\x7e]|O.|[^\[O\x1b])", re.DOTALL)


class Keys:
    """Turns the bytes of a terminal into keys, swallowing the sequences of arrow and other keys whole."""

    __slots__ = ("_pending", "due_ns")

    def __init__(self) -> None:
        self._pending = ""
        self.due_ns: int | None = None
        """When an unfinished sequence is given up, by calling `feed` with nothing."""

    def feed(self, data: bytes, now_ns: int) -> list[str]:
        """Take what was read at `now_ns`; return the keys that are known now, in order."""
        keys: list[str] = []
        if self.due_ns is not None and now_ns >= self.due_ns:
            # Alone it is the key Esc; with the beginning of a sequence it is nothing.
            keys += [_ESC] if self._pending == _ESC else []
            self._pending = ""
        self._pending += data.decode("latin-1")
        while self._pending:
            sequence = _SEQUENCE.match(self._pending)
            if sequence:
                self._pending = self._pending[sequence.end() :]
            elif self._pending[0] != _ESC or self._pending[1:2] == _ESC:
                keys.append(self._pending[0])
                self._pending = self._pending[1:]
            else:
                break
        if not self._pending:
            self.due_ns = None
        elif data:
            self.due_ns = now_ns + _ESCAPE_WAIT_NS
        return keys


class TerminalSignals:
    """Makes a terminal's signals readable: that it was resized, and that the program goes on in it.

    A `select` can so wait for them as well. Python's own way for this: its C code writes the number of each
    signal to a pipe, also when the signal comes just before the wait begins. Only for the main thread.
    """

    __slots__ = ("_handlers_before", "_wakeup_before", "_writer", "fd")

    def __init__(self) -> None:
        self.fd, self._writer = os.pipe()
        os.set_blocking(self.fd, False)
        os.set_blocking(self._writer, False)
        self._wakeup_before = signal.set_wakeup_fd(self._writer, warn_on_full_buffer=False)
        # Without a handler Python hears nothing of a signal.
        self._handlers_before = {
            number: signal.signal(number, lambda *_: None) for number in (signal.SIGWINCH, signal.SIGCONT)
        }

    def arrived(self) -> set[signal.Signals]:
        """Which of the two have come since this was last asked."""
        numbers = b""
        with contextlib.suppress(BlockingIOError):
            while more := os.read(self.fd, 256):
                numbers += more
        return self._handlers_before.keys() & set(numbers)

    def close(self) -> None:
        """Let signals do again what they did before."""
        for number, handler in self._handlers_before.items():
            signal.signal(number, handler)
        signal.set_wakeup_fd(self._wakeup_before)
        os.close(self.fd)
        os.close(self._writer)


class TerminalHal:
    """Both panels on a terminal, which is put into cbreak mode until `close` or the program's end.

    `fd`: the terminal; standard input unless given. Ctrl-C works as ever; Ctrl-Z does nothing, as a game's
    time would run on while it is stopped.
    `clock`: nanoseconds; a key is stamped when it is read. Keys read together get increasing stamps.

    Made in the main thread it also reports, at once, that the terminal was resized, or that the program was
    stopped in spite of that and goes on: the shell has used the terminal meanwhile. (Python lets no other
    thread listen to signals.)

    Raises:
        HalError: the system has no such terminals, or `fd` is none.
    """

    def __init__(self, fd: int | None = None, *, clock: Callable[[], int] = time.monotonic_ns) -> None:
        try:
            self._fd = sys.stdin.fileno() if fd is None else fd
        except (AttributeError, OSError, ValueError) as error:
            raise HalError("there is no standard input to read keys from; start it in a terminal") from error
        self._restore: Callable[[], None] | None = _cbreak(self._fd)
        self._signals = TerminalSignals() if threading.current_thread() is threading.main_thread() else None
        atexit.register(self.close)
        self._clock = clock
        self._mark_ns = clock()
        self._keys = Keys()
        self._held_until_ns: dict[Player, int] = {}

    def read(self, until_ns: int) -> Reading:
        """Wait for a key or a terminal's signal, or until `until_ns`. A terminal that hangs up asks to leave.

        Raises:
            HalError: the inputs are closed, or the terminal has failed.
        """
        if self._restore is None:
            raise HalError("the terminal's keys are closed")
        wait_ns = 0
        while True:
            data, exposed = self._wait(wait_ns)
            now_ns = max(self._mark_ns, self._clock())
            events = self._let_go(now_ns)
            self._mark_ns = now_ns
            leave = data == b""
            for key in self._keys.feed(data or b"", now_ns):
                leave = leave or key.upper() in _LEAVE
                events += self._press(key)
            if events or leave or exposed or self._mark_ns >= until_ns:
                return Reading(tuple(events), self._mark_ns, leave=leave, exposed=exposed)
            wakes_ns = [until_ns, *self._held_until_ns.values()]
            if self._keys.due_ns is not None:
                wakes_ns.append(self._keys.due_ns)
            wait_ns = min(max(0, min(wakes_ns) - self._mark_ns), LONGEST_WAIT_NS)

    def light(self, lamps: frozenset[Lamp]) -> None:
        """A terminal has no lamps."""

    def close(self) -> None:
        """Give the terminal its mode back. Closing twice is allowed."""
        if self._restore is not None:
            self._restore()
            self._restore = None
            if self._signals is not None:
                self._signals.close()
            atexit.unregister(self.close)

    def _wait(self, wait_ns: int) -> tuple[bytes | None, bool]:
        """What was typed within `wait_ns`, and whether the picture on the terminal was disturbed.

        The first is None if nothing was typed, empty if the terminal has hung up.
        """
        watched = [self._fd] if self._signals is None else [self._fd, self._signals.fd]
        try:
            ready, _, _ = select.select(watched, [], [], wait_ns / 1e9)
            typed = os.read(self._fd, 1024) if self._fd in ready else None
        except OSError as error:
            # Linux's way to say that the far end of a pseudo-terminal is gone.
            if error.errno != errno.EIO:
                raise HalError(f"the terminal cannot be read any more: {error}") from error
            return b"", False
        arrived = set() if self._signals is None else self._signals.arrived()
        if signal.SIGCONT in arrived:
            # A terminal that is gone needs no mode, and the next reading says that it is.
            with contextlib.suppress(HalError):
                _cbreak(self._fd)
        return typed, bool(arrived)

    def _let_go(self, now_ns: int) -> list[InputEvent]:
        """The releases of action buttons whose time is over, each stamped with its end.

        Or with the mark, which keys that were read together may have taken some nanoseconds beyond it.
        """
        over = sorted((end_ns, player) for player, end_ns in self._held_until_ns.items() if end_ns <= now_ns)
        for _, player in over:
            del self._held_until_ns[player]
        return [
            InputEvent(max(end_ns, self._mark_ns), player, Control.ACTION, False) for end_ns, player in over
        ]

    def _press(self, key: str) -> list[InputEvent]:
        meaning = _KEYS.get("\r" if key == "\n" else key.upper())
        if meaning is None:
            return []
        player, control = meaning
        if control is Control.ACTION:
            repeated = player in self._held_until_ns
            self._held_until_ns[player] = self._mark_ns + ACTION_HOLD_NS
            return [] if repeated else [self._edge(player, control, True)]
        events = [self._edge(player, control, True), self._edge(player, control, False)]
        if control is not Control.SLAP and self._held_until_ns.pop(player, None) is not None:
            events.append(self._edge(player, Control.ACTION, False))
        return events

    def _edge(self, player: Player, control: Control, pressed: bool) -> InputEvent:
        stamp_ns = self._mark_ns
        self._mark_ns += 1
        return InputEvent(stamp_ns, player, control, pressed)


def _cbreak(fd: int) -> Callable[[], None]:
    """Have the terminal report each key at once, Ctrl-Z too, without an echo; return what undoes it."""
    try:
        import termios
        import tty
    except ImportError as error:
        raise HalError("keys from a terminal need Linux, macOS or another Unix") from error
    try:
        before = termios.tcgetattr(fd)
        tty.setcbreak(fd)
        mode = termios.tcgetattr(fd)
        mode[_SIGNS][termios.VSUSP] = os.fpathconf(fd, "PC_VDISABLE").to_bytes()
        termios.tcsetattr(fd, termios.TCSANOW, mode)
    except (termios.error, OSError) as error:
        raise HalError("the standard input is no terminal; start the game in one, without a pipe") from error

    def restore() -> None:
        # A terminal that is gone needs no mode.
        with contextlib.suppress(termios.error, OSError):
            termios.tcsetattr(fd, termios.TCSADRAIN, before)

    return restore
