import pytest

from tests.systemd.fake_system import FakeSystem, installed

CONFIGURATION = "etc/speed-cabinet/cabinet.toml"


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
