"""The doctor's findings, on folders that stand for a machine's files."""

import errno
import json
import resource
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import pytest

from firmware.doctor import boot, checks, service
from firmware.doctor.command import report
from firmware.doctor.finding import Finding, Level, missing, ok, warn
from firmware.doctor.machine import Machine, chip_label, output_of
from firmware.doctor.panels import input_devices, panels, wiring, wiring_file
from hal.port import HalError
from hal.usb import UsbHal
from hal.usb_boards import any_keyboard
from hal.wiring import load_wiring
from tests.hal.virtual_usb import VirtualUsb

GIGABYTE = 1_000_000_000
UNIT = "usr/local/lib/systemd/system/speed-cabinet.service"
WANTS = "etc/systemd/system/multi-user.target.wants/speed-cabinet.service"
MEMBERS = "".join(f"{group}:x:20:pi,speed-cabinet\n" for group in service.GROUPS)


class Fake:
    """A machine made of files, where every device may be used unless it is said otherwise."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.outputs: dict[str, str] = {}
        self.refused: set[str] = set()
        self.labels: dict[str, str] = {}
        self.limits = {resource.RLIMIT_RTPRIO: 0, resource.RLIMIT_MEMLOCK: 8 << 20}
        self.free = 10 * GIGABYTE

    def file(self, path: str, text: str = "") -> None:
        (self.root / path).parent.mkdir(parents=True, exist_ok=True)
        (self.root / path).write_text(text)

    def _label(self, device: Path) -> str:
        if device.name in self.refused:
            raise PermissionError(errno.EACCES, "Permission denied")
        return self.labels[device.name]

    @property
    def machine(self) -> Machine:
        return Machine(
            root=self.root,
            architecture="riscv64",
            user="pi",
            output_of=lambda command: self.outputs.get(" ".join(command)),
            may_use=lambda path: path.name not in self.refused,
            chip_label=self._label,
            limit=self.limits.__getitem__,
            free_bytes=lambda folder: self.free,
        )


@pytest.fixture
def fake(tmp_path: Path) -> Fake:
    return Fake(tmp_path)


def test_a_raspberry_pi_is_named_and_anything_else_is_no_failure(fake: Fake) -> None:
    assert checks.model(fake.machine).level is Level.WARN
    assert "riscv64" in checks.model(fake.machine).found
    fake.file("proc/device-tree/model", "Raspberry Pi 5 Model B Rev 1.0\0")
    assert checks.model(fake.machine) == ok("machine", "Raspberry Pi 5 Model B Rev 1.0")


@pytest.mark.parametrize(
    ("release", "through", "level"),
    [
        ("6.12.34+rpt-rpi-2712\n", "gpiod", Level.OK),
        ("5.10.0", "gpiod", Level.OK),
        ("5.9.16", "gpiod", Level.MISSING),
        ("5.9.16", "lgpio", Level.OK),
        ("5.7.0", "lgpio", Level.OK),
        ("5.4.83-v7l+", "lgpio", Level.MISSING),
        ("5.4.83-v7l+", "evdev", Level.OK),
        ("", "gpiod", Level.MISSING),
    ],
)
def test_linux_must_be_as_new_as_what_reads_the_panels_asks(
    fake: Fake, release: str, through: str, level: Level
) -> None:
    fake.file("proc/sys/kernel/osrelease", release)
    assert checks.kernel(fake.machine, through).level is level


def test_the_headers_chip_is_found_by_its_label_whatever_its_number(fake: Fake) -> None:
    assert checks.gpio_chips(fake.machine).level is Level.MISSING
    for number, label in ((0, "gpio-brcmstb@107d508500"), (4, "pinctrl-rp1")):
        fake.file(f"dev/gpiochip{number}")
        fake.labels[f"gpiochip{number}"] = label
    assert checks.gpio_chips(fake.machine) == ok("GPIO chip", "gpiochip4 is pinctrl-rp1, the header's")


def test_a_chip_that_is_no_headers_or_may_not_be_asked_is_told(fake: Fake) -> None:
    for number in (0, 1):
        fake.file(f"dev/gpiochip{number}")
    fake.labels["gpiochip0"] = "gpio-sim.0"
    fake.refused = {"gpiochip1"}
    finding = checks.gpio_chips(fake.machine)
    assert finding.level is Level.WARN
    assert "gpiochip0: gpio-sim.0, gpiochip1: Permission denied" in finding.found


def test_a_device_that_may_not_be_used_is_told_with_the_group_that_may(fake: Fake) -> None:
    for node in ("dev/gpiochip0", "dev/gpiochip1", "dev/dri/card0", "dev/snd/pcmC0D0p", "dev/fb0"):
        fake.file(node)
    assert list(checks.access(fake.machine, "gpio")) == [ok("access", "to the devices of gpio, video, audio")]
    fake.refused = {"gpiochip1", "pcmC0D0p"}
    gpio, audio, rest = checks.access(fake.machine, "gpio")
    assert (gpio.level, audio.level) == (Level.MISSING, Level.WARN)
    assert gpio.found.endswith("dev/gpiochip1")
    assert gpio.advice == "sudo usermod -aG gpio pi, then log in again"
    assert rest == ok("access", "to the devices of video")
    assert next(checks.access(fake.machine, "input")).level is Level.WARN


def test_the_display_that_would_be_chosen_is_told_with_why_no_better_one_is() -> None:
    probes: dict[str, Callable[[], tuple[bool, str]]] = {
        "window": lambda: (False, "no desktop"),
        "kms": lambda: (True, "a screen is plugged in at card1-HDMI-A-1"),
    }
    assert checks.display(probes) == ok(
        "display", "kms: a screen is plugged in at card1-HDMI-A-1; no window: no desktop"
    )
    probes["kms"] = lambda: (False, "No screen is plugged in")
    finding = checks.display(probes)
    assert finding.level is Level.MISSING
    assert finding.found == "no window: no desktop; no kms: No screen is plugged in"


def test_without_a_loudspeaker_the_game_is_silent_and_runs(fake: Fake) -> None:
    assert checks.sound(fake.machine, lambda: "there is no sound card").level is Level.WARN
    fake.file(
        "proc/asound/cards", " 0 [vc4hdmi0       ]: vc4-hdmi - vc4-hdmi-0\n                      vc4-hdmi-0\n"
    )
    assert checks.sound(fake.machine, lambda: None) == ok("sound", "vc4-hdmi - vc4-hdmi-0")


@pytest.mark.parametrize(
    ("free", "level"), [(GIGABYTE, Level.OK), (100_000_000, Level.WARN), (1_000, Level.MISSING)]
)
def test_a_full_disk_is_told_before_it_is_too_late(fake: Fake, free: int, level: Level) -> None:
    fake.free = free
    assert checks.disk(fake.machine).level is level


@pytest.mark.parametrize(
    ("word", "level", "found", "advice"),
    [
        ("0x0", Level.OK, "no under-voltage", ""),
        ("0x50005", Level.WARN, "under-voltage now, throttling now", "stronger supply"),
        ("0x50000", Level.WARN, "under-voltage since the start, throttling since the start", "supply"),
        ("0x80008", Level.WARN, "too much heat now", "more air"),
    ],
)
@pytest.mark.parametrize("folder", ["soc/soc:firmware", "soc@107c000000/soc@107c000000:firmware"])
def test_a_weak_supply_and_heat_are_told_now_and_since_the_start(
    fake: Fake, folder: str, word: str, level: Level, found: str, advice: str
) -> None:
    assert list(checks.power(fake.machine)) == []
    fake.outputs["vcgencmd get_throttled"] = f"throttled={word}\n"
    by_tool = list(checks.power(fake.machine))
    fake.outputs.clear()
    fake.file(f"sys/devices/platform/{folder}/get_throttled", word.removeprefix("0x") + "\n")
    assert list(checks.power(fake.machine)) == by_tool
    (finding,) = by_tool
    assert finding.level is level
    assert found in finding.found
    assert advice in finding.advice


def test_a_word_on_the_supply_that_makes_no_sense_is_left_out(fake: Fake) -> None:
    fake.file("sys/devices/platform/soc/soc:firmware/get_throttled", "nonsense\n")
    assert list(checks.power(fake.machine)) == []


@pytest.mark.parametrize(
    ("setting", "told"),
    [
        ("dtparam=i2c_arm=on", "dtparam=i2c_arm gives GPIO 2 (service) to I²C"),
        ("dtoverlay=w1-gpio", "dtoverlay=w1-gpio gives GPIO 4 (player 1, card1) to 1-Wire"),
        ("dtoverlay=w1-gpio,gpiopin=17", "gpiopin=17 gives GPIO 17 (player 1, card2) to 1-Wire"),
        ("dtoverlay=gpio-fan,temp=60000", "gives GPIO 12 (player 2, lamp2) to a fan"),
        (
            "dtparam=audio=on,spi=on",
            "dtparam=spi gives GPIO 7 (player 2, slap), GPIO 8 (player 2, action), GPIO 9",
        ),
        (
            "enable_uart=1",
            "enable_uart=1 gives GPIO 14 (player 2, lamp1), GPIO 15 (player 2, card1) to the serial",
        ),
        ("dtoverlay=disable-bt", "GPIO 15 (player 2, card1) to the serial port"),
        ("dtparam=i2s=on  # loudspeakers", "dtparam=i2s gives GPIO 18 (player 2, card2), GPIO 19"),
    ],
)
@pytest.mark.parametrize("folder", boot.FOLDERS)
def test_a_wired_line_that_has_a_second_job_in_the_boot_files_is_told(
    fake: Fake, folder: str, setting: str, told: str
) -> None:
    fake.file(f"{folder}/config.txt", f"dtparam=audio=on\n\n[all]\n{setting}\n")
    (finding,) = boot.second_jobs(fake.machine, load_wiring())
    assert finding.level is Level.WARN
    assert told in finding.found
    assert f"/{folder}/config.txt" in finding.advice


@pytest.mark.parametrize(
    "config",
    [
        "#dtparam=spi=on\n# enable_uart=1\ndtparam=audio=on",
        "dtparam=spi=on\nenable_uart=1\n[all]\ndtparam=spi=off\nenable_uart=0",
        "dtoverlay=gpio-shutdown,gpio_pin=3\ndtoverlay=vc4-kms-v3d\ndtoverlay=w1-gpio,gpiopin=3",
        "dtparam=i2c_vc=on",
    ],
)
def test_what_is_off_or_concerns_no_wired_line_is_no_second_job(fake: Fake, config: str) -> None:
    fake.file("boot/firmware/config.txt", config)
    fake.file("boot/firmware/cmdline.txt", "console=serial0,115200 console=tty1 root=PARTUUID=1-02")
    (finding,) = boot.second_jobs(fake.machine, load_wiring())
    assert finding.level is Level.OK


def test_a_console_on_the_serial_port_is_named_with_it(fake: Fake) -> None:
    fake.file("boot/firmware/config.txt", "enable_uart=1")
    fake.file("boot/firmware/cmdline.txt", "console=serial0,115200 console=tty1 root=PARTUUID=1-02")
    (finding,) = boot.second_jobs(fake.machine, load_wiring())
    assert finding.found.endswith("to the serial port (and console=serial0,115200 the system's messages)")


def test_a_machine_without_a_pis_boot_files_is_not_asked_for_them(fake: Fake) -> None:
    assert list(boot.second_jobs(fake.machine, load_wiring())) == []


def test_a_service_that_is_not_there_is_off_or_runs_is_told(fake: Fake) -> None:
    assert service.installed(fake.machine).advice == "sudo make install"
    fake.file(UNIT, "[Service]\n")
    assert "enable" in service.installed(fake.machine).advice
    fake.file(WANTS)
    (fake.root / WANTS).unlink()
    (fake.root / WANTS).symlink_to(f"/{UNIT}")
    assert service.installed(fake.machine) == ok("service", "starts at power-on")
    fake.outputs["systemctl is-active speed-cabinet"] = "active\n"
    assert service.installed(fake.machine).advice == "sudo systemctl stop speed-cabinet"


def test_the_services_user_must_be_in_every_group_of_its_devices(fake: Fake) -> None:
    assert service.members(fake.machine).level is Level.WARN
    fake.file("etc/passwd", "root:x:0:0:root:/root:/bin/bash\nspeed-cabinet:x:998:998::/:/usr/sbin/nologin\n")
    fake.file("etc/group", MEMBERS)
    assert service.members(fake.machine).level is Level.OK
    fake.file("etc/group", MEMBERS.replace("render:x:20:pi,speed-cabinet", "render:x:20:pi"))
    finding = service.members(fake.machine)
    assert finding.level is Level.MISSING
    assert finding.advice.startswith("sudo usermod -aG render speed-cabinet")


def test_limits_come_from_the_unit_or_else_from_the_shell(fake: Fake) -> None:
    assert service.limits(fake.machine).level is Level.WARN
    fake.limits = {resource.RLIMIT_RTPRIO: 99, resource.RLIMIT_MEMLOCK: resource.RLIM_INFINITY}
    assert "locked memory up to any" in service.limits(fake.machine).found
    fake.file(UNIT, "[Service]\nLimitRTPRIO=20\n")
    assert service.limits(fake.machine).level is Level.WARN
    fake.file(UNIT, "[Service]\nLimitRTPRIO=20\nLimitMEMLOCK=infinity\n")
    assert service.limits(fake.machine) == ok(
        "limits", "the service has LimitRTPRIO=20 and LimitMEMLOCK=infinity"
    )


def test_the_unit_that_comes_with_the_program_has_what_is_asked_of_it(fake: Fake) -> None:
    fake.file(UNIT, Path("systemd/speed-cabinet.service").read_text())
    assert service.limits(fake.machine).level is Level.OK


def test_a_wiring_file_is_checked_and_a_bad_one_told_with_its_key(tmp_path: Path) -> None:
    assert wiring(None).level is Level.OK
    assert "14 switches, 10 lamps" in wiring(None).found
    path = tmp_path / "mine.toml"
    path.write_text(Path("wiring/cabinet.toml").read_text().replace("card1 = 4", "card1 = 1"))
    assert wiring(path).level is Level.MISSING
    assert "mine.toml: player1.card1 = 1" in wiring(path).found


def test_the_wiring_that_was_given_goes_before_the_installed_cabinets_and_that_before_the_programs(
    fake: Fake,
) -> None:
    assert wiring_file(None, fake.root) is None
    fake.file("etc/speed-cabinet/cabinet.toml")
    assert wiring_file(None, fake.root) == fake.root / "etc/speed-cabinet/cabinet.toml"
    assert wiring_file(Path("mine.toml"), fake.root) == Path("mine.toml")


def test_input_devices_are_listed_as_a_wiring_file_names_them(fake: Fake) -> None:
    fake.file("sys/class/input/event3/device/name", "Dual Arcade\n")
    fake.file("sys/class/input/event3/device/phys", "usb-1.3/input0\n")
    fake.file("sys/class/input/event3/device/capabilities/key", "6\n")
    (finding,) = input_devices(fake.root)
    assert finding.found == 'name = "Dual Arcade", port = "usb-1.3/input0" (event3)'


def test_panels_are_opened_read_and_closed_and_a_stuck_button_is_told() -> None:
    usb = VirtualUsb()
    keyboard = usb.plug_in()
    usb.key(keyboard, "KEY_1")
    hal = UsbHal([any_keyboard(0, 0)], usb, clock=usb.clock, wait=usb.wait)
    stuck, found = panels(lambda: (hal, hal), "evdev")
    assert stuck.level is Level.WARN
    assert "KEY_1 (player 1, card1) is closed at the start" in stuck.found
    assert found == ok("panels", "14 inputs can be read through evdev; see each with --watch")
    assert keyboard.opened is None


def test_panels_that_cannot_be_opened_are_told_with_the_reason() -> None:
    def fail() -> tuple[UsbHal, UsbHal]:
        raise HalError("GPIO 4 is in use by 'w1'")

    assert list(panels(fail, "lgpio")) == [missing("panels", "GPIO 4 is in use by 'w1'")]


GOOD, BAD, WORST = ok("this", "is here"), warn("that", "is not", "do it"), missing("all", "is lost", "buy it")


@pytest.mark.parametrize(
    ("findings", "status", "last"),
    [
        ([GOOD, BAD], 0, "Everything that the game needs is there."),
        ([GOOD, WORST], 1, "1 of the things that the game needs is missing."),
        ([WORST, WORST], 1, "2 of the things that the game needs are missing."),
    ],
)
def test_each_finding_is_a_line_and_only_what_is_missing_makes_it_fail(
    capsys: pytest.CaptureFixture[str], findings: Sequence[Finding], status: int, last: str
) -> None:
    assert report(iter(findings), as_json=False) == status
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == len(findings) + 1
    assert lines[-1] == last
    for line, finding in zip(lines, findings, strict=False):
        assert line.split()[:2] == [finding.level, finding.subject]
        assert line.endswith(f" -> {finding.advice}" if finding.advice else finding.found)


def test_findings_can_be_printed_for_programs(capsys: pytest.CaptureFixture[str]) -> None:
    assert report(iter([BAD]), as_json=True) == 0
    answer: list[Mapping[str, str]] = json.loads(capsys.readouterr().out)
    assert answer == [{"level": "WARN", "subject": "that", "found": "is not", "advice": "do it"}]


def test_the_real_machine_answers_or_lacks_the_tool(tmp_path: Path) -> None:
    assert output_of(["python3", "-c", "print(5)"]) == "5\n"
    assert output_of(["python3", "-c", "raise SystemExit(3)"]) is None
    assert output_of(["no-such-tool"]) is None
    (tmp_path / "chip").touch()
    with pytest.raises(OSError, match="ioctl"):
        chip_label(tmp_path / "chip")
    machine = Machine()
    assert machine.limit(resource.RLIMIT_MEMLOCK) != 0
    assert machine.free_bytes(tmp_path) > 0
    assert machine.may_use(tmp_path)
