"""What keeps the system from holding up a press: memory that stays, and threads that take turns quickly."""

import ctypes
import logging
import sys
from typing import Final

SWITCH_S: Final = 0.001
"""How soon a thread that delivers an edge gets the interpreter's lock while a frame is worked out."""

_MCL_CURRENT, _MCL_FUTURE, _MCL_ONFAULT = 1, 2, 4

_log = logging.getLogger(__name__)


def be_quick() -> None:
    """Take short turns, and keep memory that was used in place, where the system allows it without a limit.

    What was never used is not fetched for it: Mesa alone maps a compiler of over 100 MB, of which a Pi needs
    nothing, and all of it would be read from the card before the first frame.
    """
    sys.setswitchinterval(SWITCH_S)
    if not sys.platform.startswith("linux"):
        return
    import resource  # not on every system

    if resource.getrlimit(resource.RLIMIT_MEMLOCK)[0] != resource.RLIM_INFINITY:
        # With a limit, a game that has grown to it would be out of memory.
        return
    if ctypes.CDLL(None, use_errno=True).mlockall(_MCL_CURRENT | _MCL_FUTURE | _MCL_ONFAULT):
        _log.info("The memory cannot be locked (errno %d); a press may wait for it.", ctypes.get_errno())
