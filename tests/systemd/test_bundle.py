import os
import sys
import zipfile
from pathlib import Path

import pytest

from systemd import bundle
from systemd.bundle import platforms, requirements
from tests.systemd.fake_system import FakeSystem


def fake_wheel(folder: Path, name: str) -> None:
    """Make a package that has nothing but a name."""
    info = f"{name.replace('-', '_')}-99.0.dist-info"
    with zipfile.ZipFile(folder / f"{info.removesuffix('.dist-info')}-py3-none-any.whl", "w") as wheel:
        wheel.writestr(f"{info}/METADATA", f"Metadata-Version: 2.1\nName: {name}\nVersion: 99.0\n")
        wheel.writestr(f"{info}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        wheel.writestr(f"{info}/RECORD", "")


@pytest.fixture
def index(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """What pip finds packages in, for a game that needs but few."""
    folder = tmp_path / "index"
    folder.mkdir()
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(folder))
    monkeypatch.setenv("PIP_CONFIG_FILE", os.devnull)
    monkeypatch.setattr(bundle, "requirements", lambda: ["pygame-ce>=2.5.2", "lgpio>=0.2.2"])
    arguments = [str(tmp_path / "bundle"), "--python", "3.13", "--machine", "aarch64"]
    monkeypatch.setattr(sys, "argv", ["bundle.py", *arguments])
    return folder


def names() -> set[str]:
    return {requirement.partition(">")[0] for requirement in requirements()}


def test_a_bundle_has_what_the_game_and_its_panels_need_whatever_this_machine_is() -> None:
    assert {"pygame-ce", "rich", "gpiozero", "lgpio", "gpiod"} <= names()
    assert not any(";" in requirement for requirement in requirements())


def test_a_bundle_has_what_the_game_is_built_with() -> None:
    assert "hatchling" in names()


def test_packages_for_older_systems_of_the_same_machine_are_taken_too() -> None:
    platform_names = platforms("aarch64")[1::2]
    assert platform_names[:2] == ["manylinux2014_aarch64", "manylinux_2_17_aarch64"]
    assert all(name.endswith("_aarch64") for name in platform_names)


def test_a_bundle_is_taken_by_the_installer_where_it_fits(index: Path, tmp_path: Path) -> None:
    fake_wheel(index, "pygame-ce")
    fake_wheel(index, "lgpio")
    assert bundle.main() == 0
    system = FakeSystem(tmp_path / "system")
    made = str(tmp_path / "bundle")
    assert system.run("install", "--bundle", made).returncode == 0
    result = system.run("install", "--bundle", made, ARCHITECTURE="amd64")
    assert "for Python 3.13 on aarch64" in result.stderr


def test_a_bundle_without_lgpio_says_where_it_has_to_come_from(
    index: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    fake_wheel(index, "pygame-ce")
    assert bundle.main() == 0
    assert "lgpio has to come from the cabinet's system" in capfd.readouterr().out


def test_a_bundle_that_cannot_be_made_is_a_failure_that_names_what_is_missing(
    index: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    assert bundle.main() == 1
    assert "bundle: pygame-ce>=2.5.2 could not be fetched" in capfd.readouterr().err
    assert not (tmp_path / "bundle/wheels/made-for").exists()
