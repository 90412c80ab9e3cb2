"""What is kept: settings, results, statistics and recordings, through power cuts and bad disks."""

from firmware.store.match_log import MatchLog
from firmware.store.store import Store, Unfinished, open_store
from firmware.store.writer import Ticket

__all__ = ["MatchLog", "Store", "Ticket", "Unfinished", "open_store"]
