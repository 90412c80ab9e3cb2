"""The commands `stats` and `export`, which read the store on a laptop or on the cabinet."""

import json
import sys
from argparse import Namespace

from rich.console import Console
from rich.table import Table

from firmware.store.archive import Archive, numbers, read_archive, write_deals
from firmware.store.charts import NAMES, draw_charts
from firmware.store.export import export_to
from firmware.store.folder import state_folder
from firmware.store.statistics import PLAYERS
from firmware.store.totals import KINDS, Kind


def stats(options: Namespace) -> int:
    """Print the statistics, or draw them.

    Raises:
        StoreError: the store cannot be read, or charts cannot be drawn.
        OSError: a chart cannot be written.
    """
    archive = read_archive(state_folder(options.state))
    if options.json:
        print(json.dumps(numbers(archive.contents)))
    elif options.csv:
        write_deals(archive, sys.stdout)
    elif not options.charts:
        _print(archive)
    if options.charts:
        for path in draw_charts(archive.contents.totals, options.charts):
            print(f"Drawn: {path}", file=sys.stderr)
    return 0


def export(options: Namespace) -> int:
    """Copy the recordings and the table of deals to a folder.

    Raises:
        StoreError: the store cannot be read, or there is too little room.
        OSError: a file cannot be read or written.
    """
    count = export_to(state_folder(options.state), options.folder)
    print(f"{count} recordings and the table of deals are in {options.folder}.")
    return 0


def _print(archive: Archive) -> None:
    totals = archive.contents.totals
    console = Console()
    table = Table(title=f"{totals.games} games, {totals.minutes} minutes")
    table.add_column("")
    for player in PLAYERS:
        table.add_column(NAMES[player], justify="right")
    own = [totals.players[player] for player in PLAYERS]
    for name in ("wins", "plays", "misplays", "beaten", "longest_run"):
        table.add_row(name.replace("_", " "), *(str(getattr(each, name)) for each in own))
    for name, title in (
        ("median_ns", "median time to a play"),
        ("best_ns", "best time to a play"),
        ("average_slap_ns", "average time to the slap"),
        ("best_slap_ns", "best time to the slap"),
    ):
        table.add_row(title, *(_seconds(getattr(each, name)) for each in own))
    console.print(table)
    for kind in KINDS:
        best = Table(title=kind.replace("_", " "))
        for column in ("", "name", "", "on"):
            best.add_column(column)
        for place, entry in enumerate(archive.contents.best.get(kind), 1):
            best.add_row(str(place), entry.name, _value(kind, entry.value), entry.set_on)
        if best.rows:
            console.print(best)


def _seconds(time_ns: int | None) -> str:
    return "–" if time_ns is None else f"{time_ns / 1e9:.2f} s"


def _value(kind: Kind, value: int) -> str:
    return f"{value} cards" if kind == "longest_run" else _seconds(value)
