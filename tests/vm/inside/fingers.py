"""Fingers at the panels: presses simulated switches, and plays a whole match by nothing but the lamps.

    fingers.py press CONTROL…     one after the other, e.g. 1.card1 2.action service
    fingers.py play SECONDS       until the lamps tell of a winner; prints as JSON what was seen and done
    fingers.py lamps              which lamps are lit

With hints on, the lamps of the cards that fit are lit; the middle one alone asks for action (or is a card);
all five ask for a slap, or have won. Runs at a real-time priority: a press is as short as it should be.
"""

import json
import os
import sys
import time
import tomllib
from pathlib import Path

LINES = Path("/run/gpio-sim")
HELD_S, BETWEEN_S = 0.06, 0.12
WON_S = 1.5
"""A slap is judged at once; all lamps that are lit for longer after it are the winner's."""

WIRING = tomllib.loads(Path("/opt/speed-cabinet/current/share/cabinet.toml").read_text())


def line(control: str) -> int:
    if control == "service":
        return int(WIRING["cabinet"]["service"])
    player, name = control.split(".")
    return int(WIRING[f"player{player}"][name])


def pull(control: str, way: str) -> None:
    (LINES / f"sim_gpio{line(control)}" / "pull").write_text(way)


def press(control: str) -> None:
    pull(control, "pull-down")
    time.sleep(HELD_S)
    pull(control, "pull-up")


def lit(player: int) -> list[int]:
    values = [LINES / f"sim_gpio{line(f'{player}.lamp{number}')}" / "value" for number in range(1, 6)]
    return [number for number, value in enumerate(values, 1) if value.read_text()[0] == "1"]


def wanted(lamps: list[int], turn: int) -> str | None:
    """What the lamps ask a player to press, but for a slap."""
    if lamps == [3]:
        return ("action", "card3")[turn % 2]
    return f"card{lamps[turn % len(lamps)]}" if lamps else None


def play(seconds: float) -> dict[str, object]:
    end_s = time.monotonic() + seconds
    counts = {"cards": 0, "actions": 0, "slaps": 0}
    seen: set[tuple[int, ...]] = set()
    slapped_s: dict[int, float] = {}
    turn = 0
    while time.monotonic() < end_s:
        turn += 1
        for player in (1, 2):
            lamps = lit(player)
            seen.add((player, *lamps))
            if len(lamps) == 5:
                if player not in slapped_s:
                    press(f"{player}.slap")
                    counts["slaps"] += 1
                    slapped_s[player] = time.monotonic()
                elif time.monotonic() - slapped_s[player] > WON_S:
                    return {"winner": player, **counts, "lamps": len(seen)}
                continue
            slapped_s.pop(player, None)
            control = wanted(lamps, turn // 2)
            if control is not None:
                press(f"{player}.{control}")
                counts["actions" if control == "action" else "cards"] += 1
        time.sleep(BETWEEN_S)
    return {"winner": None, **counts, "lamps": len(seen)}


def main() -> None:
    os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(25))
    match sys.argv[1:]:
        case ["press", *controls]:
            for control in controls:
                press(control)
                time.sleep(BETWEEN_S)
        case ["play", seconds]:
            print(json.dumps(play(float(seconds))))
        case ["lamps"]:
            print(json.dumps({player: lit(player) for player in (1, 2)}))


main()
