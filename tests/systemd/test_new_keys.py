import subprocess
import sys
from pathlib import Path

from systemd import new_keys as module
from systemd.new_keys import new_keys


def test_keys_that_only_the_shipped_file_has_are_named_with_their_tables() -> None:
    shipped = {"buttons": {"pull": "up", "debounce_ms": 5}, "usb": {"board": "pacdrive"}, "version": 2}
    installed = {"buttons": {"pull": "none"}, "own": {"key": 1}}
    assert list(new_keys(shipped, installed)) == [
        ("buttons.debounce_ms", 5),
        ("usb.board", "pacdrive"),
        ("version", 2),
    ]


def test_a_control_that_the_owner_wrote_in_another_form_is_not_new() -> None:
    assert list(new_keys({"card1": 4}, {"card1": {"line": 4, "pull": "none"}})) == []
    assert list(new_keys({"card1": {"line": 4}}, {"card1": 4})) == []


def test_an_installed_file_that_is_broken_is_named_with_the_reason(tmp_path: Path) -> None:
    shipped, installed = tmp_path / "shipped.toml", tmp_path / "installed.toml"
    shipped.write_text("a = 1\n")
    installed.write_text("a = \n")
    command = [sys.executable, module.__file__, str(shipped), str(installed)]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    assert result.returncode == 1
    assert result.stderr.startswith(f"{installed} cannot be read: ")
