"""The numbers of a match are those that one would count by watching it."""

from collections import Counter
from random import Random

import pytest

from firmware.game.events import Beaten, Event, Misplay, Out, Player, TurnedUp, Won
from firmware.game.events import Played as CardPlayed
from firmware.game.view import Ask, SeatView, TableView
from firmware.recording import NewMatch, Recording
from firmware.store.library import replay
from firmware.store.statistics import BUCKET_NS, LAST_BUCKET, PLAYERS, MatchStatistics, cards_of
from firmware.store.totals import (
    KINDS,
    PLACES,
    Best,
    BestLists,
    Kind,
    check_name,
    median_of,
)
from tests.firmware.matches import Played
from tests.firmware.table import S, deck

MS = S // 1000
QUEEN = deck(hand1="QS")[0]


class Watch:
    """A match whose moments are told by hand."""

    def __init__(self) -> None:
        self._view = Played(NewMatch()).referee.view()
        self._asked: dict[Player, Ask | None] = {1: None, 2: None}
        self._statistics = MatchStatistics(self)

    def view(self) -> TableView:
        return self._view

    def asked(self, player: Player) -> Ask | None:
        return self._asked[player]

    def see(self, *events: Event, at: int, one: Ask | None = None, two: Ask | None = None) -> None:
        self._asked = {1: one, 2: two}
        self.result = self._statistics.observe(events, at)


def card(t: int, player: Player) -> CardPlayed:
    return CardPlayed(t, player, 1, QUEEN, "left", None)


def test_a_time_to_play_runs_from_when_a_card_could_be_played() -> None:
    watch = Watch()
    watch.see(TurnedUp(S, QUEEN, QUEEN, "starters"), at=S, one=Ask.PLAY)
    watch.see(card(3 * S, 1), at=3 * S, one=Ask.PLAY, two=Ask.PLAY)
    watch.see(card(4 * S, 2), at=4 * S)
    watch.see(at=9 * S, one=Ask.PLAY)
    watch.see(card(12 * S, 1), Won(12 * S, 1, 1), at=12 * S)
    assert watch.result is not None
    one, two = (watch.result.players[player] for player in PLAYERS)
    assert (one.average_ns, one.median_ns, one.best_ns) == (2.5 * S, 2.5 * S, 2 * S)
    assert one.times == {2 * S // BUCKET_NS: 1, 3 * S // BUCKET_NS: 1}
    assert (two.average_ns, two.best_ns) == (S, S)
    assert watch.result.duration_ns == 11 * S


def test_a_lockout_is_no_time_in_which_one_could_play() -> None:
    watch = Watch()
    watch.see(TurnedUp(0, QUEEN, QUEEN, "starters"), at=0, one=Ask.PLAY)
    watch.see(Misplay(S, 1, 2), at=S)
    watch.see(at=S + S // 2, one=Ask.PLAY)
    watch.see(card(2 * S, 1), Won(2 * S, 1, 1), at=2 * S)
    assert watch.result is not None
    assert (watch.result.players[1].best_ns, watch.result.players[1].misplays) == (S // 2, 1)


def test_a_run_ends_with_the_others_card_or_a_misplay_but_not_with_one_that_was_beaten() -> None:
    watch = Watch()
    for time_s in (1, 2, 3):
        watch.see(card(time_s * S, 1), at=time_s * S, one=Ask.PLAY)
    watch.see(card(4 * S, 2), at=4 * S, one=Ask.PLAY)
    watch.see(card(5 * S, 1), at=5 * S)
    watch.see(Misplay(6 * S, 1, 1), at=6 * S)
    watch.see(card(7 * S, 2), Beaten(7 * S, 2, 1), card(7 * S, 2), Won(8 * S, 2, 1), at=8 * S)
    assert watch.result is not None
    one, two = (watch.result.players[player] for player in PLAYERS)
    assert (one.longest_run, one.run_ns) == (3, 2 * S)
    assert (two.longest_run, two.run_ns, two.beaten) == (2, 0, 1)
    assert watch.result.fastest_run == 1


def test_of_two_runs_of_as_many_cards_the_quicker_counts() -> None:
    watch = Watch()
    for number, (player, at) in enumerate([(1, 0), (1, 5), (2, 6), (1, 7), (1, 8), (2, 9), (2, 12)]):
        watch.see(card(at * S, player), at=at * S)  # type: ignore[arg-type]
        assert number < 9
    watch.see(Won(13 * S, 2, 1), at=13 * S)
    assert watch.result is not None
    assert (watch.result.players[1].longest_run, watch.result.players[1].run_ns) == (2, S)
    assert watch.result.fastest_run == 1


def test_a_slap_is_timed_from_when_it_counted() -> None:
    watch = Watch()
    watch.see(card(S, 1), Out(S, 1), at=S, one=Ask.CLAIM, two=Ask.PLAY)
    watch.see(card(2 * S, 2), at=2 * S, one=Ask.CLAIM)
    watch.see(Won(2 * S + 300 * MS, 1, 1), at=2 * S + 300 * MS)
    assert watch.result is not None
    assert watch.result.players[1].slap_ns == S + 300 * MS
    assert watch.result.players[2].slap_ns is None


def test_each_deal_is_counted_for_itself() -> None:
    played = Played(NewMatch(seed=4, options={"target": 3}))
    deals = list(played.deals())
    assert [deal.number for deal in deals] == list(range(1, len(deals) + 1))
    assert dict(deals[-1].scores)[deals[-1].winner] == 3
    for deal in deals:
        assert deal.players[deal.winner].plays >= 20
        assert 0 < deal.cards_left <= 20
        assert all(sum(own.times.values()) == own.plays for own in deal.players.values())


@pytest.mark.parametrize(
    "new",
    [
        NewMatch("family", {"target": 2}, 1),
        NewMatch("slap-race", {"target": 2}, 2),
        NewMatch("spit", {"target": 1}, 3),
        NewMatch("classic", {"target": 2}, 4),
        NewMatch("jokers", {"target": 2, "refill": "manual"}, 5),
    ],
    ids=lambda new: new.preset,
)
def test_a_recording_gives_the_numbers_that_the_match_gave(new: NewMatch) -> None:
    played = Played(new)
    deals = tuple(played.deals())
    recording = Recording(new, tuple(played.edges), played.session.judged_to_ns, None, 0)
    replayed = replay(recording)
    assert replayed.deals == deals
    assert replayed.referee.state() == played.referee.state()


def test_the_cards_of_a_seat_are_those_in_hand_and_face_down() -> None:
    speed = SeatView((QUEEN, None, QUEEN, None, None), 7, 0, False, False, None, None)
    spit = SeatView((QUEEN, None, None, None, None), 3, 0, False, False, None, None, (), (4, 0, 0, 0, 0))
    assert (cards_of(speed), cards_of(spit)) == (9, 7)


def test_a_median_is_as_exact_as_its_bucket() -> None:
    random = Random(1)
    times_ns = sorted(random.randrange(12 * S) for _ in range(1001))
    buckets = Counter(min(time_ns // BUCKET_NS, LAST_BUCKET) for time_ns in times_ns)
    median_ns = median_of(buckets)
    assert median_ns is not None
    assert abs(median_ns - times_ns[500]) <= BUCKET_NS
    assert median_of({}) is None
    assert median_of({LAST_BUCKET: 3}) == 10 * S


@pytest.mark.parametrize("kind", KINDS)
def test_a_best_list_keeps_the_best_and_of_equals_the_earlier(kind: Kind) -> None:
    lists = BestLists()
    better = max if kind == "longest_run" else min
    for number, value in enumerate([5, 3, 9, 3, *range(20, 30)]):
        lists.add(kind, Best(f"{number:03}", value, ""))
    values = [entry.value for entry in lists.get(kind)]
    assert len(values) == PLACES
    assert values == sorted(values, reverse=kind == "longest_run")
    assert values[0] == better([5, 3, 9, 3, *range(20, 30)])
    names = [entry.name for entry in lists.get(kind) if entry.value == 3]
    assert names == ([] if kind == "longest_run" else ["001", "003"])
    assert not lists.qualifies(kind, values[-1])
    assert lists.qualifies(kind, values[-1] + (1 if kind == "longest_run" else -1))


@pytest.mark.parametrize("name", ["", "AB", "ABCD", "abc", "A1C", "ÄBC", "A\nB"])
def test_a_name_is_three_letters(name: str) -> None:
    with pytest.raises(ValueError, match="three letters"):
        check_name(name)
    check_name("A B")
