import os
import subprocess
from pathlib import Path

import pytest

from tests.systemd.unit_files import SYSTEMD

REASON = "speed-cabinet: /etc/speed-cabinet/cabinet.toml: [player1] card1 = 99: there is no such line"


@pytest.fixture
def stubs(tmp_path: Path) -> Path:
    (tmp_path / "setfont").write_text('#!/bin/sh\necho "$1" >>"$FONTS"\n')
    (tmp_path / "stty").write_text('#!/bin/sh\nsed -n "$(wc -l <"$FONTS")p" "$SIZES"\n')
    (tmp_path / "journalctl").write_text('#!/bin/sh\nexec cat "$JOURNAL"\n')
    (tmp_path / "words").write_text(REASON + "\n")
    (tmp_path / "no-words").touch()
    for stub in tmp_path.iterdir():
        stub.chmod(0o755)
    return tmp_path


def screen(stubs: Path, sizes: str = "22 80") -> dict[str, str]:
    """A console that has these lines and columns with one font after the other."""
    (stubs / "sizes").write_text(sizes)
    (stubs / "fonts").write_text("")
    return {"FONTS": str(stubs / "fonts"), "SIZES": str(stubs / "sizes")}


def shown(stubs: Path, journal: str = "words") -> str:
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


@pytest.mark.parametrize("journal", ["no-words", "missing"])
def test_without_last_words_the_message_says_that_too(stubs: Path, journal: str) -> None:
    text = shown(stubs, journal)
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
    environment = {"PATH": f"{stubs}:{os.environ['PATH']}", "JOURNAL": str(stubs / "words")}
    subprocess.run(
        [SYSTEMD / "show-message.sh"],
        env=environment | screen(stubs, sizes),
        capture_output=True,
        check=True,
    )
    assert (stubs / "fonts").read_text().splitlines()[-1].endswith(f"Bold{font}.psf.gz")
