"""Where the store is."""

import os
from pathlib import Path


def state_folder(given: Path | None = None) -> Path:
    """The store's folder: as `given`, where systemd says, or else at the user's place for such files."""
    if given is not None:
        return given
    if by_systemd := os.environ.get("STATE_DIRECTORY"):
        return Path(by_systemd)
    home = os.environ.get("XDG_STATE_HOME")
    return (Path(home) if home else Path.home() / ".local" / "state") / "speed-cabinet"
