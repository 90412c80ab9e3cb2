"""What each player is told, in words and as a bar. Pure, and the same for every backend."""

from dataclasses import dataclass
from enum import Enum, auto
from typing import Final, assert_never

from display.animation import FRAME_NS, OneShots
from display.words import name_of
from firmware.game.events import ClaimMissed, FalseSlap, Player, Reshuffled, RoundOver
from firmware.game.view import Ask, Phase, TableView
from firmware.text import Text, say

OVER: Final = (Phase.WON, Phase.MATCH_WON)
"""The phases after a deal."""

SECOND_NS: Final = 1_000_000_000
TENTH_NS: Final = 100_000_000


class Tone(Enum):
    """How loudly something is said: a hint, a demand, a reproach, or what wins the game."""

    QUIET = auto()
    ASK = auto()
    ALARM = auto()
    CLAIM = auto()


@dataclass(frozen=True, slots=True)
class Prompt:
    """One line for one player, or none; `call` is a word or two to be set as large as can be."""

    text: Text | None
    tone: Tone
    call: Text | None = None
    call_tone: Tone = Tone.CLAIM


@dataclass(frozen=True, slots=True)
class Bar:
    """Time that runs out: `left_ns` of `whole_ns`."""

    left_ns: int
    whole_ns: int
    tone: Tone


SILENT: Final = Prompt(None, Tone.QUIET)


def other_player(player: Player) -> Player:
    """The one who sits opposite."""
    return 2 if player == 1 else 1


def prompt_for(view: TableView, player: Player, shots: OneShots, now_ns: int) -> Prompt:
    """What the player is asked or told at `now_ns`."""
    match view.phase:
        case Phase.READY:
            return _after_notice(
                _ask(view, player, say("table.press_action")), _notice(shots, player, now_ns)
            )
        case Phase.COUNTDOWN:
            return Prompt(say("table.countdown", seconds=countdown_seconds(view, now_ns)), Tone.ASK)
        case Phase.WON | Phase.MATCH_WON:
            return _result(view, player)
        case Phase.PLAY | Phase.STUCK | Phase.SLAP:
            return _during_play(view, player, shots, now_ns)
        case _:
            assert_never(view.phase)


def _during_play(view: TableView, player: Player, shots: OneShots, now_ns: int) -> Prompt:
    asked, other = view.seats[player].asked, other_player(player)
    if asked is Ask.CLAIM:
        return Prompt(_claim_words(view, player), Tone.CLAIM, say("table.slap"))
    if is_locked(view, player, now_ns):
        return Prompt(say("table.locked"), Tone.ALARM)
    notice = _notice(shots, player, now_ns)
    if notice is not None:
        return notice
    if view.seats[other].asked is Ask.CLAIM:
        return Prompt(say("table.other_may_claim", other=name_of(other)), Tone.ALARM)
    if view.phase is Phase.STUCK:
        return _stuck(view, player, now_ns)
    return _play(view, player, shots, now_ns)


def _claim_words(view: TableView, player: Player) -> Text:
    if view.phase is Phase.SLAP:
        return say("table.slap_for_pile")
    race = view.seats[other_player(player)].asked is Ask.CLAIM
    return say("table.first_slap_wins") if race else say("table.slap_to_win")


def _ask(view: TableView, player: Player, words: Text) -> Prompt:
    if view.seats[player].ready:
        return Prompt(say("table.ready_waiting", other=name_of(other_player(player))), Tone.QUIET)
    return Prompt(words, Tone.ASK)


def _after_notice(prompt: Prompt, notice: Prompt | None) -> Prompt:
    """What is asked, with what has just happened before it."""
    if notice is None or notice.text is None or prompt.text is None or prompt.tone is Tone.QUIET:
        return prompt
    return Prompt(say("table.joined", result=notice.text, ask=prompt.text), prompt.tone)


def _result(view: TableView, player: Player) -> Prompt:
    match_over = view.phase is Phase.MATCH_WON
    won = (view.match_winner if match_over else view.winner) == player
    if won:
        result = say("table.you_won_match" if match_over else "table.you_won_game")
    else:
        key = "table.other_won_match" if match_over else "table.other_won_game"
        result = say(key, other=name_of(other_player(player)))
    ask = _ask(
        view, player, say("table.press_action_next_match" if match_over else "table.press_action_next_game")
    )
    return Prompt(ask.text, ask.tone, result, Tone.CLAIM if won else Tone.ASK)


def _stuck(view: TableView, player: Player, now_ns: int) -> Prompt:
    if view.phase_until_ns is None:
        return _ask(view, player, say("table.press_action_turn_up"))
    tenths = _steps_left(view.phase_until_ns, now_ns, TENTH_NS)
    return Prompt(say("table.stuck", seconds=tenths // 10, tenth=tenths % 10), Tone.ASK)


def _play(view: TableView, player: Player, shots: OneShots, now_ns: int) -> Prompt:
    seat = view.seats[player]
    if seat.asked is Ask.REFILL:
        return Prompt(say("table.action_draws"), Tone.ASK)
    if seat.action_held:
        return Prompt(say("table.right_first"), Tone.QUIET)
    if shots.nudges(player, now_ns):
        return Prompt(say("table.can_play"), Tone.QUIET)
    if view.game == "speed" and seat.draw_count and not all(seat.hand):
        return Prompt(say("table.action_draws"), Tone.QUIET)
    return SILENT


def _notice(shots: OneShots, player: Player, now_ns: int) -> Prompt | None:
    event = shots.notice(player, now_ns)
    match event:
        case None:
            return None
        case FalseSlap():
            return Prompt(say("table.false_slap"), Tone.ALARM)
        case Reshuffled():
            return Prompt(say("table.reshuffled"), Tone.QUIET)
        case ClaimMissed(player=who, count=count):
            if who == player:
                return Prompt(say("table.claim_missed_you", count=count), Tone.ALARM)
            other = name_of(who)
            return Prompt(say("table.claim_missed_other", other=other, count=count), Tone.QUIET)
        case RoundOver(cleared=who, slapped=None):
            other = name_of(who)
            text = say("table.round_you") if who == player else say("table.round_other", other=other)
            return Prompt(text, Tone.QUIET)
        case RoundOver(slapped=who):
            other = name_of(other_player(player))
            text = say("table.slapped_you") if who == player else say("table.slapped_other", other=other)
            return Prompt(text, Tone.QUIET)
        case _:
            assert_never(event)


def is_locked(view: TableView, player: Player, now_ns: int) -> bool:
    """Whether the player's card buttons do nothing because of a misplay."""
    until_ns = view.seats[player].locked_until_ns
    return view.phase in (Phase.PLAY, Phase.STUCK) and until_ns is not None and now_ns < until_ns


def bar_for(view: TableView, player: Player, now_ns: int) -> Bar | None:
    """The time that runs out for the player, if any does."""
    seat = view.seats[player]
    if seat.asked is Ask.CLAIM:
        claim_ns = _claim_end_ns(view, player)
        if claim_ns is not None and now_ns < claim_ns:
            return Bar(claim_ns - now_ns, max(view.claim_window_ns, claim_ns - now_ns), Tone.CLAIM)
    locked_ns = seat.locked_until_ns
    if locked_ns is not None and is_locked(view, player, now_ns):
        return Bar(locked_ns - now_ns, max(view.lockout_ns, locked_ns - now_ns), Tone.ALARM)
    return None


def _claim_end_ns(view: TableView, player: Player) -> int | None:
    """When a slap of this player stops counting: the own window's end, in a race the other's."""
    if view.phase is Phase.SLAP:
        return view.phase_until_ns
    own_ns = view.seats[player].claim_until_ns
    return view.seats[other_player(player)].claim_until_ns if own_ns is None else own_ns


def countdown_seconds(view: TableView, now_ns: int) -> int:
    """The seconds until the starters are turned up, a begun one counted whole."""
    return 0 if view.phase_until_ns is None else _steps_left(view.phase_until_ns, now_ns, SECOND_NS)


def next_change_ns(view: TableView, shots: OneShots, now_ns: int, *, still: bool = False) -> int | None:
    """When the picture changes by itself next; None if it rests. `still`: nothing moves or flashes."""
    moments_ns = (shots.next_change_ns(now_ns, still=still), _next_prompt_ns(view, now_ns))
    return min((moment_ns for moment_ns in moments_ns if moment_ns is not None), default=None)


def hand_is_free(view: TableView, player: Player) -> bool:
    """Whether the place of the player's hand can be used for words: the deal is over, or no card is left."""
    return view.phase in OVER or not any(view.seats[player].hand)


def _next_prompt_ns(view: TableView, now_ns: int) -> int | None:
    """When a prompt or bar changes by itself next; None if all of them rest."""
    ends_ns = [
        end_ns for seat in view.seats.values() for end_ns in (seat.claim_until_ns, seat.locked_until_ns)
    ]
    times_ns = [
        min(now_ns + FRAME_NS, end_ns) for end_ns in ends_ns if end_ns is not None and now_ns < end_ns
    ]
    until_ns = view.phase_until_ns
    if view.phase is Phase.SLAP and until_ns is not None and now_ns < until_ns:
        times_ns.append(min(now_ns + FRAME_NS, until_ns))
    elif until_ns is not None and now_ns < until_ns:
        step_ns = SECOND_NS if view.phase is Phase.COUNTDOWN else TENTH_NS
        times_ns.append(until_ns - (_steps_left(until_ns, now_ns, step_ns) - 1) * step_ns)
    return min(times_ns, default=None)


def _steps_left(until_ns: int, now_ns: int, step_ns: int) -> int:
    return max(0, -((now_ns - until_ns) // step_ns))
