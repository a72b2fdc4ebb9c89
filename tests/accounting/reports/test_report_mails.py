"""Reports by e-mail: when they are due, what stands in them, who gets none, and that none is sent twice."""

from datetime import timedelta
from typing import Any

import pytest
from django.core import mail
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import reverse

from accounting.models import GamingDay, ReportMail, ReportSubscription
from accounting.selectors import periods
from accounting.selectors.periods import Span
from accounting.services import report_mails
from accounting.tasks import mail_reports
from casino import house_time, tasks
from casino.errors import Malformed, NotFound, Refusal
from casino.models import Job, User
from casino.pages.forms import new_key
from tests import databases
from tests.accounting.reports.test_reports import FIRST, two_days
from tests.accounting.rollups.conftest import NOON, BookedHands
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


def test_a_mail_that_is_not_taken_is_tried_again(booked: BookedHands, monkeypatch: pytest.MonkeyPatch) -> None:
    subscribed(booked)

    def refused(*_given: object, **_options: object) -> int:
        raise OSError("connection refused")

    with monkeypatch.context() as broken:
        broken.setattr("django.core.mail.EmailMessage.send", refused)
        mail_reports()
        with pytest.raises(OSError, match="refused"):
            tasks.run_jobs()
    assert not ReportMail.objects.exists()
    run()
    assert len(mail.outbox) == 1


def test_whoever_ended_it_gets_none(booked: BookedHands) -> None:
    row = subscribed(booked)
    with pytest.raises(NotFound):
        report_mails.end(report_subscription_id=row.pk, actor=user("auditor", "somebody-else"))
    report_mails.end(report_subscription_id=row.pk, actor=booked.manager)
    run()
    assert mail.outbox == []


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
