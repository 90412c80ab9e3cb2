from dataclasses import replace

import pytest

from display.animation import FRAME_NS, MS, OneShots
from display.gallery import NOW_NS, ONE, TWO, table
from display.prompts import Tone, bar_for, prompt_for
from display.table import next_change_ns
from firmware.game.cards import Card
from firmware.game.events import (
    Beaten,
    Dealt,
    Event,
    FalseSlap,
    Locked,
    Misplay,
    Out,
    Played,
    Player,
    Reshuffled,
)
from firmware.game.view import Phase, SeatView, TableView
from tests.display.tables import NAMED


def told(name: str, player: Player, after_ms: int = 0) -> str:
    scenario = NAMED[name]
    shots = OneShots().after(scenario.events, NOW_NS)
    return prompt_for(scenario.view, player, shots, NOW_NS + after_ms * MS).text


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
        ("false-slap", "Nothing to claim", ""),
        ("reshuffled", "New side piles", "New side piles"),
        ("won", "Press action for the next game", "Orange won the game – Press action for the next game"),
        ("match-won", "Press action for a new match", "Orange won the match – Press action for a new match"),
        ("action-held", "Right pile first", ""),
    ],
)
def test_each_player_is_told_what_the_phase_asks_for(name: str, orange: str, purple: str) -> None:
    assert told(name, 1) == orange
    assert told(name, 2) == purple


def test_a_winner_with_cards_left_is_told_so_in_the_line() -> None:
    view = table(ONE, TWO, phase=Phase.WON, winner=2)
    assert prompt_for(view, 2, OneShots(), 0).text == "You won the game – Press action for the next game"
    assert prompt_for(view, 1, OneShots(), 0).text == "Purple won the game – Press action for the next game"


def test_whoever_is_out_is_called_to_slap() -> None:
    view = NAMED["claim"].view
    assert prompt_for(view, 1, OneShots(), NOW_NS).call == "SLAP!"
    assert prompt_for(view, 2, OneShots(), NOW_NS).call == ""


def test_manual_refill_asks_for_action_when_a_slot_is_empty() -> None:
    view = table(replace(ONE, hand=(None, *ONE.hand[1:])), TWO)
    assert prompt_for(view, 1, OneShots(), 0).text == "Press action to draw"


def test_a_notice_goes_after_a_while() -> None:
    assert told("false-slap", 1, 1000) == "Nothing to claim"
    assert told("false-slap", 1, 1200) == ""


@pytest.mark.parametrize("lockout_ms", [500, 3000])
def test_the_bar_is_full_at_the_misplay_whatever_the_lockout(lockout_ms: int) -> None:
    view = table(replace(ONE, locked_until_ns=NOW_NS + lockout_ms * MS), TWO)
    shots = OneShots().after([Misplay(NOW_NS, 1, 1)], NOW_NS)
    bar = bar_for(view, 1, shots, NOW_NS)
    assert bar is not None
    assert bar.left_ns == bar.whole_ns == lockout_ms * MS
    later = bar_for(view, 1, shots, NOW_NS + lockout_ms * MS // 4)
    assert later is not None
    assert later.left_ns * 4 == later.whole_ns * 3
    assert later.tone is Tone.ALARM
    assert bar_for(view, 1, shots, NOW_NS + lockout_ms * MS) is None
    assert bar_for(view, 2, shots, NOW_NS) is None


def test_the_claims_bar_is_measured_from_going_out() -> None:
    seat = SeatView((None,) * 5, 0, 0, False, False, None, NOW_NS + 10_000 * MS)
    view = table(seat, TWO)
    bar = bar_for(view, 1, OneShots().after([Out(NOW_NS, 1)], NOW_NS), NOW_NS + 5000 * MS)
    assert bar is not None
    assert bar.left_ns * 2 == bar.whole_ns == 10_000 * MS


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
    assert next_after(view, FalseSlap(NOW_NS, 2)) == 1200 * MS
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
