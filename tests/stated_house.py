"""A house whose days of a month are stated, sealed and countersigned, made through the services that people use."""

from datetime import date

from accounting.days.services import days
from accounting.models import AuthorityKey, GamingDay, LevyTerms, Statement
from accounting.policy.laws import LAWS
from accounting.revenue.services import authority_keys, levies, statements
from casino.models import User
from tests import builders
from tests.builders import Evening
from tests.deciding import looking
from tests.signing import AUTHORITY
from tests.stories import month
from tests.stories.month import Month

SINCE = date(2026, 1, 1)


def in_force(evening: Evening, terms: dict[str, object] | None = None, since: date = SINCE) -> LevyTerms:
    """Levy terms that one manager proposed and another approved."""
    row = levies.propose(
        house_id=evening.house.pk, terms=dict(terms or LAWS["nrw"]), valid_from=since, actor=evening.manager
    )
    return looking(levies.approve)(levy_terms_id=row.pk, actor=evening.second_manager)


def registered(evening: Evening, public_key: bytes = AUTHORITY.public_key) -> AuthorityKey:
    """A key of the authority that one manager registered and another approved."""
    row = authority_keys.register(
        house_id=evening.house.pk, authority="Finanzaufsicht", public_key=public_key.hex(), actor=evening.manager
    )
    return looking(authority_keys.approve)(authority_key_id=row.pk, actor=auditor())


def auditor() -> User:
    """Who confirms the authority's keys: somebody who signs no statement."""
    return User.objects.filter(username="auditor").first() or builders.user("auditor")


def sealed(evening: Evening, period: str, first: date, reason: str = "") -> Statement:
    """A statement that the floor signed and the manager confirmed."""
    row = statements.sign(house_id=evening.house.pk, period=period, first=first, reason=reason, actor=evening.floor)
    return looking(statements.confirm)(statement_id=row.pk, actor=evening.manager)


def countersign(evening: Evening, row: Statement) -> None:
    """The authority signs what is sealed, and the floor hands it in."""
    signature = AUTHORITY.sign(statements.message(row))
    statements.countersign(statement_id=row.pk, signature=signature.hex(), actor=evening.floor)


def end_october(played: Month) -> GamingDay:
    """The day after those played, on which nothing happened, closed: October is over by the clock on the wall."""
    evening = played.evening
    last = days.current(evening.house.pk)
    days.roll_over(house_id=evening.house.pk, actor=evening.manager)
    evening.day = GamingDay.objects.get(pk=last.pk)
    closed = evening.close_day()
    evening.day = days.current(evening.house.pk)
    played.days = [*played.days, closed]
    return closed


def stated(count: int = 2) -> Month:
    """The first days of October played, stated, sealed and countersigned; then the month."""
    played = month.month(count)
    end_october(played)
    evening = played.evening
    in_force(evening)
    registered(evening)
    rows = [sealed(evening, "day", day.date) for day in played.days]
    rows.append(sealed(evening, "month", date(2026, 10, 1)))
    for row in rows:
        countersign(evening, row)
    return played
