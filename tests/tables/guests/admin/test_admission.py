"""Admission in the back office: the administrator sets the policy, bans and questions are read, reasons by managers."""

from collections.abc import Callable
from datetime import date

import pytest
from django.test import Client
from django.urls import reverse

from tables.guests.services import guests
from tables.guests.services.admission import bans, checking, policies
from tables.models import AdmissionCheck, AdmissionPolicy, HouseBan
from tests.builders import user
from tests.tables.pages.conftest import Room

Browser = Callable[..., Client]
REASON = "hit the dealer"


@pytest.fixture
def kept(room: Room) -> dict[str, int]:
    """One row of each kind, by its name in the admin."""
    manager = user("manager", "banning")
    guest = guests.register(house_id=room.house.pk, number="4711", name="Rossi", actor=room.floor)
    checking.identify(guest_id=guest.pk, birth_date=date(1990, 2, 28), document="passport", actor=room.floor)
    ban = bans.ban(guest_id=guest.pk, reason=REASON, actor=manager)
    check = checking.check(guest_id=guest.pk, actor=manager)
    policy = policies.put(house_id=room.house.pk, is_on=True, actor=user("admin", "setting"))
    return {"tables_houseban": ban.pk, "tables_admissioncheck": check.pk, "tables_admissionpolicy": policy.pk}


@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize("name", ["tables_houseban", "tables_admissioncheck", "tables_admissionpolicy"])
def test_every_list_and_row_opens_and_nothing_is_written(room, kept, browser: Browser, name, language) -> None:
    client = browser(user("manager", "reading"), language)
    assert client.get(reverse(f"admin:{name}_changelist")).status_code == 200
    assert client.get(reverse(f"admin:{name}_change", args=[kept[name]])).status_code == 200
    assert client.get(reverse(f"admin:{name}_add")).status_code == 403
    assert client.post(reverse(f"admin:{name}_change", args=[kept[name]]), {}).status_code == 403
    assert client.post(reverse(f"admin:{name}_delete", args=[kept[name]]), {"post": "yes"}).status_code == 403
    assert [model.objects.count() for model in (HouseBan, AdmissionCheck, AdmissionPolicy)] == [1, 1, 1]


@pytest.mark.parametrize(("role", "reads"), [("manager", True), ("floor", False), ("auditor", False)])
def test_why_somebody_is_kept_out_only_managers_read(room, kept, browser: Browser, role, reads) -> None:
    client = browser(user(role, f"reading-{role}"), "en")
    pages = [
        client.get(reverse("admin:tables_houseban_changelist")).content.decode(),
        client.get(reverse("admin:tables_houseban_change", args=[kept["tables_houseban"]])).content.decode(),
    ]
    assert [REASON in page for page in pages] == [False, reads]
    asked = reverse("admin:tables_houseban_changelist")
    assert client.get(asked, {"begins_on__gte": "2020-01-01"}).status_code == 200
    assert client.get(asked, {"reason__startswith": REASON[:3]}).status_code == 400
    guests_asked = client.get(reverse("admin:tables_guest_changelist"), {"bans__reason__startswith": REASON[:3]})
    assert guests_asked.status_code == 400


def test_the_administrator_sets_the_policy(room, kept, browser: Browser) -> None:
    client = browser(user("admin"), "en")
    page = reverse("admin:tables_admissionpolicy_change", args=[kept["tables_admissionpolicy"]])
    form = {
        "is_on": "on",
        "least_age": "18",
        "unanswered": "manager",
        "identified_from_cents": "1000",
        "reason": "the law",
    }
    assert client.post(page, form).status_code == 302
    row = AdmissionPolicy.objects.get()
    assert (row.least_age, row.unanswered, row.identified_from_cents) == (18, "manager", 100_000)
    answer = client.post(page, form | {"least_age": "17"})
    assert answer.status_code == 422
    assert "The age must be between 18 and 30 years" in answer.content.decode()
    assert AdmissionPolicy.objects.get().least_age == 18
    for name in ("tables_houseban", "tables_admissioncheck"):
        assert client.get(reverse(f"admin:{name}_changelist")).status_code == 403


def test_the_administrator_sets_the_first_policy_of_a_house(room, browser: Browser) -> None:
    client, page = browser(user("admin"), "en"), reverse("admin:tables_admissionpolicy_add")
    form = {"house": room.house.pk, "is_on": "on", "unanswered": "refuse", "identified_from_cents": "2000"}
    for least_age, status, there in (("17", 422, 0), ("21", 302, 1)):
        assert client.post(page, form | {"least_age": least_age, "reason": "the law"}).status_code == status
        assert AdmissionPolicy.objects.count() == there
    row = AdmissionPolicy.objects.get()
    assert (row.house, row.is_on, row.least_age, row.identified_from_cents) == (room.house, True, 21, 200_000)
