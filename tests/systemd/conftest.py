from pathlib import Path

import pytest

from tests.systemd.fake_system import FakeSystem


@pytest.fixture
def system(tmp_path: Path) -> FakeSystem:
    return FakeSystem(tmp_path)
