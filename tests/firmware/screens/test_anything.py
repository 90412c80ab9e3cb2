"""Whatever is pressed, the cabinet goes on, finds back to attract by itself, and keeps what it promised."""

from collections.abc import Iterator
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Final

import hypothesis.strategies as st
from hypothesis import given, settings

from display.words import languages, words_in
from firmware.game.events import PLAYERS
from firmware.game.rules import PRESETS
from firmware.game.view import Phase
from firmware.screen import Screen
from firmware.screens.choice import SITTERS, Choice
from firmware.screens.match import WATCHED_NS, WATCHERS_PATIENCE
from firmware.settings import NAMES, choices
from firmware.store.store import Store, open_store
from firmware.store.totals import KINDS
from firmware.text import Text
from hal.events import Control, InputEvent
from tests.firmware.screens.evening import SECOND_NS, Evening

OWNERS: Final = st.fixed_dictionaries({name: st.sampled_from(choices(name)) for name in NAMES})
CHOSEN: Final = st.builds(
    Choice,
    seats=st.tuples(st.sampled_from(SITTERS), st.sampled_from(SITTERS)),
    preset=st.sampled_from(tuple(PRESETS)),
    options=st.sampled_from(((), (("countdown", 0), ("target", 1)))),
)
WAITS_NS: Final = (0, 1, SECOND_NS // 20, SECOND_NS // 2, 4 * SECOND_NS, 40 * SECOND_NS)
DEEDS: Final = {"edges": 3, "button": 8, "play": 3, "hold": 2, "service": 1}
"""What people do, and how often."""

PLUG: Final = 0.03
"""How often the plug is pulled before that."""


def do_something(evening: Evening, random: Random) -> None:
    """One thing that people do, with or without sense."""
    evening.now_ns += random.choice(WAITS_NS)
    match random.choices(tuple(DEEDS), tuple(DEEDS.values()))[0]:
        case "edges":
            for _ in range(random.randint(1, 3)):
                player, control = random.choice(PLAYERS), random.choice(tuple(Control))
                evening.cabinet.add([InputEvent(evening.now_ns, player, control, random.random() < 0.5)])
        case "button":
            panel = evening.screen.panels.get(1)
            buttons = {} if panel is None else panel.buttons
            if enabled := [control for control, button in buttons.items() if button.enabled]:
                evening.tap(1, random.choice(enabled))
        case "play":
            play(evening)
        case "hold":
            evening.hold_both_actions(random.choice((1.6, 5.1)))
        case _:
            evening.cabinet.call_service()


def play(evening: Evening) -> None:
    """What a game that is at the table asks for, for a while."""
    for _ in range(200):
        table = evening.screen.table
        if table is None or evening.cabinet.attracting:
            return
        if table.phase is Phase.READY:
            evening.together((1, "action"), (2, "action"))
        for player in PLAYERS:
            slots = table.seats[player].playable
            evening.tap(player, f"card{slots[0]}" if slots else "slap")
        evening.wait(0.5)


def look(evening: Evening) -> None:
    """Judge up to now and look; nothing may be left that was due."""
    cabinet = evening.cabinet
    evening.now_ns += 1
    cabinet.run_before(evening.now_ns)
    assert cabinet.over or cabinet.due_ns is None or cabinet.due_ns >= evening.now_ns
    screen = cabinet.screen(evening.now_ns)
    assert (screen.table is None) == bool(screen.panels)
    for text in texts_of(screen):
        for language in languages():
            said = words_in(language).say(text)
            assert said != text.key
            assert "{" not in said, text
    cabinet.lamps(evening.now_ns)
    cabinet.clock_ns(evening.now_ns)


def texts_of(screen: Screen) -> Iterator[Text]:
    """All that is written on it."""
    for notes in screen.notes.values():
        yield from notes
    for panel in screen.panels.values():
        yield from (panel.title, *panel.lines)
        for row in panel.rows:
            yield from (row.name, *row.values)
        for button in panel.buttons.values():
            yield from (button.label, *([button.value] if button.value else []))


def assert_kept(store: Store, folder: Path) -> None:
    """What was kept is what is found when the store, which is closed, is opened again."""
    again = open_store(folder)
    assert not again.faults()
    assert again.settings() == store.settings()
    assert again.last_choice() == store.last_choice()
    assert [again.best(kind) for kind in KINDS] == [store.best(kind) for kind in KINDS]
    assert again.totals() == store.totals()
    again.close()


@settings(deadline=None, max_examples=30)
@given(OWNERS, CHOSEN, st.integers(0, 1 << 32))
def test_whatever_is_pressed_the_cabinet_goes_on_and_left_alone_comes_back_to_attract(
    owners: dict[str, object], chosen: Choice, seed: int
) -> None:
    random = Random(seed)
    with TemporaryDirectory() as name:
        evening = Evening(Path(name), seed, choice=chosen, settings=owners)
        for _ in range(60):
            if random.random() < PLUG:
                evening.pull_the_plug()
                evening = Evening(Path(name), seed)
                assert not evening.store.faults()
            if not evening.cabinet.over:
                do_something(evening, random)
            look(evening)
        if not evening.cabinet.over:
            evening.now_ns += 2 * WATCHERS_PATIENCE * evening.cabinet.house.idle_ns + WATCHED_NS
            look(evening)
            assert evening.cabinet.attracting
        evening.close()
        assert_kept(evening.store, Path(name))
