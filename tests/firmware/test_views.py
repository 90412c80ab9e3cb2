"""What may be seen: by both on the shared screen, by one player, and what a player is asked for."""

from random import Random

import pytest

from firmware.game.cards import Card
from firmware.game.events import Drew, Played
from firmware.game.games import new_match
from firmware.game.rules import make_rules
from tests.firmware.spit_table import BOTH_LADDERS, clear, spit_deck, spit_table
from tests.firmware.table import NOBODY, S, Table, deck, play_out, ring_deck


def asked(table: Table) -> list[str | None]:
    return [table.game.asked(1), table.game.asked(2)]


def test_a_player_is_asked_to_get_ready_until_ready() -> None:
    table = Table(ring_deck())
    assert asked(table) == ["ready", "ready"]
    table.at("1 P2 action")
    assert asked(table) == ["ready", None]
    table.at("1 P1 action")
    assert asked(table) == [None, None]


def test_a_player_with_a_card_that_fits_is_asked_to_play_and_nobody_who_is_locked_out_is() -> None:
    table = Table.begun(deck(hand1="5C 7C", hand2="KC KD KH KS JC", left="4C", right="9H"))
    assert asked(table) == ["play", None]
    table.at("5 P1 card2")
    assert asked(table) == [None, None]
    table.at("5.5")
    assert asked(table) == ["play", None]


def test_who_is_stuck_is_asked_for_new_cards_only_if_both_have_to_press_for_them() -> None:
    assert asked(Table.begun(NOBODY)) == [None, None]
    table = Table.begun(NOBODY, {"turn_up": "together"})
    assert asked(table) == ["turn_up", "turn_up"]
    table.at("5 P1 action")
    assert asked(table) == [None, "turn_up"]


def test_who_is_out_is_asked_to_claim_and_then_for_the_next_deal() -> None:
    table = Table.begun(ring_deck())
    play_out(table, 1, 5)
    assert asked(table) == ["claim", "play"]
    table.at("6 P1 slap")
    assert asked(table) == ["ready", "ready"]


def test_with_manual_refill_a_player_who_can_play_nothing_is_asked_to_refill() -> None:
    table = Table.begun(ring_deck(), {"refill": "manual"})
    assert asked(table) == ["play", "play"]
    play_out(table, 1, 5, count=5)
    assert asked(table) == ["refill", "play"]


@pytest.mark.parametrize("phase", ["play", "slap"])
def test_in_spit_a_player_is_asked_to_play_and_at_the_end_of_a_round_to_slap(phase: str) -> None:
    table = spit_table(BOTH_LADDERS)
    if phase == "slap":
        clear(table, 1, 5)
    assert asked(table) == (["play", "play"] if phase == "play" else ["claim", "claim"])


def test_a_player_sees_the_own_hand_the_piles_from_the_own_side_and_how_many_cards_there_are() -> None:
    table = Table.begun(deck(hand1="5C 7C", hand2="8D 3S TS KC KD", left="4C", right="9H"))
    table.at("5 P1 card1")
    view = table.game.seen_by(2)
    assert view.hand == ("8D", "3S", "TS", "KC", "KD")
    assert view.tops == ("9H", "5C")
    assert view.playable == (1, 3)
    assert (view.draw_count, view.other_draw_count, view.other_hand_count) == (15, 14, 5)
    assert table.game.seen_by(1).tops == ("5C", "9H")


def test_a_player_sees_what_a_joker_stands_for() -> None:
    deal = deck(hand1="X1 QC QD QH QS", left="4C", right="9H", jokers=1)
    table = Table.begun(deal, {"jokers": 1})
    table.at("5 P1 card1")
    assert table.game.seen_by(1).tops == ("5C", "9H")
    assert table.game.view().piles["left"].top == "X1"


def test_a_player_of_spit_sees_the_own_tops_and_how_many_cards_there_are() -> None:
    deal = spit_deck("5C | QC | QD | QH | QS", "8S | KC | KD | KH | KS", spit1="4C", spit2="9H")
    table = spit_table(deal)
    table.at("5 P1 card1")
    view = table.game.seen_by(1)
    assert view.hand == (None, "QC", "QD", "QH", "QS")
    assert (view.tops, view.playable) == (("5C", "9H"), (1,))
    assert (view.draw_count, view.other_draw_count, view.other_hand_count) == (10, 10, 15)
    assert table.game.seen_by(2).tops == ("9H", "5C")
    assert table.game.seen_by(2).other_hand_count == 14


def test_the_screen_shows_who_played_a_top_and_which_pile_was_played_last() -> None:
    table = Table.begun(deck(hand1="5C", left="4C", right="9H"))
    piles = table.game.view().piles
    assert [pile.played_by for pile in piles.values()] == [None, None]
    table.at("5 P1 card1")
    view = table.game.view()
    assert [view.piles[side].played_by for side in ("left", "right")] == [1, None]
    assert (view.last_played, view.piles["left"].count) == ("left", 2)


@pytest.mark.parametrize(("preset", "deal"), [("online", ring_deck()), ("spit", BOTH_LADDERS)])
def test_a_quiet_match_leaves_out_only_what_is_played_and_drawn(preset: str, deal: list[Card]) -> None:
    loud, quiet = (new_match(make_rules(preset), Random(0), deal, quiet=quiet) for quiet in (False, True))
    left_out = set()
    for second, slot in enumerate([0, 0, *range(5)] * 3, 1):
        for game in (loud, quiet):
            game.action(second * S, 1, True)
            game.action(second * S, 2, True)
        events, rest = (game.card(second * S, 1, slot) if slot else [] for game in (loud, quiet))
        left_out |= {type(event).__name__ for event in events if event not in rest}
        assert [event for event in events if not isinstance(event, Played | Drew)] == rest
        assert loud.state() == quiet.state()
    assert left_out == ({"Played"} if preset == "spit" else {"Played", "Drew"})
