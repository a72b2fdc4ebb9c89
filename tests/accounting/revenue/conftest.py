"""Two closed days of October with levy terms, and how they are stated, sealed and refused."""

from typing import Any

import pytest

from accounting.models import AuthorityKey, Countersignature, KeyWithdrawal, LevyTerms, Statement
from accounting.revenue.services import statements
from casino.errors import Refusal
from tests import databases, stated_house
from tests.stories import month
from tests.stories.month import Month

MODELS = (Statement, Countersignature, LevyTerms, AuthorityKey, KeyWithdrawal)

played = databases.once(lambda: month.month(2))


@pytest.fixture
def house(played: Month, db: None) -> Month:
    """Two days of October, closed; levy terms in force, nothing stated."""
    stated_house.in_force(played.evening)
    return played


def sign(house: Month, day: int = 0, **how: Any) -> Statement:
    return statements.sign(
        **{
            "house_id": house.evening.house.pk,
            "period": "day",
            "first": house.days[day].date,
            "actor": house.evening.floor,
            **how,
        }
    )


def seal(house: Month, day: int = 0, reason: str = "") -> Statement:
    return stated_house.sealed(house.evening, "day", house.days[day].date, reason)


def refused(code: str, command: Any, **how: Any) -> Refusal:
    """The refusal, with nothing written."""
    before = [list(model.objects.order_by("pk").values()) for model in MODELS]
    with pytest.raises(Refusal) as refusal:
        command(**how)
    assert refusal.value.code == code
    assert [list(model.objects.order_by("pk").values()) for model in MODELS] == before
    return refusal.value
