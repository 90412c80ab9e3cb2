"""The screen in a terminal of 80 by 24 characters, also over SSH."""

import contextlib
import os
from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Final

from rich.align import Align
from rich.console import Console
from rich.control import Control
from rich.live import Live
from rich.style import Style as Look
from rich.text import Text as RichText

from display import palette
from display.animation import MS
from display.keys import KeyLabels
from display.port import DisplayError
from display.showing import Showing
from display.signs import SUIT_SIGNS
from display.text.grid import COLUMNS, ROWS, Cell, Grid, Style
from display.text.panels import draw_panels
from display.text.table import LETTERS, draw_text
from firmware.game.events import Event
from firmware.screen import Screen
from firmware.text import Text

_STEP_NS: Final = 50 * MS
"""No faster than this, so that a slow line to a far terminal keeps up."""


def _look(colour: palette.Colour, on: palette.Colour | None = None, *, bold: bool = False) -> Look:
    ground = None if on is None else "#{:02x}{:02x}{:02x}".format(*on)
    return Look(color="#{:02x}{:02x}{:02x}".format(*colour), bgcolor=ground, bold=bold)


_LOOKS: Final[dict[Style, Look]] = {
    Style.PLAIN: Look.null(),
    Style.GREY: Look(dim=True),
    Style.STRONG: Look(bold=True),
    Style.ATTENTION: _look(palette.ATTENTION, bold=True),
    Style.ALARM: Look(color="bright_red", bold=True),
    Style.BACK: Look(color="cyan"),
    Style.PLAYER1: _look(palette.PLAYER_COLOURS[1], bold=True),
    Style.PLAYER2: _look(palette.PLAYER_COLOURS[2], bold=True),
    Style.CARD: _look(palette.INK, palette.IVORY),
    Style.CARD_S: _look(palette.SUIT_COLOURS["S"], palette.IVORY, bold=True),
    Style.CARD_H: _look(palette.SUIT_COLOURS["H"], palette.IVORY, bold=True),
    Style.CARD_D: _look(palette.SUIT_COLOURS["D"], palette.IVORY, bold=True),
    Style.CARD_C: _look(palette.SUIT_COLOURS["C"], palette.IVORY, bold=True),
    Style.CARD_X: _look(palette.JOKER, palette.IVORY, bold=True),
    Style.LOCKED: Look(dim=True),
}


class TerminalDisplay:
    """Draws on the terminal's other page, so that what was on it comes back afterwards.

    Colours follow `NO_COLOR` and `TERM`; on a terminal without UTF-8 the suits are letters and the frames
    are plain ASCII.

    Args:
        key_labels: the keys to show, of the players who play on them; None if they aren't read at all.
        console: where to draw; None is the standard output.
        notice: a line to show quietly all the time.

    Raises:
        DisplayError: the output is no terminal.
    """

    def __init__(
        self,
        key_labels: KeyLabels | None = None,
        console: Console | None = None,
        notice: Text | None = None,
    ) -> None:
        self._console = console or _standard_console()
        if not self._console.is_terminal:
            raise DisplayError(
                "The standard output is no terminal, so there is nothing to draw the table on. "
                "Run the program in a terminal without redirecting its output, or choose another display."
            )
        self._key_labels = key_labels
        self._notice = notice
        self._ascii = not self._console.encoding.lower().replace("-", "").startswith("utf8")
        self._showing = Showing()
        self._shown: list[list[Cell]] | None = None
        self._drawn_at = self._console.size
        self._live = Live(
            console=self._console,
            screen=True,
            auto_refresh=False,
            redirect_stdout=False,
            redirect_stderr=False,
        )
        self._live.start()

    def show(self, screen: Screen, events: Sequence[Event], now_ns: int) -> int | None:
        """Draw the screen if it differs from what stands there; see `display.port.Display.show`."""
        moment_ns = self._showing.show(screen, events, now_ns)
        cells = self._page(screen).cells
        if cells != self._shown:
            self._shown = cells
            self._draw()
        return None if moment_ns is None else max(moment_ns, now_ns + _STEP_NS)

    def _page(self, screen: Screen) -> Grid:
        if screen.table is None:
            return draw_panels(screen, self._key_labels)
        suits: Mapping[str, str] = LETTERS if self._ascii else SUIT_SIGNS
        shots, now_ns = self._showing.shots, self._showing.now_ns
        return draw_text(screen, shots, now_ns, self._key_labels, self._notice, suits)

    def redraw(self) -> None:
        """Draw the last picture again on a cleared page, for the size that the terminal has now."""
        if self._live.is_started:
            self._console.control(Control.clear())
        self._draw()

    def close(self) -> None:
        """Bring back the terminal's page and cursor."""
        with contextlib.suppress(OSError):
            if self._live.is_started:
                # Some terminals would show parts of a page that was resized above their prompt.
                self._console.control(Control.clear())
            self._live.stop()

    def _draw(self) -> None:
        if self._shown is None or not self._live.is_started:
            return
        width, height = size = self._console.size
        if size != self._drawn_at:
            # A terminal that was resized has moved about what stood there.
            self._console.control(Control.clear())
            self._drawn_at = size
        if width < COLUMNS or height < ROWS:
            message = RichText(
                f"Please make the terminal {COLUMNS} x {ROWS} or larger; it is {width} x {height}."
            )
            self._live.update(message, refresh=True)
            return
        page = RichText("\n", no_wrap=True, end="").join(self._row(row) for row in self._shown)
        self._live.update(Align.center(page, vertical="middle", height=height), refresh=True)

    def _row(self, row: list[Cell]) -> RichText:
        line = RichText(no_wrap=True, end="")
        for style, cells in groupby(row, key=lambda cell: cell[1]):
            signs = "".join(sign for sign, _ in cells)
            line.append(_in_ascii(signs) if self._ascii else signs, _LOOKS[style])
        return line


def _standard_console() -> Console:
    # These two would fix the size for good, whatever becomes of the terminal.
    environment = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES")}
    return Console(highlight=False, _environ=environment)


def _in_ascii(signs: str) -> str:
    """As many signs, each like the one that it stands for."""
    return signs.translate(_TO_ASCII).encode("ascii", "replace").decode("ascii")


_TO_ASCII: Final = str.maketrans(
    {
        **dict.fromkeys("╭╮╰╯┌┐└┘╔╗╚╝", "+"),
        **dict.fromkeys("─╌┄═━–", "-"),
        **dict.fromkeys("│╎┊║", "|"),
        **dict.fromkeys("„“”", '"'),
        **dict(zip("ÄÖÜäöüß", "AOUaous", strict=True)),
        "▒": "#",
        "×": "x",
        "✓": "*",
        "✗": "x",
        "●": "o",
        "·": ".",
    }
)
