"""The levels of computer players, by name."""

from typing import Final, Literal, TypeAlias, get_args

LevelName: TypeAlias = Literal["easy", "medium", "hard", "expert"]

LEVEL_NAMES: Final[tuple[LevelName, ...]] = get_args(LevelName)
"""From the least to the best."""
