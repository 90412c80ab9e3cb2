"""What a check found."""

from dataclasses import dataclass
from enum import StrEnum


class Level(StrEnum):
    """How good it is: the game runs without what is `WARN`, and not without what is `MISSING`."""

    OK = "OK"
    WARN = "WARN"
    MISSING = "MISSING"


@dataclass(frozen=True, slots=True)
class Finding:
    """What was `found` about a `subject`, and the `advice` what to do about it, empty if that is plain."""

    level: Level
    subject: str
    found: str
    advice: str = ""


def ok(subject: str, found: str) -> Finding:
    """It is as it should be."""
    return Finding(Level.OK, subject, found)


def warn(subject: str, found: str, advice: str = "") -> Finding:
    """The game runs without it, or not as well."""
    return Finding(Level.WARN, subject, found, advice)


def missing(subject: str, found: str, advice: str = "") -> Finding:
    """The game cannot run without it."""
    return Finding(Level.MISSING, subject, found, advice)
