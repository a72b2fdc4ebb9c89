"""Reports by e-mail: when they are due, what stands in them, who gets none, and that none is sent twice."""

import contextlib
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.core import mail
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import reverse

from accounting.models import GamingDay, ReportDelivery, ReportMail, ReportSubscription
from accounting.reports.selectors import periods
from accounting.reports.selectors.periods import Span
from accounting.reports.services import report_mails
from accounting.tasks import mail_reports
from casino import house_time, tasks
from casino.errors import Malformed, NotFound, Refusal
from casino.models import Job, User
from casino.pages.forms import new_key
from tests import databases
from tests.accounting.reports.conftest import NOON, BookedHands
from tests.accounting.reports.test_reports import FIRST, two_days
from tests.api_client import Api
from tests.builders import user

pytestmark = pytest.mark.django_db


built, booked = databases.shared(two_days)


@pytest.fixture(autouse=True)
def server(settings: Any) -> None:
    settings.MAIL_IS_SET_UP = True


def subscribed(booked: BookedHands, span: str = "day", actor: User | None = None) -> ReportSubscription:
    """Since before the first day was closed."""
    row = report_mails.subscribe(
        house_id=booked.house.pk, span=span, address="chef@haus.example", actor=actor or booked.manager
    )
    ReportSubscription.objects.filter(pk=row.pk).update(since=NOON - timedelta(days=1))
    return row


def run() -> None:
    mail_reports()
    tasks.run_jobs()


def test_a_closed_day_is_sent_with_its_figures_in_the_text(booked: BookedHands) -> None:
    subscribed(booked)
    run()
    [sent] = mail.outbox
    assert sent.to == ["chef@haus.example"]
    assert sent.subject.startswith(f"{booked.house.name}: Bericht ")
    found = periods.report(span=Span.DAY, at=GamingDay.objects.get(date=FIRST).date, actor=booked.manager)
    taken = next(line.value for part, line in found.lines if (part.name, line.name) == ("rake", "taken_cents"))
    assert taken == 900
    assert ": 9,00  (" in sent.body
    assert sent.attachments[0][0] == f"period-day-{FIRST}.csv"
    job = Job.objects.get(kind="report_mail")
    assert (job.state, job.result, job.requested_by) == ("done", {"sent": True}, booked.manager)


def test_none_is_sent_twice(booked: BookedHands) -> None:
    row = subscribed(booked)
    run()
    run()
    assert len(mail.outbox) == 1
    assert ReportMail.objects.filter(subscription=row).count() == 1
    assert not report_mails._send(subscription=row, first=GamingDay.objects.get(date=FIRST).date)
    assert len(mail.outbox) == 1
    with pytest.raises(IntegrityError), transaction.atomic():
        ReportMail.objects.update(sent_at=house_time.now())


def test_a_period_that_runs_is_not_sent(booked: BookedHands) -> None:
    subscribed(booked, "month")
    run()
    assert mail.outbox == []
    subscribed(booked, "week")  # ends with the Sunday that is closed
    run()
    assert len(mail.outbox) == 1


def test_rights_are_asked_when_it_is_sent(booked: BookedHands) -> None:
    """Taken away before the job is requested, or between request and work: nothing is sent."""
    auditor = user("auditor", "reads-reports")
    subscribed(booked, actor=auditor)
    mail_reports()
    User.objects.filter(pk=auditor.pk).update(roles=["dealer"])
    tasks.run_jobs()
    assert mail.outbox == []
    assert Job.objects.get(kind="report_mail").state == "failed"
    mail_reports()
    assert Job.objects.filter(kind="report_mail").count() == 1
    assert not ReportMail.objects.exists()


@pytest.fixture
def no_server(monkeypatch: pytest.MonkeyPatch) -> Iterator[pytest.MonkeyPatch]:
    """Until it is undone, no mail is taken."""

    def refused(*_given: object, **_options: object) -> int:
        raise OSError("connection refused")

    with monkeypatch.context() as broken:
        broken.setattr("django.core.mail.EmailMessage.send", refused)
        yield broken


def try_again() -> int:
    """As long after the last try as it takes; how many jobs that made."""
    ReportDelivery.objects.exclude(last_at=None).update(last_at=house_time.now() - timedelta(days=1))
    before = Job.objects.count()
    mail_reports()
    with contextlib.suppress(OSError):
        tasks.run_jobs()
    return Job.objects.count() - before


def test_a_mail_that_is_not_taken_is_tried_again_later(booked: BookedHands, no_server: pytest.MonkeyPatch) -> None:
    """Ten minutes after the first try, then twenty after the second."""
    row = subscribed(booked)
    mail_reports()
    with pytest.raises(OSError, match="refused"):
        tasks.run_jobs()
    assert not ReportMail.objects.exists()
    [one] = row.undelivered
    assert (one.tries, one.error, one.has_failed) == (1, "OSError: connection refused", False)
    assert report_mails.request_due() == 0, "not at once"
    assert try_again() == 1
    ReportDelivery.objects.update(last_at=house_time.now() - timedelta(minutes=19))
    assert report_mails.request_due() == 0
    no_server.undo()
    assert try_again() == 1
    assert len(mail.outbox) == 1
    assert not row.undelivered


def test_after_the_last_try_it_has_failed_until_it_is_sent_again(
    booked: BookedHands, no_server: pytest.MonkeyPatch
) -> None:
    row = subscribed(booked)
    assert [try_again() for _try in range(ReportDelivery.MOST_TRIES)] == [1] * ReportDelivery.MOST_TRIES
    assert try_again() == 0
    [one] = row.undelivered
    assert one.has_failed
    no_server.undo()
    assert try_again() == 0, "also where the server works again"
    client, address = Client(), reverse("management:mail-again", args=[row.pk, FIRST])
    client.force_login(booked.manager)
    assert f'href="{address}"' in client.get(reverse("management:mails")).content.decode()
    assert client.get(address).status_code == 200
    assert client.post(address, {"key": new_key()}).status_code == 303
    assert try_again() == 1
    assert len(mail.outbox) == 1
    assert try_again() == 0


def test_sending_again_refused(booked: BookedHands, no_server: pytest.MonkeyPatch) -> None:
    row = subscribed(booked)
    first = GamingDay.objects.get(date=FIRST).date
    asked: dict[str, Any] = {"report_subscription_id": row.pk, "first": first}
    with pytest.raises(NotFound):
        report_mails.send_again(**asked, actor=booked.manager)
    try_again()
    with pytest.raises(NotFound):
        report_mails.send_again(**asked, actor=user("auditor", "somebody-else"))
    with pytest.raises(Refusal) as refused:
        report_mails.send_again(**asked, actor=booked.manager)
    assert refused.value.code == "mail_not_failed"
    assert ReportDelivery.objects.get().tries == 1


def test_a_worker_that_dies_has_tried(booked: BookedHands, monkeypatch: pytest.MonkeyPatch) -> None:
    row = subscribed(booked)
    monkeypatch.setattr(report_mails, "_send", lambda **_given: (_ for _ in ()).throw(SystemExit))
    mail_reports()
    with pytest.raises(SystemExit):
        tasks.run_jobs()
    assert [one.tries for one in row.undelivered] == [1]


def test_over_the_api(booked: BookedHands, no_server: pytest.MonkeyPatch) -> None:
    """One's own only: list, subscribe, end, send again what has failed."""
    api = Api(booked.manager)
    made = api.post("report-subscriptions/", {"span": "day", "address": "chef@haus.example"})
    assert made.status_code == 201, made.content
    row = ReportSubscription.objects.get()
    ReportSubscription.objects.update(since=NOON - timedelta(days=1))
    for _try in range(ReportDelivery.MOST_TRIES):
        try_again()
    [listed] = api.get("report-subscriptions/").json()["results"]
    assert (listed["id"], listed["address"], listed["ended_at"]) == (row.pk, "chef@haus.example", None)
    [undelivered] = listed["undelivered"]
    assert (undelivered["first"], undelivered["tries"], undelivered["has_failed"], undelivered["error"]) == (
        FIRST, ReportDelivery.MOST_TRIES, True, "OSError: connection refused",
    )  # fmt: skip
    other = Api(user("auditor", "somebody-else"))
    assert other.get("report-subscriptions/").json()["results"] == []
    assert other.post(f"report-subscriptions/{row.pk}/end/").status_code == 404
    again = api.post(f"report-subscriptions/{row.pk}/send-again/", {"first": FIRST})
    assert again.json()["undelivered"][0]["tries"] == 0
    assert api.post(f"report-subscriptions/{row.pk}/end/").json()["ended_at"]
    assert api.get("report-subscriptions/").json()["results"] == []


def test_whoever_ended_it_gets_none(booked: BookedHands) -> None:
    row = subscribed(booked)
    with pytest.raises(NotFound):
        report_mails.end(report_subscription_id=row.pk, actor=user("auditor", "somebody-else"))
    report_mails.end(report_subscription_id=row.pk, actor=booked.manager)
    run()
    assert mail.outbox == []


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"span": "day"}, "unknown_field"),
        ({"subscription": 0}, "not_found"),
        ({"subscription": "1"}, "not_found"),
        ({"subscription": 1 << 63}, "not_found"),
        ({"day": "yesterday"}, "bad_date"),
    ],
)
def test_a_mail_that_nobody_subscribed_to_is_not_asked_for(
    booked: BookedHands, changes: dict[str, Any], code: str
) -> None:
    asked = {"house": booked.house.code, "subscription": subscribed(booked).pk, "day": FIRST}
    assert report_mails.MAIL_JOB.read(asked, booked.manager) == asked
    with pytest.raises(Refusal, match=code):
        report_mails.MAIL_JOB.read(asked | changes, booked.manager)
    with pytest.raises(NotFound, match="not_found"):
        report_mails.MAIL_JOB.read(asked, user("manager", "whose-it-is-not"))


def test_refused(booked: BookedHands, settings: Any) -> None:
    asked: dict[str, Any] = {"house_id": booked.house.pk, "actor": booked.manager}
    with pytest.raises(Malformed) as malformed:
        report_mails.subscribe(span="day", address="nobody", **asked)
    assert malformed.value.code == "bad_address"
    with pytest.raises(Malformed) as malformed:
        report_mails.subscribe(span="year", address="a@b.example", **asked)
    assert malformed.value.code == "bad_word"
    report_mails.subscribe(span="day", address="a@b.example", **asked)
    with pytest.raises(Refusal) as refused:
        report_mails.subscribe(span="day", address="c@d.example", **asked)
    assert refused.value.code == "already_subscribed"
    settings.MAIL_IS_SET_UP = False
    with pytest.raises(Refusal) as refused:
        report_mails.subscribe(span="week", address="a@b.example", **asked)
    assert refused.value.code == "no_mail_server"
    assert ReportSubscription.objects.count() == 1


def test_the_pages(booked: BookedHands) -> None:
    client = Client()
    client.force_login(booked.manager)
    address = reverse("management:mails")
    assert client.get(address).status_code == 200
    sent = {"key": new_key(), "span": "day", "address": "a@b.example"}
    assert client.post(address, sent).status_code == 303
    [row] = report_mails.own(house_id=booked.house.pk, actor=booked.manager)
    assert "a@b.example" in client.get(address).content.decode()
    end = reverse("management:mail-end", args=[row.pk])
    assert client.get(end).status_code == 200
    assert client.post(end, {"key": new_key()}).status_code == 303
    assert not report_mails.own(house_id=booked.house.pk, actor=booked.manager)
