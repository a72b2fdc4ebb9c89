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
from accounting.services import proofs
from accounting.services.jackpots import awards
from tables.jackpots.services import claims
from tables.models import JackpotClaim, Shift
from tests import builders
from tests.databases import rolled_back
from tests.forging import change, rewrite
from tests.stories import money

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


SECOND_CAGE = "(SELECT id FROM casino_user WHERE username = 'second-cage')"
CLAIM = "fund_id = (SELECT id FROM accounting_fund WHERE code = 'bad-beat')"
DAY = "(SELECT id FROM accounting_gamingday WHERE date = '2026-10-10')"
SECOND_DAY = f"gaming_day_id = {DAY}"
DROP = f"(SELECT id FROM accounting_funddrop WHERE {SECOND_DAY})"
MONTH, STATED = "period = 'month'", "period = 'day' AND first = '2026-10-10'"
ENTRY = "(SELECT entry_id FROM accounting_jackpotslip WHERE number = 2)"
FAULTS = {
    # The jackpots: hand, claim, slips, drops, counts, terms.
    "claim: the loser's share is larger": (
        f"UPDATE tables_jackpotclaim SET shares = jsonb_set(shares, '{{0,amount_cents}}', '21095') WHERE {CLAIM}",
        "claim {claim}: its shares are not what the terms make of the hand",
    ),
    "claim: the winner is another guest": (
        f"UPDATE tables_jackpotclaim SET shares = jsonb_set(shares, '{{1,guest}}', '1') WHERE {CLAIM}",
        "claim {claim} was changed after it was booked",
    ),
    "claim of the high hand: other cards": (
        f"UPDATE tables_jackpotclaim SET shown = jsonb_set(shown, '{{board}}', '\"9c 9d 4h 5s Kd\"') WHERE NOT {CLAIM}",
        "claim {high} was changed after it was booked",
    ),
    "claim and its slip: another seat, in both": (
        (
            "WITH claim AS (UPDATE tables_jackpotclaim SET shares = jsonb_set(shares, '{2,seat}', '5')"
            f" WHERE {CLAIM} RETURNING id) UPDATE accounting_jackpotslip SET seat = 5 WHERE number = 3"
        ),
        "claim {claim}: its shares are not what the terms make of the hand",
    ),
    "hand of the bad beat: fewer dealt in": (
        (
            "UPDATE tables_hand SET result = jsonb_set(result, '{dealt_in}', '3')"
            f" WHERE id = (SELECT hand_id FROM tables_jackpotclaim WHERE {CLAIM})"
        ),
        "table/A2 6: its hand was changed after it was booked",
    ),
    "hand of the high hand: a smaller pot": (
        (
            "UPDATE tables_hand SET result = jsonb_set(result, '{pot_cents}', '5000')"
            f" WHERE id = (SELECT hand_id FROM tables_jackpotclaim WHERE NOT {CLAIM})"
        ),
        "table/S3 7: its hand was changed after it was booked",
    ),
    "slip: a larger share": (
        "UPDATE accounting_jackpotslip SET amount_cents = amount_cents + 500 WHERE number = 3",
        "jackpot slip 3 was changed after it was booked",
    ),
    "slip: paid at another time": (
        "UPDATE accounting_jackpotslip SET done_at = done_at + interval '1 day' WHERE number = 4",
        "jackpot slip 4 was changed after it was booked",
    ),
    "slip: another claim's": (
        (
            "UPDATE accounting_jackpotslip SET subject = (SELECT subject FROM accounting_jackpotslip WHERE number = 5)"
            " WHERE number = 4"
        ),
        "claim {claim}: its slips are not its shares",
    ),
    "slip: one more that is due": (
        (
            "INSERT INTO accounting_jackpotslip SELECT (jsonb_populate_record(slip, jsonb_build_object('id', 990099,"
            " 'number', 6, 'seat', 5, 'state', 'due', 'window_id', NULL, 'done_by_id', NULL, 'done_at', NULL,"
            " 'entry_id', NULL))).* FROM accounting_jackpotslip slip WHERE number = 3"
        ),
        "claim {claim}: its slips are not its shares",
    ),
    "drop: less was posted": (
        f"UPDATE accounting_funddrop SET posted_cents = 0 WHERE {SECOND_DAY}",
        "100 were posted on 2026-10-10, 0 were taken to be counted",
    ),
    "drop: of another day": (
        f"UPDATE accounting_funddrop SET gaming_day_id = {DAY} WHERE gaming_day_id < {DAY}",
        "100 were posted on 2026-10-01, 0 were taken to be counted",
    ),
    "drop: less is kept back": (
        f"UPDATE accounting_funddrop SET reserved_cents = 0 WHERE {SECOND_DAY}",
        "the count of the boxes {drop} moved something else than it says",
    ),
    "count of the drop: one person's": (
        f"UPDATE accounting_fundcount SET counted_cents = 0 WHERE fund_drop_id = {DROP} AND number = 1",
        "the boxes {drop} are settled with something else than counted",
    ),
    "count of the drop: one is gone": (
        f"DELETE FROM accounting_fundcount WHERE fund_drop_id = {DROP} AND number = 2",
        "the boxes {drop} were not counted by two others",
    ),
    "count of the drop: a third one": (
        (
            "INSERT INTO accounting_fundcount SELECT (jsonb_populate_record(one, jsonb_build_object('id', 990099,"
            f" 'number', 3, 'counted_by_id', 0))).* FROM accounting_fundcount one"
            f" WHERE fund_drop_id = {DROP} AND number = 2"
        ),
        "the count of the boxes {drop} was changed after it was booked",
    ),
    "terms of the fund: less tax": (
        "UPDATE accounting_fundterms SET terms = terms - 'tax_bp' WHERE terms ? 'tax_bp'",
        "claim {high} was changed after it was booked",
    ),
    "tax: paid over twice": (
        "UPDATE accounting_fundmove SET amount_cents = 2000 WHERE kind = 'tax'",
        "payment {payment} moved something else than it says",
    ),
    # Boxes, tips, the tronc.
    "box of tips: less was counted": (
        "UPDATE accounting_drop SET counted_cents = counted_cents - 100 WHERE kind = 'tips' AND table_code = 'S2'",
        "record of tips 2026-10-10 1: the counted boxes hold something else",
    ),
    "count of a box of tax": (
        (
            "UPDATE accounting_count SET counted_cents = counted_cents - 100 WHERE drop_id ="
            f" (SELECT min(id) FROM accounting_drop WHERE kind = 'rake' AND {SECOND_DAY})"
        ),
        "count/A2 1: the count of box {box} was changed after it was booked",
    ),
    "record of tips: less electronic": (
        f"UPDATE accounting_tiprecord SET electronic_cents = 50 WHERE {SECOND_DAY}",
        "record of tips 2026-10-10 1: its transfers are not those of its rows",
    ),
    "record of tips: a further one": (
        (
            "INSERT INTO accounting_tiprecord SELECT (jsonb_populate_record(one, jsonb_build_object('id', 990099,"
            f" 'number', 2, 'electronic_cents', 50, 'entry_id', NULL))).* FROM accounting_tiprecord one"
            f" WHERE {SECOND_DAY}"
        ),
        "record of tips 2026-10-10 2 has no entry",
    ),
    "distribution: shares exchanged": (
        (
            "UPDATE accounting_troncshare SET rounded_cents = CASE rounded_cents WHEN 758 THEN 857 ELSE 758 END"
            " WHERE \"group\" = 'gaming'"
        ),
        "is not what its hours and points give",
    ),
    "distribution: one more share": (
        (
            "INSERT INTO accounting_troncshare SELECT (jsonb_populate_record(one, jsonb_build_object('id', 990099,"
            f" 'person_id', {SECOND_CAGE}))).* FROM accounting_troncshare one WHERE advance_cents > 0"
        ),
        "distribution 2026-10 1 was changed after it was booked",
    ),
    "distribution: carried into another month": (
        "UPDATE accounting_troncrun SET carried_into = '2026-12-01'",
        "distribution 2026-10 1 was changed after it was booked",
    ),
    "shift: an hour longer": (
        "UPDATE tables_shift SET went_at = went_at + interval '1 hour' WHERE id = (SELECT min(id) FROM tables_shift)",
        "tables_shift {shift}: it is not as it was sealed",
    ),
    "member: longer in service": (
        (
            "UPDATE accounting_troncmember SET hired_on = '2010-01-01' WHERE id ="
            " (SELECT min(id) FROM accounting_troncmember)"
        ),
        "accounting_troncmember {member}: it is not as it was sealed",
    ),
    "payout: another gets it": (
        f"UPDATE accounting_troncpayout SET lines = jsonb_set(lines, '{{2,0}}', to_jsonb({SECOND_CAGE}))",
        "payout 1: its transfers are not those of its rows",
    ),
    "payout: not paid yet": (
        "UPDATE accounting_troncpayout SET paid_at = NULL, paid_by_id = NULL, entry_id = NULL",
        "tronc/payouts 1: what it rests on is not there",
    ),
    "payout: a further one": (
        (
            "INSERT INTO accounting_troncpayout SELECT (jsonb_populate_record(one, jsonb_build_object('id', 990099,"
            " 'number', 2, 'entry_id', NULL))).* FROM accounting_troncpayout one"
        ),
        "payout 2 has no entry",
    ),
    # Statements, levy, authority.
    "statement of a day: less revenue": (
        f"UPDATE accounting_statement SET figures = jsonb_set(figures, '{{revenue_cents}}', '1000') WHERE {STATED}",
        "day 2026-10-10 v1: revenue_cents is 1000, the ledger says 1100",
    ),
    "statement of a day: tips are less": (
        f"UPDATE accounting_statement SET figures = jsonb_set(figures, '{{tips,counted_cents}}', '1') WHERE {STATED}",
        "day 2026-10-10 v1: tips.counted_cents is 1, the ledger says 1200",
    ),
    "statement of the month: the fund holds less": (
        (
            "UPDATE accounting_statement SET figures = jsonb_set(figures, '{jackpots,0,after_cents}', '0')"
            f" WHERE {MONTH}"
        ),
        "month 2026-10-01 v1: jackpots[bad-beat].after_cents is 0, its parts add up to 90",
    ),
    "statement of the month: gone with its signature": (
        (
            "WITH signature AS (DELETE FROM accounting_countersignature WHERE statement_id ="
            f" (SELECT id FROM accounting_statement WHERE {MONTH})) DELETE FROM accounting_statement WHERE {MONTH}"
        ),
        "accounting_statement {statement}: it is not as it was sealed",
    ),
    "statement of a day: signed by another": (
        f"UPDATE accounting_statement SET signed_by_id = {SECOND_CAGE} WHERE {STATED}",
        "day 2026-10-10 v1: its seal does not fit",
    ),
    "levy terms: another rate": (
        "UPDATE accounting_levyterms SET terms = jsonb_set(terms, '{levies,0,tiers,0,rate_bp}', '2000')",
        "day 2026-10-10 v1: levy_cents is 330, the ledger says 220",
    ),
    "levy terms: in force later": (
        "UPDATE accounting_levyterms SET valid_from = '2026-10-15'",
        "day 2026-10-10 v1: its seal does not fit what it covers",
    ),
    "authority: its signature of another statement": (
        (
            "UPDATE accounting_countersignature SET signature = (SELECT signature FROM accounting_countersignature"
            " ORDER BY id LIMIT 1) WHERE id = (SELECT max(id) FROM accounting_countersignature)"
        ),
        "month 2026-10-01 v1: the authority's signature does not fit its seal",
    ),
    "authority: one signature is gone": (
        "DELETE FROM accounting_countersignature WHERE id = (SELECT max(id) FROM accounting_countersignature)",
        "accounting_countersignature {signature}: it is not as it was sealed",
    ),
    # Entries, transfers, places.
    "entry: a share paid is gone": (
        f"DELETE FROM accounting_entry WHERE id = {ENTRY}",
        "cage/W1 5: number 5 is missing",
    ),
    "entry: a share paid on another day": (
        f"UPDATE accounting_entry SET gaming_day_id = (SELECT min(id) FROM accounting_gamingday) WHERE id = {ENTRY}",
        "cage/W1 5: the digest does not fit the content",
    ),
    "entry: the distribution by another": (
        f"UPDATE accounting_entry SET actor_id = {SECOND_CAGE} WHERE code = 'tronc_shared'",
        "tronc/2026-10 4: distribution 2026-10 1 is somebody else's",
    ),
    "transfer: tax for the fund is the house's": (
        (
            "UPDATE accounting_transfer SET destination = 'rake/A2' WHERE destination = 'jackpot/bad-beat'"
            f" AND entry_id = (SELECT id FROM accounting_entry WHERE subject ="
            f" (SELECT 'hand:' || hand_id FROM tables_jackpotclaim WHERE {CLAIM}))"
        ),
        "day 2026-10-10 v1: rake.booked_cents is 1100, the ledger says 1200",
    ),
    "transfer: a share paid goes to the bank": (
        f"UPDATE accounting_transfer SET destination = 'bank/main' WHERE entry_id = {ENTRY} AND source LIKE 'won/%%'",
        "10048 of won/bad-beat went to bank/main: a fund is the players'",
    ),
    "transfer: the levy on tips stays": (
        "UPDATE accounting_transfer SET destination = 'bank/main' WHERE destination = 'bank/tronc-levy'",
        "distribution 2026-10 1: its transfers are not those of its rows",
    ),
    "place: the reserve is larger": (
        "UPDATE accounting_place SET balance_cents = balance_cents + 1 WHERE name = 'reserve/bad-beat'",
        "reserve/bad-beat None: the balance is 21, the transfers add up to 20",
    ),
    "seal: of the day before": (
        (
            "UPDATE accounting_gamingday SET seal = (SELECT seal FROM accounting_gamingday WHERE"
            f" date = '2026-10-01') WHERE id = {DAY}"
        ),
        "the closed day 2026-10-10 has not the seal of its close",
    ),
}
# A forger who owns the tables drops what the database would refuse even without triggers.
DROPPED = (
    "ALTER TABLE accounting_jackpotslip DROP CONSTRAINT jackpot_slip_by_three",
    "ALTER TABLE accounting_tiprecord DROP CONSTRAINT tip_record_signed_is_booked",
    "ALTER TABLE accounting_troncpayout DROP CONSTRAINT tronc_payout_paid_is_booked",
    "ALTER TABLE accounting_transfer DROP CONSTRAINT transfer_fund_is_the_players",
    "ALTER TABLE accounting_fundcount DROP CONSTRAINT fund_count_once_each",
)


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
        assert ("accounting_troncpayout", "it is not as it was sealed with seal 4") in said


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
        slips = JackpotSlip.objects.filter(subject=claims.subject(claim)).order_by("number")
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
