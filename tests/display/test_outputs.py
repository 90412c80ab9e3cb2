import sys

import pytest

from display.outputs.choose import PROBES, Choice, choose_output, open_whole_screen
from display.outputs.port import Opener, Output, OutputAbsentError
from display.outputs.sdl_windows import SdlOutput
from display.port import DisplayError

THERE, MISSING = (True, "it answers"), (False, "it is missing")


def test_the_first_that_can_be_used_is_taken_and_the_others_are_told() -> None:
    probes = {
        "window": lambda: (False, "DISPLAY is not set"),
        "kms": lambda: (False, "no screen is plugged in"),
        "framebuffer": lambda: (True, "/dev/fb0 is 800 × 480"),
        "terminal": lambda: THERE,
    }
    choice = choose_output(probes)
    assert choice == Choice(
        "framebuffer",
        "/dev/fb0 is 800 × 480",
        (("window", "DISPLAY is not set"), ("kms", "no screen is plugged in")),
    )
    assert str(choice) == "display: framebuffer, because /dev/fb0 is 800 × 480"


def test_nothing_is_tried_once_something_was_found() -> None:
    def fail() -> tuple[bool, str]:
        raise AssertionError("tried in vain")

    assert choose_output({"window": lambda: THERE, "kms": fail}).name == "window"


def test_text_is_what_is_left() -> None:
    choice = choose_output(dict.fromkeys(PROBES, lambda: MISSING))
    assert choice.name == "commentary"
    assert [name for name, _ in choice.rejected] == ["window", "kms", "framebuffer", "terminal"]


def test_for_people_before_the_machine_a_screen_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SSH_CONNECTION", raising=False)
    monkeypatch.setattr(sys, "platform", "linux")
    nothing = dict.fromkeys(PROBES, lambda: MISSING)
    assert choose_output(nothing, patient=True).name == "kms"
    assert choose_output({**nothing, "framebuffer": lambda: THERE}, patient=True).name == "framebuffer"
    assert choose_output({**nothing, "terminal": lambda: THERE}, patient=True).name == "terminal"
    monkeypatch.setenv("SSH_CONNECTION", "192.0.2.1 50000 192.0.2.2 22")
    assert choose_output(nothing, patient=True).name == "commentary"


def test_a_screen_is_not_taken_from_under_somebody_who_is_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SSH_CONNECTION", "192.0.2.1 50000 192.0.2.2 22")
    for name in ("kms", "framebuffer"):
        usable, why = PROBES[name]()
        assert not usable
        assert why


def test_a_terminal_is_one_to_which_the_output_goes(monkeypatch: pytest.MonkeyPatch) -> None:
    for answer in (True, False):
        monkeypatch.setattr(sys.stdout, "isatty", lambda answer=answer: answer)
        assert PROBES["terminal"]()[0] is answer


def test_this_machine_gets_some_display(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER"):
        monkeypatch.delenv(name, raising=False)
    choice = choose_output()
    assert choice.name in (*PROBES, "commentary")
    assert choice.why
    assert all(why for _, why in choice.rejected)


def opening(result: Output | DisplayError) -> Opener:
    def opened() -> Output:
        if isinstance(result, DisplayError):
            raise result
        return result

    return opened


OPEN, NEVER = SdlOutput([]), DisplayError("opened in vain")


def test_the_framebuffer_takes_the_place_of_a_screen_that_cannot_be_drawn_on_otherwise(
    caplog: pytest.LogCaptureFixture,
) -> None:
    assert open_whole_screen(opening(OPEN), opening(NEVER)) is OPEN
    assert caplog.messages == []
    assert open_whole_screen(opening(DisplayError("It stays black.")), opening(OPEN)) is OPEN
    assert caplog.messages == ["It stays black. The framebuffer is used instead."]


def test_a_screen_that_is_not_there_is_waited_for_and_none_that_works_says_why() -> None:
    with pytest.raises(OutputAbsentError, match="not plugged in"):
        open_whole_screen(opening(OutputAbsentError("not plugged in")), opening(OPEN))
    with pytest.raises(DisplayError, match="It stays black"):
        open_whole_screen(opening(DisplayError("It stays black")), opening(DisplayError("no /dev/fb0")))
