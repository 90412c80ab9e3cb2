"""What a frame costs on a framebuffer of 16 bits a pixel that stands on its side, the dearest of outputs."""

from pathlib import Path
from tempfile import TemporaryDirectory

from display.outputs.framebuffer import Geometry
from display.outputs.surface import SurfaceDisplay
from tests.bench.drawing import BEGIN_NS, FRAME_NS, SIZE_PX, flight
from tests.display.framebuffers import RGB565, FileDevice

WIDTH, HEIGHT = SIZE_PX[1], SIZE_PX[0]

_folder = TemporaryDirectory()
_device = FileDevice(Path(_folder.name, "fb"), Geometry((WIDTH, HEIGHT), 16, RGB565, WIDTH * 2))
_device.plug_in()
_display = SurfaceDisplay(_device.output, rotate=90)


def full_redraws() -> int:
    """Frames drawn whole and copied whole to the device."""
    screen, _ = flight(scene=0)
    _display.show(screen, (), BEGIN_NS)
    for _ in range(20):
        _display.redraw()
    return 20


def frames_of_a_moving_card() -> int:
    """Frames in which one card is in flight, of which what changes is copied to the device."""
    for scene in range(20):
        screen, events = flight(scene)
        for step in range(8):
            _display.show(screen, () if step else events, BEGIN_NS + 1 + step * FRAME_NS)
    return 20 * 8
