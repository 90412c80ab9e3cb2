"""Every word that the display shows, in one place."""

from typing import Final

from firmware.game.events import Player

TITLE: Final = "Speed Cabinet"
NAMES: Final[dict[Player, str]] = {1: "Orange", 2: "Purple"}

PRESS_ACTION: Final = "Press action"
PRESS_ACTION_NEXT_GAME: Final = "Press action for the next game"
PRESS_ACTION_NEXT_MATCH: Final = "Press action for a new match"
PRESS_ACTION_TURN_UP: Final = "Stuck: press action for new cards"
PRESS_ACTION_DRAW: Final = "Press action to draw"
READY_WAITING: Final = "Ready – waiting for {other}"
COUNTDOWN: Final = "First cards in {seconds}"
STUCK: Final = "Stuck: new cards in {seconds}.{tenth} s"
RIGHT_FIRST: Final = "Right pile first"
LOCKED: Final = "Misplay – wait"
SLAP: Final = "SLAP!"
SLAP_TO_WIN: Final = "Hit your slap pad to win"
OTHER_MAY_CLAIM: Final = "{other} is out and may claim – play on"
CLAIM_MISSED_YOU: Final = "Too late: you take {count} cards"
CLAIM_MISSED_OTHER: Final = "{other} was too late and takes {count} cards"
FALSE_SLAP: Final = "Nothing to claim"
RESHUFFLED: Final = "New side piles"
YOU_WON_GAME: Final = "You won the game"
OTHER_WON_GAME: Final = "{other} won the game"
YOU_WON_MATCH: Final = "You won the match"
OTHER_WON_MATCH: Final = "{other} won the match"
JOINED: Final = "{result} – {ask}"

MISPLAY: Final = "misplay"
BEATEN: Final = "beaten"
LOCKED_SIGN: Final = "locked"
LEFT: Final = "{count} left"
SCORE: Final = "{score} of {target}"
OTHER_SCORE: Final = "{other} {score}"
KEY_ACTION: Final = "{key}  action"
KEY_SLAP: Final = "{key}  slap"
KEYS_OF: Final = "{name}: {action} = action, {slap} = slap"
