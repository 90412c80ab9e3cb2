"""What is done to the cabinet, one thing after the other, and what has to be seen then.

Each check leaves the cabinet running. It returns what was seen, for the table, or raises `FailedError`.
"""

import json
from collections.abc import Callable
from typing import Final, TypeAlias

from tests.vm.cabinet import DROP_IN, GAME, START_S, STATE, UNIT, Cabinet, expect

Check: TypeAlias = Callable[[Cabinet], str]

MESSAGE: Final = "speed-cabinet-message.service"
EDITED: Final = "/etc/systemd/system/speed-cabinet.service.d"
"""What makes the machine a Pi for the game, as an owner would edit the unit."""

WIRING: Final = "/etc/speed-cabinet/cabinet.toml"
MATCH_S: Final = 900.0

READY_S: Final = 30.0
READY_LAMPS: Final = {"1": [3], "2": [3]}

OWN_SHARE: Final = 0.25
"""How much of the time from the kernel's start to attract may be the game's."""


def cold_boot(cabinet: Cabinet) -> str:
    """From power-on to attract: no login, no text, no cursor."""
    seen = cabinet.in_attract("attract")
    expect(cabinet.unit("ActiveState", "getty@tty1.service") != "active", "no login on the first console")
    expect(cabinet.sh("who | wc -l") == "0", "nobody is logged in")
    expect(cabinet.unit("NRestarts") == "0", f"it started at the first try:\n{cabinet.journal(60)}")
    user = cabinet.sh(f"ps -o user:20=,cls=,pri= -p {cabinet.unit('MainPID')}")
    return f"{seen}; process of {' '.join(user.split())}"


def boot_time(cabinet: Cabinet) -> str:
    """Where the time from the kernel's start to attract goes, by systemd's clock."""
    kernel_us = int(cabinet.sh("systemctl show --property=UserspaceTimestampMonotonic --value"))
    began_us, execed_us, ready_us = (
        int(cabinet.unit(f"{name}TimestampMonotonic"))
        for name in ("InactiveExit", "ExecMainStart", "ActiveEnter")
    )
    own_us = ready_us - execed_us
    share = own_us / ready_us
    expect(share <= OWN_SHARE, f"the game takes {share:.0%} of the start, not {OWN_SHARE:.0%} at most")
    return (
        f"kernel {kernel_us / 1e6:.1f} s, system {(began_us - kernel_us) / 1e6:.1f} s, waiting for a screen "
        f"{(execed_us - began_us) / 1e6:.1f} s, game {own_us / 1e6:.1f} s: {share:.0%} of "
        f"{ready_us / 1e6:.1f} s"
    )


def prepare(cabinet: Cabinet) -> None:
    """Choose a short match with hints on both sides, and start the game anew."""
    cabinet.sh(f"systemctl stop {UNIT}", START_S)
    cabinet.sh(f"runuser -u speed-cabinet -- {GAME}/python /opt/vm/prepare.py {STATE}", START_S)
    cabinet.restart()


def begin_match(cabinet: Cabinet) -> None:
    """From attract into a match, picture by picture."""
    prepare(cabinet)
    cabinet.in_attract("attract-before-a-match")
    cabinet.shows_the_game("menu")
    cabinet.press("1.action")
    cabinet.until(lambda: cabinet.lamps() == READY_LAMPS, "both are asked to get ready", READY_S)
    cabinet.shows_the_game("ready")
    cabinet.press("1.action", "2.action")
    cabinet.machine.run("sleep 4")
    cabinet.shows_the_game("match")


def match_to_a_claim(cabinet: Cabinet) -> str:
    """A match from attract to a claimed win, by nothing but switches and lamps."""
    begin_match(cabinet)
    done = cabinet.play(MATCH_S)
    cabinet.shows_the_game("won")
    expect(done["winner"], f"somebody wins within {MATCH_S:.0f} s: {done}")
    matches = cabinet.store("SELECT winner, state FROM matches ORDER BY id DESC LIMIT 1")
    expect(matches == [[done["winner"], "over"]], f"the store has the winner that the lamps show: {matches}")
    (slap_ns,) = cabinet.store(
        f"SELECT slap_ns FROM deal_players WHERE player = {done['winner']} ORDER BY match DESC LIMIT 1"
    )
    expect(slap_ns[0] is not None, "the win was claimed with a slap")
    return f"{json.dumps(done)}; the store has the winner, and a slap after {slap_ns[0]} ns"


def back_after(cabinet: Cabinet, deed: str, name: str, within_s: float = START_S) -> str:
    """Do something to the game's process, `deed`, and see another one with a picture on the screen."""
    pid = cabinet.unit("MainPID")
    cabinet.sh(deed.format(pid=pid), within_s)
    took_s = cabinet.until_up(other_than=pid)
    return f"back after {took_s:.1f} s; {cabinet.in_attract(name)}"


def killed(cabinet: Cabinet) -> str:
    """kill -9."""
    seen = back_after(cabinet, "kill -9 {pid}", "killed")
    return f"{seen}; {cabinet.says('code=killed, status=9')}"


def stopped(cabinet: Cabinet) -> str:
    """SIGSTOP: the loop stands still, and the watchdog ends it."""
    seen = back_after(cabinet, "kill -STOP {pid}", "stopped")
    return f"{seen}; {cabinet.says('Watchdog timeout')}"


def raised(cabinet: Cabinet) -> str:
    """An exception in the middle of the loop that nobody has thought of: no message, a new start at once."""
    shown = cabinet.unit("ExecMainStartTimestampMonotonic", MESSAGE)
    cabinet.configure("fault", "Environment=PYTHONPATH=/opt/vm/faults")
    cabinet.restart()
    seen = back_after(cabinet, "kill -USR1 {pid}", "raised", START_S)
    cabinet.says("RuntimeError: raised by the tests")
    expect(cabinet.unit("ExecMainStartTimestampMonotonic", MESSAGE) == shown, "the message was not shown")
    cabinet.configure("fault")
    return f"{seen}; {cabinet.says('Main process exited')}"


def without_memory(cabinet: Cabinet) -> str:
    """The kernel ends the game for want of memory."""
    seen = back_after(
        cabinet,
        f"systemctl set-property --runtime {UNIT} MemoryMax=16M; sleep 5; "
        f"systemctl set-property --runtime {UNIT} MemoryMax=infinity",
        "without-memory",
    )
    return f"{seen}; {cabinet.says('oom-kill|OOM killer')}"


def ended(cabinet: Cabinet) -> str:
    """SIGTERM by systemd: a clean end at once, and it stays away."""
    cabinet.sh(f"systemctl stop {UNIT}", START_S)
    result = (cabinet.unit("Result"), cabinet.unit("ExecMainStatus"), cabinet.unit("ActiveState"))
    expect(result == ("success", "0", "inactive"), f"a clean end, not {result}")
    lamps = cabinet.lamps()
    expect(lamps == {"1": [], "2": []}, f"all lamps are dark, not {lamps}")
    stopping, end = (
        int(cabinet.unit(f"{name}TimestampMonotonic")) for name in ("ActiveExit", "InactiveEnter")
    )
    cabinet.sh(f"systemctl start {UNIT}", START_S)
    return f"ended after {(end - stopping) / 1e6:.1f} s with status 0, lamps dark"


def _message(cabinet: Cabinet, name: str) -> str:
    """Wait for the message, photograph it, and read why the game cannot start."""
    cabinet.until(lambda: cabinet.unit("ActiveState", MESSAGE) == "activating", "the message is shown")
    cabinet.until(lambda: "What to do" in cabinet.console(), "the message is all there", 30)
    cabinet.picture(name)
    heading, reason = cabinet.console().split("What to do")[0].split("START", 1)
    expect("SPEED CABINET CANNOT" in heading, "the message has its heading")
    return reason.strip()


def broken_configuration(cabinet: Cabinet) -> str:
    """A line that does not exist: the message says so; put right, the game starts by itself."""
    cabinet.sh(f"cp {WIRING} /run/wiring; sed -i 's/^card1 = 4$/card1 = 99/' {WIRING}")
    cabinet.machine.run(f"systemctl daemon-reload; systemctl restart {UNIT}", START_S)
    reason = _message(cabinet, "broken-configuration")
    expect("player1.card1 = 99" in reason, f"the message names the line, not {reason!r}")
    cabinet.sh(f"cp /run/wiring {WIRING}")
    took_s = cabinet.until_up()
    cabinet.in_attract("configuration-put-right")
    return f"it says: {reason}; put right, it was back after {took_s:.0f} s"


def without_a_chip(cabinet: Cabinet) -> str:
    """No GPIO chip: the message says so; with the chip back, the game starts by itself."""
    chip = "/sys/kernel/config/gpio-sim/header/live"
    cabinet.sh(f"systemctl stop {UNIT}; echo 0 > {chip}")
    cabinet.machine.run(f"systemctl start {UNIT}", START_S)
    reason = _message(cabinet, "without-a-chip")
    expect("gpiochip" in reason, f"the message names the chip, not {reason!r}")
    cabinet.sh("/opt/vm/gpio-sim.sh")
    cabinet.until_up()
    return f"it says: {reason}"


def installed_again(cabinet: Cabinet) -> str:
    """The installer a second time, on the running system and without a network."""
    said = cabinet.sh("/usr/src/speed-cabinet/systemd/install.sh --bundle /usr/src/bundle", START_S)
    expect(said.splitlines()[-1].endswith("nothing to change"), said)
    return said.splitlines()[-1]


def upgraded(cabinet: Cabinet) -> str:
    """Another version: it is in use after one command, and what was kept still is."""
    before = cabinet.store("SELECT count(*) FROM matches"), cabinet.sh(f"sha256sum < {WIRING}")
    version = cabinet.sh("readlink /opt/speed-cabinet/current")
    pid = cabinet.unit("MainPID")
    source = "/usr/src/speed-cabinet"
    cabinet.sh(f"echo >> {source}/README.md")
    said = cabinet.sh(f"{source}/systemd/install.sh upgrade --bundle /usr/src/bundle", 4 * START_S)
    cabinet.until_up(other_than=pid)
    expect(cabinet.sh("readlink /opt/speed-cabinet/current") != version, "another version is in use")
    after = cabinet.store("SELECT count(*) FROM matches"), cabinet.sh(f"sha256sum < {WIRING}")
    expect(after == before, f"matches and wiring are as before: {before}, {after}")
    return f"{said.splitlines()[-1]}; {cabinet.in_attract('upgraded')}"


def switched_off(cabinet: Cabinet) -> str:
    """Switched off from the service page: service, slap, yes."""
    cabinet.press("service")
    cabinet.machine.run("sleep 6")
    cabinet.shows_the_game("service")
    cabinet.press("1.slap")
    cabinet.machine.run("sleep 6")
    cabinet.shows_the_game("switch-off")
    cabinet.press("1.card2")
    expect(cabinet.machine.ended(START_S), "the machine switches itself off")
    return "the machine is off"


def power_button(cabinet: Cabinet) -> str:
    """The power button: the system is shut down in order."""
    cabinet.machine.power_button()
    expect(cabinet.machine.ended(START_S), "the machine switches itself off")
    return "the machine is off"


def uninstalled(cabinet: Cabinet) -> str:
    """Uninstalling: the files are as before installing, but for what the players and the owner made."""
    cabinet.sh(f"rm -rf {DROP_IN}")
    said = cabinet.sh("/usr/src/speed-cabinet/systemd/install.sh uninstall", START_S)
    left = cabinet.sh(
        "find / -xdev -path /usr/src -prune -o -path /proc -prune -o -name '*speed-cabinet*' -print; "
        "grep speed-cabinet /etc/passwd /etc/group; true"
    ).split()
    left = [
        path for path in left if not path.startswith(("/var/log", "/var/lib/systemd", "/run/credentials"))
    ]
    expect(
        {STATE, EDITED} <= set(left) and all(f"{path}/".startswith((f"{STATE}/", EDITED)) for path in left),
        f"what the players made and the owner edited is left, and nothing else: {left}",
    )
    cabinet.until(lambda: cabinet.unit("ActiveState", "getty@tty1.service") == "active", "a login is back")
    cabinet.machine.run("sleep 3")
    cabinet.picture("uninstalled")
    return f"{said.splitlines()[-1]}; left: {', '.join(left)}; the login is back"
