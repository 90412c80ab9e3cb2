"""The port between the cabinet's panels and the program; every backend stands behind it."""

from dataclasses import dataclass
from typing import Protocol

from hal.events import Control, InputEvent, Lamp, Player


class HalError(Exception):
    """The inputs cannot be opened or have failed; the message says which one and what to do."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What `Hal.read` reports.

    `events`: the edges that arrived since the last reading, in any order.
    `complete_to_ns`: the watermark. No edge with an earlier stamp is still to come.
    `leave`: somebody asked to end the program (Esc, the window's close button).
    `exposed`: the window was resized or uncovered, so that the picture has to be shown again. Input
    and window come through one queue on a desktop, which is why the inputs report it.
    `service`: the service button inside the cabinet was pressed. It belongs to no player and to no recording.
    """

    events: tuple[InputEvent, ...]
    complete_to_ns: int
    leave: bool = False
    exposed: bool = False
    service: bool = False


class Hal(Protocol):
    """A source of edges, with lamps. `read` is the only place where the program waits."""

    def read(self, until_ns: int) -> Reading:
        """Wait for input, or until `complete_to_ns` has reached `until_ns`, whichever is first.

        `complete_to_ns` never goes back from one reading to the next, and an edge is reported once.

        Raises:
            HalError: the inputs have failed for good.
        """
        ...

    def light(self, lamps: frozenset[Lamp]) -> None:
        """Light these lamps and no other, at once. All are dark before the first call.

        A lamp that fails never stops a game; inputs without lamps do nothing.

        Raises:
            HalError: the device is closed.
        """
        ...

    def close(self) -> None:
        """Darken the lamps and give the devices back. Closing twice is allowed."""
        ...


@dataclass(frozen=True, slots=True)
class LineReport:
    """What is known of one input line: what a maker looks at after soldering, and an owner at a bad switch.

    `name`: the line and what is wired to it, such as "GPIO 4 (player 1, card1)".
    `player`, `control`: whose it is; None for the service button.
    `pressed`: its level after the latest edge, or at the start, bounces and all.
    `edges`: how many came, bounces and all; `bounces`: how many of them a lockout has swallowed.
    `shortest_gap_ns`: between two of its edges; None before the second.
    `usual_ns`, `latest_ns`: the median lateness of its last edges, and the greatest of all: how long after
    its stamp an edge was with the program. That counts a time in which the program did something else.
    `muted`: the line is ignored, as it is stuck or chatters.
    """

    name: str
    player: Player | None
    control: Control | None
    pressed: bool
    edges: int
    bounces: int
    shortest_gap_ns: int | None
    usual_ns: int
    latest_ns: int
    muted: bool


class Panels(Protocol):
    """What an owner may ask of inputs that are soldered; others need not have it."""

    def lines(self) -> tuple[LineReport, ...]:
        """Every input line, player 1's first, the service button last."""
        ...

    def lamps(self) -> tuple[Lamp, ...]:
        """The lamps that can be lit: those that are wired and that nobody else has, player 1's first."""
        ...

    def faults(self) -> tuple[str, ...]:
        """What went wrong without stopping the game, each message with how often it did."""
        ...

    def set_sensitivity(self, step: int) -> None:
        """Let slaps count that are as light as `step` says, from 1 (only hard ones) to 5 (any).

        It makes no difference where no pad hears the table, as there every slap counts.

        Raises:
            ValueError: there is no such step.
        """
        ...
