"""The match told in sentences, one line for each thing that happens: for logs and plain terminals."""

import contextlib
import os
from collections.abc import Iterator, Mapping, Sequence
from typing import TextIO, assert_never

from display.signs import SUIT_SIGNS, rank_text
from display.text.panels import panel_lines
from display.words import name_of, words_in
from firmware.game.cards import Card, is_joker, rank_of, suit_of
from firmware.game.events import (
    Beaten,
    ClaimMissed,
    Dealt,
    Drew,
    Event,
    FalseSlap,
    Locked,
    MatchWon,
    Misplay,
    Moved,
    Out,
    Played,
    Player,
    Ready,
    Reshuffled,
    RoundOver,
    Stuck,
    TurnedUp,
    Won,
)
from firmware.screen import PanelView, Screen
from firmware.text import Text, plain, say


def card_name(card: Card) -> Text:
    """A card as people write it, e.g. `10♦`."""
    if is_joker(card):
        return say("tell.joker")
    return plain(rank_text(rank_of(card)) + SUIT_SIGNS[suit_of(card)])


def _played(card: Card, stands_for: Card | None) -> Text:
    if not is_joker(card):
        return card_name(card)
    # On a joker that was turned up another one stands for nothing, so that every card fits it.
    return say("tell.wild_joker") if stands_for is None else say("tell.joker_as", card=card_name(stands_for))


def _turned_up(left: Card | None, right: Card | None) -> Text:
    if left is not None and right is not None:
        return say("tell.turned_up_both", left=card_name(left), right=card_name(right))
    one = right if left is None else left
    assert one is not None, "no card was turned up"
    return say("tell.turned_up", card=card_name(one))


def sentence(event: Event) -> Text | None:
    """What happened, in a sentence; None for what goes without saying."""
    match event:
        case Dealt():
            return say("tell.dealt")
        case Ready(_, player):
            return say("tell.ready", who=name_of(player))
        case TurnedUp(_, left, right):
            return _turned_up(left, right)
        case Played(_, player, _, card, pile, stands_for):
            return say(f"tell.played_{pile}", who=name_of(player), card=_played(card, stands_for))
        case Drew():
            return None
        case Misplay(_, player, slot):
            return say("tell.misplay", who=name_of(player), slot=slot)
        case Beaten(_, player, slot):
            return say("tell.beaten", who=name_of(player), slot=slot)
        case Locked(_, player, _):
            return say("tell.locked", who=name_of(player))
        case Stuck():
            return say("tell.stuck")
        case Reshuffled():
            return say("tell.reshuffled")
        case Out(_, player):
            return say("tell.out", who=name_of(player))
        case ClaimMissed(_, player, _, count):
            return say("tell.claim_missed", who=name_of(player), count=count)
        case FalseSlap(_, player):
            return say("tell.false_slap", who=name_of(player))
        case Moved(_, player, from_slot, to_slot, card):
            places = {"from": from_slot, "to": to_slot}
            return say("tell.moved", who=name_of(player), card=card_name(card), **places)
        case RoundOver(_, cleared, slapped):
            if slapped is None:
                return say("tell.round", who=name_of(cleared))
            return say("tell.round_slapped", who=name_of(slapped))
        case Won(_, player, _):
            return say("tell.won", who=name_of(player))
        case MatchWon(_, player):
            return say("tell.match_won", who=name_of(player))
        case _:
            assert_never(event)


def _panel_texts(screen: Screen) -> Iterator[str]:
    """The screens of words, each once even if both players are shown the same."""
    words, told = words_in(screen.look.language), list[PanelView]()
    for panel in screen.panels.values():
        if panel not in told:
            told.append(panel)
            yield from (f"{line}\n" for line, _ in panel_lines(panel, words))


class CommentaryDisplay:
    """Writes a sentence for each event, with the match's time in seconds, to a text stream.

    A reader who has gone is no failure: nothing more is written.
    """

    def __init__(self, output: TextIO) -> None:
        self._output = output
        self._panels: Mapping[Player, PanelView] = {}

    def show(self, screen: Screen, events: Sequence[Event], now_ns: int) -> int | None:
        """Tell what happened, and each screen of words once; the text never changes by itself."""
        words = words_in(screen.look.language)
        told = [(event.t, text) for event in events if (text := sentence(event)) is not None]
        lines = [f"{time_ns / 1e9:7.2f}  {words.say(text)}\n" for time_ns, text in told]
        if screen.table is None and screen.panels != self._panels:
            lines += _panel_texts(screen)
        self._panels = screen.panels
        if lines:
            try:
                self._output.writelines(lines)
                self._output.flush()
            except BrokenPipeError:
                self._write_nowhere()
        return None

    def redraw(self) -> None:
        """Nothing to do: what was written stands."""

    def _write_nowhere(self) -> None:
        """Let what the stream still holds go nowhere, or Python would complain of it at its end."""
        nowhere = os.open(os.devnull, os.O_WRONLY)
        with contextlib.suppress(OSError, ValueError):
            os.dup2(nowhere, self._output.fileno())
        os.close(nowhere)

    def close(self) -> None:
        """Nothing to give back: the stream belongs to the caller."""
