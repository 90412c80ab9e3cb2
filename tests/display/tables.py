"""Tables for the tests: written out by hand, or any that could be."""

from collections.abc import Sequence

from hypothesis import strategies as st

from display.animation import MS, OneShots
from display.text.table import draw_text
from display.words import words_in
from firmware.game.cards import DECK, JOKERS
from firmware.game.events import (
    Beaten,
    ClaimMissed,
    Event,
    FalseSlap,
    Locked,
    Misplay,
    Moved,
    Out,
    Played,
    Player,
    Reshuffled,
    RoundOver,
    Side,
)
from firmware.game.view import Ask, Phase, PileView, SeatView, TableView
from firmware.screen import Look, Screen
from firmware.text import Text
from tests.display.situations import NOW_NS, scenarios

SIZES_PX = [
    (320, 200),
    (480, 272),
    (640, 360),
    (800, 480),
    (1024, 600),
    (1024, 768),
    (1280, 720),
    (1280, 800),
    (1280, 1024),
    (1366, 768),
]
SIZES_PX += [(1600, 900), (1600, 1200), (1920, 1080), (1920, 1200), (2560, 1600), (3840, 2160)]

NAMED = {scenario.name[3:]: scenario for scenario in scenarios()}

players: st.SearchStrategy[Player] = st.sampled_from([1, 2])
sides: st.SearchStrategy[Side] = st.sampled_from(["left", "right"])
cards = st.sampled_from(DECK + JOKERS)
slots = st.integers(1, 5)
moments_ns = st.none() | st.integers(-500, 3000).map(lambda ms: NOW_NS + ms * MS)

piles = st.builds(
    PileView,
    st.none() | cards,
    st.integers(0, 40),
    st.integers(0, 12),
    st.none() | players,
    st.none() | st.sampled_from(DECK),
    st.booleans(),
)
seats = st.builds(
    SeatView,
    st.tuples(*[st.none() | cards] * 5),
    st.integers(0, 47),
    st.integers(0, 99),
    st.booleans(),
    st.booleans(),
    moments_ns,
    moments_ns,
    st.lists(slots, max_size=5, unique=True).map(tuple),
    st.none() | st.tuples(*[st.integers(1, 9)] * 5),
    st.none() | st.sampled_from(Ask),
)
views = st.builds(
    TableView,
    st.sampled_from(Phase),
    moments_ns,
    st.fixed_dictionaries({"left": piles, "right": piles}),
    st.fixed_dictionaries({1: seats, 2: seats}),
    st.integers(1, 500),
    st.none() | players,
    st.none() | players,
    st.sampled_from(["speed", "spit"]),
    st.none() | sides,
    st.integers(0, 3000).map(lambda ms: ms * MS),
    st.integers(500, 10_000).map(lambda ms: ms * MS),
)
times_ns = st.integers(-1000, 1000).map(lambda ms: NOW_NS + ms * MS)
events: st.SearchStrategy[Event] = st.one_of(
    st.builds(Played, times_ns, players, slots, cards, sides),
    st.builds(Misplay, times_ns, players, slots),
    st.builds(Beaten, times_ns, players, slots),
    st.builds(Locked, times_ns, players, slots),
    st.builds(Out, times_ns, players),
    st.builds(ClaimMissed, times_ns, players, sides, st.integers(1, 30)),
    st.builds(FalseSlap, times_ns, players),
    st.builds(Reshuffled, times_ns),
    st.builds(Moved, times_ns, players, slots, slots, cards),
    st.builds(RoundOver, times_ns, players, st.none() | players),
)
frames = st.tuples(views, st.lists(events, max_size=4), times_ns)


def shown(view: TableView, scene: int = 0) -> Screen:
    """A table as a display is given it."""
    return Screen(Look(), scene, view)


def said(text: Text | None) -> str:
    """The text in English; nothing for none."""
    return "" if text is None else words_in("en").say(text)


def plain_text(view: TableView, events: Sequence[Event] = (), now_ns: int = 0) -> str:
    """What the terminal shows, without its colours."""
    return draw_text(shown(view), OneShots().after(events, now_ns), now_ns).text()
