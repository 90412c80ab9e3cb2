"""What a match was like, in numbers, counted as it happens: the same small work for each event."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from statistics import fmean, median
from typing import Final, Protocol

from firmware.game.events import Beaten, Event, Misplay, Played, Player, RoundOver, TurnedUp, Won
from firmware.game.view import Ask, SeatView, TableView

BUCKET_NS: Final = 50_000_000
"""Times to play are counted in steps of 50 ms."""

LAST_BUCKET: Final = 200
"""Holds all times to play of 10 s and more."""

PLAYERS: Final[tuple[Player, Player]] = (1, 2)
OTHER: Final[Mapping[Player, Player]] = {1: 2, 2: 1}


@dataclass(frozen=True, slots=True)
class PlayerDeal:
    """How a player did in one deal.

    A time to play runs from the moment from which the player could have played to the card that was played;
    the times are None if there was none. `times`: how many there were, by the number of their bucket. A run
    is cards played in a row with none of the other's in between and no misplay; `run_ns` is how long the
    longest took from its first card to its last. `slap_ns`: from the moment from which a slap counted to the
    slap.
    """

    plays: int = 0
    misplays: int = 0
    beaten: int = 0
    average_ns: int | None = None
    median_ns: int | None = None
    best_ns: int | None = None
    longest_run: int = 0
    run_ns: int = 0
    slap_ns: int | None = None
    times: Mapping[int, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class DealResult:
    """A deal that was won. `number` counts the deals of the match from 1.

    `score`: what it added. `scores`: how the match stands. `duration_ns`: from the first cards turned up.
    `cards_left`: of the player who lost.
    """

    number: int
    winner: Player
    score: int
    scores: Mapping[Player, int]
    duration_ns: int
    cards_left: int
    players: Mapping[Player, PlayerDeal]

    @property
    def fastest_run(self) -> Player | None:
        """Whose longest run was the longer one, or as long and quicker; None if nobody played."""
        best = max(
            PLAYERS, key=lambda player: (self.players[player].longest_run, -self.players[player].run_ns)
        )
        return best if self.players[best].longest_run else None


class Counted(Protocol):
    """A match that is counted: a `Referee`, or the `Session` around it."""

    def view(self) -> TableView:
        """The table; it is asked for only when a deal was won."""
        ...

    def asked(self, player: Player) -> Ask | None:
        """What the player can do now that would get the game on."""
        ...


class MatchStatistics:
    """Counts one match."""

    def __init__(self, match: Counted) -> None:
        self._match = match
        self._deals = 0
        self._began_ns: int | None = None
        self._tallies: Mapping[Player, _Tally] = {1: _Tally(), 2: _Tally()}

    def observe(self, events: Iterable[Event], now_ns: int) -> DealResult | None:
        """Count what happened at one moment; the deal's result if it was won then.

        To be called after each moment that was judged, whether or not anything happened.
        """
        result = None
        for event in events:
            match event:
                case TurnedUp():
                    if self._began_ns is None:
                        self._began_ns = event.t
                case Played():
                    self._tallies[event.player].played(event.t)
                    self._tallies[OTHER[event.player]].end_run()
                case Misplay():
                    self._tallies[event.player].misplays += 1
                    self._tallies[event.player].end_run()
                case Beaten():
                    self._tallies[event.player].beaten += 1
                case RoundOver() if event.slapped is not None:
                    self._tallies[event.slapped].slapped(event.t)
                case Won():
                    self._tallies[event.player].slapped(event.t)
                    result = self._result(event)
                    self._began_ns = None
                    self._tallies = {1: _Tally(), 2: _Tally()}
        for player, tally in self._tallies.items():
            tally.asked(self._match.asked(player), now_ns)
        return result

    def _result(self, won: Won) -> DealResult:
        self._deals += 1
        seats = self._match.view().seats
        began_ns = won.t if self._began_ns is None else self._began_ns
        return DealResult(
            number=self._deals,
            winner=won.player,
            score=won.score,
            scores={player: seat.score for player, seat in seats.items()},
            duration_ns=won.t - began_ns,
            cards_left=cards_of(seats[OTHER[won.player]]),
            players={player: self._tallies[player].result() for player in PLAYERS},
        )


def cards_of(seat: SeatView) -> int:
    """How many cards a player has on the own side of the table."""
    held = len(seat.hand) - seat.hand.count(None) if seat.stock_counts is None else sum(seat.stock_counts)
    return held + seat.draw_count


class _Tally:
    """One player's numbers in the deal in play."""

    def __init__(self) -> None:
        self.misplays = 0
        self.beaten = 0
        self._plays = 0
        self._times_ns: list[int] = []
        self._can_play_since_ns: int | None = None
        self._can_slap_since_ns: int | None = None
        self._slap_ns: int | None = None
        self._run = 0
        self._run_began_ns = 0
        self._longest = (0, 0)

    def asked(self, ask: Ask | None, now_ns: int) -> None:
        """Begin to measure, or end it, as the player can play or slap from now on or no longer."""
        if ask is not Ask.PLAY:
            self._can_play_since_ns = None
        elif self._can_play_since_ns is None:
            self._can_play_since_ns = now_ns
        if ask is not Ask.CLAIM:
            self._can_slap_since_ns = None
        elif self._can_slap_since_ns is None:
            self._can_slap_since_ns = now_ns

    def played(self, time_ns: int) -> None:
        """A card was played."""
        self._plays += 1
        if self._can_play_since_ns is not None:
            self._times_ns.append(time_ns - self._can_play_since_ns)
            self._can_play_since_ns = None
        if self._run == 0:
            self._run_began_ns = time_ns
        self._run += 1
        # Of runs with as many cards the quickest counts.
        self._longest = max(self._longest, (self._run, self._run_began_ns - time_ns))

    def end_run(self) -> None:
        """The other player's card, or a misplay, comes between."""
        self._run = 0

    def slapped(self, time_ns: int) -> None:
        """The player won something; a slap if one was open."""
        if self._can_slap_since_ns is not None:
            self._slap_ns = time_ns - self._can_slap_since_ns

    def result(self) -> PlayerDeal:
        """The numbers so far."""
        times_ns = self._times_ns
        longest, minus_run_ns = self._longest
        return PlayerDeal(
            plays=self._plays,
            misplays=self.misplays,
            beaten=self.beaten,
            average_ns=round(fmean(times_ns)) if times_ns else None,
            median_ns=round(median(times_ns)) if times_ns else None,
            best_ns=min(times_ns, default=None),
            longest_run=longest,
            run_ns=-minus_run_ns,
            slap_ns=self._slap_ns,
            times=Counter(min(time_ns // BUCKET_NS, LAST_BUCKET) for time_ns in times_ns),
        )
