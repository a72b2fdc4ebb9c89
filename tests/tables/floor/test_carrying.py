"""A table in play at roll-over: counted, its boxes taken, its chips brought forward; the guests play on.

N.J.A.C. 13:69D and NIGC 543.24 want each shift's inventory counted; SpielbG NRW counts by the gaming day.
"""

from datetime import UTC, datetime, timedelta

import pytest

from accounting import money
from accounting.cage.services import counts
from accounting.days.services import days
from accounting.models import Drop, Entry, GamingDay
from accounting.proof.services import proofs
from casino import house_time
from casino.errors import NotAllowed, Refusal, Stale
from tables.audit.services import audits
from tables.audit.services import days as table_days
from tables.floor.services import carry_overs, tables
from tables.hands.services import hands, recording
from tables.hands.services.recording import Summary
from tables.models import CarryOver, Hand, Session, Sitting
from tables.rounds.services import rounds
from tables.rules.actions import Action, Kind
from tests import builders
from tests.tables.rounds.banking import EURO, play
from tools.evening.clock import Clock

pytestmark = pytest.mark.django_db

BEFORE_NOON = datetime(2026, 11, 21, 10, 50, tzinfo=UTC)  # 11:50 in Berlin, the day of the 20th
FLOAT = 500_000
FLOAT_CHIPS = {"10000": 40, "500": 200}  # 4,000 and 1,000 euros


@pytest.fixture
def clock():
    clock = Clock(BEFORE_NOON)
    with house_time.shown_by(clock.now):
        yield clock


@pytest.fixture
def evening(clock):
    evening = builders.evening()
    evening.sign_terms()
    return evening


def summary_table(evening) -> int:
    """A pool of 500 euros; one hand has brought 9 into the rake box and 2 into the tip box."""
    table = evening.table(evening.game(recording="summary"), float_cents=FLOAT)
    evening.sit(table, 20_000, 30_000)
    key(evening, table)
    return table


def key(evening, table: int) -> Hand:
    return recording.record_summary(
        table_id=table,
        version=evening.version(table),
        summary=Summary(pot_cents=18_400, flop_seen=True, dealt_in=2, tip_cents=200),
        actor=evening.dealer,
    ).hand


def stack_table(evening) -> int:
    """Two guests with 400 euros each, every action recorded."""
    table = evening.table(float_cents=FLOAT)
    evening.sit(table, 40_000, 40_000)
    return table


def fold(evening, table: int) -> Hand:
    """The small blind folds: one euro changes its owner, nothing is raked."""
    hand = start(evening, table)
    hand = hands.act(hand_id=hand.pk, version=hand.version, action=Action(Kind.FOLD), actor=evening.dealer).hand
    return hands.settle(hand_id=hand.pk, version=hand.version, actor=evening.dealer).hand


def start(evening, table: int) -> Hand:
    return hands.start(table_id=table, version=evening.version(table), actor=evening.dealer).hand


def roll_over(evening, clock) -> GamingDay:
    clock.forward(BEFORE_NOON + timedelta(minutes=15))
    return days.roll_over(house_id=evening.house.pk, actor=evening.manager)


def carry(evening, table: int, **counted: object) -> int:
    counted = {"float_chips": FLOAT_CHIPS} | counted
    return carry_overs.carry_over(table_id=table, version=evening.version(table), actor=evening.floor, **counted)


def refused(evening, table: int, call) -> Refusal:
    """The refusal; nothing has changed at the table."""

    def everything():
        return (
            evening.version(table), Entry.objects.count(), Drop.objects.count(), CarryOver.objects.count(),
            builders.balances(), list(Session.objects.values_list("gaming_day", "state")),
        )  # fmt: skip

    before = everything()
    with pytest.raises(Refusal) as error:
        call()
    assert everything() == before
    return error.value


class TestAPool:
    def test_is_counted_and_goes_on_in_the_new_day(self, evening, clock):
        table = summary_table(evening)
        sat = list(Sitting.objects.order_by("pk").values_list("pk", "guest", "seat", "left_at"))
        new = roll_over(evening, clock)
        carry(evening, table, counted_stacks_cents=50_000 - 900 - 200)

        row = CarryOver.objects.get()
        assert (row.from_day, row.to_day, row.counted_by) == (evening.day, new, evening.floor)
        assert (row.float_cents, row.counted_float_cents, row.chips) == (FLOAT, FLOAT, FLOAT_CHIPS)
        assert (row.stacks_cents, row.counted_stacks_cents) == (48_900, 48_900)
        assert Session.objects.get().gaming_day == new
        # The old day's boxes are in the count room; nobody has stood up, nobody's chips have moved.
        assert {(box.kind, box.booked_cents, box.gaming_day) for box in Drop.objects.all()} == {
            ("rake", 900, evening.day),
            ("tips", 200, evening.day),
        }
        assert builders.balances() == {
            "bank/main": -FLOAT, "float/T07": FLOAT, "guests/T07": -50_000, "pool/T07": 48_900, "count/room": 1_100,
        }  # fmt: skip
        assert list(Sitting.objects.order_by("pk").values_list("pk", "guest", "seat", "left_at")) == sat
        assert proofs.prove().ok

    def test_hands_before_are_of_the_old_day_and_after_of_the_new(self, evening, clock):
        """A hand keyed after the roll-over but before the count still belongs to the evening that it was dealt in."""
        table = summary_table(evening)
        new = roll_over(evening, clock)
        late = key(evening, table)
        carry(evening, table, counted_stacks_cents=50_000 - 2 * 1_100)
        after = key(evening, table)
        of_day = dict(Hand.objects.values_list("pk", "gaming_day"))
        assert (of_day[late.pk], of_day[after.pk]) == (evening.day.pk, new.pk)
        entries = Entry.objects.filter(code="hand").order_by("number").values_list("gaming_day", flat=True)
        assert list(entries) == [evening.day.pk, evening.day.pk, new.pk]
        # The rake of the new day lies in the new box.
        assert builders.balances("rake") == {"rake/T07": 900}
        assert Drop.objects.get(kind="rake").booked_cents == 1_800

    @pytest.mark.parametrize(("counted", "variance"), [(48_800, 100), (49_000, -100)])
    def test_what_the_count_does_not_find_is_the_table_s_variance(self, evening, clock, counted, variance):
        table = summary_table(evening)
        roll_over(evening, clock)
        carry(evening, table, counted_stacks_cents=counted)
        assert builders.balances("pool") | builders.balances("variance") == {
            "pool/T07": counted,
            "variance/T07": variance,
        }
        entry = Entry.objects.get(code="carry")
        assert entry.gaming_day == evening.day
        assert proofs.prove().ok

    def test_must_be_counted(self, evening, clock):
        """Nobody but the guests knows what a pool holds; so the count is what goes forward."""
        table = summary_table(evening)
        roll_over(evening, clock)
        assert refused(evening, table, lambda: carry(evening, table)).code == "count_required"
        assert refused(evening, table, lambda: carry(evening, table, counted_stacks_cents=48_950)).code == "not_on_chip"


class TestStacks:
    def test_go_on_as_they_are_known(self, evening, clock):
        table = stack_table(evening)
        fold(evening, table)
        roll_over(evening, clock)
        carry(evening, table)
        assert CarryOver.objects.get().stacks_cents == 80_000
        assert CarryOver.objects.get().counted_stacks_cents is None
        assert sum(builders.balances("seat").values()) == 80_000
        hand = fold(evening, table)
        assert hand.gaming_day != evening.day
        assert hand.number == 2, "the session's hands are counted on"

    def test_a_sum_that_differs_is_a_slip_of_the_counter(self, evening, clock):
        table = stack_table(evening)
        roll_over(evening, clock)
        error = refused(evening, table, lambda: carry(evening, table, counted_stacks_cents=79_900))
        assert (error.code, error.facts["stacks_cents"]) == ("stacks_differ", 80_000)
        carry(evening, table, counted_stacks_cents=80_000)
        assert CarryOver.objects.get().counted_stacks_cents == 80_000

    def test_not_in_mid_hand(self, evening, clock):
        table = stack_table(evening)
        hand = start(evening, table)
        roll_over(evening, clock)
        assert refused(evening, table, lambda: carry(evening, table)).code == "hand_in_progress"
        hand = hands.act(hand_id=hand.pk, version=hand.version, action=Action(Kind.FOLD), actor=evening.dealer).hand
        hands.settle(hand_id=hand.pk, version=hand.version, actor=evening.dealer)
        carry(evening, table)
        assert Hand.objects.get().gaming_day == evening.day, "dealt before the count, booked before the count"
        assert Entry.objects.get(code="hand").gaming_day == evening.day


class TestTheFloat:
    def test_that_is_short_or_over_is_the_table_s_variance(self, evening, clock):
        table = stack_table(evening)
        roll_over(evening, clock)
        carry(evening, table, float_chips={"10000": 40, "500": 190}, explanation="ten chips of 5 not found")
        assert builders.balances("float") == {"float/T07": FLOAT - 5_000}
        assert builders.balances("variance") == {"variance/T07": 5_000}
        assert proofs.prove().ok

    def test_by_sum_or_by_chips_that_make_it(self, evening, clock):
        table = stack_table(evening)
        roll_over(evening, clock)

        def count(**counted: object) -> str:
            return refused(evening, table, lambda: carry(evening, table, **counted)).code

        assert count(counted_float_cents=FLOAT - 100) == "chips_differ"
        assert count(float_chips=None) == "count_required"
        assert count(float_chips={"300": 1}) == "denomination_unknown"
        assert count(float_chips=None, counted_float_cents=money.MOST_CENTS + 1) == "amount_too_large"
        assert count(float_chips=None, counted_float_cents=-100) == "amount_too_large"
        carry(evening, table, float_chips=None, counted_float_cents=FLOAT)
        assert CarryOver.objects.get().chips is None


class TestWhatIsRefused:
    def test_before_the_roll_over(self, evening, clock):
        table = stack_table(evening)
        assert refused(evening, table, lambda: carry(evening, table)).code == "not_rolled_over"

    def test_a_second_time(self, evening, clock):
        table = stack_table(evening)
        roll_over(evening, clock)
        carry(evening, table)
        assert refused(evening, table, lambda: carry(evening, table)).code == "not_rolled_over"

    def test_a_closed_table_and_one_that_was_opened_in_the_new_day(self, evening, clock):
        closed = evening.table(float_cents=0)
        tables.close_table(table_id=closed, version=evening.version(closed), counted_float_cents=0, actor=evening.floor)
        roll_over(evening, clock)
        assert refused(evening, closed, lambda: carry(evening, closed)).code == "table_closed"
        fresh = evening.table(code="T08", dealt=False)
        assert Session.objects.get(table=fresh).gaming_day != evening.day
        assert refused(evening, fresh, lambda: carry(evening, fresh)).code == "not_rolled_over"

    def test_who_may_not_and_who_saw_something_else(self, evening, clock):
        table = stack_table(evening)
        roll_over(evening, clock)
        version = evening.version(table)
        for person in (evening.dealer, evening.cage):
            with pytest.raises(NotAllowed):
                carry_overs.carry_over(table_id=table, version=version, counted_float_cents=FLOAT, actor=person)
        with pytest.raises(Stale):
            carry_overs.carry_over(table_id=table, version=version - 1, counted_float_cents=FLOAT, actor=evening.floor)
        assert not CarryOver.objects.exists()


def test_the_old_day_is_sealed_while_the_table_plays_on(evening, clock):
    """The whole of it: roll-over, carry-over, play in the new day, count, seal of the old one."""
    table = stack_table(evening)
    roll_over(evening, clock)
    with pytest.raises(Refusal) as error:
        table_days.close_day(day_id=evening.day.pk, actor=evening.manager)
    assert (error.value.code, error.value.facts["tables"]) == ("tables_open", "T07")
    carry(evening, table)
    hand = start(evening, table)
    for box in Drop.objects.all():
        for person in (evening.cage, evening.second_cage):
            counts.count(drop_id=box.pk, found={}, actor=person)
    audits.audit(day_id=evening.day.pk, actor=evening.manager)
    assert table_days.close_day(day_id=evening.day.pk, actor=evening.manager).seal
    hand = hands.act(hand_id=hand.pk, version=hand.version, action=Action(Kind.FOLD), actor=evening.dealer).hand
    assert hands.settle(hand_id=hand.pk, version=hand.version, actor=evening.dealer).hand.state == "settled"


def test_a_round_from_before_the_count_is_not_taken_back_and_one_after_it_is(evening, clock):
    """What was wrong with it shows in the count of the float."""
    table = evening.table(evening.banked_game(), float_cents=FLOAT)
    evening.sit(table, 300 * EURO, 300 * EURO, 300 * EURO)
    counted_since = play(evening, table)
    roll_over(evening, clock)
    carry(evening, table, float_chips=None, counted_float_cents=FLOAT + 40 * EURO, counted_stacks_cents=860 * EURO)
    clock.forward(BEFORE_NOON + timedelta(minutes=20))
    later = play(evening, table)
    before = (builders.balances(), Entry.objects.count())
    with pytest.raises(Refusal, match="float_counted"):
        rounds.void(round_id=counted_since.pk, version=1, reason="wrong box", actor=evening.floor)
    assert (builders.balances(), Entry.objects.count()) == before
    assert rounds.void(round_id=later.pk, version=1, reason="wrong box", actor=evening.floor).state == "void"
