"""The loop that connects inputs, the match and the display. It alone owns input, output and time."""

import logging
from dataclasses import replace

from display.port import Display
from firmware.game.events import Event, MatchWon
from firmware.game.rules import SECOND_NS
from firmware.session import Session
from hal.events import InputEvent
from hal.port import Hal

HEARTBEAT_NS = SECOND_NS
"""The longest wait: how soon the loop notices what no edge and no timer tells it."""

LINGER_NS = 3 * SECOND_NS
"""How long a demonstration shows its winner before it ends."""

log = logging.getLogger(__name__)


def play(hal: Hal, display: Display, session: Session, *, end_with_match: bool = False) -> None:
    """Play until somebody leaves; with `end_with_match`, until a match has been won and shown.

    The match's time 0 is the moment up to which the first reading is complete. The watermark of each
    reading is the only "now" there is.

    Raises:
        HalError: the inputs have failed for good.
    """
    reading = hal.read(0)
    start_ns = reading.complete_to_ns
    session.add(_match_time(edge, start_ns) for edge in reading.events)
    shown = session.view()
    frame_due_ns = display.show(shown, session.opening, 0)
    end_ns: int | None = None
    while not reading.leave:
        now_ns = reading.complete_to_ns - start_ns
        if end_ns is not None and now_ns >= end_ns:
            return
        wake_ns = min(
            now_ns + HEARTBEAT_NS,
            *(due_ns for due_ns in (frame_due_ns, end_ns) if due_ns is not None),
            # A moment is judged when the account of it is complete, so one beyond it.
            *(due_ns + 1 for due_ns in (session.due_ns,) if due_ns is not None),
        )
        reading = hal.read(start_ns + wake_ns)
        now_ns = reading.complete_to_ns - start_ns
        session.add(_match_time(edge, start_ns) for edge in reading.events)
        events = session.run_before(now_ns)
        if end_with_match and end_ns is None and _match_won(events):
            end_ns = now_ns + LINGER_NS
        if reading.exposed:
            display.redraw()
        view = session.view()
        if events or view != shown or (frame_due_ns is not None and now_ns >= frame_due_ns):
            frame_due_ns = display.show(view, events, now_ns)
            shown = view


def _match_time(edge: InputEvent, start_ns: int) -> InputEvent:
    # A button pressed before the match began counts from its first moment on.
    return replace(edge, time_ns=max(0, edge.time_ns - start_ns))


def _match_won(events: list[Event]) -> bool:
    return any(isinstance(event, MatchWon) for event in events)
