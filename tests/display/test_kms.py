import errno
import fcntl
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from display.outputs import kms as module
from display.outputs.headless import HeadlessDisplay
from display.outputs.kms import Kms, KmsOutput, kms_available, screen_there
from display.outputs.port import OutputAbsentError
from display.outputs.surface import LOOK_NS, SurfaceDisplay
from display.port import DisplayError
from display.sdl import pygame
from tests.display.situations import NOW_NS
from tests.display.tables import NAMED

SCREEN = NAMED["play"].screen


class Machine:
    """The files by which Linux tells of a graphics card and its sockets; SDL draws nowhere."""

    def __init__(self, folder: Path) -> None:
        self.devices, self.connectors = folder / "dri", folder / "drm"
        for path in (self.devices, self.connectors):
            path.mkdir()
        self.kms = Kms(self.devices, self.connectors, driver="dummy")

    def card(self, number: int = 0) -> None:
        (self.devices / f"card{number}").touch()
        (self.devices / f"renderD{128 + number}").touch()

    def socket(self, name: str, status: str) -> None:
        folder = self.connectors / name
        folder.mkdir(exist_ok=True)
        (folder / "status").write_text(f"{status}\n")


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Machine]:
    for name in ("VIDEODRIVER", "RENDER_DRIVER", "FRAMEBUFFER_ACCELERATION", "INPUT_LINUX_KEEP_KBD"):
        # Set first, so that what is set in the test is taken back in any case.
        monkeypatch.setenv(f"SDL_{name}", "")
        monkeypatch.delenv(f"SDL_{name}")
    yield Machine(tmp_path)
    pygame.display.quit()


@pytest.fixture
def plugged_in(machine: Machine) -> Machine:
    machine.card(1)
    machine.socket("card1-HDMI-A-1", "connected")
    machine.socket("card1-HDMI-A-2", "disconnected")
    machine.socket("card1-Writeback-1", "unknown")
    return machine


def refuse_master(monkeypatch: pytest.MonkeyPatch, number: int) -> None:
    def refuse(file: int, request: int) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(fcntl, "ioctl", refuse)


def on_screen() -> bytes:
    surface = pygame.display.get_surface()
    assert surface is not None
    return surface.get_buffer().raw


def picture(size_px: tuple[int, int]) -> bytes:
    headless = HeadlessDisplay(size_px)
    headless.show(SCREEN, (), NOW_NS)
    return headless.picture().get_buffer().raw


def test_a_screen_that_is_plugged_in_is_found_by_its_name(plugged_in: Machine) -> None:
    assert kms_available(plugged_in.kms) == (True, "a screen is plugged in at card1-HDMI-A-1")
    assert not pygame.display.get_init()
    assert "SDL_VIDEODRIVER" not in os.environ


def test_to_look_whether_a_screen_is_there_opens_nothing(
    plugged_in: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail() -> None:
        raise AssertionError("opened for a look")

    monkeypatch.setattr(pygame.display, "init", fail)
    assert screen_there(plugged_in.kms) == (True, "a screen is plugged in at card1-HDMI-A-1")
    plugged_in.socket("card1-HDMI-A-1", "disconnected")
    assert screen_there(plugged_in.kms) == (False, "No screen is plugged in or switched on")


def test_a_machine_without_a_card_or_a_screen_says_so(machine: Machine) -> None:
    assert kms_available(machine.kms) == (False, f"There is no graphics card {machine.devices}/card*")
    machine.card()
    machine.socket("card0-HDMI-A-1", "disconnected")
    assert kms_available(machine.kms) == (False, "No screen is plugged in or switched on")


@pytest.mark.parametrize("number", [errno.EACCES, errno.EBUSY])
def test_another_program_that_has_the_screen_is_told_and_waited_for(
    plugged_in: Machine, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    refuse_master(monkeypatch, number)
    usable, why = kms_available(plugged_in.kms)
    assert not usable
    assert "Another program, such as a desktop, has the screen of" in why
    with pytest.raises(OutputAbsentError):
        KmsOutput(kms=plugged_in.kms)


def test_a_card_that_may_not_be_opened_is_no_case_for_waiting(
    plugged_in: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(path: Path, flags: int) -> int:
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(os, "open", refuse)
    with pytest.raises(DisplayError, match=r"card1 cannot be used: Permission denied.*'video'") as refused:
        KmsOutput(kms=plugged_in.kms)
    assert not isinstance(refused.value, OutputAbsentError)


def test_a_driver_that_does_not_start_names_what_it_needs(plugged_in: Machine) -> None:
    kms = Kms(plugged_in.devices, plugged_in.connectors, driver="none-such")
    usable, why = kms_available(kms)
    assert not usable
    assert "none-such not available" in why
    assert "libgbm1" in why
    with pytest.raises(DisplayError, match=r"none-such not available.*libgbm1") as refused:
        KmsOutput(kms=kms)
    assert not isinstance(refused.value, OutputAbsentError)


@pytest.mark.parametrize("seen", [(0, 0, 0), (16, 16, 16)])
def test_a_screen_that_stays_black_is_refused_and_given_back(
    plugged_in: Machine, monkeypatch: pytest.MonkeyPatch, seen: tuple[int, int, int]
) -> None:
    monkeypatch.setattr(module, "read_back", lambda colour: pygame.Color(seen))
    with pytest.raises(DisplayError, match=r"stays black.*--display framebuffer") as refused:
        SurfaceDisplay(lambda: KmsOutput(kms=plugged_in.kms), patient=True)
    assert not isinstance(refused.value, OutputAbsentError)
    assert not pygame.display.get_init()


@pytest.mark.parametrize("seen", [(255, 255, 255), (248, 252, 248), (235, 235, 235), None])
def test_a_screen_whose_white_is_nearly_white_or_cannot_be_read_is_none_that_stays_black(
    plugged_in: Machine, monkeypatch: pytest.MonkeyPatch, seen: tuple[int, int, int] | None
) -> None:
    monkeypatch.setattr(module, "read_back", lambda colour: seen and pygame.Color(seen))
    KmsOutput(kms=plugged_in.kms).close()


def test_the_whole_screen_is_the_table(plugged_in: Machine) -> None:
    display = SurfaceDisplay(lambda: KmsOutput(kms=plugged_in.kms))
    display.show(SCREEN, (), NOW_NS)
    assert on_screen() == picture(pygame.display.get_desktop_sizes()[0])
    assert not pygame.mouse.get_visible()
    assert os.environ["SDL_FRAMEBUFFER_ACCELERATION"] == "opengles2"
    display.close()
    assert not pygame.display.get_init()


def test_a_cable_may_come_out_and_in_again(plugged_in: Machine) -> None:
    display = SurfaceDisplay(lambda: KmsOutput(kms=plugged_in.kms), patient=True)
    display.show(SCREEN, (), NOW_NS)
    plugged_in.socket("card1-HDMI-A-1", "disconnected")
    display.show(SCREEN, (), NOW_NS + LOOK_NS)
    assert not pygame.display.get_init()
    assert display.trouble == "No screen is plugged in or switched on."
    plugged_in.socket("card1-HDMI-A-2", "connected")
    display.show(SCREEN, (), NOW_NS + 2 * LOOK_NS)
    assert display.trouble is None
    assert on_screen() == picture(pygame.display.get_desktop_sizes()[0])


def test_a_socket_that_vanishes_while_it_is_looked_at_has_no_screen(
    plugged_in: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    display = SurfaceDisplay(lambda: KmsOutput(kms=plugged_in.kms), patient=True)

    def vanish(path: Path) -> str:
        raise OSError(errno.ENODEV, "No such device", str(path))

    with monkeypatch.context() as vanishing:
        vanishing.setattr(Path, "read_text", vanish)
        display.show(SCREEN, (), NOW_NS)
    assert display.trouble == "No screen is plugged in or switched on."


def test_a_card_that_appears_late_is_waited_for(machine: Machine) -> None:
    display = SurfaceDisplay(lambda: KmsOutput(kms=machine.kms), patient=True)
    display.show(SCREEN, (), 0)
    machine.card()
    machine.socket("card0-DSI-1", "connected")
    display.show(SCREEN, (), LOOK_NS)
    assert display.trouble is None
    assert pygame.display.get_init()


def test_one_screen_where_two_are_wanted_is_a_case_for_waiting(plugged_in: Machine) -> None:
    with pytest.raises(OutputAbsentError, match="2 screens are wanted, but only card1-HDMI-A-1"):
        KmsOutput(2, plugged_in.kms)


def test_whole_screens_are_loaded_without_a_word_as_all_that_draws_is() -> None:
    command = [sys.executable, "-c", "import display.outputs.kms"]
    bare = {key: value for key, value in os.environ.items() if key != "PYGAME_HIDE_SUPPORT_PROMPT"}
    assert subprocess.run(command, env=bare, capture_output=True, check=True).stdout == b""
