"""A table whose float is counted short or over: explained at the count, decided by another person, then sealed.

NIGC 543.24 wants drift of a table's inventory explained (domain §4.11: a poker table's float is unchanged).
"""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from accounting.days.services import days, houses
from accounting.findings.services import findings
from accounting.models import Entry, EntryCode, Finding, GamingDay, House
from accounting.proof.services import proofs
from accounting.verdicts import Rule
from casino import house_time
from casino.errors import Refusal
from tables.audit.selectors import closing
from tables.audit.services import audits
from tables.audit.services import days as table_days
from tables.floor.services import carry_overs, tables
from tables.models import CarryOver, FloatCount, Session
from tests import builders
from tests.builders import Evening
from tests.deciding import looking
from tools.evening.clock import Clock

pytestmark = pytest.mark.django_db

EURO = 100
FLOAT = 500 * EURO
WHY = "lay under the rack, not found"


@pytest.fixture
def evening() -> Evening:
    evening = builders.evening()
    evening.sign_terms()
    return evening


@pytest.fixture
def table(evening: Evening) -> int:
    return evening.table(float_cents=FLOAT)


def refused(call: Callable[..., object], **named: Any) -> Refusal:
    """The refusal; it has changed nothing."""

    def everything() -> list[object]:
        rows = (Entry, Session, CarryOver, Finding, GamingDay)
        return [builders.balances(), *(list(model.objects.order_by("pk").values()) for model in rows)]

    before = everything()
    with pytest.raises(Refusal) as error:
        call(**named)
    assert everything() == before
    return error.value


def close(evening: Evening, table: int, counted_cents: int, explanation: str = "", **more: Any) -> None:
    given = {"actor": evening.floor} | more
    tables.close_table(
        table_id=table, version=evening.version(table), counted_float_cents=counted_cents, explanation=explanation,
        **given,
    )  # fmt: skip


def tolerate(evening: Evening, cents: int) -> None:
    houses.edit(house_id=evening.house.pk, changes={"float_tolerance_cents": cents}, actor=builders.user("admin", "hq"))


class TestClosing:
    def test_ten_euros_short_from_the_count_to_the_seal(self, evening: Evening, table: int) -> None:
        short = refused(close, evening=evening, table=table, counted_cents=FLOAT - 10 * EURO)
        assert short.code == "explanation_required"
        assert short.facts["differences"] == {"float/T07": -10 * EURO}
        short = refused(close, evening=evening, table=table, counted_cents=FLOAT - 10 * EURO, explanation=" .. ")
        assert short.code == "explanation_required"

        close(evening, table, FLOAT - 10 * EURO, WHY, actor=evening.manager)

        assert builders.balances() == {"bank/main": -10 * EURO, "variance/T07": 10 * EURO}
        entry = Entry.objects.get(code=EntryCode.FLOAT_OUT)
        assert (entry.reason, entry.actor) == (WHY, evening.manager)
        finding = Finding.objects.get()
        assert (finding.rule, finding.amount_cents, finding.table_code) == (Rule.FLOAT_DRIFT, -10 * EURO, "T07")
        assert (finding.booked_by, finding.gaming_day) == (evening.manager, evening.day)
        assert (finding.facts["explanation"], finding.facts["counted_cents"]) == (WHY, FLOAT - 10 * EURO)
        open_day = {"day_id": evening.day.pk, "actor": evening.manager}
        told = refused(table_days.close_day, **open_day)
        assert (told.code, told.facts["tables"]) == ("float_undecided", "T07")

        audits.audit(day_id=evening.day.pk, actor=evening.manager)
        assert finding.history.count() == 1, "the audit finds the same again"
        assert refused(table_days.close_day, **open_day).code == "float_undecided"
        decision = {"finding_id": finding.pk, "resolution": "justified", "comment": "seen on camera 4"}
        assert refused(looking(findings.resolve), **decision, actor=evening.manager).code == "two_people"
        looking(findings.resolve)(**decision, actor=evening.second_manager)
        assert table_days.close_day(**open_day).seal
        assert proofs.prove().ok

    def test_what_was_counted_before_is_kept_and_told_in_the_finding(self, evening: Evening, table: int) -> None:
        """A count that may be tried until it fits is not blind: each one stays, the same one once."""
        for counted_cents in (FLOAT - 15 * EURO, FLOAT - 15 * EURO, FLOAT - 10 * EURO):
            assert refused(close, evening=evening, table=table, counted_cents=counted_cents).code == (
                "explanation_required"
            )
        kept = FloatCount.objects.values_list("session__table", "by", "booked_cents", "counted_cents")
        assert list(kept) == [
            (table, evening.floor.pk, FLOAT, FLOAT - 15 * EURO),
            (table, evening.floor.pk, FLOAT, FLOAT - 10 * EURO),
        ]
        close(evening, table, FLOAT - 10 * EURO, WHY)
        told = Finding.objects.get().facts
        assert (told["counts_before"], told["first_counted_cents"]) == (2, FLOAT - 15 * EURO)
        audits.audit(day_id=evening.day.pk, actor=evening.manager)
        assert Finding.objects.get().facts == told, "the audit finds the same again"

    def test_a_count_that_fits_at_last_leaves_the_first_ones(self, evening: Evening, table: int) -> None:
        refused(close, evening=evening, table=table, counted_cents=FLOAT - 15 * EURO)
        close(evening, table, FLOAT)
        assert not Finding.objects.exists()
        assert FloatCount.objects.get().counted_cents == FLOAT - 15 * EURO

    def test_over_is_treated_as_short(self, evening: Evening, table: int) -> None:
        over = refused(close, evening=evening, table=table, counted_cents=FLOAT + 1)
        assert over.code == "explanation_required"
        close(evening, table, FLOAT + 1, WHY)
        assert Finding.objects.get().amount_cents == 1
        assert builders.balances() == {"bank/main": 1, "variance/T07": -1}

    def test_what_is_right_wants_nothing(self, evening: Evening, table: int) -> None:
        close(evening, table, FLOAT)
        assert builders.balances() == {}
        assert not Finding.objects.exists()
        assert Entry.objects.get(code=EntryCode.FLOAT_OUT).reason == ""

    @pytest.mark.parametrize("off_cents", [-5 * EURO, 5 * EURO])
    def test_up_to_the_house_s_tolerance_it_is_booked_and_no_more(
        self, evening: Evening, table: int, off_cents: int
    ) -> None:
        tolerate(evening, 5 * EURO)
        too_much = off_cents + (1 if off_cents > 0 else -1)
        assert refused(close, evening=evening, table=table, counted_cents=FLOAT + too_much).code == (
            "explanation_required"
        )
        close(evening, table, FLOAT + off_cents)
        audits.audit(day_id=evening.day.pk, actor=evening.manager)
        assert not Finding.objects.exists()
        assert builders.balances("variance") == {"variance/T07": -off_cents}
        assert table_days.close_day(day_id=evening.day.pk, actor=evening.manager).seal

    def test_the_explanation_stays_for_ever_and_names_no_guest(self, evening: Evening, table: int) -> None:
        evening.guest("Wechsel Vergessen")
        named = {"evening": evening, "table": table, "counted_cents": FLOAT - 1}
        assert refused(close, **named, explanation="Wechsel vergessen").code == "names_guest"
        assert refused(close, **named, explanation="x" * 501).code == "text_too_long"

    def test_each_table_is_named_once_and_another_day_s_is_not(self, evening: Evening, table: int) -> None:
        other = evening.table(code="T08", float_cents=FLOAT, dealt=False)
        for one in (other, table):
            close(evening, one, FLOAT - 1, WHY)
        rows = {one.item: list(one.open) for one in closing.checklist(evening.day)}
        assert rows[closing.Item.FLOATS] == ["T07", "T08"]
        assert rows[closing.Item.FINDINGS] == []


class TestCarryingOver:
    @pytest.fixture
    def clock(self) -> Any:
        clock = Clock(datetime(2026, 11, 21, 10, 50, tzinfo=UTC))  # 11:50 in Berlin, the day of the 20th
        with house_time.shown_by(clock.now):
            yield clock

    def test_a_float_that_differs_is_explained_and_keeps_the_old_day_open(self, clock: Clock) -> None:
        evening = builders.evening()
        evening.sign_terms()
        table = evening.table(float_cents=FLOAT)
        clock.forward(clock.now() + timedelta(minutes=15))
        new = days.roll_over(house_id=evening.house.pk, actor=evening.manager)
        carry = {"table_id": table, "version": evening.version(table), "actor": evening.floor}
        carry["counted_float_cents"] = FLOAT - 10 * EURO
        assert refused(carry_overs.carry_over, **carry).code == "explanation_required"
        carry_overs.carry_over(**carry, explanation=WHY)
        assert Entry.objects.get(code=EntryCode.CARRY).reason == WHY
        finding = Finding.objects.get()
        assert (finding.rule, finding.amount_cents, finding.gaming_day) == (
            Rule.FLOAT_DRIFT, -10 * EURO, evening.day,
        )  # fmt: skip
        told = refused(table_days.close_day, day_id=evening.day.pk, actor=evening.manager)
        assert (told.code, told.facts["tables"]) == ("float_undecided", "T07")
        assert {one.item: list(one.open) for one in closing.checklist(new)}[closing.Item.FLOATS] == []
        close(evening, table, FLOAT - 10 * EURO)
        assert Finding.objects.count() == 1, "what was missing at the carry-over is not missing twice"


@pytest.mark.parametrize("cents", [-1, 10_001])
def test_a_tolerance_lies_within_reason(evening: Evening, cents: int) -> None:
    admin = builders.user("admin", "hq")
    before = list(House.objects.values())
    with pytest.raises(Refusal, match="limit_out_of_range"):
        houses.edit(house_id=evening.house.pk, changes={"float_tolerance_cents": cents}, actor=admin)
    assert list(House.objects.values()) == before
