"""Whatever bytes there are, they are read or refused, and nothing fails. `fuzz.py` tries more."""

import logging

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.faults.targets import TARGETS, seeds

FOUND = {
    # A check in the file is damaged together with what it checks.
    "store": (b"\0 \1\0\0\0\0\0\x10\0\0\x10\0\0\x10\0", b"\x10\0 \x001\x10\0\xff\xff\xff\4\xff"),
}
"""What the fuzzer made fail, once."""


@pytest.fixture(autouse=True)
def _quiet(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.CRITICAL, "firmware.store.faults")


@pytest.mark.parametrize("target", TARGETS)
def test_sound_input_and_what_failed_once_is_read(target: str) -> None:
    for data in (*seeds(target), *FOUND.get(target, ())):
        TARGETS[target](data)


@pytest.mark.parametrize("target", TARGETS)
def test_any_bytes_are_read_or_refused(target: str) -> None:
    @settings(max_examples=30 if target == "store" else 150, deadline=None)
    @given(st.binary(max_size=300))
    def read(data: bytes) -> None:
        TARGETS[target](data)

    read()


@pytest.mark.parametrize("target", TARGETS)
def test_sound_input_with_a_piece_replaced_is_read_or_refused(target: str) -> None:
    @settings(max_examples=20 if target == "store" else 150, deadline=None)
    @given(st.sampled_from(seeds(target)), st.integers(0, 5000), st.integers(0, 40), st.binary(max_size=20))
    def read(sound: bytes, place: int, count: int, piece: bytes) -> None:
        TARGETS[target](sound[:place] + piece + sound[place + count :])

    read()
