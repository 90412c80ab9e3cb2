"""What holds for all tests."""

import os
import tempfile

# Nothing that a test keeps may get among what is kept of real games.
os.environ["XDG_STATE_HOME"] = tempfile.mkdtemp(prefix="speed-cabinet-")
os.environ.pop("STATE_DIRECTORY", None)
# Nor may a test depend on whether the machine has a loudspeaker.
os.environ["SDL_AUDIODRIVER"] = "dummy"
