import os
import pty
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from systemd import boot_options
from systemd.boot_options import (
    ADDED,
    BEGIN,
    BLOCK,
    END,
    cmdline_set,
    cmdline_unset,
    config_set,
    config_unset,
    rivals,
)

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

ENDS = ("\n", "\r\n", "\r", "")
BYTES = st.binary(max_size=8).map(lambda some: some.decode("utf-8", "surrogateescape"))
WORDS = st.sampled_from([*CMDLINE.split(), *ADDED, " ", "splash", "console=tty42", "\x0c", "\u2028"])
CONFIG_LINES = st.sampled_from([*CONFIG.splitlines(), BEGIN, END, BLOCK, f"{END} and more", ""])


def files(pieces: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    """Files of these pieces, some of bytes that are no text, with line ends of all kinds, or none."""
    return st.lists((pieces | BYTES) | st.sampled_from(ENDS)).map("".join)


@given(files(WORDS))
def test_the_command_line_is_to_the_byte_what_it_was_after_setting_and_unsetting(text: str) -> None:
    once = cmdline_set(text)
    assert cmdline_set(once) == once
    assert cmdline_unset(once, text) == text


@given(files(CONFIG_LINES))
def test_config_txt_is_to_the_byte_what_it_was_after_setting_and_unsetting(text: str) -> None:
    once = config_set(text)
    assert config_set(once) == once
    assert config_unset(once) == config_unset(text)
    if BEGIN not in text:
        assert config_unset(once) == text


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
    assert once.count("\n") == text.count("\n")
    assert cmdline_unset(once, text) == text


def test_only_the_first_line_of_the_command_line_counts_and_is_changed() -> None:
    more = "# before: init=/bin/sh\nquiet\n"
    once = cmdline_set(CMDLINE + more)
    assert once == cmdline_set(CMDLINE) + more
    assert cmdline_unset(once + "# mine\n", CMDLINE + more) == CMDLINE + more + "# mine\n"


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


@pytest.mark.parametrize("text", [CONFIG, CONFIG.removesuffix("\n"), ""])
def test_lines_that_the_owner_adds_after_the_block_stay_lines_of_their_own(text: str) -> None:
    lines = config_unset(config_set(text) + "arm_boost=1\n").splitlines()
    assert lines == [*text.splitlines(), "arm_boost=1"]


def test_the_block_has_the_line_ends_of_the_file() -> None:
    once = config_set(CONFIG.replace("\n", "\r\n"))
    assert once.count("\r\n") == once.count("\n") > CONFIG.count("\n")


@pytest.mark.parametrize("text", [f"a=1\n{END}\nb=2\n{BEGIN}\nc=3\n", f"a=1\n{BEGIN}\nb=2\n", f"{END}\n"])
def test_half_a_block_that_somebody_left_costs_no_line_and_doubles_none(text: str) -> None:
    assert config_set(config_set(text)) == config_set(text)
    assert config_unset(config_set(text)) == text


@pytest.mark.parametrize(
    "line",
    [
        "dtparam=i2c_arm=on",
        "dtparam=i2c_arm",
        "dtparam=spi=on,i2c1=on",
        "dtoverlay=gpio-shutdown,gpio_pin=17",
        "dtoverlay=i2c-rtc,ds3231",
        "dtoverlay=gpio-poweroff,gpiopin=3",
    ],
)
def test_a_line_that_may_want_the_power_buttons_gpio_is_known(line: str) -> None:
    assert rivals(config_set(f"{CONFIG}{line}\n")) == [line]


@pytest.mark.parametrize(
    "line",
    ["#dtparam=i2c_arm=on", "dtparam=i2c_arm=off", "dtparam=i2c_vc=on", "dtoverlay=gpio-fan,gpiopin=30"],
)
def test_a_line_that_wants_another_gpio_is_no_rival_nor_is_the_block_itself(line: str) -> None:
    assert rivals(config_set(f"{CONFIG}{line}\n")) == []


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


def test_files_in_another_alphabet_are_shown_and_keep_every_byte(boot: Path) -> None:
    config = "# Küche\r\ndtparam=audio=on".encode("latin-1")
    (boot / "config.txt").write_bytes(config)
    result = run("set", boot, "--yes")
    assert (result.returncode, result.stderr) == (0, "")
    assert "K\\udcfcche" in result.stdout
    assert "-dtparam=audio=on\n\\ No newline at end of file\n+dtparam=audio=on\n" in result.stdout
    assert (boot / "config.txt").read_bytes().startswith(config + b"\r\n")
    assert run("unset", boot, "--yes").returncode == 0
    assert (boot / "config.txt").read_bytes() == config


def test_what_may_want_the_power_buttons_gpio_is_told(boot: Path) -> None:
    (boot / "config.txt").write_text("dtparam=i2c_arm=on\n")
    assert "'dtparam=i2c_arm=on' may want GPIO 3" in run("set", boot, "--yes").stdout


def test_unset_where_nothing_was_set_changes_nothing(boot: Path) -> None:
    (boot / "cmdline.txt").write_text("root=/dev/sda2  rootwait")
    assert run("unset", boot, "--yes").stdout == "Boot options: nothing to change.\n"
    assert (boot / "cmdline.txt").read_text() == "root=/dev/sda2  rootwait"


def test_what_was_kept_of_an_earlier_time_is_not_brought_back(boot: Path) -> None:
    for text in (CMDLINE, "root=/dev/sda2  rootwait\n"):
        (boot / "cmdline.txt").write_text(text)
        assert [run(action, boot, "--yes").returncode for action in ("set", "unset")] == [0, 0]
        assert (boot / "cmdline.txt").read_text() == text


OWN_TERMINAL = """
import fcntl, os, sys, termios
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
os.execv(sys.argv[1], sys.argv[1:])
"""


@pytest.mark.parametrize("key", [b"\x04", b"\x03\n", b"n\n", b"\n"], ids=["end", "interrupt", "no", "return"])
def test_whatever_is_typed_that_is_no_yes_is_a_no(boot: Path, key: bytes) -> None:
    keyboard, terminal = pty.openpty()
    command = [sys.executable, boot_options.__file__, "set", str(boot), str(boot.parent / "kept")]
    # The terminal must be the program's own, or else Ctrl-C would interrupt nobody.
    own = [sys.executable, "-c", OWN_TERMINAL, *command]
    with subprocess.Popen(
        own, stdin=terminal, stdout=terminal, stderr=terminal, start_new_session=True
    ) as program:
        os.close(terminal)
        seen = b""
        while not seen.endswith(b"[y/N] "):
            seen += os.read(keyboard, 4096)
        os.write(keyboard, key)
        # Linux tells the end of a terminal as an error.
        with suppress(OSError):
            while more := os.read(keyboard, 4096):
                seen += more
    os.close(keyboard)
    assert program.returncode == 1
    assert seen.endswith(b"\r\nBoot options: nothing was changed.\r\n")
    assert (boot / "cmdline.txt").read_text() == CMDLINE
