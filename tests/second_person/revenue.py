"""Rake schedules, levy terms, keys of the authority, statements of revenue."""

from datetime import date, timedelta

from accounting.models import AuthorityKey, LevyTerms, ScheduleVersion, Statement
from accounting.policy.laws import LAWS
from accounting.rake.selectors.schedules import SCHEDULES
from accounting.rake.services import schedules
from accounting.revenue.selectors import statements as selector
from accounting.revenue.selectors.authority_keys import KEYS
from accounting.revenue.selectors.levies import TERMS
from accounting.revenue.services import authority_keys, levies, statements
from casino import house_time
from casino.models import User
from tests import builders, stated_house
from tests.builders import Evening
from tests.second_person import Case
from tests.signing import AUTHORITY


def schedule(evening: Evening) -> ScheduleVersion:
    return schedules.publish(
        house_id=evening.house.pk,
        name="Taxe",
        terms=builders.FIVE_PERCENT,
        valid_from=house_time.now() + timedelta(days=1),
        actor=evening.manager,
    )


def terms(evening: Evening) -> LevyTerms:
    return levies.propose(
        house_id=evening.house.pk, terms=dict(LAWS["nrw"]), valid_from=date(2026, 1, 1), actor=evening.manager
    )


def key(evening: Evening) -> AuthorityKey:
    return authority_keys.register(
        house_id=evening.house.pk,
        authority="RP",
        public_key=AUTHORITY.public_key.hex(),
        actor=evening.both,  # type: ignore[attr-defined]  # of this case alone
    )


def closed() -> Evening:
    """A day on which nothing was played, closed; terms for its levy are in force."""
    evening = builders.evening()
    evening.close_day()
    stated_house.in_force(evening)
    return evening


def statement(evening: Evening) -> Statement:
    assert evening.day is not None
    return statements.sign(house_id=evening.house.pk, period="day", first=evening.day.date, actor=evening.manager)


def with_auditors() -> Evening:
    """A house that lets an auditor be a manager too: not even they confirm what they have registered."""
    made = builders.evening()
    made.auditor = builders.user("auditor")  # type: ignore[attr-defined]  # of this case alone
    made.both = User.objects.create_user("both", roles=["auditor", "manager"])  # type: ignore[attr-defined]
    return made


CASES = [
    Case(matter=SCHEDULES, ask=schedule, approve=schedules.approve, decline=schedules.decline),
    Case(matter=TERMS, ask=terms, approve=levies.approve, decline=levies.decline),
    Case(
        matter=KEYS, ask=key, approve=authority_keys.approve, decline=authority_keys.decline, asker="both",
        decider="auditor", evening=with_auditors,
    ),
    Case(
        matter=selector.STATEMENTS, ask=statement, approve=statements.confirm, decline=statements.decline,
        evening=closed,
    ),
]  # fmt: skip
