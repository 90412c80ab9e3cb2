"""One player's side of the table as sprites."""

from collections.abc import Iterator, Mapping
from math import pi, sin

from display import strings
from display.animation import BOUNCE_NS, SHAKE_NS
from display.box import Box
from display.frame import Frame
from display.palette import ATTENTION, GREY, IVORY, PLAYER_COLOURS, RAISED, RED, Colour
from display.prompts import Tone, bar_for, countdown_seconds, is_locked, other_player, prompt_for
from display.scene import Sprite
from firmware.game.cards import Card
from firmware.game.events import Beaten, Locked, Misplay, Player
from firmware.game.view import Phase

TONE_COLOURS: dict[Tone, Colour] = {
    Tone.QUIET: GREY,
    Tone.ASK: IVORY,
    Tone.ALARM: IVORY,
    Tone.CLAIM: ATTENTION,
}


def seat_sprites(frame: Frame, player: Player, key_labels: Mapping[str, str] | None) -> Iterator[Sprite]:
    """The hand, the draw pile, the score and what the player is told, from the bottom up."""
    layout = frame.layout
    yield frame.at_seat("edge", player, frame.atlas.edge(player), layout.seat.edge)
    yield from _score(frame, player)
    yield from _draw_pile(frame, player)
    yield from _prompt(frame, player)
    for slot, card in enumerate(frame.view.seats[player].hand, start=1):
        yield from _slot(frame, player, slot, card)
    if key_labels:
        yield from _keys(frame, player, key_labels)


def _score(frame: Frame, player: Player) -> Iterator[Sprite]:
    seat, view = frame.layout.seat, frame.view
    other = other_player(player)
    score = strings.SCORE.format(score=view.seats[player].score, target=view.target)
    theirs = strings.OTHER_SCORE.format(other=strings.NAMES[other], score=view.seats[other].score)
    yield frame.line("name", player, strings.NAMES[player], PLAYER_COLOURS[player], seat.name, "left")
    yield frame.line("score", player, score, IVORY, seat.score, "left")
    yield frame.line("other score", player, theirs, GREY, seat.other_score, "left")


def _draw_pile(frame: Frame, player: Player) -> Iterator[Sprite]:
    seat, count = frame.layout.seat, frame.view.seats[player].draw_count
    if count:
        yield frame.at_seat("strip", player, frame.atlas.draw_strip(count, player), seat.draw_strip)
    text = strings.LEFT.format(count=count)
    yield frame.line("left", player, text, IVORY, seat.draw_count, "right")


def _prompt(frame: Frame, player: Player) -> Iterator[Sprite]:
    view, seat = frame.view, frame.layout.seat
    prompt = prompt_for(view, player, frame.shots, frame.now_ns)
    colour = TONE_COLOURS[prompt.tone]
    if prompt.text:
        yield frame.line("prompt", player, prompt.text, colour, seat.prompt)
    if prompt.call:
        yield frame.line("call", player, prompt.call, ATTENTION, seat.call)
    if view.phase is Phase.COUNTDOWN:
        digit = str(countdown_seconds(view, frame.now_ns))
        yield frame.line("digit", player, digit, ATTENTION, seat.digit)
    bar = bar_for(view, player, frame.shots, frame.now_ns)
    if bar is not None:
        box = seat.bar
        size_px = (box.width, box.height)
        yield frame.at_seat("bar room", player, frame.atlas.bar(RAISED, size_px), box)
        # Shrinks towards its middle, so that it is the same bar for both players.
        left_px = min(box.width, max(1, box.width * bar.left_ns // bar.whole_ns))
        place = frame.layout.place(player, box.centred(left_px, box.height))
        full = frame.atlas.bar(RED if bar.tone is Tone.ALARM else ATTENTION, size_px)
        yield Sprite(("bar", player), full, place.left, place.top, Box(0, 0, left_px, box.height))


def _slot(frame: Frame, player: Player, slot: int, card: Card | None) -> Iterator[Sprite]:
    atlas, view, u = frame.atlas, frame.view, frame.layout.units
    box = frame.layout.seat.hand[slot - 1]
    if card is None:
        if any(view.seats[player].hand) or view.seats[player].draw_count:
            yield frame.at_seat(("empty", slot), player, atlas.place((box.width, box.height)), box)
        return
    locked = is_locked(view, player, frame.now_ns)
    raised = view.phase is Phase.PLAY and not locked
    sign = frame.shots.sign(player, slot, frame.now_ns)
    dx_px, dy_px = _swing(frame, sign)
    box = box.moved(dx_px, dy_px - (u(12) if raised else 0))
    if raised:
        yield frame.at_seat(("lip", slot), player, atlas.lip(), box.moved(0, u(8)))
    yield frame.at_seat(("card", slot), player, atlas.hand(card, player), box)
    if raised:
        yield frame.at_seat(("outline", slot), player, atlas.outline(player), box)
    if locked:
        yield frame.at_seat(("veil", slot), player, atlas.veil(), box)
    yield from _sign(frame, player, slot, sign)


def _swing(frame: Frame, sign: Misplay | Beaten | Locked | None) -> tuple[int, int]:
    """How far a card is out of its place, as its owner sees it: a shake sideways, or a bounce nearer."""
    if sign is None:
        return 0, 0
    passed_ns = frame.now_ns - sign.t
    if isinstance(sign, Misplay) and passed_ns < SHAKE_NS:
        rest = 1 - passed_ns / SHAKE_NS
        return round(frame.layout.units(22) * rest * sin(6 * pi * rest)), 0
    if isinstance(sign, Beaten) and passed_ns < BOUNCE_NS:
        rest = 1 - passed_ns / BOUNCE_NS
        return 0, round(frame.layout.units(12) * rest * abs(sin(2 * pi * rest)))
    return 0, 0


def _sign(
    frame: Frame, player: Player, slot: int, sign: Misplay | Beaten | Locked | None
) -> Iterator[Sprite]:
    match sign:
        case None:
            return
        case Misplay():
            surface = frame.atlas.misplay_sign(player)
        case Beaten():
            surface = frame.atlas.word_sign(strings.BEATEN, ATTENTION, player)
        case Locked():
            surface = frame.atlas.word_sign(strings.LOCKED_SIGN, GREY, player)
    yield frame.at_seat(("sign", slot), player, surface, frame.layout.seat.signs[slot - 1])


def _keys(frame: Frame, player: Player, labels: Mapping[str, str]) -> Iterator[Sprite]:
    """The keys, upright for both: a keyboard lies at the lower edge of its screen."""
    seat = frame.layout.seat
    texts = [(f"card{slot}", "{key}", box) for slot, box in enumerate(seat.keys, start=1)]
    notes = (("action", strings.KEY_ACTION), ("slap", strings.KEY_SLAP))
    texts += [(*note, box) for note, box in zip(notes, seat.key_notes, strict=True)]
    for control, pattern, box in texts:
        if control in labels:
            place = frame.layout.place(player, box)
            key = ("key", player, control)
            yield frame.line_on_table(key, 1, pattern.format(key=labels[control]), GREY, place)
