"""What a Raspberry Pi's firmware says of its supply and its speed, in one word."""

from enum import IntEnum
from pathlib import Path
from typing import Final

WORD: Final = "sys/devices/platform/soc*/*firmware/get_throttled"
"""Where Linux shows the word, in hexadecimal; the folders' names depend on the model."""

_SINCE_POWER_ON: Final = 16


class Trouble(IntEnum):
    """What the word can tell, each by its bit; 16 bits higher stands whether it was so since power-on."""

    UNDERVOLTAGE = 0
    CAPPED = 1
    THROTTLED = 2
    HOT = 3

    def now_in(self, word: int) -> bool:
        """Whether it is so now."""
        return bool(word >> self & 1)

    def ever_in(self, word: int) -> bool:
        """Whether it is or was so at any time since power-on."""
        return self.now_in(word) or self.now_in(word >> _SINCE_POWER_ON)


def firmware_word(root: Path) -> int:
    """The word that Linux shows; `root`: of the file system.

    Raises:
        OSError: this is no Raspberry Pi, or the word may not be read.
        ValueError: it is no number.
    """
    path = next(root.glob(WORD), None)
    if path is None:
        raise FileNotFoundError(f"{WORD} is not there")
    return int(path.read_text(), 16)
