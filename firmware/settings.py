"""What the owner and the players have chosen: each setting, its default and what it can be."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Final, Literal, get_args, get_type_hints

from display.words import languages
from firmware.text import Text, say

STEPS: Final = (1, 2, 3, 4, 5)
"""Of sensitivity: 1 lets only the hardest hits through, 5 every one."""

Amount = Literal["on", "less", "off"]


@dataclass(frozen=True, slots=True)
class Settings:
    """All settings, each with its default.

    `volume` and `brightness` in per cent; `sensitivity` of the slap pads in `STEPS`; `attract_after_s`: how
    long a screen is left alone before attract; `dim_after_s`: and how long after that before it dims.
    `hints1` and so on are player 1's and 2's own. `locked`: players can't change any of these.
    """

    language: str = "en"
    volume: int = 70
    quiet: bool = False
    voice: bool = True
    attract_sound: Amount = "less"
    brightness: int = 100
    attract_after_s: int = 60
    dim_after_s: int = 300
    sensitivity: int = 3
    large_print: bool = False
    reduced_motion: bool = False
    children: bool = False
    hints1: bool = False
    hints2: bool = False
    left_handed1: bool = False
    left_handed2: bool = False
    locked: bool = False


NAMES: Final = tuple(field.name for field in fields(Settings))

_CHOICES: Final[Mapping[str, tuple[object, ...]]] = {
    "volume": (0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100),
    "attract_sound": get_args(Amount),
    "brightness": (20, 40, 60, 80, 100),
    "attract_after_s": (30, 60, 120, 300),
    "dim_after_s": (60, 300, 900, 3600),
    "sensitivity": STEPS,
    **{name: (False, True) for name, kind in get_type_hints(Settings).items() if kind is bool},
}

assert {*_CHOICES, "language"} == set(NAMES), "a setting without choices"


def choices(name: str) -> tuple[object, ...]:
    """The values that a setting can have, in the order in which a button steps through them."""
    return languages() if name == "language" else _CHOICES[name]


def stepped(settings: Settings, name: str) -> Settings:
    """The settings with `name` at the next of its values, after the last one the first."""
    values = choices(name)
    place = values.index(getattr(settings, name))
    return _changed(settings, {name: values[(place + 1) % len(values)]})


def settings_from(stored: Mapping[str, object]) -> tuple[Settings, tuple[Text, ...]]:
    """Settings as they were stored; what is unknown or can't be is left at its default, and told."""
    kept: dict[str, object] = {}
    faults: list[Text] = []
    for name, value in stored.items():
        if name not in NAMES:
            faults.append(say("faults.setting_unknown", name=name))
        elif not any(type(value) is type(known) and value == known for known in choices(name)):
            right = ", ".join(map(str, choices(name)))
            faults.append(say("faults.setting_unfit", name=name, value=str(value), right=right))
        else:
            kept[name] = value
    return _changed(Settings(), kept), tuple(faults)


def as_stored(settings: Settings) -> dict[str, object]:
    """The settings by name, as plain values."""
    return asdict(settings)


def _changed(settings: Settings, values: Mapping[str, object]) -> Settings:
    return Settings(**{**asdict(settings), **values})
