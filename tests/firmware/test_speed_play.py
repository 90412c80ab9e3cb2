"""Card buttons: where a card goes, misplays, beaten cards, and times to the nanosecond."""

import pytest

from firmware.recording import NewMatch
from firmware.referee import Referee
from hal.events import Control, InputEvent
from tests.firmware.table import START, S, Table, deck, play_out, ring_deck


def test_a_card_that_fits_one_pile_goes_there_and_the_next_card_takes_its_slot() -> None:
    table = Table.begun(deck(hand1="5C", draw1="KH", left="4C", right="9H"))
    assert table.at("5 P1 card1") == ["played 1 1 5C left", "drew 1 1 KH"]
    assert table.hand(1).startswith("KH")
    assert table.tops() == "5C 9H"


@pytest.mark.parametrize(
    ("player", "action", "pile"),
    [("P1", False, "left"), ("P1", True, "right"), ("P2", False, "right"), ("P2", True, "left")],
)
def test_a_card_that_fits_both_piles_goes_to_the_own_left_or_with_action_to_the_own_right(
    player: str, action: bool, pile: str
) -> None:
    table = Table.begun(deck(hand1="5C", hand2="5D", left="4C", right="6H"))
    if action:
        table.at(f"4.6 {player} action")
    card = "5C" if player == "P1" else "5D"
    assert table.at(f"5 {player} card1")[0] == f"played {player[1]} 1 {card} {pile}"


def test_action_does_not_matter_if_the_card_fits_one_pile_only() -> None:
    table = Table.begun(deck(hand1="5C", left="4C", right="9H"))
    assert table.at("4.5 P1 action", "5 P1 card1")[0] == "played 1 1 5C left"


def test_an_action_button_held_since_before_the_deal_counts_as_held() -> None:
    table = Table(deck(hand1="5C", left="4C", right="6H"))
    table.at("1 P1 action", "1 P2 action", "4")
    assert table.game.view().seats[1].action_held
    assert table.at("5 P1 card1")[0] == "played 1 1 5C right"


def test_with_an_empty_draw_pile_the_slot_stays_empty_and_its_button_does_nothing() -> None:
    table = Table.begun(ring_deck(), {"misplay_lockout": 0.5})
    play_out(table, 1, 5, count=16)
    assert table.hand(1).startswith("-- ")
    before = table.game.state()
    assert table.at("6 P1 card1") == []
    assert table.game.state() == before


def test_a_card_that_fits_nowhere_is_a_misplay_and_locks_the_panel_out() -> None:
    table = Table.begun(deck(hand1="7C 5C", left="4C", right="9H"))
    assert table.at("5 P1 card1") == ["misplay 1 1"]
    assert table.game.view().seats[1].locked_until_ns == 5.5 * S
    assert table.at("5.2 P1 card2", "5.499999999 P1 card2") == ["locked 1 2", "locked 1 2"]
    assert table.tops() == "4C 9H"
    assert table.at("5.500000001 P1 card2")[0] == "played 1 2 5C left"


def test_a_press_at_the_very_end_of_a_lockout_is_still_locked() -> None:
    table = Table.begun(deck(hand1="7C 5C", left="4C", right="9H"))
    assert table.at("5 P1 card1", "5.5 P1 card2") == ["misplay 1 1", "locked 1 2"]
    assert table.at("5.5") == []
    assert table.game.view().seats[1].locked_until_ns is None


def test_a_lockout_leaves_the_other_player_alone() -> None:
    table = Table.begun(deck(hand1="7C", hand2="5D", left="4C", right="9H"))
    assert table.at("5 P1 card1", "5.1 P2 card1")[1] == "played 2 1 5D left"


def test_without_a_lockout_a_misplay_costs_nothing() -> None:
    table = Table.begun(deck(hand1="7C 5C", left="4C", right="9H"), {"misplay_lockout": 0})
    assert table.at("5 P1 card1", "5 P1 card2")[:2] == ["misplay 1 1", "played 1 2 5C left"]


def test_a_lockout_is_a_timer_of_its_own() -> None:
    table = Table.begun(deck(hand1="7C 5C", left="4C", right="9H"))
    table.at("5 P1 card1")
    assert table.game.deadline_ns == 5.5 * S


BOTH_WANT_THE_LEFT_PILE = deck(hand1="5C 7C", hand2="5D", left="4C", right="9H")


def test_a_card_whose_top_was_just_covered_is_beaten_and_nothing_is_lost() -> None:
    table = Table.begun(BOTH_WANT_THE_LEFT_PILE)
    table.at("5 P1 card1")
    before = table.game.state()
    assert table.at("5.1 P2 card1") == ["beaten 2 1"]
    assert table.game.state() == before


@pytest.mark.parametrize(
    ("time", "event"),
    [("5", "beaten"), ("5.399999999", "beaten"), ("5.4", "misplay"), ("5.5", "misplay")],
)
def test_the_grace_reaches_back_to_a_top_that_was_showing_after_its_beginning(time: str, event: str) -> None:
    # The top was last showing just before second 5; at 5.4 the grace of 0.4 s begins at 5.
    table = Table.begun(BOTH_WANT_THE_LEFT_PILE)
    assert table.at("5 P1 card1", f"{time} P2 card1")[-1] == f"{event} 2 1"


def test_a_top_that_was_covered_at_the_very_moment_it_came_was_never_showing() -> None:
    # Player 2's four fits neither the four nor the six, only the five between them.
    table = Table.begun(deck(hand1="5C 6C", hand2="4D", left="4C", right="9H"))
    table.at("5 P1 card1", "5 P1 card2")
    assert table.at("5.1 P2 card1") == ["misplay 2 1"]
    table = Table.begun(deck(hand1="5C 6C", hand2="4D", left="4C", right="9H"))
    table.at("5 P1 card1", "5.000000001 P1 card2")
    assert table.at("5.1 P2 card1") == ["beaten 2 1"]


def test_without_a_grace_every_late_card_is_a_misplay() -> None:
    table = Table.begun(BOTH_WANT_THE_LEFT_PILE, {"late_grace": 0})
    assert table.at("5 P1 card1", "5 P2 card1")[-1] == "misplay 2 1"


def test_a_card_that_fitted_before_and_fits_the_other_pile_now_is_played() -> None:
    table = Table.begun(deck(hand1="5C", hand2="5D", left="4C", right="6H"))
    table.at("4.5 P2 action")
    assert table.at("5 P1 card1", "5.1 P2 card1")[2] == "played 2 1 5D right"


def test_the_grace_ends_with_the_deal() -> None:
    table = Table.begun(ring_deck(), {"countdown": 0, "late_grace": 1})
    play_out(table, 1, 5)
    table.at("5.2 P1 slap", "5.3 P1 action", "5.3 P2 action", "5.4 P1 action", "5.4 P2 action", "5.4")
    seat = table.game.view().seats[1]
    # Nearly every rank was showing on the left pile within the last second, but in the deal before.
    slot = next(slot for slot in range(1, 6) if slot not in seat.playable)
    assert table.at(f"5.5 P1 card{slot}") == [f"misplay 1 {slot}"]


def test_holding_or_releasing_a_card_button_does_nothing() -> None:
    referee = Referee(NewMatch(deck=tuple(deck(hand1="5C", left="4C", right="9H"))))
    for player in (1, 2):
        referee.edge(InputEvent(0, player, Control.ACTION, True))
    referee.advance(3 * S)
    before = referee.state()
    assert referee.edge(InputEvent(4 * S, 1, Control.CARD1, False)) == []
    assert referee.edge(InputEvent(4 * S, 1, Control.SLAP, False)) == []
    assert referee.state() == before


def test_who_was_first_is_judged_to_the_nanosecond() -> None:
    table = Table.begun(BOTH_WANT_THE_LEFT_PILE)
    assert START < 5
    assert table.at("5.000000001 P2 card1", "5.000000002 P1 card1") == [
        "played 2 1 5D left",
        f"drew 2 1 {table.hand(2).split()[0]}",
        "beaten 1 1",
    ]
