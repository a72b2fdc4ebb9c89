"""A race is decided by locks: the tests of races say the same whichever rival is held up after they met."""

import os
import re
import subprocess
import sys

import pytest

from casino import environment
from casino.management.command_line import GATE

pytestmark = pytest.mark.release("each race is run twice more, which takes three minutes")

MEETS = re.compile(r"\bmeeting\(")


@pytest.mark.parametrize("laggard", [1, 2])
def test_no_race_hangs_on_who_is_quicker(laggard):
    own = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    files = [str(path) for path in (environment.ROOT / "tests").rglob("test_*.py") if MEETS.search(path.read_text())]
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-m", GATE, *sorted(files)]
    run = subprocess.run(
        command, cwd=environment.ROOT, env=own | {"LAGGARD": str(laggard)}, capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stdout
