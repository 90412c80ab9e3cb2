"""The circuit diagrams of a lamp behind a driver."""

from collections.abc import Sequence
from typing import Final

from hal.wiring import LampLine
from wiring.header import NAMES
from wiring.sheet import PART, Pin, board, frame, line_pin, note, supply_pin, title
from wiring.svg import Drawing

_LOW_DRIVER: Final = (
    "IN at 0 V lights the lamp, at 3.3 V it is dark",
    "It never puts more than 3.3 V on IN",
    "Lines 9 to 27 are low at power-on, so that",
    "the lamp is lit until the program runs",
)


def lamp_circuit(alike: Sequence[LampLine], *, only: bool) -> Drawing:
    """A lamp behind what lights it at its line's active level: the first of those that are wired `alike`.

    `only`: no lamp is wired otherwise.
    """
    lamp_line = alike[0]
    gpio, ground = line_pin(lamp_line.line), supply_pin("GND", lamp_line.line)
    drawing = Drawing(1080, 480, "One lamp")
    heading = f"One lamp ({NAMES[lamp_line.lamp.player]} lamp {lamp_line.lamp.number})"
    if only:
        title(drawing, f"{heading}; all alike", 540)
    else:
        lines = ", ".join(str(each.line) for each in alike)
        title(drawing, heading, 540, below=f"Wired so: GPIO {lines}")
    if lamp_line.active == "high":
        _chip_lamp(drawing, gpio, ground)
        _transistor_lamp(drawing, gpio, ground, supply_pin("5 V", lamp_line.line))
        warning = "Never a lamp on a GPIO line itself. Grounds of Pi and lamp supply are joined."
    else:
        _low_lamp(drawing, gpio, ground)
        warning = 'With active = "low" neither a ULN2803A nor a BC337 does: they light at high.'
    note(drawing, 1080, 466, warning)
    return drawing


def _chip_lamp(drawing: Drawing, gpio: Pin, ground: Pin) -> None:
    """One of eight channels of a ULN2803A."""
    frame(drawing, 20, 570, "12 V lamps, up to eight to a chip (recommended)", 370)
    board(drawing, 40, {160: gpio, 350: ground})
    drawing.rect(260, 120, 140, 260, fill=PART)
    drawing.text(330, 260, "ULN2803A", 16, anchor="middle", bold=True)
    drawing.text(268, 165, "1 IN1", 14)
    drawing.text(268, 355, "9 GND", 14)
    drawing.text(392, 165, "OUT1 18", 14, anchor="end")
    drawing.text(392, 305, "COM 10", 14, anchor="end")
    drawing.text(370, 400, "IN2 to IN8: 2 to 8; OUT2 to OUT8: 17 to 11", 12, anchor="middle")
    drawing.wire((160, 160), (260, 160))
    drawing.wire((160, 350), (260, 350))
    _supplied_lamp(drawing, "12 V")
    drawing.wire((400, 300), (440, 300), (440, 225), (480, 225))


def _low_lamp(drawing: Drawing, gpio: Pin, ground: Pin) -> None:
    """A bought driver that lights at low."""
    frame(drawing, 20, 570, "A driver that lights its lamp while IN is low", 370)
    board(drawing, 40, {160: gpio, 350: ground})
    drawing.rect(260, 120, 140, 260, fill=PART)
    drawing.text(330, 250, "driver", 16, anchor="middle", bold=True)
    drawing.text(330, 270, "3.3 V at IN", 14, anchor="middle")
    drawing.text(268, 165, "IN", 14)
    drawing.text(268, 355, "GND", 14)
    drawing.text(392, 165, "OUT", 14, anchor="end")
    drawing.wire((160, 160), (260, 160))
    drawing.wire((160, 350), (260, 350))
    _supplied_lamp(drawing, "as the lamp's")
    frame(drawing, 610, 450, "What it has to do", 370)
    for place, text in enumerate(_LOW_DRIVER):
        drawing.text(630, 140 + 40 * place, text, 15)


def _supplied_lamp(drawing: Drawing, volts: str) -> None:
    """The lamp from the driver's output at (400, 160) to a supply of its own, which is joined with ground."""
    drawing.wire((210, 350), (210, 410), (530, 410), (530, 350))
    drawing.dot(210, 350)
    drawing.rect(480, 210, 100, 140, fill=PART)
    drawing.text(530, 234, "+", 18, anchor="middle", bold=True)
    drawing.text(530, 262, "lamp supply", 14, anchor="middle")
    drawing.text(530, 282, volts, 14, anchor="middle")
    drawing.text(530, 342, "−", 18, anchor="middle", bold=True)
    drawing.wire((400, 160), (530, 160), (530, 210))
    drawing.lamp(460, 160)
    drawing.text(460, 128, "lamp", 15, anchor="middle")
    drawing.text(430, 150, "−", 18, anchor="middle", bold=True)
    drawing.text(492, 150, "+", 18, anchor="middle", bold=True)


def _transistor_lamp(drawing: Drawing, gpio: Pin, ground: Pin, five_volts: Pin) -> None:
    frame(drawing, 610, 450, "One 5 V LED: a transistor each", 370)
    board(drawing, 630, {140: five_volts, 270: gpio, 390: ground})
    drawing.wire((750, 140), (912, 140), (912, 238))
    drawing.lamp(912, 190)
    drawing.text(940, 195, "LED", 15)
    drawing.text(900, 164, "+", 18, anchor="end", bold=True)
    drawing.text(900, 229, "−", 18, anchor="end", bold=True)
    drawing.wire((750, 270), (874, 270))
    drawing.resistor(795, 270)
    drawing.text(795, 254, "1 kΩ", 15, anchor="middle")
    drawing.dot(840, 270)
    drawing.wire((840, 270), (840, 390))
    drawing.resistor(840, 330, upright=True)
    drawing.text(826, 335, "10 kΩ", 15, anchor="end")
    drawing.dot(840, 390)
    drawing.transistor(900, 270)
    drawing.text(934, 275, "BC337", 15)
    drawing.text(920, 245, "C", 13)
    drawing.text(866, 264, "B", 13, anchor="middle")
    drawing.text(920, 305, "E", 13)
    drawing.wire((912, 302), (912, 390), (750, 390))
    drawing.text(770, 416, "BC337, flat side to you: C B E", 14)
