"""M4: What a dealer did at the tables is evidence: nothing is shared by other hours before somebody has decided it.

On the first of October the old hand goes with everybody else, and is sent to another table for five hours without being
clocked: 440 minutes by the clock, 300 dealt outside of it (docs/tronc.md, "The hours").
"""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest

from accounting.findings.services import findings
from accounting.models import Finding, TroncRun, TroncShare
from accounting.policy.tronc.terms import Hours
from accounting.proof.services import proofs
from accounting.tronc.selectors import months
from accounting.tronc.selectors.months import Credit
from accounting.tronc.services import runs
from casino.errors import Refusal
from tables.audit.services import audits
from tables.audit.services import days as table_days
from tables.dealers.services import shifts
from tables.dealers.services.shifts import Plan
from tables.floor.services import tables
from tests import builders, databases
from tests.accounting.tronc.refusals import code, refused
from tests.builders import past_the_guards
from tests.deciding import looking
from tests.stories import tips
from tests.stories.tips import TERMS, TipsMonth

pytestmark = pytest.mark.django_db
RULE = "HOURS_DIFFER"


def unclocked() -> TipsMonth:
    """The first of October, which is over and not closed."""
    month = tips.begun()
    with tips.shown(month):
        month.day(0, closes=False)
        deal(month, month.old_hand, hours=5)
    return month


def deal(month: TipsMonth, person: Any, *, hours: int) -> None:
    """Some hours at a table, without being clocked."""
    table = month.evening.table(month.evening.game(recording="summary"), code="T09", float_cents=50_000, dealt=False)
    month.evening.push(table, person)
    month.wait(hours=hours)
    version = month.evening.version(table)
    tables.close_table(table_id=table, version=version, counted_float_cents=50_000, actor=month.evening.floor)


built, first_day = databases.shared(unclocked)


@pytest.fixture
def month(first_day: TipsMonth) -> Iterator[TipsMonth]:
    with tips.shown(first_day):
        yield first_day


def prepared(month: TipsMonth) -> Finding:
    """The day is ready to be closed but for the finding."""
    month.evening.make_ready()
    month.record(month.evening.day, 0)
    audits.audit(day_id=month.evening.day.pk, actor=month.evening.manager)
    return Finding.objects.get(rule=RULE)


def decided(month: TipsMonth, finding: Finding, **changes: Any) -> Finding:
    asked = {"resolution": "justified", "comment": "Dealt for a bet, unpaid.", "actor": month.evening.second_manager}
    return looking(findings.resolve)(finding_id=finding.pk, **(asked | changes))


def closed(month: TipsMonth) -> None:
    """The day is closed with what somebody decided, and October is over."""
    decided(month, prepared(month))
    month.close(month.evening.day)
    month.november()


def past_the_clock(month: TipsMonth, minutes: int) -> None:
    """The old hand went so much later, as the shift has it."""
    past_the_guards(
        "UPDATE tables_shift SET went_at = went_at + make_interval(mins => %s) WHERE dealer_id = %s",
        minutes, month.old_hand.pk,
    )  # fmt: skip


class TestTheFinding:
    def test_says_what_clock_roster_and_tables_have(self, month: TipsMonth) -> None:
        """By hand: 440 minutes clocked, the same day's 300 at the second table; the shift was not planned."""
        finding = prepared(month)
        assert (finding.dealer, finding.subject) == (month.old_hand, f"hours:2026-10-01/{month.old_hand.pk}")
        assert finding.facts == {
            "hours_of": "clock",
            "clock_minutes": 440, "roster_minutes": 0, "downs_minutes": 300, "apart_minutes": 300,
        }  # fmt: skip

    def test_keeps_the_day_open_until_somebody_has_decided_it(self, month: TipsMonth) -> None:
        finding = prepared(month)
        close = {"day_id": month.evening.day.pk, "actor": month.evening.manager}
        with pytest.raises(Refusal) as told:
            table_days.close_day(**close)
        assert told.value.code == "day_not_ready"
        decided(month, finding)
        assert table_days.close_day(**close).state == "closed"

    def test_is_not_decided_by_the_person_whose_hours_they_are(self, month: TipsMonth) -> None:
        finding = prepared(month)
        past_the_guards("UPDATE casino_user SET roles = '{manager}' WHERE id = %s", month.old_hand.pk)
        month.old_hand.refresh_from_db()
        assert code(looking(findings.resolve), finding_id=finding.pk, resolution="justified", comment="Mine.",
                    actor=month.old_hand) == "two_people"  # fmt: skip

    def test_is_of_those_who_share(self, month: TipsMonth) -> None:
        deal_more = builders.user("dealer", "guest-dealer")
        past_the_guards("UPDATE tables_down SET dealer_id = %s WHERE dealer_id = %s", deal_more.pk, month.old_hand.pk)
        month.evening.make_ready()
        assert not Finding.objects.filter(rule=RULE).exists()


class TestTheMonth:
    def test_is_not_computed_before_somebody_has_decided(self, month: TipsMonth) -> None:
        """The shift was changed after the decision: it holds for what was seen. Audited again, it is open again."""
        closed(month)
        past_the_clock(month, 60)
        told = refused(month.propose)
        assert (told.code, told.facts) == ("hours_differ", {"people": "old-hand 2026-10-01"})
        audits.audit(day_id=Finding.objects.get(rule=RULE).gaming_day_id, actor=month.evening.manager)
        finding = Finding.objects.get(rule=RULE)
        assert (finding.state, finding.facts["apart_minutes"]) == ("open", 240)
        decided(month, finding)
        assert minutes(month.propose(), month.old_hand) == 500

    def test_is_computed_by_the_hours_that_count_once_it_is_decided(self, month: TipsMonth) -> None:
        closed(month)
        run = month.distribute()
        assert minutes(run, month.old_hand) == 440
        assert proofs.prove().broken == []

    def test_is_computed_once_time_is_credited(self, month: TipsMonth) -> None:
        """Nothing was found by the rules of then, which let a day differ; by the next ones five hours do."""
        month.agree(TERMS | {"hours_tolerance_minutes": 1_440})
        month.evening.make_ready()
        month.record(month.evening.day, 0)
        month.close(month.evening.day)
        month.november()
        assert not Finding.objects.filter(rule=RULE).exists()
        month.agree(TERMS)
        assert refused(month.propose).code == "hours_differ"
        run = month.distribute(credited=month.credited | {month.old_hand.pk: Credit(300, "other_work")})
        assert minutes(run, month.old_hand) == 740
        assert proofs.prove().broken == []

    def test_is_computed_once_the_shift_is_right(self, month: TipsMonth) -> None:
        closed(month)
        past_the_clock(month, 300)
        assert minutes(month.propose(), month.old_hand) == 740

    def test_that_was_computed_is_not_confirmed_with_what_differs_since(self, month: TipsMonth) -> None:
        closed(month)
        run = month.propose()
        past_the_clock(month, -60)
        told = refused(looking(runs.confirm), tronc_run_id=run.pk, actor=month.evening.second_manager)
        assert told.code == "hours_differ"

    def test_is_by_the_downs_where_the_rules_say_so(self, month: TipsMonth) -> None:
        """The evening's dealer dealt all 440 minutes; the old hand the 300 at the second table, in one line."""
        closed(month)
        month.agree(TERMS | {"hours": "downs", "hours_tolerance_minutes": 300})
        run = month.distribute()
        assert minutes(run, month.old_hand) == 300
        assert minutes(run, month.evening.dealer) == 440
        (span,) = TroncShare.objects.get(run=run, person=month.old_hand).spans
        assert (span[0], span[3]) == ("wi", 300)
        assert proofs.prove().broken == []

    def test_of_old_rules_is_proved_as_it_was_when_the_rules_change(self, month: TipsMonth) -> None:
        """What was computed rests on its own rows: the next rules, by which nobody has time, change nothing of it."""
        closed(month)
        run = month.distribute()
        month.agree(TERMS | {"hours": "roster"})
        assert code(month.propose, cause="rules") == "hours_differ"
        stored = months.stored(run, months.shares(run))
        assert stored.terms.hours == Hours.CLOCK
        assert proofs.prove().broken == []


class TestTheRoster:
    def test_planned_hours_count_where_the_rules_say_so(self, month: TipsMonth) -> None:
        """Planned for six hours and clocked for a quarter of an hour less; the other day's shifts were not planned."""
        evening = month.evening
        closed(month)
        month.agree(TERMS | {"hours": "roster"})
        plan(month, month.old_hand, hours=6)
        evening.make_ready()
        assert not Finding.objects.filter(rule=RULE, gaming_day=evening.day).exists()

    def test_a_planned_shift_to_which_nobody_came_is_found_and_one_called_off_is_not(self, month: TipsMonth) -> None:
        evening = month.evening
        closed(month)
        missed, called_off = (plan(month, one, hours=6, comes=False) for one in (evening.dealer, month.old_hand))
        shifts.call_off(shift_id=called_off.pk, reason="Sick.", actor=evening.floor)
        month.wait(hours=7)
        evening.make_ready()
        finding = Finding.objects.get(rule=RULE, gaming_day=evening.day)
        assert (finding.dealer, finding.facts["roster_minutes"], finding.facts["clock_minutes"]) == (
            missed.dealer, 360, 0,
        )  # fmt: skip


def plan(month: TipsMonth, person: Any, *, hours: int, comes: bool = True) -> Any:
    """A planned shift that begins in a quarter of an hour, and is worked to its end."""
    begins = month.clock.at + timedelta(minutes=15)
    entered = [Plan(person.pk, begins, begins + timedelta(hours=hours))]
    (row,) = shifts.enter(house_id=month.house_id, plans=entered, actor=month.evening.floor)
    if comes:
        month.wait(minutes=30)
        shifts.come(house_id=month.house_id, dealer_id=person.pk, actor=month.evening.floor)
        month.wait(hours=hours, minutes=-15)
        shifts.go(dealer_id=person.pk, actor=month.evening.floor)
    return row


def minutes(run: TroncRun, person: Any) -> int:
    return TroncShare.objects.get(run=run, person=person).minutes
