"""Rounds against the house in the books: proven, audited, reconciled with the float; planted faults are found."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from accounting.ledger.services.walks import Broken
from accounting.models import Entry, Finding
from accounting.proof.services import proofs
from tables.audit.services import audits, round_proofs
from tables.floor.services import seats, tables
from tables.models import Round
from tables.rounds.selectors import rounds as selector
from tables.rounds.services import rounds
from tables.rounds.services.rounds import RoundDetails
from tables.rules.banked.categories import Category
from tables.rules.banked.records import RoundRecord
from tables.rules.banked.settling import Comparison
from tables.rules.misdeal import Misdeal
from tables.settlement import Tip
from tables.verdicts import rounds as verdicts
from tests import builders, databases, forging
from tests.tables.rounds.banking import EURO, FLOAT, LOST, banked, box, on_table, play

pytestmark = pytest.mark.django_db


def against_the_house():
    """Easy Hold'em with three guests and 5,000 in the rack."""
    evening = builders.evening()
    banked(evening)
    return evening


built, evening = databases.shared(against_the_house)


@pytest.fixture
def table(evening) -> int:
    return evening.house.tables.get(code="E1").pk


@pytest.fixture
def rich(evening) -> tuple[object, int]:
    """Guests and a rack that no run of luck empties, at a table with another dealer."""
    evening.dealer = builders.user("dealer", "second-dealer")
    table = evening.table(evening.banked_game(), code="E2", float_cents=1_000_000 * EURO)
    evening.sit(table, *[300_000 * EURO] * 3)
    return evening, table


class TestBooks:
    def test_proof_and_audit_find_an_honest_table_in_order(self, evening, table) -> None:
        for _round in range(3):
            play(evening, table, details=RoundDetails(tips=(Tip(1, EURO),)))
        rounds.void(round_id=Round.objects.earliest("pk").pk, version=1, reason="wrong box", actor=evening.floor)
        rounds.false_deal(
            table_id=table, version=evening.version(table), cause=Misdeal.CARD_EXPOSED, actor=evening.dealer
        )
        assert proofs.prove().broken == []
        found = audits.audit(day_id=evening.day.pk, actor=evening.manager)
        assert found.by_rule == {}
        # The closer counts what the rack must hold: opener, and what the house won in two rounds.
        for seat in (1, 2, 3):
            left = {1: 300 * EURO - 2 * 40 * EURO - 2 * EURO, 2: 300 * EURO, 3: 300 * EURO}[seat]
            seats.cash_out(
                table_id=table, version=evening.version(table), seat=seat, counted_cents=left, actor=evening.floor
            )
        tables.close_table(
            table_id=table,
            version=evening.version(table),
            counted_float_cents=FLOAT + 80 * EURO,
            actor=evening.floor,
        )
        evening.count_boxes()
        audits.audit(day_id=evening.day.pk, actor=evening.manager)
        assert not Finding.objects.filter(state="open").exists()
        assert evening.close_day().seal

    def test_a_float_that_was_counted_short_is_found(self, evening, table) -> None:
        play(evening, table)
        for seat, cents in ((1, 260 * EURO), (2, 300 * EURO), (3, 300 * EURO)):
            seats.cash_out(
                table_id=table, version=evening.version(table), seat=seat, counted_cents=cents, actor=evening.floor
            )
        tables.close_table(
            table_id=table,
            version=evening.version(table),
            counted_float_cents=FLOAT,
            explanation="searched, not found",
            actor=evening.floor,
        )
        audits.audit(day_id=evening.day.pk, actor=evening.manager)
        drift = Finding.objects.get(rule="FLOAT_DRIFT")
        assert drift.amount_cents == -40 * EURO
        assert drift.facts["rounds_cents"] == 40 * EURO


ANTE_PAID = (
    """jsonb_set(jsonb_set(result, '{boxes,2,bets,0,result}', '"won"'), '{boxes,2,bets,0,paid_cents}', '1000')"""
)

PLANTED = {
    "wrong payout": (
        "jsonb_set(result, '{boxes,0,bets,1,paid_cents}', '2000')",
        "result",
        {"PAYOUT_DIFFERS": -10 * EURO},
    ),
    "ante paid below a straight": (
        ANTE_PAID,
        "result",
        {"PAYOUT_DIFFERS": -10 * EURO},
    ),
    "a lost bet given back": (
        "jsonb_set(result, '{boxes,1,bets,1,result}', '\"returned\"')",
        "result",
        {"PAYOUT_DIFFERS": -20 * EURO},
    ),
    "bet not equal to the ante": (
        "jsonb_set(record, '{boxes,0,bets,flop}', '2000')",
        "record",
        {"BET_NOT_BY_RULES": 0, "PAYOUT_DIFFERS": 10 * EURO},
    ),
    "an ante above the table's limit": (
        "jsonb_set(record, '{boxes,3,bets,ante}', '20000')",
        "record",
        {"BET_NOT_BY_RULES": 0},
    ),
    "another hand said": (
        "jsonb_set(record, '{boxes,0,category}', '\"pair\"')",
        "record",
        {"PAYOUT_DIFFERS": -10 * EURO},
    ),
    "total changed": ("paid_cents + 100", "paid_cents", {"FIGURES_DIFFER": -EURO}),
    "no record any more": ("'{\"boxes\": 7}'", "record", {"NOT_COMPUTABLE": 0}),
}


@pytest.mark.parametrize("planted", PLANTED.values(), ids=list(PLANTED))
def test_planted_faults_are_findings(evening, table, planted: tuple[str, str, dict[str, int]]) -> None:
    """By somebody who owns the database and switches its triggers off."""
    value, column, wanted = planted
    played = play(evening, table)
    forging.change(f"UPDATE tables_round SET {column} = {value} WHERE id = {played.pk}")
    assert [one.book for one in proofs.prove().broken] == ["table/E1"]
    audits.audit(day_id=evening.day.pk, actor=evening.manager)
    found = dict(Finding.objects.filter(subject__startswith=f"round:{played.pk}").values_list("rule", "amount_cents"))
    assert "RECORD_CHANGED" in found
    assert wanted.items() <= found.items(), found


def test_transfers_that_are_not_the_results_are_found(evening, table) -> None:
    played = play(evening, table)
    forging.change(
        "UPDATE accounting_transfer SET amount_cents = amount_cents + 100 WHERE entry_id ="
        f" (SELECT id FROM accounting_entry WHERE reference = 'round:{played.pk}') AND position = 1"
    )
    audits.audit(day_id=evening.day.pk, actor=evening.manager)
    assert Finding.objects.filter(rule="TRANSFERS_DIFFER", subject=f"round:{played.pk}").exists()


def test_a_round_that_is_missing_is_a_gap(evening, table) -> None:
    first = play(evening, table)
    play(evening, table)
    forging.change(f"DELETE FROM tables_round WHERE id = {first.pk}")
    audits.audit(day_id=evening.day.pk, actor=evening.manager)
    assert Finding.objects.filter(rule="GAP_IN_NUMBERS", table_code="E1").exists()
    assert proofs.prove().broken


NOT_REVERSED = "its round is void for another reason, or not reversed"


@pytest.mark.parametrize(
    ("is_void", "setting", "what"),
    [
        (False, "state = 'void', void_reason = 'wrong box', voided_by_id = dealer_id", NOT_REVERSED),
        (True, "void_reason = 'another'", NOT_REVERSED),
        (True, "voided_by_id = dealer_id", NOT_REVERSED),
        (True, "state = 'settled', void_reason = '', voided_by_id = NULL", "it is reversed, but not void"),
    ],
)
def test_a_round_is_void_if_and_as_it_was_reversed(evening, table, is_void: bool, setting: str, what: str) -> None:
    played = play(evening, table)
    if is_void:
        rounds.void(round_id=played.pk, version=played.version, reason="wrong box", actor=evening.floor)
    assert list(round_proofs.prove()) == []
    forging.change(f"UPDATE tables_round SET {setting} WHERE id = {played.pk}")
    number = Entry.objects.get(reference=f"round:{played.pk}").number
    assert list(round_proofs.prove()) == [Broken("table/E1", number, what)]


@pytest.mark.parametrize("is_void", [False, True])
def test_the_audit_finds_a_round_whose_state_is_not_its_reversals(evening, table, is_void: bool) -> None:
    played = play(evening, table)
    if is_void:
        rounds.void(round_id=played.pk, version=played.version, reason="wrong box", actor=evening.floor)
    assert broken(evening) == []
    state, reason = ("settled", "") if is_void else ("void", "wrong box")
    forging.change(f"UPDATE tables_round SET state = '{state}', void_reason = '{reason}' WHERE id = {played.pk}")
    assert broken(evening) == [("VOID_DIFFERS", f"round:{played.pk}", 0)]


def test_the_audit_finds_a_round_without_an_entry_and_looks_no_further(evening, table) -> None:
    played = play(evening, table)
    forging.change(f"DELETE FROM accounting_entry WHERE reference = 'round:{played.pk}'")
    assert broken(evening) == [("NOT_BOOKED", f"round:{played.pk}", 0)]


def test_the_audit_finds_a_bet_in_the_result_that_was_never_made(evening, table) -> None:
    played = play(evening, table, LOST)
    bet = """'{"spot": "river", "staked_cents": 1000, "result": "won", "paid_cents": 1000}'"""
    forging.change(
        f"UPDATE tables_round SET result = jsonb_insert(result, '{{boxes,0,bets,0}}', {bet}) WHERE id = {played.pk}"
    )
    assert ("PAYOUT_DIFFERS", f"round:{played.pk}#box1.river", 0) in broken(evening)


def broken(evening) -> list[tuple[str, str, int]]:
    """Rule, subject and amount of each verdict on the day's rounds."""
    found = [one for booked in selector.of_day(evening.day.pk) for one in verdicts.verdicts(booked)]
    return [(one.rule.value, one.subject, one.amount_cents) for one in found]


def test_an_audit_reads_rounds_by_the_thousand(evening, table, django_assert_num_queries) -> None:
    """The rounds of a piece, their entries, what those moved; and that there is no further piece."""
    numbers = [play(evening, table).pk for _round in range(5)]
    with django_assert_num_queries(4):
        read = list(selector.of_day(evening.day.pk))
    assert [one.round_id for one in read] == numbers
    assert all(one.is_as_booked and one.moves for one in read)


BOXES = st.lists(
    st.tuples(
        st.integers(1, 7), st.integers(1, 3), st.integers(5, 20), st.sampled_from([None, *Comparison]),
        st.sampled_from(list(Category)), st.booleans(), st.booleans(),
    ),
    min_size=1, max_size=7, unique_by=lambda one: one[0],
)  # fmt: skip


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(BOXES)
def test_random_rounds_conserve_chips_and_reconcile_the_float(rich, dealt) -> None:
    evening, table = rich
    boxes = []
    for number, seat, ante, comparison, category, turn, river in dealt:
        bets = {"ante": ante} if comparison is None else {"ante": ante, "flop": ante}
        bets |= {"turn": ante} if comparison and turn else {}
        bets |= {"river": ante} if comparison and river else {}
        boxes.append(box(number, seat, comparison, category if comparison else None, **bets))
    before = on_table("E2")
    played = play(evening, table, RoundRecord(tuple(boxes)))
    assert sum(on_table("E2").values()) == sum(before.values())
    assert on_table("E2")["float/E2"] - before["float/E2"] == played.house_cents
