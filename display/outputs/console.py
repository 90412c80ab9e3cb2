"""The text console, kept from writing over a screen that is drawn on without it."""

import atexit
import fcntl
import logging
import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

# From linux/kd.h.
_SET_MODE: Final = 0x4B3A
_TEXT: Final = 0
_GRAPHICS: Final = 1

TERMINALS: Final = (Path("/dev/tty"), Path("/dev/tty0"))
"""The terminal that the program runs in, which it may always set, and the one that is in front."""

_log = logging.getLogger(__name__)


def _set_mode(terminal: int, mode: int) -> None:
    fcntl.ioctl(terminal, _SET_MODE, mode)


class Console:
    """Puts the screen's console into graphics mode: it draws no text and no cursor until it is closed.

    It is also closed when the program ends in any way but being killed. Where this isn't permitted a line
    in the log says so, and the console goes on writing.
    """

    def __init__(
        self,
        terminals: Sequence[Path] = TERMINALS,
        *,
        set_mode: Callable[[int, int], None] = _set_mode,
    ) -> None:
        self._set_mode = set_mode
        self._terminal: int | None = None
        reasons = []
        for path in terminals:
            try:
                self._terminal = self._silenced(path)
            except OSError as error:
                reasons.append(f"{path}: {error.strerror}")
            else:
                atexit.register(self.close)
                return
        _log.warning("The text console may write over the picture (%s).", "; ".join(reasons))

    def close(self) -> None:
        """Let the console draw again. Closing twice is allowed."""
        if self._terminal is None:
            return
        atexit.unregister(self.close)
        terminal, self._terminal = self._terminal, None
        try:
            # Not to what it was before: a program that was killed may have left it in graphics mode.
            self._set_mode(terminal, _TEXT)
        finally:
            os.close(terminal)

    def _silenced(self, path: Path) -> int:
        terminal = os.open(path, os.O_RDWR | os.O_NOCTTY | os.O_CLOEXEC)
        try:
            self._set_mode(terminal, _GRAPHICS)
        except OSError:
            os.close(terminal)
            raise
        return terminal
