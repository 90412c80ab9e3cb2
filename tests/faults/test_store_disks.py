"""On full, read-only, broken and locked disks the game goes on, and what was saved stays."""

import errno
import os
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from firmware.recording import NewMatch, read_recording
from firmware.store.faults import Faults
from firmware.store.journal import Journal
from firmware.store.opening import FILE
from firmware.store.schema import STEPS
from firmware.store.store import Store, open_store
from hal.events import Control, InputEvent
from tests.faults.disks import ThinDisk, fill, memory_disk, mountable, read_only

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


def wait_until(true: Callable[[], bool]) -> None:
    end_s = time.monotonic() + PATIENCE_S
    while not true():
        assert time.monotonic() < end_s, "it did not happen"
        time.sleep(0.01)


def edges(count: int) -> list[InputEvent]:
    return [InputEvent(time_ns, 1, Control.SLAP, True) for time_ns in range(1, count + 1)]


@pytest.fixture
def mounting(tmp_path: Path) -> None:
    if not mountable(tmp_path / "probe"):
        pytest.skip("needs to be root and allowed to mount")


def test_a_damaged_store_is_set_aside_and_a_new_one_begun(tmp_path: Path) -> None:
    path = tmp_path / FILE
    path.write_bytes(b"this is no database" * 100)
    with opened(tmp_path) as store:
        assert keys(store) == ["fault.store_damaged"]
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
        assert keys(store) == ["fault.store_damaged"]


def test_a_later_version_is_refused_and_left_as_it_is(tmp_path: Path) -> None:
    with opened(tmp_path) as store:
        store.save_settings({"volume": 1})
    with closing(sqlite3.connect(tmp_path / FILE)) as database:
        database.execute(f"PRAGMA user_version = {len(STEPS) + 1}")
    before = (tmp_path / FILE).read_bytes()
    with opened(tmp_path) as store:
        (fault,) = store.faults()
        assert fault.key == "fault.store_newer"
        ticket = store.save_settings({"volume": 2})
        assert store.settings() == {"volume": 2}
    assert not store.saved(ticket)
    assert (tmp_path / FILE).read_bytes() == before


def test_a_second_program_works_from_memory_and_changes_nothing(tmp_path: Path) -> None:
    with opened(tmp_path) as first:
        first.save_settings({"volume": 1})
        with opened(tmp_path) as second:
            assert keys(second) == ["fault.store_in_use"]
            second.save_settings({"volume": 2})
            second.begin_match(NEW, {}).edge(edges(1)[0])
        assert first.faults() == ()
    with opened(tmp_path) as store:
        assert store.settings() == {"volume": 1}
        assert store.faults() == ()


def test_what_another_program_locks_out_is_saved_when_it_lets_go(tmp_path: Path) -> None:
    with opened(tmp_path) as store:
        with closing(sqlite3.connect(tmp_path / FILE, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            ticket = store.save_settings({"volume": 1})
            log = store.begin_match(NEW, {})
            for edge in edges(50):
                log.edge(edge)
            wait_until(lambda: bool(store.faults()))
            assert not store.saved(ticket)
        wait_until(lambda: store.saved(ticket))
        assert keys(store) == ["fault.store_not_written"]
    with opened(tmp_path) as store:
        unfinished = store.unfinished()
        assert unfinished is not None
        assert len(unfinished.recording.edges) == 50


def test_a_disk_that_fails_to_sync_ends_no_game_and_is_told_once(tmp_path: Path) -> None:
    broken = True

    def sync(file: int) -> None:
        if broken:
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        os.fsync(file)

    with opened(tmp_path, sync) as store:
        log = store.begin_match(NEW, {})
        for edge in edges(100):
            log.edge(edge)
        wait_until(lambda: bool(store.faults()))
        broken = False
        ticket = store.save_settings({})
        wait_until(lambda: store.saved(ticket))
        assert keys(store) == ["fault.recording_not_written"]
    assert len(read_recording(tmp_path / "recordings" / "000001.jsonl").edges) == 100


@pytest.mark.usefixtures("mounting")
def test_what_a_full_disk_has_no_room_for_is_saved_when_it_has(tmp_path: Path) -> None:
    with memory_disk(tmp_path / "disk", 1024) as disk, opened(disk / "store") as store:
        first = store.save_settings({"volume": 1})
        log = store.begin_match(NEW, {})
        wait_until(lambda: store.saved(first))
        ballast = disk / "ballast"
        fill(ballast)
        some = edges(3000)
        for edge in some:
            log.edge(edge)
        tickets = [store.save_settings({"volume": 2, "long": "x" * 5000 * number}) for number in range(9)]
        wait_until(lambda: len(store.faults()) == 2)
        assert not store.saved(tickets[-1])
        assert store.settings()["volume"] == 2
        assert sorted(keys(store)) == ["fault.recording_not_written", "fault.store_not_written"]
        ballast.unlink()
        last = store.save_settings({"volume": 3})
        wait_until(lambda: store.saved(last))
        assert len(store.faults()) == 2
        store.close()
        assert read_recording(disk / "store" / "recordings" / "000001.jsonl").edges == tuple(some)
        with opened(disk / "store") as again:
            assert again.settings() == {"volume": 3}
            assert again.faults() == ()


@pytest.mark.usefixtures("mounting")
def test_a_disk_that_breaks_under_a_game_keeps_what_was_called_saved(
    tmp_path: Path,
) -> None:
    with closing(ThinDisk(tmp_path)) as disk:
        with opened(disk.folder / "store") as store:
            log = store.begin_match(NEW, {})
            tickets = {1: store.save_settings({"volume": 1})}
            wait_until(lambda: store.saved(tickets[1]))
            with disk.without_room():
                for edge in edges(15_000):
                    log.edge(edge)
                tickets[2] = store.save_settings({"volume": 2, "long": "x" * 3_000_000})
                wait_until(lambda: bool(store.faults()))
                log.over(1)
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
    syncs.append(os.fsync)
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
        assert store.faults()
        (disk / "ballast").unlink()
        with opened(disk) as store:
            assert store.faults() == ()


@pytest.mark.usefixtures("mounting")
def test_a_read_only_store_is_read_with_its_latest_changes_and_works_from_memory(tmp_path: Path) -> None:
    live, folder = tmp_path / "live", tmp_path / "store"
    folder.mkdir()
    with opened(live) as store:
        ticket = store.save_settings({"volume": 1})
        wait_until(lambda: store.saved(ticket))
        # As a power cut leaves it: the change is not in the file yet, but in the log beside it.
        for path in live.glob(f"{FILE}*"):
            (folder / path.name).write_bytes(path.read_bytes())
    with read_only(folder), opened(folder) as store:
        assert keys(store) == ["fault.store_not_opened"]
        assert store.settings() == {"volume": 1}
        log = store.begin_match(NEW, {})
        log.edge(edges(1)[0])
        assert not store.saved(log.over(1))
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
        assert keys(store) == ["fault.store_not_opened"]
        store.save_settings({"volume": 1})
        assert store.settings() == {"volume": 1}


def test_a_store_that_is_closed_in_the_middle_of_writing_has_written_all(tmp_path: Path) -> None:
    with opened(tmp_path) as store:
        tickets = [store.save_settings({"volume": number}) for number in range(200)]
    assert all(map(store.saved, tickets))
    with opened(tmp_path) as store:
        assert store.settings() == {"volume": 199}
