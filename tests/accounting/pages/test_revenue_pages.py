"""Management's pages of revenue: listed, signed by two, countersigned, printed; levy terms and keys put in force."""

from datetime import date

import pytest
from django.test import Client
from django.urls import reverse

from accounting.models import AuthorityKey, Countersignature, House, LevyTerms, Print, Statement
from accounting.policy.laws import LAWS
from accounting.reports.services import exports
from accounting.revenue.selectors.levies import in_force
from accounting.revenue.services import authority_keys, levies, statements
from casino.models import User
from tests import builders, databases, stated_house
from tests.deciding import hidden
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
    answer = client.post(address, {**hidden(form), **values}, follow=True)
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
    auditor = desk(builders.with_password(stated_house.auditor(), PASSWORD))
    post(auditor, reverse("management:key-approve", args=[AuthorityKey.objects.get().pk]), password=PASSWORD)
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
    key = AuthorityKey.objects.get()
    for shown in ("Finanzaufsicht", key.fingerprint[:4], str(key.proposed_by), str(key.decided_by)):
        assert shown in page, shown
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


@pytest.mark.parametrize("rate", ["12,345", "-5", ""])
def test_a_rate_finer_than_a_basis_point_is_said_and_proposes_nothing(house: Month, rate: str) -> None:
    """Cut off, it would be another law."""
    client, address = desk(house.evening.manager), reverse("management:levy-new")
    values = {
        "law": "SpielbG", "source": "https://recht.example/", "valid_from": "2026-01-01", "loss": "bank_games",
        "basis": "counted", "tiers": f"Spielbankabgabe; 0; {rate}; year",
    }  # fmt: skip
    answer = client.post(address, {"key": "k", **values})
    assert answer.status_code == 400
    assert list(answer.context["form"].errors) == ["tiers"]
    assert not LevyTerms.objects.exists()


@pytest.mark.parametrize("decider", ["manager", "second_manager"])
def test_terms_and_keys_are_declined_on_the_pages_and_count_for_nothing(house: Month, decider: str) -> None:
    """By whoever proposed them, and by the second person."""
    evening = house.evening
    house_id = evening.house.pk
    terms = levies.propose(house_id=house_id, terms=LAWS["nrw"], valid_from=date(2026, 1, 1), actor=evening.manager)
    key = authority_keys.register(
        house_id=house_id, authority="Amt", public_key=AUTHORITY.public_key.hex(), actor=evening.manager
    )
    of_terms = getattr(evening, decider)
    of_key = of_terms if decider == "manager" else stated_house.auditor()
    for address, row, person in (("levy-decline", terms, of_terms), ("key-decline", key, of_key)):
        shown = post(desk(person), reverse(f"management:{address}", args=[row.pk]))
        assert shown.redirect_chain == [(reverse("management:levies"), 303)]
        assert "Abgelehnt." in shown.content.decode()
        row.refresh_from_db()
        assert (row.state, row.decided_by) == ("declined", person)
    assert in_force(house_id, date(2026, 11, 1)) is None


def test_a_signed_statement_is_declined_on_its_page_and_seals_nothing(house: Month) -> None:
    evening = house.evening
    stated_house.in_force(evening)
    first = house.days[0].date
    row = statements.sign(house_id=evening.house.pk, period="day", first=first, actor=evening.floor)
    text = reverse("management:statement-text", args=[row.pk])
    assert desk(evening.manager).get(text).status_code == 404, "there is nothing yet that the authority could sign"
    address = reverse("management:statement-decline", args=[row.pk])
    assert desk(evening.cage).post(address, {"key": "k"}).status_code == 403
    row.refresh_from_db()
    assert row.state == "signed"
    shown = post(desk(evening.manager), address)
    assert shown.redirect_chain == [(reverse("management:statement", args=["day", first]), 303)]
    assert "Abgelehnt." in shown.content.decode()
    row.refresh_from_db()
    assert (row.state, row.digest) == ("declined", "")
    assert desk(evening.manager).get(text).status_code == 404
    assert shown.context["may_sign"], "it can be signed again"


def test_a_sheet_is_shown_by_the_number_of_a_print_that_was_made(house: Month) -> None:
    stated_house.in_force(house.evening)
    row = stated_house.sealed(house.evening, "day", house.days[0].date)
    client, address = desk(house.evening.manager), reverse("management:statement-print", args=[row.pk, 1])
    assert client.get(address).status_code == 404
    post(client, reverse("management:statement-paper", args=[row.pk]))
    assert client.get(address).status_code == 200
    assert client.get(reverse("management:statement-print", args=[row.pk, 2])).status_code == 404


@pytest.mark.parametrize(
    ("address", "status"),
    [
        ("revenue/week/2026-10-05/", 404),
        ("revenue/week/2026-10-05/sign/", 404),
        ("revenue/month/2026-10-05/", 400),
        ("revenue/day/yesterday/", 400),
        ("levies/1099511627776/approve/", 404),
        ("levies/keys/1099511627776/approve/", 404),
        ("statements/1099511627776/text/", 404),
    ],
)
def test_what_is_no_period_and_what_is_not_there(house: Month, address: str, status: int) -> None:
    person = house.evening.floor if address.endswith("sign/") else house.evening.manager
    person = stated_house.auditor() if address.startswith("levies/keys/") else person
    assert desk(person).get(f"/management/{address}").status_code == status


def test_the_months_begin_with_that_of_the_latest_gaming_day(house: Month) -> None:
    client = desk(house.evening.manager)
    assert client.get(reverse("management:revenue")).context["month"] == date(2026, 10, 1)
    past = House.objects.create(code="bb", name="Baden-Baden")
    newcomer = User.objects.create_user("newcomer", roles=["manager"], house_ids=[past.pk])
    assert desk(newcomer).get(reverse("management:revenue")).status_code == 404, "no gaming day, no month"


@pytest.mark.parametrize("language", ["de", "en"])
def test_the_sheet_is_a_pdf(house: Month, language: str) -> None:
    stated_house.in_force(house.evening)
    row = stated_house.sealed(house.evening, "day", date(2026, 10, 5))
    asked = {"report": "statement", "format": "pdf", "statement": row.pk, "language": language}
    params = exports.read(asked, house.evening.manager)
    made = exports.make(params, actor=house.evening.manager)
    assert made.name == "statement-day-2026-10-05-v1.pdf"
    assert made.content.startswith(b"%PDF")
