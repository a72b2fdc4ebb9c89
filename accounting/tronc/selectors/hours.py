"""Where clock, roster and downs do not agree on the hours that count, and what of it nobody has decided yet."""

from collections.abc import Collection, Iterator, Sequence
from datetime import timedelta

from accounting.models import Finding, GamingDay
from accounting.policy.tronc import hours, terms
from accounting.policy.tronc.hours import Difference, Worked
from accounting.policy.tronc.terms import Hours, Terms
from accounting.reports.selectors import attendance
from accounting.tronc.selectors import members, rules
from accounting.verdicts import Fact, Rule, Verdict
from casino import house_time


def verdicts(day: GamingDay) -> Iterator[Verdict]:
    """The verdicts on the hours of all who share in the tronc of a gaming day."""
    month = day.date.replace(day=1)
    row = rules.row_shared_with(day.house, month)
    if row is None:
        return
    worked = attendance.between([day.house], day.date, day.date + timedelta(days=1))
    sharing = {one.person_id for one in members.of_month(row.house_id, month)}
    for difference in differences(worked, terms.parse(row.terms), sharing):
        yield verdict(difference)


def verdict(found: Difference) -> Verdict:
    """Nobody decides on their own hours, as nobody credits time to themselves: a finding's booker may not decide it."""
    one = found.worked
    minutes: dict[str, Fact] = {f"{source}_minutes": one.minutes(source) for source in Hours}
    return Verdict(
        Rule.HOURS_DIFFER,
        f"hours:{one.day}/{one.person_id}",
        dealer_id=one.person_id,
        booked_by=one.person_id,
        facts={"hours_of": found.counts.value} | minutes | {"apart_minutes": found.apart_minutes},
    )


def differences(worked: Sequence[Worked], rule: Terms, people: Collection[int]) -> list[Difference]:
    """The differences of these people's hours, decided or not."""
    found = hours.differences(worked, rule, house_time.now())
    return [one for one in found if one.worked.person_id in people]


def undecided(worked: Sequence[Worked], rule: Terms, people: Collection[int]) -> list[Difference]:
    """Those that nobody has decided; a decision holds for the facts that it was made on."""
    found = [(one, verdict(one)) for one in differences(worked, rule, people)]
    rows = Finding.objects.filter(rule=Rule.HOURS_DIFFER.value, subject__in=[told.subject for _one, told in found])
    decided = {(row.house_id, row.subject): row.facts for row in rows.exclude(state=Finding.State.OPEN)}
    return [one for one, told in found if decided.get((one.worked.house_id, told.subject)) != told.facts]
