"""Findings in the back office: read by management and audit, changed by nobody there."""

import pytest

from accounting.findings.services import findings
from accounting.models import Finding
from accounting.verdicts import Rule, Verdict
from casino import house_time
from casino.models import User
from tests.tables.pages.conftest import Room, browser, built, room

__all__ = ["browser", "built", "room"]

ADDRESS = "/admin/accounting/finding/"


@pytest.fixture
def found(room: Room) -> Finding:
    verdict = Verdict(Rule.BOX_SHORT, "drop:4", -300, "T07", facts={"booked_cents": 5_000})
    findings.note(room.house.pk, room.day.pk, [verdict], house_time.now())
    return Finding.objects.get()


@pytest.mark.parametrize("role", ["manager", "auditor"])
@pytest.mark.parametrize("language", ["de", "en"])
def test_it_is_shown(found: Finding, browser, role: str, language: str) -> None:
    client = browser(User.objects.create_user("reader", roles=[role]), language)
    page = client.get(ADDRESS)
    assert page.status_code == 200
    assert ("−3,00" if language == "de" else "−3.00") in page.content.decode()
    for part in ("change/", "history/"):
        assert client.get(f"{ADDRESS}{found.pk}/{part}").status_code == 200
    assert "<pre>{" in client.get(f"{ADDRESS}{found.pk}/change/").text, "facts have a line each"


def test_nobody_changes_or_deletes_it(found: Finding, browser) -> None:
    client = browser(User.objects.create_user("reader", roles=["manager"]))
    for path in ("add/", f"{found.pk}/delete/"):
        assert client.get(ADDRESS + path).status_code == 403
    assert client.post(f"{ADDRESS}{found.pk}/change/", {"state": "waived"}).status_code == 403
    found.refresh_from_db()
    assert found.state == "open"


def test_the_floor_does_not_see_what_is_said_of_dealers(found: Finding, room: Room, browser) -> None:
    assert browser(room.floor).get(ADDRESS).status_code == 403
    assert browser(room.floor).get(f"{ADDRESS}{found.pk}/change/").status_code == 403
