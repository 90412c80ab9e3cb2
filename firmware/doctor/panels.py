"""What is asked about the panels: the wiring file, and whether every line of it can be opened."""

from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Final, TypeAlias

from firmware.doctor.finding import Finding, missing, ok, warn
from hal.input_list import list_inputs
from hal.port import Hal, HalError, Panels
from hal.wiring import load_wiring

INSTALLED_WIRING: Final = "etc/speed-cabinet/cabinet.toml"
"""What the service goes by."""

OpenPanels: TypeAlias = Callable[[], tuple[Hal, Panels]]
"""Opens the panels, as inputs and as what can be asked of them; raises `HalError`."""


def wiring_file(given: Path | None, root: Path = Path("/")) -> Path | None:
    """The wiring to go by: the given one, or else the installed cabinet's; None is the program's own."""
    installed = root / INSTALLED_WIRING
    return installed if given is None and installed.exists() else given


def wiring(path: Path | None) -> Finding:
    """Whether the wiring file can be used."""
    try:
        read = load_wiring(path)
    except HalError as error:
        return missing("wiring", str(error))
    name = path or "wiring/cabinet.toml"
    boards = "" if all(board.any_keyboard for board in read.usb) else f", {len(read.usb)} USB boards"
    return ok("wiring", f"{name}: {len(read.switches)} switches, {len(read.lamps)} lamps{boards}")


def input_devices(root: Path) -> Iterator[Finding]:
    """The USB boards and keyboards that are plugged in, as they are named in a wiring file."""
    for node in list_inputs(root):
        yield ok("USB board", f"{node} ({node.path.name})")


def panels(open_panels: OpenPanels, through: str) -> Iterator[Finding]:
    """Whether every switch can be read and every lamp be lit, and whether one of them is stuck.

    `through`: the library that reads them.
    """
    try:
        hal, owner = open_panels()
        with closing(hal):
            hal.read(0)
            lines, faults = owner.lines(), owner.faults()
    except HalError as error:
        yield missing("panels", str(error))
        return
    for fault in faults:
        yield warn("panels", fault)
    yield ok("panels", f"{len(lines)} inputs can be read through {through}; see each with --watch")
