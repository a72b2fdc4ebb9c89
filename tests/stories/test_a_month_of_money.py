"""M4: All of a month's money ties to the cent: jackpots, tips, revenue; then the faults that are planted in it.

By hand.  Each hand at A1 has a pot of 32.00, which feeds the bad beat with 1.00 and the house with 1.00 (5 % are 1.60,
of which whole chips of 1.00 are taken).  Each hand of 200.00 at S1 brings 10.00, the high hand of 60.00 brings 3.00.
Revenue: 11.00, 11.00, 14.00: 36.00.  NRW takes 30 %: 3.30, 3.30, 4.20: 10.80.

Bad beat: seed 400.00; 1st October: 1.00 posted and counted, a tenth of it kept back.  10th: 400.90 and the hand's own
1.00 fall, 401.90: a half to the loser (200.95), a quarter to the winner (100.475) and a quarter to the two others
together.  By largest remainder 100.48 and 100.47, and these 50.24 and 50.23.  What was kept back is posted again: 0.10.
With the 1.00 of the 30th and less a tenth kept back of each of two counts, 0.90 are posted and 0.20 are in the reserve.
High hand: 150.00 paid in, 100.00 fall, 10.00 of these are tax.

Tips: those of `test_a_month_of_tips`, with the same hours: 25.83 are recorded, and 23.16 are paid.
"""

import json

import pytest
from django.db.models import Sum

from accounting import chain
from accounting.jackpots.services import awards
from accounting.models import (
    Countersignature,
    Drop,
    Entry,
    EntryCode,
    Finding,
    FundCount,
    FundDrop,
    FundMove,
    GamingDay,
    JackpotSlip,
    Statement,
    TipRecord,
    Transfer,
    TroncMember,
    TroncPayout,
    TroncRun,
    TroncShare,
)
from accounting.proof.services import proofs
from tables.jackpots.services import claims
from tables.models import JackpotClaim, Shift
from tests import builders
from tests.databases import rolled_back
from tests.forging import change, rewrite
from tests.stories import money
from tests.stories.faults.money import DROPPED, FAULTS

pytestmark = pytest.mark.release("a whole month, proved once for each fault")


@pytest.fixture(scope="module")
def month(django_db_setup, django_db_blocker):
    """October played, distributed, stated and countersigned; the day of November on which that was done is closed."""
    with django_db_blocker.unblock(), rolled_back(), money.october() as played:
        yield played


def moved(codes, source="", destination=""):
    """The cents that entries of these codes moved from and to places that begin so."""
    rows = Transfer.objects.filter(
        entry__code__in=codes, source__startswith=source, destination__startswith=destination
    )
    return rows.aggregate(sum=Sum("amount_cents"))["sum"] or 0


def total(rows, *columns):
    """The sum of each column."""
    return tuple(rows.aggregate(sum=Sum(column))["sum"] for column in columns)


class TestTheJackpots:
    def test_hands_drop_posted_and_counted_are_the_same_cents(self, month):
        """What hands put in = what was posted = what both people counted."""
        assert moved([EntryCode.HAND], destination="jackpot/") == 300
        assert total(FundDrop.objects.all(), "posted_cents", "counted_cents", "reserved_cents") == (300, 300, 30)
        assert [total(FundCount.objects.filter(number=number), "counted_cents") for number in (1, 2)] == [(300,)] * 2

    def test_won_slips_and_paid_are_the_same_cents(self, month):
        slips = JackpotSlip.objects.order_by("number")
        assert list(slips.values_list("table_code", "seat", "role", "amount_cents", "tax_cents", "state")) == [
            ("A2", 1, "loser", 20_095, 0, "paid"),
            ("A2", 2, "winner", 10_048, 0, "paid"),
            ("A2", 3, "table", 5_024, 0, "paid"),
            ("A2", 4, "table", 5_023, 0, "paid"),
            ("S3", 1, "winner", 10_000, 1_000, "paid"),
        ]
        paid = [EntryCode.JACKPOT_PAID]
        assert moved([EntryCode.JACKPOT_WON], destination="won/") == 40_190 + 10_000
        assert moved(paid, source="won/") == 40_190 + 10_000
        assert moved(paid, source="cash/") == moved(paid, destination="guests/") == 40_190 + 9_000
        assert moved(paid, destination="withheld/") == moved([EntryCode.FUND_TAX]) == 1_000

    def test_the_funds_hold_what_came_less_what_was_won(self, month):
        """Bad beat: 400.00 + 3.00 - 401.90; high hand: 150.00 - 100.00.  Nothing is owed any more."""
        found = {
            name: cents
            for name, cents in builders.balances().items()
            if name.startswith(("jackpot/", "reserve/", "won/", "withheld/"))
        }
        assert found == {"jackpot/bad-beat": 90, "reserve/bad-beat": 20, "jackpot/high-hand": 5_000}


class TestTheTips:
    def test_taken_counted_recorded_distributed_and_paid_are_the_same_cents(self, month):
        """Boxes 24.00 and electronic 1.83; levy 1.29, insurance 3.00, shares 21.54 with 1.62 advanced."""
        assert moved([EntryCode.HAND], destination="tips/") == 2_400
        assert total(Drop.objects.filter(kind="tips"), "booked_cents", "counted_cents") == (2_400, 2_400)
        assert total(TipRecord.objects.all(), "counted_cents", "electronic_cents") == (2_400, 183)
        run, payout = TroncRun.objects.get(), TroncPayout.objects.get()
        assert (run.takings_cents, run.levy_cents, run.deductions, run.shared_cents) == (
            2_583, 129, {"insurance": 300}, 2_154,
        )  # fmt: skip
        shares = list(TroncShare.objects.order_by("person_id"))
        assert [(one.minutes, one.share_cents, one.payable_cents) for one in shares] == [
            (1_410, 759, 759), (1_365, 857, 857), (1_200, 538, 700),
        ]  # fmt: skip
        assert sum(one.share_cents for one in shares) == run.shared_cents
        assert payout.lines == [[one.person_id, one.payable_cents] for one in shares]
        assert payout.total_cents == moved([EntryCode.TRONC_PAID]) == 2_316
        assert not {name for name in builders.balances() if name.startswith(("tips/", "tronc/", "share/"))}


class TestTheStatements:
    def test_every_day_is_what_the_ledger_and_the_boxes_say(self, month):
        stated = Statement.objects.filter(period="day").order_by("first")
        assert [(row.figures["revenue_cents"], row.figures["levy_cents"]) for row in stated] == [
            (1_100, 330), (1_100, 330), (1_400, 420),
        ]  # fmt: skip
        for row in stated:
            boxes = Drop.objects.filter(gaming_day=row.gaming_day)
            for kind in ("rake", "tips"):
                found = row.figures[kind]
                assert total(boxes.filter(kind=kind), "booked_cents", "counted_cents") == (
                    found["booked_cents"], found["counted_cents"],
                ), row  # fmt: skip

    def test_the_month_is_the_sum_of_its_days_and_signed_by_four(self, month):
        row = Statement.objects.get(period="month")
        assert (row.state, row.figures["revenue_cents"], row.figures["levy_cents"]) == ("sealed", 3_600, 1_080)
        assert moved([EntryCode.HAND], destination="rake/") == row.figures["revenue_cents"]
        assert builders.balances("bank/rake") == {"bank/rake": row.figures["revenue_cents"]}
        assert row.figures["tips"] == {"booked_cents": 2_400, "counted_cents": 2_400, "difference_cents": 0}
        assert row.figures["jackpots"] == [
            {"fund": "bad-beat", "before_cents": 0, "in_cents": 40_310, "out_cents": 40_220, "after_cents": 90},
            {"fund": "high-hand", "before_cents": 0, "in_cents": 15_000, "out_cents": 10_000, "after_cents": 5_000},
        ]
        assert all(row.countersignatures.count() == 1 for row in Statement.objects.all())


def test_nothing_is_found_in_an_honest_month(month):
    """Neither by the audit of hands and boxes nor by the proof, whoever computes."""
    assert not Finding.objects.exists()
    proof = proofs.prove()
    assert (proof.broken, proof.entries) == ([], Entry.objects.count())
    assert proofs.prove(independent=True).broken == []
    assert set(GamingDay.objects.values_list("state", flat=True)) == {"closed"}
    assert set(JackpotSlip.objects.values_list("state", flat=True)) == {"paid"}


@pytest.fixture(scope="module")
def numbers(month):
    """The numbers by which the proof names what there is one of, or which of several is meant."""
    claim, high = JackpotClaim.objects.order_by("pk").values_list("pk", flat=True)
    return {
        "claim": claim,
        "high": high,
        "drop": FundDrop.objects.get(gaming_day__date="2026-10-10").pk,
        "box": Drop.objects.get(kind="rake", table_code="A2").pk,
        "payment": FundMove.objects.get(kind="tax").pk,
        "shift": Shift.objects.earliest("pk").pk,
        "member": TroncMember.objects.earliest("pk").pk,
        "statement": Statement.objects.get(period="month").pk,
        "signature": Countersignature.objects.latest("pk").pk,
    }


@pytest.mark.parametrize("name", FAULTS)
def test_a_planted_fault_is_found_and_named(month, numbers, name):
    sql, named = FAULTS[name][0], FAULTS[name][1].format(**numbers)
    with rolled_back():
        for statement in DROPPED:
            change(statement)
        assert change(sql) > 0, "something was changed"
        said = "\n".join(f"{one.book} {one.number}: {one.what}" for one in proofs.prove().broken)
        assert named in said, said
        assert "cannot be read" not in said, "no proof ends early"


def test_a_forger_who_takes_all_of_a_payout_away_is_found_by_the_seal(month):
    """List, entry, transfers and balances are gone, and the book ends where it ended before: only the seal knows."""
    with rolled_back():
        entry = Entry.objects.get(code=EntryCode.TRONC_PAID)
        for source, destination, cents in Transfer.objects.filter(entry=entry).values_list(
            "source", "destination", "amount_cents"
        ):
            for name, change_cents in ((source, cents), (destination, -cents)):
                change(
                    "UPDATE accounting_place SET balance_cents = balance_cents + %s WHERE name = %s", change_cents, name
                )
        change("DELETE FROM accounting_troncpayout")
        change("DELETE FROM accounting_transfer WHERE entry_id = %s", entry.pk)
        change("DELETE FROM accounting_entry WHERE id = %s", entry.pk)
        change("UPDATE accounting_book SET number = 0, digest = %s WHERE id = %s", bytes(32), entry.book_id)
        said = {(one.book, one.what) for one in proofs.prove().broken}
        assert ("tronc/payouts", "it was sealed on 2026-11-01 and is not there") in said
        assert "accounting_troncpayout" in {book for book, _what in said}


def test_a_forger_whose_digests_fit_is_found_by_computing(month, numbers):
    """A euro more for the loser and less for the winner: claim, slips, transfers, digests and books fit again."""
    with rolled_back():
        claim = JackpotClaim.objects.select_related("terms").get(pk=numbers["claim"])
        for number, cents in ((0, 100), (1, -100)):
            claim.shares[number]["amount_cents"] += cents
            change(
                "UPDATE accounting_jackpotslip SET amount_cents = amount_cents + %s WHERE number = %s",
                cents,
                number + 1,
            )
            slip = JackpotSlip.objects.get(number=number + 1)
            change(
                "UPDATE accounting_transfer SET amount_cents = %s WHERE entry_id = %s", slip.amount_cents, slip.entry_id
            )
            evidence = chain.evidence(awards.done_facts(slip))
            change("UPDATE accounting_entry SET evidence = %s WHERE id = %s", evidence, slip.entry_id)
        change("UPDATE tables_jackpotclaim SET shares = %s WHERE id = %s", json.dumps(claim.shares), claim.pk)
        slips = JackpotSlip.objects.filter(subject=claim.subject).order_by("number")
        covered = [*claims.facts(claim, claim.terms), *(awards.issue_facts(slip) for slip in slips)]
        change("UPDATE accounting_entry SET evidence = %s WHERE id = %s", chain.evidence(covered), claim.entry_id)
        for entry in (Entry.objects.get(pk=claim.entry_id), Entry.objects.get(pk=slips[0].entry_id)):
            rewrite(entry.book_id, entry.number)
        said = {(one.book, one.what) for one in proofs.prove().broken}
        assert not any("digest does not fit" in what or "was changed after" in what for _book, what in said), said
        assert ("fund/bad-beat", f"claim {claim.pk}: its shares are not what the terms make of the hand") in said
        assert ("fund/bad-beat", "it is not what was sealed on 2026-10-10") in said


def test_there_are_enough_of_them():
    assert len(FAULTS) >= 25
