"""Just enough SVG for drawings of wires: shapes, text and the symbols of a circuit diagram."""

from typing import Final, Literal
from xml.sax.saxutils import escape, quoteattr

Point = tuple[float, float]
Anchor = Literal["start", "middle", "end"]

BLACK: Final = "#1a1a1a"
GREY: Final = "#6b6b6b"
WHITE: Final = "#ffffff"


class Drawing:
    """A drawing in the units of its view box, on white.

    `unit` is "" for a picture of any size and "mm" for one that is printed to scale.
    """

    def __init__(self, width: float, height: float, title: str, *, unit: str = "") -> None:
        self._head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:g}{unit}" height="{height:g}{unit}" '
            f'viewBox="0 0 {width:g} {height:g}" font-family="sans-serif">\n<title>{escape(title)}</title>\n'
        )
        self._parts: list[str] = []
        self.rect(0, 0, width, height, fill=WHITE, stroke="none")

    def __str__(self) -> str:
        return self._head + "\n".join(self._parts) + "\n</svg>\n"

    def text(
        self,
        x: float,
        y: float,
        text: str,
        size: float,
        *,
        anchor: Anchor = "start",
        bold: bool = False,
        fill: str = BLACK,
    ) -> None:
        """Write `text` with its base line at `y`; `size` is the height of the letters' line."""
        weight = ' font-weight="bold"' if bold else ""
        self._parts.append(
            f'<text x="{x:g}" y="{y:g}" font-size="{size:g}" text-anchor="{anchor}"{weight} fill="{fill}">'
            f"{escape(text)}</text>"
        )

    def rect(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        *,
        fill: str = "none",
        stroke: str = BLACK,
        line: float = 2,
        dash: str = "",
        corner: float = 0,
    ) -> None:
        """Draw a rectangle from its upper left corner."""
        self._parts.append(
            f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="{corner:g}" '
            f"{_style(fill, stroke, line, dash)}/>"
        )

    def circle(
        self,
        x: float,
        y: float,
        radius: float,
        *,
        fill: str = "none",
        stroke: str = BLACK,
        line: float = 2,
        dash: str = "",
    ) -> None:
        """Draw a circle around its centre."""
        style = _style(fill, stroke, line, dash)
        self._parts.append(f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" {style}/>')

    def wire(
        self, *points: Point, stroke: str = BLACK, line: float = 2, dash: str = "", fill: str = "none"
    ) -> None:
        """Draw a line through all the points."""
        path = " ".join(f"{x:g},{y:g}" for x, y in points)
        self._parts.append(f'<polyline points="{path}" {_style(fill, stroke, line, dash)}/>')

    # The symbols of a circuit, each in its place between two wires.

    def dot(self, x: float, y: float) -> None:
        """Wires that are joined."""
        self.circle(x, y, 4, fill=BLACK, stroke="none")

    def resistor(self, x: float, y: float, *, upright: bool = False) -> None:
        """A resistor around its centre, 44 long."""
        width, height = (16, 44) if upright else (44, 16)
        self.rect(x - width / 2, y - height / 2, width, height, fill=WHITE)

    def capacitor(self, x: float, y: float) -> None:
        """A capacitor in an upright wire, around its centre."""
        self.rect(x - 3, y - 5, 6, 10, fill=WHITE, stroke="none")
        for plate in (-5, 5):
            self.wire((x - 16, y + plate), (x + 16, y + plate), line=3)

    def diode(self, x: float, y: float, *, upright: bool = False) -> None:
        """A diode around its centre, in a wire; current flows to the left, or upright upwards."""
        if upright:
            self.wire((x - 10, y + 9), (x + 10, y + 9), (x, y - 9), (x - 10, y + 9), fill=WHITE)
            self.wire((x - 10, y - 9), (x + 10, y - 9), line=3)
        else:
            self.wire((x + 9, y - 10), (x + 9, y + 10), (x - 9, y), (x + 9, y - 10), fill=WHITE)
            self.wire((x - 9, y - 10), (x - 9, y + 10), line=3)

    def switch(self, x: float, y: float, *, closed: bool = False) -> None:
        """A switch at rest, between two upright wires; its ends are 30 above and below."""
        self.wire((x, y + 26), (x if closed else x - 22, y - 24), line=3)
        for end in (-26, 26):
            self.circle(x, y + end, 4, fill=WHITE)

    def lamp(self, x: float, y: float) -> None:
        """A lamp around its centre, 40 wide."""
        self.circle(x, y, 20, fill="#fff3c4")
        for slope in (-1, 1):
            self.wire((x - 14, y - 14 * slope), (x + 14, y + 14 * slope))

    def transistor(self, x: float, y: float) -> None:
        """An NPN transistor; base at x - 26, collector and emitter at x + 12, 32 above and below."""
        self.circle(x, y, 26, fill=WHITE)
        self.wire((x - 26, y), (x - 8, y))
        self.wire((x - 8, y - 15), (x - 8, y + 15), line=4)
        self.wire((x - 8, y - 7), (x + 12, y - 20), (x + 12, y - 32))
        self.wire((x - 8, y + 7), (x + 12, y + 20), (x + 12, y + 32))
        self.wire((x + 12, y + 20), (x + 2, y + 19), (x + 8, y + 11), (x + 12, y + 20), fill=BLACK)


def _style(fill: str, stroke: str, line: float, dash: str) -> str:
    dashes = f" stroke-dasharray={quoteattr(dash)}" if dash else ""
    return f'fill="{fill}" stroke="{stroke}" stroke-width="{line:g}"{dashes}'
