"""Pictures of the statistics for the owner: when is played, and how quickly. Needs the extra `charts`."""

from pathlib import Path
from typing import TYPE_CHECKING, Final

from firmware.game.events import Player
from firmware.store.schema import StoreError
from firmware.store.statistics import BUCKET_NS, LAST_BUCKET, PLAYERS
from firmware.store.totals import UNKNOWN_HOUR, Totals

if TYPE_CHECKING:
    from matplotlib.figure import Figure

NAMES: Final[dict[Player, str]] = {1: "Orange", 2: "Purple"}
COLOURS: Final[dict[Player, str]] = {1: "#d95f02", 2: "#7570b3"}
"""A pair that stays apart for people who see few colours; the lines differ in their dashes as well."""

DASHES: Final[dict[Player, str]] = {1: "-", 2: "--"}
BAR_S: Final = 0.25
FORMATS: Final = ("png", "svg")


def draw_charts(totals: Totals, folder: Path) -> list[Path]:
    """Draw all charts as PNG and SVG into a folder; which files they are.

    Raises:
        StoreError: matplotlib is not installed.
        OSError: a file cannot be written.
    """
    try:
        from matplotlib.figure import Figure
    except ImportError:
        raise StoreError("charts need matplotlib: pip install 'speed-cabinet[charts]'") from None
    folder.mkdir(parents=True, exist_ok=True)
    paths: list[Path] = []
    for name, draw in (("plays-by-hour", _plays_by_hour), ("times-to-play", _times_to_play)):
        figure = Figure(figsize=(9, 5), layout="constrained")
        draw(totals, figure)
        for ending in FORMATS:
            paths.append(folder / f"{name}.{ending}")
            figure.savefig(paths[-1], dpi=120)
    return paths


def _plays_by_hour(totals: Totals, figure: "Figure") -> None:
    axes = figure.add_subplot()
    hours = range(24)
    axes.bar(hours, [totals.hours[hour] for hour in hours], color="#4d4d4d")
    axes.set(title="Plays per hour of the day", xlabel="hour", ylabel="plays", xlim=(-0.6, 23.6))
    axes.set_xticks(range(0, 24, 2))
    if unknown := totals.hours[UNKNOWN_HOUR]:
        axes.set_xlabel(f"hour ({unknown:,} plays while the clock was not set are left out)")


def _times_to_play(totals: Totals, figure: "Figure") -> None:
    axes = figure.add_subplot()
    each_ns = round(BAR_S * 1e9)
    steps = LAST_BUCKET * BUCKET_NS // each_ns
    edges_s = [step * BAR_S for step in range(steps + 1)]
    longer = 0
    for player in PLAYERS:
        total = totals.players[player]
        counts = [0] * (steps + 1)
        for bucket, count in total.times.items():
            counts[bucket * BUCKET_NS // each_ns] += count
        longer += counts.pop()
        label = NAMES[player]
        if total.median_ns is not None:
            label += f", median {total.median_ns / 1e9:.2f} s"
        axes.stairs(counts, edges_s, label=label, color=COLOURS[player], ls=DASHES[player], linewidth=2)
    left_out = f" ({longer:,} of 10 s and more are left out)" if longer else ""
    axes.set(title="Times to play", xlabel=f"seconds{left_out}")
    axes.set(ylabel=f"plays in each {BAR_S:g} s", xlim=(0, edges_s[-1]), ylim=(0, None))
    axes.legend()
