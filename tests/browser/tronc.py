"""The tronc for the look at every page: rules, members, a month shared and half paid, and what waits for a second."""

from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from typing import TypeAlias

from django.test import override_settings

from accounting.models import (
    GamingDay,
    House,
    ReportDelivery,
    ReportSubscription,
    TipRecord,
    TroncMember,
    TroncPayout,
    TroncRules,
    TroncRun,
)
from accounting.reports.services import report_mails
from accounting.tronc.selectors.months import Credit
from accounting.tronc.services import members, payouts, records, rules, runs
from casino import house_time
from casino.models import User
from tests.deciding import looking
from tools.evening.tips import RULES

Examples: TypeAlias = Sequence[tuple[str, Mapping[str, Sequence[object]]]]


def play(house: House) -> None:
    """A month of before had no tips, so its shares are guaranteed pay; this month waits for its end."""
    manager, second, cage = (User.objects.get(username=name) for name in ("manager", "manager2", "cage"))
    month = _month_before(TroncRules.objects.get().valid_from)
    ask = {"house_id": house.pk, "valid_from": month, "actor": manager}
    looking(rules.approve)(tronc_rules_id=rules.propose(rules=RULES, **ask).pk, actor=second)
    rules.propose(rules={**RULES, "full_minutes": 480}, **ask)
    for name, function in (("dealer", "dealer"), ("cage", "cage"), ("admin", "office"), ("floor", "office")):
        person = User.objects.get(username=name)
        row = members.enter(person_id=person.pk, function=function, hired_on=date(2014, 10, 1), **ask)
        if name != "floor":
            looking(members.confirm)(tronc_member_id=row.pk, actor=second)
    share = {"house_id": house.pk, "month": month, "deductions_cents": {}, "actor": manager}
    looking(runs.confirm)(tronc_run_id=runs.propose(credited=_credited(9_600), **share).pk, actor=second)
    payouts.prepare(house_id=house.pk, actor=manager)
    runs.propose(credited=_credited(4_800), cause=TroncRun.Cause.MEMBERS, **share)
    records.draw_up(day_id=GamingDay.objects.earliest("date").pk, electronic_cents=0, actor=cage)
    with override_settings(MAIL_IS_SET_UP=True):
        mails = report_mails.subscribe(house_id=house.pk, span="day", address="manager@casino.example", actor=manager)
    for first, tries in ((month, 8), (month + timedelta(days=1), 2)):
        ReportDelivery.objects.create(
            subscription=mails, first=first, tries=tries, last_at=house_time.now(), error="OSError: connection refused"
        )


def examples() -> Examples:
    """What stands for the parts of an address."""
    shared, proposed = (TroncRun.objects.get(state=state).pk for state in ("confirmed", "proposed"))
    person = TroncMember.objects.earliest("pk").person_id
    mails = ReportSubscription.objects.get()
    return (
        (r"tronc/records/<day:pk>/", {"pk": [GamingDay.objects.earliest("date").pk]}),
        (r"tronc/records/", {"pk": [TipRecord.objects.get(signed_at=None).pk]}),
        (r"tronc/rules/", {"pk": [TroncRules.objects.latest("pk").pk]}),
        (r"tronc/members/", {"pk": [TroncMember.objects.latest("pk").pk]}),
        (r"tronc/months/<tronc_run:pk>/(confirm|decline)/", {"pk": [proposed]}),
        (r"tronc/months/", {"pk": [shared], "person": [person]}),
        (r"tronc/payouts/", {"pk": [TroncPayout.objects.get().pk]}),
        (r"management/mails/", {"pk": [mails.pk], "first": [mails.deliveries.earliest("first").first]}),
    )


def _credited(minutes: int) -> dict[int, Credit]:
    names = ("dealer", "cage", "admin")
    confirmed = User.objects.filter(username__in=names).values_list("pk", flat=True)
    return {person: Credit(minutes, "other_work") for person in confirmed}


def _month_before(today: date) -> date:
    return (today.replace(day=1) - timedelta(days=1)).replace(day=1)
