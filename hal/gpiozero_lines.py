"""The cabinet's lines through gpiozero's raw pins.

gpiozero's `Button` and its `bounce_time` are not used: they cost a thread per button and stamp an
edge when it has become stable. A raw pin passes on the kernel's own stamp.
"""

import queue
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Protocol

from hal.handover import Handover
from hal.lines import RawEdge, explain
from hal.port import HalError
from hal.watermark import Watermark
from hal.wiring import Input, LampLine

SETTLE_NS = 3_000_000
"""lgpio sorts and delivers an edge within 1.1 ms, and its thread may wait 1 ms for the interpreter's lock.
The rest is reserve. It delays every play by so much, for both alike.

It holds only where the interpreter's switch interval is 1 ms at most, for which the program has to see at its
start (`sys.setswitchinterval`): nothing here does. With Python's own, 5 ms, `settle_ns` has to be 7 ms."""


class RawPin(Protocol):
    """The part of gpiozero's `Pin` that is used here."""

    state: Any
    when_changed: Any

    def input_with_pull(self, pull: str) -> None:
        """Make the line an input whose pull is "up", "down" or "floating"."""

    def output_with_state(self, state: int) -> None:
        """Make the line an output that is low (0) or high (1)."""


class PinFactory(Protocol):
    """The part of gpiozero's `Factory` that is used here."""

    @property
    def board_info(self) -> object:
        """What machine this is; raises an error if it is no Raspberry Pi."""
        ...

    def pin(self, name: int, /) -> RawPin:
        """The pin on a line, by its BCM number."""
        ...

    def close(self) -> None:
        """Give all lines back."""


class EdgeQueue(Protocol):
    """What hands edges to the reading thread; `hal.handover.Handover` is one."""

    def put(self, item: RawEdge, /) -> None:
        """Add an edge; never blocks."""

    def get(self, block: bool = True, timeout: float | None = None) -> RawEdge:
        """Take the oldest edge, waiting up to `timeout` seconds; raise `queue.Empty` after that."""
        ...

    def qsize(self) -> int:
        """How many edges are waiting; only the reading thread takes any away."""
        ...


class GpiozeroLines:
    """The lines behind a gpiozero factory, which this object owns from now on. See `hal.lines.Lines`.

    `settle_ns`: after how much waiting an edge has surely been delivered.
    `edges`: hands the edges over; a test brings its own, as its `get` is the only place that waits.
    """

    def __init__(
        self, factory: PinFactory, *, settle_ns: int = SETTLE_NS, edges: EdgeQueue | None = None
    ) -> None:
        self._factory = factory
        self._settle_ns = settle_ns
        self._edges: EdgeQueue = Handover() if edges is None else edges
        self._first: RawEdge | None = None
        self._watched: dict[int, tuple[Input, RawPin]] = {}
        self._callbacks: list[Callable[[float, int], None]] = []
        """gpiozero holds a callback weakly; here it is kept alive."""
        self._lamps: dict[int, RawPin] = {}
        self._note: Callable[[str], None]

    def watch(self, inputs: Sequence[Input], now_ns: int, note: Callable[[str], None]) -> Watermark:
        """See `Lines.watch`."""
        self._note = note
        for wired in inputs:
            try:
                pin = self._factory.pin(wired.line)
                pin.input_with_pull("floating" if wired.pull == "none" else wired.pull)
                callback = partial(self.edge, wired.line)
                self._callbacks.append(callback)
                self._watched[wired.line] = (wired, pin)
                pin.when_changed = callback
            except Exception as error:
                raise self._explained(wired, error) from error
        return Watermark(now_ns, self._settle_ns)

    def edge(self, line: int, ticks_s: float, level: int) -> None:
        """Take an edge of a GPIO line; gpiozero calls this from its own thread, and so may a test.

        `ticks_s`: its stamp in seconds on CLOCK_MONOTONIC; `level`: 0 or 1.

        Never raises: an exception here would end the thread that reports every other button too. It is
        noted instead.
        """
        try:
            self._edges.put((line, round(ticks_s * 1e9), bool(level)))
        except Exception as error:
            self._note(f"GPIO {line}: {type(error).__name__}: {error}")

    def levels(self) -> Mapping[int, bool]:
        """See `Lines.levels`."""
        levels = {}
        for line, (wired, pin) in self._watched.items():
            try:
                levels[line] = bool(pin.state)
            except Exception as error:
                raise self._explained(wired, error) from error
        return levels

    def arrived(self) -> Sequence[RawEdge]:
        """See `Lines.arrived`. What comes in meanwhile is left for the next time, or it might never end."""
        edges = [self._edges.get(block=False) for _ in range(self._edges.qsize())]
        if self._first is not None:
            edges.insert(0, self._first)
            self._first = None
        return edges

    def wait(self, wait_ns: int) -> int | None:
        """See `Lines.wait`."""
        try:
            self._first = self._edges.get(timeout=wait_ns / 1e9)
        except queue.Empty:
            return None
        return self._first[1]

    def missing_to_ns(self) -> int | None:
        """None: gpiozero passes no numbers on by which a missing edge could be seen."""
        return None

    def lost_before(self, mark_ns: int) -> int:
        """None is known to be lost, for the same reason."""
        return 0

    def claim_lamp(self, lamp_line: LampLine, *, high: bool) -> None:
        """See `Lines.claim_lamp`."""
        try:
            pin = self._factory.pin(lamp_line.line)
            pin.output_with_state(int(high))
        except Exception as error:
            raise self._explained(lamp_line, error) from error
        self._lamps[lamp_line.line] = pin

    def write(self, line: int, *, high: bool) -> None:
        """See `Lines.write`."""
        self._lamps[line].state = int(high)

    def close(self) -> None:
        """See `Lines.close`."""
        try:
            for _, pin in self._watched.values():
                pin.when_changed = None
        finally:
            self._factory.close()

    def _explained(self, wired: Input | LampLine, error: Exception) -> HalError:
        # lgpio's error prints its text in quotes; the bare text is its value.
        return HalError(explain(wired, getattr(error, "value", error), _user(self._factory, wired.line)))


def _user(factory: PinFactory, line: int) -> str | None:
    """Who has the line, in the kernel's words."""
    lgpio = sys.modules.get("lgpio")
    chip = getattr(factory, "chip", None)
    if lgpio is None or chip is None:
        return None
    try:
        handle = lgpio.gpiochip_open(chip)
        user = lgpio.gpio_get_line_info(handle, line)[-1]
        lgpio.gpiochip_close(handle)
    except Exception:
        # The answer only improves a message that has to come in any case.
        return None
    return str(user)
