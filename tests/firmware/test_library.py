"""Recordings and statistics are copied whole, read on a laptop, and drawn."""

import csv
import errno
import io
import json
import os
import subprocess
import sys
from datetime import datetime
from pathlib import Path
from threading import Event

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware.commands.arguments import parser
from firmware.recording import NewMatch, read_recording
from firmware.store import commands, export
from firmware.store.archive import DEAL_COLUMNS, doubtful, read_archive
from firmware.store.export import copy_to_stick, export_to, find_usb_stick
from firmware.store.folder import state_folder
from firmware.store.library import Library
from firmware.store.schema import StoreError
from firmware.store.store import open_store
from firmware.text import say
from tests.firmware.matches import Played

PATIENCE_S = 30


@pytest.fixture(scope="module")
def state(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store with two matches, one of them against the computer."""
    folder = tmp_path_factory.mktemp("state")
    store = open_store(folder, now=lambda: datetime(2026, 5, 6, 21, 30))
    for seed, computers in ((1, {}), (2, {2: "hard"})):
        new = NewMatch("kids", {"target": 10}, seed)
        log = store.begin_match(new, computers)  # type: ignore[arg-type]
        played = Played(new, log)
        *_, last = played.deals()
        log.over(last.winner)
    store.add_best("A B", "longest_run", 9)
    store.add_best("CDE", "fastest_deal", 41_500_000_000)
    store.close()
    return folder


def run(*arguments: str | Path) -> int:
    options = parser().parse_args(list(map(str, arguments)))
    return {"stats": commands.stats, "export": commands.export}[options.command](options)


def test_an_export_has_every_recording_and_the_table_of_deals(state: Path, tmp_path: Path) -> None:
    folder = tmp_path / "new" / "folder"
    assert run("export", folder, "--state", state) == 0
    assert sorted(path.name for path in folder.iterdir()) == ["000001.jsonl", "000002.jsonl", "stats.csv"]
    for path in (state / "recordings").iterdir():
        assert (folder / path.name).read_bytes() == path.read_bytes()
        assert read_recording(folder / path.name).broken_off is None
    lines = list(csv.DictReader(io.StringIO((folder / "stats.csv").read_text())))
    assert {line["level"] for line in lines} == {"person", "hard"}
    assert len(lines) == 2 * read_archive(state).contents.totals.games


def test_an_export_says_how_much_room_it_lacks(
    state: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(export, "SPARE_BYTES", 10**18)
    with pytest.raises(StoreError, match=r"MB are needed and .* MB are free"):
        export_to(state, tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_cannot_be_copied_whole_is_not_there(
    state: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def sync(file: int) -> None:
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    (tmp_path / "stats.csv").write_text("from before")
    monkeypatch.setattr("firmware.store.export.os.fsync", sync)
    with pytest.raises(OSError, match="Input/output"):
        export_to(state, tmp_path)
    assert [(path.name, path.read_text()) for path in tmp_path.iterdir()] == [("stats.csv", "from before")]


def test_a_recording_that_is_deleted_while_all_are_copied_is_left_out(
    state: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gone = state / "recordings" / "000000.jsonl"
    monkeypatch.setattr(Library, "paths", lambda library: [*(state / "recordings").iterdir(), gone])
    assert export_to(state, tmp_path) == 2
    assert sorted(path.name for path in tmp_path.iterdir()) == ["000001.jsonl", "000002.jsonl", "stats.csv"]


def test_a_stick_gets_a_folder_of_its_own(
    state: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(export, "find_usb_stick", lambda: tmp_path)
    told = copy_to_stick(state, datetime(2026, 5, 6, 21, 30))
    assert (told.key, dict(told.values)) == (
        "export.done",
        {"count": 2, "folder": "speed-cabinet-20260506-213000"},
    )
    assert (tmp_path / "speed-cabinet-20260506-213000" / "000002.jsonl").exists()


def test_an_export_without_a_stick_or_onto_a_bad_one_says_so(
    state: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    for found, key in ((None, "export.no_stick"), (tmp_path / "file", "export.failed")):
        monkeypatch.setattr(export, "find_usb_stick", lambda found=found: found)
        assert copy_to_stick(state, datetime(2026, 5, 6)).key == key


def test_only_one_export_runs_at_a_time_and_the_store_ends_after_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stick, plugged_in = tmp_path / "stick", Event()

    def find() -> Path:
        assert plugged_in.wait(PATIENCE_S)
        return stick

    monkeypatch.setattr(export, "find_usb_stick", find)
    store = open_store(tmp_path / "state", now=lambda: datetime(2026, 5, 6))
    store.begin_match(NewMatch(), {}).over(1)
    first = store.export_to_stick()
    assert store.export_to_stick() is first
    assert first.told().key == "export.copying"
    plugged_in.set()
    store.close(PATIENCE_S)
    assert first.told() == say("export.done", count=1, folder="speed-cabinet-20260506-000000")
    assert store.export_to_stick() is not first


def test_a_stick_is_found_by_its_place_and_its_bus(tmp_path: Path) -> None:
    for name, bus in (("sda1", "usb2"), ("mmcblk0p2", "mmc0"), ("sdb1", "ata3")):
        disk = tmp_path / "devices" / bus / name
        disk.mkdir(parents=True)
        (tmp_path / name).symlink_to(disk)
    mounts = tmp_path / "mounts"

    def found(*lines: str) -> Path | None:
        mounts.write_text("".join(f"{line} 0 0\n" for line in lines))
        return find_usb_stick(mounts, tmp_path)

    assert found("/dev/mmcblk0p2 / ext4 rw", "/dev/sdb1 /mnt/disk ext4 rw", "proc /proc proc rw") is None
    assert found("/dev/sda1 /media/pi/MY\\040STICK vfat rw,nosuid") == Path("/media/pi/MY STICK")
    assert found("/dev/sda1 /media/pi/STICK vfat ro,nosuid") is None
    assert found("/dev/sda1 /boot/firmware vfat rw") is None
    assert find_usb_stick(tmp_path / "none", tmp_path) is None


def test_stats_as_json_have_every_number(state: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("stats", "--json", "--state", state) == 0
    numbers = json.loads(capsys.readouterr().out)
    totals = read_archive(state).contents.totals
    assert numbers["games"] == totals.games
    assert numbers["players"]["1"]["plays"] == totals.players[1].plays
    assert sum(each["count"] for each in numbers["players"]["1"]["times_to_play"]) == totals.players[1].plays
    assert set(numbers["plays_by_hour"]) == {"21"}
    assert numbers["best"]["longest_run"] == [{"name": "A B", "value": 9, "set_on": "2026-05-06 21:30:00"}]


def test_stats_as_csv_have_a_line_for_each_player_of_each_deal(
    state: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("stats", "--csv", "--state", state) == 0
    lines = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    assert list(lines[0]) == list(DEAL_COLUMNS)
    assert [line["plays"] for line in lines if line["level"] == "hard"] == [""] * (
        len([line for line in lines if line["match"] == "2"]) // 2
    )


def test_stats_are_read_by_people_too(state: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("stats", "--state", state) == 0
    text = capsys.readouterr().out
    for words in ("Orange", "Purple", "median time to a play", "A B", "9 cards", "41.50 s"):
        assert words in text


def test_charts_are_drawn_as_png_and_svg(state: Path, tmp_path: Path) -> None:
    assert run("stats", "--charts", tmp_path, "--state", state) == 0
    for name in ("plays-by-hour", "times-to-play"):
        assert (tmp_path / f"{name}.png").read_bytes().startswith(b"\x89PNG")
        assert "<svg" in (tmp_path / f"{name}.svg").read_text()


def test_charts_without_matplotlib_say_what_to_install(
    state: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    with pytest.raises(StoreError, match=r"pip install 'speed-cabinet\[charts\]'"):
        run("stats", "--charts", tmp_path, "--state", state)


def test_where_there_is_no_store_the_message_says_how_to_name_one(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="--state"):
        run("stats", "--state", tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_a_damaged_store_is_named_and_left_alone(tmp_path: Path) -> None:
    (tmp_path / "speed-cabinet.db").write_bytes(b"damage" * 500)
    with pytest.raises(StoreError, match=r"speed-cabinet\.db: "):
        run("stats", "--state", tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["speed-cabinet.db"]


def test_the_store_is_where_the_system_says(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HOME", "/home/pi")
    for name in ("STATE_DIRECTORY", "XDG_STATE_HOME"):
        monkeypatch.delenv(name, raising=False)
    assert state_folder() == Path("/home/pi/.local/state/speed-cabinet")
    monkeypatch.setenv("XDG_STATE_HOME", "/state")
    assert state_folder() == Path("/state/speed-cabinet")
    monkeypatch.setenv("STATE_DIRECTORY", "/var/lib/speed-cabinet")
    assert state_folder() == Path("/var/lib/speed-cabinet")
    assert state_folder(tmp_path) == tmp_path


def test_the_game_loads_nothing_that_only_the_owners_commands_need() -> None:
    command = "import sys, firmware.commands.whole; print(*sys.modules)"
    loaded = subprocess.run(
        [sys.executable, "-c", command], capture_output=True, text=True, check=True
    ).stdout
    assert not {"rich", "firmware.store.commands", "firmware.store.charts"} & set(loaded.split())


DATES = st.sampled_from([f"20{year}-01-01" for year in (19, 25, 26, 27, 28, 60)])


@given(st.lists(DATES, max_size=8))
def test_the_dates_that_are_not_doubted_are_in_order_and_as_many_as_can_be(dates: list[str]) -> None:
    marks = doubtful(dates)
    right = [date for date, mark in zip(dates, marks, strict=True) if not mark]
    assert right == sorted(right)
    assert all(date >= "2025" for date in right)
    best = max(
        len(chosen)
        for number in range(1 << len(dates))
        if (chosen := [date for place, date in enumerate(dates) if number >> place & 1]) == sorted(chosen)
        and all(date >= "2025" for date in chosen)
    )
    assert len(right) == best
