"""How a match begins: as it was chosen in the menu, as it was asked for, or where a power cut ended it."""

from collections.abc import Mapping

from firmware.game.events import PLAYERS, Player
from firmware.recording import NewMatch
from firmware.screens.choice import choice_of
from firmware.screens.house import House, Switch
from firmware.screens.match import MatchPage
from firmware.screens.pause import CountdownPage
from firmware.session import Record, Session, nowhere, open_session, reopen_session
from firmware.store.match_log import MatchLog
from firmware.store.statistics import MatchStatistics
from firmware.store.store import Unfinished
from hal.events import InputEvent


def chosen_match(house: House, now_ns: int) -> MatchPage:
    """Begin the match that was chosen in the menu."""
    choice = house.chosen
    new = NewMatch(choice.preset, dict(choice.options), house.random.getrandbits(32))
    return _new_match(house, now_ns, new, choice.computers)


def asked_match(
    house: House, now_ns: int, new: NewMatch, computers: Mapping[Player, str], record: Record = nowhere
) -> MatchPage:
    """Begin a match that was asked for; the next one will be like it. `record` is told its edges too."""
    house.choice = choice_of(new, computers)
    return _new_match(house, now_ns, new, computers, record)


def resumed_match(house: House, now_ns: int, unfinished: Unfinished) -> CountdownPage:
    """Go on with a match from where its recording ends, after a countdown."""
    recording, replayed = unfinished.recording, unfinished.replayed
    log = house.store.resume(unfinished)
    session = reopen_session(replayed.referee, recording, unfinished.computers, log.edge)
    match = _page(house, now_ns, recording.new, unfinished.computers, session, log, replayed.statistics)
    down: set[Switch] = set()
    for edge in recording.edges:
        change = down.add if edge.pressed else down.discard
        change((edge.player, edge.control))
    match.take_up(down, replayed.deals[-1] if replayed.deals else None)
    return CountdownPage(now_ns, match)


def _new_match(
    house: House, now_ns: int, new: NewMatch, computers: Mapping[Player, str], record: Record = nowhere
) -> MatchPage:
    log = house.store.begin_match(new, computers)

    def keep(edge: InputEvent) -> None:
        log.edge(edge)
        record(edge)

    session = open_session(new, computers, keep)
    return _page(house, now_ns, new, computers, session, log, MatchStatistics(session))


def _page(
    house: House,
    now_ns: int,
    new: NewMatch,
    computers: Mapping[Player, str],
    session: Session,
    log: MatchLog,
    statistics: MatchStatistics,
) -> MatchPage:
    people = [player for player in PLAYERS if player not in computers]
    return MatchPage(house, now_ns, session, log, statistics, people, new.rules)
