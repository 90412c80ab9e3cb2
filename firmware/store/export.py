"""Copying recordings and statistics to another disk, such as a USB stick."""

import os
import re
import shutil
from collections.abc import Callable
from datetime import datetime
from io import StringIO
from pathlib import Path
from threading import Thread
from typing import Final, TypeVar

from firmware.store.archive import read_archive, write_deals
from firmware.store.journal import sync_folder
from firmware.store.library import KEPT, RECORDINGS, Library
from firmware.store.schema import StoreError
from firmware.text import Text, say

Read = TypeVar("Read")

STATISTICS: Final = "stats.csv"
SPARE_BYTES: Final = 1_000_000
"""Left free on the other disk: folders and the file system take some too."""

STICK_PLACES: Final = ("/media/", "/run/media/", "/mnt/")
"""Where systems put the file systems of USB sticks."""


def export_to(folder: Path, destination: Path) -> int:
    """Copy the recordings of the store in `folder`, and its deals as CSV; how many recordings there were.

    Each file comes to its name only when it is on the disk as a whole; others in `destination` stay.

    Raises:
        StoreError: the store cannot be read, or there is too little room.
        OSError: a file cannot be read or written.
    """
    table = StringIO()
    write_deals(read_archive(folder), table)
    paths = Library(folder / RECORDINGS, KEPT).paths()
    destination.mkdir(parents=True, exist_ok=True)
    sizes_bytes = [found.st_size for path in paths if (found := _unless_gone(path.stat))]
    needed = sum(sizes_bytes) + len(table.getvalue()) + SPARE_BYTES
    free = shutil.disk_usage(destination).free
    if free < needed:
        raise StoreError(
            f"{destination}: {needed / 1e6:.1f} MB are needed and {free / 1e6:.1f} MB are free; make room"
        )
    count = 0
    for path in paths:
        if (content := _unless_gone(path.read_bytes)) is not None:
            _write(destination / path.name, content)
            count += 1
    _write(destination / STATISTICS, table.getvalue().encode())
    sync_folder(destination)
    return count


def _unless_gone(read: Callable[[], Read]) -> Read | None:
    """What there is to read; None if the cabinet has deleted the recording since, as it keeps only some."""
    try:
        return read()
    except FileNotFoundError:
        return None


def _write(path: Path, content: bytes) -> None:
    part = path.with_name(path.name + ".part")
    try:
        with part.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        os.replace(part, path)
    except OSError:
        part.unlink(missing_ok=True)
        raise


def find_usb_stick(
    mounts: Path = Path("/proc/self/mounts"), disks: Path = Path("/sys/class/block")
) -> Path | None:
    """Where a USB stick that can be written is mounted; None if there is none."""
    try:
        lines = mounts.read_text(encoding="utf-8", errors="surrogateescape").splitlines()
    except OSError:
        return None
    for line in lines:
        device, place, _, options, *_ = line.split(" ")
        place = re.sub(r"\\([0-7]{3})", lambda match: chr(int(match[1], 8)), place)
        on_usb = "/usb" in os.path.realpath(disks / Path(device).name)
        if on_usb and place.startswith(STICK_PLACES) and "rw" in options.split(","):
            return Path(place)
    return None


def copy_to_stick(folder: Path, now: datetime) -> Text:
    """Copy everything into a new folder on a USB stick; what became of it."""
    stick = find_usb_stick()
    if stick is None:
        return say("export.no_stick")
    destination = stick / f"speed-cabinet-{now:%Y%m%d-%H%M%S}"
    try:
        count = export_to(folder, destination)
    except (OSError, StoreError) as error:
        return say("export.failed", reason=str(error))
    return say("export.done", count=count, folder=destination.name)


class Export:
    """Copies onto a USB stick in a thread of its own; `told` says how far it is."""

    def __init__(self, work: Callable[[], Text]) -> None:
        self._told = say("export.copying")
        self._thread = Thread(target=self._run, args=(work,), name="export", daemon=True)
        self._thread.start()

    def told(self) -> Text:
        """What has become of it so far."""
        return self._told

    @property
    def over(self) -> bool:
        """Whether nothing is being copied any more."""
        return not self._thread.is_alive()

    def finish(self, timeout_s: float) -> None:
        """Wait for its end, for so long at most."""
        self._thread.join(max(0.0, timeout_s))

    def _run(self, work: Callable[[], Text]) -> None:
        self._told = work()
