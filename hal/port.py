"""The port between the cabinet's panels and the program; every backend stands behind it."""

from dataclasses import dataclass
from typing import Protocol

from hal.events import InputEvent, Lamp


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
    """

    events: tuple[InputEvent, ...]
    complete_to_ns: int
    leave: bool = False
    exposed: bool = False


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
