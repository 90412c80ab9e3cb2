from collections.abc import Hashable
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from display.animation import MS, OneShots
from display.atlas import Atlas
from display.keys import KeyLabels
from display.layout import lay_out
from display.painter import Painter
from display.pen import Pen
from display.scene import Sprite
from display.sdl import pygame
from display.table import TableSprites
from display.words import words_in
from firmware.game.cards import DECK, JOKERS, Card
from firmware.game.events import Event, Played
from firmware.game.view import TableView
from tests.display.situations import NOW_NS
from tests.display.tables import NAMED, SIZES_PX, frames, shown

SMALL_PX = (640, 360)
KEYS: KeyLabels = {1: {"card1": "1", "action": "A", "slap": "Space"}, 2: {"card5": "0"}}
LAYOUT = lay_out((800, 480))
WORDS = words_in("en")
ATLAS = Atlas(LAYOUT, WORDS)
PEN = Pen(LAYOUT, ATLAS, WORDS)
PAINTER = Painter(SMALL_PX)
REFERENCE = Painter(SMALL_PX)


def sprites(name: str, now_ns: int = NOW_NS) -> dict[Hashable, Sprite]:
    scenario = NAMED[name]
    shots = OneShots().after(scenario.events, NOW_NS)
    return {s.key: s for s in TableSprites(PEN).of(scenario.screen, shots, now_ns)}


def same(one: pygame.Surface, other: pygame.Surface) -> bool:
    return bool(one.get_size() == other.get_size() and one.get_buffer().raw == other.get_buffer().raw)


@settings(deadline=None, max_examples=40)
@given(st.lists(frames, min_size=2, max_size=5))
def test_any_sequence_of_frames_ends_in_the_picture_of_the_last_one(
    sequence: list[tuple[TableView, list[Event], int]],
) -> None:
    surface, whole = pygame.Surface(SMALL_PX, 0, 32), pygame.Surface(SMALL_PX, 0, 32)
    PAINTER.forget()
    shots = OneShots()
    for view, events, now_ns in sequence:
        shots = shots.after(events, now_ns)
        PAINTER.paint(surface, shown(view), shots, now_ns)
        REFERENCE.forget()
        REFERENCE.paint(whole, shown(view), shots, now_ns)
        assert same(surface, whole)


@pytest.mark.parametrize("name", NAMED)
@pytest.mark.parametrize("size_px", [(800, 480), (1280, 1024)])
def test_every_sprite_lies_on_the_screen(name: str, size_px: tuple[int, int]) -> None:
    layout = lay_out(size_px, with_keys=True, with_notice=True)
    scenario = NAMED[name]
    shots = OneShots().after(scenario.events, NOW_NS)
    pen = Pen(layout, Atlas(layout, WORDS), WORDS)
    for sprite in TableSprites(pen, None, KEYS, scenario.notice).of(scenario.screen, shots, NOW_NS):
        assert layout.area.contains(sprite.box), sprite.key


@pytest.mark.parametrize("card", [Card("6S"), Card("9S"), Card("TH"), Card("QD"), Card("KC")])
def test_a_middle_card_is_the_same_for_both_players(card: Card) -> None:
    face = ATLAS.top(card)
    assert same(face, pygame.transform.rotate(face, 180))


def test_a_hand_card_is_upright_for_its_owner() -> None:
    for card in DECK:
        assert same(ATLAS.hand(card, 2), pygame.transform.rotate(ATLAS.hand(card, 1), 180))


def test_no_two_cards_look_alike_not_even_upside_down() -> None:
    faces = [ATLAS.hand(card, 1) for card in DECK] + [ATLAS.hand(card, 2) for card in DECK]
    assert len({face.get_buffer().raw for face in faces}) == 2 * len(DECK)


@pytest.mark.parametrize("size_px", SIZES_PX[:-2])
def test_a_rank_takes_at_least_45_percent_of_the_cards_height(size_px: tuple[int, int]) -> None:
    atlas = Atlas(lay_out(size_px), WORDS)
    for face in (atlas.hand(Card("KS"), 1), atlas.top(Card("KS"))):
        height, width = face.get_height(), face.get_width()
        # A column through the K's straight stroke, which is the longest dark run of the left half.
        longest = max(_dark_run(face, column) for column in range(width // 10, width // 2))
        assert longest >= 0.45 * height


def _dark_run(face: pygame.Surface, column: int) -> int:
    longest = run = 0
    for row in range(face.get_height()):
        run = run + 1 if sum(face.get_at((column, row))[:3]) < 300 else 0
        longest = max(longest, run)
    return longest


def test_a_steady_frame_makes_no_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    painter, surface = Painter(SMALL_PX), pygame.Surface(SMALL_PX, 0, 32)
    scenario = NAMED["play-marked"]
    painter.paint(surface, scenario.screen, OneShots(), NOW_NS)

    def refuse(*_: object) -> None:
        raise AssertionError("a picture was made in a steady frame")

    for name in ("rotate", "smoothscale"):
        monkeypatch.setattr(pygame.transform, name, refuse)
    monkeypatch.setattr(pygame, "Surface", refuse)
    monkeypatch.setattr(pygame.font, "Font", refuse)
    assert painter.paint(surface, scenario.screen, OneShots(), NOW_NS + MS) == []
    painter.forget()
    painter.paint(surface, scenario.screen, OneShots(), NOW_NS + 2 * MS)


def test_before_the_first_cards_are_turned_up_two_backs_lie_in_the_middle() -> None:
    for name in ("ready", "countdown"):
        assert sprites(name)["top", "left"].surface is ATLAS.top_back()


def test_a_playable_hand_is_raised_and_outlined_and_a_locked_one_flat_and_grey() -> None:
    playing, locked = sprites("play"), sprites("misplay")
    assert (("outline", 1), 1) in playing
    assert (("outline", 1), 1) not in locked
    assert (("veil", 1), 1) in locked
    assert playing[("card", 1), 1].top_px < locked[("card", 1), 1].top_px
    assert (("outline", 1), 2) in locked, "the other player goes on"


def test_the_last_played_card_bears_its_players_mark_on_that_players_edge() -> None:
    purple, orange = sprites("play-marked"), sprites("joker-played")
    pile = LAYOUT.piles
    assert purple["mark", "right"].box.top < pile["right"].top.top
    assert ("mark", "left") not in purple, "played before that"
    assert orange["mark", "right"].box.bottom > pile["right"].top.bottom
    assert ("mark", "left") not in sprites("play")


def test_jokers_look_like_no_card_and_a_played_one_unlike_what_it_stands_for() -> None:
    joker, king = JOKERS[0], Card("KS")
    faces = [ATLAS.top(joker), ATLAS.top(joker, king), ATLAS.top(king), ATLAS.top(joker, Card("KD"))]
    assert len({face.get_buffer().raw for face in faces}) == len(faces)
    assert all(same(face, pygame.transform.rotate(face, 180)) for face in faces)
    hands = {ATLAS.hand(card, 1).get_buffer().raw for card in DECK}
    assert ATLAS.hand(joker, 1).get_buffer().raw not in hands
    assert same(ATLAS.hand(joker, 1), ATLAS.hand(JOKERS[1], 1)), "two jokers are worth the same"


def test_a_played_joker_shows_what_it_stands_for() -> None:
    assert sprites("joker-played")["top", "right"].surface is ATLAS.top(Card("X1"), Card("KS"))
    assert sprites("joker-wild")["top", "left"].surface is ATLAS.top(Card("X1"))


def test_spit_has_no_side_piles_and_an_empty_place_where_no_card_lies() -> None:
    for name in ("spit-ready", "spit-one-pile"):
        shown = sprites(name)
        assert not [key for key in shown if isinstance(key, tuple) and key[0] in ("side", ("count", "left"))]
        assert shown["top", "right"].surface is ATLAS.place(LAYOUT.piles["right"].top[2:])


def test_a_stock_shows_how_many_cards_it_has() -> None:
    shown = sprites("spit-play")
    assert (("badge", 1), 1) not in shown, "the card that is seen is the only one"
    assert shown[("badge", 3), 1].surface is ATLAS.badge(3, 1)
    sheets = [key for key in shown if isinstance(key, tuple) and key[0] in (("sheet", 3, 1), ("sheet", 3, 2))]
    assert len([key for key in sheets if key[1] == 1]) == 2


def test_an_empty_stock_that_can_be_filled_says_so() -> None:
    shown = sprites("spit-play")
    assert (("sign", 2), 2) in shown
    assert (("sign", 2), 2) not in sprites("spit-slap")


def test_a_moved_card_is_told_at_its_new_place() -> None:
    assert (("sign", 2), 1) in sprites("spit-moved")


def test_for_the_slap_both_see_how_large_the_piles_are() -> None:
    shown = sprites("spit-slap")
    assert {(("count", side), player) for side in ("left", "right") for player in (1, 2)} <= shown.keys()


@pytest.mark.parametrize("name", ["won", "match-won", "spit-won"])
def test_the_result_is_large_for_the_loser_as_well_in_place_of_the_cards(name: str) -> None:
    shown = sprites(name)
    assert ("call", 1) in shown
    assert ("call", 2) in shown
    assert not [key for key in shown if isinstance(key, tuple) and key[0] == ("card", 1)]


def key_names(key_labels: KeyLabels | None) -> set[tuple[int, str]]:
    layout = lay_out((800, 480), with_keys=bool(key_labels))
    table = TableSprites(Pen(layout, ATLAS, WORDS), None, key_labels)
    keys = (sprite.key for sprite in table.of(NAMED["play"].screen, OneShots(), NOW_NS))
    return {(key[1], key[2]) for key in keys if isinstance(key, tuple) and key[0] == "key"}


def test_keys_are_shown_of_people_only_and_how_to_leave_wherever_keys_are_read() -> None:
    assert key_names(None) == set()
    assert key_names({}) == {(1, "leave")}
    assert {player for player, _ in key_names({1: KEYS[1]})} == {1}
    assert (1, "leave") in key_names({2: KEYS[2]})


def test_a_played_card_is_on_the_pile_at_once_with_its_trail_below() -> None:
    view = NAMED["play-marked"].view
    event = Played(NOW_NS, 1, 2, Card("7H"), "left", None)
    shots = OneShots().after([event], NOW_NS)
    keys = [s.key for s in TableSprites(PEN).of(shown(view), shots, NOW_NS)]
    assert sprites("play-marked")["top", "left"].surface is ATLAS.top(Card("7H"))
    trail = [key for key in keys if isinstance(key, tuple) and key[0] == "trail"]
    assert trail
    assert max(keys.index(key) for key in trail) < keys.index(("top", "left"))


def test_two_cards_played_from_one_slot_at_the_same_moment_fly_both() -> None:
    view = NAMED["play"].view
    flights: list[Event] = [
        Played(NOW_NS, 1, 2, Card("7H"), "left", None),
        Played(NOW_NS, 1, 2, Card("8H"), "left", None),
    ]
    shots = OneShots().after(flights, NOW_NS)
    drawn = TableSprites(PEN).of(shown(view), shots, NOW_NS)
    assert len({sprite.key for sprite in drawn}) == len(drawn)


def test_a_trail_is_gone_after_120_ms() -> None:
    event = Played(NOW_NS, 1, 2, Card("7H"), "left", None)
    for after_ms, seen in ((119, True), (120, False)):
        now_ns = NOW_NS + after_ms * MS
        drawn = TableSprites(PEN).of(NAMED["play"].screen, OneShots((event,)), now_ns)
        keys = [s.key for s in drawn]
        assert any(isinstance(key, tuple) and key[0] == "trail" for key in keys) is seen


def test_a_misplay_and_a_beaten_card_bear_different_signs_at_the_card() -> None:
    misplay, beaten = sprites("misplay"), sprites("beaten")
    assert misplay[("sign", 3), 1].surface is not beaten[("sign", 4), 1].surface
    for picture, slot in ((misplay, 3), (beaten, 4)):
        sign, card = picture[("sign", slot), 1].box, LAYOUT.seat.hand[slot - 1]
        assert sign.left == card.left
        assert sign.bottom <= card.top


def test_the_lockout_bar_shrinks_to_nothing() -> None:
    def width(now_ns: int) -> int:
        bar = sprites("misplay", now_ns).get(("bar", 1))
        return 0 if bar is None else bar.box.width

    widths = [width(NOW_NS + ms * MS) for ms in (0, 100, 200, 299, 300)]
    assert widths == sorted(widths, reverse=True)
    assert len(set(widths)) == 5
    assert widths[-1] == 0


def test_player_2_sees_what_player_1_would_see_in_the_same_place() -> None:
    view = NAMED["play"].view
    swapped = replace(view, seats={1: view.seats[2], 2: view.seats[1]})
    near, far = (
        {s.key: s for s in TableSprites(PEN).of(shown(each), OneShots(), NOW_NS)} for each in (view, swapped)
    )
    for slot in range(1, 6):
        mine, theirs = near[("card", slot), 1], far[("card", slot), 2]
        assert mine.box.turned(LAYOUT.area) == theirs.box
        assert same(pygame.transform.rotate(mine.surface, 180), theirs.surface)
