from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from display.animation import OneShots
from display.atlas import Atlas
from display.box import Box
from display.layout import lay_out
from display.painter import Painter
from display.palette import TABLE
from display.scene import Sprite
from display.sdl import pygame
from display.table import PLAYERS
from display.turning import Degrees, Turner, sum_of, turned, turned_size
from display.words import ENGLISH, words_in
from firmware.game.cards import Card
from firmware.game.events import Event, Player
from firmware.game.view import TableView
from firmware.screen import Look, Screen
from tests.display.situations import KEYS, NOW_NS
from tests.display.tables import NAMED, cards, frames

SIZE_PX = (320, 180)
ALL: tuple[Degrees, ...] = (0, 90, 180, 270)
degrees_of = st.sampled_from(ALL)
sizes = st.integers(1, 60)


def picture(
    view: TableView,
    events: list[Event],
    now_ns: int,
    *,
    size_px: tuple[int, int] = SIZE_PX,
    viewer: Player | None = None,
    rotate: Degrees = 0,
) -> pygame.Surface:
    surface = pygame.Surface(size_px, 0, 32)
    painter = Painter(size_px, KEYS, viewer=viewer, rotate=rotate)
    painter.paint(
        surface, Screen(Look(hints=frozenset(PLAYERS)), 0, view), OneShots().after(events, now_ns), now_ns
    )
    return surface


def pixels(surface: pygame.Surface) -> bytes:
    return pygame.image.tobytes(surface, "RGB")


def alike(one: pygame.Surface, other: pygame.Surface) -> bool:
    """Whether no colour is off by more than a shade: what shines through may be rounded either way."""
    pairs = zip(pixels(one), pixels(other), strict=True)
    return one.get_size() == other.get_size() and all(abs(a - b) <= 1 for a, b in pairs)


@given(degrees_of, degrees_of, st.builds(Box, sizes, sizes, sizes, sizes))
def test_two_turns_are_as_good_as_their_sum(one: Degrees, other: Degrees, box: Box) -> None:
    area = Box(0, 0, 130, 120)
    between = Box(0, 0, *turned_size((130, 120), one))
    assert turned(turned(box, area, one), between, other) == turned(box, area, sum_of(one, other))


@pytest.mark.parametrize("degrees", ALL)
def test_a_turned_sprite_gives_the_turned_pixels(degrees: Degrees) -> None:
    surface = pygame.Surface((7, 5), 0, 32)
    for x in range(7):
        for y in range(5):
            surface.set_at((x, y), (10 * x, 20 * y, 99))
    upright, laid = pygame.Surface((20, 12), 0, 32), pygame.Surface(turned_size((20, 12), degrees), 0, 32)
    for number, crop in enumerate((None, Box(2, 1, 4, 3))):
        sprite = Sprite(number, surface, 3 + 8 * number, 4, crop)
        upright.blit(sprite.surface, (sprite.left_px, sprite.top_px), sprite.crop)
        sprite = Turner(degrees, (20, 12)).sprite(sprite)
        laid.blit(sprite.surface, (sprite.left_px, sprite.top_px), sprite.crop)
    assert pixels(laid) == pixels(pygame.transform.rotate(upright, -degrees))


@settings(max_examples=15, deadline=None)
@given(frames, st.sampled_from([90, 180, 270]))
def test_a_table_on_a_turned_screen_is_the_turned_table(
    frame: tuple[TableView, list[Event], int], degrees: Degrees
) -> None:
    turned_picture = picture(*frame, size_px=turned_size(SIZE_PX, degrees), rotate=degrees)
    assert alike(turned_picture, pygame.transform.rotate(picture(*frame), -degrees))


def test_nothing_is_turned_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    painter = Painter(SIZE_PX, rotate=180)
    painter.prepare()
    surface = pygame.Surface(SIZE_PX, 0, 32)
    flight = NAMED["flight"]
    shots = OneShots().after(flight.events, NOW_NS)
    painter.paint(surface, flight.screen, shots, NOW_NS)
    monkeypatch.delattr(pygame.transform, "rotate")
    for ms in range(0, 100, 16):
        assert painter.paint(surface, flight.screen, shots, NOW_NS + ms * 1_000_000) is not None


@settings(max_examples=15, deadline=None)
@given(frames, st.lists(cards, min_size=5, max_size=5), st.sampled_from([1, 2]))
def test_an_own_screen_tells_nothing_of_the_other_hand(
    frame: tuple[TableView, list[Event], int], hand: list[Card], viewer: Player
) -> None:
    view, events, now_ns = frame
    other: Player = 2 if viewer == 1 else 1
    seat = view.seats[other]
    swapped = tuple(None if old is None else new for old, new in zip(seat.hand, hand, strict=True))
    # What is playable tells of a hand as well, if hints show it.
    playable = tuple(
        slot for slot, card in enumerate(swapped, start=1) if (slot in seat.playable) == (card is None)
    )
    another = replace(view, seats={**view.seats, other: replace(seat, hand=swapped, playable=playable)})
    assert pixels(picture(view, events, now_ns, viewer=viewer)) == pixels(
        picture(another, events, now_ns, viewer=viewer)
    )


def test_hints_show_nothing_of_the_other_hand() -> None:
    view = NAMED["play"].view
    told = replace(view, seats={**view.seats, 2: replace(view.seats[2], playable=(2, 5))})
    untold = replace(view, seats={**view.seats, 2: replace(view.seats[2], playable=())})
    assert pixels(picture(told, [], NOW_NS, viewer=1)) == pixels(picture(untold, [], NOW_NS, viewer=1))
    assert pixels(picture(told, [], NOW_NS, viewer=2)) != pixels(picture(untold, [], NOW_NS, viewer=2))


def test_the_own_hand_is_face_up_and_at_the_lower_edge_for_either_player() -> None:
    view = NAMED["play"].view
    for viewer in PLAYERS:
        own = picture(view, [], NOW_NS, viewer=viewer)
        shared = pygame.transform.rotate(picture(view, [], NOW_NS), 180 * (viewer - 1))
        lower = pygame.Rect(0, SIZE_PX[1] * 6 // 10, SIZE_PX[0], SIZE_PX[1] * 2 // 10)
        upper = lower.move(0, -SIZE_PX[1] * 4 // 10)
        assert alike(own.subsurface(lower), shared.subsurface(lower))
        assert not alike(own.subsurface(upper), shared.subsurface(upper))


def test_keys_are_upright_for_the_one_who_looks() -> None:
    view = NAMED["ready"].view
    size_px = (640, 360)
    for viewer in PLAYERS:
        layout = lay_out(size_px, with_keys=True)
        own = picture(view, [], NOW_NS, size_px=size_px, viewer=viewer)
        for slot, box in enumerate(layout.seat.keys, start=1):
            cap = Atlas(layout, words_in(ENGLISH)).key(KEYS[viewer][f"card{slot}"], "", box.height, 1)
            seen = pygame.Surface(cap.get_size(), 0, 32)
            seen.fill(TABLE)
            seen.blit(cap, (0, 0))
            place = box.centred(*cap.get_size())
            assert any(alike(seen, own.subsurface(place.moved(dx_px, 0))) for dx_px in (-1, 0, 1))
