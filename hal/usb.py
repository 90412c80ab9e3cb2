"""The panels on USB encoder boards or on keyboards that need no window.

The kernel stamps a key's edge when the device's report arrives, queues it and keeps it until it is read.
So no thread delivers edges here, and nothing that the program does can hold one up: all that was stamped
before a reading of the queues began is in them, but for the moment that the kernel itself takes.

A board is asked by its host every 1 to 8 ms (a keyboard: 8), and an edge is stamped then: of two boards
alike neither is favoured, and who is asked more often is the quicker by half the difference.
"""

import select
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

from hal.debounce import Change
from hal.evdev import Boards, Gap, OpenBoard, why_not_open
from hal.events import InputEvent, Lamp
from hal.faults import Faults
from hal.guard import Guard, Trouble
from hal.port import HalError, LineReport, Reading
from hal.usb_boards import UsbBoard
from hal.usb_wanted import WantedBoard, WantedKey

SETTLE_NS: Final = 1_000_000
"""The kernel stamps and queues an edge in one go, within microseconds. The rest is reserve."""

LOOK_AGAIN_NS: Final = 1_000_000_000
"""How often it is looked whether a board that was unplugged is back, or a further keyboard there."""

LONGEST_WAIT_NS: Final = 3600 * 1_000_000_000
"""Keeps `select` from refusing a time that is too long."""


class UsbHal:
    """The panels on the wiring's USB boards, which are grabbed until `close`. There are no lamps.

    A board that is unplugged is taken as released and is noted in `faults`; when it is plugged in again, it
    goes on. Where any keyboard is meant, one is enough at the start, and those that come later play too.
    A key that is stuck or chatters is muted alone (see `hal.guard`).

    `clock`: nanoseconds on the clock of the stamps, CLOCK_MONOTONIC.
    `wait`: waits until one of these is readable, at most so many seconds; a test brings its own.

    Raises:
        HalError: a board is not there, cannot be told from another, or may not be opened.
    """

    def __init__(
        self,
        boards: Sequence[UsbBoard],
        devices: Boards,
        *,
        clock: Callable[[], int] = time.monotonic_ns,
        wait: Callable[[Sequence[OpenBoard], float], object] = lambda opened, seconds: select.select(
            opened, (), (), seconds
        ),
    ) -> None:
        self._devices = devices
        self._clock = clock
        self._wait = wait
        self._faults = Faults()
        self._events: list[InputEvent] = []
        self._leave = False
        self._closed = False
        self._mark_ns = clock() - SETTLE_NS
        self._look_ns = clock() + LOOK_AGAIN_NS
        self._wanted = [WantedBoard(board, devices.code) for board in boards]
        try:
            for wanted in self._wanted:
                self._find(wanted)
        except HalError:
            self.close()
            raise
        self._faults.log_new()

    def read(self, until_ns: int) -> Reading:
        """Wait for edges, or until `complete_to_ns` has reached `until_ns`, whichever is first.

        With an edge, the wait goes on until the reading is complete up to it: then it can be judged at once.

        Raises:
            HalError: the inputs are closed.
        """
        if self._closed:
            raise HalError("the USB boards are closed")
        while True:
            now_ns = self._clock()
            # After the clock was read: what was stamped by then is part of this reading.
            self._take_all()
            self._mark_ns = max(self._mark_ns, now_ns - SETTLE_NS)
            self._end_lockouts()
            self._look_around(now_ns)
            target_ns = self._target(until_ns)
            if self._mark_ns >= target_ns or self._leave:
                events, self._events = tuple(self._events), []
                leave, self._leave = self._leave, False
                self._faults.log_new()
                return Reading(events, self._mark_ns, leave=leave)
            wake_ns = target_ns + SETTLE_NS
            if self._sought():
                wake_ns = min(wake_ns, self._look_ns)
            wait_ns = min(max(0, wake_ns - now_ns), LONGEST_WAIT_NS)
            self._wait(
                [opened for wanted in self._wanted for opened in wanted.opened.values()], wait_ns / 1e9
            )

    def light(self, lamps: frozenset[Lamp]) -> None:
        """There are no lamps."""

    def lines(self) -> tuple[LineReport, ...]:
        """See `Panels.lines`."""
        keys = [key for wanted in self._wanted for key in wanted.keys.values()]
        keys.sort(key=lambda key: key.key.player)
        return tuple(
            key.counts.report(str(key.key), key.key.player, key.key.control, key.guard) for key in keys
        )

    def lamps(self) -> tuple[Lamp, ...]:
        """There are no lamps."""
        return ()

    def faults(self) -> tuple[str, ...]:
        """See `Panels.faults`."""
        return self._faults.told()

    def set_sensitivity(self, step: int) -> None:
        """See `Panels.set_sensitivity`; a board tells nothing of how hard a slap was."""

    def close(self) -> None:
        """Let go of the boards. Closing twice is allowed."""
        self._closed = True
        for wanted in self._wanted:
            while wanted.opened:
                wanted.opened.popitem()[1].close()
        self._faults.log_new()

    def _sought(self) -> list[WantedBoard]:
        """What may be plugged in at any moment: a board that is missing, or a further keyboard."""
        return [wanted for wanted in self._wanted if wanted.board.any_keyboard or not wanted.opened]

    def _look_around(self, now_ns: int) -> None:
        if now_ns < self._look_ns:
            return
        self._look_ns = now_ns + LOOK_AGAIN_NS
        for wanted in self._sought():
            # That it is missing was noted when it went, and why is not known until it can be opened.
            with suppress(HalError):
                self._find(wanted)

    def _find(self, wanted: WantedBoard) -> None:
        """Open what is there of a board and not open."""
        refused: list[str] = []
        others = {path: other.board for other in self._wanted if other is not wanted for path in other.opened}
        for node in wanted.found(self._devices.attached()):
            if node.path in others:
                raise wanted.is_also(others[node.path], node)
            if node.path not in wanted.opened:
                try:
                    self._open(wanted, node.path)
                except OSError as error:
                    refused.append(why_not_open(node, error))
        if not wanted.opened:
            raise HalError(refused[0])
        for why in refused:
            if why not in wanted.refused:
                self._faults.note(why)
        wanted.refused = refused

    def _open(self, wanted: WantedBoard, path: Path) -> None:
        opened = self._devices.open(path)
        try:
            held = opened.held()
        except OSError:
            opened.close()
            raise
        wanted.opened[path] = opened
        self._begin(wanted, path, held)
        if wanted.gone:
            wanted.gone -= 1
            self._faults.note(f"{wanted.board} is back")

    def _begin(self, wanted: WantedBoard, path: Path, held: frozenset[int]) -> None:
        """Leave alone the keys of a new device that are down: nobody has pressed them in this game."""
        for code in held & wanted.keys.keys():
            key = wanted.keys[code]
            if not key.held:
                key.guard = Guard(key.key.debounce_ns, pressed=True)
                key.counts.pressed = True
                self._report(key, [Trouble.HELD])
            key.held.add(path)

    def _take_all(self) -> None:
        for wanted in self._wanted:
            for path, opened in list(wanted.opened.items()):
                try:
                    self._take(wanted, path, opened)
                except OSError as error:
                    del wanted.opened[path]
                    opened.close()
                    wanted.gone += 1
                    now_ns = self._clock()
                    self._set_held(wanted, path, frozenset(), now_ns)
                    self._look_ns = max(self._look_ns, now_ns + LOOK_AGAIN_NS)
                    self._faults.note(f"{wanted.board} is gone ({error.strerror}); plug it in again")

    def _take(self, wanted: WantedBoard, path: Path, opened: OpenBoard) -> None:
        for edge in opened.edges():
            if isinstance(edge, Gap):
                self._faults.note(f"{wanted.board}: edges were lost, as they were not read for too long")
                # Before the keys are asked for: a later edge is still to come.
                now_ns = self._clock()
                self._set_held(wanted, path, opened.held(), now_ns)
            elif edge.code == wanted.leave:
                self._leave = self._leave or edge.pressed
            elif edge.code in wanted.keys:
                self._edge(wanted.keys[edge.code], path, edge.time_ns, edge.pressed)

    def _set_held(self, wanted: WantedBoard, path: Path, held: frozenset[int], now_ns: int) -> None:
        """Make edges of what differs from what is known of a device."""
        for code, key in wanted.keys.items():
            self._edge(key, path, now_ns, code in held)

    def _edge(self, key: WantedKey, path: Path, time_ns: int, pressed: bool) -> None:
        if pressed == (path in key.held):
            return
        if pressed:
            key.held.add(path)
        else:
            key.held.remove(path)
        key.counts.count(time_ns, max(0, self._clock() - time_ns), pressed=bool(key.held))
        self._report(key, key.guard.edge(time_ns, bool(key.held)))

    def _end_lockouts(self) -> None:
        for wanted in self._wanted:
            for key in wanted.keys.values():
                self._report(key, key.guard.settle(self._mark_ns))

    def _report(self, key: WantedKey, news: Sequence[Change | Trouble]) -> None:
        for item in news:
            if isinstance(item, Trouble):
                self._faults.note(f"{key.key} {key.guard.explain(item)}")
            else:
                self._events.append(InputEvent(item.time_ns, key.key.player, key.key.control, item.pressed))

    def _target(self, until_ns: int) -> int:
        """Up to when the reading has to be complete before it is passed on."""
        dues_ns = (key.guard.due_ns for wanted in self._wanted for key in wanted.keys.values())
        stamps_ns = [event.time_ns for event in self._events]
        stamps_ns += [due_ns for due_ns in dues_ns if due_ns is not None]
        # The promise leaves out its own moment: to judge an edge, it has to be one later.
        return min(until_ns, min(stamps_ns, default=until_ns) + 1)
