"""On full, read-only, broken and locked disks the game goes on, and what was saved stays."""

import errno
import logging
import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from queue import SimpleQueue

import pytest

from firmware.recording import NewMatch, read_recording
from firmware.store import journal as journals
from firmware.store.faults import Faults
from firmware.store.journal import Journal
from firmware.store.library import Library
from firmware.store.opening import FILE
from firmware.store.schema import STEPS
from firmware.store.store import Store, open_store
from hal.events import Control, InputEvent
from tests.faults.disks import (
    SmallDisk,
    ThinDisk,
    fill,
    limited_files,
    memory_disk,
    need_mounts,
    read_only,
    small_memory_disk,
)

PATIENCE_S = 30
NEW = NewMatch(seed=3, options={"target": 2})


@contextmanager
def opened(folder: Path, sync: Callable[[int], None] = os.fsync) -> Iterator[Store]:
    store = open_store(folder, sync=sync)
    try:
        yield store
    finally:
        store.close()


def keys(store: Store) -> list[str]:
    return [fault.key for fault in store.faults()]


class Log(logging.Handler):
    """Lets a test wait for the next fault."""

    def __init__(self) -> None:
        super().__init__()
        self._records: SimpleQueue[logging.LogRecord] = SimpleQueue()

    def emit(self, record: logging.LogRecord) -> None:
        self._records.put(record)

    def wait(self) -> logging.LogRecord:
        return self._records.get(timeout=PATIENCE_S)


@pytest.fixture
def log() -> Iterator[Log]:
    handler = Log()
    logger = logging.getLogger("firmware.store.faults")
    logger.addHandler(handler)
    yield handler
    logger.removeHandler(handler)


def edges(count: int) -> list[InputEvent]:
    return [InputEvent(time_ns, 1, Control.SLAP, True) for time_ns in range(1, count + 1)]


@pytest.fixture
def mounting(tmp_path: Path) -> None:
    need_mounts(tmp_path / "probe")


def test_a_damaged_store_is_set_aside_and_a_new_one_begun(tmp_path: Path) -> None:
    path = tmp_path / FILE
    path.write_bytes(b"this is no database" * 100)
    with opened(tmp_path) as store:
        assert keys(store) == ["faults.store_damaged"]
        store.save_settings({"volume": 1})
    (aside,) = tmp_path.glob("speed-cabinet.damaged-????????-??????.db")
    assert aside.read_bytes() == b"this is no database" * 100
    with opened(tmp_path) as store:
        assert store.settings() == {"volume": 1}
        assert store.faults() == ()


def test_several_damaged_stores_are_all_kept(tmp_path: Path) -> None:
    for number in range(3):
        (tmp_path / FILE).write_bytes(b"damage %d" % number * 100)
        with opened(tmp_path):
            pass
    assert len(list(tmp_path.glob("speed-cabinet.damaged-*.db"))) == 3


def test_a_store_whose_middle_is_overwritten_is_set_aside(tmp_path: Path) -> None:
    with opened(tmp_path) as store:
        for number in range(50):
            store.add_best("ABC", "longest_run", number)
    path = tmp_path / FILE
    content = bytearray(path.read_bytes())
    content[4096 * 2 : 4096 * 5] = os.urandom(4096 * 3)
    path.write_bytes(content)
    with opened(tmp_path) as store:
        assert keys(store) == ["faults.store_damaged"]


def test_a_later_version_is_refused_and_left_as_it_is(tmp_path: Path) -> None:
    with opened(tmp_path) as store:
        store.save_settings({"volume": 1})
    with closing(sqlite3.connect(tmp_path / FILE)) as database:
        database.execute(f"PRAGMA user_version = {len(STEPS) + 1}")
    before = (tmp_path / FILE).read_bytes()
    with opened(tmp_path) as store:
        (fault,) = store.faults()
        assert fault.key == "faults.store_newer"
        ticket = store.save_settings({"volume": 2})
        assert store.settings() == {"volume": 2}
    assert not store.saved(ticket)
    assert (tmp_path / FILE).read_bytes() == before


def test_a_second_program_works_from_memory_and_changes_nothing(tmp_path: Path) -> None:
    with opened(tmp_path) as first:
        first.save_settings({"volume": 1})
        with opened(tmp_path) as second:
            assert keys(second) == ["faults.store_in_use"]
            second.save_settings({"volume": 2})
            second.begin_match(NEW, {}).edge(edges(1)[0])
        assert first.faults() == ()
    with opened(tmp_path) as store:
        assert store.settings() == {"volume": 1}
        assert store.faults() == ()


def test_what_another_program_locks_out_is_saved_when_it_lets_go(tmp_path: Path, log: Log) -> None:
    with opened(tmp_path) as store:
        with closing(sqlite3.connect(tmp_path / FILE, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            ticket = store.save_settings({"volume": 1})
            match = store.begin_match(NEW, {})
            for edge in edges(50):
                match.edge(edge)
            log.wait()
            assert not store.saved(ticket)
        assert store.wait(ticket, PATIENCE_S)
        assert keys(store) == ["faults.store_not_written"]
    with opened(tmp_path) as store:
        unfinished = store.unfinished()
        assert unfinished is not None
        assert len(unfinished.recording.edges) == 50


class BrokenDisk:
    """Loses what it was given and fails to sync, until it is mended."""

    def __init__(self) -> None:
        self.broken = True

    def sync(self, file: int) -> None:
        if self.broken:
            os.pwrite(file, bytes(os.fstat(file).st_size), 0)
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        os.fsync(file)


def test_a_disk_that_fails_to_sync_ends_no_game_and_is_told_once(tmp_path: Path, log: Log) -> None:
    disk = BrokenDisk()
    with opened(tmp_path, disk.sync) as store:
        match = store.begin_match(NEW, {})
        for edge in edges(100):
            match.edge(edge)
        log.wait()
        disk.broken = False
        assert store.wait(store.save_settings({}), PATIENCE_S)
        assert keys(store) == ["faults.recording_not_written"]
    assert len(read_recording(tmp_path / "recordings" / "000001.jsonl").edges) == 100


def test_the_end_of_a_match_that_a_disk_could_not_take_is_written_when_it_can(
    tmp_path: Path, log: Log
) -> None:
    disk = BrokenDisk()
    with opened(tmp_path, disk.sync) as store:
        match = store.begin_match(NEW, {})
        for edge in edges(100):
            match.edge(edge)
        assert store.wait(match.over(1), PATIENCE_S)
        log.wait()
        disk.broken = False
        assert store.wait(store.save_settings({}), PATIENCE_S)
        assert len(read_recording(tmp_path / "recordings" / "000001.jsonl").edges) == 100


def test_what_a_disk_could_not_take_is_written_at_the_end_of_the_program(tmp_path: Path, log: Log) -> None:
    disk = BrokenDisk()
    with opened(tmp_path, disk.sync) as store:
        match = store.begin_match(NEW, {})
        for edge in edges(100):
            match.edge(edge)
        match.over(1)
        log.wait()
        disk.broken = False
    assert len(read_recording(tmp_path / "recordings" / "000001.jsonl").edges) == 100


def test_a_recording_that_cannot_be_gone_on_with_at_once_gets_no_empty_lines(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "game.jsonl"
    path.write_bytes(b"one")
    errors = [OSError(errno.EIO, os.strerror(errno.EIO))] * 3

    def sync_folder(folder: Path) -> None:
        if errors:
            raise errors.pop()

    monkeypatch.setattr(journals, "sync_folder", sync_folder)
    journal = Journal(path, Faults(), length=3)
    journal.add("two")
    while errors:
        assert not journal.sync()
    assert journal.sync()
    journal.close()
    assert path.read_text() == "one\ntwo\n"


def test_a_mistake_in_the_program_ends_no_saving_and_is_told_with_where_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, log: Log
) -> None:
    def prune(library: Library, spared: object) -> None:
        raise RuntimeError("a mistake")

    monkeypatch.setattr(Library, "prune", prune)
    with opened(tmp_path) as store:
        match = store.begin_match(NEW, {})
        record = log.wait()
        for edge in edges(3):
            match.edge(edge)
        assert store.wait(match.over(1), PATIENCE_S)
        assert keys(store) == ["faults.store_not_written"]
    assert record.exc_info
    assert isinstance(record.exc_info[1], RuntimeError)
    assert len(read_recording(tmp_path / "recordings" / "000001.jsonl").edges) == 3


def test_a_mistake_with_one_recording_ends_no_other_saving(tmp_path: Path, log: Log) -> None:
    def sync(file: int) -> None:
        raise RuntimeError("a mistake")

    with opened(tmp_path, sync) as store:
        store.begin_match(NEW, {}).edge(edges(1)[0])
        log.wait()
        assert store.wait(store.save_settings({"volume": 1}), PATIENCE_S)
        assert keys(store) == ["faults.recording_not_written"]


def test_a_change_that_is_refused_holds_no_other_up(tmp_path: Path, log: Log) -> None:
    with opened(tmp_path) as store:
        with closing(sqlite3.connect(tmp_path / FILE, isolation_level=None)) as other:
            other.execute(
                "INSERT INTO matches (id, state, begun, preset, computers) VALUES (1, 'over', '', '', '{}')"
            )
        before = store.save_settings({"volume": 1})
        refused = store.begin_match(NEW, {}).over(1) - 1
        odd = store.save_last_choice({"number": float("nan")})
        after = store.save_settings({"volume": 2})
        assert store.wait(after, PATIENCE_S)
        assert [store.saved(ticket) for ticket in (before, refused, odd, after)] == [True, False, False, True]
        assert keys(store) == ["faults.store_refused"] * 2
    with opened(tmp_path) as store:
        assert store.settings() == {"volume": 2}
        assert store.last_choice() == {}
        assert store.faults() == ()


@pytest.mark.parametrize("small_disk", [small_memory_disk, limited_files])
def test_what_a_full_disk_has_no_room_for_is_saved_when_it_has(
    tmp_path: Path, log: Log, small_disk: SmallDisk
) -> None:
    folder = tmp_path / "disk" / "store"
    with small_disk(tmp_path / "disk") as full:
        with opened(folder) as store:
            match = store.begin_match(NEW, {})
            assert store.wait(store.save_settings({"volume": 1}), PATIENCE_S)
            with full():
                some = edges(3000)
                for edge in some:
                    match.edge(edge)
                sizes = range(0, 45_000, 5000)
                tickets = [store.save_settings({"volume": 2, "long": "x" * size}) for size in sizes]
                log.wait()
                log.wait()
                assert not store.saved(tickets[-1])
                assert store.settings()["volume"] == 2
                assert sorted(keys(store)) == ["faults.recording_not_written", "faults.store_not_written"]
                match.over(1)
            assert store.wait(store.save_settings({"volume": 3}), PATIENCE_S)
            assert len(store.faults()) == 2
            assert read_recording(folder / "recordings" / "000001.jsonl").edges == tuple(some)
        with opened(folder) as store:
            assert store.settings() == {"volume": 3}
            assert store.faults() == ()


@pytest.mark.usefixtures("mounting")
def test_a_disk_that_breaks_under_a_game_keeps_what_was_called_saved(tmp_path: Path, log: Log) -> None:
    with closing(ThinDisk(tmp_path)) as disk:
        with opened(disk.folder / "store") as store:
            match = store.begin_match(NEW, {})
            tickets = {1: store.save_settings({"volume": 1})}
            assert store.wait(tickets[1], PATIENCE_S)
            with disk.without_room():
                for edge in edges(15_000):
                    match.edge(edge)
                tickets[2] = store.save_settings({"volume": 2, "long": "x" * 3_000_000})
                log.wait()
                match.over(1)
                assert store.settings()["volume"] == 2
        said = max(volume for volume, ticket in tickets.items() if store.saved(ticket))
        disk.again()
        with opened(disk.folder / "store") as store:
            assert store.faults() == ()
            kept = store.settings()["volume"]
            assert isinstance(kept, int)
            assert kept >= said


def test_what_a_disk_took_and_then_could_not_keep_is_given_to_it_again(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"

    def lose(file: int) -> None:
        os.pwrite(file, bytes(path.stat().st_size), 0)
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    syncs = [lose, lose, os.fsync]
    journal = Journal(path, Faults(), lambda file: syncs.pop(0)(file))
    journal.add("one")
    assert not journal.sync()
    journal.add("two")
    assert not journal.sync()
    assert journal.sync()
    assert path.read_text() == "one\ntwo\n"
    journal.close()


@pytest.mark.usefixtures("mounting")
def test_a_store_on_a_full_disk_is_read_and_works_from_memory(tmp_path: Path) -> None:
    with memory_disk(tmp_path / "disk", 256) as disk:
        with opened(disk) as store:
            store.save_settings({"volume": 1})
        fill(disk / "ballast")
        with opened(disk) as store:
            assert store.settings() == {"volume": 1}
            ticket = store.save_settings({"volume": 2})
            store.begin_match(NEW, {}).edge(edges(1)[0])
            assert store.settings() == {"volume": 2}
        assert not store.saved(ticket)
        assert [dict(fault.values)["reason"] for fault in store.faults()] == [os.strerror(errno.ENOSPC)]
        (disk / "ballast").unlink()
        with opened(disk) as store:
            assert store.faults() == ()


def test_a_read_only_store_is_read_with_its_latest_changes_and_works_from_memory(tmp_path: Path) -> None:
    if os.geteuid() == 0:
        need_mounts(tmp_path / "probe")
    live, folder = tmp_path / "live", tmp_path / "store"
    folder.mkdir()
    with opened(live) as store:
        assert store.wait(store.save_settings({"volume": 1}), PATIENCE_S)
        # As a power cut leaves it: the change is not in the file yet, but in the log beside it.
        for path in live.glob(f"{FILE}*"):
            (folder / path.name).write_bytes(path.read_bytes())
    with read_only(folder), opened(folder) as store:
        assert keys(store) == ["faults.store_not_opened"]
        assert store.settings() == {"volume": 1}
        match = store.begin_match(NEW, {})
        match.edge(edges(1)[0])
        assert not store.saved(match.over(1))
    with opened(folder) as store:
        assert store.settings() == {"volume": 1}
        assert store.faults() == ()


@pytest.mark.parametrize("kind", ["file in place of the folder", "folder in place of the file"])
def test_a_place_that_cannot_be_used_leaves_memory(tmp_path: Path, kind: str) -> None:
    if kind == "file in place of the folder":
        (tmp_path / "store").write_text("")
    else:
        (tmp_path / "store" / FILE).mkdir(parents=True)
    with opened(tmp_path / "store") as store:
        assert keys(store) == ["faults.store_not_opened"]
        store.save_settings({"volume": 1})
        assert store.settings() == {"volume": 1}


def test_a_store_that_is_closed_in_the_middle_of_writing_has_written_all(tmp_path: Path) -> None:
    with opened(tmp_path) as store:
        tickets = [store.save_settings({"volume": number}) for number in range(200)]
    assert all(map(store.saved, tickets))
    with opened(tmp_path) as store:
        assert store.settings() == {"volume": 199}
