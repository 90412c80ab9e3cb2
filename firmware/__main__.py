"""Runs the program: so little by itself that Ctrl-C ends it quietly also while its parts are loading."""

import sys

EXIT_BUG = 70
"""A fault of ours: the service begins again at once, as there is nothing that somebody could put right."""

EXIT_INTERRUPTED = 130


def main() -> int:
    """Run the command that was given and return its exit status; see `firmware.commands.main.main`."""
    try:
        # This is what takes time, half a second on a small Pi.
        from firmware.commands.main import main as run

        return run()
    except KeyboardInterrupt:
        return EXIT_INTERRUPTED
    except Exception:
        sys.excepthook(*sys.exc_info())
        return EXIT_BUG


if __name__ == "__main__":
    sys.exit(main())
