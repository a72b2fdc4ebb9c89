"""Wagers, what was at stake in each round: in the chain, mirrored, audited; side bets wrongly paid or too high."""

from dataclasses import replace

import pytest
from django.db import IntegrityError, connection
from django.db.models import CharField, DateTimeField

from accounting.chain import WagerFacts
from accounting.models import Entry, Finding, Wager
from accounting.proof.services import proofs
from casino.errors import Refusal
from tables.audit.services import audits
from tables.floor.services import tables
from tables.rounds.services import rounds
from tables.rules.banked.rule_sets import CASINO_HOLDEM
from tables.rules.misdeal import Misdeal
from tests import builders, databases, forging
from tests.tables.rounds.banking import EURO, banked, casino, on_table, play, play_casino

pytestmark = pytest.mark.django_db


def against_the_house():
    """Easy Hold'em with three guests and 5,000 in the rack; Casino Hold'em with two."""
    evening = builders.evening()
    banked(evening)
    casino(evening)
    return evening


built, evening = databases.shared(against_the_house)


@pytest.fixture
def table(evening) -> int:
    return evening.house.tables.get(code="E1").pk


@pytest.fixture
def aces(evening) -> int:
    """The table of Casino Hold'em."""
    return evening.house.tables.get(code="C1").pk


PLANTED_SIDE = {
    "paid too much": (
        "result = jsonb_set(result, '{boxes,0,bets,1,paid_cents}', '21000')",
        {"PAYOUT_DIFFERS": -10 * EURO},
    ),
    "not paid": (
        "result = jsonb_set(result, '{boxes,0,bets,1,paid_cents}', '0')",
        {"PAYOUT_DIFFERS": 200 * EURO},
    ),
    "given back though the box gave up": (
        "result = jsonb_set(result, '{boxes,1,bets,1,result}', '\"returned\"')",
        {"PAYOUT_DIFFERS": -25 * EURO},
    ),
    "another hand said": (
        "record = jsonb_set(record, '{boxes,0,side,aces}', '\"full_house\"')",
        {"PAYOUT_DIFFERS": 100 * EURO},
    ),
    "above what a side bet may bear": (
        "record = jsonb_set(record, '{boxes,1,bets,aces}', '2600')",
        {"BET_NOT_BY_RULES": 0},
    ),
    "below another limit": (
        "record = jsonb_set(record, '{limits,most_side_cents}', '900')",
        {"BET_NOT_BY_RULES": 0},
    ),
}


@pytest.mark.parametrize("planted", PLANTED_SIDE.values(), ids=list(PLANTED_SIDE))
def test_planted_faults_of_side_bets_are_findings(evening, aces, planted: tuple[str, dict[str, int]]) -> None:
    """domain §4.15: the side bet pays 20:1 with a flush on the first five cards; a table posts its most."""
    played = play_casino(evening, aces)
    assert (played.lost_cents, played.paid_cents) == (65 * EURO, 200 * EURO)
    audits.audit(day_id=evening.day.pk, actor=evening.manager)
    assert not Finding.objects.filter(subject__startswith=f"round:{played.pk}").exists()
    change, wanted = planted
    forging.change(f"UPDATE tables_round SET {change} WHERE id = {played.pk}")
    audits.audit(day_id=evening.day.pk, actor=evening.manager)
    found = dict(Finding.objects.filter(subject__startswith=f"round:{played.pk}").values_list("rule", "amount_cents"))
    assert "RECORD_CHANGED" in found
    assert wanted.items() <= found.items(), found


def test_a_side_bet_above_the_tables_most_is_refused(evening, aces) -> None:
    game = evening.banked_game(variant="casino_holdem", rule_set="casino-holdem/1", max_side_cents=2_000)
    tables.change_game(table_id=aces, version=evening.version(aces), game_id=game.pk, actor=evening.floor)
    before = on_table("C1")
    with pytest.raises(Refusal, match="side_limits"):
        play_casino(evening, aces)
    assert (on_table("C1"), Wager.objects.count()) == (before, 0)


class TestWagers:
    def test_every_round_says_what_was_at_stake_and_its_reversal_the_same_backwards(self, evening, aces) -> None:
        played = play_casino(evening, aces)
        hour = played.recorded_at.replace(minute=0, second=0, microsecond=0)
        edge = ("casino-holdem/1", CASINO_HOLDEM.edge_ppm)
        dealt = WagerFacts(hour, "C1", played.dealer_id, played.game.name, *edge)
        facts = replace(
            dealt, ante_cents=2_000, staked_cents=7_500, lost_cents=6_500, paid_cents=20_000,
            side_staked_cents=3_500, side_lost_cents=2_500, side_paid_cents=20_000,
        )  # fmt: skip
        assert Wager.objects.get().facts == facts
        rounds.void(round_id=played.pk, version=1, reason="wrong box", actor=evening.manager)
        assert Wager.objects.latest("pk").facts == replace(facts, sign=-1)
        rounds.false_deal(table_id=aces, version=evening.version(aces), cause=Misdeal.WRONG_COUNT, actor=evening.floor)
        assert Wager.objects.latest("pk").facts == dealt
        assert proofs.prove().broken == []

    @pytest.mark.release("every column by itself, twice proven; the gate tampers with one of each kind")
    def test_no_column_of_a_wager_can_be_changed_unseen(self, evening, table) -> None:
        """By somebody who owns the database: the entry's digest covers them all."""
        forging.change("ALTER TABLE accounting_wager DROP CONSTRAINT wager_amounts, DROP CONSTRAINT wager_sign")
        entry = Entry.objects.get(reference=f"round:{play(evening, table).pk}")
        for field in Wager._meta.concrete_fields:
            one_more = {CharField: "|| 'x'", DateTimeField: "+ interval '1 second'"}.get(type(field), "+ 1")
            value = f"{field.column} {one_more}"
            said = forging.changed(f"UPDATE accounting_wager SET {field.column} = {value}")
            assert ("table/E1", entry.number) in {one[:2] for one in said}, field.column
        said = forging.changed("DELETE FROM accounting_wager")
        assert [one[:2] for one in said] == [("table/E1", entry.number)]
        assert forging.found() == []

    def test_a_whole_book_written_anew_still_differs_from_its_rounds(self, evening, table) -> None:
        """Who forges the chain with the wager is told by the audit, which computes it from the record."""
        entry = Entry.objects.get(reference=f"round:{play(evening, table).pk}")
        forging.change(f"UPDATE accounting_wager SET ante_cents = ante_cents - 100 WHERE entry_id = {entry.pk}")
        forging.rewrite(entry.book_id, entry.number)
        assert proofs.prove().broken == []
        audits.audit(day_id=evening.day.pk, actor=evening.manager)
        assert Finding.objects.filter(rule="FIGURES_DIFFER", subject__endswith="#wager").exists()

    def test_a_reversal_mirrors_its_wager(self, evening, table) -> None:
        rounds.void(round_id=play(evening, table).pk, version=1, reason="wrong box", actor=evening.floor)
        entry = Entry.objects.get(code="reversal")
        forging.change(f"UPDATE accounting_wager SET paid_cents = paid_cents + 100 WHERE entry_id = {entry.pk}")
        forging.rewrite(entry.book_id, entry.number)
        assert forging.found() == [("table/E1", entry.number, "its wager does not mirror the one that it reverses")]

    @pytest.mark.parametrize(
        "statement",
        ["UPDATE accounting_wager SET ante_cents = 0", "DELETE FROM accounting_wager", "TRUNCATE accounting_wager"],
    )
    def test_what_was_at_stake_stays(self, evening, table, statement: str) -> None:
        """The trigger speaks also to whoever owns the table."""
        play(evening, table)
        with connection.cursor() as cursor:
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
            with pytest.raises(IntegrityError, match="append-only"):
                cursor.execute(statement)
