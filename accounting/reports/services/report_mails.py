"""Reports by e-mail: subscribe, end, and send what is due, with the figures in the text.

Every ten minutes beat asks which closed gaming days, weeks and months a subscriber has not had, and requests a job for
each: `{"kind": "report_mail", "subscription": 3, "day": "2026-11-24"}`.  The job runs with the subscriber's rights: for
somebody who may read the report no more, or works in the house no more, nothing is requested and nothing is sent.  What
the mail server does not take is tried again after 10 minutes, then after twice as long each time; after eight tries it
has failed, and the subscriber sends it again when the server works.
"""

from collections.abc import Mapping
from datetime import date, timedelta
from typing import TYPE_CHECKING, Any, Final
from zoneinfo import ZoneInfo

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.mail import EmailMessage
from django.core.validators import validate_email
from django.db import IntegrityError, transaction
from django.db.models import F
from django.db.models.functions import Now
from django.utils import timezone, translation
from django.utils.translation import gettext

from accounting.days.selectors import days, houses
from accounting.models import GamingDay, House, ReportDelivery, ReportMail, ReportSubscription
from accounting.reports.files import period_file
from accounting.reports.files.as_csv import Flavour
from accounting.reports.selectors import periods
from accounting.reports.selectors.periods import Span
from casino import house_time, membership, roles
from casino.errors import N_, Malformed, NotFound, Refusal
from casino.models import User
from casino.services import jobs
from casino.services.jobs import JobKind, Progress
from casino.transactions import use_case

if TYPE_CHECKING:
    from collections.abc import Sequence

PERMISSION: Final = periods.PERMISSION
KIND: Final = "report_mail"
MOST_DUE: Final = 62
"""The number of past gaming days whose report is still sent if nothing ran in between."""
FIRST_WAIT: Final = timedelta(minutes=10)
_MOST_ERROR: Final = 300


@use_case("accounting.view_reports")
def subscribe(*, house_id: int, span: str, address: str, actor: User) -> ReportSubscription:
    """Send the actor the report of each gaming day, week or month from now on.

    Refuses `no_mail_server`, `bad_address`, `bad_word` and, where they have it already, `already_subscribed`.
    """
    house = houses.row(house_id, actor=actor)
    if not settings.MAIL_IS_SET_UP:
        raise Refusal("no_mail_server", N_("No mail server is set up: the operator must set one (CASINO_MAIL_URL)."))
    if span not in ReportSubscription.Span.values:
        raise Malformed(
            "bad_word",
            N_("%(parameter)s must be one of %(known)s."),
            parameter="span",
            known=list(ReportSubscription.Span.values),
        )
    try:
        validate_email(address)
    except ValidationError as error:
        raise Malformed("bad_address", N_("Enter an e-mail address like name@house.example.")) from error
    try:
        with transaction.atomic():
            return ReportSubscription.objects.create(house=house, person=actor, span=span, address=address)
    except IntegrityError as error:
        raise Refusal("already_subscribed", N_("You already get this report by e-mail: end that one first.")) from error


@use_case("accounting.view_reports")
def end(*, report_subscription_id: int, actor: User) -> ReportSubscription:
    """End one of the actor's own subscriptions; refuses `not_found`."""
    mine = ReportSubscription.objects.filter(pk=report_subscription_id, person=actor)
    if not mine.filter(ended_at=None).update(ended_at=Now()):
        raise NotFound("not_found", N_("Not found."))
    return mine.get()


@use_case("accounting.view_reports")
def send_again(*, report_subscription_id: int, first: date, actor: User) -> ReportSubscription:
    """Have a report that has failed tried again, from the next ten minutes on.

    Refuses `not_found` for what is not the actor's own, has ended or was never tried, and `mail_not_failed` for what
    was sent or is still tried.
    """
    row = ReportSubscription.objects.filter(pk=report_subscription_id, person=actor, ended_at=None).first()
    if row is None or not row.deliveries.filter(first=first).exists():
        raise NotFound("not_found", N_("Not found."))
    failed = row.undelivered.filter(first=first, tries__gte=ReportDelivery.MOST_TRIES)
    if not failed.update(tries=0, last_at=None):
        raise Refusal("mail_not_failed", N_("This report has been sent or is still being tried."))
    return row


def own(*, house_id: int, actor: User) -> "Sequence[ReportSubscription]":
    """The actor's subscriptions that have not ended."""
    roles.require(actor, PERMISSION)
    return list(ReportSubscription.objects.filter(house_id=house_id, person=actor, ended_at=None).order_by("span"))


def request_due() -> int:
    """Request a job for every report that is due; returns how many.  Called by beat."""
    requested = 0
    for row in ReportSubscription.objects.filter(ended_at=None).select_related("house", "person"):
        if not _may_have(row):
            continue
        for first in _due(row):
            params = {"house": row.house.code, "subscription": row.pk, "day": first.isoformat()}
            jobs.ask(kind=KIND, params=params, actor=row.person)
            requested += 1
    return requested


def _may_have(row: ReportSubscription) -> bool:
    return roles.permits(row.person, PERMISSION) and membership.works_in(row.person, row.house_id)


def _due(row: ReportSubscription) -> list[date]:
    """First days of the periods that are over since the subscription began and were not sent."""
    span = Span(row.span)
    closed = GamingDay.objects.filter(house=row.house, state=GamingDay.State.CLOSED, closed_at__gte=row.since)
    dates = closed.order_by("-date").values_list("date", flat=True)[:MOST_DUE]
    tried = {one.first: one for one in row.undelivered}
    asked_again = [first for first, one in tried.items() if not one.tries]
    all_dates = (*dates, *asked_again)
    found = {period.first: period for period in (periods.period_of(row.house, span, day) for day in all_dates)}
    sent = set(ReportMail.objects.filter(subscription=row, first__in=found).values_list("first", flat=True))
    return sorted(
        first
        for first, period in found.items()
        if first not in sent and _may_try(tried.get(first)) and periods.is_over(row.house, period)
    )


def _may_try(delivery: ReportDelivery | None) -> bool:
    if delivery is None or delivery.last_at is None:
        return True
    waited = house_time.now() - delivery.last_at
    return not delivery.has_failed and waited >= FIRST_WAIT * 2 ** (delivery.tries - 1)


@use_case(None)
def _begin(*, subscription: ReportSubscription, first: date) -> None:
    """Count a try before it is made, so that one whose worker dies counts too."""
    delivery, _is_new = ReportDelivery.objects.get_or_create(subscription=subscription, first=first)
    ReportDelivery.objects.filter(pk=delivery.pk).update(tries=F("tries") + 1, last_at=house_time.now(), error="")


@use_case(None)
def _note(*, subscription: ReportSubscription, first: date, error: str) -> None:
    """Write down why a report was not taken."""
    ReportDelivery.objects.filter(subscription=subscription, first=first).update(error=error[:_MOST_ERROR])


@use_case(None)
def _send(*, subscription: ReportSubscription, first: date) -> bool:
    """Send one report, unless it was sent; a mail that is not taken leaves no row, and the job fails."""
    person, house = subscription.person, subscription.house
    _row, is_new = ReportMail.objects.get_or_create(subscription=subscription, first=first)
    if not is_new:
        return False
    with translation.override(person.language), timezone.override(ZoneInfo(house.time_zone)):
        found = periods.report(span=Span(subscription.span), at=first, house_id=house.pk, actor=person)
        subject = " ".join([f"{house.name}:", gettext("Report"), period_file.named(found.period)])
        message = EmailMessage(subject, period_file.as_text(found), to=[subscription.address])
        message.attach(
            f"{period_file.file_stem(found)}.csv",
            period_file.as_csv(found, Flavour.EXCEL).decode(),
            "text/csv",
        )
    message.send()
    return True


def _read(params: Mapping[str, Any], actor: User) -> Mapping[str, Any]:
    unknown = sorted(set(params) - {"house", "subscription", "day"})
    if unknown:
        raise Malformed("unknown_field", N_("This job has no parameter %(unknown)s."), unknown=unknown)
    days.date_read(params.get("day"))
    house = houses.coded(params.get("house"), actor=actor)
    _subscription(params, house, actor)
    return params


def _subscription(params: Mapping[str, Any], house: House, actor: User) -> ReportSubscription:
    """The actor's own, that has not ended; refuses `not_found`."""
    pk = params.get("subscription")
    rows = ReportSubscription.objects.filter(person=actor, house=house, ended_at=None)
    rows = rows.select_related("person", "house")
    row = rows.filter(pk=pk).first() if isinstance(pk, int) and 0 < pk < 1 << 63 else None
    if row is None:
        raise NotFound("not_found", N_("Not found."))
    return row


def _work(params: Mapping[str, Any], actor: User, progress: Progress) -> Mapping[str, Any]:
    progress(0, 1)
    roles.require(actor, PERMISSION)
    row = _subscription(params, houses.coded(params["house"], actor=actor), actor)
    first = days.date_read(params["day"])
    _begin(subscription=row, first=first)
    try:
        sent = _send(subscription=row, first=first)
    except Exception as error:
        _note(subscription=row, first=first, error=f"{type(error).__name__}: {error}")
        raise
    progress(1, 1)
    return {"sent": sent}


MAIL_JOB: Final = JobKind(permission=PERMISSION, work=_work, read=_read)
