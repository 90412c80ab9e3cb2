"""How players and owner want it shown: hints, large print, little motion, few flashes, dimmed, with notes."""

from collections.abc import Hashable
from dataclasses import replace
from random import Random

import pytest

from display.animation import FRAME_NS, MS, OneShots
from display.atlas import Atlas
from display.layout import lay_out
from display.lettering import Lettering
from display.outputs.headless import HeadlessDisplay
from display.painter import Painter
from display.palette import IVORY
from display.pen import Pen
from display.scene import Sprite
from display.sdl import pygame
from display.showing import Showing
from display.table import TableSprites
from display.words import words_in
from firmware.game.cards import Card
from firmware.game.events import Beaten, Event, FalseSlap, Misplay, Played, Player, RoundOver, Won
from firmware.game.view import Phase, TableView
from firmware.screen import Look, Screen
from firmware.text import Text, plain
from tests.display.boxes import overlap
from tests.display.situations import NOW_NS, ONE, OUT, TWO
from tests.display.situations import table as lay
from tests.display.tables import NAMED

LAYOUT = lay_out((800, 480))
WORDS = words_in("en")
PLAIN = Look()
STILL = Look(reduced_motion=True)
PLAYERS: tuple[Player, ...] = (1, 2)


def sprites(screen: Screen, shots: OneShots | None = None, now_ns: int = NOW_NS) -> dict[Hashable, Sprite]:
    atlas = Atlas(LAYOUT, WORDS, large=screen.look.large_print)
    drawn = TableSprites(Pen(LAYOUT, atlas, WORDS)).of(screen, shots or OneShots(), now_ns)
    return {sprite.key: sprite for sprite in drawn}


def seen(screen: Screen) -> bytes:
    """The colours of a small picture, one after the other."""
    display = HeadlessDisplay((320, 200))
    display.show(screen, (), NOW_NS)
    return pygame.image.tobytes(display.picture(), "RGB")


def playable(view: TableView, player: Player, slots: tuple[int, ...]) -> TableView:
    return replace(view, seats={**view.seats, player: replace(view.seats[player], playable=slots)})


def test_with_hints_only_what_can_be_played_stands_up_and_is_outlined() -> None:
    view = playable(NAMED["play"].view, 1, (2, 4))
    shown = sprites(Screen(Look(hints=frozenset((1,))), 0, view))
    outlined = [slot for slot in range(1, 6) if (("outline", slot), 1) in shown]
    assert outlined == [2, 4]
    tops = [shown[("card", slot), 1].top_px for slot in range(1, 6)]
    assert tops[1] == tops[3] < tops[0] == tops[2] == tops[4]
    assert all((("outline", slot), 2) in shown for slot in range(1, 6)), "the other has asked for none"


def test_without_hints_nothing_tells_what_can_be_played() -> None:
    views = (playable(NAMED["play"].view, 1, slots) for slots in ((2, 4), (1,)))
    one, other = (seen(Screen(PLAIN, 0, view)) for view in views)
    assert one == other


def rank_height(face: pygame.Surface) -> int:
    """The longest dark run through the K's straight stroke."""
    longest = 0
    for column in range(face.get_width() // 10, face.get_width() // 2):
        run = 0
        for row in range(face.get_height()):
            run = run + 1 if sum(face.get_at((column, row))[:3]) < 300 else 0
            longest = max(longest, run)
    return longest


def test_large_print_has_larger_ranks_and_less_beside_them() -> None:
    usual, large = (Atlas(LAYOUT, WORDS, large=large) for large in (False, True))
    king = Card("KS")
    assert rank_height(large.hand(king, 1)) >= 1.15 * rank_height(usual.hand(king, 1))
    assert rank_height(large.top(king)) >= 1.15 * rank_height(usual.top(king))
    view = NAMED["play"].view
    more, less = (sprites(Screen(Look(large_print=large), 0, view)) for large in (False, True))
    assert more.keys() - less.keys() == {("other score", 1), ("other score", 2)}


MOVING: list[Event] = [
    Played(NOW_NS, 1, 2, Card("7H"), "left", None),
    Misplay(NOW_NS, 1, 3),
    Beaten(NOW_NS, 2, 1),
    FalseSlap(NOW_NS, 2),
]


def test_with_little_motion_signs_tell_what_happened_and_nothing_moves_or_flashes() -> None:
    view = NAMED["play-marked"].view
    shots = OneShots().after(MOVING, NOW_NS)
    rest = {key: sprite.box for key, sprite in sprites(Screen(STILL, 0, view)).items()}
    for after_ms in (0, 30, 90, 140):
        shown = sprites(Screen(STILL, 0, view), shots, NOW_NS + after_ms * MS)
        assert {(("sign", 3), 1), (("sign", 1), 2)} <= shown.keys()
        assert all(shown[key].box == box for key, box in rest.items() if key in shown)
        assert not [key for key in shown if isinstance(key, tuple) and key[0] in ("trail", "flash")]


def test_with_little_motion_no_frame_is_asked_for_while_nothing_would_change() -> None:
    still, moving = Showing(), Showing()
    view = NAMED["play-marked"].view
    assert still.show(Screen(STILL, 0, view), MOVING, NOW_NS) == NOW_NS + 700 * MS, "the end of a sign"
    assert moving.show(Screen(PLAIN, 0, view), MOVING, NOW_NS) == NOW_NS + FRAME_NS


def flashes(shots: OneShots, now_ns: int) -> dict[Hashable, Sprite]:
    shown = sprites(Screen(PLAIN, 0, NAMED["play"].view), shots, now_ns)
    return {key: sprite for key, sprite in shown.items() if isinstance(key, tuple) and key[0] == "flash"}


@pytest.mark.parametrize("event", [FalseSlap(NOW_NS, 2), RoundOver(NOW_NS, 1, 2)])
def test_a_slap_flashes_at_both_players_own_edge_in_the_slappers_colour(event: Event) -> None:
    shots = OneShots().after([event], NOW_NS)
    shown = flashes(shots, NOW_NS)
    assert shown.keys() == {("flash", 1), ("flash", 2)}
    assert shown["flash", 1].surface is shown["flash", 2].surface
    assert shown["flash", 1].box.bottom == 480
    assert shown["flash", 2].box.top == 0
    assert shown["flash", 1].box.height < 480 // 40, "a bar, not the screen"
    assert not flashes(shots, NOW_NS + 150 * MS)


def test_a_slap_that_wins_flashes_and_a_win_without_a_slap_does_not() -> None:
    claiming = OneShots().seeing(lay(OUT, TWO), NOW_NS)
    playing = OneShots().seeing(lay(ONE, TWO), NOW_NS)
    assert claiming.after([Won(NOW_NS, 1, 1)], NOW_NS).flashing(NOW_NS) == 1
    assert playing.after([Won(NOW_NS, 1, 1)], NOW_NS).flashing(NOW_NS) is None


def test_however_often_is_slapped_nothing_flashes_more_than_three_times_a_second() -> None:
    random, shots, lit = Random(1), OneShots(), list[int]()
    was = False
    for frame in range(60 * 20):
        now_ns = NOW_NS + frame * FRAME_NS
        slaps: list[Event] = [FalseSlap(now_ns, player) for player in PLAYERS if random.random() < 0.3]
        shots = shots.after(slaps, now_ns)
        flashing = shots.flashing(now_ns) is not None
        if flashing and not was:
            lit.append(now_ns)
        was = flashing
    assert len(lit) > 20
    for first in lit:
        assert len([time_ns for time_ns in lit if first <= time_ns < first + 1000 * MS]) <= 3


@pytest.mark.parametrize(("lockout_ms", "dark"), [(250, False), (330, False), (500, True)])
def test_a_hand_is_not_darkened_for_so_short_a_time_that_it_could_flash(lockout_ms: int, dark: bool) -> None:
    locked = replace(ONE, locked_until_ns=NOW_NS + 100 * MS)
    shown = sprites(Screen(PLAIN, 0, lay(locked, TWO, lockout_ns=lockout_ms * MS)))
    assert ((("veil", 1), 1) in shown) is dark
    assert (("outline", 1), 1) not in shown, "flat all the same"
    assert ("bar", 1) in shown


def test_brightness_dims_all_evenly() -> None:
    full, dimmed = (seen(Screen(Look(brightness=each), 0, NAMED["play"].view)) for each in (100, 40))
    assert max(full) > 250
    assert all(abs(part - whole * 0.4) <= 2 for part, whole in zip(dimmed, full, strict=True))


def test_what_is_not_drawn_anew_is_not_dimmed_once_more() -> None:
    view, played = NAMED["play"].view, NAMED["play-marked"].view
    dimmed = Look(brightness=60)
    painter, surface = Painter((320, 200)), pygame.Surface((320, 200), 0, 32)
    for screen in (Screen(PLAIN, 0, view), Screen(dimmed, 0, view), Screen(dimmed, 0, played)):
        painter.paint(surface, screen, OneShots(), NOW_NS)
    whole = HeadlessDisplay((320, 200))
    whole.show(Screen(dimmed, 0, played), (), NOW_NS)
    assert surface.get_buffer().raw == whole.picture().get_buffer().raw


def test_a_note_stands_where_no_prompt_is_and_else_above_the_cards_or_not_at_all() -> None:
    notes: dict[Player, tuple[Text, ...]] = {1: (plain("A quiet line"),)}
    play, ready, stuck = (
        sprites(Screen(PLAIN, 0, NAMED[name].view, notes=notes)) for name in ("play", "ready", "stuck")
    )
    assert play["note", 1].box.top >= LAYOUT.seat.prompt.top
    assert LAYOUT.seat.over_hand.contains(ready["note", 1].box)
    assert ("note", 1) not in stuck
    assert ("note", 2) not in play


@pytest.mark.parametrize("count", [1, 3, 4, 6])
def test_what_happened_in_a_deal_stands_below_the_result_on_both_sides(count: int) -> None:
    told = tuple(plain(f"The line number {number} of some length") for number in range(count))
    view = NAMED["won"].view
    assert view.phase is Phase.WON
    shown = sprites(Screen(PLAIN, 0, view, notes={1: told, 2: told}))
    for player in PLAYERS:
        boxes = [LAYOUT.place(player, shown[("note", number), player].box) for number in range(count)]
        assert all(LAYOUT.seat.notes.contains(box) for box in boxes)
        assert not any(overlap(one, other) for one in boxes for other in boxes if one is not other)
        assert not any(overlap(box, LAYOUT.place(player, shown["call", player].box)) for box in boxes)


@pytest.mark.parametrize("height_px", [12, 27, 40])
def test_a_line_is_made_smaller_rather_than_cut(height_px: int) -> None:
    lettering = Lettering()
    for widest_px in range(60, 400, 7):
        drawn = lettering.line("M" * 12, IVORY, height_px, widest_px)
        ink = drawn.get_bounding_rect()
        assert drawn.get_width() <= widest_px
        assert abs(ink.left - (drawn.get_width() - ink.right)) <= 2, "as much air at both ends"


def test_another_language_changes_words_and_no_card_of_a_hand() -> None:
    display = HeadlessDisplay((640, 360))
    pictures = []
    for language in ("en", "de", "en"):
        display.show(Screen(Look(language=language), 0, NAMED["ready"].view), (), NOW_NS)
        pictures.append(display.picture())
    assert pictures[0].get_buffer().raw == pictures[2].get_buffer().raw != pictures[1].get_buffer().raw
    hand = lay_out((640, 360)).seat.hand[0]
    english, german = (picture.subsurface(hand).copy().get_buffer().raw for picture in pictures[:2])
    assert english == german
