"""The whole cabinet comes to an end: as it was told to, or by a bug."""

import argparse
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import pytest

from firmware.commands import whole
from firmware.commands.devices import Devices
from firmware.commands.machine import CabinetMachine
from firmware.game.events import PLAYERS, Event, Player
from firmware.game.view import Phase
from firmware.screen import Screen
from hal.events import Control, InputEvent
from hal.mock import START_NS, MockHal
from hal.port import Reading
from tests.firmware.screens.evening import Evening
from tests.firmware.table import S

POWER_ON = "monday"


class Witness:
    """A display that remembers what it was shown last."""

    def __init__(self) -> None:
        self.screen: Screen | None = None

    def show(self, screen: Screen, events: Sequence[Event], now_ns: int) -> int | None:
        self.screen = screen
        return None

    def redraw(self) -> None:
        """Nothing to redraw."""

    def close(self) -> None:
        """Nothing to close."""


class Ending(MockHal):
    """Inputs in whose reading the program ends, as soon as all has been played."""

    def __init__(self, script: Sequence[InputEvent], end: BaseException) -> None:
        super().__init__(script)
        self._end = end

    def read(self, until_ns: int) -> Reading:
        if self.finished and self.now_ns > START_NS + 9 * S:
            raise self._end
        return super().read(until_ns)


def taps(seconds: float, player: Player, control: str) -> list[InputEvent]:
    """A press and the release soon after it."""
    press = InputEvent(START_NS + round(seconds * S), player, Control(control), True)
    return [press, replace(press, time_ns=press.time_ns + S // 50, pressed=False)]


# From attract through the menu to the table, where the countdown ends before the program does.
A_MATCH_BEGINS = [*taps(1, 1, "card1"), *taps(2, 1, "action"), *taps(3, 1, "action"), *taps(3.5, 2, "action")]


@pytest.mark.parametrize(
    ("end", "crashes"), [(RuntimeError("a bug"), 1), (SystemExit(0), 0), (KeyboardInterrupt(), 0)]
)
def test_a_match_can_be_gone_on_with_however_the_program_ended_and_only_a_bug_counts_as_a_crash(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, end: BaseException, crashes: int
) -> None:
    monkeypatch.setattr(CabinetMachine, "boot", lambda machine: POWER_ON)
    # It would hold for all tests that follow.
    monkeypatch.setattr(whole, "be_quick", lambda: None)
    witness = Witness()
    devices = Devices(witness, Ending(A_MATCH_BEGINS, end))
    with pytest.raises(type(end)), ExitStack() as stack:
        whole.run_cabinet(argparse.Namespace(state=tmp_path), devices, stack)
    assert witness.screen is not None
    before = witness.screen.table
    assert before is not None
    assert before.phase is Phase.PLAY
    again = Evening(tmp_path, power_on=POWER_ON)
    assert again.cabinet.house.runs.crashes == crashes
    assert again.title == "resume.title"
    again.press("confirm.yes")
    again.wait(3.1)
    assert again.table.phase is Phase.PLAY
    for player in PLAYERS:
        assert again.table.seats[player].hand == before.seats[player].hand
    again.close()
