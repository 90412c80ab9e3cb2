import pytest

from tests.hal.virtual_usb import Device, VirtualUsb


@pytest.fixture
def usb() -> VirtualUsb:
    return VirtualUsb()


@pytest.fixture
def keyboard(usb: VirtualUsb) -> Device:
    return usb.plug_in()
