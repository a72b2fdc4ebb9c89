"""A tronc of several houses is agreed, computed and decided by people who work in each of them."""

import inspect
from typing import Any

import pytest

from accounting.ledger.services.walks import Broken
from accounting.models import Entry, TroncRules
from accounting.proof.services import proofs
from accounting.tronc.selectors.rules import RULES
from accounting.tronc.services import rules, runs
from casino import membership
from casino.models import User
from casino.services import users
from tests import builders, databases, house_inputs
from tests.accounting.tronc.refusals import TABLES, refused
from tests.api_client import Api, problem
from tests.builders import Evening
from tests.deciding import looking
from tests.stories import tips
from tests.stories.tips import NOVEMBER, OCTOBER, TERMS, TipsMonth

pytestmark = pytest.mark.django_db

WITH_DUS: dict[str, Any] = TERMS | {"houses": [{"code": "dus"}]}
NO_SUCH_HOUSE = ("no_such_house", {"houses": "dus"})


def of_two_houses() -> TipsMonth:
    """October is over: one day with tips in each of two houses, whose people agreed on one tronc."""
    month = tips.begun()
    lead = month.evening
    with tips.shown(month):
        people = {attribute: getattr(lead, attribute) for attribute, _role, _name in builders.HIRED}
        other = builders.evening(code="dus", people=people, opens=False)
        month.agree(WITH_DUS)
        for number, one in enumerate((lead, other)):
            month.evening = one
            month.day(number)
        for one in (lead, other):
            month.evening = one
            month.november()
    month.evening = lead
    return month


built, shared = databases.shared(of_two_houses)


@pytest.fixture
def month(shared):
    with tips.shown(shared):
        yield shared


def of_one_house(evening: Evening) -> list[User]:
    """Two managers who work in this house alone."""
    return [
        users.create(
            username=name,
            password=None,
            full_name="",
            role_names=["manager"],
            house_ids=[evening.house.pk],
            language="en",
        )
        for name in ("one-house", "one-house-second")
    ]


class TestManagersOfOneHouse:
    def test_do_not_take_the_tips_of_another_house(self, month: TipsMonth) -> None:
        """They proposed and approved rules that name it; its month was distributed, and its books moved."""
        manager, _second = of_one_house(month.evening)
        found = refused(rules.propose, house_id=month.house_id, rules=WITH_DUS, valid_from=OCTOBER, actor=manager)
        assert (found.code, found.facts) == NO_SUCH_HOUSE

    def test_decide_on_nothing_that_names_another_house(self, month: TipsMonth) -> None:
        """Each use case that is given rules or a distribution, as the code has them."""
        both, (_manager, second) = month.evening.manager, of_one_house(month.evening)
        row = rules.propose(house_id=month.house_id, rules=WITH_DUS, valid_from=OCTOBER, actor=both)
        given = {"tronc_rules_id": row.pk, "tronc_run_id": month.propose().pk}
        asked = set()
        for service in house_inputs.use_cases():
            for name in given.keys() & inspect.signature(service).parameters.keys():
                found = refused(looking(service), **{name: given[name]}, actor=second)
                assert (found.code, found.facts) == NO_SUCH_HOUSE, service
                asked.add(service)
        assert asked == {rules.approve, rules.decline, runs.confirm, runs.decline}
        looking(runs.confirm)(tronc_run_id=given["tronc_run_id"], actor=month.evening.second_manager)
        looking(rules.approve)(tronc_rules_id=row.pk, actor=month.evening.second_manager)
        assert Entry.objects.filter(code="tronc_joined").count() == 1

    def test_distribute_no_tips_of_another_house(self, month: TipsMonth) -> None:
        """Also where rules that name it were agreed by others, or by an earlier version of this program."""
        manager, _second = of_one_house(month.evening)
        found = refused(month.propose, actor=manager)
        assert (found.code, found.facts) == NO_SUCH_HOUSE

    def test_agree_on_a_tronc_of_their_own_house(self, month: TipsMonth) -> None:
        manager, second = of_one_house(month.evening)
        row = rules.propose(house_id=month.house_id, rules=TERMS, valid_from=NOVEMBER, actor=manager)
        assert looking(rules.approve)(tronc_rules_id=row.pk, actor=second).state == "approved"


class TestOverTheApi:
    def test_managers_of_one_house_do_not_take_the_tips_of_another(self, month: TipsMonth) -> None:
        manager, second = (Api(one) for one in of_one_house(month.evening))
        before = builders.counts_of(TABLES), builders.balances()
        body = {"house": month.house_id, "terms": WITH_DUS, "valid_from": "2026-10-01"}
        assert problem(manager.post("tronc-rules/", body)) == (404, "no_such_house")
        assert (builders.counts_of(TABLES), builders.balances()) == before
        both = Api(month.evening.manager)
        assert both.post("tronc-rules/", body).status_code == 201
        row = TroncRules.objects.latest("pk")
        for step in ("approve", "decline"):
            answer = second.post(f"tronc-rules/{row.pk}/{step}/", {"seen": RULES.seen(row)})
            assert problem(answer) == (404, "no_such_house")
        row.refresh_from_db()
        assert row.state == "proposed"


def test_the_proof_names_tips_that_went_into_the_tronc_of_another_house(
    month: TipsMonth, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two managers of one house took them before that was refused; the proof found nothing."""
    coded = membership.houses_coded
    monkeypatch.setattr(membership, "houses_coded", lambda codes, _member: coded(codes, None))
    month.evening.manager, second = of_one_house(month.evening)
    month.evening.second_manager = second
    month.agree(WITH_DUS)
    month.distribute()
    assert proofs.prove().broken == [
        Broken("tronc/2026-10", 2, f"its author {second.pk} did not work in the house dus then")
    ]
