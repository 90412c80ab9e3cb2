"""Chooses for the tests, as players would in the menu: hints on both sides, and a match of one game.

Run as the game's user, with its Python and while it does not run: prepare.py STATE_FOLDER
"""

import sys
from contextlib import closing
from dataclasses import replace
from pathlib import Path

from firmware.screens.choice import Choice, stored
from firmware.settings import Settings, as_stored
from firmware.store.store import open_store

with closing(open_store(Path(sys.argv[1]))) as store:
    store.save_settings(as_stored(replace(Settings(), hints1=True, hints2=True)))
    store.save_last_choice(stored(Choice(options=(("target", 1),))))
