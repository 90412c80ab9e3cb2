import logging
import os
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from firmware.notify import Notifier

SECOND_NS = 1_000_000_000


class Manager:
    """The end of the socket that systemd holds."""

    def __init__(self, address: str) -> None:
        self.address = address
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.bind("\0" + address[1:] if address.startswith("@") else address)
        self._socket.setblocking(False)

    def heard(self) -> list[str]:
        messages = []
        while True:
            try:
                messages.append(self._socket.recv(4096).decode())
            except BlockingIOError:
                return messages

    def close(self) -> None:
        self._socket.close()


@pytest.fixture(params=["path", "abstract"])
def manager(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Manager]:
    address = str(tmp_path / "notify") if request.param == "path" else f"@speed-cabinet-test-{os.getpid()}"
    manager = Manager(address)
    yield manager
    manager.close()


def test_systemd_hears_what_it_is_told_in_its_own_words(manager: Manager) -> None:
    notifier = Notifier.from_environment({"NOTIFY_SOCKET": manager.address})
    notifier.ready()
    notifier.stopping()
    assert manager.heard() == ["READY=1", "STOPPING=1"]


def test_signs_of_life_come_twice_per_allowed_silence_however_often_the_loop_turns(manager: Manager) -> None:
    notifier = Notifier.from_environment({"NOTIFY_SOCKET": manager.address, "WATCHDOG_USEC": "4000000"})
    for millisecond in range(10_000):
        notifier.alive(5 * SECOND_NS + millisecond * 1_000_000)
    assert manager.heard() == ["WATCHDOG=1"] * 5


def test_the_first_sign_of_life_is_sent_at_once_on_any_clock(manager: Manager) -> None:
    notifier = Notifier(manager.address, watchdog_ns=SECOND_NS)
    notifier.alive(-7 * SECOND_NS)
    assert manager.heard() == ["WATCHDOG=1"]


@pytest.mark.parametrize(
    "asked",
    [
        {},
        {"WATCHDOG_USEC": "0"},
        {"WATCHDOG_USEC": "soon"},
        {"WATCHDOG_USEC": "1000", "WATCHDOG_PID": str(os.getppid())},
    ],
    ids=["not asked", "zero", "no number", "asked of another process"],
)
def test_no_sign_of_life_is_sent_that_nobody_asked_for(manager: Manager, asked: dict[str, str]) -> None:
    notifier = Notifier.from_environment({"NOTIFY_SOCKET": manager.address, **asked})
    notifier.alive(SECOND_NS)
    assert manager.heard() == []


def test_a_watchdog_asked_of_this_very_process_is_fed(manager: Manager) -> None:
    asked = {"WATCHDOG_USEC": "1000", "WATCHDOG_PID": str(os.getpid())}
    Notifier.from_environment({"NOTIFY_SOCKET": manager.address, **asked}).alive(0)
    assert manager.heard() == ["WATCHDOG=1"]


def test_outside_a_service_nothing_happens(caplog: pytest.LogCaptureFixture) -> None:
    notifier = Notifier.from_environment({})
    notifier.ready()
    notifier.alive(0)
    notifier.stopping()
    assert caplog.records == []


def test_a_manager_that_is_gone_is_told_of_once_in_the_log_and_the_game_goes_on(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    notifier = Notifier(str(tmp_path / "gone"), watchdog_ns=1)
    with caplog.at_level(logging.WARNING):
        notifier.ready()
        notifier.alive(0)
        notifier.alive(1)
    assert [record.getMessage() for record in caplog.records] == [
        "systemd cannot be told 'READY=1': [Errno 2] No such file or directory"
    ]


def test_a_manager_that_does_not_listen_does_not_hold_up_the_game(
    manager: Manager, caplog: pytest.LogCaptureFixture
) -> None:
    notifier = Notifier(manager.address, watchdog_ns=1)
    for now_ns in range(10_000):
        notifier.alive(now_ns)
    assert 0 < len(manager.heard()) < 10_000
    assert len(caplog.records) == 1
