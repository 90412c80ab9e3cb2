"""What has just happened at the table, in one line, for those who watch and do not know the game yet."""

from firmware.game.cards import Card, is_joker
from firmware.game.events import (
    Beaten,
    ClaimMissed,
    Event,
    Misplay,
    Moved,
    Out,
    Played,
    Reshuffled,
    RoundOver,
    Stuck,
    TurnedUp,
    Won,
)
from firmware.screens.values import name, rank
from firmware.text import Text, say


def explained(event: Event, covered: Card | None) -> Text | None:
    """The line about an event, None if it needs no words; `covered` is the card that a played one covers."""
    match event:
        case Played(player=player, card=card):
            if is_joker(card) or covered is None or is_joker(covered):
                return say("explain.joker", name=name(player))
            return say("explain.played", name=name(player), card=rank(card), top=rank(covered))
        case Misplay(player=player) | Beaten(player=player) | Out(player=player) | Won(player=player):
            return say(f"explain.{type(event).__name__.lower()}", name=name(player))
        case Moved(player=player) | ClaimMissed(player=player):
            return say(f"explain.{type(event).__name__.lower()}", name=name(player))
        case Stuck() | TurnedUp() | Reshuffled() | RoundOver():
            return say(f"explain.{type(event).__name__.lower()}")
        case _:
            return None
