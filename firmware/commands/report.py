"""The `simulate` command's progress bar and table."""

import sys
from collections.abc import Callable, Sequence

from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from firmware.game.rules import Rules
from firmware.simulation.simulate import simulate
from firmware.simulation.tally import Numbers


def simulate_with_progress(
    rules: Rules, levels: tuple[str, str], games: int, seed: int, jobs: int, check: Callable[[], None]
) -> Numbers:
    """Play the games, with a progress bar where somebody watches.

    `check` is called now and then, and may end it by raising an exception.
    """
    with Progress(console=Console(stderr=True), transient=True, disable=not sys.stderr.isatty()) as bar:
        task = bar.add_task("games", total=games)

        def progress(more: int) -> None:
            bar.advance(task, more)
            check()

        return simulate(rules, levels, games, seed, jobs, progress)


def print_numbers(numbers: Numbers, levels: Sequence[str]) -> None:
    """Print what happened as a table."""
    value = numbers.value()
    length = value["length_s"]
    assert isinstance(length, dict)
    table = Table(title=f"{value['games']} games")
    table.add_column("")
    for player, level in enumerate(levels, 1):
        table.add_column(f"player {player}, {level}", justify="right")
    own = [numbers.players[1], numbers.players[2]]
    for name in ("wins", "plays", "misplays", "claims_missed"):
        table.add_row(name.replace("_", " "), *(str(getattr(each, name)) for each in own))
    table.add_row("median time to a play", *(f"{each.median_time_to_play_s():.2f} s" for each in own))
    table.add_row("plays overlooked", *(f"{each.missed / max(1, each.looks):.0%}" for each in own))
    console = Console()
    console.print(table)
    console.print(f"length: {length['median']:.0f} s in the median, {length['longest']:.0f} s the longest")
    for name in (
        "turn_ups",
        "draw_pile_turn_ups",
        "reshuffles",
        "rounds",
        "one_pile_rounds",
        "blocked_rounds",
    ):
        console.print(f"{name.replace('_', ' ')}: {value[name]}")
