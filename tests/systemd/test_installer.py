from pathlib import Path

import pytest

from tests.systemd.fake_system import FakeSystem

CONFIGURATION = "etc/speed-cabinet/cabinet.toml"
UNITS = "usr/local/lib/systemd/system"


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


def test_only_missing_packages_of_the_system_are_installed(system: FakeSystem) -> None:
    installed(system)
    assert not any(call.startswith("apt-get") for call in system.calls)
    names = (system.folder / "installed").read_text()
    (system.folder / "installed").write_text(names.replace("libgbm1\n", ""))
    assert system.run("install").returncode == 0
    update, install = [call for call in system.calls if call.startswith("apt-get")]
    assert update.startswith("apt-get update")
    assert install.endswith("--no-install-recommends libgbm1")


def test_what_only_the_new_lists_of_packages_know_is_installed_too(system: FakeSystem) -> None:
    (system.folder / "installed").write_text("")
    (system.folder / "archive").write_text("libasound2t64\npython3-lgpio\n")
    installed(system)
    assert [call for call in system.calls if call.endswith("libasound2t64 python3-lgpio")]


def test_without_a_network_the_way_without_one_is_told(system: FakeSystem) -> None:
    (system.folder / "no-network").touch()
    result = system.run("install")
    assert result.returncode == 1
    assert "without a network take a bundle" in result.stderr.splitlines()[-1]
    (system.folder / "installed").write_text("")
    result = system.run("install")
    assert result.returncode == 1
    assert "without a network take a bundle" in result.stderr.splitlines()[-1]


@pytest.mark.parametrize("release", ["libasound2", "libasound2t64"], ids=["bookworm", "trixie"])
def test_the_sound_library_has_the_name_that_the_release_gives_it(system: FakeSystem, release: str) -> None:
    names = (system.folder / "installed").read_text()
    (system.folder / "installed").write_text(names.replace("libasound2t64\n", ""))
    (system.folder / "known").write_text(release + "\n")
    installed(system)
    assert [call.split()[-1] for call in system.calls if call.startswith("apt-get install")] == [release]


def test_where_the_system_has_lgpio_it_is_taken_from_there(system: FakeSystem) -> None:
    (system.folder / "known").write_text("python3-lgpio\n")
    installed(system)
    assert any(call.endswith("--no-install-recommends python3-lgpio") for call in system.calls)
    assert any(call.startswith("python3 -m venv --system-site-packages") for call in system.calls)


def test_from_a_bundle_nothing_is_asked_of_a_network(system: FakeSystem) -> None:
    bundle = system.bundle()
    assert system.run("install", "--bundle", bundle).returncode == 0
    calls = [call for call in system.calls if call.startswith("pip")]
    assert calls
    assert all(f"--no-index --find-links {bundle}/wheels" in call for call in calls)
    assert not any(call.startswith("apt-get") for call in system.calls)


def test_with_an_older_bundle_the_game_itself_is_of_this_clone_all_the_same(system: FakeSystem) -> None:
    bundle = system.bundle()
    assert system.run("install", "--bundle", bundle).returncode == 0
    system.change()
    assert system.run("upgrade", "--bundle", bundle).returncode == 0
    assert any(call.endswith(f"{system.source}[pi]") for call in system.calls)


@pytest.mark.parametrize("made_for", ["Python 3.11 on aarch64", "Python 3.13 on x86_64"])
def test_a_bundle_for_another_system_is_refused_with_how_to_make_one(
    system: FakeSystem, made_for: str
) -> None:
    result = system.run("install", "--bundle", system.bundle(made_for))
    assert result.returncode == 1
    assert f"it is for {made_for}, and here is Python 3.13 on aarch64" in result.stderr
    assert 'make bundle ARGS="--python 3.13 --machine aarch64"' in result.stderr
    assert system.files().keys() == {"etc/passwd"}


def test_a_folder_that_is_no_bundle_is_refused(system: FakeSystem) -> None:
    result = system.run("install", "--bundle", str(system.folder))
    assert result.returncode == 1
    assert "this is no bundle" in result.stderr
    assert system.files().keys() == {"etc/passwd"}


def test_a_bundle_without_the_systems_packages_says_what_is_missing(system: FakeSystem) -> None:
    (system.folder / "installed").write_text("")
    result = system.run("install", "--bundle", system.bundle())
    assert result.returncode == 1
    assert "make bundle" in result.stderr
    assert "libgbm1" in result.stderr
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
    assert not (system.root / "usr/local/lib/systemd").exists()


def test_a_configuration_that_the_owner_changed_stays_unless_purged(system: FakeSystem) -> None:
    before = system.files()
    own = installed(system).root / CONFIGURATION
    own.write_text(own.read_text() + "# mine\n")
    result = system.run("uninstall")
    assert own.exists()
    assert "--purge" in result.stdout
    assert system.run("uninstall", "--purge").returncode == 0
    assert system.files() == before


def test_a_configuration_that_nobody_touched_goes_also_after_an_upgrade_with_another(
    system: FakeSystem,
) -> None:
    before = system.files()
    own = installed(system).root / CONFIGURATION
    text = own.read_text()
    shipped = system.source / "wiring/cabinet.toml"
    shipped.write_text(shipped.read_text() + "# More.\n")
    assert system.run("upgrade").returncode == 0
    assert own.read_text() == text
    assert "stays" not in system.run("uninstall").stdout
    assert system.files() == before


def test_what_else_the_owner_keeps_beside_the_configuration_stays_unless_purged(system: FakeSystem) -> None:
    before = system.files()
    own = installed(system).root / "etc/speed-cabinet/other.toml"
    own.write_text("mine = 1\n")
    result = system.run("uninstall")
    assert system.files() == {**before, "etc/speed-cabinet/other.toml": b"mine = 1\n"}
    assert "etc/speed-cabinet, with what you changed, stays" in result.stdout
    assert system.run("uninstall", "--purge").returncode == 0
    assert system.files() == before


@pytest.mark.parametrize(
    "edited",
    [
        "speed-cabinet.service.d/override.conf",
        "speed-cabinet-message.service.d/override.conf",
        "speed-cabinet-stick@.service.d/override.conf",
        "speed-cabinet.service",
    ],
)
def test_what_the_owner_edited_of_the_units_stays_unless_purged(system: FakeSystem, edited: str) -> None:
    before = system.files()
    path = installed(system).root / "etc/systemd/system" / edited
    path.parent.mkdir(parents=True)
    path.write_text("[Service]\n")
    installed(system)
    assert path.read_text() == "[Service]\n"
    result = system.run("uninstall")
    assert system.files() == {**before, str(path.relative_to(system.root)): b"[Service]\n"}
    assert f"etc/systemd/system/{edited.partition('/')[0]}, made by 'systemctl edit', stays" in result.stdout
    assert system.run("uninstall", "--purge").returncode == 0
    assert system.files() == before


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


def test_on_a_32_bit_system_the_pins_libraries_are_the_systems(system: FakeSystem) -> None:
    result = system.run("install", ARCHITECTURE="armhf")
    assert result.returncode == 0
    assert "32 bit is not tested" in result.stdout
    (packages,) = [call for call in system.calls if call.startswith("apt-get install")]
    assert "python3-gpiozero python3-libgpiod" in packages
    (pip,) = [call for call in system.calls if call.startswith("pip")]
    assert pip.endswith(str(system.source))


@pytest.mark.parametrize("there", [False, True])
def test_a_32_bit_system_without_the_usual_way_to_the_pins_is_told_of_another(
    system: FakeSystem, there: bool
) -> None:
    (system.folder / "module").write_text("gpiod" if there else "")
    assert ("--pins lgpio" in system.run("install", ARCHITECTURE="armhf").stdout) is not there


def test_there_is_no_bundle_for_32_bit(system: FakeSystem) -> None:
    result = system.run("install", "--bundle", system.bundle("Python 3.13 on armhf"), ARCHITECTURE="armhf")
    assert result.returncode == 1
    assert "no bundles for 32 bit" in result.stderr


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
