"""The circuit diagram of slap pads that hear the table."""

from hal.events import Control
from hal.wiring import Wiring
from wiring.sheet import PART, board, frame, line_pin, note, supply_pin, title
from wiring.svg import GREY, WHITE, Drawing


def table_pad_circuit(wiring: Wiring) -> Drawing:
    """A slap pad that hears the table: a vibration switch, or a piezo disc with a comparator."""
    line = wiring.line(1, Control.SLAP)
    gpio, ground = line_pin(line), supply_pin("GND", line)
    drawing = Drawing(1180, 520, "A slap pad that hears the table")
    setting = f'slap = {{ line = {line}, pull = "up", active = "low", hears_table = true }}'
    heading = "Slap pads that hear the table (Orange); the same kind on both panels"
    title(drawing, heading, 590, below=f"both kinds need {setting}")
    frame(drawing, 20, 280, "Vibration switch", 400)
    board(drawing, 40, {170: gpio, 350: ground})
    drawing.wire((160, 170), (240, 170), (240, 230))
    drawing.wire((240, 290), (240, 350), (160, 350))
    drawing.switch(240, 260)
    drawing.text(160, 410, "fixed under the pad", 15, anchor="middle", fill=GREY)
    frame(drawing, 320, 840, "Piezo disc with a comparator", 400)
    board(drawing, 340, {130: supply_pin("3.3 V", line), 240: gpio, 400: ground})
    drawing.wire((460, 130), (930, 130), (930, 400))
    drawing.wire((460, 400), (1120, 400), (1120, 215), (860, 215))
    _comparator(drawing)
    _envelope(drawing)
    drawing.text(740, 446, "The harder the hit, the longer the line is low", 15, anchor="middle", fill=GREY)
    note(drawing, 1180, 502, "All of it at 3.3 V, beside the pad. Set hears_table = true for both pads.")
    return drawing


def _comparator(drawing: Drawing) -> None:
    """The output, and the threshold of the trimmer."""
    drawing.wire((460, 240), (560, 240))
    drawing.wire((560, 240), (650, 190), (650, 290), (560, 240), fill=PART)
    drawing.text(585, 245, "1", 14)
    drawing.text(644, 220, "− 2", 14, anchor="end")
    drawing.text(644, 270, "+ 3", 14, anchor="end")
    drawing.text(600, 330, "LM393", 16, anchor="middle", bold=True)
    drawing.text(600, 350, "8 to 3.3 V, 4 to GND", 14, anchor="middle")
    drawing.text(600, 368, "100 nF from 8 to 4", 14, anchor="middle")
    drawing.text(600, 386, "5, 6 to GND, 7 free", 14, anchor="middle")
    drawing.wire((510, 130), (510, 240))
    drawing.resistor(510, 185, upright=True)
    drawing.text(524, 190, "10 kΩ", 15)
    drawing.wire((700, 130), (700, 400))
    drawing.resistor(700, 165, upright=True)
    drawing.text(714, 170, "10 kΩ", 15)
    drawing.wire((650, 265), (672, 265), (672, 300), (690, 300))
    drawing.wire((684, 294), (691, 300), (684, 306))
    drawing.resistor(700, 300, upright=True)
    drawing.text(714, 277, "trimmer", 15)
    drawing.text(714, 295, "10 kΩ", 15)
    for x, y in ((510, 130), (510, 240), (700, 130), (700, 400)):
        drawing.dot(x, y)


def _envelope(drawing: Drawing) -> None:
    """The disc, its limits, and the capacitor that holds the height of its blow for a while."""
    drawing.wire((650, 215), (860, 215))
    drawing.wire((800, 215), (800, 400))
    drawing.capacitor(800, 300)
    drawing.text(782, 345, "100 nF", 15, anchor="end")
    drawing.wire((860, 215), (860, 400))
    drawing.resistor(860, 300, upright=True)
    drawing.text(872, 275, "100 kΩ", 14)
    drawing.diode(895, 215)
    drawing.diode(930, 170, upright=True)
    drawing.diode(930, 340, upright=True)
    drawing.text(946, 175, "3 × BAT85", 15)
    drawing.resistor(1000, 215)
    drawing.text(1000, 199, "10 kΩ", 15, anchor="middle")
    drawing.wire((1060, 215), (1060, 400))
    drawing.circle(1060, 305, 28, fill="#f0d9a8")
    drawing.circle(1060, 305, 16, fill=WHITE)
    drawing.text(1048, 366, "piezo disc", 15, anchor="end")
    drawing.resistor(1120, 305, upright=True)
    drawing.text(1120, 205, "1 MΩ", 15, anchor="middle")
    for x, y in ((800, 215), (860, 215), (930, 215), (1060, 215), (800, 400), (860, 400), (930, 400)):
        drawing.dot(x, y)
    drawing.dot(1060, 400)
