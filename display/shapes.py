"""Smooth shapes drawn by us: suits, cards, marks. Each call makes a new surface, so callers keep them."""

from collections.abc import Callable, Sequence
from math import cos, pi, sin
from typing import Final

from display.palette import Colour
from display.sdl import pygame

_FINER: Final = 4
"""Shapes are painted this many times larger and scaled down, for smooth edges."""

Paint = Callable[[pygame.Surface, int], None]


def smooth(width_px: int, height_px: int, rim: Colour, paint: Paint) -> pygame.Surface:
    """A surface of that size, painted by `paint(surface, factor)` at `factor` times the size.

    `rim` is the colour beside the shape's outer edge: clear pixels carry it, so that scaling down doesn't
    mix another one in.
    """
    size = (width_px * _FINER, height_px * _FINER)
    large = pygame.Surface(size, pygame.SRCALPHA, 32)
    large.fill((*rim, 0))
    paint(large, _FINER)
    return pygame.transform.smoothscale(large, (width_px, height_px))


def plate(width_px: int, height_px: int, radius_px: int, fill: Colour, alpha: int = 255) -> pygame.Surface:
    """A filled rectangle with round corners."""

    def paint(surface: pygame.Surface, factor: int) -> None:
        pygame.draw.rect(surface, (*fill, alpha), surface.get_rect(), border_radius=radius_px * factor)

    return smooth(width_px, height_px, fill, paint)


def frame(width_px: int, height_px: int, radius_px: int, line: Colour, line_px: int) -> pygame.Surface:
    """The outline of a rectangle with round corners; clear inside."""

    def paint(surface: pygame.Surface, factor: int) -> None:
        rect, radius = surface.get_rect(), radius_px * factor
        pygame.draw.rect(surface, line, rect, line_px * factor, border_radius=radius)

    return smooth(width_px, height_px, line, paint)


def bordered(
    width_px: int, height_px: int, radius_px: int, fill: Colour, line: Colour, line_px: int
) -> pygame.Surface:
    """A filled rectangle with round corners and a border inside its edge."""

    def paint(surface: pygame.Surface, factor: int) -> None:
        rect, radius = surface.get_rect(), radius_px * factor
        pygame.draw.rect(surface, line, rect, border_radius=radius)
        inner = rect.inflate(-2 * line_px * factor, -2 * line_px * factor)
        pygame.draw.rect(surface, fill, inner, border_radius=max(0, radius - line_px * factor))

    return smooth(width_px, height_px, line, paint)


def back(
    width_px: int, height_px: int, radius_px: int, fill: Colour, line: Colour, line_px: int
) -> pygame.Surface:
    """The back of a card: a border and a thinner frame within, the same when turned."""

    def paint(surface: pygame.Surface, factor: int) -> None:
        step, radius = line_px * factor, radius_px * factor
        rect = surface.get_rect()
        pygame.draw.rect(surface, line, rect, border_radius=radius)
        inner = rect.inflate(-2 * step, -2 * step)
        pygame.draw.rect(surface, fill, inner, border_radius=max(1, radius - step))
        inner = rect.inflate(-6 * step, -6 * step)
        pygame.draw.rect(surface, line, inner, max(1, step // 3), border_radius=max(1, radius - 3 * step))

    return smooth(width_px, height_px, line, paint)


def cross(size_px: int, colour: Colour) -> pygame.Surface:
    """A cross of two thick strokes."""

    def paint(surface: pygame.Surface, factor: int) -> None:
        size = size_px * factor
        arm = size * 16 // 100
        for end in (size - 1, 0):
            # Both ends of a stroke, each as the two points beside its corner.
            start = size - 1 - end
            outline = [
                (start, arm), (arm if start == 0 else start - arm, 0),
                (end, size - 1 - arm), (end - arm if end else arm, size - 1),
            ]  # fmt: skip
            pygame.draw.polygon(surface, colour, outline)

    return smooth(size_px, size_px, colour, paint)


def arrow(width_px: int, height_px: int, colour: Colour) -> pygame.Surface:
    """An arrow that points to the right."""
    head = min(height_px, width_px * 6 // 10)

    def paint(surface: pygame.Surface, factor: int) -> None:
        width, height = surface.get_size()
        neck = width - head * factor
        outline = [
            (0, height * 32 // 100), (neck, height * 32 // 100), (neck, 0), (width - 1, height // 2),
            (neck, height - 1), (neck, height * 68 // 100), (0, height * 68 // 100),
        ]  # fmt: skip
        pygame.draw.polygon(surface, colour, outline)

    return smooth(width_px, height_px, colour, paint)


def point(width_px: int, height_px: int, colour: Colour) -> pygame.Surface:
    """A triangle that points down."""

    def paint(surface: pygame.Surface, factor: int) -> None:
        width, height = surface.get_size()
        pygame.draw.polygon(surface, colour, [(0, 0), (width - 1, 0), (width // 2, height - 1)])

    return smooth(width_px, height_px, colour, paint)


def tick(size_px: int, colour: Colour) -> pygame.Surface:
    """A tick."""

    def paint(surface: pygame.Surface, factor: int) -> None:
        outline = [(0.06, 0.54), (0.2, 0.4), (0.4, 0.6), (0.8, 0.14), (0.94, 0.28), (0.4, 0.88)]
        _polygon(surface, size_px * factor, colour, outline)

    return smooth(size_px, size_px, colour, paint)


def button(size_px: int, colour: Colour) -> pygame.Surface:
    """A round push button from above: a rim and the cap within."""

    def paint(surface: pygame.Surface, factor: int) -> None:
        middle, radius = (size_px * factor // 2,) * 2, size_px * factor // 2
        pygame.draw.circle(surface, colour, middle, radius, radius * 16 // 100)
        pygame.draw.circle(surface, colour, middle, radius * 66 // 100)

    return smooth(size_px, size_px, colour, paint)


def suit(name: str, size_px: int, colour: Colour) -> pygame.Surface:
    """A suit's sign, upright; `name` is one of `CDHS`, or `JESTER` for a joker's cap and bells."""

    def paint(surface: pygame.Surface, factor: int) -> None:
        size = size_px * factor
        if name == "D":
            _polygon(surface, size, colour, [(0.5, 0.0), (0.89, 0.5), (0.5, 1.0), (0.11, 0.5)])
        elif name == "H":
            _polygon(surface, size, colour, _heart())
        elif name == "S":
            _polygon(surface, size, colour, [(x, (1.0 - y) * 0.86) for x, y in _heart()])
            _polygon(surface, size, colour, _STEM)
        elif name == JESTER:
            _polygon(surface, size, colour, _CAP)
            _polygon(surface, size, colour, [(0.24, 0.84), (0.76, 0.84), (0.76, 0.97), (0.24, 0.97)])
            for x, y in ((0.09, 0.62), (0.5, 0.1), (0.91, 0.62)):
                pygame.draw.circle(surface, colour, (x * size, y * size), 0.085 * size)
        else:
            for x, y in ((0.5, 0.25), (0.235, 0.595), (0.765, 0.595)):
                pygame.draw.circle(surface, colour, (x * size, y * size), 0.225 * size)
            _polygon(surface, size, colour, [(0.42, 0.3), (0.58, 0.3), (0.68, 0.7), (0.32, 0.7)])
            _polygon(surface, size, colour, _STEM)

    return smooth(size_px, size_px, colour, paint)


JESTER: Final = "jester"
_CAP: Final = [
    (0.26, 0.79), (0.25, 0.66), (0.21, 0.55), (0.15, 0.53), (0.09, 0.64), (0.04, 0.48),
    (0.10, 0.33), (0.22, 0.28), (0.33, 0.34), (0.40, 0.47), (0.45, 0.28), (0.5, 0.1),
    (0.55, 0.28), (0.60, 0.47), (0.67, 0.34), (0.78, 0.28), (0.90, 0.33), (0.96, 0.48),
    (0.91, 0.64), (0.85, 0.53), (0.79, 0.55), (0.75, 0.66), (0.74, 0.79),
]  # fmt: skip
_STEM: Final = [(0.46, 0.5), (0.54, 0.5), (0.58, 0.84), (0.70, 1.0), (0.30, 1.0), (0.42, 0.84)]


def _heart() -> list[tuple[float, float]]:
    """The outline of a heart in a unit square."""
    outline = []
    for step in range(96):
        t = 2 * pi * step / 96
        x = 16 * sin(t) ** 3
        y = 13 * cos(t) - 5 * cos(2 * t) - 2 * cos(3 * t) - cos(4 * t)
        outline.append((0.5 + x / 33, (12 - y) / 29.2))
    return outline


def _polygon(
    surface: pygame.Surface, size: int, colour: Colour, outline: Sequence[tuple[float, float]]
) -> None:
    pygame.draw.polygon(surface, colour, [(x * (size - 1), y * (size - 1)) for x, y in outline])
