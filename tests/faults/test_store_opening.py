"""A store that is damaged, of another version, in use or not to be written to opens all the same."""

import errno
import os
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from firmware.store.opening import FILE
from firmware.store.schema import STEPS
from tests.faults.disks import (
    fill,
    memory_disk,
    need_mounts,
    read_only,
)
from tests.faults.stores import NEW, PATIENCE_S, edges, keys, opened


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
