"""Spit: the end of a round, the slap, blocked rounds, and rounds up to a winner."""

import pytest

from firmware.game.cards import DECK
from hal.events import Player
from tests.firmware.spit_table import (
    BOTH_LADDERS,
    all_of,
    blocked_deck,
    clear,
    ladder,
    later_round,
    spit_deck,
    spit_table,
)
from tests.firmware.table import Table, cards_in, ns


def cleared(**options: object) -> Table:
    """Player 1 has cleared the stocks at 5.14 s, with 16 cards on the left pile and 1 on the right."""
    table = spit_table(BOTH_LADDERS, options)
    clear(table, 1, 5)
    return table


def test_the_round_ends_when_a_players_stocks_are_empty_and_the_slap_begins() -> None:
    table = cleared()
    assert table.texts()[-1] == "played 1 5 2D left"
    assert (table.game.phase, table.game.deadline_ns) == ("slap", ns(8.14))
    assert [seat.asked for seat in table.game.view().seats.values()] == ["claim", "claim"]


@pytest.mark.parametrize("time", ["5.14", "7", "8.14"])
@pytest.mark.parametrize("player", [1, 2])
def test_the_first_slap_takes_the_smaller_pile_the_windows_end_included(time: str, player: int) -> None:
    table = cleared()
    piles = table.state()["middle"]
    own = {1: all_of(table, 1), 2: all_of(table, 2)}
    assert table.at(f"{time} P{player} slap") == [f"round_over 1 {player}", "dealt"]
    other = 3 - player
    assert all_of(table, player) == sorted(own[player] + piles["right"])
    assert all_of(table, other) == sorted(own[other] + piles["left"])


def test_without_a_slap_the_player_who_cleared_takes_the_smaller_pile_at_the_windows_end() -> None:
    table = cleared()
    assert table.at("8.139999999") == []
    assert table.at("8.14") == ["round_over 1 -", "dealt"]
    assert [len(all_of(table, 1)), len(all_of(table, 2))] == [10 + 1, 25 + 16]


def test_a_slap_after_the_window_is_false() -> None:
    texts = cleared().at("8.140000001 P2 slap")
    assert texts == ["round_over 1 -", "dealt", "false_slap 2"]


def test_the_second_slap_is_false() -> None:
    assert cleared().at("6 P2 slap", "6 P1 slap") == ["round_over 1 2", "dealt", "false_slap 1"]


@pytest.mark.parametrize("window", [0.5, 10])
def test_the_window_of_the_slap_is_the_claim_window(window: float) -> None:
    assert cleared(claim_window=window).game.deadline_ns == ns(5.14 + window)


def test_card_buttons_and_action_do_nothing_while_a_slap_is_awaited() -> None:
    table = cleared()
    before = table.state()
    assert table.at("6 P2 card1", "6 P1 card1", "6.1 P1 action", "6.2 P1 action up") == []
    assert table.state() == before
    assert not any(seat.playable for seat in table.game.view().seats.values())


def test_a_lockout_goes_on_while_a_slap_is_awaited_and_does_not_stop_a_slap() -> None:
    table = spit_table(BOTH_LADDERS, {"misplay_lockout": 3, "claim_window": 10})
    table.at("4.9 P2 card5")
    clear(table, 1, 5)
    assert (table.player(2)["locked_until"], table.game.deadline_ns) == (ns(7.9), ns(7.9))
    assert table.at("6 P2 slap") == ["round_over 1 2", "dealt"]
    assert (table.player(2)["locked_until"], table.game.deadline_ns) == (None, None)


def test_lockouts_end_when_the_next_layout_is_dealt() -> None:
    table = spit_table(BOTH_LADDERS, {"misplay_lockout": 3, "claim_window": 0.5})
    table.at("4.9 P2 card5")
    clear(table, 1, 5)
    assert table.at("5.64") == ["round_over 1 -", "dealt"]
    assert table.player(2)["locked_until"] is None


@pytest.mark.parametrize(("line", "slapped"), [("6 P1 slap", "1"), ("6 P2 slap", "2"), ("8.14", "-")])
def test_of_equal_piles_each_player_takes_the_one_at_the_own_left_whoever_slaps(
    line: str, slapped: str
) -> None:
    # Player 2 plays 13 cards onto the right pile; player 1 14 onto the left, and the last, a queen, onto
    # the king on the right.
    deal = spit_deck(ladder("CD").replace("2D", "QD"), ladder("HS"), spit1="KD", spit2="KS")
    table = spit_table(deal)
    clear(table, 2, 4.5, count=15 - 2)
    clear(table, 1, 5)
    piles = table.state()["middle"]
    assert len(piles["left"]) == len(piles["right"])
    own = {1: all_of(table, 1), 2: all_of(table, 2)}
    assert table.at(line)[0].split()[-1] == slapped
    assert all_of(table, 1) == sorted(own[1] + piles["left"])
    assert all_of(table, 2) == sorted(own[2] + piles["right"])


def test_each_player_shuffles_pile_spit_and_stocks_and_lays_out_again_for_a_new_start() -> None:
    table = cleared()
    table.at("6 P2 slap")
    state = table.state()
    assert state["phase"] == "ready"
    assert state["middle"] == {"left": [], "right": []}
    assert table.game.view().seats[1].stock_counts == (1, 2, 3, 4, 5)
    assert table.game.view().seats[2].stock_counts == (1, 2, 3, 4, 5)
    assert [len(table.player(1)["spit"]), len(table.player(2)["spit"])] == [26 - 15, 26 - 15]
    assert table.at("7 P1 action", "7 P2 action") == ["ready 1", "ready 2"]
    spits = [table.player(player)["spit"][0] for player in (1, 2)]
    assert table.at("10")[0] == f"turned_up {spits[0]} {spits[1]} spit"


def test_the_next_layout_is_shuffled_by_the_games_own_generator() -> None:
    def next_layout(seed: int) -> str:
        table = spit_table(BOTH_LADDERS, seed=seed)
        clear(table, 1, 5)
        table.at("6 P2 slap")
        return str(table.state()["players"])

    layouts = [next_layout(seed) for seed in range(3)]
    assert len(set(layouts)) == 3
    assert layouts == [next_layout(seed) for seed in range(3)]


def test_what_a_top_was_in_the_last_round_grants_no_grace_in_the_next() -> None:
    table = spit_table(BOTH_LADDERS, {"countdown": 0, "late_grace": 1})
    clear(table, 1, 5)
    table.at("5.2 P1 slap", "5.3 P1 action", "5.3 P2 action", "5.3")
    unfit = [slot for slot in range(1, 6) if slot not in table.game.view().seats[1].playable]
    assert all(table.at(f"5.4 P1 card{slot}")[0].split()[0] != "beaten" for slot in unfit)


# A round with one middle pile: player 1 has three cards, an ace, a two and a three.
ONE_PILE = spit_deck("AC | 2C | 3C | | ", ladder("HS"), spit2="KS", first=3)


def test_with_one_middle_pile_the_player_who_cleared_takes_nothing_and_wins_with_no_card_at_all() -> None:
    table = later_round(3, ONE_PILE)
    texts = table.at("5 P1 card1", "6 P1 card2", "7 P1 card3")
    assert texts[-3:] == ["played 1 3 3C right", "round_over 1 -", "won 1 1"]
    assert (table.game.phase, table.game.deadline_ns) == ("won", None)
    assert all_of(table, 1) == []
    assert all_of(table, 2) == sorted(DECK)


def test_with_one_middle_pile_nobody_slaps_for_it() -> None:
    table = later_round(3, ONE_PILE)
    assert table.at("5 P1 card1", "6 P1 card2", "7 P1 card3", "7 P2 slap")[-1] == "false_slap 2"


def test_with_one_middle_pile_who_clears_with_spit_cards_left_keeps_them_and_the_other_takes_the_pile() -> (
    None
):
    table = later_round(3, ONE_PILE)
    spit = table.player(2)["spit"]
    clear(table, 2, 5)
    assert table.texts()[-2:] == ["round_over 2 -", "dealt"]
    assert all_of(table, 2) == sorted(spit)
    assert len(all_of(table, 1)) == 3 + 16
    assert (table.game.phase, table.state()["winner"]) == ("ready", None)


def test_a_deal_that_is_won_counts_one_game_and_the_next_is_dealt_evenly() -> None:
    table = later_round(3, ONE_PILE, {"target": 2})
    table.at("5 P1 card1", "6 P1 card2", "7 P1 card3", "8 P1 action", "8 P2 action")
    assert table.texts()[-3:] == ["ready 1", "ready 2", "dealt"]
    assert (table.player(1)["score"], table.game.phase) == (1, "ready")
    assert sorted(cards_in(table.state())) == sorted(DECK)


def test_with_points_a_deal_counts_all_cards_which_the_other_has_anywhere() -> None:
    table = later_round(3, ONE_PILE, {"scoring": "points", "target": 52})
    assert table.at("5 P1 card1", "6 P1 card2", "7 P1 card3")[-2:] == ["won 1 52", "match_won 1"]


@pytest.mark.parametrize(("spit1", "spit2", "player"), [("8C", "", 1), ("", "8C", 2)])
def test_blocked_is_when_nobody_has_spit_cards_at_a_turn_up_and_fewer_stock_cards_count_as_cleared(
    spit1: str, spit2: str, player: int
) -> None:
    # One player covers the eight with a nine, and has one card less in the stocks.
    table = spit_table(blocked_deck(spit1=spit1, spit2=spit2))
    table.at(f"5 P{player} card5", "20")
    assert table.texts().count("stuck") == 11
    assert table.game.phase == "stuck"
    assert [table.player(number)["spit"] for number in (1, 2)] == [[], []]
    table.at("21.5")
    assert (table.game.phase, table.game.deadline_ns) == ("slap", ns(24.5))
    assert table.at("24.5") == [f"round_over {player} -", "dealt"]
    # That player gets the smaller pile: 11 cards against 12.
    assert len(all_of(table, player)) == 14 + 11


def test_a_blocked_round_ends_with_a_slap_as_every_other() -> None:
    table = spit_table(blocked_deck(spit1="8C"))
    table.at("5 P1 card5", "21.5")
    assert table.at("22 P2 slap") == ["round_over 1 2", "dealt"]
    assert [len(all_of(table, 1)), len(all_of(table, 2))] == [14 + 12, 15 + 11]


def test_a_blocked_round_with_together_ends_when_both_press_action() -> None:
    table = spit_table(blocked_deck(), {"turn_up": "together"})
    for second in range(5, 16):
        assert table.game.phase == "stuck"
        table.at(*(f"{second} P{player} action{up}" for player in (1, 2) for up in ("", " up")))
    assert table.game.phase == "slap"
    assert not any(seat.ready for seat in table.game.view().seats.values())


def test_a_blocked_round_with_equal_stocks_is_decided_by_the_games_own_generator() -> None:
    def decided(seed: int) -> str:
        return spit_table(blocked_deck(), seed=seed).at("24")[-2]

    texts = [decided(seed) for seed in range(20)]
    assert set(texts) == {"round_over 1 -", "round_over 2 -"}
    assert texts == [decided(seed) for seed in range(20)]


def test_a_blocked_round_with_one_middle_pile_ends_at_once_without_a_slap() -> None:
    # Player 1 has 14 cards, all in the stocks, and so fewer than player 2's 15.
    table = later_round(14, blocked_deck(first=14))
    texts = table.at("38.5")
    assert texts[-2:] == ["round_over 1 -", "dealt"]
    assert [len(all_of(table, 1)), len(all_of(table, 2))] == [14, 52 - 14]
    assert table.state()["winner"] is None


def play_rounds(table: Table, quick: Player) -> None:
    """Let one player do whatever is possible at once and the other only what is left to do."""
    second = 100
    order: tuple[Player, Player] = (1, 2) if quick == 1 else (2, 1)
    while table.game.phase != "match_won":
        second += 2
        assert second < 20_000
        press = f"{second}"
        for player in reversed(order):
            match table.game.asked(player):
                case "play":
                    press = f"{second} P{player} card{table.game.view().seats[player].playable[0]}"
                case "claim":
                    press = f"{second} P{player} slap"
                case "ready":
                    press = f"{second} P{player} action"
        table.at(press)


@pytest.mark.parametrize("quick", [1, 2])
def test_rounds_follow_each_other_until_a_player_has_no_card_at_all(quick: Player) -> None:
    table = Table(preset="spit", options={"target": 1}, seed=quick)
    play_rounds(table, quick)
    assert table.texts()[-2:] == [f"won {quick} 1", f"match_won {quick}"]
    rounds = [text for text in table.texts() if text.startswith("round_over")]
    assert len(rounds) > 1
    assert len([text for text in table.texts() if text == "dealt"]) == len(rounds) - 1
    assert all_of(table, quick) == []
    assert all_of(table, 3 - quick) == sorted(DECK)
