"""Players, cards, and the values of options and settings as texts."""

from firmware.game.cards import Card
from firmware.game.events import Player
from firmware.screens.choice import Choice
from firmware.text import Text, decimal, plain, say


def name(player: Player) -> Text:
    """A player's name."""
    return say(f"name.{player}")


def rank(card: Card) -> Text:
    """A card's rank as people write it."""
    return plain("10" if card[0] == "T" else card[0])


def on_or_off(value: bool) -> Text:
    """A switch's state."""
    return say("value.on" if value else "value.off")


def seconds(value: float) -> Text:
    """A duration, to the hundredth of a second at most."""
    return say("value.seconds", number=decimal(value, 2))


def sitter(name: str) -> Text:
    """A person, or a computer player of a level."""
    return say(f"sitter.{name}")


def preset(choice: Choice) -> Text:
    """The preset's name, with a sign if rules of it are changed; the length of a match stands elsewhere."""
    name = say(f"preset.{choice.preset}")
    return (
        say("preset.changed", preset=name)
        if any(option != "target" for option, _ in choice.options)
        else name
    )


def target(choice: Choice) -> Text:
    """How long a match is."""
    rules = choice.rules
    return say(f"value.{rules.scoring}", count=rules.target)


def option(choice: Choice, name: str, player: Player = 1) -> Text:
    """The value of an option; `player`: whose, of one that has a value for each."""
    value = choice.value(name)
    match value:
        case bool():
            return on_or_off(value)
        case float():
            return seconds(value)
        case int():
            return target(choice) if name == "target" else plain(value)
        case tuple():
            return plain(value[player - 1])
        case _ if name == "scoring":
            return say(f"scoring.{value}")
        case _:
            return say(f"value.{value}")


def setting(name: str, value: object) -> Text:
    """The value of a setting."""
    match value:
        case bool():
            return on_or_off(value)
        case int() if name.endswith("_s"):
            return seconds(value) if value < 60 else say("value.minutes", count=value // 60)
        case int() if name in ("volume", "brightness"):
            return say("value.percent", number=value)
        case int():
            return plain(value)
        case _ if name == "language":
            return say(f"language.{value}")
        case _:
            return say(f"value.{value}")
