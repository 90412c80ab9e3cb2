"""A coverage-guided fuzzer for one target: `python -m tests.faults.fuzz TARGET --minutes 10`.

It needs the extra `fuzz`. What it learns is kept in build/fuzz, and an input that made the target fail.
"""

import argparse
import logging
import sys
from pathlib import Path

FOLDER = Path(__file__).parents[2] / "build" / "fuzz"
LONGEST_S = 20
"""An input that takes longer counts as a hang."""


def main() -> int:
    try:
        import atheris
    except ImportError:
        print("The fuzzer needs atheris: .venv/bin/pip install -e '.[fuzz]'", file=sys.stderr)
        return 1
    with atheris.instrument_imports(include=["firmware", "hal"]):
        from tests.faults.targets import TARGETS, seeds
    parser = argparse.ArgumentParser(description="Feed a reader with bytes that nobody thought of.")
    parser.add_argument("target", choices=list(TARGETS))
    parser.add_argument("--minutes", type=float, default=10, help="how long (default: %(default)s)")
    options = parser.parse_args()
    corpus = FOLDER / options.target
    corpus.mkdir(parents=True, exist_ok=True)
    for number, seed in enumerate(seeds(options.target)):
        (corpus / f"seed{number}").write_bytes(seed)
    arguments = [
        f"-max_total_time={round(60 * options.minutes)}",
        f"-timeout={LONGEST_S}",
        f"-artifact_prefix={FOLDER}/{options.target}-",
        "-max_len=20000",
        "-print_final_stats=1",
    ]
    # What is refused is also logged, and that is not to be read here.
    logging.disable()
    atheris.Setup([sys.argv[0], *arguments, str(corpus)], TARGETS[options.target])
    atheris.Fuzz()
    return 0


if __name__ == "__main__":
    sys.exit(main())
