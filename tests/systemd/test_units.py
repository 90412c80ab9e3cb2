import json
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from firmware.store.export import STICK_PLACES
from tests.systemd.unit_files import SYSTEMD, command, comments, settings

GAME, MESSAGE = "speed-cabinet.service", "speed-cabinet-message.service"
STICK, STICK_RULES = "speed-cabinet-stick@.service", "speed-cabinet-stick.rules"

needs_systemd = pytest.mark.skipif(
    shutil.which("systemd-analyze") is None and not os.environ.get("CI"),
    reason="systemd-analyze is missing: sudo apt install systemd",
)


@needs_systemd
def test_systemd_finds_nothing_wrong_with_the_units(tmp_path: Path) -> None:
    for program in ("current/bin/speed-cabinet", "current/share/show-message.sh"):
        path = tmp_path / program
        path.parent.mkdir(parents=True)
        path.write_text("#!/bin/sh\n")
        path.chmod(0o755)
    for name in (GAME, MESSAGE, STICK):
        text = (SYSTEMD / name).read_text().replace("/opt/speed-cabinet", str(tmp_path))
        (tmp_path / name).write_text(text)
    result = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", tmp_path / GAME, tmp_path / MESSAGE, tmp_path / STICK],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (result.returncode, result.stdout + result.stderr) == (0, "")


def assessment(name: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["systemd-analyze", "security", "--no-pager", "--offline=true", *arguments, SYSTEMD / name],
        capture_output=True,
        text=True,
        check=False,
    )


@needs_systemd
@pytest.mark.parametrize(
    ("name", "most_tenths"),
    # What mounts for others is root and has the same view of the file systems as they.
    [(GAME, 20), (MESSAGE, 20), (STICK, 35)],
)
def test_the_exposure_of_the_units_is_as_small_as_their_work_allows(name: str, most_tenths: int) -> None:
    # The exit status tells on which side of the threshold the unit is.
    result = assessment(name, f"--threshold={most_tenths}")
    assert result.returncode == 0, result.stdout
    assert assessment(name, "--threshold=0").returncode != 0, "this systemd-analyze does not compare"


@needs_systemd
@pytest.mark.parametrize("name", [GAME, MESSAGE, STICK])
def test_whatever_is_left_open_has_its_reason_in_the_unit(name: str) -> None:
    findings = json.loads(assessment(name, "--json=short").stdout)
    exposed = {
        re.split("[=:]", finding["name"])[0] for finding in findings if float(finding["exposure"] or 0)
    }
    assert exposed, "nothing is ever all closed: the answer was not understood"
    reasons = comments(name)
    assert [word for word in sorted(exposed) if word not in reasons] == []


def test_the_game_is_started_again_whatever_happens_and_for_as_long_as_it_takes() -> None:
    assert settings(GAME, "Restart") == ["always"]
    assert settings(GAME, "StartLimitIntervalSec") == ["0"]
    assert settings(MESSAGE, "StartLimitIntervalSec") == ["0"]


def test_only_after_switching_off_it_is_not_started_again() -> None:
    assert settings(GAME, "RestartPreventExitStatus") == settings(GAME, "SuccessExitStatus") == ["42"]


POWEROFF, SHOW = "--no-block poweroff\n", f"start {MESSAGE}\n"

SYSTEMCTL = """\
#!/bin/sh
case "$*" in
*=ActiveEnterTimestampMonotonic*) echo "$READY" ;;
*=ExecMainStartTimestampMonotonic*) echo 1000 ;;
*) echo "$@" ;;
esac
"""


@pytest.mark.parametrize(
    ("result", "status", "in_the_game", "before_ready"),
    [
        ("success", "42", POWEROFF, POWEROFF),
        ("success", "0", "", ""),
        ("exit-code", "1", SHOW, SHOW),
        ("exit-code", "2", SHOW, SHOW),
        ("exit-code", "203", SHOW, SHOW),
        ("exit-code", "226", SHOW, SHOW),
        ("resources", "", SHOW, SHOW),
        ("exit-code", "70", "", SHOW),
        ("signal", "SEGV", "", SHOW),
        ("oom-kill", "KILL", "", SHOW),
        ("timeout", "0", "", SHOW),
        ("timeout", "KILL", "", SHOW),
        ("protocol", "0", "", SHOW),
        ("watchdog", "ABRT", "", SHOW),
        ("signal", "KILL", "", ""),
    ],
)
def test_how_the_game_ended_says_what_happens_next(
    tmp_path: Path, result: str, status: str, in_the_game: str, before_ready: str
) -> None:
    program = command(settings(GAME, "ExecStopPost")[0])
    (tmp_path / "systemctl").write_text(SYSTEMCTL)
    (tmp_path / "systemctl").chmod(0o755)
    ended = {
        "PATH": f"{tmp_path}:{os.environ['PATH']}",
        "SERVICE_RESULT": result,
        "EXIT_STATUS": status,
    }
    # An earlier try, if any, was ready before this one began.
    for ready, orders in (("1001", in_the_game), ("999", before_ready), ("0", before_ready)):
        run = subprocess.run(
            program, env={**ended, "READY": ready}, capture_output=True, text=True, check=True
        )
        assert (run.stdout, run.stderr) == (orders, "")


def test_the_message_may_be_read_before_the_game_is_started_again() -> None:
    (shown,) = (line for line in settings(MESSAGE, "ExecStart") if "sleep" in line)
    assert int(shown.split()[-1]) < int(settings(GAME, "TimeoutStopSec")[0])


def test_the_watchdog_bears_several_rounds_of_the_games_loop() -> None:
    # The loop turns at least once a second, and systemd is told twice in the time that it allows.
    assert settings(GAME, "WatchdogSec") == ["5"]
    assert settings(GAME, "Type") == ["notify"]


def test_the_units_start_what_the_installer_installs() -> None:
    installer = (SYSTEMD / "install.sh").read_text()
    for unit in (GAME, MESSAGE):
        assert unit in installer
        for line in settings(unit, "ExecStart"):
            program = command(line)[0]
            if program.startswith("/opt"):
                assert program in (
                    "/opt/speed-cabinet/current/bin/speed-cabinet",
                    "/opt/speed-cabinet/current/share/show-message.sh",
                )


OWN_VIEW = (
    *("ProtectSystem", "ProtectHome", "ProtectProc", "ProcSubset", "ProtectControlGroups", "MountFlags"),
    *("ProtectKernelTunables", "ProtectKernelModules", "ProtectKernelLogs", "PrivateUsers", "PrivateNetwork"),
    *("PrivateTmp", "PrivateDevices", "PrivateMounts", "PrivateIPC", "ReadWritePaths", "ReadOnlyPaths"),
    *("InaccessiblePaths", "NoExecPaths", "BindPaths", "TemporaryFileSystem", "RootDirectory", "DynamicUser"),
)
"""What makes, or may make, a unit see other file systems than all others do."""


def test_a_sticks_mount_is_seen_by_all() -> None:
    assert [key for key in OWN_VIEW if settings(STICK, key)] == []


def test_a_stick_that_is_plugged_in_is_mounted_where_the_game_looks_and_may_write() -> None:
    assert f"{STICK.replace('@', '@%k')}" in (SYSTEMD / STICK_RULES).read_text()
    *_, device, place = command(settings(STICK, "ExecStart")[0])
    assert device == "/dev/%I"
    assert place.startswith(STICK_PLACES)
    assert f"-{Path(place).parent}" in settings(GAME, "ReadWritePaths")
    assert all(place in line for line in settings(STICK, "ExecStartPre") + settings(STICK, "ExecStopPost"))


@pytest.mark.parametrize(
    ("known", "status"), [([], 0), (["--source"], 1), (["--fstab"], 1)], ids=["stick", "mounted", "fstab"]
)
def test_a_disk_of_the_system_itself_is_no_stick(tmp_path: Path, known: list[str], status: int) -> None:
    program = command(settings(STICK, "ExecCondition")[0])
    (tmp_path / "findmnt").write_text(f'#!/bin/sh\ncase "{" ".join(known)}" in "$1") ;; *) exit 1 ;; esac\n')
    (tmp_path / "findmnt").chmod(0o755)
    path = f"{tmp_path}:{os.environ['PATH']}"
    assert subprocess.run(program, env={"PATH": path}, check=False).returncode == status


def test_the_games_user_is_the_one_that_is_made_and_is_in_the_groups_of_its_devices() -> None:
    lines = [line.split() for line in (SYSTEMD / "speed-cabinet.sysusers").read_text().splitlines()]
    users = [line[1] for line in lines if line and line[0] == "u"]
    groups = {line[2] for line in lines if line and line[0] == "m" and line[1] == users[0]}
    assert settings(GAME, "User") == settings(MESSAGE, "User") == users
    assert groups == {"gpio", "video", "render", "input", "audio", "tty"}
