"""What holds for all tests."""

import atexit
import os
import tempfile

# Nothing that a test keeps may get among what is kept of real games.
_state = tempfile.TemporaryDirectory(prefix="speed-cabinet-")
atexit.register(_state.cleanup)
os.environ["XDG_STATE_HOME"] = _state.name
os.environ.pop("STATE_DIRECTORY", None)
# Nor may a test depend on whether the machine has a loudspeaker.
os.environ["SDL_AUDIODRIVER"] = "dummy"
