"""What is done with both action buttons: held together they pause a match, or open the service pages."""

from typing import Final

from firmware.game.rules import SECOND_NS
from firmware.screens.house import House

PAUSE_NS: Final = 3 * SECOND_NS // 2
SERVICE_NS: Final = 5 * SECOND_NS


def both_held_at_ns(house: House, since_ns: int, hold_ns: int) -> int | None:
    """When both action buttons will have been held for so long, if they went down after `since_ns`."""
    held_ns = house.both_hold_action_since_ns()
    return None if held_ns is None or held_ns <= since_ns else held_ns + hold_ns
