"""Pictures of every situation at the table: `python -m display.gallery FOLDER [WIDTHxHEIGHT]`."""

import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from display.animation import MS
from display.headless import HeadlessDisplay
from firmware.game.cards import Card
from firmware.game.events import (
    Beaten,
    ClaimMissed,
    Event,
    FalseSlap,
    Locked,
    Misplay,
    Out,
    Played,
    Reshuffled,
)
from firmware.game.view import Phase, PileView, SeatView, TableView

NOW_NS = 60_000 * MS


@dataclass(frozen=True, slots=True)
class Scenario:
    """A situation worth looking at."""

    name: str
    view: TableView
    events: tuple[Event, ...] = ()


def seat(hand: str, draw_count: int = 9, **changes: object) -> SeatView:
    """A seat with the cards written out, `--` for an empty slot."""
    cards = tuple(None if text == "--" else Card(text) for text in hand.split())
    base = SeatView(cards, draw_count, 1, False, False, None, None)
    return replace(base, **changes)  # type: ignore[arg-type]


def table(one: SeatView, two: SeatView, tops: str = "7H QS", **changes: object) -> TableView:
    """A table in phase play; `tops` are the middle cards, `--` for one not turned up yet."""
    left, right = (None if text == "--" else Card(text) for text in tops.split())
    piles = {"left": PileView(left, 5, 4, None), "right": PileView(right, 8, 4, None)}
    base = TableView(Phase.PLAY, None, piles, {1: one, 2: two}, 3, None, None)  # type: ignore[arg-type]
    return replace(base, **changes)  # type: ignore[arg-type]


ONE = seat("TD 6C AH QS 8D", 9, score=2)
TWO = seat("9S JH 4C KD TH", 11, score=1)
OUT = seat("-- -- -- -- --", 0, score=2, claim_until_ns=NOW_NS + 1900 * MS)
NOT_UP = "-- --"


def _marked(view: TableView) -> TableView:
    piles = {
        "left": replace(view.piles["left"], played_by=1),
        "right": replace(view.piles["right"], played_by=2),
    }
    return replace(view, piles=piles)  # type: ignore[arg-type]


def scenarios() -> Sequence[Scenario]:
    """Every phase, and every one-shot in the middle of its time."""
    at = NOW_NS
    play = _marked(table(ONE, TWO))
    locked = replace(ONE, locked_until_ns=at + 300 * MS)
    won = replace(OUT, claim_until_ns=None, score=3)
    return [
        Scenario("01-ready", table(ONE, TWO, NOT_UP, phase=Phase.READY)),
        Scenario("02-one-ready", table(replace(ONE, ready=True), TWO, NOT_UP, phase=Phase.READY)),
        Scenario(
            "03-countdown", table(ONE, TWO, NOT_UP, phase=Phase.COUNTDOWN, phase_until_ns=at + 2400 * MS)
        ),
        Scenario("04-play", table(ONE, TWO)),
        Scenario("05-play-marked", play),
        Scenario("06-flight", play, (Played(at - 40 * MS, 1, 2, Card("7H"), "left", None),)),
        Scenario("07-flight-purple", play, (Played(at - 10 * MS, 2, 5, Card("QS"), "right", None),)),
        Scenario(
            "08-misplay", table(locked, TWO), (Misplay(at - 150 * MS, 1, 3), Locked(at - 50 * MS, 1, 5))
        ),
        Scenario("09-beaten", play, (Beaten(at - 60 * MS, 1, 4), Beaten(at - 500 * MS, 2, 1))),
        Scenario("10-stuck", table(ONE, TWO, "2C 2D", phase=Phase.STUCK, phase_until_ns=at + 1240 * MS)),
        Scenario("11-stuck-together", table(replace(ONE, ready=True), TWO, "2C 2D", phase=Phase.STUCK)),
        Scenario("12-claim", table(OUT, TWO, "6S 9C"), (Out(at - 1100 * MS, 1),)),
        Scenario("13-claim-missed", table(ONE, TWO), (ClaimMissed(at - 100 * MS, 2, "left", 7),)),
        Scenario("14-false-slap", table(ONE, TWO, "6D 9H"), (FalseSlap(at - 100 * MS, 1),)),
        Scenario("15-reshuffled", table(ONE, TWO), (Reshuffled(at - 100 * MS),)),
        Scenario("16-won", table(won, TWO, phase=Phase.WON, winner=1)),
        Scenario("17-match-won", table(won, TWO, phase=Phase.MATCH_WON, winner=1, match_winner=1, target=3)),
        Scenario("18-last-cards", table(seat("-- 3S -- -- TC", 0), seat("KC KH -- -- --", 0), "TS KS")),
        Scenario("19-many", table(seat("8H 5C 3D JS TS", 46, score=125), TWO, "TH KD", target=500)),
        Scenario("20-action-held", table(replace(ONE, action_held=True), TWO, "9D 9C")),
    ]


def write_gallery(folder: Path, size_px: tuple[int, int] = (1920, 1080)) -> list[Path]:
    """Write one PNG for each scenario; the folder is made if it is missing."""
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for scenario in scenarios():
        display = HeadlessDisplay(size_px)
        display.show(scenario.view, scenario.events, NOW_NS)
        written.append(folder / f"{scenario.name}.png")
        display.save_png(written[-1])
    return written


def main(arguments: Sequence[str]) -> int:
    """Write the pictures; 2 if the arguments make no sense."""
    try:
        folder, *rest = arguments
        width, height = (int(part) for part in (rest or ["1920x1080"])[0].split("x"))
    except ValueError:
        print("usage: python -m display.gallery FOLDER [WIDTHxHEIGHT]", file=sys.stderr)
        return 2
    for path in write_gallery(Path(folder), (width, height)):
        print(path)
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
