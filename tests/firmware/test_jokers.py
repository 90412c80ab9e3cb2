"""Jokers: what fits them, what they stand for, and that one may not be the last card."""

import pytest

from firmware.game.cards import DECK, RANKS, Card
from tests.firmware.table import Table, cards_in, deck, play_out, ring_deck


@pytest.mark.parametrize(("jokers", "left", "right"), [(0, 5, 5), (1, 6, 5), (2, 6, 6)])
def test_jokers_are_added_to_the_52_cards_and_an_odd_one_goes_to_the_left_side_pile(
    jokers: int, left: int, right: int
) -> None:
    table = Table(options={"jokers": jokers})
    side = table.state()["side"]
    assert (len(side["left"]), len(side["right"])) == (left, right)
    assert sorted(cards_in(table.state())) == sorted([*DECK, "X1", "X2"][: 52 + jokers])


def joker_in_hand(rest: str, left: str = "4C", draw1: str = "KH", **options: object) -> Table:
    deal = deck(hand1=f"X1 {rest}", hand2="KD", left=left, right="9H", draw1=draw1, jokers=1)
    return Table.begun(deal, {"jokers": 1, **options})


@pytest.mark.parametrize("rank", RANKS)
def test_a_joker_fits_every_card(rank: str) -> None:
    assert (
        joker_in_hand("QD QH QS JD", left=f"{rank}C").at("5 P1 card1")[0].startswith("played 1 1 X1 left as")
    )


@pytest.mark.parametrize(
    ("rest", "stands_for", "why"),
    [
        ("QC QD QH QS", "5C", "nothing follows either"),
        ("QC QD QH 6S", "5C", "a six follows the five"),
        ("QC QD QH 4S", "5C", "a four follows both"),
        ("QC QD 2H 6S", "5C", "one card follows each"),
        ("QC QD QH 2S", "3C", "a two follows the three only"),
    ],
)
def test_a_played_joker_stands_for_the_rank_above_unless_only_the_rank_below_lets_the_player_follow(
    rest: str, stands_for: str, why: str
) -> None:
    assert joker_in_hand(rest).at("5 P1 card1")[0] == f"played 1 1 X1 left as {stands_for}", why


def test_what_lets_the_player_follow_is_the_hand_not_the_card_drawn_for_the_joker() -> None:
    table = joker_in_hand("QC QD QH QS", draw1="2D")
    assert table.at("5 P1 card1") == ["played 1 1 X1 left as 5C", "drew 1 1 2D"]


def test_what_follows_is_judged_by_the_options_that_say_what_fits() -> None:
    # A three follows a three, but not a five.
    doubles = joker_in_hand("QC QD QH 3S", same_rank=True)
    assert doubles.at("5 P1 card1")[0] == "played 1 1 X1 left as 3C"
    # A red two does not follow a red three, a black one does.
    for two, stands_for in (("2H", "5D"), ("2S", "3D")):
        table = joker_in_hand(f"QC QD QH {two}", alternate_colours=True)
        assert table.at("5 P1 card1")[0] == f"played 1 1 X1 left as {stands_for}"


@pytest.mark.parametrize(
    ("left", "stands_for"), [("KC", "AC"), ("KD", "AD"), ("QH", "KH"), ("AS", "2S"), ("TS", "JS")]
)
def test_above_goes_around_the_ring_and_the_suit_is_that_of_the_card_covered(
    left: str, stands_for: str
) -> None:
    deal = deck(hand1="X1 6C 6D 6H 6S", left=left, right="9H", jokers=1)
    assert Table.begun(deal, {"jokers": 1}).at("5 P1 card1")[0] == f"played 1 1 X1 left as {stands_for}"


@pytest.mark.parametrize(("left", "stands_for"), [("4C", "5D"), ("4S", "5H"), ("4D", "5C"), ("4H", "5S")])
def test_with_alternate_colours_its_colour_is_the_one_that_fits(left: str, stands_for: str) -> None:
    table = joker_in_hand("QC QD QH QS", left=left, alternate_colours=True)
    assert table.at("5 P1 card1")[0] == f"played 1 1 X1 left as {stands_for}"


def test_a_played_joker_counts_as_the_card_it_stands_for() -> None:
    table = joker_in_hand("6C 7C 6D 7D", late_grace=0)
    table.at("5 P1 card1")
    assert table.state()["stands_for"] == {"X1": "5C"}
    assert table.game.view().piles["left"].stands_for == "5C"
    assert table.at("6 P1 card3") == ["misplay 1 3"]
    assert table.at("7 P1 card2")[0] == "played 1 2 6C left"


def test_a_joker_on_a_played_joker_goes_on_from_what_that_one_stands_for() -> None:
    deal = deck(hand1="X1 QC QD QH QS", hand2=["X2", "QC"][0], left="4C", right="9H", jokers=2)
    table = Table.begun(deal, {"jokers": 2})
    table.at("5 P1 card1", "5.1 P2 action")
    assert table.at("6 P2 card1")[0].startswith("played 2 1 X2 left as 6C")
    assert table.state()["stands_for"] == {"X1": "5C", "X2": "6C"}


def test_everything_fits_a_joker_that_was_turned_up() -> None:
    deal = deck(hand1="2C 5D 9C KS X2", left="X1", right="9H", jokers=2)
    for slot, card in enumerate(("2C", "5D", "9C", "KS"), 1):
        table = Table.begun(deal, {"jokers": 2, "alternate_colours": True})
        assert table.game.view().piles["left"].stands_for is None
        assert table.at(f"5 P1 card{slot}")[0] == f"played 1 {slot} {card} left"


def test_onto_a_joker_that_was_turned_up_a_joker_is_played_as_a_wild_joker_again() -> None:
    deal = deck(hand1="X2 7C", left="X1", right="9H", jokers=2)
    table = Table.begun(deal, {"jokers": 2})
    assert table.at("5 P1 card1")[0] == "played 1 1 X2 left"
    assert table.state()["stands_for"] == {}
    assert table.at("6 P1 card2")[0] == "played 1 2 7C left"


def ring_with_jokers(*places: int) -> list[Card]:
    """A ring deck in which jokers stand in for those of player 1's cards; the cards go to the side piles."""
    deal = ring_deck()
    for number, place in enumerate(places, 1):
        deal.insert(40, deal[place])
        deal[place] = Card(f"X{number}")
    return deal


def test_a_joker_may_not_be_the_last_card() -> None:
    table = Table.begun(ring_with_jokers(19), {"jokers": 1})
    play_out(table, 1, 5, count=18)
    assert (table.hand(1), table.tops()) == ("-- -- -- 6D X1", "5D KS")
    assert table.game.view().seats[1].playable == (5,)
    assert table.at("6 P1 card4") == ["misplay 1 4"]
    assert table.at("7 P1 card5") == ["played 1 5 X1 left as 6D"]


def test_two_jokers_may_not_be_the_last_cards_either_but_one_of_them_can_be_played() -> None:
    table = Table.begun(ring_with_jokers(18, 19), {"jokers": 2})
    play_out(table, 1, 5, count=17)
    assert (table.hand(1), table.tops()) == ("-- -- 5D X1 X2", "4D KS")
    assert table.at("6 P1 card3") == ["misplay 1 3"]
    assert table.at("7 P1 card4") == ["played 1 4 X1 left as 5D"]


def test_a_card_that_is_not_allowed_is_a_misplay_even_if_its_top_was_covered_a_moment_ago() -> None:
    deal = ring_with_jokers(19)
    table = Table.begun(deal, {"jokers": 1})
    play_out(table, 1, 5, count=18)
    # The six fitted the five until player 2's four covers it.
    four = deal[20:].index(Card("4H")) + 1
    assert table.at("6 P2 action", f"6.05 P2 card{four}")[0] == f"played 2 {four} 4H left"
    assert table.at("6.1 P1 card4") == ["misplay 1 4"]


def test_as_long_as_there_is_a_draw_pile_a_hand_may_be_left_with_jokers_only() -> None:
    deal = deck(hand1="5C 6C 7C X1 X2", left="4C", right="TS", jokers=2)
    table = Table.begun(deal, {"jokers": 2, "refill": "manual"})
    texts = table.at("5 P1 card1", "5.1 P1 card2", "5.2 P1 card3")
    assert texts == ["played 1 1 5C left", "played 1 2 6C left", "played 1 3 7C left"]
    assert table.hand(1) == "-- -- -- X1 X2"


def test_a_player_who_has_nothing_but_jokers_through_no_play_of_the_own_may_play_them() -> None:
    # All but player 1's last card go onto the right pile, that one onto the joker that was turned up
    # on the left; so a missed claim brings exactly that joker back.
    deal = ring_deck()
    deal.insert(40, deal[50])
    deal[51] = Card("X1")
    table = Table.begun(deal, {"jokers": 1})
    table.at("4.1 P1 action")
    play_out(table, 1, 5, count=19)
    table.at("6 P1 action up", "6 P1 card5", "9")
    assert table.texts()[-2:] == ["claim_missed 1 left 1", "drew 1 1 X1"]
    assert table.player(1)["draw"] == []
    assert table.at("10 P1 card1") == ["played 1 1 X1 left as 8D", "out 1"]


def test_shuffled_back_a_joker_is_wild_again() -> None:
    table = Table.begun(ring_with_jokers(3), {"jokers": 1})
    play_out(table, 1, 5)
    assert table.state()["stands_for"] == {"X1": "4C"}
    table.at("8.19")
    assert table.texts()[-6] == "claim_missed 1 left 20"
    assert table.state()["stands_for"] == {}


def test_a_joker_is_wild_again_in_the_next_deal() -> None:
    table = Table.begun(ring_with_jokers(3), {"jokers": 1, "claim": "none"})
    play_out(table, 1, 5)
    table.at("6 P1 action", "6 P2 action")
    assert (table.state()["phase"], table.state()["stands_for"]) == ("ready", {})


def test_a_wild_joker_turned_up_again_after_a_reshuffle_stands_for_nothing() -> None:
    # Nobody can play onto what player 1's joker stands for, and no other card of the middle fits.
    deal = deck(
        hand1="X1 7C 7D 7H 7S",
        hand2="6C 6D 6H 8C 8D",
        draw1="6S 5C 5D 5H 5S 9C 9D 9H 9S",
        draw2="8H 8S",
        left="2C",
        right="TS",
        jokers=1,
    )
    table = Table.begun(deal, {"jokers": 1})
    table.at("5 P1 card1")
    assert table.state()["stands_for"] == {"X1": "3C"}
    time = 5.0
    while "X1" not in table.tops() or table.state()["stands_for"]:
        time += 0.5
        table.at(f"{time}")
        assert time < 60
    assert "reshuffled" in table.texts()
    assert all(seat.playable for seat in table.game.view().seats.values())
