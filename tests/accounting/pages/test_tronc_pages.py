"""The pages of the tronc: the month from record to payout, and that each person sees their own sheet only."""

import pytest
from django.test import Client

from accounting.models import House, TipRecord, TroncMember, TroncPayout, TroncRules, TroncRun
from accounting.tronc.selectors import rules as rules_in_force
from accounting.tronc.services import rules, runs
from casino.models import User
from tests import builders, databases
from tests.stories import tips
from tests.stories.tips import TipsMonth

pytestmark = pytest.mark.django_db

PASSWORD = "a long enough password"


built, october = databases.shared(tips.october)


@pytest.fixture
def month(october):
    with tips.shown(october):
        for person in (october.evening.manager, october.evening.second_manager):
            builders.with_password(person, PASSWORD)
        yield october


def browser(person: User) -> Client:
    client = Client()
    client.force_login(person)
    return client


def sent(client: Client, address: str, **values: object) -> str:
    """Fill in and send the form at this address; where it leads to."""
    page = client.get(address)
    assert page.status_code == 200, page.content
    hidden = {name: value for name, value in page.context["form"].initial.items() if name in ("key", "seen")}
    answer = client.post(address, {**hidden, "password": PASSWORD, **values})
    assert answer.status_code == 303, answer.content.decode()
    return answer["Location"]


def text(client: Client, address: str, status: int = 200) -> str:
    answer = client.get(address)
    assert answer.status_code == status, answer.content.decode()
    return answer.content.decode()


def test_a_month_from_computing_to_paying(month):
    manager, second = browser(month.evening.manager), browser(month.evening.second_manager)
    asked = {"month": "2026-10", "deduction-insurance": "3,00", "cause": ""}
    asked |= {f"hours-{month.reception.pk}": "20", f"for-{month.reception.pk}": "other_work"}
    statement = sent(manager, "/tronc/compute/?month=2026-10", **asked)
    run = TroncRun.objects.get()
    assert statement == f"/tronc/months/{run.pk}/"
    assert f"{statement}confirm/" not in text(manager, statement)
    assert f"{statement}confirm/" in text(second, statement)
    assert sent(second, f"{statement}confirm/") == statement
    assert sent(manager, "/tronc/payouts/prepare/") == "/tronc/payouts/"
    payout = TroncPayout.objects.get()
    assert sent(second, f"/tronc/payouts/{payout.pk}/pay/") == "/tronc/payouts/"
    assert builders.balances("share/") == {}
    assert "23,16" in text(second, "/tronc/payouts/")


def test_a_statement_has_every_line_that_a_share_is_computed_from(month):
    run = month.distribute()
    page = text(browser(month.evening.manager), f"/tronc/months/{run.pk}/people/{month.old_hand.pk}/")
    for line in ("25,83", "1,29", "3,00", "21,54", "16,16", "17,50", "398,1250", "750,6250", "0,0215", "8,57", "22:45"):
        assert line in page, line


def test_each_person_sees_their_own_sheet_only(month):
    run = month.distribute()
    dealer = browser(month.evening.dealer)
    mine, others = (f"/tronc/months/{run.pk}/people/{one.pk}/" for one in (month.evening.dealer, month.old_hand))
    assert "7,59" in text(dealer, mine)
    assert mine in text(dealer, "/tronc/")
    for address in (others, f"{others}pdf/"):
        text(dealer, address, 404)
    for address in (f"/tronc/months/{run.pk}/", f"/tronc/months/{run.pk}/csv/", "/tronc/members/", "/tronc/rules/"):
        text(dealer, address, 403)
    assert str(month.old_hand) not in text(dealer, mine)


def test_nobody_sees_a_sheet_before_it_is_confirmed(month):
    run = month.propose()
    text(browser(month.evening.dealer), f"/tronc/months/{run.pk}/people/{month.evening.dealer.pk}/", 404)


def test_the_works_council_reads_all_and_may_leave_out_the_names(month):
    run = month.distribute()
    council = browser(builders.user("council"))
    address = f"/tronc/months/{run.pk}/"
    assert "old-hand" in text(council, address)
    for shown in (address, f"{address}csv/", f"{address}people/{month.old_hand.pk}/"):
        assert "old-hand" not in text(council, f"{shown}?names=no"), shown
    text(council, "/tronc/compute/", 403)
    assert "/tronc/records/" in text(council, "/tronc/")
    assert "/draw-up/" not in text(council, "/tronc/records/?month=2026-10")
    text(council, "/tronc/payouts/")
    text(council, "/tronc/payouts/prepare/", 403)


def test_the_files(month):
    run = month.distribute()
    client = browser(month.evening.manager)
    lines = text(client, f"/tronc/months/{run.pk}/csv/").splitlines()
    assert len(lines) == 4
    assert lines[2].split(";")[4:] == [
        "17,50", "1365", "2388750", "4503750", "16,16", "8,57", "0,00", "8,57", "0,00", "0,00", "0,00", "8,57",
    ]  # fmt: skip
    for address in (f"/tronc/months/{run.pk}/pdf/", f"/tronc/months/{run.pk}/people/{month.old_hand.pk}/pdf/"):
        answer = client.get(address)
        assert (answer.status_code, answer["Content-Type"]) == (200, "application/pdf")
        assert answer.content.startswith(b"%PDF")


def test_a_record_is_drawn_up_and_signed(month):
    evening = month.evening
    evening.make_ready()
    manager, second = browser(evening.manager), browser(evening.second_manager)
    sent(manager, f"/tronc/records/{evening.day.pk}/draw-up/", electronic_cents="1,50")
    row = TipRecord.objects.get(gaming_day=evening.day)
    assert f"/tronc/records/{row.pk}/sign/" not in text(manager, "/tronc/records/?month=2026-11")
    assert f"/tronc/records/{row.pk}/sign/" in text(second, "/tronc/records/?month=2026-11")
    sent(second, f"/tronc/records/{row.pk}/sign/")
    assert builders.balances("tronc/2026-11") == {"tronc/2026-11": 150}


def test_rules_are_proposed_as_they_stand_and_approved_by_another(month):
    manager, second = browser(month.evening.manager), browser(month.evening.second_manager)
    form = manager.get("/tronc/rules/propose/").context["form"]
    shown = {name: form[name].value() for name in form.fields if name not in ("key", "version")}
    values = {name: "" if value in (None, False) else str(value) for name, value in shown.items()}
    sent(manager, "/tronc/rules/propose/", **values | {"valid_from": "2026-11"})
    row = TroncRules.objects.get(version=2)
    assert row.terms == TroncRules.objects.get(version=1).terms
    sent(second, f"/tronc/rules/{row.pk}/approve/")
    row.refresh_from_db()
    assert row.state == "approved"


def test_rules_that_do_not_fit_are_said_at_their_field(month):
    manager = browser(month.evening.manager)
    page = manager.get("/tronc/rules/propose/")
    values = {"key": page.context["form"].initial["key"], "valid_from": "2026-11", "full_minutes": "60"}
    values |= {"groups": "all; Alle; 90", "functions": "dealer; Dealer; all; 15", "electronic": "none"}
    answer = manager.post("/tronc/rules/propose/", values | {"remainder": "largest_remainder"})
    assert answer.status_code == 400
    assert list(answer.context["form"].errors) == ["groups"]


def test_a_member_is_entered_and_confirmed(month):
    manager, second = browser(month.evening.manager), browser(month.evening.second_manager)
    sent(
        manager,
        "/tronc/members/enter/",
        person_id=month.evening.floor.pk,
        function="reception",
        hired_on="2020-01-01",
        valid_from="2026-11",
    )
    row = TroncMember.objects.get(person=month.evening.floor)
    assert f"/tronc/members/{row.pk}/confirm/" in text(second, "/tronc/members/")
    sent(second, f"/tronc/members/{row.pk}/confirm/")
    row.refresh_from_db()
    assert row.confirmed_by == month.evening.second_manager


def test_a_declined_distribution_books_nothing(month):
    run = month.propose()
    sent(browser(month.evening.second_manager), f"/tronc/months/{run.pk}/decline/")
    run.refresh_from_db()
    assert (run.state, run.entry_id) == ("declined", None)
    assert month.distribute().number == 2
    assert runs.State.CONFIRMED == "confirmed"


@pytest.mark.parametrize(
    ("field", "typed"),
    [
        ("groups", "all; All; 100; more"),
        ("functions", "dealer; Dealer; all; 15,5,5"),
        ("seniority", "\N{ARABIC-INDIC DIGIT THREE}; 2,50"),
        ("seniority", "1234567890; 2,50"),
        ("deductions", "insurance; Insurance; BAG; 5 AZR 69/97"),
    ],
)
def test_a_line_of_the_rules_that_cannot_be_read_is_said_with_its_number(
    month: TipsMonth, field: str, typed: str
) -> None:
    manager = browser(month.evening.manager)
    values = {"key": "k", "valid_from": "2026-11", "full_minutes": "60", "electronic": "none", field: f"\n{typed}"}
    answer = manager.post("/tronc/rules/propose/", values | {"remainder": "largest_remainder"})
    assert answer.status_code == 400
    assert "Zeile 2" in str(answer.context["form"].errors[field])
    assert TroncRules.objects.count() == 1


def test_rules_are_declined_on_their_page_and_those_in_force_stay(month: TipsMonth) -> None:
    evening = month.evening
    row = rules.propose(house_id=month.house_id, rules=tips.TERMS, valid_from=tips.NOVEMBER, actor=evening.manager)
    second, address = browser(evening.second_manager), f"/tronc/rules/{row.pk}/decline/"
    shown = second.get(address).context["terms"].groups
    assert [group.code for group in shown] == ["gaming", "others"]
    assert sent(second, address) == "/tronc/rules/"
    assert "Abgelehnt." in text(second, "/tronc/rules/")
    row.refresh_from_db()
    assert (row.state, row.decided_by) == ("declined", evening.second_manager)
    assert rules_in_force.in_force(month.house_id, tips.NOVEMBER).version == 1


def test_a_house_without_rules_begins_with_an_hour_and_no_guarantee(month: TipsMonth) -> None:
    other = House.objects.create(code="bb", name="Baden-Baden")
    manager = User.objects.create_user("elsewhere", roles=["manager"], house_ids=[other.pk])
    form = browser(manager).get("/tronc/rules/propose/").context["form"]
    shown = {name: form[name].value() for name in ("full_minutes", "recoup_bp", "guarantee_minutes", "groups")}
    assert shown == {"full_minutes": 60, "recoup_bp": "100", "guarantee_minutes": 0, "groups": None}


@pytest.mark.parametrize("address", ["members/{}/confirm/", "payouts/{}/pay/", "rules/{}/approve/"])
def test_what_is_not_there_is_not_found(month: TipsMonth, address: str) -> None:
    text(browser(month.evening.manager), f"/tronc/{address}".format(2**40), 404)


def test_the_rules_say_whose_hours_count(month: TipsMonth) -> None:
    manager = browser(month.evening.manager)
    form = manager.get("/tronc/rules/propose/").context["form"]
    shown = {name: form[name].value() for name in form.fields if name not in ("key", "version")}
    assert (shown["hours"], shown["hours_tolerance_minutes"]) == ("clock", 30)
    values = {name: "" if value in (None, False) else str(value) for name, value in shown.items()}
    asked = values | {"valid_from": "2026-11", "hours": "downs", "hours_tolerance_minutes": "0"}
    sent(manager, "/tronc/rules/propose/", **asked)
    row = TroncRules.objects.get(version=2)
    assert (row.terms["hours"], row.terms["hours_tolerance_minutes"]) == ("downs", 0)
    page = text(manager, "/tronc/rules/")
    for words in ("Stunden der Einsätze am Tisch zählen", "um 0 Minuten am Tag", "Stunden zählen wie gestempelt"):
        assert words in page
