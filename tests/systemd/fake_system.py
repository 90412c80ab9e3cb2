"""A system for the installer in a folder: what it calls is stubs that note it, and files are real."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from tests.systemd.unit_files import SYSTEMD

STUBS = Path(__file__).parent / "stubs"
PACKAGES = (
    "python3-venv libdrm2 libgbm1 libegl1 libgles2 libgl1-mesa-dri kbd console-setup-linux python3-evdev"
)
SOUND = "libasound2t64"


class FakeSystem:
    """A system in `folder`, with the packages that the game needs, and the installer's own source copied."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.root = folder / "root"
        self.source = folder / "source"
        self.umask = 0o022
        (self.root / "etc").mkdir(parents=True)
        (self.root / "etc/passwd").write_text("root:x:0:0::/root:/bin/sh\n")
        (folder / "installed").write_text("\n".join([*PACKAGES.split(), SOUND]) + "\n")
        for name in ("known", "archive", "module"):
            (folder / name).write_text("")
        (folder / "python-version").write_text("3.13\n")
        shutil.copytree(STUBS, folder / "bin")
        for part in ("firmware", "hal", "display"):
            (self.source / part).mkdir(parents=True)
            (self.source / part / "__init__.py").write_text("")
        shutil.copytree(SYSTEMD, self.source / "systemd", ignore=shutil.ignore_patterns("__pycache__"))
        shutil.copytree(
            SYSTEMD.parent / "wiring", self.source / "wiring", ignore=shutil.ignore_patterns("__pycache__")
        )
        for name in ("pyproject.toml", "README.md"):
            shutil.copy(SYSTEMD.parent / name, self.source / name)

    def run(self, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
        """Run the installer; its calls since then are in `calls`."""
        (self.folder / "calls").write_text("")
        environment = {
            "PATH": f"{self.folder / 'bin'}:{os.environ['PATH']}",
            "FAKE": str(self.folder),
            "PYTHON": sys.executable,
            **environment,
        }
        command = [str(self.source / "systemd/install.sh"), *arguments, "--root", str(self.root)]
        return subprocess.run(
            command,
            env=environment,
            input="",
            capture_output=True,
            text=True,
            check=False,
            umask=self.umask,
            start_new_session=True,
        )

    def change(self, what: str = "New.") -> None:
        """Make another version of the source."""
        (self.source / "firmware/__init__.py").write_text(f'"""{what}"""\n')

    def bundle(self, made_for: str = "Python 3.13 on aarch64") -> str:
        """Make a bundle; return its folder."""
        wheels = self.folder / "bundle/wheels"
        wheels.mkdir(parents=True)
        (wheels / "made-for").write_text(f"{made_for}\n")
        return str(wheels.parent)

    @property
    def calls(self) -> list[str]:
        """What the last run called that changes a system."""
        return (self.folder / "calls").read_text().splitlines()

    def version(self) -> str:
        """The version in use."""
        return os.readlink(self.root / "opt/speed-cabinet/current")

    def modes(self) -> dict[str, int]:
        """Who may do what with the files and folders of the system."""
        return {
            str(path.relative_to(self.root)): path.stat().st_mode & 0o7777
            for path in self.root.rglob("*")
            if not path.is_symlink()
        }

    def files(self) -> dict[str, bytes | str]:
        """All files and links of the system, with what is in them."""
        return {
            str(path.relative_to(self.root)): os.readlink(path) if path.is_symlink() else path.read_bytes()
            for path in sorted(self.root.rglob("*"))
            if path.is_symlink() or path.is_file()
        }


def installed(system: FakeSystem) -> FakeSystem:
    """Install; return the same system."""
    result = system.run("install")
    assert result.returncode == 0, result.stdout + result.stderr
    return system
