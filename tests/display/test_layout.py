from itertools import combinations, pairwise

import pytest

from display.box import Box
from display.layout import Layout, lay_out
from tests.display.boxes import overlap
from tests.display.tables import SIZES_PX


def everything(layout: Layout, with_notice: bool) -> dict[str, Box]:
    seat = layout.seat
    boxes: dict[str, Box] = {}
    for player in (1, 2):
        raised = layout.units(12)
        named = {f"hand {slot}": box for slot, box in enumerate(seat.hand, start=1)}
        # With the room that a raised card takes.
        named = {
            name: Box(box.left, box.top - raised, box.width, box.height + raised)
            for name, box in named.items()
        }
        named |= {f"sign {slot}": box for slot, box in enumerate(seat.signs, start=1)}
        named |= {f"key {slot}": box for slot, box in enumerate(seat.keys, start=1)}
        named |= {f"note {number}": box for number, box in enumerate(seat.key_notes)}
        named |= {
            name: getattr(seat, name)
            for name in ("edge", "prompt", "bar", "digit", "name", "score", "other_score", "draw_strip")
        }
        named |= {"draw_count": seat.draw_count, "legend": seat.legend}
        if with_notice:
            named["notice"] = seat.notice
        boxes |= {f"{name} of {player}": layout.place(player, box) for name, box in named.items()}
    for side, pile in layout.piles.items():
        boxes |= {f"top {side}": pile.top, f"side {side}": pile.side}
        boxes |= {f"count {side} for {player}": box for player, box in pile.counts.items()}
    return boxes


@pytest.mark.parametrize("with_notice", [False, True])
@pytest.mark.parametrize("with_keys", [False, True])
@pytest.mark.parametrize("size_px", SIZES_PX)
def test_nothing_is_cut_off_and_nothing_overlaps(
    size_px: tuple[int, int], with_keys: bool, with_notice: bool
) -> None:
    layout = lay_out(size_px, with_keys=with_keys, with_notice=with_notice)
    boxes = everything(layout, with_notice)
    for name, box in boxes.items():
        assert box.width > 0, name
        assert box.height > 0, name
        assert Box(0, 0, *size_px).contains(box), name
    for (name, box), (other_name, other) in combinations(boxes.items(), 2):
        assert not overlap(box, other), f"{name} and {other_name}"


@pytest.mark.parametrize("size_px", [*SIZES_PX, (1367, 771), (3440, 1440), (700, 1000), (300, 200)])
def test_the_middle_is_its_own_image_for_the_player_opposite(size_px: tuple[int, int]) -> None:
    layout = lay_out(size_px)
    left, right = layout.piles["left"], layout.piles["right"]
    assert left.top.turned(layout.area) == right.top
    assert left.side.turned(layout.area) == right.side
    assert left.counts[1].turned(layout.area) == right.counts[2]
    assert left.counts[2].turned(layout.area) == right.counts[1]
    assert layout.place(2, layout.place(2, layout.seat.prompt)) == layout.seat.prompt


@pytest.mark.parametrize("size_px", SIZES_PX)
def test_hand_cards_are_evenly_spaced_about_the_middle_like_the_buttons(size_px: tuple[int, int]) -> None:
    layout = lay_out(size_px)
    hand = layout.seat.hand
    assert len({right.left - left.left for left, right in pairwise(hand)}) == 1
    margin_left, margin_right = hand[0].left - layout.area.left, layout.area.right - hand[-1].right
    assert abs(margin_left - margin_right) <= 1


@pytest.mark.parametrize("size_px", SIZES_PX)
def test_a_note_over_the_cards_has_room_between_them_and_the_middle(
    size_px: tuple[int, int],
) -> None:
    layout = lay_out(size_px)
    note, boxes = layout.seat.over_hand, [*layout.seat.hand, *(pile.top for pile in layout.piles.values())]
    assert not any(overlap(note, box) for box in boxes)
    assert note.height * 1920 >= 50 * layout.area.width or size_px[1] < 300


@pytest.mark.parametrize("size_px", [(640, 360), (800, 480), (1920, 1080)])
def test_a_key_is_high_enough_to_read_its_label(size_px: tuple[int, int]) -> None:
    seat = lay_out(size_px, with_keys=True).seat
    assert all(box.height >= 18 for box in (*seat.keys, *seat.key_notes, seat.legend))


def test_a_very_wide_or_high_window_shows_the_table_in_its_middle() -> None:
    wide, high = lay_out((3440, 1440)), lay_out((1000, 1600))
    assert wide.area == Box(440, 0, 2560, 1440)
    assert high.area == Box(0, 400, 1000, 800)


def test_a_tiny_window_cuts_the_table_off_instead_of_failing() -> None:
    assert lay_out((100, 50)).area == Box(0, 0, 160, 90)
