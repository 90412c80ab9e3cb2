"""Draws the wiring: `python -m wiring.draw` brings the drawings and the README's pin table up to date.

With `--wiring FILE --to FOLDER` it draws a wiring of your own.
"""

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import Final, TypeVar

from hal.events import Control
from hal.wiring import Input, LampLine, Wiring, load_wiring
from hal.wiring_file import WiringError
from wiring.contacts import button_circuit, slap_circuit
from wiring.header import pin_table
from wiring.header_drawing import header_drawing
from wiring.lamp import lamp_circuit
from wiring.panel import panel_template
from wiring.svg import Drawing
from wiring.table_pad import table_pad_circuit

FOLDER: Final = Path(__file__).parent
README: Final = FOLDER / "README.md"
BEGIN, END = "<!-- pins: made by python -m wiring.draw -->\n", "<!-- end of pins -->\n"

_Wired = TypeVar("_Wired", bound=Input | LampLine)


def drawings(wiring: Wiring) -> dict[str, str]:
    """Every drawing as SVG, by the name of its file; what is wired in two ways has a drawing for each."""
    slap_pads = [switch for switch in wiring.switches if switch.control is Control.SLAP]
    buttons = _alike([contact for contact in wiring.inputs if contact not in slap_pads])
    lamps = _alike(wiring.lamps)
    made = {
        "header.svg": header_drawing(wiring),
        "slap_table.svg": table_pad_circuit(wiring),
        "panel.svg": panel_template(),
        **_numbered("button", [button_circuit(each, only=len(buttons) == 1) for each in buttons]),
        **_numbered("slap", [slap_circuit(pads[0]) for pads in _alike(slap_pads)]),
        **_numbered("lamp", [lamp_circuit(each, only=len(lamps) == 1) for each in lamps]),
    }
    return {name: str(drawing) for name, drawing in made.items()}


def _alike(wired: Sequence[_Wired]) -> list[list[_Wired]]:
    """What has one circuit, with what is wired like the first at first."""
    groups: dict[tuple[str, str], list[_Wired]] = {}
    for each in wired:
        pull = "" if isinstance(each, LampLine) else each.pull
        groups.setdefault((pull, each.active), []).append(each)
    return list(groups.values())


def _numbered(name: str, drawn: Sequence[Drawing]) -> dict[str, Drawing]:
    """Drawings of one kind by the names of their files, the first without a number."""
    return {
        f"{name}_{place}.svg" if place > 1 else f"{name}.svg": each for place, each in enumerate(drawn, 1)
    }


def with_pin_table(text: str, wiring: Wiring) -> str:
    """A README's text with the pin table of `wiring` between its markers."""
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}\n{pin_table(wiring)}\n\n{END}{after}"


def main(arguments: Sequence[str] | None = None) -> None:
    """Write the drawings and, unless they are somebody's own, the pin table; exits with 1 if that fails."""
    parser = argparse.ArgumentParser(prog="python -m wiring.draw", description="Draw the cabinet's wiring.")
    parser.add_argument("--wiring", type=Path, metavar="FILE", help="a wiring of your own; needs --to")
    parser.add_argument("--to", type=Path, metavar="FOLDER", help="where the drawings of it go")
    options = parser.parse_args(arguments)
    if (options.wiring is None) != (options.to is None):
        parser.error("--wiring and --to go together")
    try:
        _draw(options.wiring, options.to)
    except WiringError as error:
        parser.exit(1, f"{parser.prog}: {error}\n")
    except OSError as error:
        parser.exit(1, f"{parser.prog}: {error.filename}: cannot be written ({error.strerror})\n")


def _draw(own: Path | None, to: Path | None) -> None:
    wiring = load_wiring(own)
    folder = to or FOLDER / "drawings"
    folder.mkdir(parents=True, exist_ok=True)
    for name, svg in drawings(wiring).items():
        (folder / name).write_text(svg, encoding="utf-8")
    if to is None:
        text = README.read_text(encoding="utf-8")
        README.write_text(with_pin_table(text, wiring), encoding="utf-8")


if __name__ == "__main__":
    main()
