"""A screen of words in 80 by 24 characters: each player's half, both upright."""

from textwrap import wrap

from display.text_grid import COLUMNS, ROWS, Grid, Style
from display.words import Words, words_in
from firmware.screens.view import BUTTONS, ButtonView, PanelView, Screen

_HALF = ROWS // 2


def draw_panels(screen: Screen) -> Grid:
    """Draw what each player is shown; if both are shown the same, once and on the whole page."""
    grid, words = Grid(), words_in(screen.look.language)
    panels = [screen.panels[player] for player in sorted(screen.panels)]
    if panels and all(panel == panels[0] for panel in panels):
        _put(grid, panel_lines(panels[0], words), 0, ROWS)
        return grid
    # Player 2 sits at the upper edge.
    for number, panel in enumerate(reversed(panels)):
        _put(grid, panel_lines(panel, words), number * _HALF, _HALF)
    return grid


def panel_lines(panel: PanelView, words: Words) -> list[tuple[str, Style]]:
    """A screen of words line by line: title, paragraphs, table, and what each button does."""
    lines = [(words.say(panel.title), Style.STRONG)]
    for text in panel.lines:
        lines += [(line, Style.PLAIN) for line in wrap(words.say(text), COLUMNS - 4)]
    for row in panel.rows:
        values = "   ".join(words.say(value) for value in row.values)
        lines.append((f"{words.say(row.name)}:  {values}", Style.ATTENTION if row.marked else Style.PLAIN))
    for name in BUTTONS:
        if name in panel.buttons:
            lines.append(_button(name, panel.buttons[name], words))
    return lines


def _button(name: str, button: ButtonView, words: Words) -> tuple[str, Style]:
    value = "" if button.value is None else f": {words.say(button.value)}"
    chosen = " ✓" if button.chosen else ""
    text = f"[{name.removeprefix('card')}] {words.say(button.label)}{value}{chosen}"
    return text, Style.STRONG if button.enabled else Style.GREY


def _put(grid: Grid, lines: list[tuple[str, Style]], top: int, height: int) -> None:
    for number, (text, style) in enumerate(lines[:height]):
        grid.put(top + number, 2, text, style)
