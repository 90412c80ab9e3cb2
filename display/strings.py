"""Every word that the display shows, in one place."""

from collections.abc import Mapping
from typing import Final

from firmware.game.events import Player

TITLE: Final = "Speed Cabinet"
SUIT_SIGNS: Final[Mapping[str, str]] = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
NAMES: Final[dict[Player, str]] = {1: "Orange", 2: "Purple"}

PRESS_ACTION: Final = "Press action"
PRESS_ACTION_NEXT_GAME: Final = "Press action for the next game"
PRESS_ACTION_NEXT_MATCH: Final = "Press action for a new match"
PRESS_ACTION_TURN_UP: Final = "Stuck: press action for new cards"
ACTION_DRAWS: Final = "Press action to draw cards"
READY_WAITING: Final = "Ready – waiting for {other}"
COUNTDOWN: Final = "First cards in {seconds}"
CAN_PLAY: Final = "You can play a card"
STUCK: Final = "Stuck: new cards in {seconds}.{tenth} s"
RIGHT_FIRST: Final = "Action: right pile first, if both fit"
LOCKED: Final = "Misplay – wait"
SLAP: Final = "SLAP!"
SLAP_TO_WIN: Final = "Hit your slap pad to win"
FIRST_SLAP_WINS: Final = "The first slap wins"
SLAP_FOR_PILE: Final = "Slap first: the smaller pile is yours"
OTHER_MAY_CLAIM: Final = "{other} is out and may claim – play on"
CLAIM_MISSED_YOU: Final = "Too late: you take {count} cards"
CLAIM_MISSED_OTHER: Final = "{other} was too late and takes {count} cards"
FALSE_SLAP: Final = "No slap needed"
RESHUFFLED: Final = "New side piles"
SLAPPED_YOU: Final = "You slapped first: the smaller pile is yours"
SLAPPED_OTHER: Final = "{other} slapped first: the larger pile is yours"
ROUND_YOU: Final = "This round is yours"
ROUND_OTHER: Final = "This round goes to {other}"
YOU_WON_GAME: Final = "You won"
OTHER_WON_GAME: Final = "{other} won"
YOU_WON_MATCH: Final = "You won the match"
OTHER_WON_MATCH: Final = "{other} won the match"
JOINED: Final = "{result} – {ask}"

MISPLAY: Final = "misplay"
BEATEN: Final = "beaten"
LOCKED_SIGN: Final = "locked"
MOVED: Final = "moved"
MOVE: Final = "move here"
LEFT: Final = "{count} left"
SPIT_LEFT: Final = "{count} spit"
PILE_COUNT: Final = "{count} cards"
SCORE: Final = "{score} of {target}"
OTHER_SCORE: Final = "{other} {score}"
JOKER: Final = "JOKER"
WILD: Final = "ANY CARD"

KEY_ACTION: Final = "action"
KEY_SLAP: Final = "slap"
KEY_LEAVE: Final = ("Esc", "leaves")
TERMINAL_LEAVE: Final = "Q leaves"
KEYS_OF: Final = "{name}: {action} = action, {slap} = slap"


def rank_text(rank: str) -> str:
    """A rank as people write it: ten is the only one with two characters."""
    return "10" if rank == "T" else rank
