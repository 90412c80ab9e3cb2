"""What is kept: settings, results, statistics and recordings, through power cuts and bad disks."""

from firmware.store.store import Store, Unfinished, open_store

__all__ = ["Store", "Unfinished", "open_store"]
