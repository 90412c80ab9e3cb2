"""A real window: keys played from `ready` to a claimed win, with a picture of each phase."""

import sys
import time
from pathlib import Path

from firmware.game.view import Phase, TableView
from firmware.recording import NewMatch, parse_line
from firmware.referee import Referee
from hal.events import InputEvent, Player
from tests.screen import Screen, screen

SEED = 1
BLANK_BYTES = 5000
"""A picture of nothing but one colour takes a few hundred bytes."""

KEYS: dict[Player, str] = {1: "12345", 2: "67890"}


class Follower:
    """Knows the table by judging the program's recording while it is written."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._edges = 0
        self._read_at_ns = 0

    def look(self) -> TableView:
        lines = self._path.read_bytes().splitlines() if self._path.exists() else []
        edges = [line for line in map(parse_line, lines) if isinstance(line, InputEvent)]
        if len(edges) != self._edges:
            self._edges, self._read_at_ns = len(edges), time.monotonic_ns()
        referee = Referee(NewMatch(seed=SEED, options={"target": 1}))
        for edge in edges:
            referee.edge(edge)
        if edges:
            # Timers that need no key: about as much time has passed since the last edge.
            referee.advance(edges[-1].time_ns + time.monotonic_ns() - self._read_at_ns)
        return referee.view()

    def wait_until_read(self, presses: int) -> None:
        end_ns = time.monotonic_ns() + 10**10
        while self._path.read_text().count('"pressed": true') < presses:
            assert time.monotonic_ns() < end_ns, "a key was not seen by the program"


def next_key(view: TableView) -> str | None:
    """What somebody at the table would press now."""
    for player, seat in view.seats.items():
        if seat.claim_until_ns is not None:
            return "space" if player == 1 else "Return"
        if view.phase is Phase.READY and not seat.ready:
            return "Shift_L" if player == 1 else "Shift_R"
        if view.phase is Phase.PLAY and seat.playable:
            return KEYS[player][seat.playable[0] - 1]
    return None


def moment(view: TableView) -> str:
    """What a picture taken now is of."""
    if any(seat.claim_until_ns is not None for seat in view.seats.values()):
        return "claim"
    if view.phase is Phase.PLAY and not any(pile.played_by for pile in view.piles.values()):
        return "first cards"
    return str(view.phase)


def play_with_keys(table: Screen, recording: Path, pictures: Path) -> list[str]:
    follower = Follower(recording)
    pressed: list[str] = []
    taken: list[str] = []
    end_ns = time.monotonic_ns() + 60 * 10**9
    while time.monotonic_ns() < end_ns:
        view = follower.look()
        name = moment(view)
        if name not in taken:
            table.picture(pictures / f"{len(taken)}-{name}.png")
            taken.append(name)
        if view.phase is Phase.MATCH_WON:
            return taken
        if (key := next_key(view)) is not None:
            table.type("key", key)
            pressed.append(key)
            follower.wait_until_read(len(pressed))
    raise AssertionError("the game was not over after a minute")


def wait_for_first_frame(table: Screen, path: Path) -> None:
    end_ns = time.monotonic_ns() + 10**10
    while not path.exists() or path.stat().st_size < BLANK_BYTES:
        assert time.monotonic_ns() < end_ns, "the window stays black"
        table.picture(path)
    path.unlink()


def test_keys_in_a_window_play_a_game_to_a_claimed_win(tmp_path: Path) -> None:
    recording = tmp_path / "game.jsonl"
    command = [sys.executable, "-m", "firmware", "play", "--display", "window", "--target", "1"]
    with (
        screen() as table,
        table.program([*command, "--seed", str(SEED), "--record", str(recording)]) as process,
    ):
        table.wait_for_window("speed-cabinet")
        wait_for_first_frame(table, tmp_path / "first.png")
        taken = play_with_keys(table, recording, tmp_path)
        table.type("key", "Escape")
        _, errors = process.communicate(timeout=10)
    assert (process.returncode, errors) == (0, "")
    assert {"ready", "countdown", "play", "claim", "match_won"} <= set(taken)
    sizes = {path.name: path.stat().st_size for path in tmp_path.glob("*.png")}
    assert len(sizes) == len(taken)
    # Pictures of different phases differ, and none is empty.
    assert len({path.read_bytes() for path in tmp_path.glob("*.png")}) == len(taken)
    assert min(sizes.values()) > BLANK_BYTES, sizes
