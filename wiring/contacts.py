"""The circuit diagrams of the switches: a button, and a slap pad."""

from collections.abc import Sequence

from hal.wiring import Input, Switch
from wiring.header import called
from wiring.sheet import PART, board, frame, line_pin, note, supply_pin, title
from wiring.svg import GREY, Drawing


def goes_to_ground(contact: Input) -> bool:
    """Whether a bare switch joins its line with ground, or else with 3.3 V: with what the pull does not."""
    return contact.active == "low" if contact.pull == "none" else contact.pull == "up"


def opens(contact: Input) -> bool:
    """Whether the switch opens when it is pressed, as its line then has the level of the pull."""
    return goes_to_ground(contact) != (contact.active == "low")


def button_circuit(alike: Sequence[Input], *, only: bool) -> Drawing:
    """A button with short and with long leads: the first of those that are wired `alike`.

    `only`: no button is wired otherwise.
    """
    contact = alike[0]
    drawing = Drawing(1000, 450, "One button")
    heading = f"One button ({called(contact)})"
    if only:
        title(drawing, f"{heading}; all cards and actions alike")
    else:
        title(drawing, heading, below=f"Wired so: GPIO {', '.join(str(each.line) for each in alike)}")
    frame(drawing, 20, 430, "Leads up to 50 cm")
    _bare_switch(drawing, contact)
    drawing.text(320, 255, "button", 15)
    drawing.text(320, 275, f"COM and {'NC' if opens(contact) else 'NO'}", 15)
    if contact.pull == "none":
        drawing.text(170, 372, "with the 1 kΩ on the right too,", 14, fill=GREY)
        drawing.text(170, 390, 'as its pull = "none"', 14, fill=GREY)
    frame(drawing, 470, 510, "Longer leads, or beside lamp wires")
    if goes_to_ground(contact):
        _long_leads_to_ground(drawing, contact)
    else:
        _long_leads_to_supply(drawing, contact)
    drawing.text(625, 386, "The three parts sit beside the Pi", 15, fill=GREY)
    note(drawing, 1000, 436, "Only 3.3 V may reach a GPIO line. Power down before wiring.")
    return drawing


def slap_circuit(pad: Switch) -> Drawing:
    """A slap pad: the switch of a dome button, or a pad with an electronic output."""
    line = pad.line
    drawing = Drawing(1000, 480, "One slap pad")
    title(drawing, f"One slap pad ({called(pad).split()[0]}); the same kind on both panels")
    frame(drawing, 20, 430, "Dome button, 100 mm (recommended)", 370)
    drawing.rect(230, 120, 200, 260, fill=PART, dash="6 4")
    drawing.text(330, 143, "microswitch", 15, anchor="middle")
    _bare_switch(drawing, pad)
    used, free = ("NC", "NO") if opens(pad) else ("NO", "NC")
    drawing.text(312, 222, used, 15, bold=True)
    drawing.text(312, 312, "COM", 15, bold=True)
    drawing.circle(400, 260, 4)
    drawing.text(400, 250, free, 15, anchor="middle", bold=True)
    drawing.text(400, 284, "free", 15, anchor="middle", fill=GREY)
    parts = (
        'Needs a button\'s three parts: pull = "none"'
        if pad.pull == "none"
        else "Long leads: the three parts of a button"
    )
    drawing.text(235, 410, parts, 15, anchor="middle", fill=GREY)

    frame(drawing, 470, 510, "Capacitive or force pad with a 3.3 V output", 370)
    board(drawing, 490, {150: supply_pin("3.3 V", line), 250: line_pin(line), 350: supply_pin("GND", line)})
    drawing.rect(810, 120, 150, 260, fill=PART)
    drawing.text(940, 255, "pad", 16, anchor="end", bold=True)
    for y, name in ((150, "VCC"), (250, "OUT"), (350, "GND")):
        drawing.wire((610, y), (810, y))
        drawing.text(820, y + 5, name, 15)
    drawing.resistor(710, 250)
    drawing.text(710, 234, "1 kΩ", 15, anchor="middle")
    drawing.text(
        725, 410, f'needs slap = {{ line = {line}, pull = "down", active = "high" }}', 14, anchor="middle"
    )
    if pad.pad.hears_table:
        note(
            drawing, 1000, 466, "Neither hears the table: hears_table = false. A 5 V output destroys the Pi."
        )
    else:
        note(drawing, 1000, 466, "A pad with a 5 V output destroys the Pi: run it at 3.3 V.")
    return drawing


def _bare_switch(drawing: Drawing, contact: Input) -> None:
    """A switch in the left frame, between its line and ground or 3.3 V, with nothing else."""
    line = contact.line
    if goes_to_ground(contact):
        board(drawing, 40, {170: line_pin(line), 350: supply_pin("GND", line)})
    else:
        board(drawing, 40, {170: supply_pin("3.3 V", line), 350: line_pin(line)})
    drawing.wire((160, 170), (300, 170), (300, 230))
    drawing.wire((300, 290), (300, 350), (160, 350))
    drawing.switch(300, 260, closed=opens(contact))


def _long_leads_to_ground(drawing: Drawing, contact: Input) -> None:
    _board_of_three(drawing, contact.line)
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
    drawing.switch(880, 285, closed=opens(contact))
    drawing.text(898, 280, "button", 15)


def _long_leads_to_supply(drawing: Drawing, contact: Input) -> None:
    _board_of_three(drawing, contact.line)
    drawing.wire((610, 130), (880, 130), (880, 145))
    drawing.wire((880, 205), (880, 220), (610, 220))
    drawing.wire((610, 350), (760, 350), (760, 220))
    drawing.wire((680, 220), (680, 350))
    drawing.resistor(680, 285, upright=True)
    drawing.text(664, 290, "1 kΩ", 15, anchor="end")
    drawing.capacitor(760, 285)
    drawing.text(782, 290, "100 nF", 15)
    drawing.resistor(820, 220)
    drawing.text(820, 204, "100 Ω", 15, anchor="middle")
    for x, y in ((680, 220), (680, 350), (760, 220)):
        drawing.dot(x, y)
    drawing.switch(880, 175, closed=opens(contact))
    drawing.text(898, 180, "button", 15)


def _board_of_three(drawing: Drawing, line: int) -> None:
    board(drawing, 490, {130: supply_pin("3.3 V", line), 220: line_pin(line), 350: supply_pin("GND", line)})
