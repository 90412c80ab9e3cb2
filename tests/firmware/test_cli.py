"""The command line, as a person meets it: run as a process of its own."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from firmware.recording import parse_line

COMMAND = [sys.executable, "-m", "firmware"]
TWO_READY = "".join(
    f'{{"t": 0, "player": {player}, "control": "action", "pressed": true}}\n' for player in (1, 2)
)
NO_SCREEN = {
    key: value
    for key, value in os.environ.items()
    if key not in ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER")
}


def run(*arguments: str | Path, given: str = "") -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [*COMMAND, *map(str, arguments)],
        input=given,
        capture_output=True,
        text=True,
        env=NO_SCREEN,
        timeout=60,
        check=False,
    )


def test_help_names_the_commands_and_what_they_do() -> None:
    result = run("--help")
    assert result.returncode == 0
    for word in ("play", "demo", "referee", "watch the computer play"):
        assert word in result.stdout


def test_a_recorded_demonstration_replays_to_the_same_bytes(tmp_path: Path) -> None:
    recording = tmp_path / "game.jsonl"
    assert run("demo", "--display", "headless", "--seed", "3", "--record", recording).returncode == 0
    first, second = (run("referee", given=recording.read_text()) for _ in range(2))
    assert first.returncode == 0
    assert first.stdout == second.stdout
    names = [event["event"] for line in first.stdout.splitlines() for event in json.loads(line)["events"]]
    assert names[0] == "dealt"
    assert names[-2:] == ["won", "match_won"]


def test_the_same_seed_records_the_same_bytes(tmp_path: Path) -> None:
    paths = [tmp_path / "one.jsonl", tmp_path / "two.jsonl"]
    for path in paths:
        run("demo", "--display", "headless", "--seed", "5", "--record", path)
    assert paths[0].read_bytes() == paths[1].read_bytes()


def test_a_recording_is_told_as_text_and_stops_at_a_time(tmp_path: Path) -> None:
    recording = tmp_path / "game.jsonl"
    run("demo", "--display", "headless", "--seed", "3", "--record", recording)
    told = run("replay", recording)
    assert told.returncode == 0
    assert told.stdout.splitlines()[-1].endswith("wins the match.")
    until = run("replay", recording, "--until", "10").stdout.splitlines()
    assert until == [line for line in told.stdout.splitlines() if float(line.split()[0]) <= 10]


def test_a_recording_can_be_told_at_a_speed_and_ends(tmp_path: Path) -> None:
    recording = tmp_path / "game.jsonl"
    recording.write_text('{"new": {"rules": {"countdown": 1}}}\n' + TWO_READY + '{"t": 2000000000}')
    result = run("replay", recording, "--speed", "1000")
    assert (result.returncode, result.stderr) == (0, "")
    assert "Turned up: " in result.stdout
    assert run("replay", recording, "--until", "1e300").stdout == result.stdout


def test_a_demonstration_can_be_as_long_as_a_rule_says(tmp_path: Path) -> None:
    recording = tmp_path / "game.jsonl"
    result = run("demo", "--display", "headless", "--rule", "target=2", "--record", recording)
    assert result.stdout.rstrip(".\n")[-5:] in ("2 : 0", "0 : 2", "2 : 1", "1 : 2")
    assert '"rules": {"target": 2}' in recording.read_text()


def test_a_recording_that_breaks_off_is_shown_up_to_there(tmp_path: Path) -> None:
    recording = tmp_path / "game.jsonl"
    run("demo", "--display", "headless", "--seed", "3", "--record", recording)
    recording.write_bytes(recording.read_bytes()[:3000])
    result = run("replay", recording)
    assert result.returncode == 0
    assert "is cut off; it was shown up to there" in result.stderr
    assert " plays " in result.stdout


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("", "line 1: a recording begins with a line such as"),
        ('{"t": 0}\n', "line 1: a recording begins with a line such as"),
        ('{"new": {}}\n{"t": "soon"}\n', "line 2: t is 'soon'"),
        ('{"new": {}}\n{"t": 5}\n{"t": 4}\n', "line 3: t is 4, which is before"),
        ('{"new": {}}\n{"new": {}}\n', "line 2: a second match begins"),
    ],
)
def test_a_bad_recording_is_named_with_its_line(tmp_path: Path, content: str, message: str) -> None:
    recording = tmp_path / "game.jsonl"
    recording.write_text(content)
    result = run("replay", recording)
    assert result.returncode == 1
    assert message in result.stderr
    assert "game.jsonl" in result.stderr


def test_the_rules_of_a_preset_are_read_out_as_they_are_changed() -> None:
    result = run(
        "rules", "slap-race", "--rule", "jokers=1", "--rule", "handicap=[0, 3]", "--rule", "countdown=5"
    )
    assert result.returncode == 0
    words = " ".join(result.stdout.split())
    for part in ("There is a joker.", "after 5 seconds", "Purple's 3 cards", "the first to slap wins"):
        assert part in words


def test_simulations_print_the_same_numbers_whatever_the_number_of_jobs() -> None:
    arguments = ["simulate", "--games", "120", "--players", "hard", "easy", "--seed", "4", "--json"]
    one, two = run(*arguments), run(*arguments, "--jobs", "2")
    assert one.returncode == 0
    assert one.stdout == two.stdout
    numbers = json.loads(one.stdout)
    assert numbers["games"] == 120
    assert numbers["players"]["1"]["wins"] > 100


def test_a_simulation_prints_a_table_and_no_progress_bar_into_a_file() -> None:
    result = run("simulate", "--games", "20", "--preset", "spit")
    assert result.stderr == ""
    for part in ("20 games", "player 1, medium", "claims missed", "median time to a play", "one pile rounds"):
        assert part in result.stdout


def test_the_last_picture_is_written_as_png(tmp_path: Path) -> None:
    picture = tmp_path / "table.png"
    assert run("demo", "--display", "headless", "--picture", picture).returncode == 0
    assert picture.read_bytes().startswith(b"\x89PNG")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full, a device that is always full")
def test_a_picture_that_cannot_be_written_is_told_in_one_line() -> None:
    result = run("demo", "--display", "headless", "--picture", "/dev/full")
    assert result.returncode == 1
    assert result.stderr == "speed-cabinet: /dev/full: No space left on device\n"


def test_without_a_screen_play_says_so_and_shows_a_demonstration_game() -> None:
    result = run("play")
    assert result.returncode == 0
    assert "No window: neither DISPLAY nor WAYLAND_DISPLAY is set" in result.stdout
    assert "wins the match." in result.stdout
    assert " plays " in result.stdout


@pytest.mark.parametrize(
    ("arguments", "status", "message"),
    [
        (["play", "--display", "headless"], 2, "nobody could press anything here"),
        (["play", "--hal", "keyboard", "--display", "headless"], 2, "needs --display window"),
        (["play", "--opponent", "easy"], 2, "no window: neither DISPLAY nor WAYLAND_DISPLAY is set"),
        (["play", "--record", "x"], 2, "add --display terminal"),
        (["demo", "--display", "headless", "--target", "0"], 2, "'target' is 0; it must be a whole number"),
        (["demo", "--display", "headless", "--seed", "-1"], 2, "--seed -1: it must be a whole number"),
        (["demo", "--display", "headless", "--record", "/nowhere/x"], 2, "--record /nowhere/x: No such"),
        (
            ["demo", "--display", "headless", "--picture", "/nowhere/x"],
            2,
            "--picture /nowhere/x: there is no such",
        ),
        (["demo", "--display", "headless", "--picture", "x", "--record", "x"], 2, "are both x"),
        (["demo", "--picture", "x.png", "--display", "terminal"], 2, "--picture needs --display headless"),
        (["demo", "--display", "headless", "--rotate", "90"], 2, "--rotate 90 needs --display window, kms, "),
        (["demo", "--display", "terminal", "--screens", "2"], 2, "--screens 2 needs --display window, kms, "),
        (["demo", "--display", "headless", "--wiring", "x"], 2, "--wiring x needs --hal gpio"),
        (["demo", "--display", "headless", "--rule", "jokers"], 2, "must be NAME=VALUE"),
        (["demo", "--display", "headless", "--rule", "jokers=3"], 2, "'jokers' is 3; it must be 0 or 1 or 2"),
        (
            ["demo", "--preset", "spit", "--rule", "claim=none"],
            2,
            "spit does not go with rule 'claim'",
        ),
        (["play", "--display", "window"], 1, "speed-cabinet: "),
        (["play", "--hal", "gpio", "--display", "headless", "--wiring", "/nowhere"], 1, "/nowhere"),
        (["play", "--display", "hologram"], 2, "invalid choice: 'hologram'"),
        (["demo", "--players", "god", "easy"], 2, "invalid choice: 'god'"),
        (["rules", "poker"], 2, "invalid choice: 'poker'"),
        (["simulate", "--games", "0"], 2, "--games 0: it must be a whole number from 1 to"),
        (["replay", "/nowhere"], 1, "/nowhere: No such file or directory"),
        (["replay", "/nowhere", "--speed", "-1"], 2, "--speed -1: it must be 0 (at once) or a number from"),
        (["replay", "/nowhere", "--speed", "1e-320"], 2, "it must be 0 (at once) or a number from 0.001"),
        (["replay", "/nowhere", "--speed", "1e308"], 2, "to 1000"),
        (["replay", "/nowhere", "--until", "nan"], 2, "--until nan: it must be a number of seconds"),
        (["demo", "--display", "headless", "--pins", "mock"], 2, "--pins mock needs --hal gpio"),
        (["doctor", "--hal", "evdev", "--pins", "mock"], 2, "--pins mock needs --hal gpio"),
        (["doctor", "--watch", "--json"], 2, "--json and --watch do not go together"),
        (["doctor", "--pins", "pgpio"], 2, "'pgpio' (choose from lgpio, gpiod, rpigpio, mock)"),
        (
            ["play", "--hal", "gpio", "--display", "headless", "--pins", "native"],
            1,
            "native is refused: it never",
        ),
        (["play", "--hal", "gpio", "--display", "headless", "--pins", "pigpio"], 1, "wraps every 72 minutes"),
        ([], 2, "COMMAND"),
    ],
)
def test_a_wrong_command_gets_one_clear_message_and_a_status(
    arguments: list[str], status: int, message: str
) -> None:
    result = run(*arguments)
    assert result.returncode == status
    assert message in result.stderr
    assert "Traceback" not in result.stderr


def test_a_command_that_cannot_be_carried_out_leaves_an_earlier_recording_alone(tmp_path: Path) -> None:
    recording = tmp_path / "game.jsonl"
    recording.write_text("precious")
    run("play", "--hal", "gpio", "--display", "headless", "--wiring", "/nowhere", "--record", recording)
    assert recording.read_text() == "precious"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full, a device that is always full")
@pytest.mark.parametrize(
    "arguments", [["demo", "--display", "terminal"], ["rules"], ["referee"], ["--version"]]
)
def test_output_that_cannot_be_written_is_told_in_one_line(arguments: list[str]) -> None:
    with open("/dev/full", "w") as full:
        result = subprocess.run(
            [*COMMAND, *arguments],
            input='{"new": {}}\n',
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            env=NO_SCREEN,
            check=False,
        )
    assert result.returncode == 1
    assert result.stderr == "speed-cabinet: input or output: No space left on device\n"


def test_the_referee_says_by_its_exit_status_that_a_line_was_bad() -> None:
    result = run("referee", "--no-state", given='{"new": {}}\nnonsense\n')
    assert result.returncode == 1
    assert [list(json.loads(line)) for line in result.stdout.splitlines()] == [["t", "events"], ["error"]]
    assert result.stderr == ""


@pytest.mark.parametrize(("number", "status"), [(signal.SIGTERM, 0), (signal.SIGINT, 130)])
def test_a_signal_ends_the_game_at_once_with_its_recording_whole(
    tmp_path: Path, number: signal.Signals, status: int
) -> None:
    recording = tmp_path / "game.jsonl"
    command = [*COMMAND, "play", "--hal", "gpio", "--pins", "mock", "--display", "headless"]
    with subprocess.Popen(
        [*command, "--opponent", "medium", "--record", str(recording)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=NO_SCREEN,
        text=True,
    ) as process:
        # The computer gets ready after a second or so: then the loop is surely running.
        end_ns = time.monotonic_ns() + 20 * 10**9
        while process.poll() is None and (not recording.exists() or recording.read_text().count("\n") < 2):
            assert time.monotonic_ns() < end_ns
        process.send_signal(number)
        output, errors = process.communicate(timeout=10)
    assert (process.returncode, output, errors) == (status, "", "")
    lines = [parse_line(line) for line in recording.read_text().splitlines()]
    assert len(lines) >= 3


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="asks Linux for the processes")
@pytest.mark.parametrize(("number", "status"), [(signal.SIGTERM, 0), (signal.SIGINT, 130)])
def test_a_simulation_ends_at_once_with_all_its_processes(number: signal.Signals, status: int) -> None:
    command = [*COMMAND, "simulate", "--games", "1000000", "--jobs", "2"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        end_ns = time.monotonic_ns() + 20 * 10**9
        while len(children_of(process.pid)) < 2:
            assert time.monotonic_ns() < end_ns
        children = children_of(process.pid)
        process.send_signal(number)
        # Its processes hold the pipes open: this returns when the last of them is gone.
        output, errors = process.communicate(timeout=10)
    assert (process.returncode, output, errors) == (status, "", "")
    assert not any(Path(f"/proc/{child}").exists() for child in children)


def children_of(pid: int) -> list[str]:
    return Path(f"/proc/{pid}/task/{pid}/children").read_text().split()


def test_whoever_reads_only_the_first_answers_gets_no_traceback() -> None:
    lines = '{"new": {}}\n' * 2000
    referee = subprocess.Popen(
        [*COMMAND, "referee"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert referee.stdin
    assert referee.stdout
    assert referee.stderr
    with referee:
        referee.stdin.write(lines[:200])
        referee.stdin.flush()
        referee.stdout.readline()
        referee.stdout.close()
        try:
            referee.stdin.write(lines)
            referee.stdin.close()
        except BrokenPipeError:
            referee.stdin = None
        assert referee.stderr.read() == ""
    assert referee.returncode == 1
