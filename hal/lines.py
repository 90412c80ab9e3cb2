"""What the cabinet needs of its GPIO lines; gpiozero's pins and gpiod stand behind it."""

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

from hal.wiring import Input, LampLine

RawEdge = tuple[int, int, bool]
"""An edge: its line (BCM number), its stamp in nanoseconds, and whether the line is high after it."""


class Mark(Protocol):
    """How far the report of the edges is complete; see `hal.watermark`."""

    complete_to_ns: int
    """No edge with an earlier stamp is still to come, once all that has arrived is taken over."""

    def resume(self, now_ns: int) -> None:
        """The loop comes back from other work."""

    def waited(self, now_ns: int, asked_ns: int, stamp_ns: int | None) -> None:
        """The loop has waited since the last call; arguments and result are those of `Lines.wait`."""

    def wait_ns(self, target_ns: int) -> int:
        """How long to wait at most, from the last call on, for the mark to reach `target_ns`."""
        ...


class Lines(Protocol):
    """The GPIO lines of the machine. Only `wait` waits, and nothing here is called by two threads."""

    def watch(self, inputs: Sequence[Input], now_ns: int, note: Callable[[str], None]) -> Mark:
        """Claim these lines and report their edges from now on; returns how far the report is complete.

        `note`: takes a message about what went wrong without ending the report, from any thread.

        Raises:
            HalError: a line cannot be claimed; the message names it, its control and its user.
        """
        ...

    def levels(self) -> Mapping[int, bool]:
        """Read every watched line: whether it is high.

        Raises:
            HalError: it cannot be read.
        """
        ...

    def arrived(self) -> Sequence[RawEdge]:
        """Take the edges that have arrived. Those of one line are in order, those of several need not be.

        Raises:
            HalError: no edge will come any more.
        """
        ...

    def wait(self, wait_ns: int) -> int | None:
        """Wait until an edge arrives, and for so long at most.

        Returns its stamp, or None if none came or its stamp is of no use to the mark.

        Raises:
            HalError: no edge will come any more.
        """
        ...

    def missing_to_ns(self) -> int | None:
        """The stamp before which an edge is missing, which may be lost or only late; None if none is."""
        ...

    def lost_before(self, mark_ns: int) -> int:
        """How many edges are lost beside those told before, as all up to `mark_ns` should have come."""
        ...

    def claim_lamp(self, lamp_line: LampLine, *, high: bool) -> None:
        """Make a line an output of this level.

        Raises:
            HalError: it cannot be claimed; the message names it and its user.
        """

    def write(self, line: int, *, high: bool) -> None:
        """Set the level of an output; any exception means that it could not be done."""

    def close(self) -> None:
        """Report no further edge and give all lines back."""


def explain(wired: Input | LampLine, error: object, user: str | None) -> str:
    """Say in one sentence why a line could not be opened and what to do about it.

    `user`: who has the line, in the kernel's words, if that is known.
    """
    text = str(error) or type(error).__name__
    if "busy" in text.lower():
        consumer = repr(user) if user else "another program or the system"
        return (
            f"{wired} is in use by {consumer}: turn that off (in /boot/firmware/config.txt, if it is "
            f"the system's), end the other program, or wire this to another line"
        )
    if "edge detect" in text.lower():
        return (
            f"{wired}: RPi.GPIO cannot detect edges ({text}); it cannot from Linux 6.6 on: "
            f"use the pin factory lgpio"
        )
    return f"{wired} cannot be opened: {text}"
