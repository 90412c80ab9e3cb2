"""What is heard of a game."""

from collections.abc import Mapping

import pytest

from display.sound.cues import Listener, SoundSettings
from display.sound.synth import NAMES
from firmware.game.cards import Card
from firmware.game.events import Event, MatchWon, Out, Played, Player, RoundOver, TurnedUp, Won
from firmware.screen import ButtonView, Look, PanelView, Screen, SwitchState
from firmware.text import say
from tests.display.ears import Ears
from tests.firmware.spit_table import BOTH_LADDERS
from tests.firmware.table import NOBODY, Table, deck, ns, play_out, ring_deck

SILENCE: list[str] = []
# Orange's first card fits neither pile, the second does.
UNFIT_FIRST = deck(hand1="7C 3C 8C 8D 8H", left="2C", right="TS")


def test_both_players_presses_are_heard_and_then_each_second_of_the_countdown_once() -> None:
    ears = Ears(Table(ring_deck()))
    assert ears.at("1 P1 action") == ["press"]
    assert ears.at("1 P2 action") == ["tick", "press"]
    assert ears.at("1.5", "1.999") == SILENCE
    assert ears.at("2", "2.001", "3") == ["tick", "tick"]
    assert ears.at("3.999") == SILENCE
    assert ears.at("4") == ["go"]


def test_a_countdown_that_was_not_watched_is_not_made_up_for() -> None:
    ears = Ears(Table(ring_deck()))
    ears.at("1 P1 action", "1 P2 action")
    assert ears.at("3.5") == ["tick"]


def test_without_a_countdown_the_game_begins_with_go() -> None:
    ears = Ears(Table(ring_deck(), {"countdown": 0}))
    assert ears.at("1 P1 action", "1 P2 action", "1.1") == ["press", "press", "go"]


def test_a_run_of_plays_climbs_to_its_top_note_and_stays_there() -> None:
    ears = Ears.begun(ring_deck())
    heard = ears.at(*(f"{5 + number / 10} P2 card{number % 5 + 1}" for number in range(10)))
    assert heard == [f"play 2.{step}" for step in (0, 1, 2, 3, 4, 5, 6, 7, 7, 7)]


def test_each_player_has_a_run_of_their_own() -> None:
    ears = Ears.begun(ring_deck())
    heard = ears.at("5 P1 card1", "5.1 P2 card1", "5.2 P1 card2", "5.3 P2 card2")
    assert heard == ["play 1.0", "play 2.0", "play 1.1", "play 2.1"]


def test_a_run_ends_when_the_next_play_takes_longer_than_a_second_and_a_half() -> None:
    ears = Ears.begun(ring_deck())
    heard = ears.at("5 P1 card1", "6.5 P1 card2", "8.000001 P1 card3")
    assert heard == ["play 1.0", "play 1.1", "play 1.0"]


def test_a_misplay_is_heard_and_ends_the_run() -> None:
    ears = Ears.begun(ring_deck())
    assert ears.at("5 P1 card1", "5.1 P1 card2") == ["play 1.0", "play 1.1"]
    assert ears.at("5.2 P1 card5") == ["misplay"]
    assert ears.at("5.3 P1 card3") == SILENCE, "a press while locked out"
    assert ears.at("5.8 P1 card3") == ["play 1.0"]


def test_a_beaten_card_is_heard_and_leaves_the_run_alone() -> None:
    ears = Ears.begun(deck(hand1="3C 8C 8D 8H 2D", hand2="3D 7C 7D 7H 7S", left="2C", right="TS"))
    assert ears.at("5 P2 card1", "5.1 P1 card1") == ["play 2.0", "beaten"]


def test_a_new_scene_forgets_the_runs() -> None:
    listener, table = Listener(), Table.begun(ring_deck()).game.view()
    played = Played(ns(5), 1, 1, Card("AC"), "left", None)

    def cues(scene: int) -> object:
        return listener.cues(Screen(Look(), scene, table), [played], ns(5), SoundSettings())

    assert [cues(1), cues(1), cues(2)] == [(("play 1.0",),), (("play 1.1",),), (("play 1.0",),)]


def test_of_many_plays_at_once_each_player_hears_the_last() -> None:
    ears = Ears.begun(ring_deck())
    plays: list[Event] = [Played(ns(5), player, 1, Card("AC"), "left", None) for player in (1, 2, 1, 2, 1)]
    assert ears.told(*plays, seconds=5) == ["play 1.2", "play 2.1"]


def test_stuck_and_the_new_cards_after_it_are_heard() -> None:
    ears = Ears(Table(NOBODY))
    assert ears.at("1 P1 action", "1 P2 action", "4")[-2:] == ["go", "stuck"]
    assert ears.at("5.5")[0] == "turn up"


def test_going_out_calls_for_the_slap() -> None:
    ears = Ears.begun(ring_deck())
    play_out(ears.table, 1, 5, 19)
    assert ears.at("5.5 P1 card5") == ["out", "play 1.0"]


def out_at_5_5(settings: SoundSettings | None = None) -> Ears:
    ears = Ears.begun(ring_deck(), settings)
    play_out(ears.table, 1, 5, 19)
    ears.at("5.5 P1 card5")
    return ears


def test_a_claim_is_slap_chord_and_the_voice_with_the_win_after_it() -> None:
    assert out_at_5_5().at("6 P1 slap") == ["slap 1", "claim", "speed, then win"]


@pytest.mark.parametrize(
    "settings", [SoundSettings(voice=False), SoundSettings(quiet=True), SoundSettings(attract="less")]
)
def test_without_the_voice_the_win_follows_the_chord(settings: SoundSettings) -> None:
    assert out_at_5_5(settings).at("6 P1 slap") == ["slap 1", "claim, then win"]


def test_a_claim_that_was_missed_is_heard_and_no_voice() -> None:
    assert out_at_5_5().at("8.6") == ["stuck"]


def test_a_slap_that_means_nothing_is_heard() -> None:
    assert out_at_5_5().at("6 P2 slap") == ["false slap"]


def test_in_a_race_the_slap_of_the_one_who_is_not_out_is_a_claim_too() -> None:
    ears = Ears(Table.begun(ring_deck(), preset="slap-race"))
    play_out(ears.table, 1, 5, 19)
    ears.at("5.5 P1 card5")
    assert ears.at("6 P2 slap") == ["slap 2", "claim", "speed, then win"]


def test_a_claim_is_heard_even_if_the_program_was_held_up_since_the_player_was_out() -> None:
    ears = Ears.begun(ring_deck())
    assert ears.told(Out(ns(5), 1), Won(ns(6), 1, 1), seconds=7) == ["slap 1", "claim", "speed, then win"]


def test_where_nothing_is_claimed_going_out_wins_without_the_voice() -> None:
    ears = Ears(Table.begun(ring_deck(), {"claim": "none"}))
    play_out(ears.table, 1, 5, 19)
    assert ears.at("5.5 P1 card5") == ["win", "play 1.0"]


def test_the_end_of_a_claims_time_calls_nothing_even_if_it_wins() -> None:
    ears = out_at_5_5()
    assert ears.told(Won(ns(8.5), 1, 1), seconds=8.5) == ["win"]


def test_the_match_ends_with_a_sound_of_its_own() -> None:
    ears = Ears(Table.begun(ring_deck(), {"target": 1}))
    play_out(ears.table, 1, 5, 20)
    ears.at("6")
    assert ears.at("6.5 P1 slap") == ["slap 1", "claim", "speed, then match win"]
    other = Ears.begun(ring_deck())
    assert other.told(Won(ns(5), 1, 1), MatchWon(ns(5), 1), seconds=5) == ["match win"]


def test_in_spit_the_first_cards_are_go_and_the_slap_for_the_pile_is_heard() -> None:
    ears = Ears(Table(BOTH_LADDERS, preset="spit"))
    assert ears.at("1 P1 action", "1 P2 action", "4")[-1] == "go"
    later = TurnedUp(ns(9), Card("AC"), Card("2C"), "spit")
    assert ears.told(later, seconds=9) == ["turn up"]
    assert ears.told(RoundOver(ns(9), 1, 2), seconds=9) == ["slap 2"]
    assert ears.told(RoundOver(ns(9), 1, None), seconds=9) == SILENCE


def menu(*labels: str, title: str = "menu", switch: SwitchState = SwitchState.UNSEEN) -> Screen:
    buttons = {f"card{place}": ButtonView(say(label)) for place, label in enumerate(labels, 1)}
    panels: Mapping[Player, PanelView] = {
        1: PanelView(say(title), buttons=buttons, switches=(switch,)),
        2: PanelView(say(title), buttons=buttons, switches=(switch,)),
    }
    return Screen(Look(), 1, None, panels)


def heard_between(before: Screen, after: Screen, settings: SoundSettings | None = None) -> list[str]:
    listener, settings = Listener(), settings or SoundSettings()
    assert listener.cues(before, (), 0, settings) == ()
    return [name for cue in listener.cues(after, (), 1, settings) for name in cue]


def test_a_press_in_a_menu_is_heard_once_when_it_does_something() -> None:
    assert heard_between(menu("one"), menu("two")) == ["press"]
    assert heard_between(menu("one"), menu("one", title="pages")) == ["press"]
    assert heard_between(menu("one"), Ears.begun(ring_deck()).screen()) == ["press"]
    assert heard_between(menu("one"), menu("one")) == SILENCE


def test_a_switch_under_test_is_heard_when_it_goes_down_and_not_when_it_comes_up() -> None:
    down, up = menu(switch=SwitchState.DOWN), menu(switch=SwitchState.SEEN)
    assert heard_between(menu(), down) == ["press"]
    assert heard_between(down, down) == heard_between(down, up) == SILENCE


def test_the_pages_of_attract_turn_without_a_sound() -> None:
    assert heard_between(menu("one"), menu("two"), SoundSettings(attract="on")) == SILENCE


def test_loudness_follows_volume_quiet_mode_and_attract() -> None:
    loudness = [
        settings.loudness
        for settings in (
            SoundSettings(volume=100),
            SoundSettings(volume=60, attract="on"),
            SoundSettings(volume=60, quiet=True),
            SoundSettings(volume=60, attract="less"),
            SoundSettings(volume=60, quiet=True, attract="less"),
            SoundSettings(volume=60, attract="off"),
            SoundSettings(volume=0),
        )
    ]
    assert loudness == pytest.approx([1, 0.6, 0.3, 0.2, 0.1, 0, 0])


def test_every_cue_of_a_whole_match_is_a_sound_that_there_is() -> None:
    ears = Ears(Table(ring_deck(), {"target": 1}))
    names = {
        "press",
        "tick",
        "go",
        "turn up",
        "misplay",
        "beaten",
        "stuck",
        "false slap",
        "speed",
        "match win",
    }
    assert names < set(NAMES)
    for second in range(1, 5):
        ears.at(f"{second} P1 action", f"{second} P2 action")
    play_out(ears.table, 1, 5, 20)
    ears.at("6", "6.1 P2 card1", "6.2 P2 slap", "6.5 P1 slap")
    assert {name for _, name in ears.heard} <= set(NAMES)
