"""Spit: playing from the stocks, moving a card into an empty one, and being stuck."""

import pytest

from tests.firmware.spit_table import BOTH_LADDERS, later_round, spit_deck, spit_table
from tests.firmware.table import S, Table, cards_in

# Player 1's five fits the four on the left; an eight of player 2 the nine on the right.
PLAIN = spit_deck(one="5C | QC | QD 6C | QH | QS", two="8S | KC | KD | KH | KS", spit1="4C JC", spit2="9H JD")
# Sevens and kings fit neither pile.
NOBODY = spit_deck(
    one="7C | 7D | 7H | 7S | KC", two="KD | KH | KS | 4D | 4H", spit1="2C 2D 6D", spit2="TS TC TD"
)


def test_a_button_plays_the_top_of_its_stock_and_the_next_card_turns_face_up_at_once() -> None:
    table = spit_table(PLAIN)
    assert table.at("5 P1 card1") == ["played 1 1 5C left"]
    assert table.hand(1) == "-- QC 6C QH QS"
    assert table.at("6 P1 card3") == ["played 1 3 6C left"]
    assert table.hand(1) == "-- QC QD QH QS"
    assert table.game.view().seats[1].stock_counts == (0, 2, 2, 4, 5)


def test_ranks_fit_on_the_ring_as_in_speed() -> None:
    table = spit_table(BOTH_LADDERS)
    assert table.at("5 P1 card1") == ["played 1 1 AC left"]
    assert table.tops() == "AC KS"


def test_a_card_that_fits_nowhere_is_a_misplay_and_locks_the_panel_out() -> None:
    table = spit_table(PLAIN)
    assert table.at("5 P1 card2", "5.5 P1 card1") == ["misplay 1 2", "locked 1 1"]
    assert table.at("5.500000001 P1 card1") == ["played 1 1 5C left"]


def test_a_locked_out_player_can_not_move_a_card_either() -> None:
    table = spit_table(PLAIN)
    table.at("5 P1 card1", "6 P1 card2")
    assert table.at("6.1 P1 card1") == ["locked 1 1"]


def test_a_card_whose_top_was_just_covered_is_beaten() -> None:
    deal = spit_deck(one="5C | QC | QD | QH | QS", two="5S | KC | KD | KH | KS", spit1="4C", spit2="9H")
    table = spit_table(deal)
    before = table.at("5 P1 card1") and table.state()
    assert table.at("5.399999999 P2 card1") == ["beaten 2 1"]
    assert table.state() == before
    assert table.at("5.4 P2 card1") == ["misplay 2 1"]


def test_without_a_lockout_or_a_grace_every_late_card_is_a_misplay_that_costs_nothing() -> None:
    deal = spit_deck(one="5C | QC | QD | QH | QS", two="5S | KC | KD | KH | 8S", spit1="4C", spit2="9H")
    table = spit_table(deal, {"late_grace": 0, "misplay_lockout": 0})
    assert table.at("5 P1 card1", "5 P2 card1", "5 P2 card5") == [
        "played 1 1 5C left",
        "misplay 2 1",
        "played 2 5 8S right",
    ]


@pytest.mark.parametrize(
    ("player", "action", "pile"),
    [(1, False, "left"), (1, True, "right"), (2, False, "right"), (2, True, "left")],
)
def test_a_card_that_fits_both_piles_goes_to_the_own_left_or_with_action_to_the_own_right(
    player: int, action: bool, pile: str
) -> None:
    deal = spit_deck(one="5C | QC | QD | QH | QS", two="5S | KC | KD | KH | KS", spit1="4C", spit2="6H")
    table = spit_table(deal)
    table.at(*[f"4.5 P{player} action"] * action)
    card = "5C" if player == 1 else "5S"
    assert table.at(f"5 P{player} card1") == [f"played {player} 1 {card} {pile}"]


def test_with_same_rank_a_card_of_the_same_rank_fits_too() -> None:
    deal = spit_deck(one="4D | QC | QD | QH | QS", spit1="4C", spit2="9H")
    assert spit_table(deal).at("5 P1 card1") == ["misplay 1 1"]
    assert spit_table(deal, {"same_rank": True}).at("5 P1 card1") == ["played 1 1 4D left"]


def test_with_alternate_colours_the_colour_must_differ() -> None:
    deal = spit_deck(one="5S | 5H | QD | QH | QS", spit1="4C", spit2="9H")
    table = spit_table(deal, {"alternate_colours": True})
    assert table.at("5 P1 card1", "6 P1 card2")[:2] == ["misplay 1 1", "played 1 2 5H left"]


def test_the_button_of_an_empty_stock_moves_the_top_of_the_tallest_stock_into_it() -> None:
    table = spit_table(PLAIN)
    table.at("5 P1 card1")
    assert table.game.view().seats[1].playable == (1, 3)
    assert table.at("6 P1 card1") == ["moved 1 5 1 QS"]
    assert table.game.view().seats[1].stock_counts == (1, 2, 3, 4, 4)


def test_of_equally_tall_stocks_the_highest_number_gives_the_card() -> None:
    # Stocks of 1, 2, 2, 2 and 1 cards; after the five the first is empty.
    deal = spit_deck(one="5C | 2C QC | 2D QD | 2H QH | QS", two="8S | KC | KD | KH | KS", spit2="4S", first=8)
    table = later_round(8, deal)
    assert table.at("5 P1 card1", "6 P1 card1")[:2] == ["played 1 1 5C right", "moved 1 4 1 QH"]


def test_if_no_stock_has_two_cards_the_button_of_an_empty_one_does_nothing() -> None:
    deal = spit_deck(one="5C | QC | QD | | ", two="8S | KC | KD | KH | KS", spit2="4S", first=3)
    table = later_round(3, deal)
    assert table.at("5 P1 card4") == []
    table.at("6 P1 card1")
    assert table.at("7 P1 card1") == []
    assert table.game.view().seats[1].playable == ()


def test_nobody_can_act_if_no_top_fits_and_neither_player_can_make_a_move() -> None:
    table = spit_table(NOBODY)
    assert table.times()[-1] == (4.0, "stuck")
    assert table.game.deadline_ns == 5.5 * S


def test_who_can_move_a_card_can_act_although_no_top_fits() -> None:
    table = spit_table(
        spit_deck(one="5C | 7D | 7H | 7S | AC", two="KD | KH | KS | 3D | 3H", spit1="4C", spit2="TS")
    )
    assert table.at("5 P1 card1", "60") == ["played 1 1 5C left"]
    assert table.game.phase == "play"
    assert [seat.asked for seat in table.game.view().seats.values()] == ["play", None]


def test_a_move_is_judged_like_every_change_so_that_it_can_leave_nobody_able_to_act() -> None:
    # After the five player 1 has one stock of two, so one move is all there is.
    deal = spit_deck(one="5C | 7C 7D | QC | QD | QH", two="TS | KC | KD | KH | TD", spit2="4S 7H", first=6)
    table = later_round(6, deal)
    assert table.at("5 P1 card1") == ["played 1 1 5C right"]
    assert table.at("6 P1 card1") == ["moved 1 2 1 7D", "stuck"]


def test_then_each_player_who_has_spit_cards_turns_one_onto_the_pile_they_started() -> None:
    table = spit_table(NOBODY)
    assert table.at("5.5") == ["turned_up 2D TC spit", "stuck"]
    assert table.at("7")[0] == "turned_up 6D TD spit"
    assert table.game.phase == "play"


def test_a_player_whose_spit_cards_have_run_out_turns_none() -> None:
    # Player 1 has 17 cards, two of them spit cards; player 2 has many.
    deal = spit_deck(
        one="7C | 7D | 7H | 7S | KC",
        two="KD | KH | KS | 4D | 4H",
        spit1="2C 2D",
        spit2="TS TC TD QC",
        first=17,
    )
    table = later_round(17, deal)
    assert table.at("5.5", "7") == ["turned_up 2D TC spit", "stuck", "turned_up - TD spit", "stuck"]
    assert table.tops() == "2D TD"


def test_in_a_round_with_one_pile_only_that_pile_gets_new_cards() -> None:
    deal = spit_deck(one="7C | 7D | 7H | 7S | KC", two="KD | KH | KS | 4D | 4H", spit2="TS TC TD", first=5)
    table = later_round(5, deal)
    assert table.at("5.5")[0] == "turned_up - TC spit"
    assert table.tops() == "None TC"


def test_with_together_both_press_action_for_new_spit_cards() -> None:
    table = spit_table(NOBODY, {"turn_up": "together"})
    assert table.at("100 P1 action") == ["ready 1"]
    assert table.at("101 P2 action")[:2] == ["ready 2", "turned_up 2D TC spit"]


def test_card_presses_while_nobody_can_act_are_misplays() -> None:
    assert spit_table(NOBODY).at("5 P1 card1") == ["misplay 1 1"]


def test_a_slap_before_the_round_ends_is_false() -> None:
    table = spit_table(PLAIN)
    assert table.at("5 P1 slap", "5 P2 slap") == ["false_slap 1", "false_slap 2"]
    assert len(cards_in(table.state())) == 52


def test_who_was_first_counts_in_spit_as_well() -> None:
    deal = spit_deck(one="5C | QC | QD | QH | QS", two="5S | KC | KD | KH | KS", spit1="4C", spit2="9H")
    table: Table = spit_table(deal)
    assert table.at("5.000000001 P2 card1", "5.000000002 P1 card1") == ["played 2 1 5S left", "beaten 1 1"]
