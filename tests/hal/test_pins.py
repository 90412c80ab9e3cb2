import os
import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

import hal.pins
from hal.backends import BACKENDS, USUAL_BACKEND
from hal.events import Control
from hal.gpio import GpioHal
from hal.gpiod_lines import GpiodLines
from hal.gpiozero_lines import GpiozeroLines
from hal.lines import explain
from hal.pins import open_factory, open_lines
from hal.port import HalError
from hal.wiring import Switch, load_wiring

CARD1 = Switch(4, 1, Control.CARD1, 5_000_000)


class LgpioError(Exception):
    """Like lgpio's own: it prints its text in quotes."""

    def __init__(self, value: str) -> None:
        self.value = value

    def __str__(self) -> str:
        return repr(self.value)


class FakeLgpio(ModuleType):
    """lgpio on a machine with the chips and the line users that a test gives it."""

    def __init__(self, labels: dict[int, str], user: str = "") -> None:
        super().__init__("lgpio")
        self.labels = labels
        self.user = user
        self.open: list[int] = []

    def gpiochip_open(self, chip: int) -> int:
        self.open.append(chip)
        return chip

    def gpiochip_close(self, handle: int) -> None:
        self.open.remove(handle)

    def gpio_get_chip_info(self, handle: int) -> list[object]:
        return [0, 54, f"gpiochip{handle}", self.labels[handle]]

    def gpio_get_line_info(self, handle: int, line: int) -> list[object]:
        return [0, line, 1, f"GPIO{line}", self.user]


class ChipFactory:
    """Stands for gpiozero's LGPIOFactory, of which only the chip matters here."""

    failure: Exception | None = None

    def __init__(self, chip: int | None = None) -> None:
        self.chip = chip

    @property
    def board_info(self) -> object:
        if self.failure is not None:
            raise self.failure
        return "a Pi"

    def pin(self, name: int, /) -> Any:
        raise LgpioError("GPIO busy")

    def close(self) -> None:
        pass


@pytest.fixture
def devices(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(hal.pins, "_DEVICES", tmp_path)
    return tmp_path


def install_lgpio(
    monkeypatch: pytest.MonkeyPatch, lgpio: ModuleType, failure: Exception | None = None
) -> None:
    backend = ModuleType("gpiozero.pins.lgpio")
    factory = type("LGPIOFactory", (ChipFactory,), {"failure": failure})
    backend.LGPIOFactory = factory  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "lgpio", lgpio)
    monkeypatch.setitem(sys.modules, "gpiozero.pins.lgpio", backend)


def test_the_mock_factory_drives_the_same_code_as_the_cabinet() -> None:
    GpioHal(load_wiring(), open_lines("mock")).close()


@pytest.mark.parametrize(("name", "reason"), [("native", "never reports"), ("pigpio", "72 minutes")])
def test_a_factory_that_cannot_do_it_is_refused_with_the_reason(name: str, reason: str) -> None:
    with pytest.raises(HalError, match=rf"{name} is refused.*{reason}.*use gpiod"):
        open_factory(name)


def test_an_unknown_name_is_an_error_and_no_fall_through() -> None:
    with pytest.raises(
        HalError, match="'lgpoi' is no pin factory; choose one of lgpio, gpiod, rpigpio, mock"
    ):
        open_factory("lgpoi")


@pytest.mark.parametrize(
    ("name", "module", "remedy"),
    [
        ("lgpio", "lgpio", r"speed-cabinet\[pi\].*python3-lgpio.*--system-site-packages"),
        ("rpigpio", "RPi", r"speed-cabinet\[pi-old\]"),
        ("mock", "gpiozero.pins.mock", r"speed-cabinet\[pi\]"),
    ],
)
def test_a_missing_library_is_named_with_how_to_install_it(
    monkeypatch: pytest.MonkeyPatch, name: str, module: str, remedy: str
) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    monkeypatch.delitem(sys.modules, "gpiozero.pins.rpigpio", raising=False)
    with pytest.raises(HalError, match=rf"{name} lacks a library .*{remedy}"):
        open_factory(name)


def test_a_machine_that_is_no_pi_is_told_to_use_the_keyboard(
    monkeypatch: pytest.MonkeyPatch, devices: Path
) -> None:
    class PinUnknownPi(RuntimeError):  # noqa: N818
        pass

    install_lgpio(monkeypatch, FakeLgpio({}), PinUnknownPi("unable to locate Pi revision"))
    with pytest.raises(HalError, match=r"lgpio cannot be opened: this is no Raspberry Pi .*keyboard"):
        open_factory("lgpio")


def test_a_kernel_without_gpio_devices_is_named(monkeypatch: pytest.MonkeyPatch, devices: Path) -> None:
    install_lgpio(monkeypatch, FakeLgpio({}), LgpioError("can not open gpiochip"))
    with pytest.raises(HalError, match=r"has no .*/gpiochip\* \(can not open gpiochip\)"):
        open_factory("lgpio")


def test_a_user_without_permission_is_told_the_group(monkeypatch: pytest.MonkeyPatch, devices: Path) -> None:
    (devices / "gpiochip0").touch()
    monkeypatch.setattr(os, "access", lambda *_: False)
    install_lgpio(monkeypatch, FakeLgpio({0: "pinctrl-bcm2711"}), LgpioError("can not open gpiochip"))
    with pytest.raises(HalError, match=r"no permission for .*gpiochip0 .*usermod -aG gpio"):
        open_factory("lgpio")


def test_the_chip_of_the_header_is_found_by_its_label(monkeypatch: pytest.MonkeyPatch, devices: Path) -> None:
    labels = {0: "gpio-brcmstb@107d508500", 4: "pinctrl-rp1", 11: "raspberrypi-exp-gpio"}
    for number in labels:
        (devices / f"gpiochip{number}").touch()
    lgpio = FakeLgpio(labels)
    install_lgpio(monkeypatch, lgpio)
    assert open_factory("lgpio").chip == 4  # type: ignore[attr-defined]
    assert lgpio.open == []


def test_importing_lgpio_neither_moves_the_process_nor_needs_a_writable_folder(
    monkeypatch: pytest.MonkeyPatch, devices: Path, tmp_path: Path
) -> None:
    source = tmp_path / "library"
    source.mkdir()
    (source / "lgpio.py").write_text("import os\nos.mkfifo('.lgd-nfy0')\nos.chdir('/')\n")
    install_lgpio(monkeypatch, FakeLgpio({}))
    monkeypatch.delitem(sys.modules, "lgpio")
    monkeypatch.syspath_prepend(source)
    home = tmp_path / "home"
    home.mkdir()
    monkeypatch.chdir(home)
    open_factory("lgpio")
    assert Path.cwd() == home
    assert list(home.iterdir()) == []


def test_without_any_writable_folder_the_error_names_the_variable(
    monkeypatch: pytest.MonkeyPatch, devices: Path
) -> None:
    install_lgpio(monkeypatch, FakeLgpio({}), FileNotFoundError("No usable folder"))
    with pytest.raises(HalError, match="FIFO: set TMPDIR"):
        open_factory("lgpio")


@pytest.mark.parametrize(
    ("user", "told"), [("onewire@0", "'onewire@0': "), ("", "another program or the system")]
)
def test_a_busy_line_is_reported_with_its_control_and_its_user(
    monkeypatch: pytest.MonkeyPatch, user: str, told: str
) -> None:
    monkeypatch.setitem(sys.modules, "lgpio", FakeLgpio({}, user=user))
    with pytest.raises(HalError) as caught:
        GpioHal(load_wiring(), GpiozeroLines(ChipFactory(chip=0)))
    message = str(caught.value)
    assert message.startswith(f"GPIO 4 (player 1, card1) is in use by {told}")
    assert "config.txt" in message


def test_a_busy_line_of_unknown_user_is_still_reported() -> None:
    with pytest.raises(HalError, match="is in use by another program or the system"):
        GpioHal(load_wiring(), GpiozeroLines(ChipFactory()))


def test_edge_detection_that_fails_is_blamed_on_the_kernel_and_the_library() -> None:
    message = explain(CARD1, RuntimeError("Failed to add edge detection"), None)
    assert "GPIO 4 (player 1, card1)" in message
    assert "Linux 6.6" in message
    assert "lgpio" in message


def test_any_other_failure_names_the_line_and_keeps_the_text() -> None:
    message = explain(CARD1, ValueError("no such thing"), None)
    assert message == "GPIO 4 (player 1, card1) cannot be opened: no such thing"


def test_a_machine_with_chips_of_others_only_is_told_which(
    monkeypatch: pytest.MonkeyPatch, devices: Path
) -> None:
    labels = {0: "INT33FF:00", 1: "gpio-sim"}
    for number in labels:
        (devices / f"gpiochip{number}").touch()
    install_lgpio(monkeypatch, FakeLgpio(labels))
    with pytest.raises(
        HalError, match=r"no GPIO chip here .*pinctrl-bcm.*pinctrl-rp1.*INT33FF:00, gpio-sim.*keyboard"
    ):
        open_factory("lgpio")


class FakeGpiod(ModuleType):
    """gpiod on a machine with the chips that a test gives it."""

    LineRequest = object

    def __init__(self, labels: dict[str, str]) -> None:
        super().__init__("gpiod")
        self.open: list[str] = []

        class Chip:
            def __init__(chip, path: str) -> None:  # noqa: N805
                chip.path = path
                self.open.append(path)

            def __enter__(chip) -> "Chip":  # noqa: N805
                return chip

            def __exit__(chip, *_: object) -> None:  # noqa: N805
                self.open.remove(chip.path)

            def get_info(chip) -> Any:  # noqa: N805
                return SimpleNamespace(label=labels[Path(chip.path).name])

        self.Chip = Chip


def test_gpiod_opens_the_chip_of_the_header_and_no_other(
    monkeypatch: pytest.MonkeyPatch, devices: Path
) -> None:
    labels = {"gpiochip0": "gpio-brcmstb@107d508500", "gpiochip10": "pinctrl-rp1"}
    for name in labels:
        (devices / name).touch()
    gpiod = FakeGpiod(labels)
    monkeypatch.setitem(sys.modules, "gpiod", gpiod)
    assert isinstance(open_lines("gpiod"), GpiodLines)
    assert gpiod.open == [str(devices / "gpiochip10")]


def test_gpiod_on_a_machine_without_chips_names_what_is_missing(
    monkeypatch: pytest.MonkeyPatch, devices: Path
) -> None:
    monkeypatch.setitem(sys.modules, "gpiod", FakeGpiod({}))
    with pytest.raises(HalError, match=r"gpiod cannot be opened: the system has no .*/gpiochip\*"):
        open_lines("gpiod")


@pytest.mark.parametrize("found", [None, ModuleType("gpiod")], ids=["missing", "version 1"])
def test_without_gpiod_2_the_error_says_how_to_install_it(
    monkeypatch: pytest.MonkeyPatch, found: ModuleType | None
) -> None:
    monkeypatch.setitem(sys.modules, "gpiod", found)
    with pytest.raises(HalError, match=r"gpiod lacks a library .*speed-cabinet\[pi\].*python3-libgpiod"):
        open_lines("gpiod")


def test_the_usual_backend_is_one_that_exists() -> None:
    assert USUAL_BACKEND in BACKENDS
