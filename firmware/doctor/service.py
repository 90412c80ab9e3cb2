"""What is asked about the service that starts the game at power-on."""

import re
import resource
from typing import Final

from firmware.doctor.finding import Finding, missing, ok, warn
from firmware.doctor.machine import Machine

USER: Final = "speed-cabinet"
GROUPS: Final = ("gpio", "video", "render", "input", "audio", "tty")
PRIORITY: Final = 20
"""The real-time priority that the service's unit gives the game."""

_UNIT: Final = "usr/local/lib/systemd/system/speed-cabinet.service"
_WANTS: Final = "etc/systemd/system/*.wants"


def installed(machine: Machine) -> Finding:
    """Whether the game starts at power-on."""
    if not machine.text(_UNIT):
        return warn("service", "not installed: the game does not start by itself", "sudo make install")
    if not any((folder / "speed-cabinet.service").is_symlink() for folder in machine.nodes(_WANTS)):
        return warn("service", "installed, but off", "sudo systemctl enable --now speed-cabinet")
    if machine.output_of(["systemctl", "is-active", "speed-cabinet"]) is not None:
        return warn(
            "service",
            "the game is running: it has the panels and the screen",
            "sudo systemctl stop speed-cabinet",
        )
    return ok("service", "starts at power-on")


def members(machine: Machine) -> Finding:
    """Whether the service's user may use the devices."""
    if not re.search(rf"^{USER}:", machine.text("etc/passwd"), re.MULTILINE):
        return warn("service user", f"there is no user {USER}", "sudo make install makes it")
    groups = {
        name: users.split(",")
        for name, _, _, users in (
            line.split(":") for line in machine.text("etc/group").splitlines() if line.count(":") == 3
        )
    }
    lacking = [group for group in GROUPS if USER not in groups.get(group, [])]
    if lacking:
        advice = f"sudo usermod -aG {','.join(lacking)} {USER}, then sudo systemctl restart {USER}"
        return missing("service user", f"{USER} is not in {', '.join(lacking)}", advice)
    return ok("service user", f"{USER} is in {', '.join(GROUPS)}")


def limits(machine: Machine) -> Finding:
    """Whether the game may run before all else and keep its memory: by the service's unit, or this shell."""
    unit = machine.text(_UNIT)
    if unit:
        found = re.findall(r"^(?:LimitRTPRIO|LimitMEMLOCK)=.*$", unit, re.MULTILINE)
        if len(found) == 2:
            return ok("limits", f"the service has {' and '.join(found)}")
        return warn("limits", "the unit lacks LimitRTPRIO= or LimitMEMLOCK=", "sudo make upgrade")
    priority = machine.limit(resource.RLIMIT_RTPRIO)
    memory = machine.limit(resource.RLIMIT_MEMLOCK)
    words = f"real-time priority up to {_amount(priority)}, locked memory up to {_amount(memory)} bytes"
    if priority in range(PRIORITY) or memory != resource.RLIM_INFINITY:
        return warn("limits", words, "the installed service has its own; a game started by hand may stutter")
    return ok("limits", words)


def _amount(limit: int) -> str:
    return "any" if limit == resource.RLIM_INFINITY else f"{limit:,}"
