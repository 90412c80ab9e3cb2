"""Sets the boot options of a cabinet, or takes them back, after showing what would change.

    python3 boot_options.py set|unset BOOT_FOLDER KEEP_FOLDER [--yes]

`BOOT_FOLDER` has config.txt and cmdline.txt; in `KEEP_FOLDER` stays the command line as it was before.
The exit status is 0 when the files are as asked for, 1 when they are not.
"""

import argparse
import os
import re
import sys
from difflib import unified_diff
from pathlib import Path

ADDED = (
    "quiet",
    "loglevel=3",
    "logo.nologo",
    "systemd.show_status=false",
    "vt.global_cursor_default=0",
    "consoleblank=0",
)
"""No text, no logo, no cursor, and no screen that goes dark by itself."""

FAR_CONSOLE = "console=tty42"
"""What is printed all the same goes to a console that nobody sees; a panic can still be looked up."""

NOT_CONSOLES = re.compile(r"console=(tty\d|serial|ttyAMA|ttyS)")
"""The screen is the game's; GPIO 14 and 15, the serial console's lines, are a lamp's and a button's."""

BEGIN = "# Speed Cabinet: begin (set by its installer, which also takes it out)"
END = "# Speed Cabinet: end"
BLOCK = f"""\
{BEGIN}
[all]
# No rainbow before the game.
disable_splash=1
# The power button between GPIO 3 and ground: down at once, and up again from the same button.
dtoverlay=gpio-shutdown,gpio_pin=3
{END}
"""


def cmdline_set(text: str) -> str:
    """The kernel's command line for a cabinet; what it has beside that stays."""
    words = [word for word in text.split() if not NOT_CONSOLES.match(word)]
    names = {_name(word) for word in ADDED}
    # The last console is the one that the system itself prints to.
    consoles = [word for word in words if _name(word) == "console"] + [FAR_CONSOLE]
    rest = [word for word in words if _name(word) not in {*names, "console"}]
    return " ".join([*consoles, *rest, *ADDED]) + "\n"


def cmdline_unset(text: str, before: str) -> str:
    """The command line without what `cmdline_set` did to `before`, keeping what was changed since."""
    cabinet = cmdline_set(before)
    if text.split() == cabinet.split():
        return before
    ours = set(cabinet.split()) - set(before.split())
    theirs = [word for word in before.split() if word not in cabinet.split()]
    kept = [word for word in text.split() if word not in ours]
    return " ".join([word for word in theirs if word not in kept] + kept) + "\n"


def config_set(text: str) -> str:
    """config.txt with the cabinet's block as its end."""
    rest = config_unset(text)
    return rest + ("" if not rest or rest.endswith("\n") else "\n") + BLOCK


def config_unset(text: str) -> str:
    """config.txt without the cabinet's block."""
    lines = text.splitlines(keepends=True)
    bare = [line.rstrip("\r\n") for line in lines]
    if BEGIN not in bare or END not in bare:
        return text
    return "".join(lines[: bare.index(BEGIN)] + lines[bare.index(END) + 1 :])


def _name(word: str) -> str:
    return word.partition("=")[0]


def _changes(action: str, boot: Path, kept: Path) -> dict[Path, str]:
    """The new text of each file that has to change."""
    cmdline, config = boot / "cmdline.txt", boot / "config.txt"
    now = {path: path.read_text(encoding="utf-8") for path in (cmdline, config)}
    if action == "set":
        new = {cmdline: cmdline_set(now[cmdline]), config: config_set(now[config])}
    else:
        before = kept.read_text(encoding="utf-8") if kept.exists() else now[cmdline]
        new = {cmdline: cmdline_unset(now[cmdline], before), config: config_unset(now[config])}
    return {path: text for path, text in new.items() if text != now[path]}


def _show(changes: dict[Path, str]) -> None:
    for path, text in changes.items():
        old = path.read_text(encoding="utf-8").splitlines(keepends=True)
        sys.stdout.writelines(unified_diff(old, text.splitlines(keepends=True), str(path), f"{path} (new)"))


def _agreed() -> bool:
    if not sys.stdin.isatty():
        print("Boot options: nobody is here to agree to this; add --yes if you do.", file=sys.stderr)
        return False
    return input("Change these files so? [y/N] ").strip().lower() in ("y", "yes")


def _write(path: Path, text: str) -> None:
    """Replace a file so that after a power cut it is the old or the new one, whole."""
    new = path.with_name(path.name + ".new")
    with new.open("w", encoding="utf-8", newline="") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    new.replace(path)
    os.sync()


def main() -> int:
    """Carry out the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("action", choices=["set", "unset"])
    parser.add_argument("boot", type=Path, metavar="BOOT_FOLDER")
    parser.add_argument("keep", type=Path, metavar="KEEP_FOLDER")
    parser.add_argument("--yes", action="store_true", help="show the changes, but do not ask")
    options = parser.parse_args()
    kept = options.keep / "cmdline.txt"
    try:
        changes = _changes(options.action, options.boot, kept)
        if not changes:
            print("Boot options: nothing to change.")
            return 0
        _show(changes)
        if not (options.yes or _agreed()):
            print("Boot options: nothing was changed.", file=sys.stderr)
            return 1
        if options.action == "set" and not kept.exists():
            options.keep.mkdir(parents=True, exist_ok=True)
            _write(kept, (options.boot / "cmdline.txt").read_text(encoding="utf-8"))
        for path, text in changes.items():
            _write(path, text)
    except OSError as error:
        print(f"Boot options: {error.filename}: {error.strerror}", file=sys.stderr)
        return 1
    print("Boot options: changed; they take effect at the next start.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
