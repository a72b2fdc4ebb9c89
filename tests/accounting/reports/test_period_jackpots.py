"""The jackpots in the report of a period: every figure against the ledger's transfers, on a night on which two fall."""

import csv
import io
from datetime import date, timedelta

import pytest
from django.db import connection
from django.db.models import Sum

from accounting.models import GamingDay, JackpotSlip, WindowShift
from accounting.reports.files import period_file
from accounting.reports.selectors import book_files, periods
from accounting.reports.selectors.book_files import Scope
from accounting.reports.selectors.periods import Span
from accounting.reports.services import rollups
from casino import house_time
from tables.jackpots.selectors.claims import Keyed
from tables.models import Session, Table
from tests import builders, databases
from tests.accounting.jackpots import jackpots
from tests.accounting.jackpots.jackpots import House

pytestmark = pytest.mark.django_db


def a_night() -> House:
    """A bad beat falls and is paid in part, a high hand falls taxed; boxes are counted, one euro over."""
    house = jackpots.house()
    evening, bad_beat, high_hand = house.evening, house.funds["bad-beat"], house.funds["high-hand"]
    house.sign(high_hand, jackpots.HIGH_HAND | {"tax_bp": 2_500, "tax_from_cents": 5_000})
    house.pay_in(high_hand, 15_000)
    table = evening.table(code="T07")
    evening.sit(table, 20_000, 20_000, 20_000, 20_000)
    hand = jackpots.bad_beat(evening, table).hand
    house.count(bad_beat, 200)
    house.approve(house.enter(hand.pk, bad_beat))
    for slip in JackpotSlip.objects.filter(fund=bad_beat).order_by("number")[:2]:
        house.pay(slip)
    summaries = evening.table(evening.game(recording="summary"), code="T08", dealt=False)
    second_dealer = builders.user("dealer", "second-dealer")
    evening.push(summaries, second_dealer)
    evening.sit(summaries, 20_000, 20_000)
    hand = jackpots.summary(evening, summaries, dealt_in=2, actor=second_dealer).hand
    house.approve(house.enter(hand.pk, high_hand, Keyed("9c 9d 4h 5s Kc", {1: "9h 9s"}, (1, 2))))
    house.pay(JackpotSlip.objects.get(fund=high_hand))
    jackpots.bad_beat(evening, table)
    rollups.roll_up()
    return house


built, night = databases.shared(a_night)


def figures(house: House, at: date, span: Span = Span.DAY, shift: int = 0) -> dict[str, dict[str, int | None]]:
    found = periods.report(span=span, at=at, shift=shift, actor=house.evening.manager)
    return {
        part.name: {line.name: line.value for line in part.lines}
        for part in found.parts
        if part.name.startswith("jackpot")
    }


def in_ledger(fund: str, until: date) -> dict[str, int]:
    """The same from the transfers of all gaming days up to this one; `fund`: `%` for all of them."""
    sums = {
        "given_cents": "source = 'bank/main' AND destination LIKE 'jackpot/' || %(fund)s",
        "fallen_cents": "source LIKE 'jackpot/' || %(fund)s AND destination LIKE 'won/%%'",
        "paid_cents": "source LIKE 'won/' || %(fund)s AND destination LIKE 'guests/%%'",
        "tax_cents": "source LIKE 'won/' || %(fund)s AND destination LIKE 'withheld/%%'",
        "forfeited_cents": "source LIKE 'won/' || %(fund)s AND destination LIKE 'jackpot/%%'",
    }
    held = {"posted_cents": "jackpot/", "reserve_cents": "reserve/", "owed_cents": "won/"}
    columns = [f"sum(amount_cents) FILTER (WHERE {where})" for where in sums.values()] + [
        f"sum(CASE WHEN destination LIKE '{place}' || %(fund)s THEN amount_cents ELSE 0 END"
        f" - CASE WHEN source LIKE '{place}' || %(fund)s THEN amount_cents ELSE 0 END)"
        for place in held.values()
    ]
    with connection.cursor() as cursor:
        cursor.execute(
            f"SELECT {', '.join(columns)} FROM accounting_transfer t JOIN accounting_entry e ON e.id = t.entry_id"
            " JOIN accounting_gamingday d ON d.id = e.gaming_day_id WHERE d.date <= %(until)s",
            {"fund": fund, "until": until},
        )
        row = cursor.fetchone()
    assert row is not None
    return dict(zip([*sums, *held], (int(value or 0) for value in row), strict=True))


def test_the_figures_of_the_night(night: House) -> None:
    """Seed 400.00; 1.00 of the first hand, of which 0.10 is kept back and 2.00 are counted: 1.00 over.

    401.90 fall, 0.10 of the reserve come back, then 1.00 of a further hand; the summary feeds the bad beat too.
    """
    found = figures(night, night.evening.day.date)
    bad_beat = found["jackpot/bad-beat"]
    slips = JackpotSlip.objects.filter(fund__code="bad-beat").order_by("number")
    assert bad_beat == {
        "given_cents": 40_000, "falls": 1, "fallen_cents": 40_190, "tax_cents": 0, "forfeited_cents": 0,
        "paid_cents": sum(slip.amount_cents for slip in slips[:2]),
        "boxes_cents": 100, "counted_cents": 200, "variance_cents": 100,
        "posted_cents": 210, "reserve_cents": 0, "owed_cents": sum(slip.amount_cents for slip in slips[2:]),
    }  # fmt: skip
    assert found["jackpot/high-hand"] == {
        "given_cents": 15_000, "falls": 1, "fallen_cents": 10_000, "paid_cents": 7_500, "tax_cents": 2_500,
        "forfeited_cents": 0, "boxes_cents": 0, "counted_cents": 0, "variance_cents": 0,
        "posted_cents": 5_000, "reserve_cents": 0, "owed_cents": 0,
    }  # fmt: skip
    assert found["jackpots"]["contributed_cents"] == 300


def test_every_figure_is_the_ledgers(night: House) -> None:
    """Of the night and its month, of all funds and of each."""
    day = night.evening.day.date
    for span in (Span.DAY, Span.WEEK, Span.MONTH, Span.YEAR):
        found = figures(night, day, span)
        for part, fund in (("jackpots", "%"), ("jackpot/bad-beat", "bad-beat"), ("jackpot/high-hand", "high-hand")):
            wanted = in_ledger(fund, day)
            assert {name: found[part][name] for name in wanted} == wanted, (span, part)


def test_the_shifts_add_up_and_end_with_the_day(night: House) -> None:
    day = night.evening.day.date
    whole, shifts = figures(night, day), [figures(night, day, Span.SHIFT, number) for number in (1, 2)]
    for part, of_part in whole.items():
        for name, value in of_part.items():
            if name in ("posted_cents", "reserve_cents", "owed_cents"):
                assert shifts[1][part][name] == value, (part, name)
            else:
                assert sum(shift.get(part, {}).get(name) or 0 for shift in shifts) == value, (part, name)


def test_a_later_day_changes_nothing_of_the_night(night: House) -> None:
    """A gift, a share that is paid and a hand, on the day after: the night's figures stand."""
    evening, bad_beat = night.evening, night.funds["bad-beat"]
    first = evening.day.date
    night.count(bad_beat)
    rollups.roll_up()
    before = figures(night, first)
    GamingDay.objects.filter(pk=evening.day.pk).update(state="closed", closed_at=house_time.now(), seal="-")
    second = GamingDay.objects.create(
        house=evening.house, date=first + timedelta(days=1), opened_at=house_time.now(), opened_by=evening.manager
    )
    evening.day = second
    Session.objects.filter(closed_at=None).update(gaming_day=second)
    WindowShift.objects.filter(closed_at=None).update(gaming_day=second)
    night.pay_in(bad_beat, 500, "gift")
    night.pay(JackpotSlip.objects.filter(fund=bad_beat, state="due").first())
    jackpots.bad_beat(evening, Table.objects.get(code="T07").pk)
    rollups.roll_up()
    assert figures(night, first) == before
    of_second = figures(night, second.date)
    assert (of_second["jackpots"]["contributed_cents"], of_second["jackpot/bad-beat"]["given_cents"]) == (100, 500)
    for found, until in ((before, first), (of_second, second.date)):
        for part, fund in (("jackpots", "%"), ("jackpot/bad-beat", "bad-beat"), ("jackpot/high-hand", "high-hand")):
            wanted = in_ledger(fund, until)
            names = ("posted_cents", "reserve_cents", "owed_cents")
            assert [found[part][name] for name in names] == [wanted[name] for name in names], (until, part)


def test_a_fund_of_later_is_not_in_an_earlier_period(night: House) -> None:
    found = figures(night, date(2020, 1, 1), Span.YEAR)
    assert list(found) == ["jackpots"]


def test_the_books_have_every_row_of_the_funds(night: House) -> None:
    """Terms, payments, boxes, counts, claims and slips, with the sums of the tables."""
    day = night.evening.day.date
    scope = Scope(night.evening.house.pk, day, day)
    names = ("funds", "fund_terms", "fund_moves", "fund_boxes", "fund_counts", "jackpot_claims", "jackpot_slips")
    for file in map(book_files.named, names):
        rows = file.model.objects.all()  # type: ignore[attr-defined]
        text = b"".join(book_files.copied(file, scope, connection, delimiter=";", plain=True)).decode()
        written = list(csv.DictReader(io.StringIO(text), delimiter=";"))
        assert {int(row["id"]) for row in written} == set(rows.values_list("pk", flat=True)), file.name
        for name, cents in book_files.sums_cents(file, scope, connection).items():
            assert cents == (rows.aggregate(sum=Sum(f"{name}_cents"))["sum"] or 0), (file.name, name)
        assert written


def test_the_text_of_a_mail_names_each_fund(night: House) -> None:
    text = period_file.as_text(periods.report(span=Span.DAY, actor=night.evening.manager))
    assert "Jackpot: Bad-Beat" in text
    assert "Jackpot: High-Hand" in text
