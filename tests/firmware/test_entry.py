import subprocess
import sys
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec

import pytest

from firmware.__main__ import main


class Interrupting(MetaPathFinder):
    """Ctrl-C while the program's parts are being looked for."""

    def find_spec(self, name: str, path: object = None, target: object = None) -> ModuleSpec | None:
        if name == "firmware.commands.main":
            raise KeyboardInterrupt
        return None


def test_ctrl_c_while_the_program_loads_ends_it_without_a_word(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delitem(sys.modules, "firmware.commands.main", raising=False)
    monkeypatch.setattr(sys, "meta_path", [Interrupting(), *sys.meta_path])
    assert main() == 130
    assert capsys.readouterr() == ("", "")


def test_the_entry_itself_loads_nothing_of_the_program() -> None:
    command = (
        "import sys, firmware.__main__; print(sorted(m for m in sys.modules if m.startswith('firmware.')))"
    )
    result = subprocess.run([sys.executable, "-c", command], capture_output=True, text=True, check=True)
    assert result.stdout == "['firmware.__main__']\n"


def test_a_bug_ends_the_program_with_its_place_and_a_status_of_its_own(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail() -> int:
        raise AssertionError("two cards in one place")

    monkeypatch.setattr("firmware.commands.main.main", fail)
    assert main() == 70
    assert "two cards in one place" in capsys.readouterr().err
