"""A wiring file's tables, each value checked: whatever cannot be is told with file, key, value and remedy."""

import json
import re
from collections.abc import Collection, Mapping
from typing import Final, TypeVar

from hal.port import HalError

LONGEST_MS: Final = 200
"""Above this a quick second press would be lost: nobody's switch bounces for so long."""

RIGHT_MS: Final = f"milliseconds from 0 to {LONGEST_MS}"

_LONGEST_SHOWN: Final = 40

_BARE: Final = re.compile(r"[A-Za-z0-9_-]{1,40}")
"""A key that needs no quotes, and is not too long to be shown."""

_Choice = TypeVar("_Choice", bound=str)


class WiringError(HalError):
    """The wiring file cannot be used; the message names the file, the key, the value and the remedy."""


class Table:
    """A table of the file, whose complaints name the file, the key in full and the value.

    `required`: the keys that may not be missing, with what would be right for each.
    `short`: the table stands for a line's number alone, given as the value of the key `prefix`.
    """

    def __init__(
        self,
        name: str,
        prefix: str,
        values: Mapping[str, object],
        required: Mapping[str, str],
        optional: Collection[str] = (),
        *,
        short: bool = False,
    ) -> None:
        self.name = name
        self.values = values
        self._prefix = prefix
        self._short = short
        for key in values:
            if key not in required and key not in optional:
                known = ", ".join([*required, *optional])
                raise self.error(key, f"unknown key; known here are {known}")
        for key, right in required.items():
            if key not in values:
                raise WiringError(f"{self.place(key)} is missing; add it: {right}")

    def key(self, key: str) -> str:
        """The key as one looks for it in the file."""
        if self._short:
            return self._prefix
        name = key if _BARE.fullmatch(key) else shown(key)
        return f"{self._prefix}.{name}" if self._prefix else name

    def place(self, key: str) -> str:
        """The file and the key."""
        return f"{self.name}: {self.key(key)}"

    @property
    def whole(self) -> str:
        """The file and the key of the table itself."""
        return f"{self.name}: {self._prefix}"

    def error(self, key: str, complaint: str) -> WiringError:
        """A complaint about the value of `key`."""
        value = self.values[key]
        told = "" if isinstance(value, dict) else f" = {shown(value)}"
        return WiringError(f"{self.place(key)}{told}: {complaint}")

    def complaint(self, complaint: str) -> WiringError:
        """A complaint about the table as a whole."""
        return WiringError(f"{self.whole}: {complaint}")

    def table(self, key: str, required: Mapping[str, str], optional: Collection[str] = ()) -> "Table":
        """The table that is the value of `key`."""
        value = self.values[key]
        if not isinstance(value, dict):
            one = next(iter((*required, *optional)))
            right = f"with keys such as {key}.{one}" if self._prefix else f"[{key}]"
            raise self.error(key, f"must be a table, {right}")
        return Table(self.name, self.key(key), value, required, optional)

    def tables(self, key: str, required: Mapping[str, str], optional: Collection[str]) -> list["Table"]:
        """The tables [[key]], of which there may be none."""
        value = self.values.get(key, [])
        if not isinstance(value, list) or not all(isinstance(one, dict) for one in value):
            raise self.error(key, f"must be a list of tables, [[{key}]]")
        return [
            Table(self.name, f"{key}[{number}]", one, required, optional)
            for number, one in enumerate(value, 1)
        ]

    def pin(self, key: str, right: str, optional: Collection[str]) -> "Table":
        """The table of an input or lamp, which may also be written as the line's number alone.

        `right`: what would be right as the number.
        """
        value = self.values[key]
        if isinstance(value, dict):
            return self.table(key, {"line": right}, optional)
        return Table(self.name, self.key(key), {"line": value}, {"line": right}, short=True)

    def over(self, defaults: "Table", key: str) -> "Table":
        """The table whose `key` counts: this one if it has the key, or else `defaults`."""
        return self if key in self.values else defaults

    def choice(self, key: str, choices: tuple[_Choice, ...]) -> _Choice:
        """The value of `key`, which must be one of `choices`."""
        for choice in choices:
            if self.values[key] == choice:
                return choice
        raise self.error(key, f"is not possible here; give {one_of(choices)}")

    def flag(self, key: str) -> bool:
        """The value of `key`, true or false; false without one."""
        value = self.values.get(key, False)
        if not isinstance(value, bool):
            raise self.error(key, "is not possible here; give true or false, without quotes")
        return value

    def nanoseconds(self, key: str, default_ns: int | None = None) -> int:
        """The value of `key`, a time in milliseconds, as nanoseconds; without one `default_ns`, if given."""
        if default_ns is not None and key not in self.values:
            return default_ns
        value = self.values[key]
        if not isinstance(value, int | float) or isinstance(value, bool):
            raise self.error(key, f"is not a number; give {RIGHT_MS}")
        if not 0 <= value <= LONGEST_MS:
            raise self.error(key, f"is out of range; give {RIGHT_MS}")
        return round(value * 1_000_000)


def one_of(choices: Collection[str]) -> str:
    """What would be right where one of these texts is."""
    return f"one of {', '.join(map(shown, choices))}"


def shown(value: object) -> str:
    """A value as TOML writes it; of what is long the beginning, of a list or table only that it is one."""
    match value:
        case bool():
            text = str(value).lower()
        case str():
            text = json.dumps(value, ensure_ascii=False)
        case int() if value.bit_length() > 4 * _LONGEST_SHOWN:
            # Python refuses to write very long ones in decimal.
            text = hex(value)
        case list():
            text = "[ … ]"
        case dict():
            text = "{ … }"
        case _:
            text = str(value)
    return text if len(text) <= _LONGEST_SHOWN else f"{text[:_LONGEST_SHOWN]}…"
