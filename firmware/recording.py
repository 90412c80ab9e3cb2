"""The recording format: JSON lines that say what happened on the panels, and what the game answered.

One line is a match's beginning, an edge, or time passing; RECORDINGS.md describes the format. Everything that
reads such a line from outside goes through `parse_line`, which trusts nothing.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, BinaryIO, Final, NoReturn, get_args

from firmware.game.cards import Card
from firmware.game.events import Event, Played, TurnedUp
from firmware.game.games import whole_deck
from firmware.game.rules import Rules, RulesError, make_rules, shown
from hal.events import Control, InputEvent

LAST_NS: Final = (1 << 63) - 1
"""The latest time that a line may carry: 292 years."""

MAX_SEED: Final = (1 << 64) - 1

LONGEST_LINE_BYTES: Final = 4_000_000
"""With the line's end. A match's beginning with its deck is the longest line and has some hundred."""

LARGEST_RECORDING_BYTES: Final = 64_000_000
"""More than a day of quick play without a pause; its edges take twice as much memory."""


class LineError(ValueError):
    """A line of a recording is not understood; the message says what and why."""


@dataclass(frozen=True, slots=True)
class NewMatch:
    """A match begins. `options` are the preset's options that are changed, as they were written."""

    preset: str = "family"
    options: Mapping[str, object] = field(default_factory=dict)
    seed: int = 0
    deck: tuple[Card, ...] | None = None

    @property
    def rules(self) -> Rules:
        """The rules in force."""
        return make_rules(self.preset, self.options)


@dataclass(frozen=True, slots=True)
class TimePasses:
    """Every timer due by then fires."""

    time_ns: int


Line = NewMatch | InputEvent | TimePasses


def parse_line(text: str | bytes) -> Line:
    """Read one line of a recording.

    Raises:
        LineError: it is too long, not JSON or not one of the three kinds of line, or a value is out of range.
    """
    if len(text) > LONGEST_LINE_BYTES:
        raise LineError(f"longer than {LONGEST_LINE_BYTES} bytes, which no line may be")
    try:
        # Bytes are UTF-8: json would guess other encodings.
        text = text.decode() if isinstance(text, bytes) else text
        # A line that breaks off does so before its end, not after it.
        value = json.loads(
            text.removesuffix("\n"), object_pairs_hook=_object, parse_constant=_refuse_constant
        )
    except LineError:
        raise
    except UnicodeDecodeError as error:
        raise LineError(f"not UTF-8 text (byte {error.start + 1})") from None
    except json.JSONDecodeError as error:
        raise LineError(f"not JSON: {error.msg} at column {error.colno}") from None
    except (ValueError, RecursionError):
        raise LineError(
            "not JSON that can be read: a number is too long or it is nested too deeply"
        ) from None
    if not isinstance(value, dict):
        raise LineError(f'a line must be an object such as {{"t": 0}}, not {shown(value)}')
    if "new" in value:
        _only_keys(value, ("new",))
        return _new_match(value["new"])
    if value.keys() == {"t"}:
        return TimePasses(_time(value["t"]))
    return _edge(value)


def read_lines(file: BinaryIO) -> Iterator[bytes]:
    """Each line of a file with its end, and of one that is too long as much as shows `parse_line` that."""
    while line := file.readline(LONGEST_LINE_BYTES + 1):
        yield line
        while len(line) > LONGEST_LINE_BYTES and not line.endswith(b"\n"):
            line = file.readline(LONGEST_LINE_BYTES + 1)


def edge_line(edge: InputEvent) -> str:
    """An edge as a line, without its end."""
    return json.dumps(
        {"t": edge.time_ns, "player": edge.player, "control": edge.control, "pressed": edge.pressed}
    )


def time_line(time_ns: int) -> str:
    """How far time has come as a line, without its end."""
    return json.dumps({"t": time_ns})


def new_match_line(new: NewMatch) -> str:
    """A match's beginning as a line, without its end."""
    content: dict[str, object] = {"preset": new.preset, "rules": dict(new.options), "seed": new.seed}
    if new.deck is not None:
        content["deck"] = new.deck
    return json.dumps({"new": content})


def event_value(event: Event) -> dict[str, object]:
    """An event as the value that stands for it in an answer."""
    value: dict[str, object] = {"event": _NAMES[type(event)]}
    for name in _FIELDS[type(event)]:
        value[name] = getattr(event, name)
    match event:
        case TurnedUp():
            value = {"event": "turned_up", "t": event.t, "cards": {"left": event.left, "right": event.right}}
            value["from"] = event.source
        case Played():
            value["as"] = value.pop("stands_for")
    return value


@dataclass(frozen=True, slots=True)
class Recording:
    """A match from a file: how it began, its edges in the order of judgement, and the last time in it.

    `broken_off`: why the rest of the file could not be read, None if all was. `size_bytes`: how much of the
    file was read, with the end of the last line if it is there.
    """

    new: NewMatch
    edges: tuple[InputEvent, ...]
    end_ns: int
    broken_off: str | None
    size_bytes: int


def read_recording(path: Path, *, salvage: bool = False) -> Recording:
    """Read a recorded match; a last line that was cut off is given up.

    With `salvage`, so is all that follows a line that is wrong: after a power cut anything may stand there.

    Raises:
        OSError: the file cannot be read.
        LineError: a line in it is not understood or out of order, or the file is too large; the message names
            the line's number.
    """
    with path.open("rb") as file:
        return _read_match(read_lines(file), salvage)


def _read_match(lines: Iterator[bytes], salvage: bool) -> Recording:
    new: NewMatch | None = None
    edges: list[InputEvent] = []
    now_ns = 0
    size_bytes = 0
    broken_off = None
    for number, text in enumerate(lines, 1):
        if size_bytes + len(text) > LARGEST_RECORDING_BYTES:
            raise LineError(f"line {number}: the recording is larger than {LARGEST_RECORDING_BYTES} bytes")
        try:
            line = _parse_next(text, new, now_ns)
        except LineError as error:
            # Only the last line may have no end, and one that is too long.
            if new is not None and not text.endswith(b"\n") and len(text) <= LONGEST_LINE_BYTES:
                broken_off = f"line {number} is cut off"
            elif new is not None and salvage:
                broken_off = f"line {number}: {error}"
            else:
                raise LineError(f"line {number}: {error}") from None
            break
        match line:
            case NewMatch():
                new = line
            case InputEvent():
                edges.append(line)
                now_ns = line.time_ns
            case TimePasses():
                now_ns = line.time_ns
        size_bytes += len(text)
    if new is None:
        raise LineError(f"line 1: {_NO_BEGINNING}")
    return Recording(new, tuple(edges), now_ns, broken_off, size_bytes)


_NO_BEGINNING: Final = 'a recording begins with a line such as {"new": {}}'


def _parse_next(text: bytes, new: NewMatch | None, now_ns: int) -> Line:
    """The next line of a match that has come to `now_ns`; `new` is None before its first."""
    line = parse_line(text)
    if isinstance(line, NewMatch):
        if new is not None:
            raise LineError("a second match begins; a recording holds one")
    elif new is None:
        raise LineError(_NO_BEGINNING)
    elif line.time_ns < now_ns:
        raise LineError(f"t is {line.time_ns}, which is before the last line's, {now_ns}")
    return line


_NAMES: Final = {kind: re.sub(r"(?<!^)(?=[A-Z])", "_", kind.__name__).lower() for kind in get_args(Event)}
_FIELDS: Final = {kind: tuple(each.name for each in fields(kind)) for kind in get_args(Event)}


def _object(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) != len(pairs):
        seen: set[str] = set()
        for key, _ in pairs:
            if key in seen:
                raise LineError(f"the key {shown(key)} stands twice")
            seen.add(key)
    return value


def _refuse_constant(name: str) -> NoReturn:
    raise LineError(f"{name} is not a number that JSON has")


def _only_keys(value: Mapping[str, object], allowed: Sequence[str]) -> None:
    for key in value:
        if key not in allowed:
            raise LineError(f"the key {shown(key)} is not known here; there is {', '.join(allowed)}")


def _whole(value: object, what: str, last: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= last:
        raise LineError(f"{what} is {shown(value)}; it must be a whole number from 0 to {last}")
    return value


def _time(value: object) -> int:
    return _whole(value, "t", LAST_NS)


def _edge(value: Mapping[str, object]) -> InputEvent:
    keys = ("t", "player", "control", "pressed")
    _only_keys(value, keys)
    for key in keys:
        if key not in value:
            raise LineError(f"the key {key!r} is missing; an edge has {', '.join(keys)}")
    time_ns = _time(value["t"])
    player, control, pressed = value["player"], value["control"], value["pressed"]
    if isinstance(player, bool) or not isinstance(player, int) or player not in (1, 2):
        raise LineError(f"player is {shown(player)}; it must be 1 or 2")
    if not isinstance(control, str) or control not in _CONTROLS:
        raise LineError(f"control is {shown(control)}; it must be one of {', '.join(_CONTROLS)}")
    if not isinstance(pressed, bool):
        raise LineError(f"pressed is {shown(pressed)}; it must be true or false")
    return InputEvent(time_ns, 1 if player == 1 else 2, _CONTROLS[control], pressed)


_CONTROLS: Final = {control.value: control for control in Control}


def _new_match(value: object) -> NewMatch:
    if not isinstance(value, dict):
        raise LineError(
            f"new is {shown(value)}; it must be an object, with nothing in it or any of {_NEW_KEYS}"
        )
    _only_keys(value, _NEW_KEYS)
    preset = value.get("preset", "family")
    options = value.get("rules", {})
    if not isinstance(preset, str):
        raise LineError(f"preset is {shown(preset)}; it must be a name")
    if not isinstance(options, dict):
        raise LineError(f"rules is {shown(options)}; it must be an object of options")
    seed = _whole(value.get("seed", 0), "seed", MAX_SEED)
    try:
        rules = make_rules(preset, options)
    except RulesError as error:
        raise LineError(str(error)) from None
    deck = _deck(value["deck"], whole_deck(rules)) if "deck" in value else None
    return NewMatch(preset, options, seed, deck)


_NEW_KEYS: Final = ("preset", "rules", "seed", "deck")


def _deck(value: object, whole: Sequence[Card]) -> tuple[Card, ...]:
    if not isinstance(value, list):
        raise LineError(f"deck is {shown(value)}; it must be a list of cards, top card first")
    known = set(whole)
    seen: set[Card] = set()
    for card in value:
        if not isinstance(card, str) or card not in known:
            raise LineError(f"deck has {shown(card)}, which is no card of this game")
        if card in seen:
            raise LineError(f"deck has the card {card} twice")
        seen.add(Card(card))
    if missing := [card for card in whole if card not in seen]:
        raise LineError(f"deck lacks {len(missing)} of {len(whole)} cards, among them {missing[0]}")
    return tuple(value)
