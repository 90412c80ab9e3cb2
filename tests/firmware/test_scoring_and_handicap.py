"""Games and points, the match, shorter draw piles, and smaller deals."""

from collections.abc import Mapping

import pytest

from firmware.game.cards import DECK
from tests.firmware.table import Table, cards_in, play_out, ring_deck


def won_by_1(player2_plays: int = 0, **options: object) -> Table:
    """Player 1 has gone out, after player 2 played some cards."""
    table = Table.begun(ring_deck(), {"claim": "none", **options})
    play_out(table, 2, 4.5, count=player2_plays)
    play_out(table, 1, 5)
    return table


def test_a_deal_counts_as_one_game_however_many_cards_are_left() -> None:
    table = won_by_1(player2_plays=3)
    assert table.texts()[-1] == "won 1 1"
    assert [table.player(1)["score"], table.player(2)["score"]] == [1, 0]


@pytest.mark.parametrize("played", [0, 3, 18])
def test_with_points_the_winner_scores_each_card_the_other_has_in_hand_and_draw_pile(played: int) -> None:
    table = won_by_1(played, scoring="points", target=500)
    assert table.texts()[-1] == f"won 1 {20 - played}"
    assert table.player(1)["score"] == 20 - played


def test_with_points_the_cards_count_that_are_left_at_the_claim_not_at_going_out() -> None:
    table = won_by_1(scoring="points", claim="slap")
    play_out(table, 2, 6, count=7)
    assert table.at("7 P1 slap") == ["won 1 13"]


def test_with_points_a_claim_when_both_are_out_scores_nothing() -> None:
    table = won_by_1(scoring="points", claim="slap")
    play_out(table, 2, 6)
    assert table.at("7 P1 slap") == ["won 1 0"]
    assert table.game.phase == "won"


@pytest.mark.parametrize(("target", "over"), [(19, True), (20, True), (21, False)])
def test_the_first_to_reach_or_pass_the_target_of_points_wins_the_match(target: int, over: bool) -> None:
    table = won_by_1(scoring="points", target=target)
    assert (table.texts()[-1] == "match_won 1") == over
    assert table.game.phase == ("match_won" if over else "won")


def both_press_action(table: Table, second: int) -> list[str]:
    return table.at(*(f"{second} P{player} action{up}" for player in (1, 2) for up in ("", " up")))


def play_deals_to_the_end(table: Table) -> list[str]:
    """Play whatever fits, player 1 first, deal after deal, until the match is won; returns who won what."""
    second = 100
    while table.game.phase != "match_won":
        second += 2
        assert second < 10_000
        seats = table.game.view().seats
        presses = [f"P{player} card{seat.playable[0]}" for player, seat in seats.items() if seat.playable]
        if table.game.phase in ("ready", "won"):
            both_press_action(table, second)
        else:
            table.at(f"{second} {presses[0]}" if presses else f"{second}")
    return [text for text in table.texts() if "won" in text]


def test_scores_add_up_over_the_deals_of_a_match_for_points() -> None:
    table = won_by_1(scoring="points", target=100)
    *deals, match = play_deals_to_the_end(table)
    scores = {"1": 0, "2": 0}
    for deal in deals:
        assert max(scores.values()) < 100
        _, player, score = deal.split()
        scores[player] += int(score)
    assert [table.player(1)["score"], table.player(2)["score"]] == list(scores.values())
    winner = max(scores, key=lambda player: scores[player])
    assert (scores[winner] >= 100, match) == (True, f"match_won {winner}")


def test_the_first_to_three_games_wins_the_match_and_the_next_one_begins_at_0() -> None:
    table = won_by_1()
    *deals, match = play_deals_to_the_end(table)
    winner = int(match.split()[-1])
    assert deals.count(f"won {winner} 1") == 3
    assert deals.count(f"won {3 - winner} 1") < 3
    assert (table.state()["winner"], table.state()["match_winner"]) == (winner, winner)
    assert both_press_action(table, 10_000) == ["ready 1", "ready 2", "dealt"]
    assert [table.player(1)["score"], table.player(2)["score"]] == [0, 0]
    assert (table.state()["winner"], table.state()["match_winner"]) == (None, None)


def dealt(handicap: list[int], **options: object) -> Mapping[str, list[str]]:
    state = Table(list(DECK), {"handicap": handicap, **options}).state()
    assert sorted(cards_in(state)) == sorted(DECK)
    draws = {f"draw{player}": seat["draw"] for player, seat in state["players"].items()}
    return {**draws, **state["side"]}


def test_a_handicap_takes_the_bottom_of_the_draw_pile_and_leaves_the_other_player_alone() -> None:
    places = dealt([3, 0])
    assert places["draw1"] == list(DECK[5:17])
    assert places["draw2"] == list(DECK[25:40])


def test_the_cards_of_a_handicap_go_under_the_side_piles_left_first_then_alternately() -> None:
    places = dealt([3, 0])
    assert places["left"] == [*DECK[40:45], DECK[19], DECK[17]]
    assert places["right"] == [*DECK[45:50], DECK[18]]


def test_the_second_players_handicap_goes_on_where_the_firsts_ended() -> None:
    places = dealt([1, 2])
    assert places["draw2"] == list(DECK[25:38])
    assert places["left"] == [*DECK[40:45], DECK[19], DECK[38]]
    assert places["right"] == [*DECK[45:50], DECK[39]]
    assert dealt([0, 1])["left"] == [*DECK[40:45], DECK[39]]


def test_a_handicap_of_10_leaves_five_of_fifteen_or_none_of_ten() -> None:
    assert len(dealt([0, 10])["draw2"]) == 5
    assert dealt([0, 10], cards_each=15)["draw2"] == []


def test_a_player_whose_whole_draw_pile_is_taken_goes_out_with_the_hand() -> None:
    table = Table.begun(
        ring_deck()[:15] + ring_deck()[20:35] + ring_deck()[15:20] + ring_deck()[35:],
        {"cards_each": 15, "handicap": [10, 0], "claim": "none", "scoring": "points"},
    )
    play_out(table, 1, 5, count=5)
    assert table.texts()[-2:] == ["out 1", "won 1 15"]


def test_a_handicap_holds_for_later_deals_too() -> None:
    table = won_by_1(handicap=[0, 4])
    both_press_action(table, 10)
    assert table.game.phase == "ready"
    assert [len(table.player(1)["draw"]), len(table.player(2)["draw"])] == [15, 11]


@pytest.mark.parametrize(("jokers", "left", "right"), [(0, 10, 10), (1, 11, 10), (2, 11, 11)])
def test_with_15_cards_each_the_side_piles_take_what_is_left(jokers: int, left: int, right: int) -> None:
    table = Table(options={"cards_each": 15, "jokers": jokers})
    side = table.state()["side"]
    assert (len(side["left"]), len(side["right"])) == (left, right)
    assert [len(table.player(1)["draw"]), len(table.player(2)["draw"])] == [10, 10]


def test_the_order_of_a_smaller_deal_is_the_same() -> None:
    places = dealt([0, 0], cards_each=15)
    assert places == {
        "draw1": list(DECK[5:15]),
        "draw2": list(DECK[20:30]),
        "left": list(DECK[30:40]),
        "right": list(DECK[40:50]),
    }
