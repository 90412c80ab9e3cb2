"""What the cabinet's screens share: the settings, what is kept, and the owner's side of the devices."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING, Protocol, TypeAlias

from firmware.game.events import Player
from firmware.game.rules import SECOND_NS
from firmware.screen import Row
from firmware.screens.choice import Choice, stored
from firmware.screens.runs import Runs
from firmware.screens.usage import Usage
from firmware.settings import Settings, as_stored, stepped
from firmware.store.store import Store
from firmware.text import Text, say
from hal.events import Control

if TYPE_CHECKING:
    from firmware.screens.page import Back, Page


Switch: TypeAlias = tuple[Player, Control]


@dataclass(frozen=True, slots=True)
class SwitchReport:
    """`bounces`: how many of its edges do not count. `muted`: it is ignored, as it is stuck or chatters."""

    bounces: int = 0
    muted: bool = False


class Pages(Protocol):
    """Opens the pages that others lead to; `now_ns` is the cabinet's time."""

    def attract(self, now_ns: int) -> "Page":
        """What runs while nobody plays."""
        ...

    def menu(self, now_ns: int) -> "Page":
        """The choice of players and rules."""
        ...

    def match(self, now_ns: int) -> "Page":
        """A new match, as chosen."""
        ...

    def service(self, now_ns: int, back: "Back") -> "Page":
        """The owner's pages; leaving them leads `back`."""
        ...


class Machine(Protocol):
    """The owner's side of the devices. Nothing here waits or raises."""

    def faults(self) -> Sequence[Text]:
        """What is wrong with the devices, each thing once."""
        ...

    def facts(self) -> Sequence[Row]:
        """What the system says of itself: temperature, undervoltage, throttling, disk, version, uptime."""
        ...

    def boot(self) -> str:
        """A name for the time since power-on, another at each; empty if it has none."""
        ...

    def switches(self) -> Mapping[Switch, SwitchReport]:
        """What is known of the switches that can be asked about."""
        ...

    def set_sensitivity(self, step: int) -> None:
        """Make the slap pads more or less sensitive; see `firmware.settings.STEPS`."""
        ...

    def sound(self, name: str) -> None:
        """Play a sound now, to hear whether it works."""
        ...


@dataclass(slots=True)
class House:
    """One for the whole cabinet; pages read and change it.

    `held`: the buttons that are down, and since when; `late`: how many edges came too late to be judged in
    their order; the cabinet keeps both. `faults`: what was wrong at the start. `switch_off`: a page has asked
    for the machine to be switched off.
    """

    store: Store
    machine: Machine
    pages: Pages
    random: Random
    settings: Settings = field(default_factory=Settings)
    choice: Choice = field(default_factory=Choice)
    held: dict[Switch, int] = field(default_factory=dict)
    usage: Usage = field(default_factory=Usage)
    runs: Runs = field(default_factory=Runs)
    faults: list[Text] = field(default_factory=list)
    late: int = 0
    switch_off: bool = False

    @property
    def idle_ns(self) -> int:
        """How long a screen is left alone before attract."""
        return self.settings.attract_after_s * SECOND_NS

    @property
    def chosen(self) -> Choice:
        """What is to be played: the choice, or in the children's mode their own game."""
        return self.choice.for_children() if self.settings.children else self.choice

    def choose(self, choice: Choice) -> None:
        """Choose what is played next, and keep it."""
        self.choice = choice
        self.store.save_last_choice(stored(choice))

    def all_faults(self) -> tuple[Text, ...]:
        """All that is wrong with the cabinet, each thing once."""
        return (
            *self.faults,
            *self.machine.faults(),
            *self.store.faults(),
            *([say("faults.late", count=self.late)] if self.late else []),
            *([say("faults.restarts", count=self.runs.crashes)] if self.runs.crashes else []),
            *self.usage.unpressed(),
        )

    def step(self, name: str) -> None:
        """Set a setting to the next of its values, and keep it."""
        self.change(stepped(self.settings, name))

    def change(self, settings: Settings) -> None:
        """Have these settings from now on, and keep them."""
        self.settings = settings
        self.store.save_settings(as_stored(settings))
        self.machine.set_sensitivity(settings.sensitivity)

    def both_hold_action_since_ns(self) -> int | None:
        """Since when both action buttons are down; None if they are not."""
        one, two = self.held.get((1, Control.ACTION)), self.held.get((2, Control.ACTION))
        return None if one is None or two is None else max(one, two)
