"""Draws the wiring: `python -m wiring.draw` brings the drawings and the README's pin table up to date.

With `--wiring FILE --to FOLDER` it draws a wiring of your own.
"""

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from hal.wiring import Wiring, load_wiring
from wiring.circuits import button_circuit, lamp_circuit, slap_circuit, table_pad_circuit
from wiring.header import pin_table
from wiring.header_drawing import header_drawing
from wiring.panel import panel_template

FOLDER: Final = Path(__file__).parent
README: Final = FOLDER / "README.md"
BEGIN, END = "<!-- pins: made by python -m wiring.draw -->\n", "<!-- end of pins -->\n"


def drawings(wiring: Wiring) -> dict[str, str]:
    """Every drawing as SVG, by the name of its file."""
    made = {
        "header.svg": header_drawing(wiring),
        "button.svg": button_circuit(wiring),
        "slap.svg": slap_circuit(wiring),
        "slap_table.svg": table_pad_circuit(wiring),
        "panel.svg": panel_template(),
    }
    if wiring.lamps:
        made["lamp.svg"] = lamp_circuit(wiring.lamps[0])
    return {name: str(drawing) for name, drawing in made.items()}


def with_pin_table(text: str, wiring: Wiring) -> str:
    """A README's text with the pin table of `wiring` between its markers."""
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}\n{pin_table(wiring)}\n\n{END}{after}"


def main(arguments: Sequence[str] | None = None) -> None:
    """Write the drawings and, unless they are somebody's own, the pin table."""
    parser = argparse.ArgumentParser(prog="python -m wiring.draw", description="Draw the cabinet's wiring.")
    parser.add_argument("--wiring", type=Path, metavar="FILE", help="a wiring of your own; needs --to")
    parser.add_argument("--to", type=Path, metavar="FOLDER", help="where the drawings of it go")
    options = parser.parse_args(arguments)
    if (options.wiring is None) != (options.to is None):
        parser.error("--wiring and --to go together")
    wiring = load_wiring(options.wiring)
    folder = options.to or FOLDER / "drawings"
    folder.mkdir(parents=True, exist_ok=True)
    for name, svg in drawings(wiring).items():
        (folder / name).write_text(svg, encoding="utf-8")
    if options.to is None:
        text = README.read_text(encoding="utf-8")
        README.write_text(with_pin_table(text, wiring), encoding="utf-8")


if __name__ == "__main__":
    main()
