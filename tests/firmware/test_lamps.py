"""The lamps tell a player what to do: slap (all five), press action (the middle one), or nothing."""

from dataclasses import replace
from types import MappingProxyType
from typing import Any

import pytest

from firmware.game.view import Ask, Phase, PileView, SeatView, TableView
from firmware.lamps import lamps_for
from hal.events import Player

SEAT = SeatView(
    hand=(None,) * 5,
    draw_count=15,
    score=0,
    ready=False,
    action_held=False,
    locked_until_ns=None,
    claim_until_ns=None,
)
PILE = PileView(top=None, count=0, side_count=5, played_by=None)


def table(phase: Phase, seat1: dict[str, Any], seat2: dict[str, Any], **changes: Any) -> TableView:
    view = TableView(
        phase=phase,
        phase_until_ns=None,
        piles=MappingProxyType({"left": PILE, "right": PILE}),
        seats=MappingProxyType({1: replace(SEAT, **seat1), 2: replace(SEAT, **seat2)}),
        target=3,
        winner=None,
        match_winner=None,
        game="speed",
        last_played=None,
        lockout_ns=0,
        claim_window_ns=0,
    )
    return replace(view, **changes)


def lamps(view: TableView, player: Player, *, hints: bool = False) -> list[int]:
    return sorted(
        lamp.number for lamp in lamps_for(view, (player,) if hints else ()) if lamp.player == player
    )


ALL, MIDDLE, DARK = [1, 2, 3, 4, 5], [3], list[int]()


@pytest.mark.parametrize("ask", [Ask.READY, Ask.TURN_UP])
def test_who_is_asked_for_action_has_the_middle_lamp_until_it_is_pressed(ask: Ask) -> None:
    view = table(Phase.STUCK if ask is Ask.TURN_UP else Phase.READY, {"asked": ask}, {"ready": True})
    assert lamps(view, 1) == MIDDLE
    assert lamps(view, 2) == DARK


def test_an_open_claim_lights_all_lamps_of_that_player_alone() -> None:
    claim = {"claim_until_ns": 10**9, "asked": Ask.CLAIM}
    view = table(Phase.PLAY, claim, {"asked": Ask.PLAY, "playable": (1, 4)})
    assert lamps(view, 1) == ALL
    assert lamps(view, 2) == DARK


def test_in_a_race_to_slap_both_panels_are_lit() -> None:
    view = table(Phase.SLAP, {"asked": Ask.CLAIM}, {"asked": Ask.CLAIM})
    assert lamps(view, 1) == lamps(view, 2) == ALL


@pytest.mark.parametrize("winner", [1, 2])
def test_the_winner_is_lit_and_the_other_is_asked_for_the_next_deal(winner: Player) -> None:
    asked = {"asked": Ask.READY}
    view = table(Phase.WON, asked, asked, winner=winner)
    loser: Player = 2 if winner == 1 else 1
    assert lamps(view, winner) == ALL
    assert lamps(view, loser) == MIDDLE


def test_the_winner_of_the_match_is_lit_also_once_action_was_pressed() -> None:
    view = table(Phase.MATCH_WON, {"ready": True}, {"ready": True}, winner=2, match_winner=2)
    assert lamps(view, 1) == DARK
    assert lamps(view, 2) == ALL


def test_in_play_lamps_give_nothing_away() -> None:
    view = table(Phase.PLAY, {"asked": Ask.PLAY, "playable": (1, 4)}, {"asked": Ask.REFILL})
    assert lamps_for(view) == frozenset()


def test_with_hints_the_cards_that_can_be_played_are_lit() -> None:
    view = table(Phase.PLAY, {"asked": Ask.PLAY, "playable": (1, 4)}, {"asked": Ask.REFILL})
    assert lamps(view, 1, hints=True) == [1, 4]
    assert lamps(view, 2, hints=True) == DARK


def test_hints_are_for_play_alone() -> None:
    view = table(Phase.COUNTDOWN, {"playable": (1, 4)}, {})
    assert lamps_for(view, (1, 2)) == frozenset()
