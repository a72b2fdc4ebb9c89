"""The stake goes up only as agreed before the start, where the house has set it (S15; seed 000 §1)."""

import pytest

from accounting.days.services import houses
from accounting.models import House
from tables.floor.services import tables
from tables.play.services import stakes
from tables.play.services.stakes import Planned
from tests import builders

pytestmark = pytest.mark.django_db


@pytest.fixture(params=["every_action", "summary"])
def agreed(request, evening):
    """A table of a house that wants increases agreed before the first hand; both ways of recording."""
    rising = request.getfixturevalue("rising" if request.param == "every_action" else "summaries")
    admin = builders.user("admin")
    changes = {"stakes_agreed_before_start": True}
    houses.edit(house_id=evening.house.pk, changes=changes, actor=admin)
    return rising


def at(rising):
    return {"table_id": rising.table, "version": rising.table_version, "actor": rising.evening.floor}


def test_before_the_first_hand_an_increase_is_planned_and_comes(agreed):
    agreed.plan(agreed.two_four, hands=1)
    agreed.hand()
    agreed.hand()
    assert agreed.played == ["NLHE 1/2", "NLHE 2/4"]


def test_after_it_none_can_be_planned_or_changed_only_taken_back(agreed, refused):
    step = agreed.plan(agreed.two_four, hands=3)
    agreed.hand()
    later = Planned(agreed.five_ten.pk, None, 8)
    assert refused(stakes.plan, planned=later, **at(agreed)) == "stake_not_agreed"
    sooner = Planned(agreed.two_four.pk, None, 2)
    assert refused(stakes.change, step_id=step.pk, planned=sooner, **at(agreed)) == "stake_not_agreed"
    stakes.cancel(step_id=step.pk, **at(agreed))
    step.refresh_from_db()
    assert step.state == "cancelled"


def test_another_game_is_no_way_around_it(agreed, refused):
    agreed.change(agreed.two_four)
    agreed.hand()
    assert refused(tables.change_game, game_id=agreed.five_ten.pk, **at(agreed)) == "stake_not_agreed"
    agreed.change(agreed.one_two, "Fewer chips on the table")
    assert agreed.session.game == agreed.one_two


def test_a_house_that_has_not_set_it_plans_at_any_time(rising):
    assert House.objects.get().stakes_agreed_before_start is False
    rising.hand()
    assert rising.plan(rising.two_four, hands=5).state == "planned"
