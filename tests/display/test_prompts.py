from dataclasses import replace

import pytest

from display.animation import FLASH_NS, FRAME_NS, MS, NUDGE_AFTER_NS, OneShots
from display.prompts import Tone, bar_for, next_change_ns, prompt_for
from firmware.game.cards import Card
from firmware.game.events import (
    Beaten,
    Dealt,
    Event,
    FalseSlap,
    Locked,
    Misplay,
    Played,
    Player,
    Reshuffled,
    RoundOver,
)
from firmware.game.view import Ask, Phase, TableView
from tests.display.situations import NOW_NS, ONE, OUT, STOCKS_TWO, TWO, stocks, table
from tests.display.tables import NAMED, said

ROUNDS: list[tuple[Player | None, str]] = [
    (1, "You slapped first: the smaller pile is yours"),
    (2, "Purple slapped first: the larger pile is yours"),
    (None, "This round is yours"),
]


def told(name: str, player: Player, after_ms: int = 0) -> str:
    scenario = NAMED[name]
    shots = OneShots().after(scenario.events, NOW_NS)
    return said(prompt_for(scenario.view, player, shots, NOW_NS + after_ms * MS).text)


@pytest.mark.parametrize(
    ("name", "orange", "purple"),
    [
        ("ready", "Press action", "Press action"),
        ("one-ready", "Ready – waiting for Purple", "Press action"),
        ("countdown", "First cards in 3", "First cards in 3"),
        ("play", "", ""),
        ("misplay", "Misplay – wait", ""),
        ("stuck", "Stuck: new cards in 1.3 s", "Stuck: new cards in 1.3 s"),
        ("stuck-together", "Ready – waiting for Purple", "Stuck: press action for new cards"),
        ("claim", "Hit your slap pad to win", "Orange is out and may claim – play on"),
        ("claim-missed", "Purple was too late and takes 7 cards", "Too late: you take 7 cards"),
        ("false-slap", "No slap needed", ""),
        ("reshuffled", "New side piles", "New side piles"),
        ("won", "Press action for the next game", "Press action for the next game"),
        ("match-won", "Press action for a new match", "Press action for a new match"),
        ("action-held", "Action: right pile first, if both fit", ""),
        ("race", "The first slap wins", "The first slap wins"),
        ("refill", "Press action to draw cards", ""),
        ("refill-later", "Press action to draw cards", ""),
        ("spit-ready", "Press action", "Press action"),
        ("spit-play", "", ""),
        ("spit-one-pile", "", ""),
        ("spit-slap", "Slap first: the smaller pile is yours", "Slap first: the smaller pile is yours"),
        (
            "spit-round-over",
            "Purple slapped first: the larger pile is yours – Press action",
            "You slapped first: the smaller pile is yours – Press action",
        ),
    ],
)
def test_each_player_is_told_what_the_phase_asks_for(name: str, orange: str, purple: str) -> None:
    assert told(name, 1) == orange
    assert told(name, 2) == purple


@pytest.mark.parametrize(
    ("name", "orange", "purple"),
    [
        ("won", "You won", "Orange won"),
        ("match-won", "You won the match", "Orange won the match"),
        ("claim", "SLAP!", ""),
        ("race", "SLAP!", "SLAP!"),
        ("spit-slap", "SLAP!", "SLAP!"),
    ],
)
def test_what_decides_the_game_is_called_in_large_letters(name: str, orange: str, purple: str) -> None:
    view = NAMED[name].view
    assert said(prompt_for(view, 1, OneShots(), NOW_NS).call) == orange
    assert said(prompt_for(view, 2, OneShots(), NOW_NS).call) == purple


def test_the_loser_is_told_calmly() -> None:
    view = NAMED["won"].view
    assert prompt_for(view, 1, OneShots(), NOW_NS).call_tone is Tone.CLAIM
    assert prompt_for(view, 2, OneShots(), NOW_NS).call_tone is Tone.ASK


def test_filling_the_hand_is_demanded_only_if_nothing_else_gets_the_game_on() -> None:
    assert prompt_for(NAMED["refill"].view, 1, OneShots(), NOW_NS).tone is Tone.ASK
    assert prompt_for(NAMED["refill-later"].view, 1, OneShots(), NOW_NS).tone is Tone.QUIET


def test_an_empty_stock_is_not_filled_by_action() -> None:
    view = table(stocks("TD -- AH QS 8D", (5, 0, 1, 1, 1)), STOCKS_TWO, game="spit")
    assert said(prompt_for(view, 1, OneShots(), NOW_NS).text) == ""


@pytest.mark.parametrize(("slapped", "told_to_orange"), ROUNDS)
def test_a_rounds_end_is_told_although_the_next_is_dealt_at_once(
    slapped: Player | None, told_to_orange: str
) -> None:
    shots = OneShots().after([RoundOver(NOW_NS, 1, slapped), Dealt(NOW_NS)], NOW_NS)
    view = NAMED["spit-ready"].view
    assert said(prompt_for(view, 1, shots, NOW_NS).text) == f"{told_to_orange} – Press action"
    ready = replace(view, seats={**view.seats, 1: replace(view.seats[1], ready=True, asked=None)})
    assert said(prompt_for(ready, 1, shots, NOW_NS).text) == "Ready – waiting for Purple"


def test_who_could_play_but_sits_still_is_told_after_ten_seconds() -> None:
    view = NAMED["play"].view
    shots = OneShots().seeing(view, NOW_NS)
    assert next_change_ns(view, shots, NOW_NS) == NOW_NS + NUDGE_AFTER_NS
    assert said(prompt_for(view, 1, shots, NOW_NS + NUDGE_AFTER_NS - 1).text) == ""
    assert said(prompt_for(view, 1, shots, NOW_NS + NUDGE_AFTER_NS).text) == "You can play a card"
    assert next_change_ns(view, shots, NOW_NS + NUDGE_AFTER_NS) is None


def test_a_played_card_starts_the_ten_seconds_anew_for_that_player_only() -> None:
    view = NAMED["play"].view
    later_ns = NOW_NS + 6000 * MS
    played = replace(view, seats={**view.seats, 1: replace(ONE, hand=TWO.hand, asked=Ask.PLAY)})
    shots = OneShots().seeing(view, NOW_NS).seeing(view, NOW_NS + MS).seeing(played, later_ns)
    assert not shots.nudges(1, NOW_NS + NUDGE_AFTER_NS)
    assert shots.nudges(1, later_ns + NUDGE_AFTER_NS)
    assert shots.nudges(2, NOW_NS + NUDGE_AFTER_NS)


def test_who_cannot_play_is_not_told_to() -> None:
    view = NAMED["misplay"].view
    shots = OneShots().seeing(view, NOW_NS)
    assert not shots.nudges(1, NOW_NS + 2 * NUDGE_AFTER_NS)


def test_a_notice_goes_after_a_while() -> None:
    assert told("false-slap", 1, 1000) == "No slap needed"
    assert told("false-slap", 1, 1200) == ""


@pytest.mark.parametrize("lockout_ms", [500, 3000])
def test_the_bar_is_full_at_the_misplay_whatever_the_lockout(lockout_ms: int) -> None:
    locked = replace(ONE, locked_until_ns=NOW_NS + lockout_ms * MS)
    view = table(locked, TWO, lockout_ns=lockout_ms * MS)
    bar = bar_for(view, 1, NOW_NS)
    assert bar is not None
    assert bar.left_ns == bar.whole_ns == lockout_ms * MS
    later = bar_for(view, 1, NOW_NS + lockout_ms * MS // 4)
    assert later is not None
    assert later.left_ns * 4 == later.whole_ns * 3
    assert later.tone is Tone.ALARM
    assert bar_for(view, 1, NOW_NS + lockout_ms * MS) is None
    assert bar_for(view, 2, NOW_NS) is None


def test_the_claims_bar_is_full_when_the_window_opens() -> None:
    view = table(replace(OUT, claim_until_ns=NOW_NS + 10_000 * MS), TWO, claim_window_ns=10_000 * MS)
    bar = bar_for(view, 1, NOW_NS + 5000 * MS)
    assert bar is not None
    assert bar.left_ns * 2 == bar.whole_ns == 10_000 * MS
    assert bar_for(view, 2, NOW_NS + 5000 * MS) is None


@pytest.mark.parametrize("name", ["race", "spit-slap"])
def test_both_see_the_time_in_which_both_may_slap(name: str) -> None:
    bars = [bar_for(NAMED[name].view, player, NOW_NS) for player in (1, 2)]
    assert bars[0] is not None
    assert bars[0] == bars[1]
    assert next_after(NAMED[name].view) == FRAME_NS


def next_after(view: TableView, event: Event | None = None, now_ns: int = NOW_NS) -> int | None:
    shots = OneShots().after([] if event is None else [event], now_ns)
    frame_ns = next_change_ns(view, shots, now_ns)
    return None if frame_ns is None else frame_ns - now_ns


def test_a_table_at_rest_asks_for_no_frame() -> None:
    assert next_after(NAMED["play"].view) is None
    assert next_after(NAMED["ready"].view) is None


def test_a_counting_text_asks_for_its_next_step() -> None:
    countdown = table(ONE, TWO, phase=Phase.COUNTDOWN, phase_until_ns=NOW_NS + 2400 * MS)
    stuck = table(ONE, TWO, phase=Phase.STUCK, phase_until_ns=NOW_NS + 1240 * MS)
    assert next_after(countdown) == 400 * MS
    assert next_after(stuck) == 40 * MS
    assert next_after(stuck, now_ns=NOW_NS + 40 * MS) == 100 * MS
    assert next_after(stuck, now_ns=NOW_NS + 1240 * MS) is None


@pytest.mark.parametrize(
    "event",
    [
        Played(NOW_NS, 1, 1, Card("7H"), "left", None),
        Misplay(NOW_NS, 1, 1),
        Beaten(NOW_NS, 1, 1),
    ],
)
def test_what_moves_asks_for_60_frames_a_second(event: Event) -> None:
    assert next_after(NAMED["play"].view, event) == FRAME_NS


def test_a_sign_that_stands_still_asks_for_the_frame_that_takes_it_away() -> None:
    view = NAMED["play"].view
    assert next_after(view, Locked(NOW_NS - 100 * MS, 1, 1)) == 200 * MS
    assert next_after(view, Misplay(NOW_NS - 400 * MS, 1, 1)) == 300 * MS
    assert next_after(view, FalseSlap(NOW_NS - FLASH_NS, 2)) == 1200 * MS - FLASH_NS
    assert next_after(view, Reshuffled(NOW_NS - 1500 * MS)) is None


def test_a_running_lockout_asks_for_frames_until_its_end() -> None:
    view = table(replace(ONE, locked_until_ns=NOW_NS + 5 * MS), TWO)
    assert next_after(view) == 5 * MS
    assert next_after(view, now_ns=NOW_NS + 5 * MS) is None


def test_what_was_said_of_a_card_goes_with_the_card_and_with_the_deal() -> None:
    shots = OneShots().after([Misplay(0, 1, 3), Beaten(0, 2, 3)], 0)
    played = shots.after([Played(5, 1, 3, Card("7H"), "left", None)], 5)
    assert played.sign(1, 3, 5) is None
    assert played.sign(2, 3, 5) == Beaten(0, 2, 3)
    assert played.after([Dealt(6)], 6).sign(2, 3, 6) is None


def test_what_is_over_is_forgotten() -> None:
    shots = OneShots().after([Misplay(0, 1, 3), Played(0, 1, 2, Card("7H"), "left", None)], 0)
    assert shots.after([], 20_000 * MS).events == ()


def test_times_that_begin_anew_with_a_match_leave_nothing_behind() -> None:
    shots = OneShots().after([Misplay(NOW_NS, 1, 3)], NOW_NS)
    assert shots.after([], 0).events == ()
