"""The tests of `test_every_figure.py` for a month of gaming days, into November and over the night of 25 hours."""

import pytest

from tests import databases
from tests.stories import month
from tests.stories.test_every_figure import *  # noqa: F403 -- the same tests of another world

pytestmark = [pytest.mark.django_db, pytest.mark.release("a month is played for a minute")]

played = databases.once(lambda: month.month(30))
