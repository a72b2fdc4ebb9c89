"""The check list for the authority: every duty has a source and a page that is there; the books are asked for."""

import pytest
from django.test import Client
from django.urls import reverse

from accounting.reports.selectors.duties import DUTIES
from casino.models import Job
from casino.pages.forms import new_key
from tests import databases
from tests.accounting.reports.conftest import BookedHands
from tests.accounting.reports.test_reports import FIRST, two_days
from tests.builders import user

pytestmark = pytest.mark.django_db


built, booked = databases.shared(two_days)


def test_every_duty_is_answered_by_a_page_that_an_auditor_may_read(booked: BookedHands) -> None:
    client = Client()
    client.force_login(user("auditor", "authority"))
    page = client.get(reverse("management:duties"))
    assert page.status_code == 200
    for duty, _text, _answer, address in page.context["rows"]:
        assert duty.source.startswith("https://")
        if duty.page != "cage:today":  # a desk of the cage's own
            assert address, duty
            assert client.get(address).status_code == 200, duty
    assert len({duty.duty for duty in DUTIES}) == len(DUTIES)


def test_the_books_are_asked_for_on_a_page(booked: BookedHands) -> None:
    client = Client()
    client.force_login(booked.manager)
    address = reverse("management:books")
    assert client.get(address).status_code == 200
    answer = client.post(address, {"key": new_key(), "first": FIRST, "last": FIRST})
    assert answer.status_code == 303
    job = Job.objects.get(kind="books")
    assert (job.params["from"], job.params["to"]) == (FIRST, FIRST)
    assert client.post(address, {"key": new_key(), "first": FIRST, "last": "2020-01-01"}).status_code == 400
