"""Kills a program in the middle of writing, again and again, and looks at what it left.

Run as `python -m tests.faults.kills --kills 1000`. What a program had called saved must be there, and a
match must go on from a state that its recording has.
"""

import argparse
import json
import multiprocessing
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import closing, suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from rich.progress import track

from firmware.recording import LineError, NewMatch, edge_line, new_match_line, read_recording, time_line
from firmware.referee import Desk
from firmware.store.library import replay
from hal.events import InputEvent
from tests.faults.disks import PowerCutDisk
from tests.faults.player import Begun, Deal, Found, Judged, Saved, Told, play

LONGEST_S = 0.6
"""A program is killed at most so long after it has opened its store."""

TORN = (b"", b"", b"\0" * 700, b'{"t": 1234', b'\n{"t": 1, "player": 3}\n', b"\xff\xfe\n\n")
"""What a power cut may leave behind the last line of a recording."""


@dataclass
class Match:
    """What is known of a match: each edge, when it was, and the state after it if it was told.

    `left`, `over`: how many edges its recording has, and whether it was won by them.
    """

    number: int
    new: NewMatch
    edges: list[InputEvent] = field(default_factory=list)
    states: dict[int, str] = field(default_factory=dict)
    told_s: list[float] = field(default_factory=list)
    left: int = 0
    over: bool = False


class Witness:
    """Hears what the programs tell, and holds each next one to it."""

    def __init__(self) -> None:
        self.saved: set[Deal] = set()
        self.setting = 0
        self.resumed = 0
        self.oldest_lost_s = 0.0
        # The one in play, and one that was won so lately that the disk may not know it yet.
        self._matches: list[Match] = []
        self._killed_s = 0.0

    def killed(self) -> None:
        """The program is dead since now."""
        self._killed_s = time.monotonic()

    def look(self, recordings: Path) -> None:
        """See what the recordings have of the matches in play, and how old what they lack is."""
        for match in self._matches:
            match.left, match.over = 0, False
            # The program may have been killed before the file was there, or its first line.
            with suppress(FileNotFoundError, LineError):
                recording = read_recording(recordings / f"{match.number:06}.jsonl", salvage=True)
                match.left = len(recording.edges)
                match.over = replay(recording).referee.view().match_winner is not None
            for told_s in match.told_s[match.left : match.left + 1]:
                self.oldest_lost_s = max(self.oldest_lost_s, self._killed_s - told_s)

    def hear(self, told: Told) -> None:
        """Take in what a program tells.

        Raises:
            AssertionError: something was lost, damaged or invented.
        """
        match told:
            case Found():
                self._found(told)
            case Begun():
                self._begun(told)
            case Judged() if told.state:
                self._matches[-1].states[len(self._matches[-1].edges)] = told.state
            case Judged():
                self._matches[-1].edges.append(told.edge)
                self._matches[-1].told_s.append(told.at_s)
            case Saved():
                if told.deal is not None:
                    self.saved.add(told.deal)
                self.setting = max(self.setting, told.setting or 0)

    def _found(self, told: Found) -> None:
        assert not told.faults, told.faults
        assert self.saved <= told.deals, f"lost: {self.saved - told.deals}"
        volume = told.settings.get("volume", 0)
        assert isinstance(volume, int)
        assert volume >= self.setting, f"the setting {self.setting} went back to {volume}"
        for match in self._matches:
            if match.number != told.unfinished:
                assert match.over or not match.left, f"match {match.number} could not be gone on with"
        self._matches = [match for match in self._matches if match.number == told.unfinished]
        assert len(self._matches) == (told.unfinished is not None), "a match was invented"

    def _begun(self, told: Begun) -> None:
        known = next((match for match in self._matches if match.number == told.number), None)
        if known is None:
            assert told.edges == 0
            self._matches = [*self._matches[-1:], Match(told.number, told.new)]
            return
        assert told.new == known.new
        assert told.edges <= len(known.edges), "edges were invented"
        last, moment = replayed(known.new, known.edges[: told.edges])
        assert told.state == last, "it went on from another state"
        assert known.states.get(told.edges, moment) == moment, "the state is not what it was"
        known.states = {edges: state for edges, state in known.states.items() if edges <= told.edges}
        del known.edges[told.edges :], known.told_s[told.edges :]
        self.resumed += 1


def replayed(new: NewMatch, edges: list[InputEvent]) -> tuple[str, str]:
    """The state after some edges and at the end of the last one's moment, as the `referee` command has it."""
    desk = Desk()
    time_ns = edges[-1].time_ns if edges else 0
    lines = (new_match_line(new), *map(edge_line, edges), time_line(time_ns))
    *_, last, moment = (json.dumps(desk.answer(line.encode())["state"]) for line in lines)
    return last, moment


def kill_once(folder: Path, random: Random, witness: Witness, cut: Callable[[], None]) -> None:
    """Let a program play, kill it, `cut` what has to be cut, and hear what it had told."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["tests.faults.player"])
    hearing, telling = context.Pipe(duplex=False)
    program = context.Process(target=play, args=(folder, random.getrandbits(32), telling))
    program.start()
    telling.close()
    try:
        witness.hear(hearing.recv())
        end_s = time.monotonic() + random.uniform(0, LONGEST_S)
        while (left_s := end_s - time.monotonic()) > 0:
            if hearing.poll(left_s):
                witness.hear(hearing.recv())
    finally:
        program.kill()
        witness.killed()
        program.join()
    with hearing, suppress(EOFError):
        # The pipe keeps what was told before.
        while hearing.poll():
            witness.hear(hearing.recv())
    cut()
    witness.look(folder / "recordings")
    for path in sorted(folder.glob("recordings/*"))[-1:]:
        with path.open("ab") as file:
            file.write(random.choice(TORN))


def kill(folder: Path, kills: int, seed: int, cut: Callable[[], None] = lambda: None) -> Witness:
    """Kill so many programs, one after the other, which share a store; `cut` cuts the power.

    Raises:
        AssertionError: something was lost, damaged or invented.
    """
    random = Random(seed)
    witness = Witness()
    for _ in track(range(kills), "Kills", disable=not sys.stderr.isatty()):
        kill_once(folder, random, witness, cut)
    return witness


def main() -> int:
    parser = argparse.ArgumentParser(description="Kill a program that writes, again and again.")
    parser.add_argument("--kills", type=int, default=1000, help="how many times (default: %(default)s)")
    parser.add_argument(
        "--seed", type=int, default=0, help="which matches and moments (default: %(default)s)"
    )
    parser.add_argument("--power", action="store_true", help="cut a disk's power too (needs root)")
    options = parser.parse_args()
    folder = Path(tempfile.mkdtemp(prefix="kills-"))
    try:
        if options.power:
            with closing(PowerCutDisk(folder)) as disk:
                witness = kill(disk.folder / "store", options.kills, options.seed, disk.cut)
        else:
            witness = kill(folder, options.kills, options.seed)
    except AssertionError:
        print(f"The store is {folder}", file=sys.stderr)
        raise
    print(
        f"{options.kills} kills: {len(witness.saved)} deals and {witness.setting} settings were saved, "
        f"{witness.resumed} matches were gone on with; nothing was lost that had been saved. "
        f"The oldest edge that was lost was {witness.oldest_lost_s:.2f} s old."
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
