"""What to press on a keyboard, and the notice: quiet lines at the table's edges."""

from collections.abc import Iterator, Mapping

from display.box import Box
from display.keys import KeyLabels
from display.palette import GREY
from display.pen import Align, Pen
from display.scene import Sprite
from firmware.game.events import Player
from firmware.text import Text, say


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
            near: Align = "left" if player == 1 else "right"
            yield _key(pen, player, reader, "leave", "Esc", say("key.leave"), pen.layout.seat.legend, near)
    if notice is not None:
        yield pen.line("notice", player, notice, GREY, pen.layout.seat.notice)


def _keys(pen: Pen, player: Player, reader: Player, labels: Mapping[str, str]) -> Iterator[Sprite]:
    seat = pen.layout.seat
    for slot, box in enumerate(seat.keys, start=1):
        if (label := labels.get(f"card{slot}")) is not None:
            yield _key(pen, player, reader, f"card{slot}", label, None, box, "centre")
    sides: tuple[Align, Align] = ("left", "right") if player == 1 else ("right", "left")
    meanings = (("action", say("key.action")), ("slap", say("key.slap")))
    for (control, meaning), box, align in zip(meanings, seat.key_notes, sides, strict=True):
        if (label := labels.get(control)) is not None:
            yield _key(pen, player, reader, control, label, meaning, box, align)


def _key(
    pen: Pen,
    player: Player,
    reader: Player,
    name: str,
    label: str,
    meaning: Text | None,
    box: Box,
    align: Align,
) -> Sprite:
    """A key, upright for the reader: a keyboard lies at the lower edge of its screen."""
    place = pen.layout.place(player, box)
    words = "" if meaning is None else pen.words.say(meaning)
    surface = pen.atlas.key(label, words, (box.width, box.height), reader)
    free_px = box.width - surface.get_width()
    dx_px = {"left": 0, "centre": free_px // 2, "right": free_px}[align]
    return Sprite(("key", player, name), surface, place.left + dx_px, place.top)
