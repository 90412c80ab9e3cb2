"""What input devices Linux has, by name, port and keys. Reading that needs no permission."""

import struct
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

_LONG_BITS: Final = struct.calcsize("l") * 8
"""The kernel lists keys in words of the size that a program's `long` has."""


@dataclass(frozen=True, slots=True)
class InputNode:
    """A device's node in /dev/input.

    `ports`: what tells it from another of the same name: its place in the kernel's words, if it has one, and
    its links in /dev/input/by-path and by-id.
    `keys`: the codes of the keys that it has.
    """

    path: Path
    name: str
    ports: tuple[str, ...]
    keys: frozenset[int]

    def __str__(self) -> str:
        port = f', port = "{self.ports[0]}"' if self.ports else ""
        return f'name = "{self.name}"{port}'


def list_inputs(root: Path = Path("/")) -> tuple[InputNode, ...]:
    """Every input device that has keys, in the order of their numbers; `root` is where /dev and /sys are."""
    folders = [folder for folder in (root / "sys/class/input").glob("event*") if folder.name[5:].isdecimal()]
    links = list(_links(root))
    nodes = []
    for folder in sorted(folders, key=lambda folder: int(folder.name[5:])):
        path = root / "dev/input" / folder.name
        keys = _keys(_text(folder / "device/capabilities/key"))
        if keys:
            phys = _text(folder / "device/phys")
            linked = [name for name, target in links if target == folder.name]
            ports = tuple(filter(None, [phys, *linked]))
            nodes.append(InputNode(path, _text(folder / "device/name"), ports, keys))
    return tuple(nodes)


def _links(root: Path) -> Iterator[tuple[str, str]]:
    """Each name in by-path and by-id, with the node that it stands for."""
    for kind in ("by-path", "by-id"):
        for link in sorted((root / "dev/input" / kind).glob("*")):
            if link.is_symlink():
                yield link.name, link.readlink().name


def _keys(words: str) -> frozenset[int]:
    """The numbers of the bits that are set in words of hexadecimal digits, the highest word first."""
    bits = sum(int(word, 16) << (_LONG_BITS * place) for place, word in enumerate(reversed(words.split())))
    return frozenset(code for code in range(bits.bit_length()) if bits >> code & 1)


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace").strip()
    except OSError:
        # It was unplugged this very moment, or has no such property.
        return ""
