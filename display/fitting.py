"""Words into a space: where lines break, and how large they can be. Pure."""

from collections.abc import Callable, Sequence
from typing import TypeAlias

WidthOf: TypeAlias = Callable[[str, int], int]
"""The width in pixels of a line of text at a height in pixels."""


def wrapped(text: str, height_px: int, widest_px: int, width_of: WidthOf) -> list[str]:
    """The text in lines no wider than `widest_px`; a word that is wider has a line of its own."""
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and width_of(longer, height_px) <= widest_px:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def widest(lines: Sequence[str], height_px: int, width_of: WidthOf) -> int:
    """The width of the widest line."""
    return max((width_of(line, height_px) for line in lines), default=0)


def largest(least: int, most: int, fits: Callable[[int], bool]) -> int:
    """The largest number that fits; the least one if none does."""
    while least < most:
        middle = (least + most + 1) // 2
        if fits(middle):
            least = middle
        else:
            most = middle - 1
    return least
