"""Unit files as the tests read them."""

import shlex
from pathlib import Path

SYSTEMD = Path(__file__).parents[2] / "systemd"


def settings(name: str, key: str) -> list[str]:
    """The values of a key in a unit, in their order."""
    lines = (SYSTEMD / name).read_text().replace("\\\n", " ").splitlines()
    return [line.partition("=")[2] for line in lines if line.partition("=")[0] == key]


def comments(name: str) -> str:
    """All comments of a unit."""
    return "\n".join(line for line in (SYSTEMD / name).read_text().splitlines() if line.startswith("#"))


def command(line: str) -> list[str]:
    """The words of an Exec line, without the signs in front."""
    return shlex.split(line.lstrip("-+@:!"))
