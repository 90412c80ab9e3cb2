"""How a win is claimed: at once, by a race to slap, and what happens when a claim is missed."""

import pytest

from firmware.game.cards import RANKS, Card
from tests.firmware.table import Table, cards_in, deck, ns, play_out, ring_deck


def out(claim: str, **options: object) -> Table:
    """Player 1 has played the last card at 5.19 s."""
    table = Table.begun(ring_deck(), {"claim": claim, **options})
    play_out(table, 1, 5)
    return table


def test_without_a_claim_going_out_wins_at_once() -> None:
    table = out("none")
    assert table.texts()[-2:] == ["out 1", "won 1 1"]
    assert table.times()[-1][0] == 5.19
    assert (table.game.phase, table.game.deadline_ns) == ("won", None)


def test_without_a_claim_every_slap_is_false() -> None:
    table = Table.begun(ring_deck(), {"claim": "none"})
    assert table.at("4.5 P1 slap") == ["false_slap 1"]
    play_out(table, 1, 5)
    assert table.at("6 P1 slap", "6 P2 slap") == ["false_slap 1", "false_slap 2"]


@pytest.mark.parametrize("player", [1, 2])
@pytest.mark.parametrize("time", ["5.19", "7", "8.19"])
def test_in_a_race_the_first_slap_of_either_player_wins_the_windows_end_included(
    player: int, time: str
) -> None:
    assert out("race").at(f"{time} P{player} slap") == [f"won {player} 1"]


def test_in_a_race_the_second_slap_is_false() -> None:
    assert out("race").at("6 P2 slap", "6.000000001 P1 slap") == ["won 2 1", "false_slap 1"]


def test_in_a_race_the_window_is_the_one_of_the_player_who_is_out() -> None:
    table = out("race")
    seats = table.game.view().seats
    assert (seats[1].claim_until_ns, seats[2].claim_until_ns) == (ns(8.19), None)
    assert [table.game.asked(player) for player in (1, 2)] == ["claim", "claim"]


def test_in_a_race_a_slap_while_nobody_is_out_is_false() -> None:
    table = Table.begun(ring_deck(), {"claim": "race"})
    assert table.at("5 P2 slap") == ["false_slap 2"]


def test_in_a_race_a_slap_after_the_window_is_false_and_the_claim_is_missed() -> None:
    texts = out("race").at("8.190000001 P2 slap")
    assert (texts[0], texts[-1]) == ("claim_missed 1 left 20", "false_slap 2")


def test_in_a_race_who_missed_the_own_claim_can_still_slap_in_the_others_window() -> None:
    table = out("race")
    play_out(table, 2, 6)
    assert table.at("8.5 P1 slap")[-1] == "won 1 1"


def test_in_a_race_a_player_who_is_locked_out_can_slap() -> None:
    table = out("race")
    assert table.at("6 P2 card3", "6.1 P2 slap") == ["misplay 2 3", "won 2 1"]


@pytest.mark.parametrize("window", [0.5, 10])
def test_the_window_is_as_long_as_the_option_says(window: float) -> None:
    end = 5.19 + window
    assert out("slap", claim_window=window).at(f"{end:.2f} P1 slap") == ["won 1 1"]
    assert out("slap", claim_window=window).at(f"{end:.2f}")[0] == "claim_missed 1 left 20"


def alternating_ring() -> list[Card]:
    """Both can play all their cards onto the left pile, card by card in turn, up the ring."""
    ring = [Card((RANKS * 4)[place] + "CDHS"[place // 13]) for place in range(40)]
    rest = deck(left="KS", right="7S")
    rest = [card for card in rest if card not in ring and card not in ("KS", "7S")]
    return [*ring[0::2], *ring[1::2], *rest, Card("KS"), Card("7S")]


def alternate(table: Table, start: float) -> None:
    table.at(f"{start - 0.01:.2f} P2 action")
    for number in range(40):
        table.at(f"{start + number / 100:.2f} P{number % 2 + 1} card{number // 2 % 5 + 1}")


def test_if_nothing_lies_under_either_top_card_a_missed_claim_wins_all_the_same() -> None:
    # Both play onto the left pile only, and player 1's missed claim takes all that lies under its top.
    table = Table.begun(alternating_ring(), {"late_grace": 0})
    alternate(table, 5)
    assert [text for text in table.texts() if text.startswith("out")] == ["out 1", "out 2"]
    assert table.tops() == "AS 7S"
    table.at("8.38")
    assert table.texts()[-6] == "claim_missed 1 left 40"
    assert table.at("8.39") == ["won 2 1"]


def test_a_missed_claim_that_wins_counts_points_as_every_other_win() -> None:
    table = Table.begun(alternating_ring(), {"scoring": "points", "target": 40})
    alternate(table, 5)
    assert table.at("9")[-2:] == ["won 2 40", "match_won 2"]


def test_a_missed_claim_with_fewer_than_five_cards_to_take_fills_the_hand_as_far_as_they_go() -> None:
    # Player 1 plays onto the right pile, only the last card onto the left one.
    deal = ring_deck()
    deal[50], deal[49] = Card(deal[49]), deal[50]
    left = Card("8D")
    deal[deal.index(left)], deal[50] = deal[50], left
    table = Table.begun(deal)
    table.at("4.1 P1 action")
    play_out(table, 1, 5, count=19)
    assert table.at("6 P1 action up", "6 P1 card5") == ["played 1 5 7D left", "out 1"]
    assert table.at("9") == ["claim_missed 1 left 1", "drew 1 1 8D"]
    assert (table.hand(1), table.player(1)["draw"]) == ("8D -- -- -- --", [])
    # It fits the seven, so player 1 is out again, with a window of its own.
    assert table.at("10 P1 card1", "13 P1 slap") == ["played 1 1 8D left", "out 1", "won 1 1"]


def test_the_cards_of_a_missed_claim_are_shuffled() -> None:
    hands = set()
    for seed in range(5):
        table = Table(ring_deck(), seed=seed)
        table.begin()
        play_out(table, 1, 5)
        table.at("8.19")
        assert len(cards_in(table.state())) == 52
        hands.add(table.hand(1))
    assert len(hands) == 5


def test_a_claim_that_is_missed_is_judged_at_its_time_however_late_the_time_is_told() -> None:
    slow, quick = out("slap"), out("slap")
    slow.at("30")
    for tenth in range(52, 301):
        quick.at(f"{tenth / 10}")
    assert slow.times() == quick.times()
    assert slow.state() == quick.state()
