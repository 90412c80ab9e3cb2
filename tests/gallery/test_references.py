"""Nothing looks different from when it was looked at last."""

from pathlib import Path

import pytest

from display.sdl import pygame
from tests.gallery.references import FOLDER, alike, differing_pixels, drawn


def test_every_screen_looks_as_its_reference_picture(tmp_path: Path) -> None:
    wrong = []
    new = dict(drawn())
    for name, picture in new.items():
        reference = FOLDER / f"{name}.png"
        old = pygame.image.load(reference) if reference.exists() else pygame.Surface((1, 1))
        if not alike(picture, old):
            pygame.image.save(picture, tmp_path / f"{name}.png")
            wrong.append(f"{name}: {differing_pixels(picture, old)} pixels differ")
    assert not wrong, (
        "\n".join(wrong)
        + f"\nThe new pictures are in {tmp_path}. Look at them; if they are as they should be,"
        " 'python -m tests.gallery --references' makes them the references."
    )
    stale = {path.stem for path in FOLDER.glob("*.png")} - new.keys()
    assert not stale, f"reference pictures of no screen: {sorted(stale)}"


@pytest.mark.parametrize(("shift", "same"), [(10, True), (90, False)])
def test_a_shade_makes_no_difference_but_a_colour_does(shift: int, same: bool) -> None:
    one, other = (pygame.Surface((40, 40), 0, 32) for _ in range(2))
    other.fill((0, shift, 0), (0, 0, 20, 20))
    assert alike(one, other) is same
    assert differing_pixels(one, other) == (0 if same else 400)


def test_a_picture_of_another_size_differs_in_all_pixels() -> None:
    assert differing_pixels(pygame.Surface((40, 40)), pygame.Surface((20, 20))) == 1600
