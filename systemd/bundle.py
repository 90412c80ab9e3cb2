"""Gathers in a folder all packages that an installation needs, for a cabinet without a network.

    python3 bundle.py FOLDER [--python 3.13] [--machine aarch64]

The Python packages are for the cabinet's version of Python and kind of machine, which by default are
this machine's; wheels/made-for tells the installer. The game itself is not among them: the installer builds
it from its own clone. On Debian and Raspberry Pi OS the system's packages come too; they fit a cabinet of
the same release and machine, freshly installed.
"""

import argparse
import platform
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

SOURCE = Path(__file__).resolve().parent.parent

GLIBC_VERSIONS = (17, 28, 31, 34, 36)
"""Up to that of Raspberry Pi OS bookworm; a package names the oldest one that it runs with."""

FROM_THE_SYSTEM = "lgpio"
"""The one package that Raspberry Pi OS has where the index has none."""


def requirements() -> list[str]:
    """What the game needs on a cabinet, and to be built there, with what the index's conditions leave out."""
    everything = tomllib.loads((SOURCE / "pyproject.toml").read_text(encoding="utf-8"))
    project = everything["project"]
    needed = [
        *everything["build-system"]["requires"],
        *project["dependencies"],
        *project["optional-dependencies"]["pi"],
    ]
    return [requirement.partition(";")[0].strip() for requirement in needed]


def platforms(machine: str) -> list[str]:
    """The platforms whose packages a machine can use, as arguments of pip."""
    names = [f"manylinux2014_{machine}", *(f"manylinux_2_{minor}_{machine}" for minor in GLIBC_VERSIONS)]
    return [argument for name in names for argument in ("--platform", name)]


def python_packages(wheels: Path, version: str, machine: str) -> list[str]:
    """Fetch the Python packages; return what there is none of."""
    wheels.mkdir(parents=True, exist_ok=True)
    pip = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check"]
    download = [*pip, "download", "--only-binary=:all:", "--python-version", version, "--dest", str(wheels)]
    missing = []
    for requirement in requirements():
        answer = subprocess.run(
            [*download, *platforms(machine), requirement], capture_output=True, text=True, check=False
        )
        if answer.returncode != 0:
            missing.append(requirement)
            print(f"{requirement}: {answer.stderr.strip().splitlines()[-1]}", file=sys.stderr)
    return missing


def system_packages(debs: Path) -> None:
    """Fetch the system's packages that the installer asks for, and those they need that are not here."""
    (debs / "partial").mkdir(parents=True, exist_ok=True)
    wanted = subprocess.run(
        ["sh", SOURCE / "systemd" / "install.sh", "packages"], capture_output=True, text=True, check=True
    ).stdout.split()
    apt = [
        "apt-get",
        "-qq",
        "--yes",
        "-o",
        f"Dir::Cache::archives={debs.resolve()}",
        "-o",
        "Debug::NoLocking=1",
    ]
    fetch = ["install", "--download-only", "--reinstall", "--no-install-recommends"]
    subprocess.run([*apt, *fetch, *wanted], check=True)
    shutil.rmtree(debs / "partial")


def main() -> int:
    """Carry out the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folder", type=Path, metavar="FOLDER")
    parser.add_argument("--python", default="{}.{}".format(*sys.version_info), metavar="VERSION")
    parser.add_argument("--machine", default=platform.machine(), help="aarch64 for a Pi, x86_64")
    options = parser.parse_args()
    here = (options.python, options.machine) == ("{}.{}".format(*sys.version_info), platform.machine())
    wheels = options.folder / "wheels"
    missing = python_packages(wheels, options.python, options.machine)
    lacking = [name for name in missing if not name.startswith(FROM_THE_SYSTEM)]
    if lacking:
        print(f"bundle: {', '.join(lacking)} could not be fetched, see above", file=sys.stderr)
        return 1
    if missing:
        print(f"{FROM_THE_SYSTEM} has to come from the cabinet's system (python3-lgpio).")
    made_for = f"Python {options.python} on {options.machine}"
    (wheels / "made-for").write_text(f"{made_for}\n", encoding="utf-8")
    if here and shutil.which("apt-get"):
        try:
            system_packages(options.folder / "debs")
        except subprocess.CalledProcessError:
            print("bundle: the system's packages could not be fetched, see above", file=sys.stderr)
            print("An old list of them is renewed by: sudo apt-get update", file=sys.stderr)
            return 1
    else:
        print("Without the system's packages: they need apt, on a machine like the cabinet.")
    print(f"{options.folder}: for {made_for}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
