"""What is asked about the machine itself: each check is a function that returns what it found."""

import platform
import re
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Final

from display.outputs.choose import LAST, Probe, choose_output
from firmware.doctor.finding import Finding, missing, ok, warn
from firmware.doctor.machine import Machine
from firmware.pi import Trouble, firmware_word
from hal.pins import HEADER_LABELS

OLDEST_KERNELS: Final = {"gpiod": (5, 10), "lgpio": (5, 7), "rpigpio": (5, 7)}
"""By what reads the panels: since then there is what gpiod 2 asks for, and edges have monotonic stamps."""

STATE: Final = "var/lib/speed-cabinet"
SCARCE_BYTES: Final = 200_000_000
TOO_FEW_BYTES: Final = 20_000_000

DEVICE_GROUPS: Final = (
    ("dev/gpiochip*", "gpio"),
    ("dev/dri/card*", "video"),
    ("dev/dri/renderD*", "render"),
    ("dev/fb[0-9]*", "video"),
    ("dev/input/event*", "input"),
    ("dev/snd/pcm*", "audio"),
)
"""What the game opens, and the group whose members may."""

_TROUBLES: Final = {
    Trouble.UNDERVOLTAGE: "under-voltage",
    Trouble.CAPPED: "a lower clock",
    Trouble.THROTTLED: "throttling",
    Trouble.HOT: "too much heat",
}


def model(machine: Machine) -> Finding:
    """Which computer this is."""
    name = machine.text("proc/device-tree/model")
    if name.startswith("Raspberry Pi"):
        return ok("machine", name)
    what = f"no Raspberry Pi ({name or machine.architecture})"
    return warn("machine", what, "soldered panels need a Pi's header; USB boards and keyboards play anywhere")


def kernel(machine: Machine, through: str) -> Finding:
    """Whether Linux is new enough for the library `through` which the panels are read."""
    release = machine.text("proc/sys/kernel/osrelease")
    numbers = re.match(r"(\d+)\.(\d+)", release)
    if numbers is None:
        return missing("kernel", f"no Linux ({platform.system()})", "the cabinet needs Raspberry Pi OS")
    oldest = OLDEST_KERNELS.get(through, (0, 0))
    if tuple(map(int, numbers.groups())) < oldest:
        wanted = f"for {through} it must be {oldest[0]}.{oldest[1]} or later: upgrade the system"
        return missing("kernel", f"Linux {release}", wanted)
    return ok("kernel", f"Linux {release}")


def python(machine: Machine) -> Finding:
    """Which Python runs this, and from where."""
    return ok("Python", f"{platform.python_version()}, {sys.executable}")


def gpio_chips(machine: Machine) -> Finding:
    """Whether the chip behind the header is there, found by its label."""
    devices = machine.nodes("dev/gpiochip*")
    if not devices:
        return missing(
            "GPIO chip", "there is no /dev/gpiochip*", "the kernel lacks the driver of this machine's lines"
        )
    labels: list[str] = []
    for device in devices:
        try:
            label = machine.chip_label(device)
        except OSError as error:
            label = error.strerror or str(error)
        if label.startswith(HEADER_LABELS):
            return ok("GPIO chip", f"{device.name} is {label}, the header's")
        labels.append(f"{device.name}: {label}")
    return warn("GPIO chip", f"none is a Pi's header ({', '.join(labels)})", "what the panels found is below")


def access(machine: Machine, needed: str) -> Iterator[Finding]:
    """Whether this user may use the devices; `needed`: the group without which nothing can be pressed."""
    may: list[str] = []
    for pattern, group in DEVICE_GROUPS:
        nodes = machine.nodes(pattern)
        refused = [str(node) for node in nodes if not machine.may_use(node)]
        if refused:
            finding = missing if group == needed else warn
            advice = f"sudo usermod -aG {group} {machine.user}, then log in again"
            yield finding("access", f"{machine.user} may not use {', '.join(refused)}", advice)
        elif nodes and group not in may:
            may.append(group)
    if may:
        yield ok("access", f"to the devices of {', '.join(may)}")


def display(probes: Mapping[str, Probe]) -> Finding:
    """Which display is chosen for the cabinet, and why not one that is liked better."""
    choice = choose_output(probes)
    rejected = [f"no {name}: {why}" for name, why in choice.rejected]
    if choice.name == LAST:
        return missing("display", "; ".join(rejected), "plug the screen in and switch it on")
    return ok("display", "; ".join([f"{choice.name}: {choice.why}", *rejected]))


def sound(machine: Machine, lacking: Callable[[], str | None]) -> Finding:
    """Whether there is something to play sounds on."""
    why = lacking()
    if why is not None:
        return warn(
            "sound", why, "plug in a sound card or a screen with loudspeakers; the game is silent without"
        )
    cards = re.findall(r"^ *\d+ \[.*?\]: (.*)$", machine.text("proc/asound/cards"), re.MULTILINE)
    return ok("sound", ", ".join(cards) or "a sound server")


def disk(machine: Machine) -> Finding:
    """Whether there is room for settings, statistics and recordings."""
    folder: Path = machine.root / STATE
    while not folder.exists():
        folder = folder.parent
    free = machine.free_bytes(folder)
    found = f"{free / 1e6:,.0f} MB free for /{STATE}"
    if free < TOO_FEW_BYTES:
        return missing("disk", found, f"delete something: {TOO_FEW_BYTES / 1e6:.0f} MB are needed")
    if free < SCARCE_BYTES:
        return warn("disk", found, "delete something before recordings and statistics stop")
    return ok("disk", found)


def power(machine: Machine) -> Iterator[Finding]:
    """Whether the supply is strong enough and the Pi cool enough; nothing where that cannot be asked."""
    answer = re.search(r"throttled=0x([0-9a-fA-F]+)", machine.output_of(["vcgencmd", "get_throttled"]) or "")
    with suppress(OSError, ValueError):
        yield _throttled(int(answer[1], 16) if answer else firmware_word(machine.root))


def _throttled(word: int) -> Finding:
    parts = [
        f"{what} {'now' if trouble.now_in(word) else 'since the start'}"
        for trouble, what in _TROUBLES.items()
        if trouble.ever_in(word)
    ]
    if not parts:
        return ok("power", "no under-voltage and no throttling since the start")
    weak = Trouble.UNDERVOLTAGE.ever_in(word)
    advice = "take a stronger supply and a shorter cable" if weak else "give the Pi more air"
    return warn("power", ", ".join(parts), advice)
