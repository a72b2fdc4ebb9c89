"""The Python versions that the house runs on; any other gets one sentence, or gives way to one of them.

Read by every Python 3.6 and later, so nothing newer stands here or in `manage.py`.
"""

import os
import shutil
import sys

OLDEST, NEWEST = (3, 11), (3, 13)  # the tests run on these and those between; pyproject.toml says the same


def need(argv: "list[str]", *, may_restart: bool) -> None:
    """Return under a Python of these versions; else restart `argv` under one of this machine, or exit."""
    if OLDEST <= sys.version_info[:2] <= NEWEST:
        return
    for minor in range(NEWEST[1], OLDEST[1] - 1, -1) if may_restart else ():
        found = shutil.which(f"python3.{minor}")
        if found:
            # The same process: signals reach the command itself.
            os.execv(found, [found, *argv])  # noqa: S606
    wanted = f"{_dotted(OLDEST)} to {_dotted(NEWEST)}"
    raise SystemExit(f"Python {wanted} is needed; this is {sys.version.split()[0]} ({sys.executable}).")


def _dotted(version: "tuple[int, int]") -> str:
    return ".".join(map(str, version))
