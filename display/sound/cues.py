"""Which sounds belong to what happens. Pure; time comes from the caller."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from display.sound.synth import STEPS
from firmware.game.events import (
    Beaten,
    ClaimMissed,
    Event,
    FalseSlap,
    MatchWon,
    Misplay,
    Moved,
    Out,
    Played,
    Player,
    Ready,
    RoundOver,
    Stuck,
    TurnedUp,
    Won,
)
from firmware.game.view import Ask, Phase, TableView
from firmware.screen import Screen, SwitchState

RUN_NS: Final = 1_500_000_000
"""A play that follows the player's last one within this time belongs to the same run."""
SECOND_NS: Final = 1_000_000_000

Cue: TypeAlias = tuple[str, ...]
"""Names of sounds, one after the other: one, or two of which the second begins when the first has ended."""


@dataclass(frozen=True, slots=True)
class SoundSettings:
    """What is to be heard, and how loudly.

    `volume` in per cent. `quiet`: half as loud, and without the voice. `attract`: how much is to be heard of
    a demonstration that nobody plays ("less": a third as loud, and without the voice); None when there are
    players.
    """

    volume: int = 70
    quiet: bool = False
    voice: bool = True
    attract: Literal["on", "less", "off"] | None = None

    @property
    def speaks(self) -> bool:
        """Whether the voice is heard."""
        return self.voice and not self.quiet and self.attract in (None, "on")

    @property
    def loudness(self) -> float:
        """From 0, silent, to 1."""
        if self.attract == "off":
            return 0.0
        share = self.volume / 100
        if self.quiet:
            share /= 2
        return share / 3 if self.attract == "less" else share


class Listener:
    """Turns what is shown and what happened into cues, each exactly once."""

    def __init__(self) -> None:
        self._screen: Screen | None = None
        self._runs: dict[Player, tuple[int, int]] = {}
        self._tick: tuple[int, int] | None = None

    def cues(
        self, screen: Screen, events: Sequence[Event], now_ns: int, settings: SoundSettings
    ) -> tuple[Cue, ...]:
        """What is to be heard now that the screen looks like this and `events` have happened.

        Of several plays of one player only the last is heard, so that a program that was held up does not
        make up for it with a bang.
        """
        before, self._screen = self._screen, screen
        if before is None or before.scene != screen.scene:
            self._runs.clear()
            self._tick = None
        # The keys are the cues, in order and without repetition.
        cues: dict[Cue, None] = {}
        if before is not None and _pressed(before, screen, settings):
            cues[("press",)] = None
        if screen.table is not None:
            if screen.table.phase is Phase.COUNTDOWN and self._ticks(screen.table, now_ns):
                cues[("tick",)] = None
            if events:
                cues.update(dict.fromkeys(self._happened(before, events, settings)))
        return tuple(cues)

    def _ticks(self, table: TableView, now_ns: int) -> bool:
        """Whether another second of the countdown has begun."""
        until_ns = table.phase_until_ns
        if until_ns is None or now_ns >= until_ns:
            return False
        tick = (until_ns, (until_ns - now_ns - 1) // SECOND_NS)
        is_new, self._tick = tick != self._tick, tick
        return is_new

    def _happened(
        self, before: Screen | None, events: Sequence[Event], settings: SoundSettings
    ) -> Iterator[Cue]:
        table = None if before is None else before.table
        notes: dict[Player, int] = {}
        for event in events:
            match event:
                case Played(t, player):
                    notes[player] = self._climb(player, t)
                case Misplay(player=player):
                    self._runs.pop(player, None)
                    yield ("misplay",)
                case Beaten():
                    yield ("beaten",)
                case Ready() | Moved():
                    yield ("press",)
                case TurnedUp():
                    yield ("go",) if _begins(table, event) else ("turn up",)
                case Stuck() | ClaimMissed():
                    yield ("stuck",)
                case Out() if not any(isinstance(other, Won) for other in events):
                    yield ("out",)
                case FalseSlap(player=player):
                    yield ("false slap",)
                case RoundOver(slapped=player) if player is not None:
                    yield (f"slap {player}",)
                case Won():
                    yield from _won(table, events, event, settings)
                case _:
                    pass
        for player, step in notes.items():
            yield (f"play {player}.{step}",)

    def _climb(self, player: Player, time_ns: int) -> int:
        """The place of a play in its run, as far up as the notes go."""
        last_ns, step = self._runs.get(player, (time_ns - RUN_NS - 1, 0))
        step = min(step + 1, STEPS - 1) if time_ns - last_ns <= RUN_NS else 0
        self._runs[player] = (time_ns, step)
        return step


def _won(
    table: TableView | None, events: Sequence[Event], won: Won, settings: SoundSettings
) -> Iterator[Cue]:
    end = "match win" if any(isinstance(event, MatchWon) for event in events) else "win"
    if not _claimed(table, events, won):
        yield (end,)
        return
    yield (f"slap {won.player}",)
    if settings.speaks:
        yield ("claim",)
        yield ("speed", end)
    else:
        yield ("claim", end)


def _claimed(table: TableView | None, events: Sequence[Event], won: Won) -> bool:
    """Whether the deal was won by a slap, and not by going out or by the end of a claim's time."""
    if table is None or table.game == "spit":
        return False
    if any(isinstance(event, Out) and event.t < won.t for event in events):
        return True
    seat = table.seats[won.player]
    return seat.asked is Ask.CLAIM and (seat.claim_until_ns is None or won.t < seat.claim_until_ns)


def _begins(table: TableView | None, turned_up: TurnedUp) -> bool:
    """Whether these are the first cards of the deal or, in Spit, of the round."""
    if turned_up.source == "spit":
        return table is not None and table.phase in (Phase.READY, Phase.COUNTDOWN)
    return turned_up.source == "starters"


def _pressed(before: Screen, after: Screen, settings: SoundSettings) -> bool:
    """Whether a button did something on a screen of words, which does not change of itself but in attract."""
    if settings.attract is not None:
        return False
    for player, old in before.panels.items():
        new = after.panels.get(player)
        if new is None or (old.title, old.buttons) != (new.title, new.buttons):
            return True
        if any(map(_goes_down, old.switches, new.switches)):
            return True
    return False


def _goes_down(before: SwitchState, after: SwitchState) -> bool:
    return after is SwitchState.DOWN is not before
