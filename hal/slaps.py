"""Which slaps are meant, at pads that hear the table: pure arithmetic over stamps.

A vibration switch or a piezo reports every blow on the wood: a card button that is struck, the other
player's slap. A dome button or a capacitive pad hears nothing but its own player, and is never
judged here: its slap counts at once, and of two the earlier is the first. At a pad that hears the table

- a slap within `mask_ns` after an edge of any button is taken for that button's, unless it repeats: while
  the blow is measured, and until the mask ends, the pad closes again, as often as the sensitivity says
  and once more for each further edge of a button;
- a slap that closes the pad for less than the sensitivity says is none;
- of two slaps within `crosstalk_ns` the harder one counts, whichever came first: the one whose pad
  was closed for longer. A slap on a pad that hears nothing else is always the harder one. What is no slap
  by the rules before, such as a button's shock on the other pad, takes nothing away from one.

A slap that counts keeps the stamp of its first edge. Until it is judged, nothing later may be: see `hold_ns`.
"""

from bisect import insort
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Final, NamedTuple

from hal.debounce import Change
from hal.events import Player

MASK_NS: Final = 60_000_000
CROSSTALK_NS: Final = 5_000_000

HIT_NS: Final = 30_000_000
"""For how long after its first edge a blow is measured: a pad has then come to rest."""

RING_NS: Final = 5_000_000
"""A pad that closes again sooner after it closed still rings and does not repeat."""


@dataclass(frozen=True, slots=True)
class Sensitivity:
    """A slap closes its pad for `closed_ns` in all; to count while it is masked, `repeats` times more."""

    closed_ns: int
    repeats: int


SENSITIVITIES: Final[Mapping[int, Sensitivity]] = {
    1: Sensitivity(6_000_000, 3),
    2: Sensitivity(3_000_000, 2),
    3: Sensitivity(1_500_000, 1),
    4: Sensitivity(500_000, 1),
    5: Sensitivity(0, 1),
}
"""The owner's five steps, from hard slaps only to any."""

USUAL_SENSITIVITY: Final = 3


@dataclass(frozen=True, slots=True)
class Pad:
    """What a slap pad hears beside its player's slaps, and for how long after what."""

    hears_table: bool = False
    mask_ns: int = MASK_NS
    crosstalk_ns: int = CROSSTALK_NS


class _Verdict(NamedTuple):
    """Whether something holds, which is certain once every edge up to `sure_ns` is known."""

    holds: bool
    sure_ns: int


@dataclass(slots=True)
class _Heard:
    """What has come from one pad."""

    pad: Pad
    edges: deque[tuple[int, bool]] = field(default_factory=deque)
    """Every edge, bounces and all: its stamp and whether it closed the pad."""
    slaps_ns: deque[int] = field(default_factory=deque)
    waiting: deque[Change] = field(default_factory=deque)
    """Debounced changes that have not been told yet; the first is a slap that is not judged yet."""
    counts: bool = False
    """Whether the latest slap that was judged counts."""


class Slaps:
    """The judge of a cabinet's slap pads, by player."""

    def __init__(self, pads: Mapping[Player, Pad], sensitivity: int = USUAL_SENSITIVITY) -> None:
        self.sensitivity = SENSITIVITIES[sensitivity]
        self._heard = {player: _Heard(pad) for player, pad in pads.items()}
        # A rival comes by the crosstalk before a slap at most, its button by its mask before that.
        own = pads.values()
        self._keep_ns = HIT_NS + max(pad.mask_ns for pad in own) + max(pad.crosstalk_ns for pad in own)
        self._buttons_ns: list[int] = []
        self.hold_ns: int | None = None
        """The stamp of the earliest slap that is not judged yet; None if there is none."""
        self.due_ns: int | None = None
        """The moment after which another slap may be judged, if no edge comes before."""

    def button(self, time_ns: int) -> None:
        """A button closed or opened."""
        insort(self._buttons_ns, time_ns)

    def edge(self, player: Player, time_ns: int, pressed: bool) -> None:
        """An edge of a player's pad, bounces and all. Those of one pad come in order."""
        self._heard[player].edges.append((time_ns, pressed))

    def change(self, player: Player, change: Change) -> None:
        """A debounced edge of a player's pad, after `edge` for the same."""
        heard = self._heard[player]
        heard.waiting.append(change)
        if change.pressed:
            heard.slaps_ns.append(change.time_ns)

    def settle(self, mark_ns: int) -> list[tuple[Player, Change]]:
        """Judge what can be judged, as every edge before `mark_ns` has been given; return what counts."""
        told: list[tuple[Player, Change]] = []
        dues_ns: list[int] = []
        for player, heard in self._heard.items():
            while heard.waiting:
                change = heard.waiting[0]
                if change.pressed:
                    due_ns = self._judge(player, change.time_ns, mark_ns)
                    if due_ns is not None:
                        dues_ns.append(due_ns)
                        break
                heard.waiting.popleft()
                if heard.counts:
                    told.append((player, change))
        holds_ns = [heard.waiting[0].time_ns for heard in self._heard.values() if heard.waiting]
        self.hold_ns = min(holds_ns, default=None)
        self.due_ns = min(dues_ns, default=None)
        self._forget(min(mark_ns, *holds_ns) if holds_ns else mark_ns)
        return told

    def _judge(self, player: Player, time_ns: int, mark_ns: int) -> int | None:
        """Decide whether a slap counts, or return the moment after which that may be possible."""
        heard = self._heard[player]
        if not heard.pad.hears_table:
            heard.counts = True
            return None
        known_ns = time_ns + heard.pad.crosstalk_ns
        if mark_ns <= known_ns:
            return known_ns
        heard.counts = False
        slap = self._is_slap(player, time_ns)
        if slap.sure_ns < mark_ns and not slap.holds:
            return None
        open_ns = [slap.sure_ns]
        for rival, rival_ns in self._rivals(player, time_ns):
            if not self._heard[rival].pad.hears_table:
                return None
            beats = (self._is_harder(rival, rival_ns, player, time_ns), self._is_slap(rival, rival_ns))
            if any(verdict.sure_ns < mark_ns and not verdict.holds for verdict in beats):
                continue
            if all(verdict.sure_ns < mark_ns for verdict in beats):
                return None
            open_ns += [verdict.sure_ns for verdict in beats]
        due_ns = min((at_ns for at_ns in open_ns if at_ns >= mark_ns), default=None)
        heard.counts = due_ns is None
        return due_ns

    def _mask_ends_ns(self, pad: Pad, time_ns: int) -> int | None:
        """When the mask ends under which a slap was; None if there was none."""
        buttons_ns = (at_ns for at_ns in self._buttons_ns if at_ns <= time_ns)
        latest_ns = max(buttons_ns, default=None)
        return None if latest_ns is None or latest_ns + pad.mask_ns < time_ns else latest_ns + pad.mask_ns

    def _rivals(self, player: Player, time_ns: int) -> list[tuple[Player, int]]:
        """The other pads' slaps that may be the same blow."""
        within_ns = self._heard[player].pad.crosstalk_ns
        return [
            (rival, rival_ns)
            for rival, heard in self._heard.items()
            for rival_ns in heard.slaps_ns
            if rival != player and abs(rival_ns - time_ns) <= within_ns
        ]

    def _is_harder(self, one: Player, one_ns: int, other: Player, other_ns: int) -> _Verdict:
        """Whether the slap of `one` was harder than that of `other`; of equal ones the earlier counts."""
        harder = (self._closed_ns(one, one_ns), -one_ns) > (self._closed_ns(other, other_ns), -other_ns)
        return _Verdict(harder, max(one_ns, other_ns) + HIT_NS)

    def _closed_ns(self, player: Player, time_ns: int) -> int:
        """For how long a slap has closed its pad, bounces added up."""
        return sum(stop - start for start, stop in _closed(self._heard[player], time_ns, time_ns + HIT_NS))

    def _is_slap(self, player: Player, time_ns: int) -> _Verdict:
        """Whether a slap is one, if its pad stays as it is and no other pad is struck."""
        heard = self._heard[player]
        mask_ends_ns = self._mask_ends_ns(heard.pad, time_ns)
        end_ns = max(time_ns + HIT_NS, time_ns if mask_ends_ns is None else mask_ends_ns)
        closed = _closed(heard, time_ns, end_ns)
        long_ns = self._long_ns(closed)
        repeated_ns = time_ns if mask_ends_ns is None else self._repeated_ns(closed, time_ns)
        if long_ns is None or repeated_ns is None:
            return _Verdict(False, end_ns)
        return _Verdict(True, max(long_ns, repeated_ns))

    def _long_ns(self, closed: list[tuple[int, int]]) -> int | None:
        """When a pad has been closed for long enough."""
        missing_ns = self.sensitivity.closed_ns
        for start_ns, stop_ns in closed:
            if stop_ns - start_ns >= missing_ns:
                return start_ns + missing_ns
            missing_ns -= stop_ns - start_ns
        return None

    def _repeated_ns(self, closed: list[tuple[int, int]], time_ns: int) -> int | None:
        """When a pad has closed again so often that no button can have made it."""
        repeats, counted_ns = 0, time_ns
        for start_ns, _ in closed:
            if start_ns - counted_ns >= RING_NS:
                repeats, counted_ns = repeats + 1, start_ns
                further = sum(time_ns < at_ns <= start_ns for at_ns in self._buttons_ns)
                if repeats >= self.sensitivity.repeats + further:
                    return start_ns
        return None

    def _forget(self, before_ns: int) -> None:
        """Drop what no judgement can need any more."""
        oldest_ns = before_ns - self._keep_ns
        while self._buttons_ns and self._buttons_ns[0] < oldest_ns:
            del self._buttons_ns[0]
        for heard in self._heard.values():
            while heard.slaps_ns and heard.slaps_ns[0] < oldest_ns:
                heard.slaps_ns.popleft()
            while heard.edges and heard.edges[0][0] < oldest_ns:
                heard.edges.popleft()


def _closed(heard: _Heard, time_ns: int, end_ns: int) -> list[tuple[int, int]]:
    """From when to when a pad was closed between a slap at `time_ns` and `end_ns`.

    A pad that has not opened yet is taken to stay closed.
    """
    later = (edge for edge in heard.edges if time_ns <= edge[0] < end_ns)
    edges = [(time_ns, True), *later, (end_ns, False)]
    return [(start_ns, stop_ns) for (start_ns, closed), (stop_ns, _) in pairwise(edges) if closed]
