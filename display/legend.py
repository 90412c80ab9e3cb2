"""What to press on a keyboard, and the notice: quiet lines at the table's edges."""

from collections.abc import Iterator, Mapping

from display.box import Box
from display.frame import Align, Frame
from display.keys import KeyLabels
from display.palette import GREY
from display.scene import Sprite
from firmware.game.events import Player
from firmware.text import Text, say


def legend_sprites(
    frame: Frame, player: Player, key_labels: KeyLabels | None, notice: Text | None
) -> Iterator[Sprite]:
    """What is written at a player's side besides the game; `key_labels` has only the players with keys."""
    if key_labels is not None:
        if player in key_labels:
            yield from _keys(frame, player, key_labels[player])
        if player == _reader(frame):
            near: Align = "left" if player == 1 else "right"
            yield _key(frame, player, "leave", "Esc", say("key.leave"), frame.layout.seat.legend, near)
    if notice is not None:
        yield frame.line("notice", player, notice, GREY, frame.layout.seat.notice)


def _keys(frame: Frame, player: Player, labels: Mapping[str, str]) -> Iterator[Sprite]:
    seat = frame.layout.seat
    for slot, box in enumerate(seat.keys, start=1):
        if (label := labels.get(f"card{slot}")) is not None:
            yield _key(frame, player, f"card{slot}", label, None, box, "centre")
    sides: tuple[Align, Align] = ("left", "right") if player == 1 else ("right", "left")
    meanings = (("action", say("key.action")), ("slap", say("key.slap")))
    for (control, meaning), box, align in zip(meanings, seat.key_notes, sides, strict=True):
        if (label := labels.get(control)) is not None:
            yield _key(frame, player, control, label, meaning, box, align)


def _key(
    frame: Frame, player: Player, name: str, label: str, meaning: Text | None, box: Box, align: Align
) -> Sprite:
    """A key, upright for both players: a keyboard lies at the lower edge of its screen."""
    place = frame.layout.place(player, box)
    words = "" if meaning is None else frame.words.say(meaning)
    surface = frame.atlas.key(label, words, (box.width, box.height), _reader(frame))
    free_px = box.width - surface.get_width()
    dx_px = {"left": 0, "centre": free_px // 2, "right": free_px}[align]
    return Sprite(("key", player, name), surface, place.left + dx_px, place.top)


def _reader(frame: Frame) -> Player:
    """The player at the lower edge of the screen."""
    return frame.viewer or 1
