"""The names of the ways to the GPIO lines, which `hal.pins` opens."""

from typing import Final

FACTORIES: Final = ("lgpio", "rpigpio", "mock")
"""gpiozero's, of which the mock has no hardware."""

BACKENDS: Final = ("lgpio", "gpiod", "rpigpio", "mock")

USUAL_BACKEND: Final = "gpiod"
"""The one that is opened unless another is asked for."""
