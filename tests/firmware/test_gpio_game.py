"""A whole game through the cabinet's own path: pins that bounce, the HAL, the engine, the picture."""

import threading
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from random import Random

from gpiozero.pins.mock import MockFactory

from display.outputs.headless import HeadlessDisplay
from firmware.activity import SingleMatch
from firmware.app import run
from firmware.game.events import Event, Misplay, Out, Played, TurnedUp, Won
from firmware.game.view import Phase, TableView
from firmware.recorder import Recorder
from firmware.recording import NewMatch, read_recording
from firmware.referee import Referee
from firmware.screen import Look, Screen
from firmware.sequencer import Sequencer
from firmware.session import Session
from hal.events import Control, Player
from hal.gpio import GpioHal
from hal.gpiozero_lines import GpiozeroLines
from hal.wiring import Wiring, load_wiring
from tests.firmware.table import ring_deck


def patient_wiring() -> Wiring:
    """The cabinet's pins, with lockouts that outlast a train of bounces however busy this machine is."""
    wiring = load_wiring()
    return replace(wiring, switches=tuple(replace(each, debounce_ns=80_000_000) for each in wiring.switches))


class WatchedDisplay(HeadlessDisplay):
    """Tells a waiting thread what has been shown."""

    def __init__(self) -> None:
        super().__init__((800, 480))
        self.events: list[Event] = []
        self.views: list[TableView] = []
        self._shown = threading.Condition()

    def show(self, screen: Screen, events: Sequence[Event], now_ns: int) -> int | None:
        with self._shown:
            self.events += events
            assert screen.table is not None
            self.views.append(screen.table)
            self._shown.notify_all()
        return super().show(screen, events, now_ns)

    def wait_for(self, seen: Callable[[], bool]) -> None:
        with self._shown:
            assert self._shown.wait_for(seen, timeout=10), "the game did not come so far"

    def count(self, kind: type[Event]) -> int:
        return sum(isinstance(event, kind) for event in self.events)

    def more_than(self, count: int, kind: type[Event]) -> Callable[[], bool]:
        return lambda: self.count(kind) > count


class Fingers(threading.Thread):
    """Two people at the panels: pins go low and high, with the bounces of a bad switch."""

    def __init__(self, factory: MockFactory, display: WatchedDisplay) -> None:
        super().__init__(daemon=True)
        self._factory = factory
        self._display = display
        self._wiring = load_wiring()
        self._pause = threading.Event()

    def run(self) -> None:
        for player in (1, 2):
            self.tap(player, Control.ACTION)
        self._display.wait_for(self._display.more_than(0, TurnedUp))
        for number in range(20):
            self.tap(1, Control(f"card{number % 5 + 1}"))
            self._display.wait_for(self._display.more_than(number, Played))
        self._display.wait_for(self._display.more_than(0, Out))
        self.tap(1, Control.SLAP)

    def tap(self, player: Player, control: Control) -> None:
        pin = self._factory.pin(self._wiring.line(player, control))
        for _ in range(4):
            pin.drive_low()
            pin.drive_high()
        pin.drive_low()
        # Longer than a lockout, as a finger is.
        self._pause.wait(0.12)
        for _ in range(3):
            pin.drive_high()
            pin.drive_low()
        pin.drive_high()


def test_a_game_is_played_through_bouncing_pins_to_a_claimed_win(tmp_path: Path) -> None:
    factory, display = MockFactory(), WatchedDisplay()
    new = NewMatch(options={"target": 1, "countdown": 0}, deck=tuple(ring_deck()))
    hal = GpioHal(patient_wiring(), GpiozeroLines(factory))
    recording = tmp_path / "game.jsonl"
    fingers = Fingers(factory, display)
    with closing(Recorder(recording, new)) as recorder:
        session = Session(Referee(new), Sequencer(Random(0).random), record=recorder.edge)
        fingers.start()
        run(hal, display, SingleMatch(session, Look(), linger_ns=0))
        recorder.time(session.judged_to_ns)
    fingers.join()
    hal.close()
    assert display.count(Played) == 20
    assert display.count(Misplay) == 0
    assert [event.player for event in display.events if isinstance(event, Won)] == [1]
    assert display.views[-1].phase is Phase.MATCH_WON
    assert hal.faults() == ()
    assert sum(line.bounces for line in hal.lines()) > 22 * 8

    # The recording, judged again, tells the same game.
    recorded = read_recording(recording)
    assert recorded.new == new
    referee = Referee(new)
    again = [*referee.opening]
    for edge in recorded.edges:
        again += referee.edge(edge)
    again += referee.advance(recorded.end_ns)
    assert again == display.events
    assert sum(edge.pressed for edge in recorded.edges) == 23
