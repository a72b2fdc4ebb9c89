"""M4: A month whose tips tie to the cent: boxes, tronc, shares, paid; then the faults that are planted in it.

By hand.  Tips: 7.00, 12.00 + 1.50 electronic, 5.00 + 0.33: 25.83.  Levy of 5 %: 1.2915, so 1.29.  Insurance 3.00.
Shared: 21.54, of which 16.155 and 5.385 by quotas of 75 % and 25 %: 16.16 (the larger remainder by order) and 5.38.

Hours (full minutes).  Three days: the new dealer 440, 470 and 500 minutes (20 min and 7 h, and what the old hand comes
later); the old hand 440, 455, 470: comes 0, 30, 60 min later and goes 0, 15, 30 min later.  New: 1,410 minutes at 15
points an hour, old: 1,365 at 17.5 (twelve years of service).  In hundredths of a point times minutes: 2,115,000 and
2,388,750, together 4,503,750.  Of 16.16: 7.5889 and 8.5710: 7.59 and 8.57.  The receptionist has all of 5.38, is
guaranteed 7.00, and so 1.62 are advanced.
"""

from datetime import date, timedelta

import pytest
from django.db import connection

from accounting.models import Entry, GamingDay, TroncShare
from accounting.proof.services import proofs
from accounting.reports.selectors import book_files, periods
from accounting.reports.selectors.book_files import Scope
from accounting.reports.selectors.periods import Span
from tests import builders
from tests.databases import rolled_back
from tests.forging import change
from tests.stories import tips


@pytest.fixture(scope="module")
def shared(django_db_setup, django_db_blocker):
    """October distributed and paid out; the day on which that was booked is closed and sealed."""
    with django_db_blocker.unblock(), rolled_back(), tips.shown(tips.october()) as month:
        month.distribute()
        month.pay()
        month.evening.make_ready()
        month.record(month.evening.day, 0)
        month.close(month.evening.day)
        yield month


class TestTheMonth:
    def test_boxes_tronc_shares_and_what_was_paid_are_the_same_cents(self, shared):
        """Boxes 24.00 and electronic 1.83; levy, insurance and shares; the advance is the house's."""
        people = (shared.evening.dealer, shared.old_hand, shared.reception)
        assert {
            share.person_id: (share.minutes, share.share_cents, share.payable_cents)
            for share in TroncShare.objects.all()
        } == {
            people[0].pk: (1_410, 759, 759),
            people[1].pk: (1_365, 857, 857),
            people[2].pk: (1_200, 538, 700),
        }
        assert {name: cents for name, cents in builders.balances().items() if not name.startswith("guests")} == {
            "bank/rake": 3_000,
            "bank/electronic-tips": -183,
            "bank/tronc-levy": 129,
            "bank/tronc-deductions": 300,
            f"bank/advance-{people[2].pk}": -162,
            "bank/payroll": 759 + 857 + 700,
        }

    def test_nothing_is_found(self, shared):
        proof = proofs.prove()
        assert (proof.broken, proof.entries) == ([], Entry.objects.count())
        assert proofs.prove(independent=True).broken == []

    def test_the_days_are_sealed(self, shared):
        assert set(GamingDay.objects.values_list("state", flat=True)) == {"closed"}


class TestTheReport:
    """The figures of October and November in the report of a period, against the transfers of the ledger."""

    def test_tips_are_those_of_the_records_and_what_was_booked_stands_in_the_month_of_its_day(self, shared):
        """25.83 recorded in October; in November levy, insurance, shares of 21.54, 1.62 advanced, all of it paid."""
        october, november = (figures(shared, month) for month in (tips.OCTOBER, tips.NOVEMBER))
        assert october == {
            "recorded_cents": 2_583, "days_unrecorded": 0, "levy_cents": 0, "deductions_cents": 0,
            "distributed_cents": 0, "advanced_cents": 0, "paid_cents": 0, "open_cents": 0,
        }  # fmt: skip
        assert november == {
            "recorded_cents": 0, "days_unrecorded": 0, "levy_cents": 129, "deductions_cents": 300,
            "distributed_cents": 2_154, "advanced_cents": 162, "paid_cents": 2_316, "open_cents": 0,
        }  # fmt: skip

    def test_they_are_the_ledgers(self, shared):
        by_day = {month: figures(shared, month) for month in (tips.OCTOBER, tips.NOVEMBER)}
        for month, found in by_day.items():
            assert found["recorded_cents"] == in_ledger(month, "count/room", "tronc/%") + in_ledger(
                month, "bank/electronic-tips", "tronc/%"
            )
            assert found["levy_cents"] == in_ledger(month, "tronc/%", "bank/tronc-levy")
            assert found["distributed_cents"] == in_ledger(month, "tronc/%", "share/%")
            assert found["advanced_cents"] == in_ledger(month, "bank/advance-%", "share/%")
            assert found["paid_cents"] == in_ledger(month, "share/%", "bank/payroll")


class TestTheBooks:
    """The files for the authority of October: the distribution was booked in November and is of October."""

    def test_records_distributions_shares_and_payouts_are_in_their_files(self, shared):
        scope = Scope(shared.house_id, tips.OCTOBER, tips.NOVEMBER - timedelta(days=1))
        sums = {
            name: book_files.sums_cents(book_files.named(name), scope, connection)
            for name in ("tip_records", "tronc_runs", "tronc_shares", "tronc_payouts")
        }
        assert sums["tip_records"] == {"counted": 2_400, "electronic": 183}
        assert (sums["tronc_runs"]["takings"], sums["tronc_runs"]["levy"]) == (2_583, 129)
        assert sums["tronc_shares"]["rounded"] + sums["tronc_shares"]["remainder"] == 2_154
        assert sums["tronc_payouts"]["total"] == 759 + 857 + 700
        before = Scope(shared.house_id, date(2026, 9, 1), date(2026, 9, 30))
        assert book_files.count(book_files.named("tronc_shares"), before, connection) == 0
        for name, rows in (("tronc_rules", 1), ("tronc_members", 3), ("tronc_shares", 3)):
            assert book_files.count(book_files.named(name), scope, connection) == rows


def figures(month, at, span=Span.MONTH):
    found = periods.report(span=span, at=at, actor=month.evening.manager)
    return {line.name: line.value for part, line in found.lines if part.name == "tronc"}


def in_ledger(month, source, destination):
    """What the entries of a month's gaming days moved from one kind of place to another, less what they moved back."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT coalesce(sum(CASE WHEN source LIKE %(source)s AND destination LIKE %(destination)s"
            " THEN amount_cents WHEN source LIKE %(destination)s AND destination LIKE %(source)s"
            " THEN -amount_cents ELSE 0 END), 0)"
            " FROM accounting_transfer t JOIN accounting_entry e ON e.id = t.entry_id"
            " JOIN accounting_gamingday d ON d.id = e.gaming_day_id WHERE date_trunc('month', d.date) = %(month)s",
            {"source": source, "destination": destination, "month": month},
        )
        return int(cursor.fetchone()[0])


ONE_RUN = "distribution 2026-10 1"
FIRST = "(SELECT min(id) FROM accounting_troncshare)"
RUN = "(SELECT min(id) FROM accounting_troncrun)"
RECORD = "(SELECT min(id) FROM accounting_tiprecord WHERE electronic_cents > 0)"
ANOTHER = "(SELECT id FROM casino_user WHERE username = 'second-cage')"
FAULTS = {
    "a cent more for one, a cent less for another": (
        (
            "UPDATE accounting_troncshare SET rounded_cents = rounded_cents"
            f" + CASE WHEN id = {FIRST} THEN 1 ELSE -1 END WHERE \"group\" = 'gaming'"
        ),
        "is not what its hours and points give",
    ),
    "the points of a share": (
        f"UPDATE accounting_troncshare SET points_hundredths = 1700 WHERE id = {FIRST}",
        "is not what its hours and points give",
    ),
    "the minutes of a share": (
        f"UPDATE accounting_troncshare SET minutes = minutes + 60 WHERE id = {FIRST}",
        "is not what its hours and points give",
    ),
    "the shifts of a share": (
        f"UPDATE accounting_troncshare SET spans = jsonb_set(spans, '{{0,3}}', '500') WHERE id = {FIRST}",
        f"{ONE_RUN} was changed after it was booked",
    ),
    "the years of service": (
        f"UPDATE accounting_troncshare SET years = 12 WHERE id = {FIRST}",
        "the years of service of account",
    ),
    "the function": (
        f"UPDATE accounting_troncshare SET function = 'reception' WHERE id = {FIRST}",
        f"{ONE_RUN} was changed after it was booked",
    ),
    "credited minutes": (
        "UPDATE accounting_troncshare SET credited_minutes = 1300 WHERE credited_minutes > 0",
        f"{ONE_RUN} was changed after it was booked",
    ),
    "the advance": (
        "UPDATE accounting_troncshare SET advance_cents = 0 WHERE advance_cents > 0",
        "is not what its hours and points give",
    ),
    "somebody's share is another's": (
        (
            f"UPDATE accounting_troncshare SET person_id = (SELECT id FROM casino_user WHERE username = 'cage')"
            f" WHERE id = {FIRST}"
        ),
        f"{ONE_RUN} was changed after it was booked",
    ),
    "a share is deleted": (
        f"DELETE FROM accounting_troncshare WHERE id = {FIRST}",
        f"{ONE_RUN} was changed after it was booked",
    ),
    "the tips of the month": (
        f"UPDATE accounting_troncrun SET takings_cents = takings_cents - 100 WHERE id = {RUN}",
        "its sums are not those of its days, deductions and points",
    ),
    "a day of the month": (
        "UPDATE accounting_troncrun SET days = jsonb_set(days, '{0,2}', '600')",
        "its days are not those of the signed records",
    ),
    "the deductions": (
        "UPDATE accounting_troncrun SET deductions = '{\"insurance\": 200}'",
        "its sums are not those of its days, deductions and points",
    ),
    "the levy": ("UPDATE accounting_troncrun SET levy_cents = 0", "its sums are not those of"),
    "who confirmed": (
        f"UPDATE accounting_troncrun SET decided_by_id = {ANOTHER}",
        f"{ONE_RUN} is somebody else's",
    ),
    "the month of the distribution": (
        "UPDATE accounting_troncrun SET month = '2026-09-01'",
        "belongs to another book, house or gaming day",
    ),
    "the distribution is deleted": (
        f"DELETE FROM accounting_troncrun WHERE id = {RUN}",
        "what it rests on is not there",
    ),
    "the quota in the rules": (
        (
            "UPDATE accounting_troncrules SET terms = jsonb_set(jsonb_set(terms, '{groups,0,quota_bp}', '8000'),"
            " '{groups,1,quota_bp}', '2000')"
        ),
        f"{ONE_RUN} was changed after it was booked",
    ),
    "the points in the rules": (
        "UPDATE accounting_troncrules SET terms = jsonb_set(terms, '{functions,0,points_hundredths}', '1600')",
        "is not what its hours and points give",
    ),
    "the levy in the rules": (
        "UPDATE accounting_troncrules SET terms = terms - 'levy'",
        "its sums are not those of its days, deductions and points",
    ),
    "the counted boxes of a record": (
        f"UPDATE accounting_tiprecord SET counted_cents = counted_cents - 200 WHERE id = {RECORD}",
        "the counted boxes hold something else",
    ),
    "the electronic tips of a record": (
        f"UPDATE accounting_tiprecord SET electronic_cents = 100 WHERE id = {RECORD}",
        "its transfers are not those of its rows",
    ),
    "electronic tips are revenue": (
        f"UPDATE accounting_tiprecord SET electronic_goes = 'revenue' WHERE id = {RECORD}",
        "its transfers are not those of its rows",
    ),
    "who signed a record": (
        f"UPDATE accounting_tiprecord SET signed_by_id = {ANOTHER} WHERE id = {RECORD}",
        "is somebody else's",
    ),
    "a record is deleted": (
        f"DELETE FROM accounting_tiprecord WHERE id = {RECORD}",
        "what it rests on is not there",
    ),
    "a line of a payout": (
        "UPDATE accounting_troncpayout SET lines = jsonb_set(lines, '{0,1}', '760')",
        "its transfers are not those of its rows",
    ),
    "the total of a payout": (
        "UPDATE accounting_troncpayout SET total_cents = total_cents + 1",
        "its total is not the sum of its lines",
    ),
    "who paid": (
        f"UPDATE accounting_troncpayout SET paid_by_id = {ANOTHER}",
        "payout 1 is somebody else's",
    ),
    "a transfer of the distribution": (
        (
            "UPDATE accounting_transfer SET amount_cents = amount_cents + 1 WHERE (entry_id, position) = ("
            "SELECT entry_id, min(position) FROM accounting_transfer WHERE destination LIKE 'share/%%' GROUP BY 1)"
        ),
        "its transfers are not those of its rows",
    ),
    "a member's function": (
        (
            "UPDATE accounting_troncmember SET function = 'reception' WHERE id ="
            " (SELECT min(id) FROM accounting_troncmember)"
        ),
        "it is not what its history says",
    ),
    "a member that nobody entered": (
        (
            "INSERT INTO accounting_troncmember SELECT (jsonb_populate_record(one, '{\"id\": 990099}')).*"
            " FROM accounting_troncmember one WHERE id = (SELECT min(id) FROM accounting_troncmember)"
        ),
        "it was not asked for: its history does not begin with that",
    ),
}


@pytest.mark.release("proves the books once for each planted fault")
@pytest.mark.parametrize("name", FAULTS)
def test_a_planted_fault_is_found_and_named(shared, name):
    sql, what = FAULTS[name]
    with rolled_back():
        assert change(sql) > 0
        broken = proofs.prove().broken
        assert any(what in one.what for one in broken), broken


def test_what_is_not_booked_hides_no_other_fault(shared):
    """A record and a distribution whose entries were taken away, and a share that is another."""
    with rolled_back():
        change("ALTER TABLE accounting_tiprecord DROP CONSTRAINT tip_record_signed_is_booked")
        change("ALTER TABLE accounting_troncrun DROP CONSTRAINT tronc_run_by_two")
        change(f"UPDATE accounting_tiprecord SET entry_id = NULL WHERE id = {RECORD}")
        change(f"UPDATE accounting_troncrun SET entry_id = NULL WHERE id = {RUN}")
        change(f"UPDATE accounting_troncshare SET minutes = minutes + 60 WHERE id = {FIRST}")
        said = "\n".join(one.what for one in proofs.prove().broken)
        assert "record of tips 2026-10-10 1 has no entry" in said
        assert f"{ONE_RUN} has no entry" in said
        assert "is not what its hours and points give" in said


def test_there_are_enough_of_them():
    assert len(FAULTS) >= 25
