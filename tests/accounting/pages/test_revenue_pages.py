"""Management's pages of revenue: listed, signed by two, countersigned, printed; levy terms and keys put in force."""

from datetime import date

import pytest
from django.test import Client
from django.urls import reverse

from accounting.models import AuthorityKey, Countersignature, LevyTerms, Print, Statement
from accounting.services import exports, statements
from tests import builders, databases, stated_house
from tests.signing import AUTHORITY
from tests.stories import month
from tests.stories.month import Month

pytestmark = pytest.mark.django_db

PASSWORD = "vier Könige und ein Ass"
played = databases.once(lambda: month.month(2))


@pytest.fixture
def house(played: Month, db: None) -> Month:
    for person in (played.evening.floor, played.evening.manager, played.evening.second_manager):
        builders.with_password(person, PASSWORD)
    return played


def desk(person: object) -> Client:
    client = Client()
    client.force_login(person)
    return client


def post(client: Client, address: str, **values: object) -> object:
    form = client.get(address).context["form"]
    answer = client.post(address, {"key": form.initial["key"], **values}, follow=True)
    assert answer.status_code == 200, answer.context["form"].errors
    return answer


def test_a_day_is_stated_on_the_pages(house: Month) -> None:
    """Terms approved, the day signed and confirmed, the authority's signature handed in, the sheet printed."""
    evening = house.evening
    floor, manager, second = desk(evening.floor), desk(evening.manager), desk(evening.second_manager)
    day = house.days[0].date
    address = reverse("management:statement", args=["day", day])
    post(
        manager, reverse("management:levy-new"), law="SpielbG NRW § 19", source="https://recht.nrw.de/",
        valid_from="2026-01-01", tiers="Spielbankabgabe; 0; 30; year\nSpielbankabgabe; 15000000; 40; year",
        loss="bank_games", basis="counted", taken_in_is_revenue="on",
    )  # fmt: skip
    row = LevyTerms.objects.get()
    assert [tier["from_cents"] for tier in row.terms["levies"][0]["tiers"]] == [0, 1_500_000_000]
    post(second, reverse("management:levy-approve", args=[row.pk]), password=PASSWORD)
    post(manager, reverse("management:key-new"), authority="Finanzaufsicht", public_key=AUTHORITY.public_key.hex())
    post(second, reverse("management:key-approve", args=[AuthorityKey.objects.get().pk]), password=PASSWORD)
    assert floor.get(address).context["may_sign"]
    post(floor, reverse("management:statement-sign", args=["day", day]), password=PASSWORD)
    signed = Statement.objects.get()
    assert manager.get(address).context["may_confirm"]
    assert not floor.get(address).context["may_confirm"]
    post(manager, reverse("management:statement-confirm", args=[signed.pk]), password=PASSWORD)
    signed.refresh_from_db()
    text = manager.get(reverse("management:statement-text", args=[signed.pk])).content
    assert text == statements.message(signed)
    post(floor, reverse("management:statement-countersign", args=[signed.pk]), signature=AUTHORITY.sign(text).hex())
    assert Countersignature.objects.count() == 1
    page = manager.get(address).content.decode()
    assert "Finanzaufsicht" in page
    post(manager, reverse("management:statement-paper", args=[signed.pk]))
    assert Print.objects.get(subject=f"statement:{signed.pk}").number == 1
    listed = manager.get(reverse("management:revenue"), {"month": "2026-10"})
    assert [line.row is not None for line in listed.context["lines"]] == [False, False, True]
    levies = manager.get(reverse("management:levies")).content.decode()
    assert AUTHORITY.public_key.hex()[:4] in levies
    post(manager, reverse("management:key-withdraw", args=[AuthorityKey.objects.get().pk]), reason="Karte verloren")


def test_an_open_day_says_why_it_is_not_stated(house: Month) -> None:
    stated_house.in_force(house.evening)
    page = desk(house.evening.manager).get(reverse("management:statement", args=["day", "2026-10-07"]))
    assert page.context["refusal"]
    assert not page.context["may_sign"]


def test_tiers_that_cannot_be_read_are_said(house: Month) -> None:
    client = desk(house.evening.manager)
    address = reverse("management:levy-new") + "?land=bayern"
    form = client.get(address).context["form"]
    assert form.initial["tiers"].splitlines()[1] == "Spielbankabgabe; 25000000; 30; year"
    values = {**form.initial, "version": "", "tiers": "dreißig", "valid_from": "2026-01-01"}
    answer = client.post(address, values)
    assert answer.status_code == 400
    assert answer.context["form"].errors["tiers"]


@pytest.mark.parametrize("language", ["de", "en"])
def test_the_sheet_is_a_pdf(house: Month, language: str) -> None:
    stated_house.in_force(house.evening)
    row = stated_house.sealed(house.evening, "day", date(2026, 10, 5))
    asked = {"report": "statement", "format": "pdf", "statement": row.pk, "language": language}
    params = exports.read(asked, house.evening.manager)
    made = exports.make(params, actor=house.evening.manager)
    assert made.name == "statement-day-2026-10-05-v1.pdf"
    assert made.content.startswith(b"%PDF")
