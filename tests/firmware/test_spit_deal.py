"""Spit: how it is dealt and begun."""

import pytest

from firmware.game.cards import DECK
from tests.firmware.spit_table import later_round, spit_deck
from tests.firmware.table import Table, cards_in


def test_each_player_gets_26_cards_first_player_1() -> None:
    table = Table(list(DECK), preset="spit")
    one, two = table.player(1), table.player(2)
    assert sorted(cards_in(one)) == sorted(DECK[:26])
    assert sorted(cards_in(two)) == sorted(DECK[26:])


def test_a_layout_is_dealt_row_by_row_and_what_is_left_over_is_the_spit_pile() -> None:
    one = Table(list(DECK), preset="spit").player(1)
    # The rows are the cards 0-4, 5-8, 9-11, 12-13 and 14; the last card dealt to a stock is its top.
    places = [[0], [1, 5], [2, 6, 9], [3, 7, 10, 12], [4, 8, 11, 13, 14]]
    assert one["stocks"] == [[DECK[place] for place in stock] for stock in places]
    assert one["spit"] == list(DECK[15:26])


def test_only_the_tops_are_face_up_and_the_counts_can_be_seen() -> None:
    table = Table(list(DECK), preset="spit")
    seat = table.game.view().seats[2]
    assert seat.hand == (DECK[26], DECK[31], DECK[35], DECK[38], DECK[40])
    assert (seat.stock_counts, seat.draw_count) == ((1, 2, 3, 4, 5), 11)


@pytest.mark.parametrize(
    ("count", "heights"),
    [
        (15, (1, 2, 3, 4, 5)),
        (14, (1, 2, 3, 4, 4)),
        (11, (1, 2, 3, 3, 2)),
        (5, (1, 1, 1, 1, 1)),
        (3, (1, 1, 1, 0, 0)),
        (1, (1, 0, 0, 0, 0)),
    ],
)
def test_a_player_with_fewer_than_15_cards_deals_as_far_as_they_go(
    count: int, heights: tuple[int, ...]
) -> None:
    seat = later_round(count, list(DECK)).game.view().seats[1]
    assert (seat.stock_counts, seat.draw_count) == (heights, 0)


def test_after_both_are_ready_and_the_countdown_each_turns_a_spit_card_onto_the_own_left() -> None:
    table = Table(spit_deck(spit1="4C", spit2="9H"), preset="spit")
    assert table.at("1 P1 action", "2 P2 action") == ["ready 1", "ready 2"]
    assert table.at("4.999999999") == []
    assert table.at("5")[0] == "turned_up 4C 9H spit"
    assert (table.player(1)["spit"].count("4C"), len(table.player(1)["spit"])) == (0, 10)


def test_card_buttons_do_nothing_before_the_spit_cards_are_up() -> None:
    table = Table(preset="spit")
    before = table.state()
    assert table.at("0.5 P1 card1", "0.6 P2 card5") == []
    assert table.state() == before
    assert table.at("1 P1 action", "1 P2 action", "2 P1 card1") == ["ready 1", "ready 2"]


def test_a_player_without_spit_cards_turns_none_and_there_is_only_the_other_players_pile() -> None:
    table = later_round(12, spit_deck(spit2="9H", first=12))
    assert "turned_up - 9H spit" in table.texts()
    assert table.tops() == "None 9H"
    other = later_round(40, spit_deck(spit1="9H", first=40))
    assert "turned_up 9H - spit" in other.texts()


@pytest.mark.parametrize("player", [1, 2])
def test_both_players_can_play_onto_the_only_middle_pile(player: int) -> None:
    deal = spit_deck(one="8C | 2C | 2D | 2H | ", two="8S | 3C | 3D | 3H | 3S", spit2="9H", first=4)
    card = "8C" if player == 1 else "8S"
    for action in ("", "4.5 P1 action", "4.5 P2 action"):
        table = later_round(4, deal)
        table.at(*[action] * bool(action))
        assert table.at(f"5 P{player} card1")[0] == f"played {player} 1 {card} right"


def test_the_same_seed_deals_the_same_cards() -> None:
    assert Table(seed=3, preset="spit").state() == Table(seed=3, preset="spit").state()
    assert Table(seed=3, preset="spit").state() != Table(seed=4, preset="spit").state()


def test_the_cards_lie_before_the_start_so_that_both_can_look_at_them() -> None:
    table = Table(list(DECK), preset="spit")
    assert table.game.phase == "ready"
    assert table.state()["middle"] == {"left": [], "right": []}
