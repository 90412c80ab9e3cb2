"""What all screens of the cabinet have in common.

A *page* is one thing that the cabinet can be doing. Pages judge edges in the order of their stamps and say
which page comes next; they know no device. All times are the cabinet's own, in nanoseconds.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final, Protocol, TypeAlias

from firmware.game.events import PLAYERS, Event, Player
from firmware.game.view import TableView
from firmware.screen import ButtonView, PanelView, Picture, Row, SwitchState
from firmware.screens import values
from firmware.screens.house import House
from firmware.text import Text, Value, say
from hal.events import InputEvent, Lamp

PATIENCE: Final = 3
"""A match waits so many times as long for its players as a menu does, also in a pause."""


@dataclass(frozen=True, slots=True)
class Face:
    """What a page shows; see `firmware.screen.Screen`. `lamps`: those to light, None for the
    usual. `dark`: nobody is there, and the screen is to be spared.
    """

    table: TableView | None = None
    panels: Mapping[Player, PanelView] = field(default_factory=lambda: MappingProxyType({}))
    notes: Mapping[Player, tuple[Text, ...]] = field(default_factory=lambda: MappingProxyType({}))
    lamps: frozenset[Lamp] | None = None
    dark: bool = False


class Page(Protocol):
    """One thing that the cabinet can be doing."""

    @property
    def due_ns(self) -> int | None:
        """When something is due that needs no further edge; None if all depends on the players."""
        ...

    def judge(self, time_ns: int, edges: Sequence[InputEvent]) -> "Step":
        """Judge the edges of one moment; without any, what is due at it."""
        ...

    def clock_ns(self, now_ns: int) -> int:
        """What the clock of what is shown says: a match's time stands still in a pause."""
        ...

    def face(self) -> Face:
        """What is to be seen until something is judged, or until what it tells of has changed by itself."""
        ...


Back: TypeAlias = Callable[[int], Page]
"""Opens the page to which another leads back, at a time."""


@dataclass(frozen=True, slots=True)
class Step:
    """What came of a moment: the page from now on, and what happened in the game, in the page's time."""

    page: Page
    events: Sequence[Event] = ()


@dataclass(frozen=True, slots=True)
class Button:
    """What a button does: it is shown as `view`; a `press` by a player at a time gives the next page."""

    view: ButtonView
    press: Callable[[Player, int], Page]


@dataclass(frozen=True, slots=True)
class Words:
    """What a page of words says to one player; see `firmware.screen.PanelView`."""

    title: Text
    lines: tuple[Text, ...] = ()
    rows: tuple[Row, ...] = ()
    buttons: Mapping[str, Button] = field(default_factory=dict)
    picture: Picture = ""
    switches: tuple[SwitchState, ...] = ()


class WordsPage:
    """A screen of words whose buttons either player may press."""

    def __init__(self, house: House, now_ns: int) -> None:
        self.house = house
        self.since_ns = now_ns
        self.touched_ns = now_ns

    def words(self, player: Player) -> Words:
        """What the page says to this player."""
        raise NotImplementedError

    def left_alone(self, now_ns: int) -> Page:
        """What follows if nobody does anything for too long."""
        return self.house.pages.attract(now_ns)

    def again(self, now_ns: int) -> Page:
        """The same page, as it was, opened anew."""
        self.since_ns = self.touched_ns = now_ns
        return self

    @property
    def due_ns(self) -> int:
        """When the page has been left alone for too long."""
        return self.touched_ns + self.house.idle_ns

    def judge(self, time_ns: int, edges: Sequence[InputEvent]) -> Step:
        """Press what is pressed, one after the other, until that leads to another page."""
        for edge in edges:
            self.touched_ns = time_ns
            if edge.pressed:
                button = self.words(edge.player).buttons.get(edge.control)
                if button is not None and button.view.enabled:
                    page = button.press(edge.player, time_ns)
                    if page is not self:
                        return Step(page)
        if time_ns >= self.due_ns:
            return Step(self.left_alone(time_ns))
        return Step(self)

    def setting(self, setting: str, name: str = "") -> Button:
        """The button that steps through the values of a setting, if they are not locked.

        `name`: what the setting is called, where that is not its own name.
        """

        def step(player: Player, now_ns: int) -> Page:
            self.house.step(setting)
            return self

        settings = self.house.settings
        name = name or setting
        value = values.setting(name, getattr(settings, setting))
        return button(f"setting.{name}", step, value, enabled=not settings.locked)

    def clock_ns(self, now_ns: int) -> int:
        """The time since the page was opened."""
        return now_ns - self.since_ns

    def face(self) -> Face:
        """The words for both players."""
        return Face(panels={player: _panel(self.words(player)) for player in PLAYERS})


class BackPage(WordsPage):
    """A screen of words that was opened from another page, to which it leads `back`."""

    def __init__(self, house: House, now_ns: int, back: Back) -> None:
        super().__init__(house, now_ns)
        self.back = back

    def left_alone(self, now_ns: int) -> Page:
        """Back to where the first such page was opened: a pause there has a patience of its own."""
        page = self.back(now_ns)
        return page.left_alone(now_ns) if isinstance(page, BackPage) else page

    def done(self) -> Button:
        """The button that leads back."""
        return button("options.done", lambda player, now_ns: self.back(now_ns))


def _panel(words: Words) -> PanelView:
    buttons = {control: button.view for control, button in words.buttons.items()}
    return PanelView(words.title, words.lines, words.rows, buttons, words.picture, words.switches)


def button(
    key: str,
    press: Callable[[Player, int], Page],
    value: Text | None = None,
    *,
    chosen: bool = False,
    enabled: bool = True,
    **values: Value,
) -> Button:
    """A button labelled with the text `key`."""
    return Button(ButtonView(say(key, **values), value, chosen, enabled), press)


def in_a_row(choices: Iterable[Button]) -> dict[str, Button]:
    """Up to five choices above the five card buttons, from the first on."""
    return {f"card{number}": choice for number, choice in enumerate(choices, 1)}
