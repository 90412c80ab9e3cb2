"""Every word of the referee's answers, in both games: events, state keys, and decks that are refused."""

import json
from functools import cache
from random import Random
from typing import Any

import pytest

from firmware.game.cards import DECK, JOKERS
from firmware.recording import NewMatch
from firmware.referee import Desk
from tests.firmware.always import Watched, careless_people
from tests.firmware.spit_table import BOTH_LADDERS, ROWS, spit_deck
from tests.firmware.table import S, deck, ring_deck

EVENT_KEYS = {
    "dealt": [],
    "ready": ["player"],
    "turned_up": ["cards", "from"],
    "played": ["player", "slot", "card", "pile", "as"],
    "drew": ["player", "slot", "card"],
    "misplay": ["player", "slot"],
    "beaten": ["player", "slot"],
    "locked": ["player", "slot"],
    "stuck": [],
    "reshuffled": [],
    "out": ["player"],
    "claim_missed": ["player", "pile", "count"],
    "false_slap": ["player"],
    "moved": ["player", "from_slot", "to_slot", "card"],
    "round_over": ["cleared", "slapped"],
    "won": ["player", "score"],
    "match_won": ["player"],
}
SPEED_ONLY = {"drew", "reshuffled", "out", "claim_missed"}
SPIT_ONLY = {"moved", "round_over"}
SEAT_KEYS = ["ready", "locked_until", "action_held", "score", "claim_until"]
STATE_KEYS = {
    "speed": [
        *("phase", "deadline", "middle", "side", "starters", "stands_for", "players", "winner"),
        "match_winner",
    ],
    "spit": ["phase", "deadline", "middle", "stands_for", "players", "winner", "match_winner"],
}
CARDS: set[object] = {*DECK, *JOKERS}
SIDES = ["left", "right"]
VALUES: dict[str, Any] = {
    "player": lambda value: value in (1, 2),
    "slot": lambda value: value in range(1, 6),
    "from_slot": lambda value: value in range(1, 6),
    "to_slot": lambda value: value in range(1, 6),
    "card": lambda value: value in CARDS,
    "cards": lambda value: list(value) == SIDES and all(card in CARDS | {None} for card in value.values()),
    "from": lambda value: value in ("starters", "side", "draw", "spit"),
    "pile": lambda value: value in SIDES,
    "as": lambda value: value is None or value in DECK,
    "count": lambda value: type(value) is int and value > 0,
    "cleared": lambda value: value in (1, 2),
    "slapped": lambda value: value in (1, 2, None),
    "score": lambda value: type(value) is int and value >= 0,
}
MATCHES = {
    "speed": [
        NewMatch("jokers", {"target": 1}, 1),
        NewMatch("classic", {"target": 2}, 2),
        NewMatch("kids", {}, 3),
        NewMatch("slap-race", {"claim_window": 0.5, "target": 1}, 4),
        NewMatch("family", {"claim_window": 0.5, "refill": "manual", "turn_up_delay": 0.5}, 6),
    ],
    "spit": [NewMatch("spit", {"target": 1}, seed) for seed in range(4)],
}


@cache
def answers_of(game: str) -> list[dict[str, Any]]:
    """What the referee answers to some matches of careless people."""
    answers = []
    for new in MATCHES[game]:
        watched, desk = Watched(new), Desk()
        for edge in careless_people(watched, Random(new.seed), 2000):
            watched.edge(edge)
        answers += [json.loads(json.dumps(desk.answer(line.encode()))) for line in watched.recording]
    return answers


@pytest.mark.parametrize("game", ["speed", "spit"])
def test_every_event_has_exactly_its_keys_in_their_order_and_with_their_values(game: str) -> None:
    events = [event for answer in answers_of(game) for event in answer["events"]]
    for event in events:
        assert list(event) == ["event", "t", *EVENT_KEYS[event["event"]]]
        assert type(event["t"]) is int
        for key in EVENT_KEYS[event["event"]]:
            assert VALUES[key](event[key]), event
    met = {event["event"] for event in events}
    assert met == EVENT_KEYS.keys() - (SPIT_ONLY if game == "speed" else SPEED_ONLY)


@pytest.mark.parametrize("game", ["speed", "spit"])
def test_every_state_has_exactly_its_keys_in_their_order(game: str) -> None:
    phases = set()
    for answer in answers_of(game):
        assert list(answer) == ["t", "events", "state"]
        state = answer["state"]
        assert list(state) == STATE_KEYS[game]
        assert list(state["middle"]) == SIDES
        assert list(state["players"]) == ["1", "2"]
        own = ["hand", "draw"] if game == "speed" else ["stocks", "spit"]
        for seat in state["players"].values():
            assert list(seat) == [*SEAT_KEYS, *own]
            assert len(seat[own[0]]) == 5
        assert state["deadline"] is None or state["deadline"] >= answer["t"]
        phases.add(state["phase"])
    everywhere = {"ready", "countdown", "play", "stuck", "match_won"}
    assert phases == everywhere | ({"won"} if game == "speed" else {"slap"})


def ask(new: dict[str, Any], *lines: str) -> list[dict[str, Any]]:
    """The answers to a match's beginning and to lines such as `1.5 P1 card1`, times in seconds."""
    desk = Desk()
    values: list[dict[str, Any]] = [{"new": new}]
    for line in lines:
        time, *press = line.split()
        value: dict[str, Any] = {"t": round(float(time) * S)}
        if press:
            value |= {"player": int(press[0][1]), "control": press[1], "pressed": press[2:] != ["up"]}
        values.append(value)
    return [json.loads(json.dumps(desk.answer(json.dumps(value).encode()))) for value in values]


READY = ["0 P1 action", "0 P2 action", "0 P1 action up", "0 P2 action up", "3"]


def test_a_played_joker_says_as_what_and_the_state_what_it_stands_for() -> None:
    deal = deck(hand1="X1 KC KD KH KS", hand2="X2", left="4C", right="9H", jokers=2)
    *_, played = ask({"preset": "jokers", "deck": deal}, *READY, "4 P1 card1")
    assert played["events"][0] == {
        "event": "played", "t": 4 * S, "player": 1, "slot": 1, "card": "X1", "pile": "left", "as": "5C",
    }  # fmt: skip
    assert played["state"]["stands_for"] == {"X1": "5C"}
    assert played["state"]["middle"] == {"left": ["4C", "X1"], "right": ["9H"]}


def test_a_joker_played_wild_is_as_null_and_stands_for_nothing() -> None:
    deal = deck(hand1="X2", left="X1", right="9H", jokers=2)
    *_, played = ask({"preset": "jokers", "deck": deal}, *READY, "4 P1 card1")
    assert played["events"][0]["as"] is None
    assert played["state"]["stands_for"] == {}


def test_starters_and_side_piles_stand_in_the_state_top_first_until_they_are_turned_up() -> None:
    dealt, *_, turned = ask({"deck": list(DECK)}, *READY)
    assert dealt["state"]["starters"] == {"left": DECK[50], "right": DECK[51]}
    assert dealt["state"]["side"] == {"left": list(DECK[40:45]), "right": list(DECK[45:50])}
    assert dealt["state"]["players"]["2"]["draw"] == list(DECK[25:40])
    assert turned["state"]["starters"] is None
    assert turned["events"][0] == {
        "event": "turned_up", "t": 3 * S, "cards": {"left": DECK[50], "right": DECK[51]}, "from": "starters",
    }  # fmt: skip


def test_the_state_tells_who_is_ready_holds_action_is_locked_out_and_may_claim() -> None:
    plays = [f"{4 + number / 100:.2f} P1 card{number % 5 + 1}" for number in range(20)]
    answers = ask({"deck": ring_deck()}, "0 P1 action", *READY[1:], "3.5 P2 card2", *plays)
    one = answers[1]["state"]["players"]["1"]
    assert (one["ready"], one["action_held"], one["locked_until"], one["claim_until"]) == (
        True,
        True,
        None,
        None,
    )
    locked = answers[6]["state"]
    assert (locked["players"]["2"]["locked_until"], locked["deadline"]) == (4 * S, 4 * S)
    last = answers[-1]["state"]["players"]
    assert (last["1"]["claim_until"], last["2"]["claim_until"]) == (7_190_000_000, None)
    assert last["1"]["hand"] == [None] * 5


def test_a_missed_claim_says_how_many_cards_were_taken_from_which_pile() -> None:
    plays = [f"{4 + number / 100:.2f} P1 card{number % 5 + 1}" for number in range(20)]
    *_, missed = ask({"deck": ring_deck()}, *READY, *plays, "7.19")
    assert missed["events"][0] == {
        "event": "claim_missed", "t": 7_190_000_000, "player": 1, "pile": "left", "count": 20,
    }  # fmt: skip


def test_spit_tells_stocks_top_last_and_spit_cards_top_first_and_has_no_side_piles() -> None:
    (dealt,) = ask({"preset": "spit", "deck": list(DECK)})
    state = dealt["state"]
    assert state["players"]["1"]["stocks"] == [
        [DECK[place] for place, stock in enumerate(ROWS) if stock == number] for number in range(5)
    ]
    assert state["players"]["1"]["spit"] == list(DECK[15:26])
    assert state["stands_for"] == {}
    assert "side" not in state
    assert "starters" not in state


def test_spit_tells_moves_and_how_a_round_ended() -> None:
    one = "5C | QC | QD | QH | QS"
    moved = ask({"preset": "spit", "deck": spit_deck(one=one, spit1="4C", spit2="9H")},
                *READY, "4 P1 card1", "5 P1 card1")[-1]  # fmt: skip
    assert moved["events"][0] == {
        "event": "moved", "t": 5 * S, "player": 1, "from_slot": 5, "to_slot": 1, "card": "QS",
    }  # fmt: skip
    plays = [f"{4 + number / 100:.2f} P1 card{slot + 1}" for number, slot in enumerate(sorted(ROWS))]
    for press, slapped in (("5 P2 slap", 2), ("7.14", None)):
        *_, awaited, over = ask({"preset": "spit", "deck": BOTH_LADDERS}, *READY, *plays, press)
        assert (awaited["state"]["phase"], awaited["state"]["deadline"]) == ("slap", 7_140_000_000)
        time_ns = 5 * S if slapped else 7_140_000_000
        assert over["events"] == [
            {"event": "round_over", "t": time_ns, "cleared": 1, "slapped": slapped},
            {"event": "dealt", "t": time_ns},
        ]


def test_the_state_names_the_winner_of_the_deal_and_of_the_match() -> None:
    plays = [f"{4 + number / 100:.2f} P1 card{number % 5 + 1}" for number in range(20)]
    for target, match_winner in ((2, None), (1, 1)):
        new = {"preset": "online", "rules": {"target": target}, "deck": ring_deck()}
        state = ask(new, *READY, *plays)[-1]["state"]
        assert (state["winner"], state["match_winner"], state["deadline"]) == (1, match_winner, None)


WHOLE = list(DECK)
BAD_DECKS = [
    ("jokers", WHOLE, "deck lacks 2 of 54 cards, among them X1"),
    ("jokers", [*WHOLE, "X1"], "deck lacks 1 of 54 cards, among them X2"),
    ("jokers", [*WHOLE, "X1", "X1"], "deck has the card X1 twice"),
    ("jokers", [*WHOLE[1:], "X1", "X2"], "deck lacks 1 of 54 cards, among them AC"),
    ("jokers", [*WHOLE, "X1", "X2", "X3"], "deck has 'X3', which is no card of this game"),
    ("family", [*WHOLE, "X1"], "deck has 'X1', which is no card of this game"),
    ("family", [*WHOLE, "AC"], "deck has the card AC twice"),
    ("spit", [*WHOLE, "X1"], "deck has 'X1', which is no card of this game"),
    ("spit", WHOLE[:-1], "deck lacks 1 of 52 cards, among them KS"),
    ("spit", [*WHOLE[:-1], "AC"], "deck has the card AC twice"),
]


@pytest.mark.parametrize(("preset", "cards", "message"), BAD_DECKS)
def test_a_deck_with_a_card_missing_doubled_or_of_another_game_is_refused(
    preset: str, cards: list[str], message: str
) -> None:
    (answer,) = ask({"preset": preset, "deck": cards})
    assert answer == {"error": f"line 1: {message}"}


@pytest.mark.parametrize("jokers", [1, 2])
def test_a_deck_with_its_jokers_is_taken(jokers: int) -> None:
    (answer,) = ask({"rules": {"jokers": jokers}, "deck": [*JOKERS[:jokers], *WHOLE]})
    assert answer["state"]["players"]["1"]["hand"][0] == "X1"
