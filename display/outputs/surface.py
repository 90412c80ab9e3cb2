"""The display on whatever has pixels: it paints what has changed and copes with screens that come and go."""

import logging
from collections.abc import Sequence
from typing import Final

from display.animation import OneShots
from display.keys import KeyLabels
from display.outputs.port import Canvas, Opener, Output, OutputAbsentError
from display.painter import Painter
from display.port import DisplayError
from display.sdl import pygame, undisturbed
from display.showing import Showing
from display.turning import Degrees
from firmware.game.events import Event, Player
from firmware.screen import Look, PanelView, Screen
from firmware.text import Text, say

LOOK_NS: Final = 1_000_000_000
"""How often a screen that may come and go is looked for."""

TITLE: Final = Screen(Look(), -1, panels=dict.fromkeys((1, 2), PanelView(say("program"))))
"""What is shown until there is more."""

_log = logging.getLogger(__name__)


class SurfaceDisplay:
    """Paints on the screens that `opener` opens.

    On one screen the players see the whole table; of two, each player has one, on which the other's hand
    is face down.

    Args:
        opener: opens the screens, now and whenever they have been lost.
        key_labels: the keys to show below the cards, of the players who play on the keyboard; None if it
            isn't read at all.
        notice: a line to show quietly all the time.
        rotate: how far the picture is turned clockwise on the screen.
        patient: the game goes on without a screen, also from the start, and looks for one once a second.

    Raises:
        DisplayError: the screens can't be used; if not `patient`, also if there are none.
    """

    def __init__(
        self,
        opener: Opener,
        key_labels: KeyLabels | None = None,
        notice: Text | None = None,
        *,
        rotate: Degrees = 0,
        patient: bool = False,
    ) -> None:
        self._opener = opener
        self._key_labels = key_labels
        self._notice = notice
        self._rotate: Degrees = rotate
        self._patient = patient
        self._showing = Showing()
        self._painters: dict[Player | None, Painter] = {}
        self._output: Output | None = None
        self._look_ns: int | None = None
        self.trouble: str | None = None
        """Why there is no picture, if there is none."""
        try:
            self._open()
        except OutputAbsentError as error:
            if not patient:
                raise
            self._complain(error)

    def show(self, screen: Screen, events: Sequence[Event], now_ns: int) -> int | None:
        """Draw what has changed; see `display.port.Display.show`."""
        moment_ns = self._showing.show(screen, events, now_ns)
        if self._patient:
            # The time may also have begun anew.
            if self._look_ns is None or not 0 < self._look_ns - now_ns <= LOOK_NS:
                self._look_ns = now_ns + LOOK_NS
                self._look()
            moment_ns = self._look_ns if moment_ns is None else min(moment_ns, self._look_ns)
        self._paint()
        return moment_ns

    def redraw(self) -> None:
        """Draw the last frame whole, laid out for the size that the screens have now."""
        self._forget()
        self._paint()

    def close(self) -> None:
        """Give the screens back."""
        self._patient = False
        self._close_output()

    def _close_output(self) -> None:
        if self._output is not None:
            self._output.close()
            self._output = None

    def _open(self) -> None:
        try:
            with undisturbed():
                self._output = self._opener()
            self._begin()
        except pygame.error as error:
            # SDL may lose a screen again before it has been drawn on.
            self._close_output()
            raise OutputAbsentError(f"The screen cannot be drawn on: {error}.") from error

    def _begin(self) -> None:
        """Show something on the screens that have just been opened."""
        self._forget()
        if self._showing.screen is None:
            # Something to see at once: the card faces take their time, and so does what is loaded after.
            self._show_title()
        for viewer, canvas in self._seats():
            self._painter(viewer, canvas.surface().get_size()).prepare()

    def _show_title(self) -> None:
        for viewer, canvas in self._seats():
            surface = canvas.surface()
            painter = self._painter(viewer, surface.get_size())
            canvas.present(painter.paint(surface, TITLE, OneShots(), 0))

    def _look(self) -> None:
        """Notice that the screens have changed; open them if they are not open."""
        if self._output is not None:
            try:
                self._output.check()
            except OutputAbsentError as error:
                self._lose(error)
        if self._output is None:
            try:
                self._open()
            except DisplayError as error:
                self._complain(error)
            else:
                self.trouble = None
                _log.info("There is a picture again.")

    def _lose(self, error: Exception) -> None:
        self.trouble = str(error)
        _log.warning("%s", error)
        self._close_output()

    def _complain(self, error: DisplayError) -> None:
        """Say why there is no picture, once for each reason."""
        if str(error) != self.trouble:
            self.trouble = str(error)
            _log.warning("%s The game goes on without a picture and looks for a screen once a second.", error)

    def _paint(self) -> None:
        showing = self._showing
        if showing.screen is None:
            return
        for viewer, canvas in self._seats():
            try:
                surface = canvas.surface()
                painter = self._painter(viewer, surface.get_size())
                changed = painter.paint(surface, showing.screen, showing.shots, showing.now_ns)
                if changed:
                    canvas.present(changed)
            except pygame.error as error:
                # SDL has lost the screen before anybody noticed.
                if not self._patient:
                    raise
                self._lose(error)
                return

    def _seats(self) -> list[tuple[Player | None, Canvas]]:
        """Who looks at which screen; None stands for both players."""
        if self._output is None:
            return []
        canvases = self._output.canvases
        viewers: tuple[Player | None, ...] = (None,) if len(canvases) == 1 else (1, 2)
        return list(zip(viewers, canvases, strict=True))

    def _forget(self) -> None:
        for painter in self._painters.values():
            painter.forget()

    def _painter(self, viewer: Player | None, size_px: tuple[int, int]) -> Painter:
        """The viewer's painter for this size, kept for as long as the size stays."""
        painter = self._painters.get(viewer)
        if painter is None or painter.size_px != size_px:
            painter = Painter(size_px, self._key_labels, self._notice, viewer=viewer, rotate=self._rotate)
            self._painters[viewer] = painter
        return painter
