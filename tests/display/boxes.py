"""What the tests ask of boxes."""

from display.box import Box
from display.sdl import pygame


def overlap(one: Box, other: Box) -> bool:
    """Whether the two share a pixel."""
    return pygame.Rect(one).colliderect(other)
