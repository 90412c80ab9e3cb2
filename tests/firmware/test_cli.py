"""The command line, as a person meets it: run as a process of its own."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from firmware.recording import parse_line

COMMAND = [sys.executable, "-m", "firmware"]
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


def test_a_recording_can_be_played_again_through_the_whole_program(tmp_path: Path) -> None:
    recording, again = tmp_path / "game.jsonl", tmp_path / "again.jsonl"
    run("demo", "--display", "headless", "--seed", "3", "--record", recording)
    common = ["play", "--hal", "mock", "--display", "headless", "--seed", "3", "--target", "1"]
    result = run(*common, "--script", recording, "--record", again)
    assert (result.returncode, result.stderr) == (0, "")
    assert again.read_text() == recording.read_text()


def test_the_last_picture_is_written_as_png(tmp_path: Path) -> None:
    picture = tmp_path / "table.png"
    assert run("demo", "--display", "headless", "--picture", picture).returncode == 0
    assert picture.read_bytes().startswith(b"\x89PNG")


def test_without_a_screen_play_says_so_and_shows_a_demonstration_game() -> None:
    result = run("play")
    assert result.returncode == 0
    assert "No window: neither DISPLAY nor WAYLAND_DISPLAY is set" in result.stdout
    assert "wins the match." in result.stdout
    assert " plays " in result.stdout


@pytest.mark.parametrize(
    ("arguments", "status", "message"),
    [
        (["play", "--display", "headless"], 2, "--display headless needs --hal gpio"),
        (["play", "--hal", "keyboard", "--display", "headless"], 2, "needs --display window"),
        (["play", "--hal", "mock"], 2, "--hal mock and --script FILE go together"),
        (
            ["play", "--hal", "mock", "--display", "headless", "--script", "/nowhere"],
            2,
            "/nowhere: No such file",
        ),
        (["demo", "--display", "headless", "--target", "0"], 2, "'target' is 0; it must be a whole number"),
        (["demo", "--display", "headless", "--seed", "-1"], 2, "--seed -1: it must be a whole number"),
        (["demo", "--display", "headless", "--record", "/nowhere/x"], 2, "--record /nowhere/x: No such file"),
        (
            ["demo", "--display", "headless", "--picture", "/nowhere/x"],
            2,
            "--picture /nowhere/x: No such file",
        ),
        (["demo", "--picture", "x.png", "--display", "terminal"], 2, "--picture needs --display headless"),
        (["play", "--display", "window"], 1, "speed-cabinet: "),
        (["play", "--hal", "gpio", "--display", "headless", "--wiring", "/nowhere"], 1, "/nowhere"),
        (["play", "--display", "hologram"], 2, "invalid choice: 'hologram'"),
        (["demo", "--opponent", "god"], 2, "invalid choice: 'god'"),
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


def test_a_script_in_error_is_named_with_its_line(tmp_path: Path) -> None:
    script = tmp_path / "script.jsonl"
    script.write_text('{"t": 0}\n{"t": "soon"}\n')
    result = run("play", "--hal", "mock", "--display", "headless", "--script", script)
    assert result.returncode == 2
    assert f"{script}, line 2: t is 'soon'" in result.stderr


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
        while process.poll() is None and (not recording.exists() or recording.read_text().count("\n") < 2):
            pass
        process.send_signal(number)
        output, errors = process.communicate(timeout=10)
    assert (process.returncode, output, errors) == (status, "", "")
    lines = [parse_line(line) for line in recording.read_text().splitlines()]
    assert len(lines) >= 3


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
