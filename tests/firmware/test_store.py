"""What was called saved is there again, and a match can be gone on with."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime
from functools import partial
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware.game.events import Player
from firmware.recording import NewMatch, read_recording
from firmware.store.archive import read_archive
from firmware.store.library import KEPT, Kept, replay
from firmware.store.store import Store, open_store
from firmware.store.totals import Totals
from firmware.store.writer import Ticket
from firmware.text import Text
from hal.events import Control, InputEvent
from tests.firmware.matches import Played

NOBODY: Mapping[Player, str] = {}
NEW = NewMatch(seed=3, options={"target": 2})


@contextmanager
def opened(folder: Path, now: Callable[[], datetime] = datetime.now, kept: Kept = KEPT) -> Iterator[Store]:
    store = open_store(folder, now=now, kept=kept)
    try:
        yield store
    finally:
        store.close()


def test_a_new_store_is_empty_and_without_faults(tmp_path: Path) -> None:
    with opened(tmp_path / "new" / "store") as store:
        assert (store.settings(), store.last_choice(), store.unfinished()) == ({}, {}, None)
        assert store.totals() == Totals()
        assert store.faults() == ()


def test_settings_and_the_last_choice_are_there_again(tmp_path: Path) -> None:
    with opened(tmp_path) as store:
        store.save_settings({"language": "de", "volume": 70, "quiet": False})
        store.save_settings({"language": "de", "volume": 80, "quiet": False})
        store.save_last_choice({"preset": "kids", "options": {"jokers": 2}})
    with opened(tmp_path) as store:
        assert store.settings() == {"language": "de", "volume": 80, "quiet": False}
        assert store.last_choice() == {"preset": "kids", "options": {"jokers": 2}}


def test_a_change_counts_at_once_and_is_called_saved_when_it_is_on_the_disk(tmp_path: Path) -> None:
    with opened(tmp_path) as store:
        ticket = store.save_settings({"volume": 1})
        assert store.settings() == {"volume": 1}
    assert store.saved(ticket)


def play_match(store: Store, new: NewMatch = NEW) -> Ticket:
    log = store.begin_match(new, {})
    played = Played(new, log)
    *_, last = played.deals()
    log.time(played.session.judged_to_ns)
    return log.over(last.winner)


def test_totals_are_the_same_when_they_are_read_again(tmp_path: Path) -> None:
    with opened(tmp_path) as store:
        play_match(store)
        play_match(store, NewMatch("spit", {"target": 1}, 5))
        totals = store.totals()
    assert totals.games >= 3
    assert sum(totals.players[player].plays for player in (1, 2)) == sum(totals.hours.values())
    with opened(tmp_path) as store:
        assert store.totals() == totals


def test_cards_of_computer_players_are_not_counted(tmp_path: Path) -> None:
    with opened(tmp_path) as store:
        log = store.begin_match(NEW, {2: "medium"})
        deals = list(Played(NEW, log).deals())
        totals = store.totals()
    assert totals.games == len(deals)
    assert totals.players[1].plays == sum(deal.players[1].plays for deal in deals)
    assert totals.players[2].plays == 0
    assert totals.players[2].wins == sum(deal.winner == 2 for deal in deals)
    with opened(tmp_path) as store:
        assert store.totals() == totals


def test_statistics_and_best_lists_can_be_reset_and_stay_so(tmp_path: Path) -> None:
    with opened(tmp_path) as store:
        play_match(store)
        store.add_best("ABC", "longest_run", 4)
        store.reset_statistics()
        assert store.totals() == Totals()
        assert store.best("longest_run")
        store.reset_best()
        assert not store.best("longest_run")
    with opened(tmp_path) as store:
        assert store.totals() == Totals()
        assert not store.best("longest_run")
    assert (tmp_path / "recordings" / "000001.jsonl").exists()


# Going on with a match.


def cut(folder: Path, deals: int, computers: Mapping[Player, str] = NOBODY) -> Played:
    """Play so many deals and a little more of a match; then the power is cut."""
    with opened(folder) as store:
        log = store.begin_match(NEW, computers)
        played = Played(NEW, log)
        going = played.deals()
        for _ in range(deals):
            next(going)
        for _ in range(40):
            due_ns = played.session.due_ns
            assert due_ns is not None
            played.session.run_before(due_ns + 1)
    return played


def test_a_match_that_was_cut_off_can_be_gone_on_with_from_its_last_edge(tmp_path: Path) -> None:
    played = cut(tmp_path, 1, {2: "hard"})
    with opened(tmp_path) as store:
        unfinished = store.unfinished()
        assert unfinished is not None
        assert list(unfinished.recording.edges) == played.edges
        assert unfinished.computers == {2: "hard"}
        assert dict(unfinished.scores) == {
            player: seat.score for player, seat in played.referee.view().seats.items()
        }
        again = unfinished.replayed
        again.referee.advance(played.session.judged_to_ns)
        assert again.referee.state() == played.referee.state()
        assert len(again.deals) == 1


def test_a_match_goes_on_in_the_same_recording(tmp_path: Path) -> None:
    played = cut(tmp_path, 1)
    path = tmp_path / "recordings" / "000001.jsonl"
    path.write_bytes(path.read_bytes() + b'{"t": 99')
    more = InputEvent(played.edges[-1].time_ns + 1, 1, Control.SLAP, True)
    with opened(tmp_path) as store:
        unfinished = store.unfinished()
        assert unfinished is not None
        assert unfinished.recording.broken_off is not None
        store.resume(unfinished).edge(more)
    recording = read_recording(path)
    assert recording.edges == (*played.edges, more)
    assert recording.broken_off is None


def test_a_match_that_is_not_gone_on_with_is_not_offered_again(tmp_path: Path) -> None:
    cut(tmp_path, 0)
    with opened(tmp_path) as store:
        unfinished = store.unfinished()
        assert unfinished is not None
        store.forget(unfinished)
    with opened(tmp_path) as store:
        assert store.unfinished() is None
    assert (tmp_path / "recordings" / "000001.jsonl").exists()


def test_a_match_is_offered_again_if_the_power_is_cut_during_the_offer(tmp_path: Path) -> None:
    cut(tmp_path, 0)
    for _ in range(2):
        with opened(tmp_path) as store:
            assert store.unfinished() is not None


@pytest.mark.parametrize("end", ["over", "abandoned", "another begun", "no edge"])
def test_a_match_that_has_ended_or_not_begun_is_not_offered(tmp_path: Path, end: str) -> None:
    with opened(tmp_path) as store:
        log = store.begin_match(NEW, {})
        match end:
            case "over":
                log.over(1)
            case "abandoned":
                log.edge(InputEvent(5, 1, Control.ACTION, True))
                log.abandon()
            case "another begun":
                log.edge(InputEvent(5, 1, Control.ACTION, True))
                store.begin_match(NEW, {})
    with opened(tmp_path) as store:
        assert store.unfinished() is None
        assert store.faults() == ()


def test_deals_that_were_won_just_before_the_cut_are_counted_once(tmp_path: Path) -> None:
    with opened(tmp_path) as store:
        log = store.begin_match(NEW, {})
        played = Played(NEW)
        deals = list(played.deals())
        for edge in played.edges:
            log.edge(edge)
        log.deal_won(deals[0])
    for _ in range(2):
        with opened(tmp_path) as store:
            assert store.unfinished() is None, "it had been won"
            assert store.totals().games == len(deals)


def test_a_match_whose_recording_lacks_a_saved_deal_is_not_offered(tmp_path: Path) -> None:
    played = cut(tmp_path, 1)
    path = tmp_path / "recordings" / "000001.jsonl"
    path.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[:20]))
    assert len(played.edges) > 20
    with opened(tmp_path) as store:
        assert store.unfinished() is None
        assert store.totals().games == 1


@pytest.mark.parametrize("content", [None, b"", b"\0" * 5000, b"nonsense\n", b'{"t": 5}\n'])
def test_a_match_whose_recording_is_gone_is_not_offered(tmp_path: Path, content: bytes | None) -> None:
    cut(tmp_path, 0)
    path = tmp_path / "recordings" / "000001.jsonl"
    if content is None:
        path.unlink()
    else:
        path.write_bytes(content)
    with opened(tmp_path) as store:
        assert store.unfinished() is None


@settings(max_examples=40, deadline=None)
@given(st.data())
def test_a_recording_cut_at_any_byte_goes_on_from_a_state_that_it_has(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    folder = tmp_path_factory.mktemp("cut")
    played = cut(folder, 0)
    path = folder / "recordings" / "000001.jsonl"
    whole = path.read_bytes()
    path.write_bytes(whole[: data.draw(st.integers(0, len(whole)))] + data.draw(st.binary(max_size=50)))
    with opened(folder) as store:
        unfinished = store.unfinished()
        if unfinished is not None and len(unfinished.recording.edges) <= len(played.edges):
            edges = unfinished.recording.edges
            assert list(edges) == played.edges[: len(edges)]
            log = store.resume(unfinished)
            log.time(unfinished.recording.end_ns)
    if unfinished is not None:
        again = read_recording(path)
        assert again.edges == unfinished.recording.edges
        assert replay(again).referee.state() == unfinished.replayed.referee.state()


# Recordings.


def test_the_last_recordings_are_kept(tmp_path: Path) -> None:
    for kept, left in ((Kept(count=3), ["000003", "000004", "000005"]), (Kept(size_bytes=1), ["000006"])):
        with opened(tmp_path, kept=kept) as store:
            for _ in range(5 if kept.count == 3 else 1):
                store.begin_match(NEW, {}).abandon()
        assert sorted(path.stem for path in (tmp_path / "recordings").iterdir()) == left


def test_other_files_among_the_recordings_are_left_alone(tmp_path: Path) -> None:
    other = tmp_path / "recordings" / "holiday.jsonl"
    other.parent.mkdir()
    other.write_text("mine")
    with opened(tmp_path, kept=Kept(count=1)) as store:
        for _ in range(3):
            store.begin_match(NEW, {}).abandon()
    assert sorted(path.name for path in other.parent.iterdir()) == ["000003.jsonl", "holiday.jsonl"]


def test_recordings_of_a_lost_store_keep_their_numbers(tmp_path: Path) -> None:
    with opened(tmp_path) as store:
        play_match(store)
    before = (tmp_path / "recordings" / "000001.jsonl").read_bytes()
    (tmp_path / "speed-cabinet.db").unlink()
    with opened(tmp_path) as store:
        play_match(store)
    assert (tmp_path / "recordings" / "000001.jsonl").read_bytes() == before
    assert (tmp_path / "recordings" / "000002.jsonl").exists()


# The clock on the wall.


@pytest.mark.parametrize("years", [(2026, 1970, 2026), (2026, 2090, 2026), (1970, 1970, 2027)])
def test_a_clock_that_is_set_by_years_changes_only_the_dates(tmp_path: Path, years: tuple[int, ...]) -> None:
    for number, year in enumerate(years, 1):
        with opened(tmp_path, now=partial(datetime, year, 3, 4, 20, 15)) as store:
            play_match(store)
            assert store.add_best("ABC", "longest_run", number) > 0
            assert store.faults() == ()
    archive = read_archive(tmp_path)
    marks = {line[0]: line[3] for line in archive.deals}
    wrong = {1970, 2090} & set(years)
    assert {match: bool(mark) for match, mark in marks.items()} == {
        number: year in wrong for number, year in enumerate(years, 1)
    }
    assert [entry.value for entry in archive.contents.best.get("longest_run")] == [3, 2, 1]
    assert set(archive.contents.totals.hours) == ({20, -1} if 1970 in years else {20})


def test_a_fault_is_a_text_that_a_screen_can_show(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with opened(tmp_path / "file") as store:
        (fault,) = store.faults()
    assert isinstance(fault, Text)
    assert fault.key == "faults.store_not_opened"
