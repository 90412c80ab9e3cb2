"""The judge of slaps against a slow model, which looks at whole traces tick by tick."""

from dataclasses import dataclass

from hypothesis import example, given
from hypothesis import strategies as st

from hal.debounce import Debounce
from hal.events import Player
from hal.slaps import HIT_NS, RING_NS, SENSITIVITIES, Pad
from tests.hal.slap_traces import LOCKOUT_NS, MS, Pulse, judge

TICK_NS = MS // 2
HIT, RING = HIT_NS // TICK_NS, RING_NS // TICK_NS
PADS = st.builds(
    Pad,
    st.sampled_from([True, True, True, False]),
    st.sampled_from([0, 20 * MS, 60 * MS, 200 * MS]),
    st.sampled_from([0, 5 * MS, 12 * MS, 80 * MS]),
)


@dataclass(frozen=True)
class Trace:
    """All in ticks."""

    closed: dict[Player, frozenset[int]]
    slaps: dict[Player, list[int]]
    buttons: list[int]
    pads: dict[Player, Pad]
    step: int

    def is_slap(self, player: Player, at: int) -> bool:
        """Whether one would count if no other pad had been struck."""
        if not self.pads[player].hears_table:
            return True
        mask = self.pads[player].mask_ns // TICK_NS
        under = [button for button in self.buttons if at - mask <= button <= at]
        end = max([at + HIT, *(button + mask for button in under)])
        long_enough = self._closed(player, at, end) >= SENSITIVITIES[self.step].closed_ns
        return long_enough and (not under or self._repeats(player, at, end))

    def _closed(self, player: Player, at: int, end: int) -> int:
        return TICK_NS * sum(tick in self.closed[player] for tick in range(at, end))

    def _repeats(self, player: Player, at: int, end: int) -> bool:
        repeats, latest = 0, at
        for tick in range(at + RING, end):
            closes = tick in self.closed[player] and tick - 1 not in self.closed[player]
            if closes and tick - latest >= RING:
                repeats, latest = repeats + 1, tick
                buttons = sum(at < button <= tick for button in self.buttons)
                if repeats >= SENSITIVITIES[self.step].repeats + buttons:
                    return True
        return False

    def beats(self, rival: Player, rival_at: int, player: Player, at: int) -> bool:
        """Whether of two slaps within the crosstalk this rival is the one that was meant."""
        if not self.pads[rival].hears_table:
            return True
        hit, own = (
            self._closed(one, one_at, one_at + HIT) for one, one_at in ((rival, rival_at), (player, at))
        )
        return self.is_slap(rival, rival_at) and (hit > own or (hit == own and rival_at < at))

    def counting(self) -> list[tuple[int, Player]]:
        """The slaps that count, in order."""
        counting = []
        for player, own in self.slaps.items():
            other: Player = 2 if player == 1 else 1
            within = self.pads[player].crosstalk_ns // TICK_NS
            for at in own:
                rivals = [rival for rival in self.slaps[other] if abs(rival - at) <= within]
                beaten = any(self.beats(other, rival, player, at) for rival in rivals)
                if not self.pads[player].hears_table or (self.is_slap(player, at) and not beaten):
                    counting.append((at, player))
        return sorted(counting)


def traced(
    pulses: dict[Player, list[Pulse]], buttons: list[int], pads: dict[Player, Pad], step: int
) -> Trace:
    closed: dict[Player, frozenset[int]] = {}
    slaps: dict[Player, list[int]] = {}
    for player, own in pulses.items():
        debounce = Debounce(LOCKOUT_NS, pressed=False)
        changes = []
        for start_ns, long_ns in own:
            changes += [*debounce.edge(start_ns, True), *debounce.edge(start_ns + long_ns, False)]
        slaps[player] = [change.time_ns // TICK_NS for change in changes if change.pressed]
        closed[player] = frozenset(
            tick for start, long in own for tick in range(start // TICK_NS, (start + long) // TICK_NS)
        )
    return Trace(closed, slaps, buttons, pads, step)


@st.composite
def pulses(draw: st.DrawFn) -> dict[Player, list[Pulse]]:
    """Trains of pulses that begin soon after each other at either pad."""
    own: dict[Player, list[Pulse]] = {1: [], 2: []}
    for player in own:
        at = draw(st.integers(0, 30))
        for _ in range(draw(st.integers(0, 7))):
            at += draw(st.sampled_from([1, 2, 9, 10, 11, 30, 70, 90]))
            long = draw(st.sampled_from([1, 2, 3, 6, 12, 14, 80]))
            own[player].append((at * TICK_NS, long * TICK_NS))
            at += long
    return own


@given(
    pulses(),
    st.lists(st.integers(0, 250), max_size=4),
    st.tuples(PADS, PADS),
    st.sampled_from(sorted(SENSITIVITIES)),
    st.lists(st.integers(0, 600 * TICK_NS), max_size=30),
)
@example(
    {1: [(103 * MS, 8 * MS)], 2: [(104 * MS, 6 * MS), (140 * MS, 6 * MS)]},
    [200],
    (Pad(True), Pad(True)),
    3,
    [],
)
@example(
    pulses={1: [(260 * MS, 4 * MS)], 2: [(190 * MS, 12 * MS)]},
    buttons=[0],
    pads=(Pad(True, mask_ns=0, crosstalk_ns=80 * MS), Pad(True, mask_ns=200 * MS, crosstalk_ns=0)),
    step=3,
    marks_ns=[300 * MS],
)
def test_what_counts_is_what_a_slow_look_at_the_whole_trace_says(
    pulses: dict[Player, list[Pulse]],
    buttons: list[int],
    pads: tuple[Pad, Pad],
    step: int,
    marks_ns: list[int],
) -> None:
    both: dict[Player, Pad] = {1: pads[0], 2: pads[1]}
    buttons_ns = tuple(button * TICK_NS for button in buttons)
    told = judge(pulses, buttons_ns, both, sensitivity=step, marks_ns=tuple(marks_ns))
    counting = traced(pulses, buttons, both, step).counting()
    assert sorted((at_ns // TICK_NS, player) for player, at_ns in told) == counting
