"""What the buttons do, each above its button, all in letters of the same height."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Final

from display.box import Box
from display.fitting import largest, widest, wrapped
from display.panels.items import Item, Key, Plate
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
    """A plate that is to be set: `caption` and `head_px` as in `display.panels.items.Plate`.

    `key`: the label of the button's key, None if it is no key's.
    """

    name: str
    button: ButtonView
    box: Box
    caption: str
    head_px: int
    key: str | None

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
        point_px = 0 if self.key else setter.units(POINTER)
        return self.head_px + (len(label) + len(value)) * px + point_px + 2 * setter.units(PAD)

    def key_box(self, setter: Setter, place: Box, keys: Box) -> Box:
        """Where the key's cap is: below a card's plate, and at the head of the others, where a name would be.

        Below those the corner is left for the key that leaves.
        """
        if self.name.startswith("card"):
            return Box(place.left, keys.top, place.width, keys.height)
        # Beside the tick.
        margin_px = setter.units(PAD) + (self.head_px if self.button.chosen else 0)
        top = place.top + (self.head_px - keys.height)
        return Box(place.left + margin_px, top, place.width - 2 * margin_px, keys.height)


def plate_items(panel: PanelView, places: PanelLayout, setter: Setter, keys: Mapping[str, str]) -> list[Item]:
    """A plate for each button that does something or could, no higher than the highest has to be.

    `keys`: the labels of the buttons' keys, as far as they have any.
    """
    wanted = list(_wanted(panel, places, setter, keys))
    sizes = [
        largest(LEAST_LINE_PX, setter.high(_MOST_LABEL), partial(plate.fits, setter)) for plate in wanted
    ]
    px = min(sizes, default=0)
    needed = max((plate.height(setter, px) for plate in wanted), default=0)
    items = []
    for plate in wanted:
        label, value = plate.broken(setter, px)
        box, button = plate.box, plate.button
        spare = max(0, box.height - needed)
        thing = Plate(
            tuple(label),
            tuple(value),
            plate.caption,
            px,
            plate.head_px,
            button.chosen,
            button.enabled,
            pointed=plate.key is None,
        )
        place = Box(box.left, box.top + spare, box.width, box.height - spare)
        items.append(Item(("button", plate.name), place, thing))
        if plate.key is not None:
            items.append(Item(plate.name, plate.key_box(setter, place, places.keys), Key(plate.key)))
    return items


def _wanted(
    panel: PanelView, places: PanelLayout, setter: Setter, keys: Mapping[str, str]
) -> Iterator[_Wanted]:
    ticked = any(button.chosen for button in panel.buttons.values())
    for name in BUTTONS:
        if name in panel.buttons:
            card, key = name.startswith("card"), keys.get(name)
            caption = "" if card or key else setter.words.say(say(f"control.{name}"))
            head_px = setter.units(_HEAD) if ticked or not card else 0
            if key and not card:
                head_px = places.keys.height + setter.units(PAD)
            yield _Wanted(name, panel.buttons[name], places.plates[name], caption, head_px, key)
