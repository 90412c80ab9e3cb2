"""A screen of words in 80 by 24 characters: each player's half, both upright."""

from collections.abc import Iterable, Mapping, Sequence
from textwrap import wrap
from typing import Final

from display.keys import KeyLabels
from display.text.grid import COLUMNS, ROWS, Grid, Style
from display.words import Words, name_of, words_in
from firmware.game.events import Player
from firmware.screen import BUTTONS, ButtonView, PanelView, Screen, SwitchState
from firmware.text import say

_HALF: Final = ROWS // 2
_MARGIN: Final = 2

_SIGNS: Final[Mapping[SwitchState, str]] = {
    SwitchState.UNSEEN: "·",
    SwitchState.SEEN: "✓",
    SwitchState.DOWN: "●",
    SwitchState.MUTED: "✗",
}


def draw_panels(screen: Screen, key_labels: KeyLabels | None = None) -> Grid:
    """Draw what each player is shown; if both are shown the same, once and on the whole page.

    `key_labels` are those of `display.text.table.draw_text`: a button is called by its key.
    """
    grid, words, labels = Grid(), words_in(screen.look.language), key_labels or {}
    # Player 2 sits at the upper edge.
    players = sorted(screen.panels, reverse=True)
    shown = [(labels.get(player, {}), screen.panels[player]) for player in players]
    if len(shown) > 1 and shown[0][1] == shown[1][1]:
        shown = [(shown[1][0] or shown[0][0], shown[1][1])]
    height = ROWS // len(shown) if shown else ROWS
    for number, (keys, panel) in enumerate(shown):
        for row, (text, style) in enumerate(panel_lines(panel, words, keys)):
            if row < height:
                grid.put(number * _HALF + row, _MARGIN, text, style)
    return grid


def panel_lines(
    panel: PanelView, words: Words, keys: Mapping[str, str] | None = None
) -> Iterable[tuple[str, Style]]:
    """A screen of words line by line: title, paragraphs, table, switches, and what each button does."""
    yield words.say(panel.title), Style.STRONG
    for text in panel.lines:
        yield from ((line, Style.PLAIN) for line in wrap(words.say(text), COLUMNS - 2 * _MARGIN))
    for row in panel.rows:
        values = "   ".join(words.say(value) for value in row.values)
        yield f"{words.say(row.name)}:  {values}", Style.ATTENTION if row.marked else Style.PLAIN
    if panel.switches:
        yield from _switches(panel.switches, words)
    for name in BUTTONS:
        if name in panel.buttons:
            key = (keys or {}).get(name) or words.say(say(f"switch.{name}"))
            yield _button(key, panel.buttons[name], words)


def _switches(states: Sequence[SwitchState], words: Words) -> Iterable[tuple[str, Style]]:
    """A line for each player: what is known of each switch."""
    named = {"action": words.say(say("control.action")), "slap": words.say(say("control.slap"))}
    labels = [named.get(name, name.removeprefix("card")) for name in BUTTONS]
    players: tuple[Player, ...] = (1, 2)
    for player in players:
        own = states[(player - 1) * len(BUTTONS) : player * len(BUTTONS)]
        signs = "   ".join(f"{_SIGNS[state]} {label}" for state, label in zip(own, labels, strict=True))
        yield f"{words.say(name_of(player))}:  {signs}", Style.STRONG


def _button(key: str, button: ButtonView, words: Words) -> tuple[str, Style]:
    value = "" if button.value is None else f": {words.say(button.value)}"
    chosen = " ✓" if button.chosen else ""
    return f"[{key}] {words.say(button.label)}{value}{chosen}", Style.STRONG if button.enabled else Style.GREY
