"""One player's side of the table as sprites."""

from collections.abc import Iterator
from math import pi, sin

from display.animation import BOUNCE_NS, SHAKE_NS, SlotSign
from display.box import Box
from display.frame import Frame
from display.notes import note_sprites
from display.palette import ATTENTION, GREY, IVORY, PLAYER_COLOURS, RAISED, RED, Colour
from display.prompts import (
    OVER,
    Prompt,
    Tone,
    bar_for,
    countdown_seconds,
    hand_is_free,
    is_locked,
    other_player,
    prompt_for,
)
from display.scene import Sprite
from display.words import name_of
from firmware.game.cards import Card
from firmware.game.events import Beaten, Locked, Misplay, Moved, Player
from firmware.game.view import Phase
from firmware.text import Text, plain, say

TONE_COLOURS: dict[Tone, Colour] = {
    Tone.QUIET: GREY,
    Tone.ASK: IVORY,
    Tone.ALARM: IVORY,
    Tone.CLAIM: ATTENTION,
}


_SHEETS = 4
"""More cards than these below a stock's top don't make it look higher."""


def seat_sprites(frame: Frame, player: Player) -> Iterator[Sprite]:
    """The hand, the draw pile, the score and what the player is told, from the bottom up."""
    yield from _edge(frame, player)
    yield from _score(frame, player)
    yield from _draw_pile(frame, player)
    yield from _prompt(frame, player)
    if frame.view.phase in OVER:
        # The cards are put away to make room for the result.
        return
    for slot, card in enumerate(frame.view.seats[player].hand, start=1):
        if card is None:
            yield from _empty_slot(frame, player, slot)
        else:
            yield from _slot(frame, player, slot, card)


def _edge(frame: Frame, player: Player) -> Iterator[Sprite]:
    """The player's edge, and over it for a moment the flash of whoever has slapped."""
    seat = frame.layout.seat
    yield frame.at_seat("edge", player, frame.atlas.edge(player), seat.edge)
    slapped = frame.shots.flashing(frame.now_ns)
    if slapped is not None and not frame.still:
        yield frame.at_seat("flash", player, frame.atlas.flash(slapped), seat.flash)


def _score(frame: Frame, player: Player) -> Iterator[Sprite]:
    seat, view = frame.layout.seat, frame.view
    other = other_player(player)
    score = say("table.score", score=view.seats[player].score, target=view.target)
    theirs = say("table.other_score", other=name_of(other), score=view.seats[other].score)
    yield frame.line("name", player, name_of(player), PLAYER_COLOURS[player], seat.name, "left")
    yield frame.line("score", player, score, IVORY, seat.score, "left")
    if not frame.screen.look.large_print:
        yield frame.line("other score", player, theirs, GREY, seat.other_score, "left")


def _draw_pile(frame: Frame, player: Player) -> Iterator[Sprite]:
    seat, count = frame.layout.seat, frame.view.seats[player].draw_count
    if count:
        yield frame.at_seat("strip", player, frame.atlas.draw_strip(count, player), seat.draw_strip)
    text = say("table.left" if frame.view.game == "speed" else "table.spit_left", count=count)
    yield frame.line("left", player, text, IVORY, seat.draw_count, "right")


def _prompt(frame: Frame, player: Player) -> Iterator[Sprite]:
    view, seat = frame.view, frame.layout.seat
    prompt = prompt_for(view, player, frame.shots, frame.now_ns)
    colour = TONE_COLOURS[prompt.tone]
    notes = frame.screen.notes.get(player, ())
    if view.phase in OVER and notes:
        yield from note_sprites(frame, player, notes)
    elif notes:
        yield from _note(frame, player, notes[0], prompt)
    if prompt.text is not None:
        yield frame.line("prompt", player, prompt.text, colour, seat.prompt)
    if prompt.call is not None:
        box = seat.digit
        if hand_is_free(view, player):
            box = seat.call_above_notes if view.phase in OVER and notes else seat.call
        yield frame.line("call", player, prompt.call, TONE_COLOURS[prompt.call_tone], box)
    if view.phase is Phase.COUNTDOWN:
        digit = plain(countdown_seconds(view, frame.now_ns))
        yield frame.line("digit", player, digit, ATTENTION, seat.digit)
    bar = bar_for(view, player, frame.now_ns)
    if bar is not None:
        box = seat.bar
        size_px = (box.width, box.height)
        yield frame.at_seat("bar room", player, frame.atlas.bar(RAISED, size_px), box)
        # Shrinks towards its middle, so that it is the same bar for both players.
        left_px = min(box.width, max(1, box.width * bar.left_ns // bar.whole_ns))
        place = frame.layout.place(player, box.centred(left_px, box.height))
        full = frame.atlas.bar(RED if bar.tone is Tone.ALARM else ATTENTION, size_px)
        yield Sprite(("bar", player), full, place.left, place.top, Box(0, 0, left_px, box.height))


def _note(frame: Frame, player: Player, note: Text, prompt: Prompt) -> Iterator[Sprite]:
    """A quiet line where the prompt has left its place free, or where no card has anything to say."""
    seat = frame.layout.seat
    if prompt.text is None:
        yield frame.line("note", player, note, GREY, seat.prompt)
    elif frame.view.phase in (Phase.READY, Phase.COUNTDOWN):
        yield frame.line("note", player, note, GREY, seat.over_hand)


def _empty_slot(frame: Frame, player: Player, slot: int) -> Iterator[Sprite]:
    seat, box = frame.view.seats[player], frame.layout.seat.hand[slot - 1]
    if seat.stock_counts is not None and slot in seat.playable:
        colour = PLAYER_COLOURS[player]
        place = frame.atlas.place((box.width, box.height), colour)
        yield frame.at_seat(("empty", slot), player, place, box)
        sign = frame.word_sign("sign.move", colour, player)
        yield frame.at_seat(("sign", slot), player, sign, frame.layout.seat.signs[slot - 1])
    elif any(seat.hand) or (seat.draw_count and seat.stock_counts is None):
        yield frame.at_seat(("empty", slot), player, frame.atlas.place((box.width, box.height)), box)


def _slot(frame: Frame, player: Player, slot: int, card: Card) -> Iterator[Sprite]:
    atlas, view, u = frame.atlas, frame.view, frame.layout.units
    box = frame.layout.seat.hand[slot - 1]
    locked = is_locked(view, player, frame.now_ns)
    playable = player not in frame.screen.look.hints or slot in view.seats[player].playable
    raised = view.phase is Phase.PLAY and not locked and playable
    sign = frame.shots.sign(player, slot, frame.now_ns)
    dx_px, dy_px = _swing(frame, sign)
    box = box.moved(dx_px, dy_px - (u(12) if raised else 0))
    counts = view.seats[player].stock_counts
    count = 1 if counts is None else counts[slot - 1]
    for depth in range(min(count - 1, _SHEETS), 0, -1):
        sheet = box.moved(depth * u(5), 0)
        yield frame.at_seat(("sheet", slot, depth), player, atlas.sheet(), sheet)
    if raised:
        yield frame.at_seat(("lip", slot), player, atlas.lip(), box.moved(0, u(8)))
    face = atlas.hand_back() if frame.hides(player) else atlas.hand(card, player)
    yield frame.at_seat(("card", slot), player, face, box)
    if raised:
        yield frame.at_seat(("outline", slot), player, atlas.outline(player), box)
    if locked:
        yield frame.at_seat(("veil", slot), player, atlas.veil(), box)
    if count > 1:
        badge = atlas.badge(count, player)
        width, height = badge.get_size()
        corner = Box(box.right - width + u(22), box.bottom - height - u(8), width, height)
        yield frame.at_seat(("badge", slot), player, badge, corner)
    yield from _sign(frame, player, slot, sign)


def _swing(frame: Frame, sign: SlotSign | None) -> tuple[int, int]:
    """How far a card is out of its place, as its owner sees it: a shake sideways, or a bounce nearer."""
    if sign is None or frame.still:
        return 0, 0
    passed_ns = frame.now_ns - sign.t
    if isinstance(sign, Misplay) and passed_ns < SHAKE_NS:
        rest = 1 - passed_ns / SHAKE_NS
        return round(frame.layout.units(22) * rest * sin(6 * pi * rest)), 0
    if isinstance(sign, Beaten) and passed_ns < BOUNCE_NS:
        rest = 1 - passed_ns / BOUNCE_NS
        return 0, round(frame.layout.units(12) * rest * abs(sin(2 * pi * rest)))
    return 0, 0


def _sign(frame: Frame, player: Player, slot: int, sign: SlotSign | None) -> Iterator[Sprite]:
    match sign:
        case None:
            return
        case Misplay():
            surface = frame.atlas.misplay_sign(player)
        case Beaten():
            surface = frame.word_sign("sign.beaten", ATTENTION, player)
        case Locked():
            surface = frame.word_sign("sign.locked", GREY, player)
        case Moved():
            surface = frame.word_sign("sign.moved", GREY, player)
    yield frame.at_seat(("sign", slot), player, surface, frame.layout.seat.signs[slot - 1])
