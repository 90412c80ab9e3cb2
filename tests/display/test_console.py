import errno
import logging
import os
import subprocess
import sys
from pathlib import Path

import pytest

from display.outputs.console import Console

NULL = Path(os.devnull)


def refuse(file: int, mode: int) -> None:
    raise OSError(errno.ENOTTY, "Not a console")


def test_the_console_is_in_graphics_mode_until_it_is_closed() -> None:
    modes: list[int] = []
    console = Console([NULL], set_mode=lambda file, mode: modes.append(mode))
    assert modes == [1]
    console.close()
    console.close()
    assert modes == [1, 0]


def test_the_next_terminal_is_taken_where_one_is_no_console() -> None:
    modes: list[int] = []

    def only_the_second(file: int, mode: int) -> None:
        if os.path.samestat(os.fstat(file), os.stat("/dev/zero")):
            refuse(file, mode)
        modes.append(mode)

    Console([Path("/dev/zero"), NULL], set_mode=only_the_second).close()
    assert modes == [1, 0]


def test_a_console_that_cannot_be_silenced_is_told_and_does_no_harm(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING):
        Console([tmp_path / "tty", NULL], set_mode=refuse).close()
    (said,) = (record.getMessage() for record in caplog.records)
    assert f"{tmp_path / 'tty'}: No such file or directory; {NULL}: Not a console" in said


_CRASHING = """
from pathlib import Path
from display.outputs.console import Console
console = Console([Path("/dev/null")], set_mode=lambda file, mode: print(mode, flush=True))
raise SystemError("a fault of the program")
"""


def test_a_program_that_crashes_gives_the_console_back() -> None:
    ended = subprocess.run(
        [sys.executable, "-c", _CRASHING], capture_output=True, text=True, timeout=60, check=False
    )
    assert "a fault of the program" in ended.stderr
    assert ended.stdout.split() == ["1", "0"]
