"""What the computer says of itself, on whatever computer it is."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from firmware.commands.machine import CabinetMachine
from firmware.screens.house import SwitchReport
from firmware.text import Text, plain, say
from hal.events import Control, Lamp
from hal.port import LineReport

LINE = LineReport("GPIO 4", 1, Control.CARD2, False, 12, 5, 1000, 100, 200, True)

BUTTON = LineReport("GPIO 25", None, None, False, 0, 0, None, 0, 0, False)


class FakePanels:
    """Panels with one line, and the button inside the cabinet."""

    def __init__(self) -> None:
        self.sensitivity: int | None = 3

    def lines(self) -> tuple[LineReport, ...]:
        return LINE, BUTTON

    def lamps(self) -> tuple[Lamp, ...]:
        return ()

    def faults(self) -> tuple[str, ...]:
        return ("2 × GPIO 4 chatters",)

    def set_sensitivity(self, step: int) -> None:
        self.sensitivity = step


class FakeLoudspeaker:
    """A loudspeaker that is not there."""

    fault: str | None = "no such device"

    def __init__(self) -> None:
        self.played: list[str] = []

    def test(self, name: str) -> None:
        self.played.append(name)


PI = {
    "proc/device-tree/model": "Raspberry Pi 4 Model B Rev 1.4\0",
    "proc/uptime": "7384.11 25000.00\n",
    "proc/sys/kernel/random/boot_id": "4a7c\n",
    "sys/class/thermal/thermal_zone0/temp": "48321\n",
    "sys/devices/platform/soc/soc:firmware/get_throttled": "0\n",
}


def computer(root: Path, files: Mapping[str, str]) -> CabinetMachine:
    """A computer whose system says this."""
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return CabinetMachine(None, None, root, root=root)


def facts(machine: CabinetMachine) -> dict[str, Text]:
    """Its facts by the keys of their names."""
    return {row.name.key.removeprefix("system."): row.values[0] for row in machine.facts()}


def test_a_raspberry_pi_tells_all(tmp_path: Path) -> None:
    machine = computer(tmp_path, PI)
    told = facts(machine)
    assert list(told) == ["version", "model", "uptime", "temperature", "supply", "speed", "disk"]
    assert told["model"] == plain("Raspberry Pi 4 Model B Rev 1.4")
    assert told["uptime"] == say("value.hours", hours=2, minutes=3)
    assert told["temperature"] == say("value.celsius", degrees=48)
    assert told["supply"] == told["speed"] == say("supply.good")
    assert machine.boot() == "4a7c"


@pytest.mark.parametrize(
    ("word", "supply", "speed"),
    [
        ("1", say("supply.undervoltage"), say("supply.good")),
        ("50005", say("supply.undervoltage"), say("supply.throttled")),
        (
            "50000",
            say("supply.was", what=say("supply.undervoltage")),
            say("supply.was", what=say("supply.throttled")),
        ),
        ("10002", say("supply.was", what=say("supply.undervoltage")), say("supply.capped")),
        ("80008", say("supply.good"), say("supply.hot")),
        ("40008", say("supply.good"), say("supply.hot")),
    ],
)
@pytest.mark.parametrize("folder", ["soc/soc:firmware", "soc@107c000000/soc@107c000000:firmware"])
def test_what_is_wrong_now_is_told_before_what_was(
    tmp_path: Path, folder: str, word: str, supply: Text, speed: Text
) -> None:
    told = facts(computer(tmp_path, {f"sys/devices/platform/{folder}/get_throttled": word}))
    assert (told["supply"], told["speed"]) == (supply, speed)


@pytest.mark.parametrize("files", [{}, dict.fromkeys(PI, ""), dict.fromkeys(PI, "nonsense")])
def test_what_a_computer_does_not_tell_is_left_out(tmp_path: Path, files: dict[str, str]) -> None:
    told = facts(computer(tmp_path, files))
    assert {"version", "disk"} <= told.keys() <= {"version", "disk", "model"}


def test_without_panels_and_sound_nothing_is_wrong_and_nothing_happens(tmp_path: Path) -> None:
    machine = computer(tmp_path, {})
    machine.set_sensitivity(5)
    machine.sound("win")
    assert machine.faults() == ()
    assert machine.boot() == ""
    assert machine.switches() == {}


def test_the_owner_hears_of_panels_and_sound(tmp_path: Path) -> None:
    panels, sound = FakePanels(), FakeLoudspeaker()
    machine = CabinetMachine(panels, sound, tmp_path, tmp_path)
    assert machine.faults() == (
        plain("2 × GPIO 4 chatters"),
        say("faults.sound", reason="no such device"),
    )
    assert machine.switches() == {(1, Control.CARD2): SwitchReport(bounces=5, muted=True)}
    machine.set_sensitivity(1)
    assert panels.sensitivity == 1
    machine.sound("win")
    assert sound.played == ["win"]
