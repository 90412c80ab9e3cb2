import subprocess
import sys
from pathlib import Path

from systemd import bundle
from systemd.bundle import platforms, requirements


def test_a_bundle_has_what_the_game_and_its_panels_need_whatever_this_machine_is() -> None:
    names = {requirement.partition(">")[0] for requirement in requirements()}
    assert {"pygame-ce", "rich", "gpiozero", "lgpio", "gpiod"} <= names
    assert not any(";" in requirement for requirement in requirements())


def test_packages_for_older_systems_of_the_same_machine_are_taken_too() -> None:
    names = platforms("aarch64")[1::2]
    assert names[:2] == ["manylinux2014_aarch64", "manylinux_2_17_aarch64"]
    assert all(name.endswith("_aarch64") for name in names)


def test_a_bundle_that_cannot_be_made_is_a_failure_and_no_traceback(tmp_path: Path) -> None:
    command = [
        sys.executable,
        bundle.__file__,
        str(tmp_path / "bundle"),
        "--python",
        "3.13",
        "--machine",
        "none",
    ]
    environment = {"PATH": "/usr/bin:/bin", "PIP_NO_INDEX": "1", "PIP_NO_BUILD_ISOLATION": "1"}
    result = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert result.returncode == 1
    assert "bundle: " in result.stderr
    assert "Traceback" not in result.stderr
