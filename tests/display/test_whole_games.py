"""Real games drawn from their first deal on, because no table written by hand is as odd as a played one."""

from random import Random

import pytest

from display.animation import MS, OneShots
from display.painter import Painter
from display.sdl import pygame
from display.text.commentary import sentence
from firmware.game.events import Event, Player
from firmware.game.games import new_match
from firmware.game.match import Match
from firmware.game.rules import PRESETS, make_rules
from firmware.game.seat import Seat
from firmware.game.view import Ask, Phase
from tests.display.tables import plain_text, said, shown

SIZE_PX = (320, 180)
FRAMES = 400


def press(match: Match[Seat], time_ns: int, player: Player, random: Random) -> list[Event]:
    """Mostly what the player is asked for, now and then anything."""
    seat = match.view().seats[player]
    if random.random() < 0.1:
        return match.slap(time_ns, player)
    if seat.playable and random.random() < 0.9:
        return match.card(time_ns, player, random.choice(seat.playable))
    if seat.asked in (Ask.READY, Ask.TURN_UP, Ask.REFILL):
        return match.action(time_ns, player, True) + match.action(time_ns, player, False)
    if seat.asked is Ask.CLAIM:
        return match.slap(time_ns, player)
    return match.card(time_ns, player, random.randint(1, 5)) if random.random() < 0.1 else []


@pytest.mark.parametrize(
    ("preset", "options"),
    [*[(preset, {}) for preset in PRESETS], ("jokers", {"refill": "manual", "turn_up": "together"})],
)
def test_a_game_can_be_watched_from_deal_to_deal(preset: str, options: dict[str, object]) -> None:
    random = Random(preset)
    match = new_match(make_rules(preset, {"countdown": 0, **options}), random)
    painter, surface = Painter(SIZE_PX), pygame.Surface(SIZE_PX, 0, 32)
    shots, phases, now_ns = OneShots(), set[Phase](), 0
    for _ in range(FRAMES):
        now_ns += random.choice((1, 70, 900)) * MS
        events = press(match, now_ns, random.choice((1, 2)), random)
        view = match.view()
        phases.add(view.phase)
        shots = shots.after(events, now_ns).seeing(view, now_ns)
        painter.paint(surface, shown(view), shots, now_ns)
        assert plain_text(view, events, now_ns)
        assert all(text is None or said(text).endswith((".", "!")) for text in map(sentence, events))
    assert {Phase.READY, Phase.PLAY, Phase.STUCK} <= phases
    assert phases & {Phase.WON, Phase.SLAP}, "the game got nowhere"
    whole = pygame.Surface(SIZE_PX, 0, 32)
    Painter(SIZE_PX).paint(whole, shown(view), shots, now_ns)
    assert surface.get_buffer().raw == whole.get_buffer().raw
