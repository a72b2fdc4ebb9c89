"""Corrections: original, reversal and new, by two people; after the count no chip moves (issue 3; domain §4.6, §5)."""

from datetime import UTC, datetime, timedelta
from uuid import UUID

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from accounting.models import Assessment, Entry, GamingDay
from accounting.services import days, proofs
from casino.errors import Refusal
from tables.management.evening.clock import Clock, acted
from tables.models import Hand, Session, Table
from tables.rules import cards
from tables.rules.actions import Action, Kind
from tables.services import audits, carrying, corrections, drops, hands, recording, seats, tables
from tables.services.recording import Summary
from tests import builders
from tests.tables.playing import folded_round

pytestmark = pytest.mark.django_db

STACK = 40_000
PLAYED = Summary(20_000, True, 2, tip_cents=200)
"""5 % of it is 1,000."""
WRONG = Summary(36_000, True, 3, tip_cents=2_000)
"""A nought too many in the tip, the pot of another hand: 1,500 rake, which is the cap."""
EIGHT = datetime(2026, 11, 20, 20, 0, tzinfo=UTC)
JACKPOT = builders.FIVE_PERCENT | {
    "jackpot": {"fund": "bad-beat", "steps": [{"from_cents": 1_000, "total_cents": 100}]}
}


@pytest.fixture
def clock():
    clock = Clock(EIGHT)
    with acted(clock):
        yield clock


@pytest.fixture
def evening(clock):
    return builders.evening(JACKPOT)


@pytest.fixture
def table(evening):
    table = evening.table(evening.game(recording="summary"), float_cents=50_000)
    evening.sit(table, STACK, STACK, STACK)
    return table


def record(evening, table, summary=WRONG, **more):
    return recording.record_summary(
        table_id=table, version=evening.version(table), summary=summary, actor=more.pop("actor", evening.dealer)
    ).hand


def correct(hand, actor, summary=PLAYED, **more):
    return corrections.correct(
        hand_id=hand.pk, version=hand.version, summary=summary, reason="keyed wrong", actor=actor, **more
    ).hand


def leave(evening, table, *stacks_cents):
    for seat, cents in enumerate(stacks_cents, 1):
        version = evening.version(table)
        seats.cash_out(table_id=table, version=version, seat=seat, counted_cents=cents, actor=evening.floor)


def close(evening, table):
    version = evening.version(table)
    tables.close_table(table_id=table, version=version, counted_float_cents=50_000, actor=evening.floor)


def carry_over(evening, table, clock, stacks_cents):
    clock.forward(datetime(2026, 11, 21, 13, 0, tzinfo=UTC))
    day = days.roll_over(house_id=evening.house.pk, actor=evening.manager)
    carrying.carry_over(
        table_id=table,
        version=evening.version(table),
        counted_float_cents=50_000,
        counted_stacks_cents=stacks_cents,
        actor=evening.floor,
    )
    return day


def agrees():
    """The books are whole, and every hand is what was computed and booked."""
    proof = proofs.prove()
    assert proof.ok, proof.broken
    return True


def booked():
    """Rake and tips by what the hands say: originals less reversals."""
    rows = Assessment.objects.values_list("sign", "taken_cents", "tips_cents", "jackpot_cents")
    return [sum(sign * values[index] for sign, *values in rows) for index in range(3)]


def everything():
    hand_rows = list(Hand.objects.order_by("pk").values_list("pk", "state", "version", "corrects"))
    return hand_rows, builders.balances(), Entry.objects.count(), list(Session.objects.values_list("hands_dealt"))


def refused(code, call):
    """The facts of a refusal that changed nothing."""
    before = everything()
    with pytest.raises(Refusal, match=code) as refusal:
        call()
    assert everything() == before
    return refusal.value.facts


class TestAtTheTable:
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

    def test_hands_by_action_stay_when_their_guests_are_gone(self, evening):
        table = evening.table()
        evening.sit(table, STACK, STACK)
        hand = folded_round(evening, table).hand
        for seat in (1, 2):
            seats.cash_out(table_id=table, version=evening.version(table), seat=seat, actor=evening.floor)
        tables.close_table(table_id=table, version=evening.version(table), counted_float_cents=0, actor=evening.floor)
        refused(
            "guests_gone",
            lambda: hands.void(hand_id=hand.pk, version=hand.version, reason="ruling", actor=evening.floor),
        )

    def test_a_hand_by_action_after_its_boxes_were_taken(self, evening, clock):
        """Its rake is not in the box any more: the next hands' rake is not what pays for it."""
        table = evening.table()
        evening.sit(table, STACK, STACK)
        wrong = flop_seen(evening, table)
        drops.drop_boxes(table_id=table, version=evening.version(table), actor=evening.floor)
        clock.forward(clock.now() + timedelta(minutes=1))
        hands.void(hand_id=wrong.pk, version=wrong.version, reason="ruling", actor=evening.floor)
        assert builders.balances("seat") == {"seat/T07/1": STACK, "seat/T07/2": STACK}
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


class TestEnteredLate:
    def enter(self, evening, summary=PLAYED, *, dealt_at, actor=None, reason="keyed from paper"):
        return corrections.enter_late(
            session_id=Session.objects.get().pk,
            summary=summary,
            dealt_at=dealt_at,
            reason=reason,
            actor=actor or evening.manager,
        ).hand

    @pytest.fixture
    def closed(self, evening, table, clock):
        """Two hands were played, one of them on paper: the boxes hold both."""
        record(evening, table, PLAYED)
        clock.forward(EIGHT + timedelta(hours=2))
        leave(evening, table, STACK, STACK, STACK - 2_600)
        close(evening, table)
        return table

    def test_at_an_open_table_it_is_keyed_there_and_flagged(self, evening, table, clock):
        clock.forward(EIGHT + timedelta(minutes=20))
        assert record(evening, table, Summary(20_000, True, 2, dealt_at=EIGHT)).is_late
        assert not record(evening, table, Summary(20_000, True, 2, dealt_at=EIGHT + timedelta(minutes=5))).is_late
        refused("record_at_table", lambda: self.enter(evening, dealt_at=EIGHT))

    def test_a_hand_by_action_takes_its_time(self, evening, clock):
        table = evening.table()
        evening.sit(table, STACK, STACK)
        started = hands.start(table_id=table, version=evening.version(table), actor=evening.dealer).hand
        clock.forward(clock.now() + timedelta(minutes=30))
        voided = hands.void(hand_id=started.pk, version=1, reason="fire alarm", actor=evening.dealer).hand
        assert not voided.is_late

    def test_after_the_close_no_chip_moves(self, evening, closed):
        before = builders.balances()
        late = self.enter(evening, dealt_at=EIGHT + timedelta(minutes=30))
        fund = before.pop("jackpot/bad-beat")
        variance = before.pop("variance/T07", 0) - 100
        assert builders.balances() == before | {"jackpot/bad-beat": fund + 100, "variance/T07": variance}
        assert (late.number, late.is_late, late.dealer) == (2, True, evening.dealer)
        assert booked() == [2_000, 400, 200]
        assert Assessment.objects.latest("pk").hour == EIGHT
        assert Entry.objects.get(reference=f"hand:{late.pk}").reason == "keyed from paper"
        assert agrees()
        assert audits.audit(day_id=None, actor=evening.manager).ok

    def test_it_can_be_corrected_and_void_like_any_other(self, evening, closed):
        late = self.enter(evening, WRONG, dealt_at=EIGHT + timedelta(minutes=30))
        before = builders.balances()
        new = correct(late, evening.second_manager)
        assert builders.balances() == before
        hands.void(hand_id=new.pk, version=1, reason="never dealt", actor=evening.manager)
        assert booked() == [1_000, 200, 100]
        assert agrees()

    def test_before_the_table_was_carried_over(self, evening, table, clock):
        record(evening, table, PLAYED)
        carry_over(evening, table, clock, 3 * STACK - 2_600)
        late = self.enter(evening, dealt_at=EIGHT + timedelta(minutes=30))
        assert late.gaming_day == evening.day
        refused("record_at_table", lambda: self.enter(evening, dealt_at=clock.now() + timedelta(seconds=1)))
        assert agrees()

    def test_after_its_day_was_sealed_into_the_open_one(self, evening, table, clock):
        record(evening, table, PLAYED)
        day = carry_over(evening, table, clock, 3 * STACK - 2_600)
        evening.close_day()
        late = self.enter(evening, dealt_at=EIGHT + timedelta(minutes=30))
        assert late.gaming_day == day
        assert agrees()

    def test_under_the_terms_of_then(self, evening, closed):
        assert self.enter(evening, dealt_at=EIGHT + timedelta(minutes=1)).schedule_version == evening.schedule

    def test_refusals(self, evening, closed, clock):
        at = EIGHT + timedelta(minutes=30)
        refused("dealt_outside_session", lambda: self.enter(evening, dealt_at=EIGHT - timedelta(minutes=1)))
        clock.forward(clock.now() + timedelta(hours=1))
        refused("dealt_outside_session", lambda: self.enter(evening, dealt_at=clock.now()))
        refused("dealt_in_future", lambda: self.enter(evening, dealt_at=clock.now() + timedelta(hours=1)))
        refused("not_allowed", lambda: self.enter(evening, dealt_at=at, actor=evening.dealer))
        refused("reason_required", lambda: self.enter(evening, dealt_at=at, reason=" "))
        refused("dealt_in_differs", lambda: self.enter(evening, Summary(20_000, True, 5), dealt_at=at))
        refused(
            "no_such_session",
            lambda: corrections.enter_late(
                session_id=4711, summary=PLAYED, dealt_at=at, reason="paper", actor=evening.manager
            ),
        )


def summaries():
    chips = st.integers(0, 5).map(lambda count: 100 * count)
    return st.builds(
        Summary,
        pot_cents=st.integers(12, 900).map(lambda count: 100 * count),
        flop_seen=st.booleans(),
        dealt_in=st.integers(2, 3),
        tip_cents=chips,
    )


@settings(max_examples=8, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(first=summaries(), later=st.lists(summaries(), max_size=3), is_void=st.booleans())
def test_after_the_count_only_what_is_booked_changes(evening, clock, first, later, is_void):
    """Whatever is keyed anew, void or late: no balance moves but the players' fund, against the table's variance."""
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


def somebody_else(evening, hand):
    booked_by = Entry.objects.get(reference=f"hand:{hand.pk}").actor
    return next(person for person in (evening.manager, evening.floor) if person != booked_by)


def hand_took(hand):
    rake = hand.result["rake"]
    return rake["taken_cents"] + rake["jackpot_cents"] + hand.result["tips_cents"]


def hand_summary(hand):
    result = hand.result
    return Summary(result["pot_cents"], result["flop_seen"], result["dealt_in"], tip_cents=result["tips_cents"])


def rest(balances):
    return {name: cents for name, cents in balances.items() if not name.startswith(("jackpot/", "variance/"))}
