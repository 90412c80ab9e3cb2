"""The match told in sentences, one line for each thing that happens: for logs and plain terminals."""

import contextlib
import os
from collections.abc import Iterator, Mapping, Sequence
from typing import TextIO, assert_never

from display.strings import NAMES, SUIT_SIGNS, rank_text
from display.text_panels import panel_lines
from display.words import words_in
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
from firmware.screens.view import PanelView, Screen


def card_name(card: Card) -> str:
    """A card as people write it, e.g. `10♦`."""
    if is_joker(card):
        return "a joker"
    return rank_text(rank_of(card)) + SUIT_SIGNS[suit_of(card)]


def _played(card: Card, stands_for: Card | None) -> str:
    if not is_joker(card):
        return card_name(card)
    # On a joker that was turned up another one stands for nothing, so that every card fits it.
    return "a wild joker" if stands_for is None else f"a joker as {card_name(stands_for)}"


def sentence(event: Event) -> str | None:
    """What happened, in words; None for what goes without saying."""
    match event:
        case Dealt():
            return "The cards are dealt."
        case Ready(_, player):
            return f"{NAMES[player]} is ready."
        case TurnedUp(_, left, right):
            cards = " and ".join(card_name(card) for card in (left, right) if card is not None)
            return f"Turned up: {cards}."
        case Played(_, player, _, card, pile, stands_for):
            return f"{NAMES[player]} plays {_played(card, stands_for)} on the {pile} pile."
        case Drew():
            return None
        case Misplay(_, player, slot):
            return f"{NAMES[player]} misplays card {slot}."
        case Beaten(_, player, slot):
            return f"{NAMES[player]} is beaten with card {slot}."
        case Locked(_, player, _):
            return f"{NAMES[player]} is locked out."
        case Stuck():
            return "Nobody can play."
        case Reshuffled():
            return "New side piles are made from the middle piles."
        case Out(_, player):
            return f"{NAMES[player]} is out!"
        case ClaimMissed(_, player, _, count):
            return f"{NAMES[player]} did not claim in time and takes {count} cards."
        case FalseSlap(_, player):
            return f"{NAMES[player]} slaps for nothing."
        case Moved(_, player, from_slot, to_slot, card):
            return f"{NAMES[player]} moves {card_name(card)} from stock {from_slot} to {to_slot}."
        case RoundOver(_, cleared, slapped):
            if slapped is None:
                return f"The round goes to {NAMES[cleared]}."
            return f"{NAMES[slapped]} slaps first and takes the smaller pile."
        case Won(_, player, _):
            return f"{NAMES[player]} wins the game."
        case MatchWon(_, player):
            return f"{NAMES[player]} wins the match."
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
        told = [(event.t, text) for event in events if (text := sentence(event)) is not None]
        lines = [f"{time_ns / 1e9:7.2f}  {text}\n" for time_ns, text in told]
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
