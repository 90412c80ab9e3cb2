"""How ranks and suits are written; the same in every language."""

from collections.abc import Mapping
from typing import Final

SUIT_SIGNS: Final[Mapping[str, str]] = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}


def rank_text(rank: str) -> str:
    """A rank as people write it: ten is the only one with two characters."""
    return "10" if rank == "T" else rank
