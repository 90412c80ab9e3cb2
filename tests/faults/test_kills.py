"""Nothing that was called saved is lost when the program is killed or the power is cut."""

from contextlib import closing
from pathlib import Path

from tests.faults.disks import PowerCutDisk, need_mounts
from tests.faults.kills import kill


def test_killed_programs_lose_nothing_that_was_saved_and_go_on_from_where_they_were(tmp_path: Path) -> None:
    witness = kill(tmp_path / "store", 25, 1)
    assert witness.saved
    assert witness.resumed


def test_a_power_cut_loses_nothing_that_was_saved(tmp_path: Path) -> None:
    need_mounts(tmp_path / "probe")
    with closing(PowerCutDisk(tmp_path)) as disk:
        witness = kill(disk.folder / "store", 6, 1, disk.cut)
    assert witness.saved
