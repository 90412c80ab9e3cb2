"""The rules that are in force, in plain words: what a person would read aloud before the first game."""

from firmware.game.rules import SECOND_NS, Rules


def rules_in_words(rules: Rules) -> list[str]:
    """The rules as paragraphs, in the order in which players need them."""
    if rules.game == "spit":
        return [*_spit(rules), *_judging(rules), _stuck_spit(rules), _round(rules), _match(rules)]
    return [*_speed(rules), *_judging(rules), *_jokers(rules), _stuck(rules), _out(rules), _match(rules)]


def _seconds(time_ns: int) -> str:
    value = time_ns / SECOND_NS
    return "1 second" if value == 1 else f"{value:g} seconds"


def _start(rules: Rules, first: str) -> str:
    wait = f"after {_seconds(rules.countdown_ns)}" if rules.countdown_ns else "at once"
    return f"Look at your cards, then both press action: {wait} {first}"


def _fits(rules: Rules, what: str) -> str:
    ranks = "one above or one below the card on top"
    if rules.same_rank:
        ranks += ", or the same"
    colour = " It must also be of the other colour, red or black." if rules.alternate_colours else ""
    return (
        f"Play {what} onto either pile in the middle, both of you at the same time and as fast as you can. A "
        f"card fits if its rank is {ranks}; king, ace and two follow each other.{colour}"
    )


def _speed(rules: Rules) -> list[str]:
    text = [
        f"Each of you has {rules.cards_each} cards: five in hand, the others in your draw pile.",
        _start(rules, "two cards turn face up in the middle, and play begins."),
        _fits(rules, "your cards"),
    ]
    if any(rules.handicap):
        one, two = (f"{count} card{'' if count == 1 else 's'}" for count in rules.handicap)
        text.insert(1, f"Handicap: Orange's draw pile is {one} short, Purple's {two}.")
    if rules.refill == "auto":
        text.append("The next card of your draw pile takes the empty place by itself.")
    else:
        text.append("Press action to fill your empty places from your draw pile, whenever you like.")
    return text


def _spit(rules: Rules) -> list[str]:
    return [
        "Each of you has 26 cards: five stocks of one to five cards, the top of each face up, and the rest "
        "as your spit pile.",
        _start(rules, "each of you turns a spit card onto the middle pile at your left, and play begins."),
        _fits(rules, "the top card of any stock"),
        "The button of an empty stock moves a card there from your tallest stock.",
    ]


def _judging(rules: Rules) -> list[str]:
    text = [
        "If a card fits both piles it goes to the one at your left; hold action and it goes to the one at "
        "your right.",
    ]
    late = " If it fitted until a moment ago you were only beaten to it." if rules.late_grace_ns else ""
    if rules.misplay_lockout_ns:
        text.append(
            f"A card that fits nowhere stays, and your buttons are dead for "
            f"{_seconds(rules.misplay_lockout_ns)}.{late}"
        )
    else:
        text.append(f"A card that fits nowhere stays; that costs nothing.{late}")
    return text


def _jokers(rules: Rules) -> list[str]:
    if not rules.jokers:
        return []
    there_is = "There is a joker" if rules.jokers == 1 else "There are two jokers"
    return [
        f"{there_is}. A joker fits everything. Played, it stands for the rank above the card it covers, or "
        "for the rank below if only that lets you go on. One that was turned up takes any card. A joker may "
        "not be your last card."
    ]


def _new_cards(rules: Rules, what: str) -> str:
    if rules.turn_up == "together":
        return f"When neither of you can play, both press action and {what}."
    return f"When neither of you can play, {what} after {_seconds(rules.turn_up_delay_ns)}."


def _stuck(rules: Rules) -> str:
    made = {
        "keep_tops": "all cards under the two tops are shuffled into new ones",
        "keep_tops_each": "the cards under each top are shuffled into a new one beside it",
        "whole_piles": "each middle pile is shuffled and becomes the new one beside it",
    }[rules.reshuffle]
    new_cards = _new_cards(rules, "a new card is turned up on each pile from the side pile beside it")
    return f"{new_cards} When the side piles are used up, {made}."


def _stuck_spit(rules: Rules) -> str:
    new_cards = _new_cards(rules, "each of you turns another spit card onto the pile you started")
    blocked = "the round is over; it counts as ended by the one with fewer cards in the stocks"
    return f"{new_cards} If neither has one left, {blocked}."


def _round(rules: Rules) -> str:
    return (
        "Whoever clears all five stocks ends the round: then slap! The first to slap takes the smaller "
        f"middle pile, the other the larger; if nobody slaps within {_seconds(rules.claim_window_ns)}, the "
        "smaller goes to the one who cleared. Then you both shuffle what you have and lay out again. If one "
        "of you has no spit card to start a round with, there is only one middle pile, and nobody slaps for "
        "it: the one who clears takes nothing. Whoever has no card left at the end of a round wins the game."
    )


def _out(rules: Rules) -> str:
    if rules.claim == "none":
        return "The first to get rid of all cards wins the game."
    window = _seconds(rules.claim_window_ns)
    late = "or take the cards under the top of the pile you played your last card on, and play on."
    if rules.claim == "race":
        return (
            f"When either of you has no card left, the first to slap wins the game, whoever it is! If nobody "
            f"slaps within {window}, the one who went out takes the cards under the top of the pile that "
            "took the last card, and plays on."
        )
    return f"When you have no card left, hit your slap pad within {window} to win the game, {late}"


def _match(rules: Rules) -> str:
    if rules.scoring == "points":
        return (
            "The winner of a game scores a point for each card that the other still has. "
            f"{rules.target} points win the match."
        )
    games = "One game wins" if rules.target == 1 else f"{rules.target} games win"
    return f"{games} the match."
