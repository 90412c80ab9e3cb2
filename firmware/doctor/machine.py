"""What the checks ask of the machine; a test brings a folder that stands for its root, and answers."""

import fcntl
import os
import platform
import resource
import shutil
import struct
import subprocess
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

_CHIP_INFO: Final = 0x8044B401
"""Linux's call to ask a GPIO chip for its name, its label and how many lines it has (GPIO_GET_CHIPINFO)."""

_CHIP_FORMAT: Final = struct.Struct("32s32sI")
_TOOL_TIMEOUT_S: Final = 5


def output_of(command: Sequence[str]) -> str | None:
    """What a tool prints; None if it is not there or fails."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=_TOOL_TIMEOUT_S, check=True)
    except (OSError, subprocess.SubprocessError):
        return None
    return done.stdout


def chip_label(device: Path) -> str:
    """The label of a GPIO chip, which names what it is; raises `OSError` if it cannot be asked."""
    with device.open("rb", buffering=0) as chip:
        answer = fcntl.ioctl(chip, _CHIP_INFO, bytes(_CHIP_FORMAT.size))
    label: bytes = _CHIP_FORMAT.unpack(answer)[1]
    return label.partition(b"\0")[0].decode(errors="replace")


@dataclass(frozen=True)
class Machine:
    """This machine: its files below `root`, and how everything else is asked."""

    root: Path = Path("/")
    architecture: str = platform.machine()
    user: str = os.environ.get("USER", "USER")
    output_of: Callable[[Sequence[str]], str | None] = output_of
    may_use: Callable[[Path], bool] = lambda path: os.access(path, os.R_OK | os.W_OK)
    chip_label: Callable[[Path], str] = chip_label
    limit: Callable[[int], int] = lambda which: resource.getrlimit(which)[0]
    free_bytes: Callable[[Path], int] = lambda folder: shutil.disk_usage(folder).free

    def text(self, path: str) -> str:
        """What a file says, without what the system puts around it; empty if it cannot be read."""
        try:
            return (self.root / path).read_text(encoding="utf-8", errors="replace").strip("\0\n ")
        except OSError:
            return ""

    def nodes(self, pattern: str) -> list[Path]:
        """The files of a pattern, in order."""
        return sorted(self.root.glob(pattern))
