"""What the buttons do, each above its button, all in letters of the same height."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import Final

from display.box import Box
from display.fitting import largest, widest, wrapped
from display.panels.items import Item, Plate
from display.panels.layout import PanelLayout
from display.panels.text import LEAST_LINE_PX, Setter
from firmware.screen import BUTTONS, ButtonView, PanelView
from firmware.text import say

POINTER: Final = 18
"""The height of the point at a plate's lower edge, in 1920ths of the table's width."""
PAD: Final = 10
"""What is left free at a plate's edges, in the same."""

_MOST_LABEL: Final = 50
"""The height of a label's line, in 1080ths of the table's height."""
_HEAD: Final = 40


@dataclass(frozen=True, slots=True)
class _Wanted:
    """A plate that is to be set: `caption` and a `headed` plate as in `display.panels.items.Plate`."""

    name: str
    button: ButtonView
    box: Box
    caption: str
    headed: bool

    def broken(self, setter: Setter, px: int) -> tuple[list[str], list[str]]:
        """Label and value in lines of this height."""
        texts = [self.button.label] if self.button.value is None else [self.button.label, self.button.value]
        inner = self.box.width - 2 * setter.units(PAD)
        label, *value = [wrapped(setter.words.say(text), px, inner, setter.width_of) for text in texts]
        return label, value[0] if value else []

    def fits(self, setter: Setter, px: int) -> bool:
        """Whether lines of this height have room."""
        label, value = self.broken(setter, px)
        inner = self.box.width - 2 * setter.units(PAD)
        if widest([*label, *value], px, setter.width_of) > inner:
            return False
        return self.height(setter, px) <= self.box.height

    def height(self, setter: Setter, px: int) -> int:
        """How high the plate has to be for lines of this height."""
        label, value = self.broken(setter, px)
        head_px = setter.units(_HEAD) if self.headed else 0
        return head_px + (len(label) + len(value)) * px + setter.units(POINTER) + 2 * setter.units(PAD)


def plate_items(panel: PanelView, places: PanelLayout, setter: Setter) -> list[Item]:
    """A plate for each button that does something or could, no higher than the highest has to be."""
    wanted = list(_wanted(panel, places, setter))
    sizes = [
        largest(LEAST_LINE_PX, setter.high(_MOST_LABEL), partial(plate.fits, setter)) for plate in wanted
    ]
    px = min(sizes, default=0)
    needed = max((plate.height(setter, px) for plate in wanted), default=0)
    items = []
    for plate in wanted:
        label, value = plate.broken(setter, px)
        head_px = setter.units(_HEAD) if plate.headed else 0
        box = plate.box
        spare = max(0, box.height - needed)
        thing = Plate(
            tuple(label), tuple(value), plate.caption, px, head_px, plate.button.chosen, plate.button.enabled
        )
        place = Box(box.left, box.top + spare, box.width, box.height - spare)
        items.append(Item(("button", plate.name), place, thing))
    return items


def _wanted(panel: PanelView, places: PanelLayout, setter: Setter) -> Iterator[_Wanted]:
    ticked = any(button.chosen for button in panel.buttons.values())
    for name in BUTTONS:
        if name in panel.buttons:
            card = name.startswith("card")
            caption = "" if card else setter.words.say(say(f"control.{name}"))
            yield _Wanted(name, panel.buttons[name], places.plates[name], caption, ticked or not card)
