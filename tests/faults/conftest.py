"""What the tests of the store on failing disks share."""

import logging
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.faults.disks import need_mounts
from tests.faults.stores import Log


@pytest.fixture
def log() -> Iterator[Log]:
    handler = Log()
    logger = logging.getLogger("firmware.store.faults")
    logger.addHandler(handler)
    yield handler
    logger.removeHandler(handler)


@pytest.fixture
def mounting(tmp_path: Path) -> None:
    need_mounts(tmp_path / "probe")
