"""The names of the ways to the GPIO lines, which `hal.pins` opens."""

from collections.abc import Mapping
from typing import Final

FACTORIES: Final = ("lgpio", "rpigpio", "mock")
"""gpiozero's, of which the mock has no hardware."""

BACKENDS: Final = ("lgpio", "gpiod", "rpigpio", "mock")

USUAL_BACKEND: Final = "gpiod"
"""The one that is opened unless another is asked for."""

REFUSED: Final[Mapping[str, str]] = {
    "native": "it never reports an edge",
    "pigpio": "its clock wraps every 72 minutes, so its stamps cannot be compared",
}
"""gpiozero's others, and why they are not used."""
