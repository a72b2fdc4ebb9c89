"""`python -m tests.faults [--kills 1000] [--servers 100] [--everything 50]` prints the table of faults."""

import argparse
import signal
import sys
import tempfile
from pathlib import Path

from tests.faults import kills
from tests.running_house import RunningHouse


def main() -> int:
    """Break a house of its own in a temporary folder; 1 if anything was lost, doubled or denied."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--kills", type=int, default=1000, help="of backends and workers")
    asked.add_argument("--servers", type=int, default=100, help="of parts and servers")
    asked.add_argument("--everything", type=int, default=50, help="of all at once")
    asked.add_argument("--seed", type=int, default=1)
    given = vars(asked.parse_args())
    with tempfile.TemporaryDirectory(prefix="casino-faults-") as folder:
        house = RunningHouse(Path(folder) / "data")
        try:
            rows, verdict = kills.run(house, **given)
        finally:
            if not house.ended():
                house.close(signal.SIGINT)
        print(kills.printed(rows, verdict))
    return 0 if verdict.holds else 1


if __name__ == "__main__":
    sys.exit(main())
