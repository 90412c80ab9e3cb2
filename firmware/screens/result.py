"""How a deal went, in a few lines for each player."""

from firmware.game.events import Player, other_player
from firmware.game.rules import SECOND_NS
from firmware.screens import values
from firmware.screens.values import name
from firmware.store.statistics import DealResult
from firmware.text import Text, say


def deal_lines(deal: DealResult, player: Player) -> tuple[Text, ...]:
    """What a player wants to know of the deal: what was left, the own times, who was the quickest."""
    other = other_player(player)
    own, theirs = deal.players[player], deal.players[other]
    lines = [
        say("result.left_you", count=deal.cards_left)
        if deal.winner == other
        else say("result.left_other", name=name(other), count=deal.cards_left),
        say(
            "result.misplays",
            own=own.misplays,
            name=name(other),
            other=theirs.misplays,
        ),
    ]
    if own.average_ns is not None:
        lines.insert(1, say("result.average", time=values.seconds(own.average_ns / SECOND_NS)))
    if (quickest := deal.fastest_run) is not None:
        run = deal.players[quickest]
        lines.append(
            say(
                "result.run",
                name=name(quickest),
                count=run.longest_run,
                time=values.seconds(run.run_ns / SECOND_NS),
            )
        )
    return tuple(lines)
