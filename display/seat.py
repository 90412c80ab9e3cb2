"""One player's side of the table as sprites."""

from collections.abc import Iterator
from math import pi, sin

from display.animation import SlotSign
from display.box import Box
from display.notes import note_sprites
from display.palette import ATTENTION, GREY, IVORY, PLAYER_COLOURS, RAISED, RED, Colour
from display.pen import Pen
from display.prompts import OVER, Bar, Tone, other_player
from display.scene import Sprite
from display.seat_state import SeatState, SlotState
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


def seat_sprites(pen: Pen, state: SeatState) -> Iterator[Sprite]:
    """The hand, the draw pile, the score and what the player is told, from the bottom up."""
    yield from _edge(pen, state)
    yield from _score(pen, state)
    yield from _draw_pile(pen, state)
    yield from _prompt(pen, state)
    if state.phase in OVER:
        # The cards are put away to make room for the result.
        return
    for slot, card in enumerate(state.seat.hand, start=1):
        if card is None:
            yield from _empty_slot(pen, state, slot)
        else:
            yield from _slot(pen, state, slot, card)


def _edge(pen: Pen, state: SeatState) -> Iterator[Sprite]:
    """The player's edge, and over it for a moment the flash of whoever has slapped."""
    player, seat = state.player, pen.layout.seat
    yield pen.at_seat("edge", player, pen.atlas.edge(player), seat.edge)
    if state.flash is not None:
        yield pen.at_seat("flash", player, pen.atlas.flash(state.flash), seat.flash)


def _score(pen: Pen, state: SeatState) -> Iterator[Sprite]:
    player, seat = state.player, pen.layout.seat
    other = name_of(other_player(player))
    score = say("table.score", score=state.seat.score, target=state.target)
    yield pen.line("name", player, name_of(player), PLAYER_COLOURS[player], seat.name, "left")
    yield pen.line("score", player, score, IVORY, seat.score, "left")
    if not state.look.large_print:
        theirs = say("table.other_score", other=other, score=state.other_score)
        yield pen.line("other score", player, theirs, GREY, seat.other_score, "left")


def _draw_pile(pen: Pen, state: SeatState) -> Iterator[Sprite]:
    player, seat, count = state.player, pen.layout.seat, state.seat.draw_count
    if count:
        yield pen.at_seat("strip", player, pen.atlas.draw_strip(count, player), seat.draw_strip)
    text = say("table.left" if state.game == "speed" else "table.spit_left", count=count)
    yield pen.line("left", player, text, IVORY, seat.draw_count, "right")


def _prompt(pen: Pen, state: SeatState) -> Iterator[Sprite]:
    player, prompt, seat = state.player, state.prompt, pen.layout.seat
    over = state.phase in OVER
    if state.notes and over:
        yield from note_sprites(pen, player, state.notes)
    elif state.notes:
        yield from _note(pen, state, state.notes[0])
    if prompt.text is not None:
        yield pen.line("prompt", player, prompt.text, TONE_COLOURS[prompt.tone], seat.prompt)
    if prompt.call is not None:
        box = seat.digit
        if state.free:
            box = seat.call_above_notes if over and state.notes else seat.call
        yield pen.line("call", player, prompt.call, TONE_COLOURS[prompt.call_tone], box)
    if state.digit is not None:
        yield pen.line("digit", player, plain(state.digit), ATTENTION, seat.digit)
    if state.bar is not None:
        yield from _bar(pen, player, state.bar)


def _bar(pen: Pen, player: Player, bar: Bar) -> Iterator[Sprite]:
    """Time that runs out: a bar that shrinks towards its middle, so that it is the same for both players."""
    box = pen.layout.seat.bar
    size_px = (box.width, box.height)
    yield pen.at_seat("bar room", player, pen.atlas.bar(RAISED, size_px), box)
    left_px = min(box.width, max(1, box.width * bar.left_ns // bar.whole_ns))
    place = pen.layout.place(player, box.centred(left_px, box.height))
    full = pen.atlas.bar(RED if bar.tone is Tone.ALARM else ATTENTION, size_px)
    yield Sprite(("bar", player), full, place.left, place.top, Box(0, 0, left_px, box.height))


def _note(pen: Pen, state: SeatState, note: Text) -> Iterator[Sprite]:
    """A quiet line where the prompt has left its place free, or where no card has anything to say."""
    seat = pen.layout.seat
    if state.prompt.text is None:
        yield pen.line("note", state.player, note, GREY, seat.prompt)
    elif state.phase in (Phase.READY, Phase.COUNTDOWN):
        yield pen.line("note", state.player, note, GREY, seat.over_hand)


def _empty_slot(pen: Pen, state: SeatState, slot: int) -> Iterator[Sprite]:
    player, seat, box = state.player, state.seat, pen.layout.seat.hand[slot - 1]
    size_px = (box.width, box.height)
    if seat.stock_counts is not None and slot in seat.playable:
        colour = PLAYER_COLOURS[player]
        yield pen.at_seat(("empty", slot), player, pen.atlas.place(size_px, colour), box)
        sign = pen.word_sign("sign.move", colour, player)
        yield pen.at_seat(("sign", slot), player, sign, pen.layout.seat.signs[slot - 1])
    elif any(seat.hand) or (seat.draw_count and seat.stock_counts is None):
        yield pen.at_seat(("empty", slot), player, pen.atlas.place(size_px), box)


def _slot(pen: Pen, state: SeatState, slot: int, card: Card) -> Iterator[Sprite]:
    atlas, player, u = pen.atlas, state.player, pen.layout.units
    here = state.slots[slot - 1]
    # Hints at a hidden hand would tell of its cards.
    playable = state.hidden or player not in state.look.hints or slot in state.seat.playable
    raised = state.phase is Phase.PLAY and not state.locked and playable
    dx_px, dy_px = _swing(pen, here)
    box = pen.layout.seat.hand[slot - 1].moved(dx_px, dy_px - (u(12) if raised else 0))
    counts = state.seat.stock_counts
    count = 1 if counts is None else counts[slot - 1]
    for depth in range(min(count - 1, _SHEETS), 0, -1):
        sheet = box.moved(depth * u(5), 0)
        yield pen.at_seat(("sheet", slot, depth), player, atlas.sheet(), sheet)
    if raised:
        yield pen.at_seat(("lip", slot), player, atlas.lip(), box.moved(0, u(8)))
    face = atlas.hand_back() if state.hidden else atlas.hand(card, player)
    yield pen.at_seat(("card", slot), player, face, box)
    if raised:
        yield pen.at_seat(("outline", slot), player, atlas.outline(player), box)
    if state.veiled:
        yield pen.at_seat(("veil", slot), player, atlas.veil(), box)
    if count > 1:
        badge = atlas.badge(count, player)
        width, height = badge.get_size()
        corner = Box(box.right - width + u(22), box.bottom - height - u(8), width, height)
        yield pen.at_seat(("badge", slot), player, badge, corner)
    yield from _sign(pen, player, slot, here.sign)


def _swing(pen: Pen, slot: SlotState) -> tuple[int, int]:
    """How far a card is out of its place, as its owner sees it: a shake sideways, or a bounce nearer."""
    if not slot.rest:
        return 0, 0
    if isinstance(slot.sign, Misplay):
        return round(pen.layout.units(22) * slot.rest * sin(6 * pi * slot.rest)), 0
    return 0, round(pen.layout.units(12) * slot.rest * abs(sin(2 * pi * slot.rest)))


def _sign(pen: Pen, player: Player, slot: int, sign: SlotSign | None) -> Iterator[Sprite]:
    match sign:
        case None:
            return
        case Misplay():
            surface = pen.atlas.misplay_sign(player)
        case Beaten():
            surface = pen.word_sign("sign.beaten", ATTENTION, player)
        case Locked():
            surface = pen.word_sign("sign.locked", GREY, player)
        case Moved():
            surface = pen.word_sign("sign.moved", GREY, player)
    yield pen.at_seat(("sign", slot), player, surface, pen.layout.seat.signs[slot - 1])
