"""Writes the gallery: `python -m tests.gallery FOLDER` or, to accept how all looks, `--references`."""

import sys
from collections.abc import Sequence
from pathlib import Path

from display.sdl import pygame
from display.words import languages
from tests.gallery.pictures import pictures
from tests.gallery.references import write_references
from tests.gallery.screens import all_screens

SIZES_PX = {
    "16x9": (1920, 1080),
    "16x10": (1280, 800),
    "4x3": (1024, 768),
    "5x4": (1280, 1024),
    "800x480": (800, 480),
}


def write_gallery(folder: Path) -> int:
    """Write every screen in all shapes and languages; returns how many pictures that are."""
    count = 0
    for shape, size_px in SIZES_PX.items():
        for language in languages():
            place = folder / f"{shape}-{language}"
            place.mkdir(parents=True, exist_ok=True)
            for shown, picture in pictures(all_screens(), size_px, language):
                pygame.image.save(picture, place / f"{shown.name}.png")
                count += 1
            print(place, flush=True)
    return count


def main(arguments: Sequence[str]) -> int:
    """Write the pictures; 2 if the arguments make no sense."""
    match arguments:
        case ["--references"]:
            print(f"{write_references()} reference pictures")
        case [folder]:
            print(f"{write_gallery(Path(folder))} pictures")
        case _:
            print("usage: python -m tests.gallery FOLDER | --references", file=sys.stderr)
            return 2
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
