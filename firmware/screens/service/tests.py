"""The tests of buttons, lamps, slap pads, screen and sound. No way out depends on what is tested."""

from collections.abc import Collection, Sequence
from dataclasses import replace
from functools import partial
from typing import Final

from firmware.game.events import PLAYERS, Player
from firmware.game.rules import SECOND_NS
from firmware.screen import BUTTONS, Row, SwitchState
from firmware.screens.house import House, Switch, SwitchReport
from firmware.screens.page import Back, BackPage, Face, Page, Step, Words, button, in_a_row
from firmware.screens.values import name
from firmware.text import plain, say
from hal.events import CARDS, LAMPS_EACH, Control, InputEvent, Lamp

HOLD_NS: Final = 3 * SECOND_NS
ALONE_NS: Final = 20 * SECOND_NS


class TestPage(BackPage):
    """A test, which leads `back` when nothing was pressed for a while."""

    def __init__(self, house: House, now_ns: int, back: Back) -> None:
        super().__init__(house, now_ns, back)
        self.last: Switch | None = None

    @property
    def due_ns(self) -> int:
        """When it has been left alone."""
        return self.touched_ns + ALONE_NS

    def left_alone(self, now_ns: int) -> Page:
        """The test is over."""
        return self.back(now_ns)

    def judge(self, time_ns: int, edges: Sequence[InputEvent]) -> Step:
        """See what the test makes of the edges, and do what is written at the buttons."""
        for edge in edges:
            if edge.pressed:
                self.last = edge.player, edge.control
            self.take(edge)
        return super().judge(time_ns, edges)

    def take(self, edge: InputEvent) -> None:
        """See what the test makes of an edge."""


class SwitchTestPage(TestPage):
    """Every switch shows what it does, and its lamp lights. Any button held for some seconds ends it."""

    def __init__(self, house: House, now_ns: int, back: Back) -> None:
        super().__init__(house, now_ns, back)
        self._seen: set[Switch] = set()

    @property
    def due_ns(self) -> int:
        """When it has been left alone, or a button has been held for long enough."""
        held_ns = [since_ns for since_ns in self.house.held.values() if since_ns >= self.since_ns]
        return min(super().due_ns, min(held_ns, default=super().due_ns) + HOLD_NS)

    def take(self, edge: InputEvent) -> None:
        """Remember that the switch works."""
        if edge.pressed:
            self._seen.add((edge.player, edge.control))

    def words(self, player: Player) -> Words:
        """All switches, and the last one in words."""
        reports = self.house.machine.switches()
        lines = [say("test.switches")]
        if self.last is not None:
            side, control = self.last
            bounces = reports.get(self.last, SwitchReport()).bounces
            lines.append(say("test.last", name=name(side), control=say(f"switch.{control}"), bounces=bounces))
        muted = {switch for switch, report in reports.items() if report.muted}
        states = tuple(
            self._state((side, Control(control)), muted) for side in PLAYERS for control in BUTTONS
        )
        return Words(say("service.switches"), tuple(lines), switches=states)

    def face(self) -> Face:
        """The switches; the lamps of those that are down, of all five for action and slap."""
        lamps = {
            Lamp(player, number)
            for player, control in self.house.held
            for number in ([CARDS.index(control) + 1] if control in CARDS else range(1, LAMPS_EACH + 1))
        }
        return Face(panels=super().face().panels, lamps=frozenset(lamps))

    def _state(self, switch: Switch, muted: Collection[Switch]) -> SwitchState:
        if switch in muted:
            return SwitchState.MUTED
        if switch in self.house.held:
            return SwitchState.DOWN
        return SwitchState.SEEN if switch in self._seen else SwitchState.UNSEEN


class PadTestPage(TestPage):
    """Counts the hits of each pad, and sets how hard one has to be. Action ends it."""

    def __init__(self, house: House, now_ns: int, back: Back) -> None:
        super().__init__(house, now_ns, back)
        self._hits = dict.fromkeys(PLAYERS, 0)

    def take(self, edge: InputEvent) -> None:
        """Count a hit."""
        if edge.pressed and edge.control is Control.SLAP:
            self._hits[edge.player] += 1

    def words(self, player: Player) -> Words:
        """The hits of both, and the sensitivity."""
        rows = tuple(
            Row(
                name(side),
                (plain(self._hits[side]),),
                marked=self.last == (side, Control.SLAP),
            )
            for side in PLAYERS
        )
        buttons = {"card3": self.setting("sensitivity"), "action": self.done()}
        return Words(say("service.pads"), (say("test.pads"),), rows, buttons)


class PicturePage(BackPage):
    """A picture that shows the screen's edges, colours and sharpness. Any button ends it."""

    def words(self, player: Player) -> Words:
        """The picture alone; every button leads back."""
        return Words(say("service.picture"), buttons=dict.fromkeys(BUTTONS, self.done()), picture="test")


class SoundPage(BackPage):
    """Plays what is chosen; the fifth button makes it louder or less loud."""

    SOUNDS: Final = {"play": "play 2.0", "misplay": "misplay", "win": "win", "voice": "speed"}
    """Which sound each button plays."""

    def words(self, player: Player) -> Words:
        """The sounds, and the volume."""
        sounds = [button(f"sound.{sound}", partial(self._play, name)) for sound, name in self.SOUNDS.items()]
        buttons = in_a_row([*sounds, replace(self.setting("volume"), press=self._louder)])
        buttons["action"] = self.done()
        return Words(say("service.sound"), buttons=buttons)

    def _play(self, name: str, player: Player, now_ns: int) -> Page:
        self.house.machine.sound(name)
        return self

    def _louder(self, player: Player, now_ns: int) -> Page:
        self.house.step("volume")
        return self._play(self.SOUNDS["play"], player, now_ns)
