"""A virtual machine under QEMU: started, reset, asked to run commands, and its screen photographed."""

import json
import shutil
import socket
import subprocess
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, TextIO

from systemd.boot_options import ADDED

CONNECT_S: Final = 20.0
BOOT_S: Final = 600.0
"""Emulated, and on a machine that has other things to do, a boot may take minutes."""

SILENCE_S: Final = 1800.0
"""No command takes longer than that."""

PANIC: Final = "Oops: int3"
"""A fault of the emulation, not of what is tested. Such a run is repeated, and counted."""

STICK_KB: Final = 32768
EMULATORS: Final = {
    "amd64": ("qemu-system-x86_64 -cpu max", "ttyS0"),
    # A Pi 4's processor; a newer one's pointer authentication is slow to emulate.
    "arm64": ("qemu-system-aarch64 -machine virt -cpu cortex-a72", "ttyAMA0"),
}
"""The command, and the serial console on which the kernel may complain, for each architecture."""


class MachineError(Exception):
    """The machine did not do what it always does; the message says what, with the end of its log."""


class Machine:
    """A running machine. `disk` is not written to: what the machine writes is gone when it is stopped.

    `card`: the name of its graphics card, with its options. `options`: boot options beside a cabinet's.
    """

    def __init__(
        self,
        cache: Path,
        card: str,
        *,
        architecture: str = "amd64",
        options: str = "",
        memory_mb: int = 1024,
    ) -> None:
        self._cache = cache
        self._folder = Path(tempfile.mkdtemp(prefix="speed-cabinet-vm-"))
        self.serial = self._folder / "serial.log"
        emulator, console = EMULATORS[architecture]
        command = [*emulator.split(), "-accel", "tcg", "-smp", "1", "-m", str(memory_mb)]
        command += ["-nodefaults", "-display", "none", "-vga", "none", "-device", card]
        command += ["-serial", f"file:{self.serial}"]
        command += ["-qmp", f"unix:{self._folder}/qmp,server=on,wait=off"]
        command += ["-device", "virtio-serial-pci", "-device", "virtserialport,chardev=agent,name=agent"]
        command += ["-chardev", f"socket,id=agent,path={self._folder}/agent,server=on,wait=off"]
        command += ["-drive", f"file={cache}/disk.ext4,if=virtio,format=raw,snapshot=on"]
        command += ["-device", "virtio-keyboard-pci", "-device", "virtio-rng-pci", "-device", "qemu-xhci"]
        command += ["-kernel", f"{cache}/vmlinuz", "-initrd", f"{cache}/initrd"]
        command += [
            "-append",
            f"{' '.join(ADDED)} console={console} console=tty42 panic=-1 mitigations=off {options}",
        ]
        with (self._folder / "qemu.log").open("w") as log:
            self._process = subprocess.Popen(command, stdout=log, stderr=log)
        self._control = self._connected("qmp")
        self._control.readline()
        self._ask("qmp_capabilities")
        self._agent = self._connected("agent")

    def _connected(self, name: str) -> TextIO:
        deadline_s = time.monotonic() + CONNECT_S
        while True:
            connection = socket.socket(socket.AF_UNIX)
            connection.settimeout(SILENCE_S)
            try:
                connection.connect(str(self._folder / name))
            except OSError:
                connection.close()
                if self._process.poll() is not None or time.monotonic() > deadline_s:
                    raise MachineError((self._folder / "qemu.log").read_text()) from None
                time.sleep(0.05)
            else:
                return connection.makefile("rw")

    def _ask(self, order: str, **arguments: object) -> None:
        self._control.write(json.dumps({"execute": order, "arguments": arguments}) + "\n")
        self._control.flush()
        while True:
            reply = json.loads(self._control.readline())
            if "error" in reply:
                raise MachineError(f"{order}: {reply['error']}")
            if "return" in reply:
                return

    def run(self, command: str, timeout_s: float = 60) -> tuple[int, str]:
        """Run a shell command as root inside; its exit status (124 after the time) and output."""
        try:
            self._agent.write(json.dumps({"command": command, "timeout_s": timeout_s}) + "\n")
            self._agent.flush()
            line = self._agent.readline()
        except OSError as error:
            raise MachineError(f"{command!r}: {error}\n{self.log()[-2000:]}") from error
        if not line:
            raise MachineError(f"{command!r}: the machine is gone\n{self.log()[-2000:]}")
        reply: dict[str, Any] = json.loads(line)
        return reply["status"], reply["output"]

    def sh(self, command: str, timeout_s: float = 60) -> str:
        """Run a shell command that has to succeed; its output without the white space around."""
        status, output = self.run(command, timeout_s)
        if status != 0:
            raise MachineError(f"{command!r} ended with {status}:\n{output}")
        return output.strip()

    def picture(self, path: Path) -> None:
        """Save what is on the screen as PNG."""
        self._ask("screendump", filename=str(path), format="png")

    def plug_in_stick(self) -> None:
        """Plug in an empty USB stick with a FAT file system."""
        stick = self._folder / "stick"
        subprocess.run(["mkfs.vfat", "-C", stick, str(STICK_KB)], check=True, capture_output=True)
        self._ask("blockdev-add", driver="file", filename=str(stick), **{"node-name": "stick"})
        self._ask("device_add", driver="usb-storage", drive="stick", id="plugged", removable=True)

    def pull_out_stick(self) -> None:
        """Pull the USB stick out, without a word before."""
        self._ask("device_del", id="plugged")

    def power_button(self) -> None:
        """Press the machine's power button."""
        self._ask("system_powerdown")

    def reset(self) -> None:
        """Take the power away for a moment: nothing is ended or written, and it boots again."""
        self._ask("system_reset")

    def ended(self, within_s: float) -> bool:
        """Whether the machine has switched itself off, waiting so long for it."""
        try:
            self._process.wait(within_s)
        except subprocess.TimeoutExpired:
            return False
        return True

    def log(self) -> str:
        """All that it printed on its serial console."""
        return self.serial.read_text(errors="replace")

    def stop(self) -> None:
        """End it, whatever it is doing, and remove what it left. Stopping twice is allowed."""
        self._process.kill()
        self._process.wait()
        for file in (self._control, self._agent):
            # Closing writes what is left, which nobody takes any more.
            with suppress(OSError):
                file.close()
        shutil.rmtree(self._folder, ignore_errors=True)
