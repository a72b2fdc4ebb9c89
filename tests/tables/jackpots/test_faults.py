"""What a forger does to jackpots with the triggers off, and what the proof says; an honest night says nothing."""

import pytest
from django.db import transaction

from accounting.models import Entry, FundDrop, JackpotSlip, Window
from tables.floor.services import seats
from tables.floor.services import tables as tables_of_floor
from tables.jackpots.selectors.claims import Keyed
from tables.jackpots.services import proofs
from tables.models import JackpotClaim, Sitting, Table
from tests import builders, databases
from tests.accounting.jackpots import jackpots
from tests.forging import change, close, found

pytestmark = pytest.mark.django_db


def night():
    """A bad beat that is paid but for one share, and a high hand that is paid; counted, the day closed and sealed."""
    house = jackpots.house()
    evening = house.evening
    bad_beat, high_hand = house.funds["bad-beat"], house.funds["high-hand"]
    house.sign(high_hand, jackpots.HIGH_HAND | {"tax_bp": 1_000})
    house.pay_in(high_hand, 15_000)
    table = evening.table(code="T07")
    evening.sit(table, 20_000, 20_000, 20_000, 20_000)
    hand = jackpots.bad_beat(evening, table).hand
    house.approve(house.enter(hand.pk, bad_beat))
    for slip in JackpotSlip.objects.order_by("number")[:3]:
        house.pay(slip)
    summaries = evening.table(evening.game(recording="summary"), code="T08", dealt=False)
    evening.push(summaries, builders.user("dealer", "second-dealer"))
    evening.sit(summaries, 20_000, 20_000, 20_000, 20_000)
    hand = jackpots.summary(evening, summaries, actor=evening.second_manager).hand
    house.approve(house.enter(hand.pk, high_hand, Keyed("9c 9d 4h 5s Kc", {1: "9h 9s"}, (1, 2, 3, 4))))
    house.pay(JackpotSlip.objects.order_by("-number").first())
    leave(evening, table, summaries)
    house.count(bad_beat)
    close(evening)
    return house


def leave(evening, *tables):
    """Everybody cashes out, tables and windows are counted and closed."""
    for table in tables:
        pool = f"pool/{Table.objects.get(pk=table).code}"
        *others, last = (
            Sitting.objects.filter(table_id=table, left_at=None).order_by("seat").values_list("seat", flat=True)
        )
        left_cents = builders.balances("pool").get(pool, 0)
        counts = dict.fromkeys(others, 20000 - 1500)
        counts[last] = left_cents - sum(counts.values())
        for seat, cents in counts.items():
            counted = {"counted_cents": cents} if left_cents else {}
            seats.cash_out(table_id=table, version=evening.version(table), seat=seat, actor=evening.floor, **counted)
        tables_of_floor.close_table(
            table_id=table, version=evening.version(table), counted_float_cents=0, actor=evening.floor
        )
    for window in Window.objects.all():
        count = {"window_id": window.pk, "chips": {}, "cash_cents": builders.balances("cash")[f"cash/{window.code}"]}
        builders.close_window(evening.cage, evening.second_cage, **count)


built, house = databases.shared(night)


def test_an_honest_night_has_no_finding(house):
    assert found() == []


SECOND = "(SELECT id FROM casino_user WHERE username = 'second-manager')"
BAD_BEAT = "fund_id = (SELECT id FROM accounting_fund WHERE code = 'bad-beat')"
CLAIM = f"id = (SELECT min(id) FROM tables_jackpotclaim WHERE {BAD_BEAT})"
HIGH_HANDS_TERMS = (
    "(SELECT max(id) FROM accounting_fundterms WHERE fund_id <> "
    "(SELECT id FROM accounting_fund WHERE code = 'bad-beat'))"
)
SLIP = "number = 1"
SAID = {
    "an edited claim: another share": (
        f"UPDATE tables_jackpotclaim SET shares = jsonb_set(shares, '{{0,amount_cents}}', '30050') WHERE {CLAIM}",
        "its shares are not what the terms make of the hand",
    ),
    "an edited claim: other cards": (
        f"UPDATE tables_jackpotclaim SET shown = jsonb_set(shown, '{{hole,1}}', '\"Ac Qh\"') WHERE {CLAIM}",
        "its cards and seats are not those of the recorded hand",
    ),
    "an edited claim: more was posted": (
        f"UPDATE tables_jackpotclaim SET posted_cents = posted_cents + 100 WHERE {CLAIM}",
        "was changed after it was booked",
    ),
    "a claim taken away": (
        f"DELETE FROM tables_jackpotclaim WHERE {CLAIM}",
        "is of no approved claim",
    ),
    "a claim on another hand": (
        "UPDATE tables_jackpotclaim SET hand_id = (SELECT max(id) FROM tables_hand) WHERE " + CLAIM,
        "is claimed twice",
    ),
    "a claim approved by one person": (
        f"UPDATE tables_jackpotclaim SET decided_by_id = proposed_by_id WHERE {CLAIM}",
        "one person entered and approved it",
    ),
    "an edited share": (
        f"UPDATE accounting_jackpotslip SET amount_cents = amount_cents + 1000 WHERE {SLIP}",
        "jackpot slip 1 was changed after it was booked",
    ),
    "a share of somebody else": (
        f"UPDATE accounting_jackpotslip SET seat = 9 WHERE {SLIP}",
        "its slips are not its shares",
    ),
    "a slip paid twice": (
        (
            "UPDATE accounting_jackpotslip SET entry_id = (SELECT entry_id FROM accounting_jackpotslip"
            f" WHERE number = 2) WHERE {SLIP}"
        ),
        "is there twice",
    ),
    "a slip paid without an entry": (
        (
            "UPDATE accounting_jackpotslip SET state = 'paid', done_at = now(), done_by_id = issued_by_id,"
            " entry_id = 0, window_id = (SELECT min(id) FROM accounting_window) WHERE number = 4"
        ),
        "jackpot slip 4 has no entry",
    ),
    "a paid slip that is due again": (
        (
            "UPDATE accounting_jackpotslip SET state = 'due', done_at = NULL, done_by_id = NULL, entry_id = NULL,"
            f" window_id = NULL WHERE {SLIP}"
        ),
        "are still to be paid",
    ),
    "a slip paid by whoever approved it": (
        f"UPDATE accounting_jackpotslip SET done_by_id = issued_by_id WHERE {SLIP}",
        "was approved or paid by one person",
    ),
    "a slip taken away": ("DELETE FROM accounting_jackpotslip WHERE number = 2", "slip 2 is missing"),
    "tax that was not withheld": (
        "UPDATE accounting_jackpotslip SET tax_cents = 0 WHERE tax_cents > 0",
        "moved something else than it says",
    ),
    "a fund below its shares": (
        "UPDATE accounting_place SET balance_cents = balance_cents - 100 WHERE name = 'won/bad-beat'",
        "lie apart for shares",
    ),
    "a smaller drop": (
        "UPDATE accounting_funddrop SET posted_cents = posted_cents - 100",
        "were taken to be counted",
    ),
    "a moved drop": (
        "UPDATE accounting_funddrop SET fund_id = (SELECT id FROM accounting_fund WHERE code = 'high-hand')",
        "belongs to another book, house or gaming day",
    ),
    "a drop taken away": ("DELETE FROM accounting_funddrop", "what it rests on is not there"),
    "a smaller count": (
        "UPDATE accounting_funddrop SET counted_cents = counted_cents - 100",
        "settled with something else than counted",
    ),
    "a count by one person": (
        "UPDATE accounting_fundcount SET counted_by_id = (SELECT id FROM casino_user WHERE username = 'cage')",
        "were not counted by two others",
    ),
    "a larger seed": (
        "UPDATE accounting_fundmove SET amount_cents = amount_cents + 100 WHERE kind = 'seed'",
        "moved something else than it says",
    ),
    "a seed by one person": (
        "UPDATE accounting_fundmove SET decided_by_id = asked_by_id",
        "was not approved by a second person",
    ),
    "other terms": (
        f"UPDATE accounting_fundterms SET terms = jsonb_set(terms, '{{loser_bp}}', '2500') WHERE {BAD_BEAT}",
        "its cards or terms cannot be read",
    ),
    "terms of one person": (
        "UPDATE accounting_fundterms SET decided_by_id = proposed_by_id",
        "were not signed by two people",
    ),
    "chips of a fund in the house's bank": (
        (
            "UPDATE accounting_transfer SET destination = 'bank/rake' WHERE source LIKE 'won/%%' AND"
            " destination LIKE 'guests/%%'"
        ),
        "a fund is the players'",
    ),
    "a void hand": (
        (
            "UPDATE tables_hand SET state = 'void', void_reason = 'x'"
            f" WHERE id = (SELECT hand_id FROM tables_jackpotclaim WHERE {CLAIM})"
        ),
        "its hand is not settled",
    ),
    "a claim by terms that nobody approved": (
        f"UPDATE accounting_fundterms SET state = 'declined' WHERE {BAD_BEAT}",
        "it was judged by terms that nobody approved, or another fund's",
    ),
    "a claim by another fund's terms": (
        f"UPDATE tables_jackpotclaim SET terms_id = {HIGH_HANDS_TERMS} WHERE {CLAIM}",
        "it was judged by terms that nobody approved, or another fund's",
    ),
    "terms by which the hand does not qualify": (
        f"UPDATE accounting_fundterms SET terms = jsonb_set(terms, '{{least_dealt_in}}', '5') WHERE {BAD_BEAT}",
        "its hand does not qualify by the terms",
    ),
}


# A forger who owns the tables drops what the database would refuse even without triggers.
DROPPED = (
    "ALTER TABLE accounting_transfer DROP CONSTRAINT transfer_fund_is_the_players",
    "ALTER TABLE accounting_jackpotslip DROP CONSTRAINT jackpot_slip_by_three",
    "ALTER TABLE accounting_jackpotslip DROP CONSTRAINT accounting_jackpotslip_entry_id_key",
    "ALTER TABLE accounting_fundcount DROP CONSTRAINT fund_count_once_each",
    "ALTER TABLE accounting_fundmove DROP CONSTRAINT fund_move_by_two",
    "ALTER TABLE accounting_fundterms DROP CONSTRAINT fund_terms_by_two",
    "ALTER TABLE tables_jackpotclaim DROP CONSTRAINT jackpot_claim_by_two",
    "DROP INDEX jackpot_claim_one_a_hand",
)


def forged(sql):
    """What the proof says while something is forged, without triggers and rules; it is as it was afterwards."""
    with transaction.atomic():
        for statement in (*DROPPED, sql):
            change(statement)
        said = found()
        transaction.set_rollback(True)
    return said


@pytest.mark.release("proves the books once for each planted fault")
@pytest.mark.parametrize("name", SAID)
def test_a_fault_is_found_and_named(house, name):
    sql, what = SAID[name]
    told = forged(sql)
    assert any(what in said for _book, _number, said in told), told


OF_A_CLAIM = (
    "an edited claim: another share",
    "an edited claim: other cards",
    "a claim taken away",
    "a claim on another hand",
    "a claim approved by one person",
    "a share of somebody else",
    "other terms",
    "a void hand",
    "a claim by terms that nobody approved",
    "a claim by another fund's terms",
    "terms by which the hand does not qualify",
)


@pytest.mark.parametrize("name", OF_A_CLAIM)
def test_a_claim_that_does_not_follow_from_hand_and_terms_is_named(house, name):
    """The prover of claims alone; the release lane proves the books for each of them."""
    sql, what = SAID[name]
    assert list(proofs.prove()) == []
    for statement in (*DROPPED, sql):
        change(statement)
    told = [one.what for one in proofs.prove()]
    assert any(said.endswith(what) for said in told), told


def test_every_row_of_a_jackpot_is_sealed(house):
    """What no digest of an entry covers is sealed with the day."""
    for table, setting in {
        "accounting_fund": "name = 'Mine'",
        "accounting_fundmove": "asked_at = asked_at - interval '1 day'",
        "accounting_jackpotslip": "table_code = 'T99'",
        "tables_jackpotclaim": "proposed_at = proposed_at - interval '1 day'",
    }.items():
        told = forged(f"UPDATE {table} SET {setting}")
        assert any("as it was sealed" in said for _book, _number, said in told), (table, told)
    assert (FundDrop.objects.count(), JackpotClaim.objects.count(), Entry.objects.filter(code="fund_in").count()) == (
        1, 2, 2,
    )  # fmt: skip
