"""What reads bytes that anybody may have written: each target may refuse them, but never fail."""

import atexit
import io
import json
import shutil
import sqlite3
import tempfile
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from typing import Final

from firmware.recording import LineError, NewMatch, edge_line, new_match_line, read_recording
from firmware.referee import serve
from firmware.screens.choice import choice_from, stored
from firmware.settings import as_stored, settings_from
from firmware.store import library
from firmware.store.archive import numbers, read_archive
from firmware.store.opening import FILE
from firmware.store.schema import StoreError
from firmware.store.store import open_store
from firmware.text import Text
from hal.events import Control, InputEvent
from hal.wiring import load_wiring
from hal.wiring_file import WiringError

MOST_LINES: Final = 80
MEMORY: Final = Path("/dev/shm")
"""Where there is a disk in memory: the disk is not what is tried here."""


def _folder() -> Path:
    folder = Path(tempfile.mkdtemp(dir=MEMORY if MEMORY.is_dir() else None))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


SCRATCH: Final = _folder()


def referee(data: bytes) -> None:
    """Lines for the `referee` command, or presses, three bytes for each."""
    if data[:1] < b"\x80":
        lines = data.split(b"\n")[:MOST_LINES]
    else:
        lines = [new_match_line(NewMatch(seed=data[0])).encode(), *_presses(data[1 : 3 * MOST_LINES])]
    output = io.StringIO()
    serve(lines, output)
    assert len(output.getvalue().splitlines()) == len(lines)


def _presses(data: bytes) -> list[bytes]:
    controls = tuple(Control)
    lines, time_ns = [], 0
    for what, much, little in zip(data[::3], data[1::3], data[2::3], strict=False):
        time_ns += (much << (little >> 3)) + (little & 7)
        edge = InputEvent(time_ns, 1 if what & 1 else 2, controls[(what >> 1) % len(controls)], what < 0xC0)
        lines.append(edge_line(edge).encode())
    return lines


def replay(data: bytes) -> None:
    """A recording as a file, read strictly and after a power cut."""
    path = SCRATCH / "game.jsonl"
    path.write_bytes(data)
    strict = None
    with suppress(LineError):
        strict = read_recording(path)
    try:
        recording = read_recording(path, salvage=True)
    except LineError:
        assert strict is None
        return
    assert strict is None or strict == recording
    assert recording.size_bytes <= len(data)
    replayed = library.replay(recording)
    assert (replayed.referee.view().winner is None) or replayed.deals


def settings(data: bytes) -> None:
    """Settings and the menu's last choice as a store may hold them."""
    try:
        value = json.loads(data)
    except (ValueError, RecursionError):
        return
    if isinstance(value, dict):
        chosen, faults = settings_from(value)
        assert settings_from(as_stored(chosen)) == (chosen, ())
        assert all(isinstance(fault, Text) for fault in faults)
        choice = choice_from(value)
        assert choice_from(stored(choice)) == choice
        assert choice.rules


def wiring(data: bytes) -> None:
    """A wiring file."""
    path = SCRATCH / "wiring.toml"
    path.write_bytes(data)
    with suppress(WiringError):
        load_wiring(path)


def store(data: bytes) -> None:
    """A store's file with bytes changed: three for the place, one for how many, then those."""
    folder = SCRATCH / "store"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    content = bytearray(_sound_store())
    while len(data) > 4:
        place, count = int.from_bytes(data[:3], "big") % (len(content) + 1), data[3]
        content[place : place + count] = data[4 : 4 + count]
        data = data[4 + count :]
    (folder / FILE).write_bytes(content)
    with suppress(StoreError):
        numbers(read_archive(folder).contents)
    opened = open_store(folder)
    settings_from(opened.settings())
    choice_from(opened.last_choice())
    opened.unfinished()
    ticket = opened.save_settings({"volume": 50})
    assert opened.totals().minutes is not None
    opened.close()
    if opened.saved(ticket):
        with closing(sqlite3.connect(folder / FILE)) as database:
            assert database.execute("PRAGMA integrity_check(1)").fetchone() == ("ok",)
    again = open_store(folder)
    assert again.settings() == {"volume": 50} or again.faults()
    again.close()


_SOUND: list[bytes] = []


def _sound_store() -> bytes:
    if not _SOUND:
        folder = _folder()
        made = open_store(folder)
        made.save_settings(as_stored(settings_from({})[0]))
        made.save_last_choice({"preset": "kids"})
        made.begin_match(NewMatch(), {2: "easy"}).edge(InputEvent(1, 1, Control.ACTION, True))
        made.add_best("ABC", "longest_run", 7)
        made.close()
        _SOUND.append((folder / FILE).read_bytes())
    return _SOUND[0]


TARGETS: Final[dict[str, Callable[[bytes], None]]] = {
    "referee": referee,
    "replay": replay,
    "settings": settings,
    "wiring": wiring,
    "store": store,
}


def seeds(target: str) -> list[bytes]:
    """What a fuzzer begins with: sound input, and a little of each kind."""
    game = [new_match_line(NewMatch("jokers", {"target": 1}, 7)).encode(), *_presses(bytes(range(1, 250)))]
    match target:
        case "referee":
            return [b"\n".join(game), bytes(range(128, 256)), b'{"new": {}}\n{"t": 5}']
        case "replay":
            return [b"\n".join(game), b'{"new": {"preset": "spit"}}\n{"t": 5}\n']
        case "settings":
            choice = b'{"preset": "kids", "seats": ["easy", "person"], "options": {"jokers": 1}}'
            return [json.dumps(as_stored(settings_from({})[0])).encode(), choice]
        case "wiring":
            return [(Path(__file__).parents[2] / "wiring" / "cabinet.toml").read_bytes()]
        case _:
            return [b"", b"\0\0\x10\x04abcd", b"\0\x20\0\x10" + bytes(16)]
