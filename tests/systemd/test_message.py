import os
import subprocess
from pathlib import Path

import pytest

from tests.systemd.unit_files import SYSTEMD

REASON = "speed-cabinet: /etc/speed-cabinet/cabinet.toml: [player1] card1 = 99: there is no such line"
ENDED = "speed-cabinet.service: Main process exited, code=exited, status=1/FAILURE"
NOT_EXECUTED = "speed-cabinet.service: Failed at step EXEC spawning /opt/x: No such file or directory"
KILLED = "speed-cabinet.service: Main process exited, code=killed, status=11/SEGV"
TIMED_OUT = "speed-cabinet.service: start operation timed out. Terminating."

JOURNALCTL = """\
#!/bin/sh
[ -e "$JOURNAL" ] || exit 1
case "$*" in
*" --output-fields=INVOCATION_ID _PID=1 UNIT=speed-cabinet.service") echo 5eed ;;
*" --identifier=speed-cabinet _SYSTEMD_INVOCATION_ID=5eed") tail -n 1 "$JOURNAL/program" ;;
*" INVOCATION_ID=5eed") cat "$JOURNAL/systemd" ;;
esac
"""


@pytest.fixture
def stubs(tmp_path: Path) -> Path:
    (tmp_path / "setfont").write_text('#!/bin/sh\necho "$1" >>"$FONTS"\n')
    (tmp_path / "stty").write_text('#!/bin/sh\nsed -n "$(wc -l <"$FONTS")p" "$SIZES"\n')
    (tmp_path / "journalctl").write_text(JOURNALCTL)
    for stub in tmp_path.iterdir():
        stub.chmod(0o755)
    logged(tmp_path, [REASON], [ENDED])
    return tmp_path


def logged(stubs: Path, program: list[str], systemd: list[str]) -> None:
    """Have these lines in the journal, of the last try."""
    (stubs / "journal").mkdir(exist_ok=True)
    for name, lines in (("program", program), ("systemd", ["Starting Speed Cabinet...", *systemd])):
        (stubs / "journal" / name).write_text("".join(f"{line}\n" for line in lines))


def screen(stubs: Path, sizes: str = "22 80") -> dict[str, str]:
    """A console that has these lines and columns with one font after the other."""
    (stubs / "sizes").write_text(sizes)
    (stubs / "fonts").write_text("")
    return {"FONTS": str(stubs / "fonts"), "SIZES": str(stubs / "sizes")}


def shown(stubs: Path, journal: str = "journal") -> str:
    return subprocess.run(
        [SYSTEMD / "show-message.sh"],
        env={"PATH": f"{stubs}:{os.environ['PATH']}", "JOURNAL": str(stubs / journal), **screen(stubs)},
        capture_output=True,
        text=True,
        check=True,
    ).stdout


def test_the_message_says_why_in_the_games_own_words_and_what_to_do(stubs: Path) -> None:
    text = shown(stubs)
    assert REASON in " ".join(text.split())
    assert "journalctl -b -u speed-cabinet" in text


def test_no_line_is_longer_than_the_narrowest_console(stubs: Path) -> None:
    assert max(map(len, shown(stubs).splitlines())) <= 80


@pytest.mark.parametrize(
    ("program", "systemd", "reason"),
    [
        (["WARNING: no sound", REASON], [ENDED], [REASON]),
        ([], [NOT_EXECUTED, ENDED], [NOT_EXECUTED]),
        ([], [KILLED], [KILLED]),
        (["WARNING: no sound"], [TIMED_OUT, KILLED], ["WARNING: no sound", TIMED_OUT]),
        ([], [ENDED], ["The game ended without saying why."]),
    ],
    ids=["its own words", "never begun", "crashed", "too slow", "silent"],
)
def test_the_reason_is_what_the_game_said_and_what_systemd_knows_beyond_its_exit_status(
    stubs: Path, program: list[str], systemd: list[str], reason: list[str]
) -> None:
    logged(stubs, program, systemd)
    above, _, below = shown(stubs).partition("What to do")
    assert " ".join(above.partition("CANNOT START")[2].split()) == " ".join(reason)
    assert below


def test_without_a_journal_the_message_says_that_nothing_is_known(stubs: Path) -> None:
    text = shown(stubs, "missing")
    assert "without saying why" in text
    assert "What to do" in text


def test_it_clears_the_screen_and_shows_no_cursor(stubs: Path) -> None:
    assert shown(stubs).startswith("\033[2J\033[H\033[?25l")


@pytest.mark.parametrize(
    ("sizes", "font"),
    [("33 120\n", "32x16"), ("15 40\n17 45\n20 53\n24 64\n30 80\n", "16"), ("", "16")],
    ids=["a large screen", "a small screen", "a screen of unknown size"],
)
def test_letters_are_as_large_as_the_lines_allow(stubs: Path, sizes: str, font: str) -> None:
    environment = {"PATH": f"{stubs}:{os.environ['PATH']}", "JOURNAL": str(stubs / "journal")}
    subprocess.run(
        [SYSTEMD / "show-message.sh"],
        env=environment | screen(stubs, sizes),
        capture_output=True,
        check=True,
    )
    assert (stubs / "fonts").read_text().splitlines()[-1].endswith(f"Bold{font}.psf.gz")
