from display.animation import FRAME_NS, MS, NUDGE_AFTER_NS
from display.showing import Showing
from firmware.game.events import Misplay
from firmware.screen import Look, PanelView, Screen
from firmware.text import plain
from tests.display.situations import NOW_NS
from tests.display.tables import NAMED, shown

VIEW = NAMED["play"].view


def test_what_happened_goes_on_to_be_shown_in_the_same_scene_and_is_forgotten_in_another() -> None:
    showing = Showing()
    assert showing.show(shown(VIEW, 0), [Misplay(NOW_NS, 1, 3)], NOW_NS) == NOW_NS + FRAME_NS
    showing.show(shown(VIEW, 0), (), NOW_NS + MS)
    assert showing.shots.events
    assert showing.show(shown(VIEW, 1), (), NOW_NS + 2 * MS) == NOW_NS + 2 * MS + NUDGE_AFTER_NS
    assert showing.shots.events == ()


def test_a_screen_of_words_rests_until_something_happens() -> None:
    panel = PanelView(plain("Paused"))
    assert Showing().show(Screen(Look(), 0, panels={1: panel, 2: panel}), (), NOW_NS) is None
