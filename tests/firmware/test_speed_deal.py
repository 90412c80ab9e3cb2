"""Dealing, getting ready and what fits."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware.game.cards import DECK, RANKS, Card, rank_above, rank_below, shuffle
from firmware.game.middle import fitting_cards
from tests.firmware.table import Table, cards, deck


def test_a_deal_gives_each_player_20_cards_then_the_side_piles_then_the_starters() -> None:
    state = Table(list(DECK)).game.state()
    one, two = state["players"]["1"], state["players"]["2"]  # type: ignore[index]
    assert one["hand"] == list(DECK[:5])
    assert one["draw"] == list(DECK[5:20])
    assert two["hand"] == list(DECK[20:25])
    assert two["draw"] == list(DECK[25:40])
    assert state["side"] == {"left": list(DECK[40:45]), "right": list(DECK[45:50])}
    assert state["starters"] == {"left": DECK[50], "right": DECK[51]}
    assert state["middle"] == {"left": [], "right": []}


@given(st.integers(0, 2**64 - 1))
def test_the_same_seed_deals_the_same_cards(seed: int) -> None:
    assert Table(seed=seed).game.state() == Table(seed=seed).game.state()


def test_a_seed_deals_these_cards_on_every_python() -> None:
    assert Table(seed=7).hand(1) == "QC TC AC 3S 4H"


@given(st.integers(0, 2**32))
def test_a_shuffle_loses_and_doubles_no_card(seed: int) -> None:
    pack = list(DECK)
    shuffle(pack, Random(seed))
    assert sorted(pack) == sorted(DECK)


def test_every_card_is_equally_likely_to_come_out_on_top() -> None:
    random = Random(1)
    counts = dict.fromkeys(DECK, 0)
    for _ in range(5200):
        pack = list(DECK)
        shuffle(pack, random)
        counts[pack[0]] += 1
    assert 55 < min(counts.values()) <= max(counts.values()) < 150


def test_the_countdown_begins_when_the_later_player_is_ready() -> None:
    table = Table()
    assert table.at("1 P1 action", "1.5 P1 action up", "2 P1 action") == ["ready 1"]
    assert table.game.phase == "ready"
    assert table.at("5 P2 action") == ["ready 2"]
    assert table.game.phase == "countdown"
    assert table.game.deadline_ns == 8_000_000_000


def test_both_starters_turn_up_at_the_end_of_the_countdown_however_late_time_is_told() -> None:
    table = Table(deck(left="4C", right="9H", hand1="5C"))
    table.at("1 P1 action", "2 P2 action", "4.999999999")
    assert table.tops() == "None None"
    table.at("60 P1 slap")
    assert (5.0, "turned_up 4C 9H starters") in table.times()


def test_a_countdown_of_0_turns_up_at_once() -> None:
    table = Table(deck(left="4C", right="9H", hand1="5C"), {"countdown": 0})
    table.at("1 P1 action", "1 P2 action")
    assert table.game.phase == "countdown"
    assert table.at("1") == ["turned_up 4C 9H starters"]


@pytest.mark.parametrize("phase", ["ready", "countdown"])
def test_card_buttons_do_nothing_before_the_starters_are_up(phase: str) -> None:
    table = Table()
    table.at("1 P1 action", *(["1 P2 action"] if phase == "countdown" else []))
    before = table.game.state()
    assert table.game.phase == phase
    assert table.at("2 P1 card1", "2 P2 card5") == []
    assert table.game.state() == before


@pytest.mark.parametrize(("rank", "both"), [("A", "K2"), ("K", "QA"), ("7", "68"), ("T", "9J"), ("2", "A3")])
def test_the_ranks_form_a_ring(rank: str, both: str) -> None:
    assert sorted(rank_below(rank) + rank_above(rank)) == sorted(both)


@given(st.sampled_from(DECK), st.sampled_from(DECK))
def test_a_card_fits_if_its_rank_is_one_away_whatever_its_suit(card: Card, top: Card) -> None:
    distance = (RANKS.index(card[0]) - RANKS.index(top[0])) % 13
    assert (card in fitting_cards()[top]) == (distance in (1, 12))


def test_a_named_card_goes_where_the_deck_says() -> None:
    assert cards(Table(deck(hand2="2S 3S")).hand(2))[:2] == ["2S", "3S"]
