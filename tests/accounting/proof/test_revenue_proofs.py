"""Whatever somebody with the database's password does to statements of revenue, the proof names it."""

import json
from typing import Any

import pytest

from accounting import revenue_seals
from accounting.jackpots.services import funds, payments
from accounting.models import Statement
from accounting.policy.statement import comparable
from accounting.proof.services import proofs, revenue_proofs
from accounting.revenue.services import statements
from tests import databases, stated_house
from tests.deciding import looking
from tests.forging import change
from tests.signing import STRANGER

pytestmark = pytest.mark.django_db

built, october = databases.shared(stated_house.stated)

ONE = "period = 'day' AND first = '2026-10-05'"
TWO = "period = 'day' AND first = '2026-10-06'"
MONTH = "period = 'month'"
UPDATE = "UPDATE accounting_statement SET"


@pytest.fixture(autouse=True)
def unchecked(db: None) -> None:
    """The owner of the tables drops what is in the way; the end of the test brings it back."""
    change("ALTER TABLE accounting_statement DROP CONSTRAINT statement_by_two")
    change("ALTER TABLE accounting_statement DROP CONSTRAINT statement_correction_has_reason")
    change("ALTER TABLE accounting_statement DROP CONSTRAINT statement_number_once")
    change("ALTER TABLE accounting_levyterms DROP CONSTRAINT levy_terms_by_two")
    change("ALTER TABLE accounting_authoritykey DROP CONSTRAINT authority_key_by_two")


def said() -> str:
    """What the proof of the statements says, line by line."""
    return "\n".join(f"{one.book} #{one.number}: {one.what}" for one in revenue_proofs.prove())


def test_an_honest_house_has_no_finding(october: Any) -> None:
    assert proofs.prove().broken == []
    assert proofs.prove(independent=True).broken == []
    assert Statement.objects.filter(state="sealed").count() == 4


EDITS: list[tuple[str, str]] = [
    # A figure, alone and with others that fit it.
    (f"{UPDATE} figures = jsonb_set(figures, '{{revenue_cents}}', '1') WHERE {ONE}", "revenue_cents is 1"),
    (f"{UPDATE} figures = jsonb_set(figures, '{{rake,counted_cents}}', '1') WHERE {TWO}", "rake.counted_cents is 1"),
    (f"{UPDATE} figures = jsonb_set(figures, '{{tips,booked_cents}}', '1') WHERE {TWO}", "tips.booked_cents is 1"),
    (f"{UPDATE} figures = jsonb_set(figures, '{{house}}', '\"dus\"') WHERE {ONE}", "its seal does not fit"),
    # The rate, the terms.
    (
        "UPDATE accounting_levyterms SET terms = jsonb_set(terms, '{levies,0,tiers,0,rate_bp}', '2900')",
        "its seal does not fit what it covers",
    ),
    (
        "UPDATE accounting_levyterms SET terms = jsonb_set(terms, '{levies,0,tiers,0,rate_bp}', '2900')",
        "the ledger says",
    ),
    ("UPDATE accounting_levyterms SET decided_by_id = proposed_by_id", "levy terms v1 were not approved by a second"),
    ("UPDATE accounting_levyterms SET terms = '{}'", "levy terms v1 cannot be read"),
    ("UPDATE accounting_levyterms SET state = 'declined'", "the levy terms that it names were not in force"),
    # The signatures of the house.
    (f"{UPDATE} decided_by_id = signed_by_id WHERE {TWO}", "day 2026-10-06 v1: it was not signed by two people"),
    (f"{UPDATE} signed_at = signed_at - interval '1 day' WHERE {ONE}", "day 2026-10-05 v1: its seal does not fit"),
    # The seals.
    (f"{UPDATE} digest = repeat('0', 64) WHERE {MONTH}", "month 2026-10-01 v1: its seal does not fit"),
    (f"{UPDATE} digest = repeat('0', 64) WHERE {TWO}", "it does not follow the statement sealed before it"),
    (f"{UPDATE} previous = repeat('0', 64) WHERE {TWO}", "it does not follow the statement sealed before it"),
    ("UPDATE accounting_seal SET digest = repeat('0', 64) WHERE number = 1", "the seal of the day that it rests on"),
    # Days: one removed, the last removed, their order exchanged.
    (f"DELETE FROM accounting_statement WHERE {TWO}", "statement 2 is missing"),
    (f"DELETE FROM accounting_statement WHERE {TWO}", "day 2026-10-06: it is not stated"),
    (f"DELETE FROM accounting_statement WHERE {MONTH}", "countersignature"),
    (f"{UPDATE} state = 'declined', number = NULL, digest = '' WHERE {MONTH}", "that is not sealed"),
    (
        (f"{UPDATE} rests_on = jsonb_build_object('statements', jsonb_build_array(rests_on->'statements'->1,"
        f" rests_on->'statements'->0, rests_on->'statements'->2)) WHERE {MONTH}"),
        "what it adds up is not in the order of the days",
    ),
    (
        f"{UPDATE} rests_on = rests_on #- '{{statements,1}}' WHERE {MONTH}",
        "month 2026-10-01 v1: 2026-10-06 is not in it",
    ),
    (
        f"{UPDATE} number = CASE number WHEN 1 THEN 2 ELSE 1 END WHERE number <= 2",
        "it does not follow the statement sealed before it",
    ),
    (f"{UPDATE} rests_on = jsonb_set(rests_on, '{{before}}', 'null') WHERE {TWO}", "does not follow the gaming day"),
    (f"{UPDATE} first = '2026-10-04' WHERE {ONE}", "its gaming day is another one"),
    # The month.
    (f"{UPDATE} figures = jsonb_set(figures, '{{last}}', '\"2026-10-30\"') WHERE {MONTH}", "that of another period"),
    (f"{UPDATE} figures = jsonb_set(figures, '{{levy_cents}}', '1') WHERE {MONTH}", "its parts add up to"),
    (f"{UPDATE} rests_on = jsonb_set(rests_on, '{{statements,0,2}}', '\"00\"') WHERE {MONTH}", "is not there"),
    (f"{UPDATE} version = 2 WHERE {MONTH}", "month 2026-10-01 v2: a version before it is missing"),
    # Versions: a day that is stated again, though nobody said why, or what differs.
    (
        f"{UPDATE} first = '2026-10-05', version = 2, reason = '' WHERE {TWO}",
        "day 2026-10-05 v2: it corrects a version without a reason",
    ),
    (
        f"{UPDATE} first = '2026-10-05', version = 2, reason = 'x' WHERE {TWO}",
        "day 2026-10-05 v2: it does not name what differs from the version before",
    ),
    # What is added up, and figures that differ in what is no amount.
    (f"{UPDATE} first = '2026-09-01' WHERE {MONTH}", "it adds up a statement that does not belong to it"),
    (f"{UPDATE} period = 'year', first = '2026-01-01' WHERE {MONTH}", "adds up a statement that does not belong to it"),
    ("DELETE FROM accounting_statement WHERE period = 'day'", "a statement that it adds up is not there"),
    (
        f"{UPDATE} figures = jsonb_set(figures, '{{levies,0,to_cents}}', '1') WHERE {ONE}",
        "day 2026-10-05 v1: its figures are not what the ledger says",
    ),
    (
        f"{UPDATE} figures = jsonb_set(figures, '{{levies,0,to_cents}}', '1') WHERE {MONTH}",
        "month 2026-10-01 v1: its figures are not what its parts add up to",
    ),
    # The authority's signature and key.
    ("UPDATE accounting_countersignature SET signature = set_byte(signature, 5, 1)", "signature does not fit its seal"),
    ("UPDATE accounting_authoritykey SET public_key = decode(repeat('d7', 32), 'hex')", "signature does not fit"),
    ("UPDATE accounting_authoritykey SET state = 'declined'", "with a key that is not the authority's"),
    ("UPDATE accounting_authoritykey SET decided_by_id = proposed_by_id", "was not approved by a second person"),
    (
        ("INSERT INTO accounting_keywithdrawal (key_id, at, by_id, reason)"
        " SELECT id, proposed_at, proposed_by_id, 'x' FROM accounting_authoritykey"),
        "with a key that was withdrawn before",
    ),
    # What cannot be read ends no proof.
    (f"{UPDATE} figures = '{{}}' WHERE {ONE}", "day 2026-10-05 v1"),
    (f"{UPDATE} figures = '[]' WHERE {MONTH}", "month 2026-10-01 v1: it cannot be read"),
    (f"{UPDATE} rests_on = '7' WHERE {TWO}", "day 2026-10-06 v1: it cannot be read"),
    (f"{UPDATE} rests_on = '{{}}' WHERE {MONTH}", "month 2026-10-01 v1: it cannot be read"),
    # The ledger under a statement.
    (
        (
            "UPDATE accounting_transfer SET amount_cents = amount_cents + 100 WHERE (entry_id, position) = ("
            "SELECT t.entry_id, t.position FROM accounting_transfer t JOIN accounting_entry e ON e.id = t.entry_id"
            " WHERE e.code = 'hand' AND t.destination = 'rake/S1' ORDER BY 1 LIMIT 1)"
        ),
        "rake.booked_cents is",
    ),
    ("UPDATE accounting_drop SET counted_cents = counted_cents + 100 WHERE kind = 'rake'", "rake.counted_cents is"),
]  # fmt: skip


@pytest.mark.parametrize(("sql", "named"), EDITS, ids=range(len(EDITS)))
def test_an_edit_is_named(october: Any, sql: str, named: str) -> None:
    assert change(sql) > 0, "something was changed"
    assert named in said()


def test_a_forger_who_seals_everything_anew_is_found_by_the_ledger(october: Any) -> None:
    """Figures, seals, the month: all of it fits together again; the ledger and the authority's signature do not."""
    levies = "jsonb_set(figures, '{levy_cents}', '0')"
    change(f"{UPDATE} figures = {levies} WHERE {ONE}")
    sealed_anew()
    found = said()
    assert "seal does not fit what" not in found, "the chain of statements is whole"
    assert "day 2026-10-05 v1: levy_cents is 0, the ledger says" in found
    assert found.count("the authority's signature does not fit its seal") == 4


def test_a_foreign_key_registered_by_the_forger_is_found_by_its_signers(october: Any) -> None:
    """Signed with their own key, which one person alone registered."""
    change("UPDATE accounting_authoritykey SET public_key = %s, decided_by_id = proposed_by_id", STRANGER.public_key)
    for row in Statement.objects.filter(state="sealed"):
        signature = STRANGER.sign(statements.message(row))
        change("UPDATE accounting_countersignature SET signature = %s WHERE statement_id = %s", signature, row.pk)
    assert "key" in said()
    assert "was not approved by a second person" in said()


def test_sealed_rows_keep_terms_keys_and_signatures(october: Any) -> None:
    """The seal of the next gaming day covers them, also the last statement, which no other one follows."""
    october.evening.close_day()
    assert proofs.prove().broken == []
    first = "id = (SELECT min(id) FROM accounting_countersignature)"
    change(f"UPDATE accounting_countersignature SET at = at - interval '1 hour' WHERE {first}")
    change("UPDATE accounting_authoritykey SET authority = 'jemand'")
    change("UPDATE accounting_levyterms SET valid_from = '2020-01-01'")
    change(f"DELETE FROM accounting_statement WHERE {MONTH}")
    tables = {one.book for one in proofs.prove().broken}
    assert {
        "accounting_countersignature", "accounting_authoritykey", "accounting_levyterms", "accounting_statement",
    } <= tables  # fmt: skip


def sealed_anew() -> None:
    """Every statement with the seal that its row would have, and whatever names it."""
    previous, known = "", {}
    for row in Statement.objects.filter(state="sealed").order_by("number"):
        text = json.dumps(row.rests_on)
        for old, new in known.items():
            text = text.replace(old, new)
        row.rests_on, row.previous = json.loads(text), previous
        digest = revenue_seals.digest(statements.facts(row), previous)
        known[row.digest] = previous = digest
        change(f"{UPDATE} rests_on = %s, previous = %s, digest = %s WHERE id = %s", text, row.previous, digest, row.pk)


def test_a_fund_that_gets_its_first_money_later_changes_no_statement_before(october: Any) -> None:
    """It had no row on the days before, and has none when they are computed again."""
    first, second = october.evening.manager, october.evening.second_manager
    fund = funds.open_fund(
        house_id=october.evening.house.pk, code="mystery", name="Mystery", kind="mystery", actor=first
    )
    terms = {"winner_bp": 6_000, "table_bp": 4_000, "falls_bp": 5_000, "every_table": True, "seed_cents": 100_000}
    row = funds.propose_terms(fund_id=fund.pk, terms=terms, actor=first)
    looking(funds.approve_terms)(fund_terms_id=row.pk, actor=second)
    asked = payments.ask_payment(fund_id=fund.pk, kind="gift", amount_cents=500_00, reason="anniversary", actor=first)
    looking(payments.approve_payment)(fund_move_id=asked.pk, actor=second)
    assert said() == ""


def test_a_statement_that_names_an_empty_fund_agrees_as_well(october: Any) -> None:
    """Statements were signed so, when a fund was there that held nothing yet."""
    row = Statement.objects.filter(period="day").earliest("pk")
    empty = {"fund": "bb", "before_cents": 0, "in_cents": 0, "out_cents": 0, "after_cents": 0}
    assert comparable({**row.figures, "jackpots": [*row.figures["jackpots"], empty]}) == comparable(row.figures)
