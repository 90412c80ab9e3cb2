"""Recordings are written as they can be read again, and a full disk never ends a game."""

import logging
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware.game.cards import DECK, Card
from firmware.recorder import Recorder
from firmware.recording import (
    LARGEST_RECORDING_BYTES,
    LONGEST_LINE_BYTES,
    LineError,
    NewMatch,
    TimePasses,
    edge_line,
    new_match_line,
    parse_line,
    read_recording,
)
from hal.events import Control, InputEvent

EDGES = st.builds(
    InputEvent, st.integers(0, 2**63 - 1), st.sampled_from([1, 2]), st.sampled_from(Control), st.booleans()
)


@given(EDGES)
def test_an_edge_reads_back_as_it_was_written(edge: InputEvent) -> None:
    assert parse_line(edge_line(edge)) == edge


@given(st.permutations(DECK), st.integers(0, 2**64 - 1))
def test_a_match_reads_back_as_it_was_written(deck: list[Card], seed: int) -> None:
    new = NewMatch("family", {"target": 5, "late_grace": 0.25}, seed, tuple(deck))
    assert parse_line(new_match_line(new)) == new


def test_a_recording_holds_the_match_its_edges_and_how_far_time_came(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    edge = InputEvent(5, 2, Control.SLAP, True)
    with closing(Recorder(path, NewMatch(seed=9))) as recorder:
        recorder.edge(edge)
        recorder.time(77)
    lines = [parse_line(line) for line in path.read_text().splitlines()]
    assert lines == [NewMatch(options={}, seed=9), edge, TimePasses(77)]


def test_every_line_is_in_the_file_as_soon_as_it_was_judged(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    with closing(Recorder(path, NewMatch())) as recorder:
        recorder.edge(InputEvent(5, 2, Control.SLAP, True))
        assert len(path.read_text().splitlines()) == 2


def test_a_recording_that_cannot_be_begun_raises(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="No such file"):
        Recorder(tmp_path / "no" / "game.jsonl", NewMatch())


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full, a device that is always full")
def test_a_full_disk_is_logged_once_and_the_game_goes_on(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.ERROR), closing(Recorder(Path("/dev/full"), NewMatch())) as recorder:
        for time_ns in range(3):
            recorder.edge(InputEvent(time_ns, 1, Control.CARD1, True))
    assert [record.getMessage() for record in caplog.records] == [
        "The recording /dev/full ends here: No space left on device. The game goes on."
    ]


START = b'{"new": {}}\n{"t": 5, "player": 1, "control": "slap", "pressed": true}\n'


@pytest.mark.parametrize("rest", [b'{"t": 7, "play', b"\0" * 600, b'{"t": 7}', b'{"t": 2}', b""])
def test_a_last_line_that_is_cut_off_is_given_up_and_told(tmp_path: Path, rest: bytes) -> None:
    path = tmp_path / "game.jsonl"
    path.write_bytes(START + rest)
    recording = read_recording(path)
    whole = rest in (b"", b'{"t": 7}')
    assert [edge.time_ns for edge in recording.edges] == [5]
    assert recording.broken_off == (None if whole else "line 3 is cut off")
    assert recording.size_bytes == len(START) + (len(rest) if whole else 0)


@pytest.mark.parametrize(
    ("line", "why"),
    [
        (b'{"t": 7, "player": 1, "control": "knee", "pressed": true}', "line 3: control is 'knee'"),
        (b'{"t": 2}', "line 3: t is 2, which is before"),
        (b'{"new": {}}', "line 3: a second match begins"),
        (b"\0\0\0", "line 3: not JSON"),
    ],
)
def test_a_wrong_line_in_the_middle_is_an_error_unless_what_is_before_it_is_asked_for(
    tmp_path: Path, line: bytes, why: str
) -> None:
    path = tmp_path / "game.jsonl"
    path.write_bytes(START + line + b'\n{"t": 9}\n')
    with pytest.raises(LineError, match=why):
        read_recording(path)
    recording = read_recording(path, salvage=True)
    assert recording.broken_off is not None
    assert recording.broken_off.startswith(why)
    assert (recording.end_ns, recording.size_bytes) == (5, len(START))


@pytest.mark.parametrize("salvage", [False, True])
def test_a_file_that_never_ends_is_refused_at_its_first_line(salvage: bool) -> None:
    with pytest.raises(LineError, match=f"line 1: longer than {LONGEST_LINE_BYTES} bytes"):
        read_recording(Path("/dev/zero"), salvage=salvage)


def test_a_line_that_is_too_long_ends_a_match_as_any_wrong_one_does(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    path.write_bytes(START + b"\0" * (LONGEST_LINE_BYTES + 1))
    with pytest.raises(LineError, match="line 3: longer than"):
        read_recording(path)
    recording = read_recording(path, salvage=True)
    assert recording.broken_off == f"line 3: longer than {LONGEST_LINE_BYTES} bytes, which no line may be"
    assert recording.size_bytes == len(START)


@pytest.mark.parametrize("salvage", [False, True])
def test_a_recording_that_is_too_large_is_refused(tmp_path: Path, salvage: bool) -> None:
    """Of long lines, so that there are few of them."""
    path = tmp_path / "game.jsonl"
    line = b'{"t": 0}'.ljust(LONGEST_LINE_BYTES - 1) + b"\n"
    with path.open("wb") as file:
        file.write(b'{"new": {}}\n')
        for _ in range(LARGEST_RECORDING_BYTES // len(line)):
            file.write(line)
    with pytest.raises(LineError, match=f"line 17: the recording is larger than {LARGEST_RECORDING_BYTES} "):
        read_recording(path, salvage=salvage)
