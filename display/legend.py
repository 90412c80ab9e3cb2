"""What to press on a keyboard, and the notice: quiet lines at the screen's edges."""

from collections.abc import Hashable, Iterator, Mapping
from functools import partial
from typing import Final

from display.box import Box
from display.fitting import largest
from display.keys import KeyLabels
from display.palette import GREY
from display.pen import Align, Pen
from display.scene import Sprite
from display.sdl import pygame
from firmware.game.events import Player
from firmware.text import Text, say

_LEAST_KEY_PX: Final = 10
"""A key's cap isn't smaller than this: nobody could read it, and it is left out."""


def legend_sprites(
    pen: Pen, player: Player, viewer: Player | None, key_labels: KeyLabels | None, notice: Text | None
) -> Iterator[Sprite]:
    """What is written at a player's side besides the game; `key_labels` has only the players with keys.

    `viewer`: whose screen it is, None if it is everybody's.
    """
    # The player at the lower edge of the screen.
    reader = viewer or 1
    if key_labels is not None:
        if player in key_labels:
            yield from _keys(pen, player, reader, key_labels[player])
        if player == reader:
            yield from leave_sprites(pen, reader, pen.layout.seat.legend)
    if notice is not None:
        yield pen.line("notice", player, notice, GREY, pen.layout.seat.notice)


def leave_sprites(pen: Pen, reader: Player, box: Box) -> Iterator[Sprite]:
    """The key that leaves, at the left end of a box at the side of the player at the screen's lower edge."""
    near: Align = "left" if reader == 1 else "right"
    yield from key_sprites(pen, reader, reader, "leave", "Esc", box, say("key.leave"), near)


def key_sprites(
    pen: Pen,
    player: Player,
    reader: Player,
    name: Hashable,
    label: str,
    box: Box,
    meaning: Text | None = None,
    align: Align = "centre",
) -> Iterator[Sprite]:
    """A key's cap as large as a box at the player's side allows, and what it does if that has room as well.

    It is upright for the reader: a keyboard lies at the lower edge of its screen. There is none where it
    couldn't be read.
    """
    words = "" if meaning is None else pen.words.say(meaning)
    cap = _cap(pen, reader, label, words, box) or _cap(pen, reader, label, "", box)
    if cap is not None:
        free_px = box.width - cap.get_width()
        dx_px = {"left": 0, "centre": free_px // 2, "right": free_px}[align]
        place = pen.layout.place(player, box)
        top = place.top + (box.height - cap.get_height()) // 2
        yield Sprite(("key", player, name), cap, place.left + dx_px, top)


def _cap(pen: Pen, reader: Player, label: str, beside: str, box: Box) -> pygame.Surface | None:
    width_of = partial(pen.atlas.key_width, label, beside)
    height_px = largest(0, box.height, lambda px: width_of(px) <= box.width)
    return pen.atlas.key(label, beside, height_px, reader) if height_px >= _LEAST_KEY_PX else None


def _keys(pen: Pen, player: Player, reader: Player, labels: Mapping[str, str]) -> Iterator[Sprite]:
    seat = pen.layout.seat
    for slot, box in enumerate(seat.keys, start=1):
        if (label := labels.get(f"card{slot}")) is not None:
            yield from key_sprites(pen, player, reader, f"card{slot}", label, box)
    sides: tuple[Align, Align] = ("left", "right") if player == 1 else ("right", "left")
    meanings = (("action", say("key.action")), ("slap", say("key.slap")))
    for (control, meaning), box, align in zip(meanings, seat.key_notes, sides, strict=True):
        if (label := labels.get(control)) is not None:
            yield from key_sprites(pen, player, reader, control, label, box, meaning, align)
