import pytest

from tests.systemd.fake_system import FakeSystem, installed

CONFIGURATION = "etc/speed-cabinet/cabinet.toml"
UNITS = "usr/local/lib/systemd/system"


def test_installing_puts_everything_in_its_place(system: FakeSystem) -> None:
    files = installed(system).files()
    assert {
        f"{UNITS}/speed-cabinet.service",
        f"{UNITS}/speed-cabinet-message.service",
        f"{UNITS}/speed-cabinet-stick@.service",
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
    before = installed(system).files(), system.modes()
    result = system.run("install")
    assert result.stdout.splitlines()[-1] == "speed-cabinet: nothing to change"
    assert (system.files(), system.modes()) == before
    assert not any(call.startswith(("pip", "apt-get", "python3", "systemctl")) for call in system.calls)


def test_what_is_installed_under_a_strict_umask_can_be_used_by_the_games_user(system: FakeSystem) -> None:
    system.umask = 0o077
    modes = installed(system).modes()
    inside = ("opt/", "etc/speed-cabinet", "usr/")
    closed = {path for path, mode in modes.items() if path.startswith(inside) and not mode & 0o004}
    assert closed == set()
    assert modes["opt/speed-cabinet"] == modes["etc/speed-cabinet"] == 0o755


def test_folders_that_were_once_installed_under_a_strict_umask_are_opened(system: FakeSystem) -> None:
    modes = installed(system).modes()
    for folder in ("opt/speed-cabinet", "etc/speed-cabinet"):
        (system.root / folder).chmod(0o700)
    assert installed(system).modes() == modes


def test_the_same_source_is_the_same_version_in_every_locale(system: FakeSystem) -> None:
    assert system.run("install", LC_ALL="C").returncode == 0
    version = system.version()
    assert system.run("install", LC_ALL="en_GB.UTF-8").returncode == 0
    assert system.version() == version


@pytest.mark.parametrize("what", ["Python", "architecture"])
def test_on_another_system_the_same_source_is_another_version(system: FakeSystem, what: str) -> None:
    version = installed(system).version()
    if what == "Python":
        (system.folder / "python-version").write_text("3.14\n")
    assert system.run("install", ARCHITECTURE="arm64" if what == "Python" else "amd64").returncode == 0
    assert system.version() != version


def test_the_owners_configuration_is_never_overwritten_and_new_keys_are_told(system: FakeSystem) -> None:
    own = installed(system).root / CONFIGURATION
    text = own.read_text().replace("debounce_ms = 5", "# debounce_ms = 5")
    own.write_text(text)
    result = system.run("install")
    assert own.read_text() == text
    assert "buttons.debounce_ms = 5" in result.stdout


def test_a_new_version_takes_the_place_of_the_old_one_with_one_link(system: FakeSystem) -> None:
    old = installed(system).version()
    system.change()
    assert system.run("upgrade").returncode == 0
    assert system.version() != old


def test_the_version_before_stays_until_the_next_installation(system: FakeSystem) -> None:
    versions = [installed(system).version()]
    for number in range(2):
        system.change(f"New {number}.")
        versions.append(installed(system).version())
    kept = {"current", "cabinet.toml"}
    assert {path.name for path in (system.root / "opt/speed-cabinet").iterdir()} == {*kept, *versions[1:]}
    installed(system)
    assert {path.name for path in (system.root / "opt/speed-cabinet").iterdir()} == {*kept, versions[2]}


def test_an_upgrade_that_fails_leaves_the_version_before_and_nothing_of_its_own(system: FakeSystem) -> None:
    before = installed(system).files()
    system.change()
    (system.folder / "no-network").touch()
    assert system.run("upgrade").returncode != 0
    assert system.files() == before
    (system.folder / "no-network").unlink()
    assert system.run("upgrade").returncode == 0
    assert system.version() != before["opt/speed-cabinet/current"]


def test_where_there_is_no_room_for_units_the_old_ones_and_the_version_before_stay(
    system: FakeSystem,
) -> None:
    before = installed(system).files()
    unit = system.source / "systemd/speed-cabinet.service"
    unit.write_text(unit.read_text() + "# New.\n")
    (system.folder / "no-room").touch()
    assert system.run("upgrade").returncode != 0
    assert before.items() <= system.files().items()
    assert not [path for path in system.files() if path.endswith(".new")]
    (system.folder / "no-room").unlink()
    assert system.run("upgrade").returncode == 0
    assert system.version() != before["opt/speed-cabinet/current"]
    assert (system.root / UNITS / unit.name).read_text() == unit.read_text()


def test_a_version_counts_as_whole_only_once_it_is_on_the_disk(system: FakeSystem) -> None:
    version = installed(system).version()
    marker = f"./{version}/share/complete"
    assert [call for call in system.calls if call.startswith("sync:")] == [
        "sync:",
        f"sync: {marker}",
        f"sync: {marker} ./current",
    ]


def test_after_a_power_cut_in_an_upgrade_the_version_before_is_in_use_and_the_next_one_succeeds(
    system: FakeSystem,
) -> None:
    before = installed(system).version()
    system.change()
    (system.folder / "power-cut").touch()
    assert system.run("upgrade").returncode < 0
    assert system.version() == before
    (system.folder / "power-cut").unlink()
    result = system.run("upgrade")
    assert result.stdout.splitlines()[-1] == f"speed-cabinet: version {system.version()} is installed"
    assert system.version() != before


def test_nothing_is_upgraded_where_nothing_is_installed(system: FakeSystem) -> None:
    result = system.run("upgrade")
    assert result.returncode == 1
    assert "sudo make install" in result.stderr


def test_a_unit_of_the_owners_that_hides_the_installed_one_is_told(system: FakeSystem) -> None:
    path = installed(system).root / "etc/systemd/system/speed-cabinet.service"
    path.parent.mkdir(parents=True)
    path.write_text("[Service]\n")
    result = system.run("install")
    assert f"{path}, made by 'systemctl edit --full', is used instead" in result.stdout


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


def test_ctrl_c_at_the_question_about_boot_options_is_a_no_and_all_else_is_installed(
    system: FakeSystem,
) -> None:
    boot = system.root / "boot/firmware"
    boot.mkdir(parents=True)
    (boot / "cmdline.txt").write_text("console=tty1 root=/dev/mmcblk0p2\n")
    (boot / "config.txt").write_text("arm_64bit=1\n")
    (system.folder / "interrupt").touch()
    result = system.run("install", "--boot-config")
    assert result.returncode == 1
    assert "the boot options were not changed" in result.stderr
    assert result.stdout.splitlines()[-1] == f"speed-cabinet: version {system.version()} is installed"


def test_boot_options_on_a_machine_without_their_files_are_an_error(system: FakeSystem) -> None:
    result = system.run("install", "--boot-config", "--yes")
    assert result.returncode == 1
    assert "is this a Pi?" in result.stderr
    assert system.files().keys() == {"etc/passwd"}


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
