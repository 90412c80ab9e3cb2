"""The drilling template of one panel, 1:1 in millimetres; both panels are alike."""

from typing import Final

from wiring.svg import GREY, Drawing, Point

PAGE: Final = (297, 210)
"""A4 landscape."""

PANEL: Final = (280, 180)
ORIGIN: Final[Point] = ((PAGE[0] - PANEL[0]) / 2, (PAGE[1] - PANEL[1]) / 2)
CARD_PITCH: Final = 40
CARDS: Final[tuple[Point, ...]] = tuple((60 + CARD_PITCH * number, 42) for number in range(5))
ACTION: Final[Point] = (70, 115)
SLAP: Final[Point] = (190, 120)
SCREWS: Final[tuple[Point, ...]] = ((10, 10), (270, 10), (10, 170), (270, 170))

BUTTON_HOLE: Final = 30
BUTTON_RIM: Final = 35
SLAP_HOLE: Final = 24
SLAP_RIM: Final = 100
SCREW_HOLE: Final = 4
CHECK: Final = 100


def panel_template() -> Drawing:
    """The template, seen from above with the screen beyond its upper edge."""
    drawing = Drawing(*PAGE, "Drilling template of one panel, 1:1", unit="mm")
    left, top = ORIGIN
    drawing.rect(left, top, *PANEL, line=0.4)
    drawing.text(PAGE[0] / 2, top - 5, "Screen side", 5, anchor="middle", bold=True)
    drawing.text(PAGE[0] / 2, top + PANEL[1] + 8, "Player's side", 5, anchor="middle", bold=True)
    size = f"Panel {PANEL[0]} × {PANEL[1]} mm"
    drawing.text(
        PAGE[0] / 2,
        top + 12,
        f"{size}, both alike; centres in mm from the left and upper edge; screw holes ⌀ {SCREW_HOLE}",
        4,
        anchor="middle",
    )
    for number, place in enumerate(CARDS, 1):
        _hole(drawing, place, BUTTON_HOLE, BUTTON_RIM, f"card {number}")
    _hole(drawing, ACTION, BUTTON_HOLE, BUTTON_RIM, "action")
    _hole(drawing, SLAP, SLAP_HOLE, SLAP_RIM, "slap")
    for x, y in SCREWS:
        _cross(drawing, left + x, top + y, 4)
        drawing.circle(left + x, top + y, SCREW_HOLE / 2, line=0.3)
    _check_line(drawing, left + 20, top + 155)
    return drawing


def _hole(drawing: Drawing, place: Point, hole: float, rim: float, name: str) -> None:
    x, y = ORIGIN[0] + place[0], ORIGIN[1] + place[1]
    drawing.circle(x, y, rim / 2, stroke=GREY, line=0.25, dash="2 1.5")
    drawing.circle(x, y, hole / 2, line=0.4)
    _cross(drawing, x, y, 4)
    drawing.text(x, y - 5.5, name, 4.5, anchor="middle", bold=True)
    drawing.text(x, y + 9, f"⌀ {hole}", 4, anchor="middle")
    drawing.text(x, y + BUTTON_RIM / 2 + 5, f"{place[0]} | {place[1]}", 4, anchor="middle")
    if rim == SLAP_RIM:
        drawing.text(x, y - 32, f"dome button, ⌀ {rim}", 4, anchor="middle")
        drawing.text(x, y + 32, "hole: as your button asks", 4, anchor="middle")


def _cross(drawing: Drawing, x: float, y: float, arm: float) -> None:
    drawing.wire((x - arm, y), (x + arm, y), line=0.2)
    drawing.wire((x, y - arm), (x, y + arm), line=0.2)


def _check_line(drawing: Drawing, x: float, y: float) -> None:
    drawing.text(x + CHECK / 2, y - 3, f"Must measure {CHECK} mm: print at 100 %", 4, anchor="middle")
    drawing.wire((x, y), (x + CHECK, y), line=0.4)
    for end in (x, x + CHECK):
        drawing.wire((end, y - 3), (end, y + 3), line=0.4)
