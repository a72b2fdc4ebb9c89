"""A month of the tronc shared, corrected and paid out by two people; each person reads their own sheet."""

from datetime import date

import pytest
from django.db import IntegrityError, transaction

from accounting.models import Entry, TipRecord, TroncRun, TroncShare
from accounting.proof.services import proofs
from accounting.tronc.selectors import sheets
from accounting.tronc.selectors.months import Credit
from accounting.tronc.selectors.payouts import PAYOUTS
from accounting.tronc.services import payouts, records, runs
from accounting.tronc.services import proofs as tronc_proofs
from casino.errors import Malformed, NotAllowed, NotFound
from tables.dealers.services import shifts
from tests import builders, databases
from tests.accounting.tronc.refusals import code, refused
from tests.builders import past_the_guards
from tests.databases import rolled_back
from tests.deciding import looking
from tests.forging import change
from tests.stories import tips
from tests.stories.tips import TipsMonth

pytestmark = pytest.mark.django_db

built, october = databases.shared(tips.october)


@pytest.fixture
def month(october):
    with tips.shown(october):
        yield october


def more(month) -> dict[int, Credit]:
    """Three hours more of the old hand than by the shifts."""
    return month.credited | {month.old_hand.pk: Credit(180, "other_work")}


class TestADistribution:
    def test_is_computed_by_one_and_confirmed_by_another(self, month):
        run = month.propose()
        assert Entry.objects.filter(code__startswith="tronc").count() == 0
        assert code(looking(runs.confirm), tronc_run_id=run.pk, actor=month.evening.manager) == "two_people"
        assert code(month.propose) == "distribution_proposed"
        looking(runs.confirm)(tronc_run_id=run.pk, actor=month.evening.second_manager)
        assert (
            code(looking(runs.confirm), tronc_run_id=run.pk, actor=month.evening.second_manager)
            == "distribution_decided"
        )
        assert code(month.propose) == "cause_required"
        assert code(month.propose, cause="shifts") == "nothing_changed"
        assert code(looking(runs.confirm), tronc_run_id=4711, actor=month.evening.manager) == "no_such_distribution"

    def test_is_for_management(self, month):
        assert code(month.propose, actor=month.evening.cage) == "not_allowed"
        run = month.propose()
        assert code(looking(runs.confirm), tronc_run_id=run.pk, actor=month.evening.floor) == "not_allowed"

    def test_with_somebody_without_a_shift(self, month):
        found = refused(month.propose, credited={})
        assert (found.code, found.facts) == ("no_attendance", {"people": "reception"})

    def test_with_somebody_still_at_work(self, month):
        past_the_guards(
            "UPDATE tables_shift SET went_at = NULL, went_by_id = NULL WHERE id = (SELECT max(id) FROM tables_shift)"
        )
        assert refused(month.propose).facts["person"] in (month.old_hand.pk, month.evening.dealer.pk)

    def test_with_deductions_above_the_tips(self, month):
        """25.83 less a levy of 1.29 are 24.54."""
        found = refused(month.propose, deductions_cents={"insurance": 2_455})
        assert (found.code, found.facts) == ("deductions_above_tips", {"above_cents": 1})

    def test_with_a_deduction_that_has_no_legal_basis(self, month):
        """BAG 5 AZR 454/96: the levy for not employing disabled people is the house's own to pay."""
        assert code(month.propose, deductions_cents={"disabled": 1}) == "deduction_without_basis"
        assert code(month.propose, deductions_cents={"insurance": -1}) == "bad_amount"

    def test_with_credited_time_that_nobody_can_have(self, month):
        for credit in (Credit(0, "sick"), Credit(60, ""), Credit(60, "party"), Credit(50_000, "sick")):
            assert code(month.propose, credited={month.reception.pk: credit}) == "bad_credit"
        assert code(month.propose, credited={month.evening.cage.pk: Credit(60, "sick")}) == "no_such_member"

    def test_in_which_nobody_credits_time_to_themselves(self, month: TipsMonth) -> None:
        """The person who had it computed shared 744 hours of other work, 44,640 minutes."""
        first, second = month.evening.manager, month.evening.second_manager
        month.join(month.evening.second_manager, "reception", date(2020, 1, 1), by=builders.user("manager", "third"))
        credited = month.credited | {second.pk: Credit(44_640, "other_work")}
        found = refused(month.propose, credited=credited, actor=second)
        assert (found.code, found.status) == ("own_credit", 403)
        run = month.propose(credited=credited, actor=first)
        assert code(looking(runs.confirm), tronc_run_id=run.pk, actor=second) == "own_credit"

    def test_with_more_time_than_the_month_has(self, month: TipsMonth) -> None:
        """October 2026 has 745 hours, since the clock is put back; the old hand worked 1,365 minutes of them."""
        most = 745 * 60 - 1_365
        credited = month.credited | {month.old_hand.pk: Credit(most + 1, "sick")}
        found = refused(month.propose, credited=credited)
        assert (found.code, found.facts) == ("time_above_month", {"hours": 745, "people": "old-hand"})
        credited[month.old_hand.pk] = Credit(most, "sick")
        assert month.propose(credited=credited).state == "proposed"

    def test_without_rules(self, month):
        assert code(month.propose, month=date(2026, 9, 1)) == "no_tronc_rules"
        assert code(month.propose, month=date(2026, 9, 2)) == "not_a_month"
        assert code(month.propose, house_id=4711) == "no_such_house"

    def test_of_a_tronc_that_holds_something_else(self, month):
        past_the_guards("UPDATE accounting_place SET balance_cents = balance_cents - 1 WHERE name = 'tronc/2026-10'")
        assert refused(month.propose).facts["held_cents"] == 2_582

    def test_whose_hours_change_before_it_is_confirmed(self, month):
        run = month.propose()
        past_the_guards("UPDATE tables_shift SET went_at = went_at + interval '1 hour' WHERE dealer_id = %s",
                        month.old_hand.pk)  # fmt: skip
        assert code(looking(runs.confirm), tronc_run_id=run.pk, actor=month.evening.second_manager) == "tronc_changed"
        looking(runs.decline)(tronc_run_id=run.pk, actor=month.evening.manager)
        assert month.distribute().number == 2

    def test_that_is_booked_never_changes(self, month):
        month.distribute()
        for table, changes in ((TroncRun, {"levy_cents": 0}), (TroncShare, {"rounded_cents": 0})):
            with pytest.raises(IntegrityError), transaction.atomic():
                table.objects.update(**changes)


class TestACorrection:
    def test_books_the_difference_of_two_whole_runs(self, month):
        """Three hours of the old hand were missing: the 16.16 of the gaming group is shared again."""
        month.distribute()
        before = builders.balances("share/")
        run = month.distribute(cause="shifts", credited=more(month))
        dealer, old, other = (f"share/{one.pk}" for one in (month.evening.dealer, month.old_hand, month.reception))
        # 2,115,000 and 17.5 × 1,545 min: 2,703,750; together 4,818,750; of 16.16: 7.0928 and 9.0671.
        assert before == {dealer: 759, old: 857, other: 700}
        assert builders.balances("share/") == {dealer: 709, old: 907, other: 700}
        moved = list(run.entry.transfers.order_by("position").values_list("source", "destination", "amount_cents"))
        assert moved == [(dealer, "tronc/2026-10", 50), ("tronc/2026-10", old, 50)]
        assert proofs.prove().broken == []

    def test_of_shares_that_were_paid_is_owed_and_comes_back(self, month):
        month.distribute()
        month.pay()
        month.distribute(cause="shifts", credited=more(month))
        assert builders.balances("share/") == {f"share/{month.old_hand.pk}": 50}
        assert builders.balances("bank/advance") == {
            f"bank/advance-{month.evening.dealer.pk}": -50,
            f"bank/advance-{month.reception.pk}": -162,
        }
        assert proofs.prove().broken == []
        sheet = sheets.sheet(TroncRun.objects.latest("pk").pk, month.evening.dealer.pk, actor=month.evening.dealer)
        assert sheet.correction_cents == -50

    def test_of_electronic_tips_that_were_forgotten(self, month):
        """1.00 more on the last day: levy of 1.34, shared 22.49: 16.87 and 5.62."""
        month.distribute()
        day = TipRecord.objects.latest("gaming_day__date").gaming_day
        row = records.draw_up(day_id=day.pk, electronic_cents=133, actor=month.evening.cage)
        looking(records.sign)(tip_record_id=row.pk, actor=month.evening.manager)
        assert builders.balances("tronc/") == {"tronc/2026-10": 100}
        run = month.distribute(cause="tips")
        assert (run.takings_cents, run.levy_cents, run.shared_cents) == (2_683, 134, 2_249)
        assert builders.balances("tronc/") == {}
        assert sum(builders.balances("share/").values()) == 1_687 + 700
        assert builders.balances(f"bank/advance-{month.reception.pk}") == {f"bank/advance-{month.reception.pk}": -138}
        assert proofs.prove().broken == []


class TestPayouts:
    def test_are_prepared_by_one_and_paid_by_another(self, month):
        month.distribute()
        assert code(payouts.prepare, house_id=month.house_id, actor=month.evening.cage) == "not_allowed"
        row = payouts.prepare(house_id=month.house_id, actor=month.evening.manager)
        assert code(looking(payouts.pay), tronc_payout_id=row.pk, actor=month.evening.manager) == "two_people"
        looking(payouts.pay)(tronc_payout_id=row.pk, actor=month.evening.second_manager)
        assert builders.balances("bank/payroll") == {"bank/payroll": 2_316}
        assert code(looking(payouts.pay), tronc_payout_id=row.pk, actor=month.evening.second_manager) == "payout_paid"
        assert code(payouts.prepare, house_id=month.house_id, actor=month.evening.manager) == "nothing_to_pay"
        assert code(looking(payouts.pay), tronc_payout_id=4711, actor=month.evening.second_manager) == "no_such_payout"

    def test_that_were_prepared_again_are_not_paid_by_somebody_who_saw_less(self, month: TipsMonth) -> None:
        month.distribute()
        row = payouts.prepare(house_id=month.house_id, actor=month.evening.manager)
        looked = PAYOUTS.seen(row)
        month.distribute(cause="shifts", credited=more(month))
        again = payouts.prepare(house_id=month.house_id, actor=month.evening.manager)
        assert (again.pk, again.number, again.lines != row.lines) == (row.pk, row.number, True)
        pay = {"tronc_payout_id": row.pk, "actor": month.evening.second_manager}
        assert code(payouts.pay, seen=looked, **pay) == "stale"
        assert looking(payouts.pay)(**pay).lines == again.lines

    def test_that_are_declined_book_nothing_and_another_list_is_prepared(self, month: TipsMonth) -> None:
        month.distribute()
        for number, actor in enumerate((month.evening.manager, month.evening.second_manager), start=1):
            row = payouts.prepare(house_id=month.house_id, actor=month.evening.manager)
            row = looking(payouts.decline)(tronc_payout_id=row.pk, actor=actor)
            assert (row.number, row.paid_at, row.declined_by, row.entry_id) == (number, None, actor, None)
            pay = {"tronc_payout_id": row.pk, "actor": month.evening.second_manager}
            for service in (payouts.pay, payouts.decline):
                assert code(looking(service), **pay) == "payout_declined"
        assert month.pay().number == 3
        assert proofs.prove().broken == []

    def test_of_shares_that_were_corrected_since(self, month):
        month.distribute()
        row = payouts.prepare(house_id=month.house_id, actor=month.evening.manager)
        month.distribute(cause="shifts", credited=more(month))
        assert (
            code(looking(payouts.pay), tronc_payout_id=row.pk, actor=month.evening.second_manager) == "payout_changed"
        )
        assert payouts.prepare(house_id=month.house_id, actor=month.evening.manager).pk == row.pk


class TestSheets:
    def test_are_ones_own_alone(self, month):
        run = month.distribute()
        mine, others = month.evening.dealer, month.old_hand
        shown = sheets.sheet(run.pk, mine.pk, actor=mine)
        assert (shown.share.payable_cents, shown.span_minutes) == (759, 1_410)
        with pytest.raises(NotFound, match="no_such_sheet"):
            sheets.sheet(run.pk, others.pk, actor=mine)
        with pytest.raises(NotAllowed, match="not_allowed"):
            sheets.statement(run.pk, actor=mine)
        with pytest.raises(NotFound, match="no_such_sheet"):
            sheets.sheet(run.pk, 4711, actor=month.evening.manager)

    def test_of_the_run_that_stands(self, month):
        month.distribute()
        run = month.distribute(cause="shifts", credited=more(month))
        assert [share.run_id for share in sheets.own(actor=month.old_hand)] == [run.pk]


RECORD, RUN, SHARE, PAYOUT = (
    f"UPDATE accounting_{table} SET" for table in ("tiprecord", "troncrun", "troncshare", "troncpayout")
)
FORGED = {
    f"{RECORD} counted_cents = counted_cents + 100 WHERE electronic_cents = 150": (
        "record of tips 2026-10-10 1: the counted boxes hold something else"
    ),
    f"{RECORD} signed_by_id = drawn_up_by_id WHERE electronic_cents = 150": (
        "record of tips 2026-10-10 1: one person signed it alone"
    ),
    f"{RUN} decided_by_id = proposed_by_id": "distribution 2026-10 1: one person confirmed it alone",
    f"{RUN} levy_cents = 0": "distribution 2026-10 1: its sums are not those of its days, deductions and points",
    f"{RUN} days = jsonb_set(days, '{{0,2}}', '600')": (
        "distribution 2026-10 1: its days are not those of the signed records"
    ),
    f"{SHARE} credited_minutes = 0, credited_for = ''": "distribution 2026-10 1: it cannot be computed from its rows",
    f"{SHARE} credited_minutes = 44701 WHERE credited_minutes > 0": (
        "distribution 2026-10 1: account {credited} has more time than the month"
    ),
    f"{RUN} decided_by_id = (SELECT person_id FROM accounting_troncshare WHERE credited_minutes > 0)": (
        "distribution 2026-10 1: account {credited} decided on time that is credited to themselves"
    ),
    f"{SHARE} years = years + 1": "distribution 2026-10 1: the years of service of account {person} are others",
    f"{PAYOUT} total_cents = total_cents + 1": "payout 1: its total is not the sum of its lines",
    f"{PAYOUT} paid_by_id = prepared_by_id": "payout 1: one person paid it alone",
    "UPDATE accounting_troncrules SET terms = '{}'": "distribution 2026-10 1: it cannot be computed from its rows",
}  # fmt: skip


def test_the_proof_names_what_was_forged(month: TipsMonth) -> None:
    month.distribute()
    month.pay()
    assert list(tronc_proofs.prove()) == []
    for table, rule in {
        "tiprecord": "tip_record_by_two", "troncrun": "tronc_run_by_two", "troncpayout": "tronc_payout_by_two",
    }.items():  # fmt: skip
        change(f"ALTER TABLE accounting_{table} DROP CONSTRAINT {rule}")
    unsaid = {}
    for sql, what in FORGED.items():
        with rolled_back():
            assert change(sql) > 0, sql
            said = [one.what for one in tronc_proofs.prove()]
            if what.format(person=month.old_hand.pk, credited=month.reception.pk) not in said:
                unsaid[sql] = said
    assert unsaid == {}


def test_bad_amounts_are_malformed(month):
    with pytest.raises(Malformed):
        month.propose(deductions_cents={"insurance": -1})
    assert shifts.EARLY
