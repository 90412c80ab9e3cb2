"""Sets the boot options of a cabinet, or takes them back, after showing what would change.

    python3 boot_options.py set|unset BOOT_FOLDER KEEP_FOLDER [--yes]

`BOOT_FOLDER` has config.txt and cmdline.txt; in `KEEP_FOLDER` stays the command line as it was before, until
it is taken back. Both files keep their line ends and whatever else is in them, to the byte.
The exit status is 0 when the files are as asked for, 1 when they are not.
"""

import argparse
import os
import re
import sys
from difflib import unified_diff
from io import StringIO
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

WANTS_GPIO_3 = re.compile(
    r"dtparam=(.*,)?i2c(_arm|1)?(=(on|yes|true|1))?(,.*)?"
    r"|dtoverlay=(gpio-shutdown|i2c1|i2c-rtc)(,.*)?"
    r"|dtoverlay=.*,gpio(_?pin)?=3(,.*)?"
)
"""I²C has GPIO 2 and 3, a second shutdown button would share an overlay, and others can be given GPIO 3."""


def cmdline_set(text: str) -> str:
    """cmdline.txt for a cabinet: in its first line, the only one that counts, what was there beside stays."""
    line, rest = _first_line(text)
    words = [word for word in line.split() if not NOT_CONSOLES.match(word)]
    names = {_name(word) for word in ADDED}
    # The last console is the one that the system itself prints to.
    consoles = [word for word in words if _name(word) == "console"] + [FAR_CONSOLE]
    others = [word for word in words if _name(word) not in {*names, "console"}]
    return " ".join([*consoles, *others, *ADDED]) + rest


def cmdline_unset(text: str, before: str) -> str:
    """cmdline.txt without what `cmdline_set` did to `before`, keeping what was changed since."""
    line, rest = _first_line(text)
    old, _ = _first_line(before)
    cabinet, _ = _first_line(cmdline_set(before))
    if line.split() == cabinet.split():
        return old + rest
    ours = set(cabinet.split()) - set(old.split())
    theirs = [word for word in old.split() if word not in cabinet.split()]
    kept = [word for word in line.split() if word not in ours]
    return " ".join([word for word in theirs if word not in kept] + kept) + rest


def config_set(text: str) -> str:
    """config.txt with the cabinet's block as its end, after an empty line or the missing end of a line."""
    rest = config_unset(text)
    line_end = "\r\n" if "\r\n" in rest else "\n"
    return rest + line_end + BLOCK.replace("\n", line_end)


def config_unset(text: str) -> str:
    """config.txt without the cabinet's block and the end of a line before it."""
    lines = _lines(text)
    bare = [line.rstrip("\r\n") for line in lines]
    ends = [number for number, line in enumerate(bare) if line == END]
    begins = [number for number, line in enumerate(bare) if line == BEGIN and ends and number < ends[-1]]
    if not begins:
        return text
    before, after = "".join(lines[: begins[-1]]), "".join(lines[ends[-1] + 1 :])
    without_ours = before.removesuffix(lines[begins[-1]].removeprefix(BEGIN))
    return (before if after and _is_cut_off(without_ours) else without_ours) + after


def rivals(config: str) -> list[str]:
    """The lines of config.txt, beside the cabinet's own, that may want the power button's line too."""
    return [line.strip() for line in _lines(config_unset(config)) if WANTS_GPIO_3.fullmatch(line.strip())]


def _lines(text: str) -> list[str]:
    """The lines with whatever ends them; unlike `str.splitlines` it takes only line feeds for that."""
    return StringIO(text).readlines()


def _is_cut_off(text: str) -> bool:
    """Whether a further line would become part of the last one."""
    return text != "" and not text.endswith("\n")


def _first_line(text: str) -> tuple[str, str]:
    """The first line, and all from its end on."""
    line = text.partition("\n")[0].removesuffix("\r")
    return line, text[len(line) :]


def _name(word: str) -> str:
    return word.partition("=")[0]


def _changes(action: str, boot: Path, kept: Path) -> dict[Path, str]:
    """The new text of each file that has to change."""
    cmdline, config = boot / "cmdline.txt", boot / "config.txt"
    now = {path: _read(path) for path in (cmdline, config)}
    if action == "set":
        new = {cmdline: cmdline_set(now[cmdline]), config: config_set(now[config])}
    else:
        new = {config: config_unset(now[config])}
        if kept.exists():
            new[cmdline] = cmdline_unset(now[cmdline], _read(kept))
    return {path: text for path, text in new.items() if text != now[path]}


def _show(changes: dict[Path, str]) -> None:
    for path, text in changes.items():
        for line in unified_diff(_lines(_read(path)), _lines(text), str(path), f"{path} (new)"):
            print(_printable(line.rstrip("\r\n")))
            if not line.endswith("\n"):
                print("\\ No newline at end of file")


def _warn(config: Path) -> None:
    for line in rivals(_read(config)):
        print(f"Boot options: {config}: '{_printable(line)}' may want GPIO 3 too, where the power button is.")
        print("Only one of the two can work: without the button, leave it so; with it, take that line out.")


def _printable(line: str) -> str:
    """What this terminal cannot show is shown by its number."""
    return line.encode(sys.stdout.encoding, "backslashreplace").decode(sys.stdout.encoding)


def _agreed() -> bool:
    if not sys.stdin.isatty():
        print("Boot options: nobody is here to agree to this; add --yes if you do.", file=sys.stderr)
        return False
    try:
        return input("Change these files so? [y/N] ").strip().lower() in ("y", "yes")
    except (EOFError, KeyboardInterrupt):
        print()
        return False


def _read(path: Path) -> str:
    """All of a file, so that `_write` gives it back to the byte: it may be older than UTF-8."""
    with path.open(encoding="utf-8", errors="surrogateescape", newline="") as file:
        return file.read()


def _write(path: Path, text: str) -> None:
    """Replace a file so that after a power cut it is the old or the new one, whole."""
    new = path.with_name(path.name + ".new")
    with new.open("w", encoding="utf-8", errors="surrogateescape", newline="") as file:
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
        if options.action == "set":
            _warn(options.boot / "config.txt")
        if not changes:
            print("Boot options: nothing to change.")
            return 0
        _show(changes)
        if not (options.yes or _agreed()):
            print("Boot options: nothing was changed.", file=sys.stderr)
            return 1
        if options.action == "set" and not kept.exists():
            options.keep.mkdir(parents=True, exist_ok=True)
            _write(kept, _read(options.boot / "cmdline.txt"))
        for path, text in changes.items():
            _write(path, text)
        if options.action == "unset":
            kept.unlink(missing_ok=True)
    except OSError as error:
        print(f"Boot options: {error.filename}: {error.strerror}", file=sys.stderr)
        return 1
    print("Boot options: changed; they take effect at the next start.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
