from pathlib import Path

import pytest

from tests.systemd.fake_system import FakeSystem

CONFIGURATION = "etc/speed-cabinet/cabinet.toml"


@pytest.fixture
def system(tmp_path: Path) -> FakeSystem:
    return FakeSystem(tmp_path)


def installed(system: FakeSystem) -> FakeSystem:
    result = system.run("install")
    assert result.returncode == 0, result.stdout + result.stderr
    return system


def test_installing_puts_everything_in_its_place(system: FakeSystem) -> None:
    files = installed(system).files()
    assert {
        "etc/systemd/system/speed-cabinet.service",
        "etc/systemd/system/speed-cabinet-message.service",
        "etc/systemd/system/speed-cabinet-stick@.service",
        "etc/udev/rules.d/90-speed-cabinet-stick.rules",
        "etc/sysusers.d/speed-cabinet.conf",
        CONFIGURATION,
        "opt/speed-cabinet/current",
    } <= set(files)
    share = f"opt/speed-cabinet/{system.version()}/share"
    assert {f"{share}/README.md", f"{share}/show-message.sh", f"{share}/cabinet.toml"} <= set(files)
    assert any(call.startswith("systemd-sysusers") for call in system.calls)
    assert any("enable speed-cabinet.service" in call for call in system.calls)


def test_a_second_time_changes_nothing_and_says_so(system: FakeSystem) -> None:
    before = installed(system).files()
    result = system.run("install")
    assert result.stdout.splitlines()[-1] == "speed-cabinet: nothing to change"
    assert system.files().keys() == before.keys()
    assert not any(call.startswith(("pip", "apt-get", "python3", "systemctl")) for call in system.calls)


def test_only_missing_packages_of_the_system_are_installed(system: FakeSystem) -> None:
    installed(system)
    assert not any(call.startswith("apt-get") for call in system.calls)
    names = (system.folder / "installed").read_text()
    (system.folder / "installed").write_text(names.replace("libgbm1\n", ""))
    assert system.run("install").returncode == 0
    (call,) = [call for call in system.calls if call.startswith("apt-get")]
    assert call.endswith("--no-install-recommends libgbm1")


@pytest.mark.parametrize("release", ["libasound2", "libasound2t64"], ids=["bookworm", "trixie"])
def test_the_sound_library_has_the_name_that_the_release_gives_it(system: FakeSystem, release: str) -> None:
    names = (system.folder / "installed").read_text()
    (system.folder / "installed").write_text(names.replace("libasound2t64\n", ""))
    (system.folder / "known").write_text(release + "\n")
    installed(system)
    assert [call.split()[-1] for call in system.calls if call.startswith("apt-get")] == [release]


def test_where_the_system_has_lgpio_it_is_taken_from_there(system: FakeSystem) -> None:
    (system.folder / "known").write_text("python3-lgpio\n")
    installed(system)
    assert any(call.endswith("--no-install-recommends python3-lgpio") for call in system.calls)
    assert any(call.startswith("python3 -m venv --system-site-packages") for call in system.calls)


def test_from_a_bundle_nothing_is_asked_of_a_network(system: FakeSystem, tmp_path: Path) -> None:
    (tmp_path / "bundle/wheels").mkdir(parents=True)
    assert system.run("install", "--bundle", str(tmp_path / "bundle")).returncode == 0
    calls = [call for call in system.calls if call.startswith("pip")]
    assert calls
    assert all(f"--no-index --find-links {tmp_path}/bundle/wheels" in call for call in calls)
    assert not any(call.startswith("apt-get") for call in system.calls)


def test_a_bundle_without_the_systems_packages_says_what_is_missing(
    system: FakeSystem, tmp_path: Path
) -> None:
    (tmp_path / "bundle/wheels").mkdir(parents=True)
    (system.folder / "installed").write_text("")
    result = system.run("install", "--bundle", str(tmp_path / "bundle"))
    assert result.returncode == 1
    assert "make bundle" in result.stderr
    assert system.files().keys() == {"etc/passwd"}


def test_the_owners_configuration_is_never_overwritten_and_new_keys_are_told(system: FakeSystem) -> None:
    own = installed(system).root / CONFIGURATION
    text = own.read_text().replace("debounce_ms = 5", "# debounce_ms = 5")
    own.write_text(text)
    result = system.run("install")
    assert own.read_text() == text
    assert "buttons.debounce_ms = 5" in result.stdout


def test_a_new_version_takes_the_place_of_the_old_one_with_one_link(system: FakeSystem) -> None:
    old = installed(system).version()
    (system.source / "firmware/__init__.py").write_text('"""New."""\n')
    assert system.run("upgrade").returncode == 0
    assert system.version() != old


def test_the_version_before_stays_until_the_next_installation(system: FakeSystem) -> None:
    versions = [installed(system).version()]
    for number in range(2):
        (system.source / "firmware/__init__.py").write_text(f'"""New {number}."""\n')
        versions.append(installed(system).version())
    assert {path.name for path in (system.root / "opt/speed-cabinet").iterdir()} == {"current", *versions[1:]}
    installed(system)
    assert {path.name for path in (system.root / "opt/speed-cabinet").iterdir()} == {"current", versions[2]}


def test_an_upgrade_that_fails_leaves_the_version_before(system: FakeSystem) -> None:
    before = installed(system).files()
    (system.source / "firmware/__init__.py").write_text('"""New."""\n')
    (system.folder / "no-network").touch()
    assert system.run("upgrade").returncode != 0
    assert before.items() <= system.files().items()
    (system.folder / "no-network").unlink()
    assert system.run("upgrade").returncode == 0
    assert system.version() != before["opt/speed-cabinet/current"]


def test_nothing_is_upgraded_where_nothing_is_installed(system: FakeSystem) -> None:
    result = system.run("upgrade")
    assert result.returncode == 1
    assert "sudo make install" in result.stderr


def test_uninstalling_leaves_no_trace_but_what_the_players_made(system: FakeSystem) -> None:
    before = system.files()
    state = installed(system).root / "var/lib/speed-cabinet/cabinet.sqlite"
    state.parent.mkdir(parents=True, exist_ok=True)
    state.write_bytes(b"scores")
    result = system.run("uninstall")
    assert result.returncode == 0, result.stderr
    assert system.files() == {**before, "var/lib/speed-cabinet/cabinet.sqlite": b"scores"}
    assert any(call.startswith("userdel") for call in system.calls)
    assert "/var/lib/speed-cabinet" in result.stdout
    assert not (system.folder / "enabled").exists()
    assert not (system.root / "etc/speed-cabinet").exists()
    assert not (system.root / "opt/speed-cabinet").exists()
    assert not (system.root / "etc/sysusers.d").exists()


def test_a_configuration_that_the_owner_changed_stays_unless_purged(system: FakeSystem) -> None:
    before = system.files()
    own = installed(system).root / CONFIGURATION
    own.write_text(own.read_text() + "# mine\n")
    result = system.run("uninstall")
    assert own.exists()
    assert "--purge" in result.stdout
    assert system.run("uninstall", "--purge").returncode == 0
    assert system.files() == before


def test_what_the_owner_edited_of_the_unit_stays_unless_purged(system: FakeSystem) -> None:
    before = system.files()
    edited = installed(system).root / "etc/systemd/system/speed-cabinet.service.d/override.conf"
    edited.parent.mkdir()
    edited.write_text("[Service]\n")
    result = system.run("uninstall")
    assert system.files().keys() == {*before, str(edited.relative_to(system.root))}
    assert "speed-cabinet.service.d" in result.stdout
    assert "--purge" in result.stdout
    assert system.run("uninstall", "--purge").returncode == 0
    assert system.files() == before


def test_without_a_yes_to_the_boot_options_all_else_is_installed(system: FakeSystem) -> None:
    boot = system.root / "boot/firmware"
    boot.mkdir(parents=True)
    (boot / "cmdline.txt").write_text("console=tty1 root=/dev/mmcblk0p2\n")
    (boot / "config.txt").write_text("arm_64bit=1\n")
    result = system.run("install", "--boot-config")
    assert result.returncode == 1
    assert "the boot options were not changed" in result.stderr
    assert result.stdout.splitlines()[-1] == f"speed-cabinet: version {system.version()} is installed"
    assert (boot / "config.txt").read_text() == "arm_64bit=1\n"


def test_boot_options_are_set_only_on_request_and_gone_after_uninstalling(system: FakeSystem) -> None:
    boot = system.root / "boot/firmware"
    boot.mkdir(parents=True)
    (boot / "cmdline.txt").write_text("console=tty1 root=/dev/mmcblk0p2\n")
    (boot / "config.txt").write_text("arm_64bit=1\n")
    before = system.files()
    installed(system)
    assert system.files().items() >= before.items() - {("etc/passwd", before["etc/passwd"])}
    assert system.run("install", "--boot-config").returncode == 1
    assert system.run("install", "--boot-config", "--yes").returncode == 0
    assert "vt.global_cursor_default=0" in (boot / "cmdline.txt").read_text()
    assert "gpio-shutdown" in (boot / "config.txt").read_text()
    assert system.run("uninstall").returncode == 0
    assert system.files() == before


def test_boot_options_on_a_machine_without_their_files_are_an_error(system: FakeSystem) -> None:
    result = system.run("install", "--boot-config", "--yes")
    assert result.returncode == 1
    assert "is this a Pi?" in result.stderr
    assert system.files().keys() == {"etc/passwd"}


def test_a_32_bit_system_is_told_what_may_be_missing(system: FakeSystem) -> None:
    assert "32 bit" in system.run("install", ARCHITECTURE="armhf").stdout


@pytest.mark.parametrize(
    ("arguments", "message"),
    [(["--bundle", "/nowhere"], "--bundle /nowhere: there is no such folder"), (["--bundel"], "usage:")],
)
def test_an_argument_that_makes_no_sense_is_told(
    system: FakeSystem, arguments: list[str], message: str
) -> None:
    result = system.run(*arguments)
    assert result.returncode != 0
    assert message in result.stderr
    assert system.files().keys() == {"etc/passwd"}
