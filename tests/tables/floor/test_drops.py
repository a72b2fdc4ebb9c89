"""Boxes taken in mid-session, and what happens when two want the same box, table or day at once."""

import pytest

from accounting.cage.services import counts
from accounting.models import Drop, Entry
from accounting.proof.services import proofs
from casino.errors import Refusal
from tables.audit.services import audits
from tables.audit.services import days as table_days
from tables.floor.services import carry_overs, drops, tables
from tables.hands.services import hands
from tables.models import CarryOver, Hand, Session, Table
from tests import builders, racing
from tests.tables.floor.test_carrying import (
    FLOAT,
    clock,
    evening,
    key,
    refused,
    roll_over,
    stack_table,
    start,
    summary_table,
)

__all__ = ["clock", "evening"]

pytestmark = pytest.mark.django_db


class TestDrops:
    """Boxes taken in mid-session."""

    def test_both_are_taken_and_fresh_ones_filled(self, evening, clock):
        table = summary_table(evening)
        drops.drop_boxes(table_id=table, version=evening.version(table), actor=evening.floor)
        key(evening, table)
        drops.drop_boxes(table_id=table, version=evening.version(table), actor=evening.floor)
        booked = Drop.objects.order_by("pk").values_list("kind", "booked_cents", "session_number")
        session = Session.objects.get().pk
        assert list(booked) == [("rake", 900, session), ("tips", 200, session)] * 2
        assert builders.balances("count") == {"count/room": 2_200}
        assert builders.balances("rake") == builders.balances("tips") == {}
        assert proofs.prove().ok

    def test_an_empty_box_is_a_statement_too(self, evening, clock):
        table = evening.table()
        drops.drop_boxes(table_id=table, version=evening.version(table), actor=evening.floor)
        assert list(Drop.objects.values_list("booked_cents", flat=True)) == [0, 0]
        assert Entry.objects.filter(code="drop", transfers__isnull=True).count() == 2

    def test_what_is_refused(self, evening, clock):
        table = stack_table(evening)
        version = evening.version(table)

        def drop(actor=evening.floor, seen=version):
            return drops.drop_boxes(table_id=table, version=seen, actor=actor)

        for person in (evening.dealer, evening.cage):
            assert refused(evening, table, lambda person=person: drop(person)).code == "not_allowed"
        assert refused(evening, table, lambda: drop(seen=version - 1)).code == "stale"
        hand = start(evening, table)
        assert refused(evening, table, lambda: drop(seen=evening.version(table))).code == "hand_in_progress"
        hands.void(hand_id=hand.pk, version=hand.version, reason="misdeal", actor=evening.floor)
        assert not Drop.objects.exists()


@pytest.mark.django_db(transaction=True)
class TestRaces:
    def test_a_hand_starts_or_the_table_is_carried_over_first(self, evening, clock, monkeypatch):
        """Both want the table between two hands, having seen the same version: one of them is told to look again."""
        table = stack_table(evening)
        new = roll_over(evening, clock)
        version = Table.objects.get(pk=table).version
        results = racing.at_once(
            lambda: carry_overs.carry_over(
                table_id=table, version=version, counted_float_cents=FLOAT, actor=evening.floor
            ),
            lambda: hands.start(table_id=table, version=version, actor=evening.dealer),
        )
        assert racing.refusals(results) == ["stale"]
        started = Hand.objects.first()
        carried = CarryOver.objects.exists()
        assert carried != (started is not None)
        if not carried:
            assert started.gaming_day == evening.day
        else:
            assert Session.objects.get().gaming_day == new

    def test_two_counters_at_once_settle_a_box_once(self, evening, clock):
        table = summary_table(evening)
        drops.drop_boxes(table_id=table, version=evening.version(table), actor=evening.floor)
        box = Drop.objects.get(kind="rake")
        third = builders.user("cage", "third-cage")
        results = racing.at_once(
            *[
                lambda person=person: counts.count(drop_id=box.pk, found={"100": 9}, actor=person)
                for person in (evening.cage, evening.second_cage, third)
            ]
        )
        assert racing.refusals(results) == ["box_counted"]
        box.refresh_from_db()
        assert (box.counted_cents, box.counts.count()) == (900, 2)
        assert Entry.objects.filter(code="count").count() == 1
        assert builders.balances("bank/rake") == {"bank/rake": 900}

    def test_one_person_at_two_desks_is_one_count(self, evening, clock):
        table = summary_table(evening)
        drops.drop_boxes(table_id=table, version=evening.version(table), actor=evening.floor)
        box = Drop.objects.get(kind="rake")
        call = lambda: counts.count(drop_id=box.pk, found={"100": 9}, actor=evening.cage)  # noqa: E731
        assert racing.refusals(racing.at_once(call, call)) == ["two_people"]
        assert box.counts.count() == 1

    def test_a_day_that_closes_beside_its_last_count_is_not_sealed_without_it(self, evening, clock):
        table = evening.table()
        drops.drop_boxes(table_id=table, version=evening.version(table), actor=evening.floor)
        tables.close_table(table_id=table, version=evening.version(table), counted_float_cents=0, actor=evening.floor)
        boxes = list(Drop.objects.order_by("pk"))
        for box in boxes:
            counts.count(drop_id=box.pk, found={}, actor=evening.cage)
        for box in boxes[1:]:
            counts.count(drop_id=box.pk, found={}, actor=evening.second_cage)
        audits.audit(day_id=evening.day.pk, actor=evening.manager)
        refused, counted = racing.at_once(
            lambda: table_days.close_day(day_id=evening.day.pk, actor=evening.manager),
            lambda: counts.count(drop_id=boxes[0].pk, found={}, actor=evening.second_cage),
        )
        assert isinstance(counted, Drop), counted
        assert isinstance(refused, Refusal), "too early for the count, or for the audit of what it booked"
        assert refused.facts["open"] in ({"boxes": ["T07 rake"]}, {"audit": [str(evening.day.date)]})
        assert not evening.day.seals.exists()
        closed = evening.close_day()
        seal = closed.seals.get()
        assert seal.heads["count/T07"][0] == len(boxes)
