"""Traces of blows, as two slap pads report them, on virtual time."""

from hal.debounce import Change, Debounce
from hal.events import Player
from hal.slaps import USUAL_SENSITIVITY, Pad, Slaps

MS = 1_000_000
LOCKOUT_NS = 30 * MS
HEARS = Pad(hears_table=True)
BOTH_HEAR: dict[Player, Pad] = {1: HEARS, 2: HEARS}
Pulse = tuple[int, int]
"""When a pad closed and for how long, in nanoseconds."""


class Table:
    """Two pads with their lockouts, as the edges of their lines drive them."""

    def __init__(self, pads: dict[Player, Pad] | None = None, sensitivity: int = USUAL_SENSITIVITY) -> None:
        self.slaps = Slaps(pads or BOTH_HEAR, sensitivity)
        self._debounces: dict[Player, Debounce] = {
            player: Debounce(LOCKOUT_NS, pressed=False) for player in (1, 2)
        }
        self.told: list[tuple[Player, Change]] = []

    def edge(self, player: Player, time_ns: int, pressed: bool) -> None:
        self.slaps.edge(player, time_ns, pressed)
        for change in self._debounces[player].edge(time_ns, pressed):
            self.slaps.change(player, change)

    def settle(self, mark_ns: int) -> None:
        for player, debounce in self._debounces.items():
            for change in debounce.settle(mark_ns):
                self.slaps.change(player, change)
        self.told += self.slaps.settle(mark_ns)

    def slapped(self) -> list[tuple[Player, int]]:
        """The slaps that counted, with their stamps in order."""
        slaps = [(player, change.time_ns) for player, change in self.told if change.pressed]
        return sorted(slaps, key=lambda slap: slap[1])


def judge(
    pulses: dict[Player, list[Pulse]],
    buttons_ns: tuple[int, ...] = (),
    pads: dict[Player, Pad] | None = None,
    *,
    sensitivity: int = USUAL_SENSITIVITY,
    marks_ns: tuple[int, ...] = (),
) -> list[tuple[Player, int]]:
    """Play a trace on virtual time; `marks_ns` are further moments at which something is settled."""
    table = Table(pads, sensitivity)
    steps: list[tuple[int, int, Player | None, bool]] = [(at_ns, 0, None, True) for at_ns in buttons_ns]
    steps += [(at_ns, 1, None, False) for at_ns in marks_ns]
    for owner, own in pulses.items():
        for start_ns, long_ns in own:
            steps += [(start_ns, 0, owner, True), (start_ns + long_ns, 0, owner, False)]
    for at_ns, _, player, on in sorted(steps, key=lambda step: step[:2]):
        if player is not None:
            table.edge(player, at_ns, on)
        elif on:
            table.slaps.button(at_ns)
        else:
            table.settle(at_ns)
    table.settle(10**15)
    assert [change.pressed for _, change in table.told].count(True) * 2 == len(table.told)
    return table.slapped()
