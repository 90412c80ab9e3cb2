from collections.abc import Sequence
from itertools import combinations

from hypothesis import given, settings
from hypothesis import strategies as st

from display.box import Box
from display.scene import Scene, Sprite, merged
from display.sdl import pygame
from tests.display.boxes import overlap

SIZE_PX = (60, 40)
BACKGROUND = (10, 40, 50)


def surfaces() -> list[pygame.Surface]:
    made = []
    for number, alpha in enumerate((255, 90, 200, 255)):
        surface = pygame.Surface((8 + 5 * number, 15 - 3 * number), pygame.SRCALPHA, 32)
        surface.fill((60 * number, 250 - 50 * number, 100, alpha))
        surface.fill((0, 0, 0, 0), (2, 2, 3, 3))
        made.append(surface)
    return made


SURFACES = surfaces()
sprites = st.builds(
    Sprite,
    st.integers(0, 5),
    st.sampled_from(SURFACES),
    st.integers(-10, 60),
    st.integers(-10, 40),
    st.none() | st.builds(Box, st.just(0), st.just(0), st.integers(1, 8), st.integers(1, 6)),
)
frames = st.lists(sprites, max_size=6, unique_by=lambda sprite: sprite.key)


def drawn_whole(frame: Sequence[Sprite]) -> pygame.Surface:
    surface = pygame.Surface(SIZE_PX, 0, 32)
    Scene(BACKGROUND).draw(surface, frame)
    return surface


@settings(deadline=None, max_examples=150)
@given(st.lists(frames, min_size=2, max_size=6))
def test_after_any_frames_the_surface_is_as_if_drawn_whole(sequence: list[list[Sprite]]) -> None:
    scene, surface = Scene(BACKGROUND), pygame.Surface(SIZE_PX, 0, 32)
    for frame in sequence:
        before = surface.copy()
        changed = scene.draw(surface, frame)
        assert surface.get_buffer().raw == drawn_whole(frame).get_buffer().raw
        for box in changed:
            before.blit(surface, box[:2], box)
        assert before.get_buffer().raw == surface.get_buffer().raw, "a change outside the reported boxes"


def test_an_unchanged_frame_draws_nothing() -> None:
    scene, surface = Scene(BACKGROUND), pygame.Surface(SIZE_PX, 0, 32)
    scene.draw(surface, [Sprite("a", SURFACES[0], 5, 5)])
    assert scene.draw(surface, [Sprite("a", SURFACES[0], 5, 5)]) == []


def test_a_moved_sprite_dirties_where_it_was_and_where_it_is() -> None:
    scene, surface = Scene(BACKGROUND), pygame.Surface(SIZE_PX, 0, 32)
    scene.draw(surface, [Sprite("a", SURFACES[0], 0, 0), Sprite("b", SURFACES[1], 40, 20)])
    changed = scene.draw(surface, [Sprite("a", SURFACES[0], 30, 0), Sprite("b", SURFACES[1], 40, 20)])
    assert sorted(changed) == [Box(0, 0, 8, 15), Box(30, 0, 8, 15)]


def test_sprites_that_change_places_in_the_order_are_redrawn() -> None:
    scene, surface = Scene(BACKGROUND), pygame.Surface(SIZE_PX, 0, 32)
    one, two = Sprite("a", SURFACES[0], 0, 0), Sprite("b", SURFACES[1], 3, 3)
    scene.draw(surface, [one, two])
    scene.draw(surface, [two, one])
    assert surface.get_buffer().raw == drawn_whole([two, one]).get_buffer().raw


def test_a_forgotten_scene_is_drawn_whole() -> None:
    scene, surface = Scene(BACKGROUND), pygame.Surface(SIZE_PX, 0, 32)
    scene.draw(surface, [])
    scene.forget()
    assert scene.draw(surface, []) == [Box(0, 0, *SIZE_PX)]


boxes = st.builds(Box, *[st.integers(0, 30)] * 2, *[st.integers(1, 20)] * 2)


def pixels(boxes: Sequence[Box]) -> set[tuple[int, int]]:
    return {(x, y) for box in boxes for x in range(box.left, box.right) for y in range(box.top, box.bottom)}


@given(st.lists(boxes, max_size=8))
def test_merged_boxes_cover_all_and_do_not_overlap(some: list[Box]) -> None:
    apart = merged(some)
    assert pixels(some) <= pixels(apart)
    assert not any(overlap(one, other) for one, other in combinations(apart, 2))


@given(boxes, boxes)
def test_two_merged_boxes_hold_hardly_anything_else(one: Box, other: Box) -> None:
    assert len(pixels(merged([one, other]))) <= 1.25 * len(pixels([one, other]))


@given(boxes, boxes)
def test_what_is_left_of_a_box_is_all_that_is_not_in_the_other(one: Box, other: Box) -> None:
    if overlap(one, other):
        rest = one.without(other)
        assert pixels(rest) == pixels([one]) - pixels([other])
        assert not any(overlap(a, b) for a, b in combinations(rest, 2))
