"""Small purchases that are linked: GwG §10 (5) and domain §4.16, from 2,000 euros on in one gaming day."""

from datetime import UTC, datetime, timedelta

import pytest

from accounting.models import EntryCode
from accounting.verdicts import Severity, Verdict, severity
from tables.verdicts import guests
from tables.verdicts.guests import Dealing, Dealings

EURO = 100
FROM = 2_000 * EURO
EIGHT = datetime(2026, 11, 21, 20, tzinfo=UTC)


def found(*dealings: tuple[str, int], identified_after: int | None = None) -> list[Verdict]:
    """One dealing a minute, in euros; the guest was identified so many minutes after the first."""
    return list(guests.verdicts(Dealings(
        day="2026-11-21",
        guest="4711",
        identified_at=None if identified_after is None else EIGHT + timedelta(minutes=identified_after),
        from_cents=FROM,
        dealings=[
            Dealing(code, euros * EURO, EIGHT + timedelta(minutes=minute), 7)
            for minute, (code, euros) in enumerate(dealings)
        ],
    )))  # fmt: skip


def test_two_purchases_that_only_together_reach_the_amount():
    (verdict,) = found(("sale", 1_500), ("sale", 500))
    assert (verdict.rule, verdict.subject, verdict.booked_by) == (
        "LINKED_TRANSACTIONS", "guest:4711@2026-11-21#bought", 7,
    )  # fmt: skip
    assert verdict.facts == {
        "guest": "4711", "what": "bought", "dealings": 2, "together_cents": FROM, "largest_cents": 1_500 * EURO,
        "reached_at": "2026-11-21T20:01:00+00:00", "identified_at": None,
    }  # fmt: skip
    assert severity(verdict.rule) is Severity.EXPLAIN


def test_a_euro_below_it_is_nobodys_business():
    assert found(("sale", 1_500), ("sale", 499)) == []


@pytest.mark.parametrize(
    "dealings",
    [
        [("buy_in", 1_000), ("top_up", 1_000)],
        [("sale", 1_500), ("tournament_in", 500)],
        [("buy_in", 1_500), ("tournament_in", 250), ("tournament_in", 250)],
        [("sale", 400)] * 5,
        [("sale", 2_500)],
    ],
)
def test_tables_windows_and_tournaments_count_together(dealings):
    assert [verdict.facts["what"] for verdict in found(*dealings)] == ["bought"]


@pytest.mark.parametrize(
    "dealings",
    [
        [("cash_out", 1_000), ("cash_out", 1_000)],
        [("cash_out", 500), ("kept_out", 1_500)],
        [("redemption", 1_200), ("tournament_out", 800)],
        [("cash_out", 1_200), ("jackpot_paid", 800)],
        [("jackpot_paid", 1_000), ("jackpot_paid", 1_000)],
        [("redemption", 700), ("tournament_out", 700), ("jackpot_paid", 600)],
    ],
)
def test_what_is_exchanged_counts_by_itself(dealings):
    assert [verdict.subject for verdict in found(*dealings)] == ["guest:4711@2026-11-21#exchanged"]


NO_GUESTS_MONEY = {
    "correction", "hand", "misdeal", "round", "false_deal", "time_charge", "move", "kept",  # stacks at a table
    "kept_lapsed", "jackpot_lapsed",  # nobody came for it
    "jackpot_won", "tournament_due",  # owed, not paid yet; from pool to pool
    "float_in", "float_out", "fill", "credit", "change", "window_in", "window_out", "drop", "count", "carry",
    "fund_in", "fund_drop", "fund_count", "fund_tax", "fund_closed",
    "tip_record", "tronc_joined", "tronc_shared", "tronc_paid", "ruling",
    "reversal",  # takes away the entry that it reverses
}  # fmt: skip


def test_every_kind_of_entry_is_counted_or_moves_no_guests_money():
    """A new kind of entry is put into one of the two."""
    assert not guests.CODES & NO_GUESTS_MONEY
    assert set(EntryCode.values) == guests.CODES | NO_GUESTS_MONEY


def test_bought_and_exchanged_are_not_added():
    assert found(("sale", 1_900), ("redemption", 1_900)) == []


def test_chips_bought_at_a_window_and_laid_down_at_a_table_are_the_same_chips():
    assert found(("sale", 1_500), ("buy_in", 1_500), ("cash_out", 1_900), ("redemption", 1_900)) == []


def test_both_sides_at_once():
    sides = [verdict.facts["what"] for verdict in found(("buy_in", 2_000), ("cash_out", 2_100))]
    assert sides == ["bought", "exchanged"]


@pytest.mark.parametrize(("identified_after", "findings"), [(0, 0), (1, 0), (2, 1), (60, 1)])
def test_it_counts_whether_he_was_known_when_it_was_reached(identified_after, findings):
    assert len(found(("sale", 1_500), ("sale", 500), identified_after=identified_after)) == findings
