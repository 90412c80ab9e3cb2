"""Tells which keys a shipped TOML file has that an installed one lacks: what an upgrade has brought.

    python3 new_keys.py SHIPPED INSTALLED

Prints one line for each. The exit status is 1 if a file cannot be read, with the reason.
"""

import sys
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path


def new_keys(shipped: Mapping[str, object], installed: Mapping[str, object]) -> Iterator[tuple[str, object]]:
    """The dotted names of keys that only `shipped` has, with their values there.

    A table that is missing as a whole is named key by key.
    """
    for name, value in shipped.items():
        there = installed.get(name)
        if isinstance(value, Mapping):
            inner = there if isinstance(there, Mapping) else {}
            # A number in place of a table, or the other way round, is a value of the owner's.
            if name not in installed or inner:
                yield from ((f"{name}.{key}", deeper) for key, deeper in new_keys(value, inner))
        elif name not in installed:
            yield name, value


def main() -> int:
    """Carry out the command line."""
    shipped, installed = map(Path, sys.argv[1:])
    tables: list[dict[str, object]] = []
    for path in (shipped, installed):
        try:
            tables.append(tomllib.loads(path.read_text(encoding="utf-8")))
        except (OSError, ValueError) as error:
            print(f"{path} cannot be read: {error}", file=sys.stderr)
            return 1
    for name, value in new_keys(*tables):
        print(f"{name} = {value!r}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
