"""The referee command: every line is answered, bad ones with what is wrong, and they change nothing."""

import io
import json
from itertools import islice

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from firmware.game.cards import DECK
from firmware.recording import LONGEST_LINE_BYTES, parse_line, read_lines
from firmware.referee import Desk, serve
from tests.firmware.table import cards_in, deck, ring_deck


def answers(*lines: str | bytes) -> list[dict[str, object]]:
    desk = Desk()
    return [desk.answer(line if isinstance(line, bytes) else line.encode()) for line in lines]


def edge(t: int, player: int, control: str, pressed: bool = True) -> str:
    return json.dumps({"t": t, "player": player, "control": control, "pressed": pressed})


BEGIN = [
    json.dumps({"new": {"deck": deck(hand1="5C 7C", draw1="KH", left="4C", right="9H")}}),
    edge(1_000_000_000, 1, "action"),
    edge(1_500_000_000, 2, "action"),
    '{"t": 4500000000}',
]


def test_a_new_match_is_dealt_at_0_with_every_state_key() -> None:
    (answer,) = answers('{"new": {}}')
    assert answer["t"] == 0
    assert answer["events"] == [{"event": "dealt", "t": 0}]
    state = answer["state"]
    assert isinstance(state, dict)
    assert list(state) == [
        *("phase", "deadline", "middle", "side", "starters", "stands_for", "players", "winner"),
        "match_winner",
    ]
    assert state["phase"] == "ready"
    assert list(state["players"]) == ["1", "2"]
    assert list(state["players"]["1"]) == [
        *("ready", "locked_until", "action_held", "score", "claim_until", "hand", "draw")
    ]
    assert sorted(cards_in(state)) == sorted(DECK)


def test_a_time_line_fires_the_timers_due_up_to_and_including_it() -> None:
    *_, ready, turned = answers(*BEGIN)
    assert ready["state"]["deadline"] == 4_500_000_000  # type: ignore[index]
    assert turned["events"] == [
        {"event": "turned_up", "t": 4_500_000_000, "cards": {"left": "4C", "right": "9H"}, "from": "starters"}
    ]


def test_an_edge_is_judged_before_the_timers_of_its_moment() -> None:
    answer = answers(*BEGIN[:3], edge(4_500_000_000, 1, "card1"))[-1]
    assert answer["events"] == []
    assert answer["state"]["phase"] == "countdown"  # type: ignore[index]


def test_a_press_answers_with_what_it_made_happen() -> None:
    answer = answers(*BEGIN, edge(5_000_000_000, 1, "card1"))[-1]
    assert answer["events"] == [
        {
            "event": "played",
            "t": 5_000_000_000,
            "player": 1,
            "slot": 1,
            "card": "5C",
            "pile": "left",
            "as": None,
        },
        {"event": "drew", "t": 5_000_000_000, "player": 1, "slot": 1, "card": "KH"},
    ]


def test_a_second_new_line_begins_again_at_0() -> None:
    *_, answer = answers(*BEGIN, '{"new": {"seed": 3}}', '{"t": 5}')
    assert answer["t"] == 5


def test_the_match_of_a_ring_deck_is_won_on_paper() -> None:
    lines = [json.dumps({"new": {"deck": ring_deck(), "rules": {"countdown": 0, "target": 1}}})]
    lines += [edge(0, 1, "action"), edge(0, 2, "action"), '{"t": 0}', edge(0, 1, "action", False)]
    lines += [edge(1000 + n, 1, f"card{n % 5 + 1}") for n in range(20)]
    lines += [edge(2000, 1, "slap")]
    last = answers(*lines)[-1]
    assert last["events"] == [
        {"event": "won", "t": 2000, "player": 1, "score": 1},
        {"event": "match_won", "t": 2000, "player": 1},
    ]


BAD_LINES = {
    "": "not JSON",
    "hello": "not JSON",
    "[1, 2]": "must be an object",
    "7": "must be an object",
    "{}": "'t' is missing",
    '{"t": 1, "t": 2}': "'t' stands twice",
    '{"t": NaN}': "NaN is not a number",
    '{"t": Infinity}': "Infinity is not a number",
    '{"t": 1.5}': "t is 1.5",
    '{"t": "1"}': "t is '1'",
    '{"t": true}': "t is True",
    '{"t": null}': "t is None",
    '{"t": -1}': "t is -1",
    '{"t": 9223372036854775808}': "t is 9223372036854775808",
    '{"t": 1' + "0" * 5000 + "}": "a number is too long",
    "[" * 100_000: "nested too deeply",
    '{"t": 5000000000, "player": 3, "control": "card1", "pressed": true}': "player is 3",
    '{"t": 5000000000, "player": true, "control": "card1", "pressed": true}': "player is True",
    '{"t": 5000000000, "player": 1, "control": "card6", "pressed": true}': "control is 'card6'",
    '{"t": 5000000000, "player": 1, "control": ["card1"], "pressed": true}': "control is ['card1']",
    '{"t": 5000000000, "player": 1, "control": "card1", "pressed": 1}': "pressed is 1",
    '{"t": 5000000000, "player": 1, "control": "card1"}': "'pressed' is missing",
    '{"t": 5000000000, "player": 1, "control": "card1", "pressed": true, "x": 0}': "'x' is not known",
    '{"t": 4499999999}': "before the last line's, 4500000000",
    '{"new": 5}': "new is 5",
    '{"new": {"sed": 5}}': "'sed' is not known",
    '{"new": {"seed": -1}}': "seed is -1",
    '{"new": {"preset": "poker"}}': "'poker' is not known; there is family",
    '{"new": {"preset": 3}}': "preset is 3",
    '{"new": {"rules": []}}': "rules is []",
    '{"new": {"rules": {"target": 0}}}': "'target' is 0",
    '{"new": {"rules": {"target": 1.0}}}': "'target' is 1.0",
    '{"new": {"rules": {"countdown": "3"}}}': "'countdown' is '3'",
    '{"new": {"rules": {"late_grace": 1.01}}}': "'late_grace' is 1.01; it must be a number of seconds from 0",
    '{"new": {"rules": {"colour": 1}}}': "'colour' is not known",
    '{"new": {"deck": "AC"}}': "deck is 'AC'",
    '{"new": {"deck": ["AC"]}}': "deck lacks 51 of 52 cards",
    '{"new": {"deck": ["AC", "AC"]}}': "AC twice",
    '{"new": {"deck": ["10C"]}}': "'10C', which is no card",
    '{"new": {"deck": [1]}}': "deck has 1",
    '{"new": {}, "t": 0}': "'t' is not known",
}


@pytest.mark.parametrize(("line", "message"), BAD_LINES.items(), ids=[key[:60] for key in BAD_LINES])
def test_a_bad_line_is_answered_with_its_number_and_what_is_wrong_and_changes_nothing(
    line: str, message: str
) -> None:
    *_, before, answer, after = answers(*BEGIN, line, '{"t": 4500000000}')
    assert answer.keys() == {"error"}
    error = answer["error"]
    assert isinstance(error, str)
    assert error.startswith("line 5: ")
    assert message in error
    assert len(error) < 300
    assert after["state"] == before["state"]


def test_what_a_line_lacks_is_missed_in_that_line() -> None:
    assert answers('{"t":\n')[0] == {"error": "line 1: not JSON: Expecting value at column 6"}


def test_a_line_of_a_megabyte_is_answered_shortly() -> None:
    huge = json.dumps({"t": 0, "player": 1, "control": "x" * 1_000_000, "pressed": True})
    assert len(json.dumps(answers('{"new": {}}', huge)[1])) < 300


@pytest.mark.parametrize("too_long", [LONGEST_LINE_BYTES, 3 * LONGEST_LINE_BYTES])
def test_a_line_that_is_too_long_is_one_error_and_the_next_line_is_answered(too_long: int) -> None:
    output = io.StringIO()
    lines = [b'{"new": {}}', b"x" * too_long, b'{"t": 5}'.ljust(LONGEST_LINE_BYTES - 1), b'{"t": 7}']
    assert serve(read_lines(io.BytesIO(b"\n".join(lines))), output) == 1
    _, error, *good = map(json.loads, output.getvalue().splitlines())
    assert error == {"error": f"line 2: longer than {LONGEST_LINE_BYTES} bytes, which no line may be"}
    assert [answer["t"] for answer in good] == [5, 7]


def test_a_line_that_never_ends_is_answered_before_its_rest_is_read() -> None:
    output = io.StringIO()
    with open("/dev/zero", "rb") as file:
        serve(islice(read_lines(file), 1), output)
    assert "line 1: longer than" in output.getvalue()


def test_an_edge_before_any_match_is_an_error() -> None:
    assert "no match has begun" in str(answers(edge(0, 1, "card1"))[0]["error"])


@pytest.mark.parametrize("line", [b"\xff\xfe\x00", b'{"t": "\xc3"}', b"\x00"])
def test_bytes_that_are_no_text_are_an_error(line: bytes) -> None:
    assert "error" in answers('{"new": {}}', line)[1]


@given(st.one_of(st.binary(max_size=60), st.text(max_size=60).map(str.encode)))
@example(b'{"t": 1e999}')
@example(b'{"new": {"rules": {"countdown": 1e999}}}')
@example(b'{"new": {"rules": {"\\ud800": 1}}}')
def test_no_line_ends_in_an_exception(line: bytes) -> None:
    answer = answers('{"new": {}}', line)[1]
    json.dumps(answer).encode("ascii")


@given(
    st.recursive(
        st.none() | st.booleans() | st.floats() | st.integers() | st.sampled_from(["family", "AC", "card1"]),
        lambda inner: (
            st.lists(inner, max_size=3)
            | st.dictionaries(
                st.sampled_from(["t", "new", "player", "control", "pressed", "rules", "deck"]), inner
            )
        ),
        max_leaves=8,
    )
)
def test_no_json_value_ends_in_an_exception(value: object) -> None:
    json.dumps(answers('{"new": {}}', json.dumps(value))[1])


def test_the_exit_status_is_1_if_there_was_a_bad_line() -> None:
    good, bad = io.StringIO(), io.StringIO()
    assert serve([b'{"new": {}}', b'{"t": 5}'], good) == 0
    assert serve([b'{"new": {}}', b"what?", b'{"t": 5}'], bad) == 1
    assert [list(json.loads(line)) for line in bad.getvalue().splitlines()] == [
        ["t", "events", "state"],
        ["error"],
        ["t", "events", "state"],
    ]


def test_without_state_the_answers_leave_it_out() -> None:
    output = io.StringIO()
    serve([b'{"new": {}}'], output, with_state=False)
    assert output.getvalue() == '{"t": 0, "events": [{"event": "dealt", "t": 0}]}\n'


def test_a_duration_may_be_written_with_or_without_a_point() -> None:
    new = parse_line('{"new": {"rules": {"countdown": 2, "late_grace": 0.25, "claim_window": 0.5}}}')
    rules = new.rules  # type: ignore[union-attr]
    assert (rules.countdown_ns, rules.late_grace_ns) == (2_000_000_000, 250_000_000)
