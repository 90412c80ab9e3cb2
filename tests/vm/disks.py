"""What happens to the cabinet's disk, and the USB stick beside it; see `tests.vm.checks`."""

from typing import Final

from tests.vm.cabinet import START_S, STATE, Cabinet, expect
from tests.vm.checks import MATCH_S, back_after, begin_match

NOT_SAVED: Final = "(cannot be (written|opened)|Not all could be saved)"
"""What the game says where the disk does not take what is to be kept."""

LAST_MATCH: Final = "SELECT id, state, winner, score1, score2 FROM matches ORDER BY id DESC LIMIT 1"
LAST_RECORDING: Final = f"$(ls {STATE}/recordings/*.jsonl | tail -n 1)"


def full_disk(cabinet: Cabinet) -> str:
    """A disk without room for a byte, also while the game starts."""
    cabinet.machine.run("fallocate -l 20G /var/full; dd if=/dev/zero of=/var/full2 bs=1M; sync", START_S)
    free = cabinet.sh("df --output=avail / | tail -1")
    seen = back_after(cabinet, "kill -9 {pid}", "full-disk")
    warning = cabinet.says(NOT_SAVED)
    cabinet.sh("rm -f /var/full /var/full2")
    cabinet.restart()
    return f"{free.strip()} KB free; {seen}; it says: {warning}"


def read_only_root(cabinet: Cabinet) -> str:
    """The kernel makes the disk read-only, as it does when the card has failed."""
    cabinet.sh("echo u > /proc/sysrq-trigger; sleep 2")
    status, _ = cabinet.machine.run(f"touch {STATE}/x")
    expect(status != 0, "the disk is read-only")
    seen = back_after(cabinet, "kill -9 {pid}", "read-only")
    warning = cabinet.says(NOT_SAVED)
    cabinet.machine.reset()
    cabinet.booted()
    return f"{seen}; it says: {warning}"


def reset_in_a_match(cabinet: Cabinet) -> str:
    """The power is cut in the middle of a match: it is offered to go on with it, as it stood."""
    begin_match(cabinet)
    done = cabinet.play(4)
    expect(done["winner"] is None and done["cards"], f"the match is going on: {done}")
    cabinet.shows_the_game("before-the-reset")
    match, recording = cabinet.store(LAST_MATCH), cabinet.sh(f"cat {LAST_RECORDING}")
    expect(match[0][1] == "playing", f"the store knows of the match: {match}")
    cabinet.machine.reset()
    cabinet.booted()
    seen = cabinet.shows_the_game("after-the-reset")
    expect(cabinet.store(LAST_MATCH) == match, f"the match stands as before: {match}")
    kept = cabinet.sh(f"cat {LAST_RECORDING}")
    expect(recording.startswith(kept), f"what was recorded is kept:\n{recording}\nnot:\n{kept}")
    edges = len(kept.splitlines()) - 1
    expect(edges > 0, "presses are kept")
    cabinet.press("1.card2")
    cabinet.machine.run("sleep 3")
    cabinet.shows_the_game("gone-on-with")
    ended = cabinet.play(MATCH_S)
    (number, *_), won = match[0], cabinet.store(LAST_MATCH)
    expect(won[0][:3] == [number, "over", ended["winner"]], f"match {number} is won by what follows: {won}")
    lost = len(recording.splitlines()) - 1 - edges
    return f"{done}; {seen}; {edges} edges were kept, the last {lost} lost; gone on with and won: {ended}"


def copied_to_a_stick(cabinet: Cabinet) -> str:
    """A USB stick is there for the game, running or started later, is copied to, and just pulled out."""
    mounted = "grep ' /media/speed-cabinet-.* rw,' /proc/{pid}/mounts"

    def seen() -> bool:
        return cabinet.machine.run(mounted.format(pid=cabinet.unit("MainPID")))[0] == 0

    cabinet.machine.plug_in_stick()
    cabinet.until(seen, "the running game sees the stick", 60)
    cabinet.restart()
    cabinet.until_up()
    expect(seen(), "the game sees the stick that is there when it starts")
    for control in ("service", "1.card3", "1.card1"):
        cabinet.press(control)
        cabinet.machine.run("sleep 4")
    cabinet.shows_the_game("copied")
    files = cabinet.sh("cd /media/speed-cabinet-*/speed-cabinet-* && ls").split()
    expect(files, "there are files on the stick")
    cabinet.machine.pull_out_stick()
    cabinet.until(lambda: cabinet.sh("ls /media") == "", "the stick is no longer mounted", 60)
    cabinet.press("1.action", "1.action", "1.action")
    expect(not seen(), "the game no longer sees the stick")
    return f"copied: {', '.join(files)}"
