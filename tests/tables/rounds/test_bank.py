"""What the house wins where it plays itself: win, drop and hold to the cent, and the revenue with losses carried on."""

from datetime import date, timedelta

import pytest
from django.test import Client

from accounting.models import GamingDay
from accounting.reports.selectors.figures import Subject
from accounting.reports.selectors.reports import report
from accounting.reports.services import rollups
from accounting.revenue.selectors import bank
from accounting.revenue.selectors.bank import Row, Sums
from accounting.revenue.selectors.match import match
from casino.errors import NotAllowed, Refusal
from tables.floor.services import seats, tables
from tables.rounds.services import rounds
from tables.rules.banked.categories import Category
from tables.rules.banked.records import RoundRecord
from tables.rules.banked.rule_sets import EASY_HOLDEM
from tables.rules.misdeal import Misdeal
from tests import builders
from tests.api_client import Api
from tests.tables.rounds.banking import EURO, FLOAT, WINS, banked, box, play

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening():
    return builders.evening()


def test_win_drop_and_hold_of_a_table(evening) -> None:
    table = banked(evening)
    play(evening, table)  # +40
    wrong = play(evening, table, RoundRecord((box(1, 1, WINS, Category.PAIR, ante=100, flop=100),)))  # −100
    play(evening, table, RoundRecord((box(1, 1, WINS, Category.PAIR, ante=50, flop=50),)))  # −50
    rounds.void(round_id=wrong.pk, version=1, reason="wrong box", actor=evening.floor)
    rounds.false_deal(table_id=table, version=evening.version(table), cause=Misdeal.WRONG_COUNT, actor=evening.dealer)
    seats.top_up(table_id=table, version=evening.version(table), seat=1, amount_cents=100 * EURO, actor=evening.floor)
    evening.table(code="T7", dealt=False)  # among guests: no row
    [row] = bank.result(actor=evening.manager).rows
    assert (row.table_code, row.date) == ("E1", evening.day.date)
    assert row.sums == Sums(
        rounds=2,
        ante_cents=150 * EURO,
        staked_cents=270 * EURO,
        lost_cents=90 * EURO,
        paid_cents=100 * EURO,
        expected_millionths=150 * EURO * EASY_HOLDEM.edge_ppm,
        drop_cents=1_000 * EURO,
        opener_cents=FLOAT,
    )
    assert (row.sums.win_cents, row.sums.hold_bp) == (-10 * EURO, -100)
    for seat, cents in ((1, 300 + 10 + 100), (2, 300), (3, 300)):
        seats.cash_out(
            table_id=table, version=evening.version(table), seat=seat, counted_cents=cents * EURO, actor=evening.floor
        )
    closer = FLOAT - 10 * EURO
    tables.close_table(table_id=table, version=evening.version(table), counted_float_cents=closer, actor=evening.floor)
    sums = bank.result(actor=evening.manager).total
    assert sums.closer_cents == sums.opener_cents + sums.fills_cents - sums.credits_cents + sums.win_cents


def test_none_of_it_is_rake(evening) -> None:
    play(evening, banked(evening))
    rollups.roll_up()
    assert report(subject=Subject.RAKE, by="day", actor=evening.manager).total.taken_cents == 0
    matched = match(actor=evening.manager)
    assert (matched.total.due_cents, matched.total.booked_cents) == (0, 0)


def test_losses_are_carried_forward() -> None:
    """NRW: "Verluste werden vorgetragen" (domain §0): a day's revenue is never below nothing, its loss goes on."""
    wins = (100, -300, 120, 200, -50)
    monday = date(2026, 11, 16)
    rows = [Row(monday + timedelta(days=day), "E1", Sums(lost_cents=win)) for day, win in enumerate(wins)]
    found = bank.revenues(rows)
    assert [one.brought_cents for one in found] == [0, 0, -300, -180, 0]
    assert [one.revenue_cents for one in found] == [100, 0, 0, 20, 0]
    assert [one.carried_cents for one in found] == [0, -300, -180, 0, -50]


def test_two_tables_of_a_day_are_one_revenue() -> None:
    day = date(2026, 11, 16)
    rows = [Row(day, "E1", Sums(lost_cents=500)), Row(day, "E2", Sums(paid_cents=200))]
    assert [one.revenue_cents for one in bank.revenues(rows)] == [300]


def test_what_is_open_from_before_is_worked_off_first() -> None:
    """A loss is worked off by later wins alone: what was won before it is no reserve."""
    assert bank.open_loss([]) == bank.open_loss([100]) == bank.open_loss([-100, 100]) == 0
    assert bank.open_loss([500, -100]) == -100
    assert bank.open_loss([-300, 120, -10]) == -190
    [day] = bank.revenues([Row(date(2026, 11, 16), "E1", Sums(lost_cents=200))], -190)
    assert (day.brought_cents, day.revenue_cents, day.carried_cents) == (-190, 10, 0)


@pytest.mark.parametrize(
    ("first", "last", "code"),
    [(date(2026, 2, 1), date(2026, 1, 1), "bad_period"), (date(2024, 1, 1), date(2026, 1, 1), "period_too_long")],
)
def test_a_period_that_cannot_be_shown(evening, first: date, last: date, code: str) -> None:
    with pytest.raises(Refusal, match=code):
        bank.result(first=first, last=last, actor=evening.manager)


def test_it_is_for_those_who_read_reports(evening) -> None:
    with pytest.raises(NotAllowed):
        bank.result(actor=evening.cage)
    assert Api(evening.cage).get("reports/bank/").status_code == 403
    assert Api(evening.manager).get("reports/bank/", by="week").status_code == 400
    assert Api(evening.manager).get("reports/bank/", table="E1").status_code == 400


def test_managements_page_shows_the_last_week_and_says_what_it_cannot(evening) -> None:
    play(evening, banked(evening))
    client = Client()
    client.force_login(evening.manager)
    page = client.get("/management/bank/")
    assert page.context["found"].total.win_cents == 40 * EURO
    day = GamingDay.objects.get().date
    assert page.context["found"].first == day - timedelta(days=6)
    html = page.content.decode()
    assert "4,44 %" in html, "40 of 900 that were bought"
    assert client.get("/management/bank/", {"first": "2026-02-01", "last": "2026-01-01"}).status_code == 400
    assert client.get("/management/bank/", {"first": "nonsense"}).status_code == 400
