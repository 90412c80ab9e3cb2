"""On full, broken and locked disks the game goes on, and what was saved stays."""

import errno
import os
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from firmware.recording import read_recording
from firmware.store import journal as journals
from firmware.store.faults import Faults
from firmware.store.journal import Journal
from firmware.store.library import Library
from firmware.store.opening import FILE
from tests.faults.disks import SmallDisk, ThinDisk, limited_files, small_memory_disk
from tests.faults.stores import NEW, PATIENCE_S, Log, edges, keys, opened


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


def test_a_store_that_is_closed_in_the_middle_of_writing_has_written_all(tmp_path: Path) -> None:
    with opened(tmp_path) as store:
        tickets = [store.save_settings({"volume": number}) for number in range(200)]
    assert all(map(store.saved, tickets))
    with opened(tmp_path) as store:
        assert store.settings() == {"volume": 199}
