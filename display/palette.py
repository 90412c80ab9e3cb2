"""The colours of the table, as (red, green, blue)."""

from typing import Final, TypeAlias

from firmware.game.events import Player

Colour: TypeAlias = tuple[int, int, int]

TABLE: Final[Colour] = (0x0F, 0x2A, 0x2E)
RAISED: Final[Colour] = (0x17, 0x38, 0x3D)
LINE: Final[Colour] = (0x3A, 0x5C, 0x61)
"""Outlines of empty places and the pattern of the backs: seen when looked for, quiet otherwise."""
BACK: Final[Colour] = (0x2A, 0x57, 0x5E)
IVORY: Final[Colour] = (0xFB, 0xF7, 0xEC)
EDGE: Final[Colour] = (0xC9, 0xC2, 0xAE)
"""The side of a raised card, seen below its face."""
INK: Final[Colour] = (0x16, 0x18, 0x1A)
RED: Final[Colour] = (0xC6, 0x28, 0x28)
ATTENTION: Final[Colour] = (0xFF, 0xD5, 0x4A)
GREY: Final[Colour] = (0xA9, 0xB8, 0xBA)
DIM: Final[Colour] = (0x7F, 0x95, 0x98)
"""What a button is called that does nothing now."""

SUIT_COLOURS: Final[dict[str, Colour]] = {
    "S": INK,
    "H": RED,
    "D": (0x15, 0x65, 0xC0),
    "C": (0x1B, 0x7F, 0x3B),
}
JOKER: Final[Colour] = (0xA0, 0x1E, 0x7A)
"""Jokers have a colour of their own, as they have no suit."""
PLAYER_COLOURS: Final[dict[Player, Colour]] = {1: (0xF2, 0x8C, 0x28), 2: (0xA6, 0x85, 0xE2)}
