"""A cabinet for each test, which ends in good order."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.firmware.screens.evening import QUICK, Evening


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    """The first evening of a new cabinet."""
    evening = Evening(tmp_path)
    yield evening
    evening.close()


@pytest.fixture
def service(evening: Evening) -> Evening:
    """A cabinet at its service pages."""
    evening.to_service()
    return evening


@pytest.fixture
def short(tmp_path: Path) -> Iterator[Evening]:
    """An evening on which a match is one game that begins at once."""
    evening = Evening(tmp_path, choice=QUICK)
    evening.to_match()
    yield evening
    evening.close()
