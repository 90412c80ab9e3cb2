"""What the edges of the panels' lines mean: debounced, guarded, slaps judged, and counted by line."""

from collections.abc import Mapping, Sequence

from hal.debounce import Change
from hal.events import Control, InputEvent, Player
from hal.faults import Faults
from hal.guard import CHATTER_EDGES, RINGING_EDGES, Guard, Trouble
from hal.line_counts import LineCounts
from hal.lines import RawEdge
from hal.port import HalError, LineReport
from hal.slaps import SENSITIVITIES, Slaps
from hal.wiring import Input, ServiceButton, Switch

FOREIGN_CLOCK_NS = 3600 * 1_000_000_000
"""A stamp so far ahead is no late or early edge: older kernels stamp with the wall clock."""


class _Line:
    """An input line. `pad_of`: the player whose slaps on it have to be judged."""

    __slots__ = ("counts", "guard", "pad_of", "pressed_high", "wired")

    def __init__(self, wired: Input, pad_of: Player | None, *, pressed: bool) -> None:
        self.wired = wired
        self.pad_of = pad_of
        self.pressed_high = wired.pressed_at(True)
        rings = isinstance(wired, Switch) and wired.pad.hears_table
        most_edges = RINGING_EDGES if rings else CHATTER_EDGES
        self.guard = Guard(wired.debounce_ns, pressed=pressed, most_edges=most_edges)
        self.counts = LineCounts(pressed=pressed)

    def report(self) -> LineReport:
        wired = self.wired
        if isinstance(wired, ServiceButton):
            return self.counts.report(str(wired), None, None, self.guard)
        return self.counts.report(str(wired), wired.player, wired.control, self.guard)


class Inputs:
    """The panels' switches and the service button, from the levels `high` of their lines at the start.

    A switch that is stuck or chatters is muted alone (see `hal.guard`) and noted in `faults`.
    """

    def __init__(self, inputs: Sequence[Input], high: Mapping[int, bool], faults: Faults) -> None:
        pads = {s.player: s.pad for s in inputs if isinstance(s, Switch) and s.control is Control.SLAP}
        self._slaps = Slaps(pads) if any(pad.hears_table for pad in pads.values()) else None
        self._faults = faults
        self._events: list[InputEvent] = []
        self._service_ns: int | None = None
        self._lines: dict[int, _Line] = {}
        self._due: dict[int, _Line] = {}
        """Those of which time may tell something, as they have not come to rest."""
        for wired in inputs:
            pressed = wired.pressed_at(high[wired.line])
            pad_of = wired.player if isinstance(wired, Switch) and wired.control is Control.SLAP else None
            line = _Line(wired, pad_of if self._slaps else None, pressed=pressed)
            self._lines[wired.line] = line
            if pressed:
                self._report(line, (Trouble.HELD,))

    def take(self, edges: Sequence[RawEdge], now_ns: int) -> None:
        """Take edges that have arrived by `now_ns`.

        Raises:
            HalError: the stamps are on another clock.
        """
        for number, time_ns, high in edges:
            line = self._lines.get(number)
            if line is None:
                self._faults.note(f"GPIO {number}: an edge of a line that is not wired")
                continue
            if time_ns > now_ns + FOREIGN_CLOCK_NS:
                raise HalError(
                    f"{line.wired}: its edges are stamped on another clock than CLOCK_MONOTONIC; "
                    f"that needs Linux 5.7 or later"
                )
            pressed = high == line.pressed_high
            line.counts.count(time_ns, max(0, now_ns - time_ns), pressed=pressed)
            self._feed(line, time_ns, pressed=pressed)

    def correct(self, high: Mapping[int, bool], now_ns: int) -> None:
        """Bring the switches in line with the levels of their lines, as edges before `now_ns` were lost."""
        for number, level in high.items():
            line = self._lines[number]
            pressed = level == line.pressed_high
            if pressed != line.counts.pressed:
                line.counts.pressed = pressed
                self._feed(line, now_ns, pressed=pressed)

    def settle(self, mark_ns: int) -> None:
        """Draw the conclusions from the time: every edge stamped before `mark_ns` has been taken."""
        for number, line in tuple(self._due.items()):
            if news := line.guard.settle(mark_ns):
                self._report(line, news)
            if line.guard.due_ns is None:
                del self._due[number]
        if self._slaps is not None:
            for player, change in self._slaps.settle(mark_ns):
                self._events.append(InputEvent(change.time_ns, player, Control.SLAP, change.pressed))

    def goal_ns(self, until_ns: int) -> int:
        """Up to when all edges must have been taken before a reading is passed on.

        That is `until_ns` at most, unless a slap is not judged yet.
        """
        stamps_ns = [event.time_ns for event in self._events]
        dues_ns = (line.guard.due_ns for line in self._due.values())
        stamps_ns += [due_ns for due_ns in (*dues_ns, self._service_ns) if due_ns is not None]
        # The promise leaves out its own moment: to judge an edge, it has to be one later.
        goal_ns = min(until_ns, min(stamps_ns, default=until_ns) + 1)
        slaps = self._slaps
        if slaps is None or slaps.hold_ns is None or slaps.due_ns is None or goal_ns <= slaps.hold_ns:
            return goal_ns
        return slaps.due_ns + 1

    def promise_ns(self, mark_ns: int) -> int:
        """Up to when everything is known, if every edge before `mark_ns` has been taken."""
        hold_ns = None if self._slaps is None else self._slaps.hold_ns
        return mark_ns if hold_ns is None else min(mark_ns, hold_ns)

    def hand_over(self) -> tuple[tuple[InputEvent, ...], bool]:
        """The events since the last time, and whether the service button was pressed."""
        events, self._events = tuple(self._events), []
        service, self._service_ns = self._service_ns is not None, None
        return events, service

    def lines(self) -> tuple[LineReport, ...]:
        """See `Panels.lines`."""
        return tuple(line.report() for line in self._lines.values())

    def set_sensitivity(self, step: int) -> None:
        """See `Panels.set_sensitivity`."""
        if step not in SENSITIVITIES:
            raise ValueError(
                f"there is no sensitivity {step}; give one of {', '.join(map(str, SENSITIVITIES))}"
            )
        if self._slaps is not None:
            self._slaps.sensitivity = SENSITIVITIES[step]

    def _feed(self, line: _Line, time_ns: int, *, pressed: bool) -> None:
        self._due[line.wired.line] = line
        if line.pad_of is not None and self._slaps is not None:
            self._slaps.edge(line.pad_of, time_ns, pressed)
        if news := line.guard.edge(time_ns, pressed):
            self._report(line, news)

    def _report(self, line: _Line, news: Sequence[Change | Trouble]) -> None:
        wired = line.wired
        for item in news:
            if isinstance(item, Trouble):
                self._faults.note(f"{wired} {line.guard.explain(item)}")
            elif isinstance(wired, ServiceButton):
                if item.pressed:
                    self._service_ns = item.time_ns
            elif line.pad_of is not None and self._slaps is not None:
                self._slaps.change(line.pad_of, item)
            else:
                self._events.append(InputEvent(item.time_ns, wired.player, wired.control, item.pressed))
                if self._slaps is not None:
                    self._slaps.button(item.time_ns)
