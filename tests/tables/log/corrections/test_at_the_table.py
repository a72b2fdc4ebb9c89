"""Corrections: original, reversal and new, by two people (domain §4.6, §5)."""

from uuid import UUID

import pytest
from django.db import DatabaseError, connection, transaction

from accounting.models import Entry
from tables.audit.services import audits
from tables.floor.services import seats
from tables.hands.services import corrections, hands
from tables.hands.services.recording import Summary
from tables.models import Hand
from tests import builders
from tests.tables.log.corrections.correcting import (
    PLAYED,
    STACK,
    WRONG,
    agrees,
    booked,
    close,
    correct,
    leave,
    record,
    refused,
)

pytestmark = pytest.mark.django_db


class TestAtTheTable:
    def test_a_rake_leaves_the_players_fund_what_it_is_owed(self, evening, table):
        """A jackpot drop belongs to the players: of 200 with 1 for the fund the house takes 199 at most."""
        summary = Summary(20_000, True, 2, rake_cents=20_000, reason="all of it")
        facts = refused("rake_above_pot", lambda: record(evening, table, summary))
        assert (facts["most_cents"], facts["due_cents"]) == (19_900, 1_000)

    def test_original_reversal_and_new(self, evening, table):
        wrong = record(evening, table)
        new = correct(wrong, evening.floor)
        wrong.refresh_from_db()
        assert (wrong.state, wrong.void_reason, wrong.voided_by) == ("void", "keyed wrong", evening.floor)
        assert (new.corrects, wrong.corrected_by) == (wrong, new)
        assert (new.number, new.state, new.result["rake"]["taken_cents"]) == (2, "settled", 1_000)
        same = ("session_id", "game_id", "schedule_version_id", "dealer_id", "started_at", "ended_at", "button_seat")
        assert [getattr(new, name) for name in same] == [getattr(wrong, name) for name in same]
        entries = Entry.objects.filter(subject__startswith="hand:").order_by("number")
        assert [(entry.code, entry.reason, entry.actor) for entry in entries] == [
            ("hand", "", evening.dealer),
            ("reversal", "keyed wrong", evening.floor),
            ("hand", "keyed wrong", evening.floor),
        ]
        assert booked() == [1_000, 200, 100]
        assert builders.balances("rake") | builders.balances("tips") == {"rake/T07": 1_000, "tips/T07": 200}
        assert agrees()
        assert audits.audit(day_id=None, actor=evening.manager).ok

    def test_the_session_goes_on_after_it(self, evening, table):
        correct(record(evening, table), evening.floor)
        assert record(evening, table).number == 3

    def test_what_was_keyed_too_high_can_be_cashed_out_again(self, evening, table):
        """The pool lacks what the boxes never got: the last guest's chips are not in the books until it is mended."""
        wrong = record(evening, table)
        leave(evening, table, STACK, STACK)
        # 1,300 were really taken: 1,000 rake, 200 tip, 100 for the fund.
        last = {"table_id": table, "seat": 3, "counted_cents": STACK - 1_300, "actor": evening.floor}
        refused("not_enough_chips", lambda: seats.cash_out(version=evening.version(table), **last))
        correct(wrong, evening.floor)
        seats.cash_out(version=evening.version(table), **last)
        close(evening, table)
        assert builders.balances("variance") == {}
        assert builders.balances("pool") == {}
        assert agrees()

    def test_a_correction_can_itself_be_wrong(self, evening, table):
        first = correct(record(evening, table), evening.floor, Summary(30_000, True, 3))
        refused("two_people", lambda: correct(first, evening.floor))
        second = correct(first, evening.manager)
        assert second.corrects == first
        assert booked() == [1_000, 200, 100]
        assert agrees()

    def test_by_somebody_else_with_a_reason(self, evening, table):
        wrong = record(evening, table, actor=evening.floor)
        refused("two_people", lambda: correct(wrong, evening.floor))
        refused("not_allowed", lambda: correct(wrong, evening.dealer))
        for reason in ("", " . "):
            refused(
                "reason_required",
                lambda reason=reason: corrections.correct(
                    hand_id=wrong.pk, version=wrong.version, summary=PLAYED, reason=reason, actor=evening.manager
                ),
            )

    def test_what_is_refused_at_the_pad_is_refused_here(self, evening, table):
        wrong = record(evening, table)
        for code, summary in (
            ("dealt_in_differs", Summary(20_000, True, 4)),
            ("dealt_in_differs", Summary(20_000, True, 1)),
            ("seat_empty", Summary(20_000, True, 2, winners=(9,))),
            ("rake_reason_required", Summary(20_000, True, 2, rake_cents=500)),
            ("tip_above_stack", Summary(20_000, True, 2, tip_cents=19_000)),
            ("not_on_chip", Summary(20_050, True, 2)),
            ("nothing_corrected", WRONG),
        ):
            refused(code, lambda summary=summary: correct(wrong, evening.floor, summary))

    def test_only_once_and_only_a_summary(self, evening, table):
        wrong = record(evening, table)
        correct(wrong, evening.floor)
        wrong.refresh_from_db()
        refused("hand_void", lambda: correct(wrong, evening.manager))
        other = evening.table(code="T08", dealt=False)
        evening.sit(other, STACK, STACK)
        started = hands.start(table_id=other, version=evening.version(other), actor=evening.floor).hand
        refused("hand_with_actions", lambda: correct(started, evening.manager))

    def test_a_tablets_name_for_the_new_hand_is_used_once(self, evening, table):
        wrong, other, name = record(evening, table), record(evening, table, PLAYED), UUID(int=7)
        correct(wrong, evening.floor, Summary(10_000, True, 2, client_uuid=name))
        refused("hand_recorded", lambda: correct(other, evening.floor, Summary(9_000, True, 2, client_uuid=name)))


class TestWhatItTakesThePlaceOf:
    """Which hand another one corrects is part of its evidence, and stays as it was written."""

    def test_it_stays(self, evening, table):
        new = correct(record(evening, table), evening.floor)
        with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
            Hand.objects.filter(pk=new.pk).update(corrects=None)

    def test_whoever_unties_it_is_found_out(self, evening, table):
        new = correct(record(evening, table), evening.floor)
        assert audits.audit(day_id=None, actor=evening.manager).ok
        with connection.cursor() as cursor:
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
            cursor.execute("SET session_replication_role = replica")
            cursor.execute("UPDATE tables_hand SET corrects_id = NULL WHERE id = %s", [new.pk])
            cursor.execute("SET session_replication_role = DEFAULT")
        assert not audits.audit(day_id=None, actor=evening.manager).ok
