"""What the program tells systemd: it is ready, it is alive, it is about to end."""

import logging
import os
import socket
from collections.abc import Mapping
from typing import Final

logger: Final = logging.getLogger(__name__)


class Notifier:
    """Sends notifications to a service manager, and none where nobody asked for any.

    Nothing here blocks or raises: a lost notification is logged once, as it must not stop the game.

    `address`: the manager's socket, a path or, after an "@", an abstract name; empty for none.
    `watchdog_ns`: the longest silence that the manager bears, 0 for any.
    """

    def __init__(self, address: str = "", watchdog_ns: int = 0) -> None:
        self._address = "\0" + address[1:] if address.startswith("@") else address
        self._watchdog_ns = watchdog_ns
        self._alive_due_ns: int | None = None
        self._failed = False

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] = os.environ) -> "Notifier":
        """The one that systemd asks for in the environment of a service.

        A request for a watchdog that was meant for another process is none.
        """
        asked = environment.get("WATCHDOG_USEC", "0")
        mine = environment.get("WATCHDOG_PID", str(os.getpid())) == str(os.getpid())
        watchdog_ns = int(asked) * 1000 if mine and asked.isdecimal() else 0
        return cls(environment.get("NOTIFY_SOCKET", ""), watchdog_ns)

    def ready(self) -> None:
        """The first picture is on the screen."""
        self._send("READY=1")

    def alive(self, now_ns: int) -> None:
        """The game goes on; call it on every round of its loop, it passes on as few as will do.

        `now_ns`: the time on any clock that never goes back.
        """
        if not self._watchdog_ns:
            return
        if self._alive_due_ns is None or now_ns >= self._alive_due_ns:
            # Twice as often as needed: one that comes late or gets lost is no reason to be killed.
            self._alive_due_ns = now_ns + self._watchdog_ns // 2
            self._send("WATCHDOG=1")

    def stopping(self) -> None:
        """The program is about to end, and means to."""
        self._send("STOPPING=1")

    def _send(self, message: str) -> None:
        if not self._address:
            return
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as sender:
                sender.setblocking(False)
                sender.sendto(message.encode(), self._address)
        except OSError as error:
            if not self._failed:
                self._failed = True
                logger.warning("systemd cannot be told %r: %s", message, error)
