"""What is asked of the boot files: whether a line that is wired has a second job there.

The GPIO chip does not tell: it knows of a line that a driver has asked it for (1-Wire, a fan, the chip
selects of SPI), and not of one that the pins' own switch has given to a serial port or a bus. The game gets
such a line all the same, but until it runs the lamp on it may shine, and its button talks to somebody else.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Final

from firmware.doctor.finding import Finding, ok, warn
from firmware.doctor.machine import Machine
from hal.wiring import Wiring

FOLDERS: Final = ("boot/firmware", "boot")
"""Where the boot files are, since Debian 12 and before."""

_SERIAL: Final = "the serial port"
_JOBS: Final[Mapping[str, tuple[str, tuple[int, ...]]]] = {
    r"dtparam=i2c(_arm|1)?": ("I²C", (2, 3)),
    r"dtoverlay=w1-gpio(-.*)?": ("1-Wire", (4,)),
    r"dtparam=spi|dtoverlay=spi0-.*": ("SPI", (7, 8, 9, 10, 11)),
    r"dtoverlay=gpio-fan": ("a fan", (12,)),
    r"enable_uart=1|dtparam=uart0(_console)?|dtoverlay=(uart0|disable-bt|miniuart-bt).*": (_SERIAL, (14, 15)),
    r"dtparam=i2s|dtoverlay=(hifiberry|max98357a|i2s).*": ("I²S", (18, 19, 20, 21)),
}
"""The settings of `config.txt` that give lines away: to whom, and which if they name no other."""

_OFF: Final = ("off", "no", "0", "false")


def second_jobs(machine: Machine, wiring: Wiring) -> Iterator[Finding]:
    """Which wired lines somebody else gets when the Pi starts; nothing where there are no boot files."""
    folder = next((folder for folder in FOLDERS if machine.text(f"{folder}/config.txt")), None)
    if folder is None:
        return
    wired = {contact.line: str(contact) for contact in (*wiring.inputs, *wiring.lamps)}
    advice = f"turn it off in sudo raspi-config, Interface Options, or in /{folder}/config.txt; then restart"
    console = re.search(r"\bconsole=(serial0|ttyAMA0|ttyS0)\S*", machine.text(f"{folder}/cmdline.txt"))
    found = False
    for setting, job, lines in _given_away(machine.text(f"{folder}/config.txt")):
        taken = [wired[line] for line in lines if line in wired]
        if taken:
            found = True
            more = f" (and {console[0]} the system's messages)" if console and job == _SERIAL else ""
            yield warn("second job", f"{setting} gives {', '.join(taken)} to {job}{more}", advice)
    if not found:
        yield ok("second job", f"no wired line has one in /{folder}/config.txt")


def _given_away(config: str) -> Iterator[tuple[str, str, tuple[int, ...]]]:
    """Each setting that gives lines away, to whom, and which."""
    for setting in _in_force(config):
        name, _, details = setting.partition(",")
        for pattern, (job, lines) in _JOBS.items():
            if re.fullmatch(pattern, name):
                own = re.search(r"\bgpiopin=(\d+)", details)
                yield setting, job, (int(own[1]),) if own else lines


def _in_force(config: str) -> list[str]:
    """The settings that are on, one by one; of two for the same the later counts.

    Those for one model alone are taken to be for this one.
    """
    settings: dict[str, bool] = {}
    for line in config.splitlines():
        key, _, value = line.partition("#")[0].strip().partition("=")
        if key == "dtparam":
            for part in value.split(","):
                name, _, state = part.partition("=")
                settings[f"dtparam={name}"] = state not in _OFF
        elif key == "dtoverlay":
            settings[f"dtoverlay={value}"] = True
        elif key == "enable_uart":
            settings["enable_uart=1"] = value not in _OFF
    return [setting for setting, on in settings.items() if on]
