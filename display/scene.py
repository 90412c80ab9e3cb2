"""Retained drawing: a frame is a list of sprites, and only what differs from the last one is redrawn."""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import Final

from display.box import Box
from display.palette import Colour
from display.sdl import pygame

_FULL: Final = 85
"""Two boxes are drawn as one if so many hundredths of the one are in either of the two."""


class Sprite:
    """A finished surface at a place; later sprites of a list lie over earlier ones. It never changes.

    `key` names it across frames and is unique within one. `crop` is the part of the surface to draw, from
    its top left corner; None draws it whole. The surface must not be painted on after it was first shown:
    another picture is another surface. `box`: the pixels that the sprite covers.
    """

    __slots__ = ("box", "crop", "key", "left_px", "surface", "top_px")

    def __init__(
        self, key: Hashable, surface: pygame.Surface, left_px: int, top_px: int, crop: Box | None = None
    ) -> None:
        self.key = key
        self.surface = surface
        self.left_px = left_px
        self.top_px = top_px
        self.crop = crop
        width, height = surface.get_size() if crop is None else (crop.width, crop.height)
        self.box = Box(left_px, top_px, width, height)

    def same_as(self, other: "Sprite") -> bool:
        """Whether both give the same pixels."""
        return self.surface is other.surface and self.box == other.box and self.crop == other.crop


class Scene:
    """What a surface shows. It remembers the last frame, so one scene belongs to one surface."""

    def __init__(self, background: Colour) -> None:
        self._background = background
        self._shown: Mapping[Hashable, Sprite] | None = None

    def forget(self) -> None:
        """Draw the next frame whole: the surface has lost its pixels."""
        self._shown = None

    def draw(self, surface: pygame.Surface, sprites: Sequence[Sprite]) -> list[Box]:
        """Bring the surface from the last frame to this one.

        Returns:
            The boxes that were redrawn; none of them overlap.
        """
        by_key = {sprite.key: sprite for sprite in sprites}
        assert len(by_key) == len(sprites), "two sprites of a frame have the same key"
        dirty = [Box(0, 0, *surface.get_size())]
        if self._shown is not None:
            dirty = merged(clipped(changes(self._shown, by_key), dirty[0]))
        covered = [sprite.box for sprite in sprites] if dirty else []
        for box in dirty:
            surface.set_clip(box)
            surface.fill(self._background)
            for index in pygame.Rect(box).collidelistall(covered):
                sprite = sprites[index]
                surface.blit(sprite.surface, (sprite.left_px, sprite.top_px), sprite.crop)
        surface.set_clip(None)
        self._shown = by_key
        return dirty


def changes(old: Mapping[Hashable, Sprite], new: Mapping[Hashable, Sprite]) -> list[Box]:
    """The boxes in which two frames may differ; each frame's sprites by key, in their order."""
    dirty = [sprite.box for key, sprite in old.items() if key not in new]
    for key, sprite in new.items():
        last = old.get(key)
        if last is None:
            dirty.append(sprite.box)
        elif sprite is not last and not sprite.same_as(last):
            dirty += (last.box, sprite.box)
    stayed_old = [key for key in old if key in new]
    stayed_new = [key for key in new if key in old]
    if stayed_old != stayed_new:
        # Two sprites that changed places in the order can't both be at the same index in both lists.
        dirty += [new[key].box for was, key in zip(stayed_old, stayed_new, strict=True) if was != key]
    return dirty


def clipped(boxes: Iterable[Box], screen: Box) -> list[Box]:
    """The parts of the boxes that lie on the screen."""
    inside = []
    for box in boxes:
        left, top = max(box.left, screen.left), max(box.top, screen.top)
        width, height = min(box.right, screen.right) - left, min(box.bottom, screen.bottom) - top
        if width > 0 and height > 0:
            inside.append(Box(left, top, width, height))
    return inside


def merged(boxes: Iterable[Box]) -> list[Box]:
    """Boxes that cover these and hardly anything else, and don't overlap, so that no pixel is drawn twice."""
    apart: list[Box] = []
    # The largest first, as many others lie in it.
    waiting = sorted(set(boxes), key=_area)
    while waiting:
        box = waiting.pop()
        place = pygame.Rect(box).collidelist(apart)
        if place < 0:
            apart.append(box)
            continue
        hit = apart[place]
        if hit.contains(box):
            continue
        whole, rest = hit.union(box), box.without(hit)
        if _area(whole) * _FULL <= (_area(hit) + sum(map(_area, rest))) * 100:
            del apart[place]
            waiting.append(whole)
        else:
            waiting += rest
    return apart


def _area(box: Box) -> int:
    return box.width * box.height
