"""Small disks that can be filled, made read-only, broken or cut off from power. Most of them need root."""

import os
import resource
import shutil
import subprocess
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path
from typing import Final, TypeAlias

import pytest

IMAGE_BYTES: Final = 24_000_000
NEW_STORE_BYTES: Final = 40_000

Full: TypeAlias = Callable[[], AbstractContextManager[None]]
"""Makes a disk full for a while."""

SmallDisk: TypeAlias = Callable[[Path], AbstractContextManager[Full]]
"""Makes a small disk of a folder."""


def run(*command: str | Path) -> None:
    subprocess.run(command, check=True, capture_output=True)


def need_mounts(folder: Path) -> None:
    """Skip where this process may not mount file systems: no machine for tests is expected to allow it."""
    try:
        with memory_disk(folder, 64):
            pass
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("mounting a disk needs root: sudo .venv/bin/python -m pytest tests/faults")


@contextmanager
def memory_disk(folder: Path, kilobytes: int) -> Iterator[Path]:
    """A disk of so many kilobytes in memory."""
    folder.mkdir(exist_ok=True)
    run("mount", "-t", "tmpfs", "-o", f"size={kilobytes}k", "tmpfs", folder)
    try:
        yield folder
    finally:
        run("umount", "--lazy", folder)


@contextmanager
def read_only(folder: Path) -> Iterator[None]:
    """A folder that cannot be written for a while; for root, who may write everywhere, by mounting it so."""
    if os.geteuid() == 0:
        run("mount", "--bind", "-o", "ro", folder, folder)
    else:
        folder.chmod(0o555)
    try:
        yield
    finally:
        if os.geteuid() == 0:
            run("umount", "--lazy", folder)
        else:
            folder.chmod(0o755)


@contextmanager
def small_memory_disk(folder: Path) -> Iterator[Full]:
    """A small disk of its own; while it is full there is no byte free on it."""
    need_mounts(folder)

    @contextmanager
    def full() -> Iterator[None]:
        ballast = folder / "ballast"
        fill(ballast)
        yield
        ballast.unlink()

    with memory_disk(folder, 1024):
        yield full


@contextmanager
def limited_files(folder: Path) -> Iterator[Full]:
    """A small disk for those who cannot mount one: while it is full no file of this process may grow."""

    @contextmanager
    def full() -> Iterator[None]:
        before = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (NEW_STORE_BYTES, before[1]))
        try:
            yield
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, before)

    yield full


class ThinDisk:
    """A disk that promises more room than there is, and then fails to sync what it took."""

    def __init__(self, place: Path) -> None:
        self.folder = place / "disk"
        self.folder.mkdir()
        self._memory = place / "memory"
        self._memory.mkdir()
        run("mount", "-t", "tmpfs", "-o", "size=8m", "tmpfs", self._memory)
        self._image = self._memory / "image"
        make_image(self._image)
        run("mount", "-o", "loop", self._image, self.folder)

    @contextmanager
    def without_room(self) -> Iterator[None]:
        """A while in which nothing more comes to the disk."""
        ballast = self._memory / "ballast"
        fill(ballast)
        yield
        ballast.unlink()

    def again(self) -> None:
        """Take the disk out and put it in: what the system has in memory is forgotten."""
        run("umount", self.folder)
        run("mount", "-o", "loop", self._image, self.folder)

    def close(self) -> None:
        """Take the disk away."""
        for folder in (self.folder, self._memory):
            run("umount", "--lazy", folder)


def make_image(path: Path) -> None:
    """A file with a file system in it."""
    with path.open("wb") as file:
        file.truncate(IMAGE_BYTES)
    run("mkfs.ext4", "-q", path)


def fill(ballast: Path) -> None:
    """Leave no byte of a disk free."""
    with ballast.open("wb", buffering=0) as file:
        for size in (4096, 1):
            # It is full when nothing of what was to be written was.
            with suppress(OSError):
                while file.write(b"\0" * size):
                    pass


class PowerCutDisk:
    """A disk with a journalling file system, whose power can be cut: only what had reached it is left.

    It is a file, so that is what is in the file at that moment.
    """

    def __init__(self, place: Path) -> None:
        self.folder = place / "disk"
        self._image = place / "image"
        self.folder.mkdir()
        make_image(self._image)
        self._mount()

    def cut(self) -> None:
        """Cut the power, and give it again."""
        copy = self._image.with_name("copy")
        shutil.copyfile(self._image, copy)
        run("umount", "--lazy", self.folder)
        # The old file goes on without a name: what reaches it from now on is lost.
        copy.replace(self._image)
        self._mount()

    def close(self) -> None:
        """Take the disk away."""
        run("umount", "--lazy", self.folder)

    def _mount(self) -> None:
        run("mount", "-o", "loop", self._image, self.folder)
