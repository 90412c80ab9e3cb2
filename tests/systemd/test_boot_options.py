import subprocess
import sys
from pathlib import Path

import pytest

from systemd import boot_options
from systemd.boot_options import ADDED, cmdline_set, cmdline_unset, config_set, config_unset

CMDLINE = (
    "console=serial0,115200 console=tty1 root=PARTUUID=4f0a-02 rootfstype=ext4 fsck.repair=yes rootwait "
    "cfg80211.ieee80211_regdom=DE\n"
)
CONFIG = """\
# For more options see http://rptl.io/configtxt
dtparam=audio=on
dtoverlay=vc4-kms-v3d
disable_fw_kms_setup=1

[cm5]
dtoverlay=dwc2,dr_mode=host

[all]
"""


def test_the_command_line_keeps_what_is_not_about_the_screen() -> None:
    words = cmdline_set(CMDLINE).split()
    kept = "root=PARTUUID=4f0a-02 rootfstype=ext4 fsck.repair=yes rootwait cfg80211.ieee80211_regdom=DE"
    assert words == ["console=tty42", *kept.split(), *ADDED]


def test_boot_text_goes_to_a_far_console_and_not_to_the_lines_of_a_lamp_and_a_button() -> None:
    words = cmdline_set("console=ttyAMA0,115200 console=tty1 console=ttyUSB0 root=/dev/sda2").split()
    assert [word for word in words if word.startswith("console=")] == ["console=ttyUSB0", "console=tty42"]


def test_an_option_that_is_there_with_another_value_is_not_there_twice() -> None:
    words = cmdline_set("quiet loglevel=7 consoleblank=600 root=/dev/sda2 logo.nologo").split()
    assert sorted(words) == sorted(["console=tty42", "root=/dev/sda2", *ADDED])


@pytest.mark.parametrize("text", [CMDLINE, "root=/dev/sda2 quiet", "", "console=tty1 splash quiet\n"])
def test_the_command_line_is_the_same_after_setting_twice_and_as_before_after_unsetting(text: str) -> None:
    once = cmdline_set(text)
    assert cmdline_set(once) == once
    assert once.count("\n") == 1
    assert cmdline_unset(once, text) == text


def test_what_the_owner_changed_since_survives_unsetting() -> None:
    now = cmdline_set(CMDLINE).replace("rootwait", "rootwait usbcore.autosuspend=-1")
    words = cmdline_unset(now, CMDLINE).split()
    assert sorted(words) == sorted([*CMDLINE.split(), "usbcore.autosuspend=-1"])


def test_config_txt_gets_one_block_at_its_end_that_holds_for_every_model() -> None:
    text = config_set(CONFIG)
    assert text.startswith(CONFIG)
    added = text.removeprefix(CONFIG)
    assert "\n[all]\n" in added
    assert "\ndtoverlay=gpio-shutdown,gpio_pin=3\n" in added
    assert config_set(text) == text


@pytest.mark.parametrize("text", [CONFIG, ""])
def test_config_txt_is_as_before_after_unsetting(text: str) -> None:
    assert config_unset(config_set(text)) == text


def test_lines_that_the_owner_adds_after_the_block_stay() -> None:
    assert config_unset(config_set(CONFIG) + "arm_boost=1\n") == CONFIG + "arm_boost=1\n"


@pytest.fixture
def boot(tmp_path: Path) -> Path:
    folder = tmp_path / "boot"
    folder.mkdir()
    (folder / "cmdline.txt").write_text(CMDLINE)
    (folder / "config.txt").write_text(CONFIG)
    return folder


def run(action: str, boot: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [
        sys.executable,
        boot_options.__file__,
        action,
        str(boot),
        str(boot.parent / "kept"),
        *arguments,
    ]
    return subprocess.run(command, input="", capture_output=True, text=True, check=False)


def test_nothing_is_changed_that_nobody_agreed_to_but_it_is_shown(boot: Path) -> None:
    result = run("set", boot)
    assert result.returncode == 1
    assert "+dtoverlay=gpio-shutdown,gpio_pin=3" in result.stdout
    assert f"-{CMDLINE}" in result.stdout
    assert "--yes" in result.stderr
    assert (boot / "cmdline.txt").read_text() == CMDLINE
    assert (boot / "config.txt").read_text() == CONFIG


def test_set_once_it_changes_nothing_more_and_unset_it_is_as_before(boot: Path) -> None:
    assert run("set", boot, "--yes").returncode == 0
    assert (boot / "cmdline.txt").read_text() == cmdline_set(CMDLINE)
    again = run("set", boot)
    assert (again.returncode, again.stdout) == (0, "Boot options: nothing to change.\n")
    assert run("unset", boot, "--yes").returncode == 0
    assert (boot / "cmdline.txt").read_text() == CMDLINE
    assert (boot / "config.txt").read_text() == CONFIG
    assert sorted(path.name for path in boot.iterdir()) == ["cmdline.txt", "config.txt"]


def test_a_missing_file_is_named(boot: Path) -> None:
    (boot / "config.txt").unlink()
    result = run("set", boot, "--yes")
    assert result.returncode == 1
    assert f"{boot / 'config.txt'}: No such file or directory" in result.stderr
