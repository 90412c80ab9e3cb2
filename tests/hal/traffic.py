"""Many bouncing presses on all lines of a cabinet, and what a game has to hear of them."""

from dataclasses import dataclass
from random import Random

from hal.events import InputEvent
from hal.port import Reading
from hal.wiring import Switch

US = 1_000
MS = 1_000_000


@dataclass(frozen=True, slots=True)
class Traffic:
    """`edges`: stamp, line and whether it closes, in order; `events`: what is to be told, in order."""

    edges: list[tuple[int, int, bool]]
    events: list[InputEvent]


def bouncing_presses(
    switches: tuple[Switch, ...], edges: int, seed: int, start_ns: int, bounce_ns: int = 4 * MS
) -> Traffic:
    """So many edges at least, no two with one stamp. Stamps are whole microseconds."""
    random = Random(seed)
    taken: set[int] = set()
    made: list[tuple[int, int, bool]] = []
    events: list[InputEvent] = []

    def stamp(at_ns: int) -> int:
        at_ns -= at_ns % US
        while at_ns in taken:
            at_ns += US
        taken.add(at_ns)
        return at_ns

    free_ns = {switch: start_ns + random.randrange(MS, 150 * MS) for switch in switches}
    while len(made) < edges:
        for switch in switches:
            press_ns = stamp(free_ns[switch])
            release_ns = stamp(press_ns + random.randrange(45 * MS, 100 * MS))
            for at_ns, pressed in ((press_ns, True), (release_ns, False)):
                events.append(InputEvent(at_ns, switch.player, switch.control, pressed))
                made.append((at_ns, switch.line, pressed))
                gaps = sorted(random.randrange(US, bounce_ns) for _ in range(2 * random.randrange(4)))
                bounces = sorted(stamp(at_ns + gap) for gap in gaps)
                made += [(each, switch.line, (n % 2 == 1) == pressed) for n, each in enumerate(bounces)]
            free_ns[switch] = release_ns + random.randrange(100 * MS, 250 * MS)
    return Traffic(sorted(made), sorted(events, key=lambda event: event.time_ns))


class Judged:
    """What a game judges: the events in order, each as soon as no earlier one is still to come."""

    def __init__(self) -> None:
        self.events: list[InputEvent] = []
        self._waiting: list[InputEvent] = []
        self._mark_ns = 0

    def add(self, reading: Reading) -> None:
        assert reading.complete_to_ns >= self._mark_ns
        assert all(event.time_ns >= self._mark_ns for event in reading.events)
        self._mark_ns = reading.complete_to_ns
        self._waiting = sorted([*self._waiting, *reading.events], key=lambda event: event.time_ns)
        while self._waiting and self._waiting[0].time_ns < self._mark_ns:
            self.events.append(self._waiting.pop(0))
