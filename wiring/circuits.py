"""The circuit diagrams: one button, one lamp and one slap pad, with player 1's own pins as the example."""

from typing import Final

from hal.events import Control
from hal.wiring import LampLine, Wiring
from wiring.header import NAMES, PIN_OF_LINE, nearest
from wiring.svg import GREY, WHITE, Drawing

BOARD: Final = "#d7eadb"
PART: Final = "#e8edf5"
Pin = tuple[str, int]
"""The name and the place of a pin of the header."""

NOTE: Final = "#a3332d"


def button_circuit(wiring: Wiring) -> Drawing:
    """A card or action button with short and with long leads."""
    line = wiring.line(1, Control.CARD1)
    pin = PIN_OF_LINE[line]
    drawing = Drawing(1000, 450, "One button")
    _title(drawing, "One button (Orange card 1); all cards and actions alike")
    _frame(drawing, 20, 430, "Leads up to 50 cm")
    _board(drawing, 40, {170: (f"GPIO {line}", pin), 350: ("GND", nearest("GND", pin))})
    drawing.wire((160, 170), (300, 170), (300, 230))
    drawing.wire((300, 290), (300, 350), (160, 350))
    drawing.switch(300, 260)
    drawing.text(320, 255, "button", 15)
    drawing.text(320, 275, "COM and NO", 15)

    _frame(drawing, 470, 510, "Longer leads, or beside lamp wires")
    supply = nearest("3.3 V", pin)
    _board(
        drawing, 490, {130: ("3.3 V", supply), 220: (f"GPIO {line}", pin), 350: ("GND", nearest("GND", pin))}
    )
    drawing.wire((610, 130), (680, 130), (680, 350))
    drawing.wire((610, 220), (880, 220), (880, 255))
    drawing.wire((880, 315), (880, 350), (610, 350))
    drawing.resistor(680, 172, upright=True)
    drawing.text(696, 177, "1 kΩ", 15)
    drawing.capacitor(680, 285)
    drawing.text(702, 290, "100 nF", 15)
    drawing.resistor(790, 220)
    drawing.text(790, 204, "100 Ω", 15, anchor="middle")
    drawing.dot(680, 220)
    drawing.dot(680, 350)
    drawing.switch(880, 285)
    drawing.text(898, 280, "button", 15)
    drawing.text(625, 386, "The three parts sit beside the Pi", 15, fill=GREY)
    _note(drawing, 1000, 436, "Only 3.3 V may reach a GPIO line. Power down before wiring.")
    return drawing


def lamp_circuit(lamp_line: LampLine) -> Drawing:
    """A lamp behind a driver: one of eight channels of a ULN2803A, or a transistor."""
    pin = PIN_OF_LINE[lamp_line.line]
    lamp = lamp_line.lamp
    gpio = (f"GPIO {lamp_line.line}", pin)
    ground = ("GND", nearest("GND", pin))
    drawing = Drawing(1080, 480, "One lamp")
    _title(drawing, f"One lamp ({NAMES[lamp.player]} lamp {lamp.number}); all alike", 540)
    _frame(drawing, 20, 570, "Eight lamps to a chip: ULN2803A", 370)
    _board(drawing, 40, {160: gpio, 350: ground})
    drawing.rect(260, 120, 140, 260, fill=PART)
    drawing.text(330, 260, "ULN2803A", 16, anchor="middle", bold=True)
    drawing.text(268, 165, "1 IN1", 14)
    drawing.text(268, 355, "9 GND", 14)
    drawing.text(392, 165, "OUT1 18", 14, anchor="end")
    drawing.text(392, 305, "COM 10", 14, anchor="end")
    drawing.wire((160, 160), (260, 160))
    drawing.wire((160, 350), (260, 350))
    drawing.wire((210, 350), (210, 410), (530, 410), (530, 350))
    drawing.dot(210, 350)
    drawing.rect(480, 210, 100, 140, fill=PART)
    drawing.text(530, 234, "+", 18, anchor="middle", bold=True)
    drawing.text(530, 262, "lamp supply", 14, anchor="middle")
    drawing.text(530, 282, "5 V or 12 V", 14, anchor="middle")
    drawing.text(530, 342, "−", 18, anchor="middle", bold=True)
    drawing.wire((400, 160), (530, 160), (530, 210))
    drawing.lamp(460, 160)
    drawing.text(460, 128, "lamp", 15, anchor="middle")
    drawing.wire((400, 300), (440, 300), (440, 225), (480, 225))
    _transistor_lamp(drawing, gpio, ground)
    _note(drawing, 1080, 466, "Never a lamp on a GPIO line itself. Grounds of Pi and lamp supply are joined.")
    return drawing


def _transistor_lamp(drawing: Drawing, gpio: Pin, ground: Pin) -> None:
    _frame(drawing, 610, 450, "One lamp: a transistor", 370)
    _board(drawing, 630, {250: gpio, 390: ground})
    drawing.wire((750, 250), (874, 250))
    drawing.resistor(795, 250)
    drawing.text(795, 234, "1 kΩ", 15, anchor="middle")
    drawing.dot(840, 250)
    drawing.wire((840, 250), (840, 390))
    drawing.resistor(840, 320, upright=True)
    drawing.text(826, 325, "10 kΩ", 15, anchor="end")
    drawing.dot(840, 390)
    drawing.transistor(900, 250)
    drawing.text(934, 255, "BC337", 15)
    drawing.wire((912, 218), (912, 118))
    drawing.lamp(912, 175)
    drawing.text(940, 180, "lamp", 15)
    drawing.circle(912, 113, 5)
    drawing.text(926, 118, "5 V or 12 V", 15)
    drawing.wire((912, 282), (912, 390))
    drawing.dot(912, 390)
    drawing.wire((750, 390), (955, 390))
    drawing.circle(960, 390, 5)
    drawing.text(972, 395, "supply −", 14)


def slap_circuit(wiring: Wiring) -> Drawing:
    """A slap pad: the switch of a dome button, or a pad with an electronic output."""
    line = wiring.line(1, Control.SLAP)
    pin = PIN_OF_LINE[line]
    drawing = Drawing(1000, 480, "One slap pad")
    _title(drawing, "One slap pad (Orange); the same kind on both panels")
    _frame(drawing, 20, 430, "Dome button, 100 mm (recommended)", 370)
    ground = nearest("GND", pin)
    _board(drawing, 40, {170: (f"GPIO {line}", pin), 350: ("GND", ground)})
    drawing.rect(230, 120, 200, 260, fill=PART, dash="6 4")
    drawing.text(330, 143, "microswitch", 15, anchor="middle")
    drawing.wire((160, 170), (300, 170), (300, 230))
    drawing.wire((300, 290), (300, 350), (160, 350))
    drawing.switch(300, 260)
    drawing.text(312, 222, "NO", 15, bold=True)
    drawing.text(312, 312, "COM", 15, bold=True)
    drawing.circle(400, 260, 4)
    drawing.text(400, 250, "NC", 15, anchor="middle", bold=True)
    drawing.text(400, 284, "free", 15, anchor="middle", fill=GREY)
    drawing.text(235, 410, "Long leads: the three parts of a button", 15, anchor="middle", fill=GREY)

    _frame(drawing, 470, 510, "Capacitive or force pad with a 3.3 V output", 370)
    supply = nearest("3.3 V", pin)
    _board(drawing, 490, {150: ("3.3 V", supply), 250: (f"GPIO {line}", pin), 350: ("GND", ground)})
    drawing.rect(810, 120, 150, 260, fill=PART)
    drawing.text(940, 255, "pad", 16, anchor="end", bold=True)
    for y, name in ((150, "VCC"), (250, "OUT"), (350, "GND")):
        drawing.wire((610, y), (810, y))
        drawing.text(820, y + 5, name, 15)
    drawing.resistor(710, 250)
    drawing.text(710, 234, "1 kΩ", 15, anchor="middle")
    drawing.text(725, 410, f'slap = {{ line = {line}, pull = "down", active = "high" }}', 15, anchor="middle")
    _note(drawing, 1000, 466, "A pad with a 5 V output destroys the Pi: run it at 3.3 V.")
    return drawing


def table_pad_circuit(wiring: Wiring) -> Drawing:
    """A slap pad that hears the table: a vibration switch, or a piezo disc with a comparator."""
    line = wiring.line(1, Control.SLAP)
    pin = PIN_OF_LINE[line]
    gpio, ground = (f"GPIO {line}", pin), ("GND", nearest("GND", pin))
    drawing = Drawing(1180, 520, "A slap pad that hears the table")
    _title(drawing, "Slap pads that hear the table (Orange); the same kind on both panels", 590)
    _frame(drawing, 20, 280, "Vibration switch", 400)
    _board(drawing, 40, {170: gpio, 350: ground})
    drawing.wire((160, 170), (240, 170), (240, 230))
    drawing.wire((240, 290), (240, 350), (160, 350))
    drawing.switch(240, 260)
    drawing.text(160, 410, "fixed under the pad", 15, anchor="middle", fill=GREY)
    _frame(drawing, 320, 840, "Piezo disc with a comparator", 400)
    _board(drawing, 340, {130: ("3.3 V", nearest("3.3 V", pin)), 240: gpio, 400: ground})
    drawing.wire((460, 130), (930, 130), (930, 400))
    drawing.wire((460, 400), (1120, 400), (1120, 215), (860, 215))
    _comparator(drawing)
    _envelope(drawing)
    drawing.text(740, 446, "The harder the hit, the longer the line is low", 15, anchor="middle", fill=GREY)
    _note(drawing, 1180, 502, "All of it at 3.3 V, beside the pad. Set hears_table = true for both pads.")
    return drawing


def _comparator(drawing: Drawing) -> None:
    """The output, and the threshold of the trimmer."""
    drawing.wire((460, 240), (560, 240))
    drawing.wire((560, 240), (650, 190), (650, 290), (560, 240), fill=PART)
    drawing.text(585, 245, "1", 14)
    drawing.text(644, 220, "− 2", 14, anchor="end")
    drawing.text(644, 270, "+ 3", 14, anchor="end")
    drawing.text(600, 330, "LM393", 16, anchor="middle", bold=True)
    drawing.text(600, 352, "8 to 3.3 V", 14, anchor="middle")
    drawing.text(600, 370, "4 to GND", 14, anchor="middle")
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


def _title(drawing: Drawing, text: str, middle: float = 500) -> None:
    drawing.text(middle, 34, text, 22, anchor="middle", bold=True)


def _frame(drawing: Drawing, x: float, width: float, title: str, height: float = 340) -> None:
    """A part of the drawing with its heading."""
    drawing.rect(x, 60, width, height, stroke=GREY, line=1, corner=6)
    drawing.text(x + 20, 88, title, 17, bold=True)


def _board(drawing: Drawing, x: float, pins: dict[float, Pin]) -> None:
    """The Raspberry Pi's edge, 120 wide, with pins on its right side at these heights."""
    low, high = min(pins), max(pins)
    drawing.rect(x, low - 30, 120, high - low + 60, fill=BOARD)
    for y, (name, pin) in pins.items():
        drawing.text(x + 108, y, name, 15, anchor="end", bold=True)
        drawing.text(x + 108, y + 17, f"pin {pin}", 14, anchor="end")
    drawing.text(x + 12, (low + high) / 2 + 5 if len(pins) == 2 else low + 50, "Pi", 16, fill=GREY)


def _note(drawing: Drawing, width: float, y: float, text: str) -> None:
    drawing.text(width / 2, y, text, 16, anchor="middle", fill=NOTE, bold=True)
