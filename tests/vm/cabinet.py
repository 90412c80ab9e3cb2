"""The cabinet in the virtual machine, in the words of the checks: what it does and what it shows."""

import json
import re
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

import pygame

from tests.vm.machine import BOOT_S, Machine

UNIT: Final = "speed-cabinet.service"
ALL_LINES: Final = 1_000_000

START_S: Final = 400.0
"""Emulated, and on a machine that has other things to do, the game takes long to start."""

DROP_IN: Final = "/run/systemd/system/speed-cabinet.service.d"
STATE: Final = "/var/lib/speed-cabinet"
GAME: Final = "/opt/speed-cabinet/current/bin"

MENU_S: Final = 30.0
MENU_LAMPS: Final = {"1": [1, 2, 3, 4, 5], "2": [1, 2, 3, 4, 5]}
"""Every card button does something there; nowhere else are all lit for both."""

BLACK: Final = (0, 0, 0)
CONSOLE_GREY: Final = (170, 170, 170)
"""Of the console's letters and its cursor. The game has no such grey."""

PLAIN_SHARE: Final = 0.5
"""A console is black by far more than this; a page of the cabinet has hardly any black."""


class FailedError(AssertionError):
    """A check has seen something else than was promised."""


def expect(truth: object, what: str) -> None:
    """Fail with `what` was promised, unless it is so."""
    if not truth:
        raise FailedError(what)


class Cabinet:
    """A cabinet under test. Pictures are saved to `pictures`, by the name of the check after `prefix`."""

    def __init__(self, machine: Machine, pictures: Path, prefix: str) -> None:
        self.machine = machine
        self._pictures = pictures
        self._prefix = prefix
        self._since = "0"

    # What it does.

    def sh(self, command: str, timeout_s: float = 60) -> str:
        """Run a command as root that has to succeed; its output."""
        return self.machine.sh(command, timeout_s)

    def unit(self, name: str, unit: str = UNIT) -> str:
        """A property of the game's unit, as systemd calls it."""
        return self.sh(f"systemctl show --property={name} --value {unit}")

    def until(self, true: Callable[[], object], what: str, within_s: float = START_S) -> float:
        """Wait until something is so; how long that took in seconds."""
        begin_s = time.monotonic()
        while not true():
            if time.monotonic() - begin_s > within_s:
                raise FailedError(f"not within {within_s:.0f} s: {what}\n{self.journal()}")
            time.sleep(0.3)
        return time.monotonic() - begin_s

    def until_up(self, other_than: str = "") -> float:
        """Wait until the game, with another process than that, is on the screen to stay."""

        def up() -> bool:
            if self.unit("ActiveState") != "active" or self.unit("MainPID") in (other_than, "0"):
                return False
            # Nobody has asked for another start in the meantime.
            return not self.sh(f"systemctl list-jobs --no-legend {UNIT}")

        return self.until(up, "the game is on the screen")

    def booted(self) -> None:
        """Wait until the game is up after a start of the machine, and nothing is left to be started."""
        self.machine.run("true", BOOT_S)
        self.until_up()

    def restart(self) -> None:
        """Start the game anew, from a clean end."""
        self.sh(f"systemctl daemon-reload; systemctl restart {UNIT}", START_S)

    def configure(self, name: str, *lines: str) -> None:
        """Change the unit until the next start of the machine, under a name; without lines back again."""
        path = f"{DROP_IN}/{name}.conf"
        text = "\\n".join(["[Service]", *lines])
        self.sh(f"mkdir -p {DROP_IN}; printf '{text}\\n' > {path}" if lines else f"rm -f {path}")
        self.sh("systemctl daemon-reload")

    def begin_check(self) -> None:
        """From now on nothing of the journal counts that was said before."""
        self._since = self.sh("date +%s.%N")

    def journal(self, lines: int = 20, unit: str = UNIT) -> str:
        """The last lines about the game in the journal, since the check has begun."""
        return self.machine.run(
            f"journalctl -b --no-pager -o cat -u {unit} -n {lines} --since @{self._since}"
        )[1]

    def says(self, pattern: str) -> str:
        """The last line of the journal about the game in which this is; fails if there is none."""
        journal = self.journal(ALL_LINES)
        found = [line for line in journal.splitlines() if re.search(pattern, line)]
        expect(found, f"the journal says {pattern!r}; it says:\n{journal[-2000:]}")
        return found[-1].strip()

    # What is pressed and seen.

    def press(self, *controls: str) -> None:
        """Press switches of the panels one after the other, such as `1.card1` or `service`."""
        self.sh(f"python3 /opt/vm/fingers.py press {' '.join(controls)}")

    def lamps(self) -> dict[str, list[int]]:
        """The lamps that are lit, for each player."""
        lit: dict[str, list[int]] = json.loads(self.sh("python3 /opt/vm/fingers.py lamps"))
        return lit

    def play(self, seconds: float) -> dict[str, object]:
        """Play by the lamps until somebody has won; what was done."""
        done: dict[str, object] = json.loads(
            self.sh(f"python3 /opt/vm/fingers.py play {seconds}", timeout_s=seconds + 60)
        )
        return done

    def store(self, question: str) -> list[list[object]]:
        """Ask the game's store, in SQL."""
        code = (
            "import sqlite3, sys, json; "
            f'store = sqlite3.connect("file:{STATE}/speed-cabinet.db?mode=ro", uri=True); '
            "print(json.dumps(store.execute(sys.argv[1]).fetchall()))"
        )
        answer: list[list[object]] = json.loads(self.sh(f"python3 -c '{code}' \"{question}\""))
        return answer

    def console(self) -> str:
        """The text on the first console, with single spaces."""
        return " ".join(self.sh("cat /dev/vcs1").split())

    def picture(self, name: str) -> pygame.Surface:
        """Photograph the screen."""
        path = self._pictures / f"{self._prefix}-{name}.png"
        self.machine.picture(path)
        return pygame.image.load(path)

    def shows_the_game(self, name: str) -> str:
        """Photograph the screen; fail if it is black or has text or a cursor of the console on it."""
        picture = self.picture(name)
        width, height = picture.get_size()
        share = pixels_like(picture, BLACK, 4) / (width * height)
        expect(share < PLAIN_SHARE, f"{name}: the game is on the screen, but {share:.0%} of it is black")
        text_px = pixels_like(picture, CONSOLE_GREY, 1)
        expect(not text_px, f"{name}: no text or cursor is on the screen, but {text_px} pixels of its grey")
        return f"picture {name}"

    def in_attract(self, name: str) -> str:
        """Photograph the screen; fail if it is not attract, from which a card button leads to the menu."""
        seen = self.shows_the_game(name)
        expect(self.lamps() != MENU_LAMPS, f"{name}: it is not in the menu yet")
        self.press("1.card1")
        self.until(lambda: self.lamps() == MENU_LAMPS, f"{name}: a card button leads to the menu", MENU_S)
        return seen


def pixels_like(picture: pygame.Surface, colour: tuple[int, int, int], tolerance: int) -> int:
    """How many pixels of a picture have a colour, more or less."""
    return pygame.mask.from_threshold(picture, colour, (*[tolerance] * 3, 255)).count()
