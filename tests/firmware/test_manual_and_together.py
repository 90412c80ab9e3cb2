"""Drawing by hand, and turning up new cards together."""

import pytest

from tests.firmware.table import NOBODY, Table, deck, play_out, ring_deck
from tests.firmware.test_speed_stuck import DEADLOCK

MANUAL = {"refill": "manual"}
CLASSIC = "classic"


def test_with_manual_refill_the_slot_stays_empty_until_action_is_pressed() -> None:
    table = Table.begun(deck(hand1="5C 7C", draw1="KH", left="4C", right="9H"), MANUAL)
    assert table.at("5 P1 card1") == ["played 1 1 5C left"]
    assert table.hand(1).startswith("-- 7C")
    assert table.at("6 P1 action") == ["drew 1 1 KH"]
    assert table.hand(1).startswith("KH 7C")


def test_action_fills_all_empty_slots_the_lowest_first() -> None:
    deal = deck(hand1="KC 6C KD 5C 7C", draw1="TC JC QC", left="4C", right="9H")
    table = Table.begun(deal, MANUAL)
    table.at("5 P1 card4", "5.1 P1 card2", "5.2 P1 card5")
    assert table.hand(1) == "KC -- KD -- --"
    assert table.at("6 P1 action") == ["drew 1 2 TC", "drew 1 4 JC", "drew 1 5 QC"]


def test_the_button_of_an_empty_slot_does_nothing() -> None:
    table = Table.begun(deck(hand1="5C 7C", left="4C", right="9H"), MANUAL)
    assert table.at("5 P1 card1", "5.1 P1 card1") == ["played 1 1 5C left"]


def test_action_draws_as_far_as_the_draw_pile_goes() -> None:
    # With a draw pile of five, the sixth to tenth cards of the ring are all there is.
    table = Table.begun(ring_deck(), {**MANUAL, "handicap": [10, 0]})
    play_out(table, 1, 5, count=4)
    table.at("5.5 P1 action", "5.5 P1 action up", "5.6 P1 card5", "5.61 P1 card1", "5.62 P1 card2")
    assert table.player(1)["draw"] == ["TC"]
    assert table.at("6 P1 action") == ["drew 1 1 TC"]
    assert table.hand(1) == "TC -- 8C 9C --"


def test_action_with_a_full_hand_or_without_a_draw_pile_draws_nothing() -> None:
    table = Table.begun(ring_deck(), {**MANUAL, "handicap": [5, 0], "cards_each": 20})
    assert table.at("5 P1 action", "5 P1 action up") == []
    bare = Table.begun(ring_deck(), {**MANUAL, "handicap": [10, 0]})
    play_out(bare, 1, 5, count=5)
    bare.at("5.1 P1 action", "5.1 P1 action up")
    play_out(bare, 1, 5.2, count=2)
    assert bare.at("6 P1 action") == []


def test_with_auto_refill_action_draws_nothing() -> None:
    table = Table.begun(ring_deck())
    assert table.at("5 P1 action") == []


def test_a_player_with_an_empty_hand_and_a_draw_pile_is_not_out() -> None:
    table = Table.begun(ring_deck(), {**MANUAL, "claim": "none"})
    play_out(table, 1, 5, count=5)
    assert table.hand(1) == "-- -- -- -- --"
    assert "out 1" not in table.texts()
    assert table.game.asked(1) == "refill"
    assert len(table.at("6 P1 action")) == 5


def test_out_is_who_has_played_the_last_card_drawn_by_hand() -> None:
    table = Table.begun(ring_deck(), {**MANUAL, "claim": "none"})
    for start in (5, 6, 7, 8):
        play_out(table, 1, start, count=5)
        table.at(f"{start}.5 P1 action", f"{start}.5 P1 action up")
    assert "won 1 1" in table.texts()


def test_action_held_for_drawing_still_chooses_the_own_right() -> None:
    table = Table.begun(deck(hand1="5C", left="4C", right="6H"), MANUAL)
    assert table.at("5 P1 action", "5.1 P1 card1") == ["played 1 1 5C right"]


def test_when_nobody_can_play_both_hands_are_filled_and_it_is_judged_again() -> None:
    # After the five nothing fits, until player 1's drawn four does.
    deal = deck(hand1="5C 7C 7D 7H 7S", hand2="KC KD KH KS JD", draw1="4C", draw2="2D", left="4D", right="TS")
    table = Table.begun(deal, MANUAL)
    assert table.at("5 P2 card5") == ["played 2 5 JD right"]
    assert table.at("6 P1 card1") == ["played 1 1 5C left", "drew 1 1 4C", "drew 2 5 2D"]
    assert table.game.phase == "play"


def test_when_the_filled_hands_cannot_play_either_nobody_can() -> None:
    deal = deck(hand1="5C 7C 7D 7H 7S", hand2="KC KD KH KS TD", draw1="8C", draw2="2D", left="4D", right="TS")
    table = Table.begun(deal, MANUAL)
    assert table.at("6 P1 card1") == ["played 1 1 5C left", "drew 1 1 8C", "stuck"]
    assert None not in table.player(1)["hand"]


def test_while_somebody_can_play_no_hand_is_filled_by_itself() -> None:
    table = Table.begun(deck(hand1="5C", hand2="6D", left="4C", right="9H"), MANUAL)
    assert table.at("5 P1 card1", "60") == ["played 1 1 5C left"]


def test_while_a_claim_is_open_no_hand_is_filled_by_itself() -> None:
    table = Table.begun(ring_deck(first2="7"), {**MANUAL, "handicap": [10, 0], "claim_window": 10})
    for start in (5, 6):
        play_out(table, 1, start, count=5)
        table.at(f"{start}.5 P1 action", f"{start}.5 P1 action up")
    assert "out 1" in table.texts()
    play_out(table, 2, 7, count=5)
    assert table.hand(2) == "-- -- -- -- --"
    assert table.at("16.03") == []
    assert table.at("16.04")[0] == "claim_missed 1 left 10"


@pytest.mark.parametrize("time", ["4.0", "100", "1000000"])
def test_with_together_no_card_is_turned_up_before_both_press_action(time: str) -> None:
    table = Table.begun(NOBODY, preset=CLASSIC)
    assert (table.game.phase, table.game.deadline_ns) == ("stuck", None)
    assert table.at(time, "1000001 P1 action") == ["ready 1"]
    assert table.game.phase == "stuck"
    assert table.at("1000002 P2 action")[:2] == ["ready 2", "turned_up AS 6S side"]


def test_with_together_the_order_of_the_two_presses_does_not_matter() -> None:
    table = Table.begun(NOBODY, preset=CLASSIC)
    assert table.at("5 P2 action", "5.1 P2 action up", "6 P1 action")[2] == "turned_up AS 6S side"


def test_with_together_a_second_press_of_the_same_player_counts_once() -> None:
    table = Table.begun(NOBODY, preset=CLASSIC)
    assert table.at("5 P1 action", "5.1 P1 action up", "6 P1 action") == ["ready 1"]


def test_with_together_an_action_button_held_since_before_does_not_count() -> None:
    table = Table(NOBODY, preset=CLASSIC)
    table.at("1 P1 action", "1 P2 action", "4", "5 P1 action up")
    assert table.game.view().seats[2].action_held
    assert table.at("6 P1 action") == ["ready 1"]
    assert table.at("7 P2 action up", "8 P2 action")[0] == "ready 2"


def test_with_together_both_must_press_again_if_the_new_cards_do_not_help() -> None:
    deal = deck(
        hand1="7C 7D 7H 7S KC",
        hand2="KD KH KS 4D 4H",
        left="2C",
        right="TS",
        side_left="2D 9D",
        side_right="TC 9H",
    )
    table = Table.begun(deal, preset=CLASSIC)
    assert table.at("5 P1 action", "6 P2 action") == ["ready 1", "ready 2", "turned_up 2D TC side", "stuck"]
    assert not any(seat.ready for seat in table.game.view().seats.values())
    assert table.at("7 P1 action up", "7 P1 action") == ["ready 1"]
    assert table.at("8 P2 action up", "8 P2 action")[1] == "turned_up 9D 9H side"


def test_with_together_a_card_press_while_waiting_is_a_misplay() -> None:
    table = Table.begun(NOBODY, preset=CLASSIC)
    assert table.at("5 P1 action", "6 P1 card1") == ["ready 1", "misplay 1 1"]
    assert table.game.view().seats[1].ready


def test_with_together_new_side_piles_are_made_at_the_press_that_turns_up() -> None:
    table = Table.begun(DEADLOCK, preset=CLASSIC)
    for second in range(5, 10):
        press_action(table, second)
    assert not any(table.state()["side"].values())
    assert table.at("50 P1 action", "60 P2 action")[:3] == ["ready 1", "ready 2", "reshuffled"]


def press_action(table: Table, second: int) -> None:
    table.at(*(f"{second} P{player} action{up}" for player in (1, 2) for up in ("", " up")))


def test_with_auto_action_turns_nothing_up() -> None:
    table = Table.begun(NOBODY)
    assert table.at("5 P1 action", "5.1 P2 action") == []
    assert table.at("5.5")[0].startswith("turned_up")


@pytest.mark.parametrize("delay", [0.5, 10])
def test_with_auto_the_delay_is_the_options(delay: float) -> None:
    table = Table.begun(NOBODY, {"turn_up_delay": delay})
    assert table.at(f"{4 + delay - 0.001}") == []
    assert table.at(f"{4 + delay}")[0].startswith("turned_up")
