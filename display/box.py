"""A rectangle in whole pixels."""

from typing import NamedTuple


class Box(NamedTuple):
    """A rectangle in pixels."""

    left: int
    top: int
    width: int
    height: int

    @property
    def right(self) -> int:
        """The first column to the right of the box."""
        return self.left + self.width

    @property
    def bottom(self) -> int:
        """The first row below the box."""
        return self.top + self.height

    def moved(self, dx_px: int, dy_px: int) -> "Box":
        """The same box elsewhere."""
        return Box(self.left + dx_px, self.top + dy_px, self.width, self.height)

    def centred(self, width_px: int, height_px: int) -> "Box":
        """A box of another size about the same centre."""
        return Box(
            self.left + (self.width - width_px) // 2,
            self.top + (self.height - height_px) // 2,
            width_px,
            height_px,
        )

    def contains(self, other: "Box") -> bool:
        """Whether no pixel of `other` lies outside."""
        return (
            self.left <= other.left
            and self.top <= other.top
            and self.right >= other.right
            and self.bottom >= other.bottom
        )

    def union(self, other: "Box") -> "Box":
        """The smallest box around both."""
        left, top = min(self.left, other.left), min(self.top, other.top)
        return Box(left, top, max(self.right, other.right) - left, max(self.bottom, other.bottom) - top)

    def without(self, other: "Box") -> list["Box"]:
        """What is left of the box where `other`, which overlaps it, is taken out: up to four boxes."""
        top, bottom = max(self.top, other.top), min(self.bottom, other.bottom)
        pieces = [
            Box(self.left, self.top, self.width, top - self.top),
            Box(self.left, bottom, self.width, self.bottom - bottom),
            Box(self.left, top, other.left - self.left, bottom - top),
            Box(other.right, top, self.right - other.right, bottom - top),
        ]
        return [piece for piece in pieces if piece.width > 0 and piece.height > 0]

    def turned(self, area: "Box") -> "Box":
        """The same box after `area`, which may lie anywhere, was turned by 180°."""
        return Box(
            2 * area.left + area.width - self.right,
            2 * area.top + area.height - self.bottom,
            self.width,
            self.height,
        )
