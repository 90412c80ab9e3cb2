"""When nobody can play: turn-up, reshuffle and the turn-up from the draw piles."""

from firmware.game.cards import DECK
from tests.firmware.table import NOBODY, S, Table, cards_in, deck


def test_nobody_can_play_if_no_card_of_either_hand_fits() -> None:
    table = Table.begun(NOBODY)
    assert table.times()[-1] == (4.0, "stuck")
    assert table.game.phase == "stuck"
    assert table.game.deadline_ns == 5.5 * S


def test_after_the_delay_the_top_of_each_side_pile_is_turned_up_and_judged_anew() -> None:
    table = Table.begun(NOBODY)
    side = table.game.state()["side"]
    tops = {name: pile[0] for name, pile in side.items()}  # type: ignore[attr-defined]
    assert table.at("5.5")[0] == f"turned_up {tops['left']} {tops['right']} side"
    assert table.tops() == f"{tops['left']} {tops['right']}"


def test_a_press_in_phase_stuck_is_a_misplay() -> None:
    table = Table.begun(NOBODY)
    assert table.at("5.5 P1 card1") == ["misplay 1 1"]
    assert table.game.phase == "stuck"


def test_if_one_hand_can_play_nobody_is_stuck() -> None:
    table = Table.begun(deck(hand1="7C 7D 7H 7S KC", hand2="3D KH KS 4D 4H", left="2C", right="TS"))
    assert table.game.phase == "play"


# With all 5, 9 and 8 (but two) in the draw piles no card in the middle ever fits 6, 7 or 8.
DEADLOCK = deck(
    hand1="7C 7D 7H 7S 6C",
    hand2="6D 6H 6S 8C 8D",
    draw1="5C 5D 5H 5S 9C 9D 9H 9S",
    draw2="8H 8S",
    left="2C",
    right="TS",
)


def test_a_deal_in_which_no_middle_card_can_ever_fit_goes_on_from_the_draw_piles() -> None:
    # Five turn-ups empty the side piles; the middle is reshuffled and turned up in vain, five times too;
    # then each player turns a card of the own draw pile onto the middle pile at the own left.
    table = Table.begun(DEADLOCK)
    table.at("20.5")
    times = [(time, text) for time, text in table.times() if not text.endswith("side")]
    assert [text for _, text in times if text == "reshuffled"] == ["reshuffled"]
    assert times[-1] == (20.5, "turned_up 5C 8H draw")
    assert table.game.phase == "play"
    assert table.at("21 P1 card5")[0] == "played 1 5 6C left"


def test_a_reshuffle_keeps_the_tops_and_all_cards() -> None:
    table = Table.begun(DEADLOCK)
    table.at("11.5")
    tops = table.tops()
    assert table.game.view().piles["left"].side_count == 0
    before = _middle(table)
    assert len(before["left"]) == len(before["right"]) == 6
    texts = table.at("13")
    assert texts[0] == "reshuffled"
    after = _middle(table)
    assert " ".join([after["left"][0], after["right"][0]]) == tops
    side = table.game.state()["side"]
    everything = [*after["left"], *after["right"], *side["left"], *side["right"]]  # type: ignore[index]
    assert sorted(everything) == sorted(before["left"] + before["right"])
    assert {len(after["left"]), len(after["right"])} == {2}


def _middle(table: Table) -> dict[str, list[str]]:
    middle = table.game.state()["middle"]
    assert isinstance(middle, dict)
    return middle


def test_turn_ups_happen_at_their_time_however_late_time_is_told() -> None:
    slow, quick = Table.begun(DEADLOCK), Table.begun(DEADLOCK)
    slow.at("30")
    for tenth in range(41, 301):
        quick.at(f"{tenth / 10}")
    assert slow.times() == quick.times()
    assert slow.game.state() == quick.game.state()


def test_the_cards_of_a_deal_stay_the_same_52() -> None:
    table = Table.begun(DEADLOCK)
    table.at("100")
    assert sorted(cards_in(table.game.state())) == sorted(DECK)
