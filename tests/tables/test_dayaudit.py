"""A whole day is audited from its rows: an honest one has no verdict, each fault planted in the rows has its own."""

import pytest

from tables.services import dayaudit
from tests.builders import Evening, evening

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def night() -> Evening:
    return evening()


def test_an_empty_day_ties(night: Evening) -> None:
    night.sign_terms()
    assert dayaudit.day_verdicts(night.day.pk) == []
