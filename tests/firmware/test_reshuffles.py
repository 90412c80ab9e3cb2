"""New side piles, made in each of the three ways, and the turn-up from the draw piles."""

from collections.abc import Callable
from typing import Any

import pytest

from firmware.game.cards import Card
from tests.firmware.table import Table, deck, play_out, ring_deck
from tests.firmware.test_speed_stuck import DEADLOCK

Piles = dict[str, list[str]]

# Both side piles hold six cards at first; the last turn-up from them is at 11.5, the reshuffle at 13.
LAST_SIDE_CARD, RESHUFFLE = "11.5", "13"


def reshuffled(reshuffle: str, deal: list[Card] = DEADLOCK, **options: object) -> tuple[Piles, Piles, Piles]:
    """The middle before a reshuffle, and the middle and the side piles after it and its turn-up."""
    table = Table.begun(deal, {"reshuffle": reshuffle, **options})
    table.at(LAST_SIDE_CARD)
    while any(table.state()["side"].values()):
        table.at(f"{table.game.deadline_ns / 1e9}")  # type: ignore[operator]
    before = table.state()["middle"]
    texts = table.at(f"{table.game.deadline_ns / 1e9}")  # type: ignore[operator]
    after: dict[str, Any] = table.state()
    left, right = (after["middle"][side][-1] for side in ("left", "right"))
    assert texts[:2] == ["reshuffled", f"turned_up {left} {right} side"]
    return before, after["middle"], after["side"]


def test_keep_tops_shuffles_all_but_the_tops_together_and_deals_them_to_both_sides() -> None:
    before, middle, side = reshuffled("keep_tops")
    assert [middle["left"][0], middle["right"][0]] == [before["left"][-1], before["right"][-1]]
    assert [len(middle["left"]), len(middle["right"])] == [2, 2]
    assert [len(side["left"]), len(side["right"])] == [4, 4]
    moved = {*side["left"], middle["left"][-1]} & set(before["right"])
    assert moved, "the piles were not shuffled together"


def test_keep_tops_deals_left_first_so_that_the_left_has_the_odd_card() -> None:
    before, middle, side = reshuffled("keep_tops", deal=ODD_DEADLOCK, jokers=1)
    assert [len(before["left"]), len(before["right"])] == [7, 6]
    # Eleven cards lie under the tops: six go to the left and five to the right, and one of each turns up.
    assert [len(side["left"]), len(side["right"])] == [5, 4]
    assert [len(middle["left"]), len(middle["right"])] == [2, 2]


ODD_DEADLOCK = deck(
    hand1="7C 7D 7H 7S 6C",
    hand2="6D 6H 6S 8C 8D",
    draw1="5C 5D 5H 5S 9C 9D 9H 9S",
    draw2="8H 8S X1",
    left="2C",
    right="TS",
    jokers=1,
)


def test_if_only_one_side_pile_has_cards_only_that_one_turns() -> None:
    table = Table.begun(ODD_DEADLOCK, {"jokers": 1})
    table.at("11.5")
    (last,) = table.state()["side"]["left"]
    right = table.game.view().piles["right"].top
    assert table.at("13") == [f"turned_up {last} - side", "stuck"]
    assert table.tops() == f"{last} {right}"


def test_keep_tops_each_keeps_the_tops_and_shuffles_each_pile_on_its_own() -> None:
    before, middle, side = reshuffled("keep_tops_each")
    for pile in ("left", "right"):
        assert middle[pile][0] == before[pile][-1]
        assert len(middle[pile]) == 2
        assert sorted(side[pile] + middle[pile]) == sorted(before[pile])
    assert any(side[pile][::-1] != before[pile][: len(side[pile])] for pile in side)


def test_whole_piles_shuffles_each_pile_on_its_own_top_card_included() -> None:
    before, middle, side = reshuffled("whole_piles")
    for pile in ("left", "right"):
        assert len(middle[pile]) == 1
        assert sorted(side[pile] + middle[pile]) == sorted(before[pile])


def test_the_tops_are_shuffled_too_in_whole_piles_so_that_they_can_lie_anywhere() -> None:
    places = set()
    for seed in range(20):
        table = Table(DEADLOCK, {"reshuffle": "whole_piles"}, seed)
        table.begin()
        table.at(LAST_SIDE_CARD)
        top = table.game.view().piles["left"].top
        table.at(RESHUFFLE)
        side = table.state()["side"]["left"]
        places.add(side.index(top) if top in side else -1)
    assert len(places) > 3


def test_the_new_side_piles_come_face_down_and_all_of_a_pile_is_seen_again() -> None:
    for reshuffle in ("keep_tops", "keep_tops_each", "whole_piles"):
        before, middle, side = reshuffled(reshuffle)
        everything = [*side["left"], *side["right"], *middle["left"], *middle["right"]]
        assert sorted(everything) == sorted(before["left"] + before["right"])


@pytest.mark.parametrize(
    ("reshuffle", "seconds"), [("keep_tops", 20.5), ("keep_tops_each", 20.5), ("whole_piles", 22)]
)
def test_after_a_reshuffle_in_vain_each_player_turns_up_the_top_of_the_own_draw_pile(
    reshuffle: str, seconds: float
) -> None:
    # The whole piles take one turn-up more, because their tops are turned up again too.
    table = Table.begun(DEADLOCK, {"reshuffle": reshuffle})
    table.at(f"{seconds}")
    assert table.texts().count("reshuffled") == 1
    assert table.times()[-1] == (seconds, "turned_up 5C 8H draw")
    assert (table.player(1)["draw"][0], table.player(2)["draw"][0]) == ("5D", "8S")


def test_the_draw_piles_go_on_turning_up_until_somebody_can_play() -> None:
    # The first two cards of each draw pile, a queen and a jack, do not help either.
    deal = deck(
        hand1="7C 7D 7H 7S 6C",
        hand2="6D 6H 6S 8C 8D",
        draw1="QC 5C 5D 5H 5S 9C 9D 9H 9S",
        draw2="JC 8H 8S",
        left="2C",
        right="TS",
    )
    table = Table.begun(deal)
    table.at("22")
    assert [text for text in table.texts() if text.endswith("draw")] == [
        "turned_up QC JC draw",
        "turned_up 5C 8H draw",
    ]
    assert table.texts().count("reshuffled") == 1


def test_a_card_played_after_a_reshuffle_makes_the_next_reshuffle_worth_while() -> None:
    table = Table.begun(DEADLOCK)
    table.at("20.5")
    time = 21.0
    while table.game.phase == "play":
        seats = table.game.view().seats
        press = next(f"P{player} card{seat.playable[0]}" for player, seat in seats.items() if seat.playable)
        table.at(f"{time} {press}")
        time += 0.5
    assert not any(table.state()["side"].values())
    assert all(table.player(player)["draw"] for player in (1, 2))
    assert table.at(f"{time + 1.5}")[0] == "reshuffled"


def test_a_player_without_a_draw_pile_turns_up_nothing_from_it() -> None:
    # Player 1's draw pile is ten short of ten; player 2's are the ten cards that would fit.
    deal = deck(
        hand1="7C 7D 7H 7S 6C",
        hand2="6D 6H 6S 8C 8D",
        draw2="5C 5D 5H 5S 9C 9D 9H 9S 8H 8S",
        left="2C",
        right="TS",
        each=15,
    )
    table = Table.begun(deal, {"cards_each": 15, "handicap": [10, 0]})
    table.at("60")
    left = [text for text in table.texts() if text.endswith("draw")]
    assert left == ["turned_up - 5C draw"]
    assert table.tops().endswith("5C")


def test_if_nobody_has_a_draw_pile_the_reshuffle_is_made_after_all() -> None:
    # With a whole pack that can't come about: some card that fits is in the middle. So in this one the
    # cards that would fit are missing.
    whole = deck(
        hand1="7C 7D 7H 7S 6C",
        hand2="6D 6H 6S 8C 8D",
        draw2="5C 5D 5H 5S 9C 9D 9H 9S 8H 8S",
        left="2C",
        right="TS",
        each=15,
    )
    table = Table.begun(whole[:20] + whole[30:], {"cards_each": 15, "handicap": [10, 10]})
    table.at("300")
    assert table.texts().count("reshuffled") > 2
    assert not [text for text in table.texts() if text.endswith("draw")]


def late_ring() -> list[Card]:
    """A ring deck whose starters come up only as the last cards of the side piles."""
    deal = ring_deck()
    left, right = deal[40:45], deal[45:50]
    return [*deal[:40], *left[1:], deal[50], *right[1:], deal[51], left[0], right[0]]


def both_stuck_on_single_piles(table: Table) -> bool:
    """Play the side piles out and both hands, and let both miss their claims; whether nobody can play."""
    table.begin()
    table.at("11.5")
    assert table.tops() == "KD KS"
    play_out(table, 1, 12)
    play_out(table, 2, 12.5)
    table.at("15.69")
    assert table.texts().count("claim_missed 1 left 25") == 1
    return table.game.phase == "stuck"


def test_if_both_middle_piles_are_single_cards_the_draw_piles_are_turned_up_and_nothing_is_shuffled() -> None:
    table = first_table(lambda seed: Table(late_ring(), seed=seed), both_stuck_on_single_piles)
    assert table.tops() == "7D 7S"
    draws = [table.player(player)["draw"][0] for player in (1, 2)]
    assert table.at("17.19")[0] == f"turned_up {draws[0]} {draws[1]} draw"
    assert "reshuffled" not in table.texts()


def first_table(make: Callable[[int], Table], good: Callable[[Table], bool]) -> Table:
    """The table of the first seed with which something comes about."""
    return next(table for table in map(make, range(100)) if good(table))
