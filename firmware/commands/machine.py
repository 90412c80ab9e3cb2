"""The owner's side of the devices, as the service pages ask for it."""

import shutil
from collections.abc import Callable, Mapping, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Final, Protocol

from firmware.pi import Trouble, firmware_word
from firmware.screen import Row
from firmware.screens.house import Switch, SwitchReport
from firmware.text import Text, plain, say
from hal.port import Panels

ROOT: Final = Path("/")

SUPPLY: Final = {Trouble.UNDERVOLTAGE: "undervoltage"}
SPEED: Final = {Trouble.THROTTLED: "throttled", Trouble.HOT: "hot", Trouble.CAPPED: "capped"}
"""What is told of supply and speed, the worst first."""


class Loudspeaker(Protocol):
    """What of the sound an owner needs."""

    @property
    def fault(self) -> str | None:
        """Why nothing is heard, None if all is well."""
        ...

    def test(self, name: str) -> None:
        """Play a sound."""
        ...


class CabinetMachine:
    """See `firmware.screens.house.Machine`.

    `panels`: the inputs, if they can be asked; `sound`: the loudspeaker, if there is one. `folder`:
    where things are kept; `root`: of the file system.
    """

    def __init__(
        self,
        panels: Panels | None,
        sound: Loudspeaker | None,
        folder: Path,
        root: Path = ROOT,
    ) -> None:
        self._panels = panels
        self._sound = sound
        self._folder = folder
        self._root = root

    def faults(self) -> Sequence[Text]:
        """What is wrong with the devices, each thing once."""
        panels = self._panels.faults() if self._panels is not None else ()
        sound = self._sound.fault if self._sound is not None else None
        silent = () if sound is None else (say("faults.sound", reason=sound),)
        return (*(plain(fault) for fault in panels), *silent)

    def facts(self) -> Sequence[Row]:
        """The version, and what the system tells; what it does not tell is left out."""
        facts: tuple[tuple[str, Callable[[], Text]], ...] = (
            ("version", lambda: plain(version("speed-cabinet"))),
            ("model", lambda: plain(self._read("proc/device-tree/model").strip("\0"))),
            ("uptime", self._uptime),
            ("temperature", self._temperature),
            ("supply", lambda: self._since_power_on(SUPPLY)),
            ("speed", lambda: self._since_power_on(SPEED)),
            ("disk", self._disk),
        )
        rows = []
        for name, fact in facts:
            try:
                rows.append(Row(say(f"system.{name}"), (fact(),)))
            except (OSError, ValueError):
                continue
        return rows

    def boot(self) -> str:
        """A name for the time since power-on; only Linux has one."""
        try:
            return self._read("proc/sys/kernel/random/boot_id")
        except OSError:
            return ""

    def switches(self) -> Mapping[Switch, SwitchReport]:
        """What is known of the panels' switches."""
        lines = self._panels.lines() if self._panels is not None else ()
        return {
            (line.player, line.control): SwitchReport(line.bounces, line.muted)
            for line in lines
            if line.player is not None and line.control is not None
        }

    def set_sensitivity(self, step: int) -> None:
        """Make the slap pads more or less sensitive."""
        if self._panels is not None:
            self._panels.set_sensitivity(step)

    def sound(self, name: str) -> None:
        """Play a sound."""
        if self._sound is not None:
            self._sound.test(name)

    def _read(self, path: str) -> str:
        return (self._root / path).read_text().strip()

    def _uptime(self) -> Text:
        minutes = int(float(self._read("proc/uptime").partition(" ")[0]) // 60)
        return say("value.hours", hours=minutes // 60, minutes=minutes % 60)

    def _temperature(self) -> Text:
        return say(
            "value.celsius", degrees=round(int(self._read("sys/class/thermal/thermal_zone0/temp")) / 1000)
        )

    def _since_power_on(self, troubles: Mapping[Trouble, str]) -> Text:
        """The first of the troubles that is so now, else the first that was."""
        word = firmware_word(self._root)
        for trouble, what in troubles.items():
            if trouble.now_in(word):
                return say(f"supply.{what}")
        for trouble, what in troubles.items():
            if trouble.ever_in(word):
                return say("supply.was", what=say(f"supply.{what}"))
        return say("supply.good")

    def _disk(self) -> Text:
        return say("value.free", megabytes=shutil.disk_usage(self._folder).free // 1_000_000)
