"""Going out, the claim with its window and penalty, and the match."""

from collections.abc import Callable

import pytest

from firmware.game.cards import DECK
from tests.firmware.table import NOBODY, Table, cards_in, deck, ns, play_out, ring_deck


def out_at_5_19(options: dict[str, object] | None = None) -> Table:
    """Player 1 has played the last card at 5.19 s."""
    table = Table.begun(ring_deck(), options)
    assert play_out(table, 1, 5) == pytest.approx(5.19)
    return table


def test_a_player_with_no_card_left_is_out_and_has_the_window_to_claim() -> None:
    table = out_at_5_19()
    assert table.times()[-1] == (5.19, "out 1")
    assert table.game.view().seats[1].claim_until_ns == ns(8.19)
    assert table.game.phase == "play"
    assert table.game.winner is None


@pytest.mark.parametrize("time", ["5.19", "6", "8.19"])
def test_a_slap_within_the_window_its_end_included_wins_the_game(time: str) -> None:
    table = out_at_5_19()
    assert table.at(f"{time} P1 slap") == ["won 1 1"]
    assert table.game.phase == "won"
    assert table.game.deadline_ns is None


def test_a_slap_after_the_window_is_false_and_the_claim_is_missed_at_its_end() -> None:
    table = out_at_5_19()
    texts = table.at("8.190000001 P1 slap")
    # 20 cards were played on the starter; the top stays, 20 are under it.
    assert texts[0] == "claim_missed 1 left 20"
    assert [text.split()[:3] for text in texts[1:6]] == [["drew", "1", str(slot)] for slot in range(1, 6)]
    assert texts[-1] == "false_slap 1"
    assert table.game.view().seats[1].draw_count == 15
    assert table.game.view().piles["left"].count == 1
    assert sorted(cards_in(table.game.state())) == sorted(DECK)
    assert table.game.view().seats[1].claim_until_ns is None


def test_the_other_player_plays_on_while_a_claim_is_open() -> None:
    table = out_at_5_19()
    assert table.at("6 P2 card1")[0] == "played 2 1 AH right"


def test_the_other_players_slap_is_false_while_a_claim_is_open() -> None:
    table = out_at_5_19()
    assert table.at("6 P2 slap", "7 P1 slap") == ["false_slap 2", "won 1 1"]


def test_if_both_are_out_the_first_valid_slap_wins() -> None:
    table = out_at_5_19()
    play_out(table, 2, 6)
    assert table.times()[-1] == (6.19, "out 2")
    assert table.at("6.5 P2 slap", "6.6 P1 slap") == ["won 2 1", "false_slap 1"]


def test_each_player_who_goes_out_has_a_window_of_the_own() -> None:
    table = out_at_5_19()
    play_out(table, 2, 6)
    texts = table.at("8.5")
    assert texts[0] == "claim_missed 1 left 20"
    assert table.at("9.19 P2 slap") == ["won 2 1"]


def test_both_claims_missed_let_both_play_on() -> None:
    table = out_at_5_19()
    play_out(table, 2, 6)
    table.at("9.2")
    missed = [(time, text) for time, text in table.times() if text.startswith("claim_missed")]
    assert missed == [(8.19, "claim_missed 1 left 20"), (9.19, "claim_missed 2 right 20")]
    assert [seat.draw_count for seat in table.game.view().seats.values()] == [15, 15]


def test_if_nothing_lies_under_the_last_card_played_it_is_taken_from_the_other_pile() -> None:
    # Player 2's last card covers player 1's, and player 1 takes all that lies under it.
    table = Table.begun(ring_deck(first2="2"))
    play_out(table, 1, 5)
    play_out(table, 2, 6, count=19)
    assert table.at("6.5 P2 action", "6.6 P2 card5")[0] == "played 2 5 8S left"
    table.at("9.6")
    missed = [text for _, text in table.times() if text.startswith("claim_missed")]
    assert missed == ["claim_missed 1 left 21", "claim_missed 2 right 19"]


def test_while_a_claim_is_open_nobody_is_stuck_and_then_it_is_judged() -> None:
    # When player 1 is out with a seven on the left, nothing that player 2 holds fits it or the five.
    one = " ".join(ring_deck()[:20])
    table = Table.begun(deck(one[:14], "TH JH QH KH 2H", "KD", "5H", draw1=one[15:]))
    play_out(table, 1, 5)
    assert [seat.playable for seat in table.game.view().seats.values()] == [(), ()]
    assert table.at("8.1") == []
    assert table.game.phase == "play"
    table.at("8.19")
    view = table.game.view()
    nobody = not any(seat.playable for seat in view.seats.values())
    assert view.phase == ("stuck" if nobody else "play")


@pytest.mark.parametrize(
    ("phase", "table", "time"),
    [
        ("ready", lambda: Table(), "5"),
        ("countdown", lambda: _pressed(Table(), "1 P1 action", "1 P2 action"), "3.5"),
        ("play", lambda: Table.begun(ring_deck()), "5"),
        ("stuck", lambda: Table.begun(NOBODY), "5"),
        ("won", lambda: _pressed(out_at_5_19(), "6 P1 slap"), "7"),
    ],
)
def test_a_slap_that_claims_nothing_is_false_and_changes_nothing(
    phase: str, table: Callable[[], Table], time: str
) -> None:
    at = table()
    assert at.game.phase == phase
    before = at.game.state()
    assert at.at(f"{time} P1 slap") == ["false_slap 1"]
    assert at.game.state() == before


def _pressed(table: Table, *lines: str) -> Table:
    table.at(*lines)
    return table


def test_winning_ends_lockouts_and_claims_and_every_timer() -> None:
    table = out_at_5_19()
    table.at("6 P2 card3")
    assert table.game.view().seats[2].locked_until_ns == ns(6.5)
    table.at("6.2 P1 slap")
    assert table.game.deadline_ns is None
    assert table.game.view().seats[2].locked_until_ns is None


def test_after_a_game_both_press_action_and_the_next_is_dealt_with_the_score_kept() -> None:
    table = out_at_5_19()
    table.at("6 P1 slap")
    assert table.at("7 P1 action", "8 P1 action up", "8.5 P1 action", "9 P2 action") == [
        "ready 1",
        "ready 2",
        "dealt",
    ]
    view = table.game.view()
    assert (view.phase, view.winner) == ("ready", None)
    assert (view.seats[1].score, view.seats[2].score) == (1, 0)
    assert not view.seats[1].ready
    assert table.at("10 P1 action", "11 P2 action", "14")[:2] == ["ready 1", "ready 2"]


def test_the_first_to_the_target_wins_the_match_and_the_next_match_begins_at_0() -> None:
    table = out_at_5_19({"target": 1})
    assert table.at("6 P1 slap") == ["won 1 1", "match_won 1"]
    assert table.game.phase == "match_won"
    assert table.game.view().match_winner == 1
    assert table.at("7 P1 action", "7 P2 action") == ["ready 1", "ready 2", "dealt"]
    view = table.game.view()
    assert (view.match_winner, view.seats[1].score) == (None, 0)


def test_later_deals_of_a_match_differ_from_the_first() -> None:
    table = out_at_5_19()
    first = Table.begun(ring_deck()).hand(1)
    table.at("6 P1 slap", "7 P1 action", "7 P2 action")
    assert table.hand(1) != first
    assert sorted(cards_in(table.game.state())) == sorted(DECK)
