"""The rules that are in force, in plain words: what a person would read aloud before the first game."""

from functools import reduce

from firmware.game.rules import SECOND_NS, Rules
from firmware.text import Text, decimal, say


def rules_in_words(rules: Rules) -> list[Text]:
    """The rules as paragraphs, in the order in which players need them."""
    if rules.game == "spit":
        return [*_spit(rules), *_judging(rules), _stuck_spit(rules), *_round(rules), _match(rules)]
    return [*_speed(rules), *_judging(rules), *_jokers(rules), _stuck(rules), _out(rules), _match(rules)]


def time_in_words(time_ns: int) -> Text:
    """A length of time, in full words."""
    return say("seconds", count=decimal(time_ns / SECOND_NS, 9))


def _paragraph(*sentences: Text) -> Text:
    return reduce(lambda before, next_one: say("both", one=before, two=next_one), sentences)


def _start(rules: Rules, key: str) -> Text:
    if rules.countdown_ns:
        return say(key, time=time_in_words(rules.countdown_ns))
    return say(f"{key}_at_once")


def _fits(rules: Rules, play: str) -> Text:
    sentences = [say(play), say("rules.fits_same" if rules.same_rank else "rules.fits")]
    if rules.alternate_colours:
        sentences.append(say("rules.colours"))
    return _paragraph(*sentences)


def _speed(rules: Rules) -> list[Text]:
    text = [say("rules.cards_each", count=rules.cards_each)]
    if any(rules.handicap):
        one, two = (say("rules.handicap_cards", count=count) for count in rules.handicap)
        text.append(say("rules.handicap", one=one, two=two))
    text += [_start(rules, "rules.start"), _fits(rules, "rules.play"), say(f"rules.refill_{rules.refill}")]
    return text


def _spit(rules: Rules) -> list[Text]:
    return [
        say("rules.spit.cards"),
        _start(rules, "rules.spit.start"),
        _fits(rules, "rules.spit.play"),
        say("rules.spit.move"),
    ]


def _judging(rules: Rules) -> list[Text]:
    lockout = say("rules.no_lockout")
    if rules.misplay_lockout_ns:
        lockout = say("rules.lockout", time=time_in_words(rules.misplay_lockout_ns))
    late = [say("rules.beaten")] if rules.late_grace_ns else []
    return [say("rules.left_first"), _paragraph(lockout, *late)]


def _jokers(rules: Rules) -> list[Text]:
    if not rules.jokers:
        return []
    return [_paragraph(say("rules.jokers", count=rules.jokers), say("rules.joker"))]


def _new_cards(rules: Rules, key: str) -> Text:
    if rules.turn_up == "together":
        return say(f"{key}_together")
    return say(key, time=time_in_words(rules.turn_up_delay_ns))


def _stuck(rules: Rules) -> Text:
    return _paragraph(_new_cards(rules, "rules.stuck"), say(f"rules.{rules.reshuffle}"))


def _stuck_spit(rules: Rules) -> Text:
    return _paragraph(_new_cards(rules, "rules.spit.stuck"), say("rules.spit.blocked"))


def _round(rules: Rules) -> list[Text]:
    cleared = say("rules.spit.cleared", time=time_in_words(rules.claim_window_ns))
    return [cleared, say("rules.spit.next_round"), say("rules.spit.won")]


def _out(rules: Rules) -> Text:
    if rules.claim == "none":
        return say("rules.claim_none")
    return say(f"rules.claim_{rules.claim}", time=time_in_words(rules.claim_window_ns))


def _match(rules: Rules) -> Text:
    return say(f"rules.{rules.scoring}", count=rules.target)
