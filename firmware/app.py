"""The loop that connects inputs, the match and the display. It alone owns input, output and time."""

from dataclasses import replace
from typing import Final

from display.port import Display
from firmware.game.events import Event, MatchWon
from firmware.game.rules import SECOND_NS
from firmware.game.view import TableView
from firmware.lamps import lamps_for
from firmware.screens.view import Look, Screen
from firmware.session import Session
from hal.events import InputEvent, Lamp
from hal.port import Hal

HEARTBEAT_NS: Final = SECOND_NS
"""The longest wait: how soon the loop notices what no edge and no timer tells it."""


def play(hal: Hal, display: Display, session: Session, *, linger_ns: int | None = None) -> None:
    """Play until somebody leaves; with `linger_ns`, at most until a match was won that long ago.

    The match's time 0 is the moment up to which the first reading is complete. The watermark of each
    reading is the only "now" there is.

    Raises:
        HalError: the inputs have failed for good.
    """
    reading = hal.read(0)
    start_ns = reading.complete_to_ns
    session.add(_match_time(edge, start_ns) for edge in reading.events)
    shown = session.view()
    lit = _light(hal, shown, frozenset())
    frame_due_ns = display.show(Screen(Look(), 0, shown), session.opening, 0)
    end_ns: int | None = None
    while not reading.leave:
        now_ns = reading.complete_to_ns - start_ns
        if end_ns is not None and now_ns >= end_ns:
            return
        moments_ns = [now_ns + HEARTBEAT_NS, frame_due_ns, end_ns]
        if end_ns is None and session.due_ns is not None:
            # A moment is judged when the account of it is complete: one nanosecond beyond it.
            moments_ns.append(session.due_ns + 1)
        wake_ns = min(moment_ns for moment_ns in moments_ns if moment_ns is not None)
        reading = hal.read(start_ns + wake_ns)
        now_ns = reading.complete_to_ns - start_ns
        session.add(_match_time(edge, start_ns) for edge in reading.events)
        # Once it lingers, computer players would begin another match.
        events = session.run_before(now_ns) if end_ns is None else []
        if linger_ns is not None and end_ns is None and _match_won(events):
            end_ns = now_ns + linger_ns
        if reading.exposed:
            display.redraw()
        view = session.view()
        lit = _light(hal, view, lit)
        if events or view != shown or (frame_due_ns is not None and now_ns >= frame_due_ns):
            frame_due_ns = display.show(Screen(Look(), 0, view), events, now_ns)
            shown = view


def _light(hal: Hal, view: TableView, lit: frozenset[Lamp]) -> frozenset[Lamp]:
    """Light the lamps that belong to what is shown, if others are `lit`; return them."""
    lamps = lamps_for(view)
    if lamps != lit:
        hal.light(lamps)
    return lamps


def _match_time(edge: InputEvent, start_ns: int) -> InputEvent:
    # A button pressed before the match began counts from its first moment on.
    return replace(edge, time_ns=max(0, edge.time_ns - start_ns))


def _match_won(events: list[Event]) -> bool:
    return any(isinstance(event, MatchWon) for event in events)
