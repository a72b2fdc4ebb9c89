"""Corrections after the boxes were emptied or the table was closed: no chip moves any more."""

from datetime import timedelta

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from accounting.cage.services import counts
from accounting.models import Assessment, Drop, Entry, GamingDay
from accounting.revenue.selectors import match
from tables.audit.services import audits
from tables.floor.services import drops, seats, tables
from tables.hands.services import corrections, hands
from tables.hands.services.recording import Summary
from tables.models import Hand, Table
from tables.rules import cards
from tables.rules.actions import Action, Kind
from tests import builders
from tests.tables.hands.playing import folded_round
from tests.tables.log.corrections.correcting import (
    EIGHT,
    PLAYED,
    STACK,
    WRONG,
    agrees,
    booked,
    carry_over,
    close,
    correct,
    hand_summary,
    hand_took,
    leave,
    record,
    refused,
    rest,
    somebody_else,
)

pytestmark = pytest.mark.django_db


class TestWhenTheChipsAreGone:
    @pytest.fixture
    def wrong(self, evening, table, clock):
        """Keyed wrong, played on, and everybody left with what was really in front of him."""
        wrong = record(evening, table)
        clock.forward(clock.now() + timedelta(minutes=3))
        return wrong

    def test_a_closed_table(self, evening, table, wrong):
        leave(evening, table, STACK, STACK, STACK - 3_600)
        close(evening, table)
        before = builders.balances()
        new = correct(wrong, evening.manager)
        assert builders.balances() == before
        assert booked() == [1_000, 200, 100]
        lent, _reversed, _new, back = Entry.objects.filter(book__code="table/T07").order_by("-number")[:4][::-1]
        assert (lent.code, lent.subject, lent.reason) == ("correction", f"hand:{wrong.pk}", "keyed wrong")
        assert (back.code, back.subject) == ("correction", f"hand:{new.pk}")
        assert set(lent.transfers.values_list("source", "destination", "amount_cents")) == {
            ("variance/T07", "rake/T07", 1_500),
            ("variance/T07", "tips/T07", 2_000),
        }
        assert agrees()
        assert audits.audit(day_id=None, actor=evening.manager).ok

    def test_what_the_boxes_were_lent_is_no_chip_in_them(self, evening, table, wrong):
        """Before the count nothing is missing; afterwards as much as the boxes differ, and nowhere else."""
        leave(evening, table, STACK, STACK, STACK - 3_600)
        close(evening, table)
        correct(wrong, evening.manager)
        found = match.match(actor=evening.manager).total
        assert (found.booked_cents, found.waiting_cents, found.variance_cents) == (1_000, 1_500, 0)
        assert (found.tips_booked_cents, found.tips_waiting_cents, found.tips_variance_cents) == (200, 2_000, 0)
        for box in Drop.objects.all():
            for person in (evening.cage, evening.second_cage):
                cents = {"rake": 1_000, "tips": 200}[box.kind]
                counts.count(drop_id=box.pk, found=builders.pieces(cents), actor=person)
        found = match.match(actor=evening.manager).total
        assert (found.variance_cents, found.tips_variance_cents) == (-500, -1_800)

    def test_with_a_higher_booking_the_pool_is_lent_too(self, evening, table):
        low = record(evening, table, PLAYED)
        leave(evening, table, STACK, STACK, STACK - 1_300)
        close(evening, table)
        before = builders.balances()
        correct(low, evening.manager, WRONG)
        assert builders.balances() == before
        assert booked() == [1_500, 2_000, 100]
        assert agrees()

    def test_a_void_hand_gives_the_fund_back_what_it_was_owed(self, evening, table, wrong):
        """The fund belongs to the players and is owed what the hands say; the other side is the table's variance."""
        leave(evening, table, STACK, STACK, STACK - 3_600)
        close(evening, table)
        before = builders.balances()
        hands.void(hand_id=wrong.pk, version=wrong.version, reason="never dealt", actor=evening.manager)
        fund = before.pop("jackpot/bad-beat")
        assert fund == 100
        assert builders.balances() == before | {"variance/T07": 100}
        assert booked() == [0, 0, 0]
        assert agrees()

    def test_the_next_opening_of_the_table_is_not_touched(self, evening, table, wrong):
        leave(evening, table, STACK, STACK, STACK - 3_600)
        close(evening, table)
        game = Hand.objects.get().game_id
        version = evening.version(table)
        tables.open_table(table_id=table, version=version, game_id=game, float_cents=50_000, actor=evening.floor)
        evening.sit(table, STACK, STACK)
        record(evening, table, PLAYED, actor=evening.floor)
        before = builders.balances()
        correct(wrong, evening.manager)
        assert builders.balances() == before

    def test_a_table_carried_over_after_its_day_was_sealed(self, evening, table, wrong, clock):
        day = carry_over(evening, table, clock, 3 * STACK - 3_600)
        evening.close_day()
        before = builders.balances()
        new = correct(wrong, evening.manager)
        assert builders.balances() == before
        assert new.gaming_day == day
        # A report of the new day has it in an hour of that day: nothing was played in it before the roll-over.
        hours = set(Assessment.objects.filter(gaming_day=day).values_list("hour", flat=True))
        assert hours == {clock.now().replace(minute=0, second=0, microsecond=0)}
        assert {entry.gaming_day for entry in Entry.objects.order_by("-pk")[:4]} == {day}
        assert agrees()
        again = correct(new, evening.second_manager, Summary(10_000, True, 2))
        assert builders.balances() == before
        assert again.started_at == wrong.started_at
        assert agrees()

    def test_into_its_own_day_while_that_is_being_closed(self, evening, table, wrong, clock):
        carry_over(evening, table, clock, 3 * STACK - 3_600)
        assert GamingDay.objects.get(pk=evening.day.pk).state == "closing"
        new = correct(wrong, evening.manager)
        assert new.gaming_day == evening.day
        hours = set(Assessment.objects.values_list("gaming_day", "hour"))
        assert hours == {(evening.day.pk, EIGHT)}

    def test_boxes_taken_in_mid_session(self, evening, table, wrong, clock):
        """The guests still have what the box did not get; so the pool keeps it, and the box's shortage is gone."""
        drops.drop_boxes(table_id=table, version=evening.version(table), actor=evening.floor)
        clock.forward(clock.now() + timedelta(minutes=1))
        record(evening, table, PLAYED)
        correct(wrong, evening.floor)
        assert builders.balances("rake") | builders.balances("tips") == {"rake/T07": 1_000, "tips/T07": 200}
        assert builders.balances("pool") == {"pool/T07": 3 * STACK - 2 * 1_300}
        # What the boxes are booked with and cannot hold: 500 and 1,800.
        assert builders.balances("variance") == {"variance/T07": -2_300}
        assert agrees()

    def test_hands_by_action_stay_when_their_guests_are_gone(self, evening, by_action):
        table = by_action
        hand = folded_round(evening, table).hand
        for seat in (1, 2):
            seats.cash_out(table_id=table, version=evening.version(table), seat=seat, actor=evening.floor)
        tables.close_table(table_id=table, version=evening.version(table), counted_float_cents=0, actor=evening.floor)
        refused(
            "guests_gone",
            lambda: hands.void(hand_id=hand.pk, version=hand.version, reason="ruling", actor=evening.floor),
        )

    def test_a_hand_by_action_after_its_boxes_were_taken(self, evening, by_action, clock):
        """Its rake is not in the box any more: the next hands' rake is not what pays for it."""
        wrong = flop_seen(evening, by_action)
        drops.drop_boxes(table_id=by_action, version=evening.version(by_action), actor=evening.floor)
        clock.forward(clock.now() + timedelta(minutes=1))
        hands.void(hand_id=wrong.pk, version=wrong.version, reason="ruling", actor=evening.floor)
        assert builders.balances("seat") == {"seat/T08/1": STACK, "seat/T08/2": STACK}
        assert builders.balances("rake") == {}
        assert agrees()


def flop_seen(evening, table):
    """Heads-up, 2,000 each before the flop, then one bets and the other folds: 200 rake and 100 for the fund."""
    hand = hands.start(table_id=table, version=evening.version(table), actor=evening.dealer).hand
    for action in (
        Action(Kind.RAISE, to_cents=2_000),
        Action(Kind.CALL),
        Action(Kind.BOARD, cards=cards.parse("Ah Td 2c")),
        Action(Kind.BET, to_cents=2_000),
        Action(Kind.FOLD),
    ):
        hand = hands.act(hand_id=hand.pk, version=hand.version, action=action, actor=evening.dealer).hand
    return hands.settle(hand_id=hand.pk, version=hand.version, actor=evening.dealer).hand


def summaries():
    chips = st.integers(0, 5).map(lambda count: 100 * count)
    return st.builds(
        Summary,
        pot_cents=st.integers(12, 800).map(lambda count: 100 * count),
        flop_seen=st.booleans(),
        dealt_in=st.integers(2, 3),
        tip_cents=chips,
    )


@settings(max_examples=settings().max_examples // 8, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(first=summaries(), later=st.lists(summaries(), max_size=3), is_void=st.booleans())
def test_after_the_count_only_what_is_booked_changes(evening, clock, first, later, is_void):
    """Whatever is keyed again, void or late: no balance moves but the players' fund, against the table's variance."""
    code = f"T{Table.objects.count() + 10}"
    table = evening.table(evening.game(recording="summary"), float_cents=50_000, code=code, dealt=False)
    evening.sit(table, STACK, STACK, STACK)
    hand = record(evening, table, first, actor=evening.floor)
    leave(evening, table, STACK, STACK, STACK - hand_took(hand))
    close(evening, table)
    before = builders.balances()
    for summary in later:
        if summary != hand_summary(hand):
            hand = correct(hand, somebody_else(evening, hand), summary)
            assert rest(before) == rest(builders.balances())
    session_id = hand.session_id
    if is_void:
        approver = somebody_else(evening, hand)
        hands.void(hand_id=hand.pk, version=hand.version, reason="never dealt", actor=approver)
        late = {"summary": first, "dealt_at": clock.now(), "reason": "it was", "actor": evening.manager}
        corrections.enter_late(session_id=session_id, **late)
    after = builders.balances()
    assert rest(before) == rest(after)
    funds, variance = "jackpot/bad-beat", f"variance/{code}"
    assert after.get(funds, 0) - before.get(funds, 0) == before.get(variance, 0) - after.get(variance, 0)
    assert booked()[2] == after.get(funds, 0)
    assert agrees()
