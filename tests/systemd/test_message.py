import os
import subprocess
from pathlib import Path

import pytest

from tests.systemd.unit_files import SYSTEMD

REASON = "speed-cabinet: /etc/speed-cabinet/cabinet.toml: [player1] card1 = 99: there is no such line"


@pytest.fixture
def stubs(tmp_path: Path) -> Path:
    (tmp_path / "setfont").write_text("#!/bin/sh\nexit 1\n")
    (tmp_path / "journalctl").write_text('#!/bin/sh\nexec cat "$JOURNAL"\n')
    (tmp_path / "words").write_text(REASON + "\n")
    (tmp_path / "no-words").touch()
    for stub in tmp_path.iterdir():
        stub.chmod(0o755)
    return tmp_path


def shown(stubs: Path, journal: str = "words") -> str:
    return subprocess.run(
        [SYSTEMD / "show-message.sh"],
        env={"PATH": f"{stubs}:{os.environ['PATH']}", "JOURNAL": str(stubs / journal)},
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


@pytest.mark.parametrize("journal", ["no-words", "missing"])
def test_without_last_words_the_message_says_that_too(stubs: Path, journal: str) -> None:
    text = shown(stubs, journal)
    assert "without saying why" in text
    assert "What to do" in text


def test_it_clears_the_screen_and_shows_no_cursor(stubs: Path) -> None:
    assert shown(stubs).startswith("\033[2J\033[H\033[?25l")
