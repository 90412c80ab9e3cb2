"""The live table of `speed-cabinet doctor --watch`, for pressing every button once after soldering."""

import os
import select
import sys
import termios
import tty
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Final

from rich.console import Console, Group
from rich.live import Live
from rich.table import Table
from rich.text import Text

from hal.events import Lamp
from hal.port import Hal, LineReport, Panels

REFRESH_NS: Final = 100_000_000
"""How often the table is drawn."""

LAMP_NS: Final = 500_000_000
"""How long each lamp is lit when they are shown in turn."""

PLAYERS: Final = {1: "Orange", 2: "Purple"}
PRESSED: Final = "PRESSED"
LEGEND: Final = "In ms: gap, the shortest; late, from edge to program, usually; latest, at most."
"""The help, as its next line, is as narrow as a terminal is that nobody has made wider."""

ESCAPE: Final = "\x1b"
LONG_NS: Final = 1_000_000_000


class LampWalk:
    """Lights each lamp in turn, once for each time that it is begun."""

    def __init__(self) -> None:
        self._begun_ns = 0
        self._lamps: tuple[Lamp, ...] = ()

    def begin(self, lamps: tuple[Lamp, ...], now_ns: int) -> None:
        """Start with the first of these."""
        self._lamps = lamps
        self._begun_ns = now_ns

    def lamp(self, now_ns: int) -> Lamp | None:
        """The lamp whose turn it is."""
        place = (now_ns - self._begun_ns) // LAMP_NS
        return self._lamps[place] if place < len(self._lamps) else None


def watch(hal: Hal, panels: Panels, console: Console, typed: Callable[[], str]) -> None:
    """Show every input until `Q` or Esc is typed, or Esc pressed on a keyboard that is grabbed.

    `typed` returns the keys that were typed since the last call.

    Raises:
        HalError: the inputs have failed for good.
    """
    walk = LampWalk()
    lit: Lamp | None = None
    reading = hal.read(0)
    with Live(_picture(panels, lit), console=console, auto_refresh=False) as live:
        while not reading.leave:
            # All that comes until then is counted, so that no edge has to be drawn by itself.
            shown_ns = reading.complete_to_ns + REFRESH_NS
            while reading.complete_to_ns < shown_ns and not reading.leave:
                reading = hal.read(shown_ns)
            keys = typed().upper()
            # Within more, it begins the code of a key such as an arrow.
            if "Q" in keys or keys == ESCAPE:
                return
            if "L" in keys:
                walk.begin(panels.lamps(), reading.complete_to_ns)
            lamp = walk.lamp(reading.complete_to_ns)
            if lamp != lit:
                hal.light(frozenset(filter(None, [lamp])))
                lit = lamp
            live.update(_picture(panels, lit), refresh=True)


@contextmanager
def typing(fd: int | None = None) -> Iterator[Callable[[], str]]:
    """Have a terminal report each key at once, and give what returns those typed since the last call."""
    fd = sys.stdin.fileno() if fd is None else fd
    before = termios.tcgetattr(fd)

    def typed() -> str:
        if not select.select([fd], [], [], 0)[0]:
            return ""
        # A terminal that has hung up has nobody to watch.
        return os.read(fd, 1024).decode("latin-1") or "Q"

    tty.setcbreak(fd)
    try:
        yield typed
    finally:
        termios.tcsetattr(fd, termios.TCSADRAIN, before)


def _picture(panels: Panels, lit: Lamp | None) -> Group:
    # The faults come last: of what is too high for the terminal the end is cut off until the table is left.
    faults = (Text(fault, "yellow") for fault in panels.faults())
    return Group(_table(panels.lines()), Text(LEGEND), _keys(panels, lit), *faults)


def _keys(panels: Panels, lit: Lamp | None) -> Text:
    """What can be typed, and what came of it."""
    lamps = "L lights each lamp in turn, " if panels.lamps() else ""
    shown = f"   {PLAYERS[lit.player]}'s lamp {lit.number} is lit." if lit else ""
    return Text.assemble(f"{lamps}Q or Esc ends.", (shown, "bold"))


def _table(lines: Sequence[LineReport]) -> Table:
    # As narrow as a terminal is that nobody has made wider.
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False)
    table.add_column("input", no_wrap=True)
    table.add_column("level", min_width=len(PRESSED))
    for column in ("edges", "bounces", "gap", "late", "latest"):
        table.add_column(column, justify="right")
    for line in lines:
        late = (_ms(line.usual_ns), _ms(line.latest_ns)) if line.edges else ("", "")
        gap = "" if line.shortest_gap_ns is None else _ms(line.shortest_gap_ns)
        table.add_row(line.name, _level(line), str(line.edges), str(line.bounces), gap, *late)
    return table


def _level(line: LineReport) -> Text:
    if line.muted:
        return Text("ignored", "bold red")
    return Text(PRESSED, "reverse") if line.pressed else Text("open")


def _ms(time_ns: int) -> str:
    # A long rest between two edges is of no interest.
    return f"{time_ns / 1e6:.2f}" if time_ns < LONG_NS else "> 1 s"
