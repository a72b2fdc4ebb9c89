"""The gaming day: opened, rolled over, sealed, opened again by two; and what a seal is worth."""

from datetime import UTC, date, datetime, timedelta
from functools import partial

import pytest
from django.db import DatabaseError, IntegrityError, transaction

from accounting import chain
from accounting.days.selectors import days as days_there_are
from accounting.days.services import days
from accounting.findings.services import findings
from accounting.ledger.services import ledger
from accounting.models import Entry, EntryCode, Finding, GamingDay, Reopening, Seal
from accounting.revenue.selectors import match
from casino import house_time
from casino.errors import NotAllowed, NotFound, Refusal
from casino.models import User
from tables.audit.services import audits
from tables.audit.services import days as table_days
from tests import builders
from tests.builders import Evening
from tests.deciding import looking
from tools.evening.clock import Clock

pytestmark = pytest.mark.django_db

# 12:00 in Berlin, winter time: the usual roll-over.
NOON = datetime(2026, 11, 21, 11, 0, tzinfo=UTC)


@pytest.fixture
def clock():
    """Half past two in the afternoon of 20 November 2026."""
    clock = Clock(NOON - timedelta(hours=21, minutes=30))
    with house_time.shown_by(clock.now):
        yield clock


@pytest.fixture
def evening(clock):
    return builders.evening()


def test_what_is_not_there(evening: Evening) -> None:
    refused(lambda: days_there_are.house_of(4711), "no_such_gaming_day")
    refused(lambda: match.day_of(evening.house.pk, date(2020, 1, 1)), "no_such_gaming_day")
    assert match.day_of(evening.house.pk, None).pk == evening.day.pk


def refused(call, *expected, **facts):
    """The refusal's code; nothing has changed."""
    before = list(GamingDay.objects.order_by("pk").values_list("pk", "state", "seal")), Entry.objects.count()
    with pytest.raises(Refusal) as error:
        call()
    assert error.value.code in expected
    assert error.value.facts.items() >= facts.items()
    assert (list(GamingDay.objects.order_by("pk").values_list("pk", "state", "seal")), Entry.objects.count()) == before


def roll_over(evening) -> GamingDay:
    return days.roll_over(house_id=evening.house.pk, actor=evening.floor)


def close(evening, day: GamingDay) -> GamingDay:
    """Nobody plays here, so there is nothing to count; that a day was opened again has its explanation."""
    evening.sign_terms()
    audits.audit(day_id=day.pk, actor=evening.manager)
    for row in Finding.objects.filter(gaming_day=day, rule="REOPENED", state=Finding.State.OPEN):
        looking(findings.resolve)(
            finding_id=row.pk, resolution="justified", comment="as said", actor=evening.second_manager
        )
    return table_days.close_day(day_id=day.pk, actor=evening.manager)


def reopen(evening, day: GamingDay) -> GamingDay:
    asked = days.ask_reopening(day_id=day.pk, reason="wrong count", actor=evening.manager)
    return looking(days.approve_reopening)(reopening_id=asked.pk, actor=evening.second_manager)


class TestRollOver:
    def test_not_before_the_house_s_hour(self, evening, clock):
        clock.forward(NOON - timedelta(seconds=1))
        refused(lambda: roll_over(evening), "gaming_day_not_over", date="2026-11-20", ends_at="2026-11-21T11:00+00:00")
        clock.forward(NOON)
        day = roll_over(evening)
        assert (day.date, day.state) == (date(2026, 11, 21), GamingDay.State.OPEN)
        evening.day.refresh_from_db()
        assert evening.day.state == GamingDay.State.CLOSING
        assert days.current(evening.house.pk) == day

    def test_while_the_day_before_is_not_sealed_it_waits(self, evening, clock):
        clock.forward(NOON)
        second = roll_over(evening)
        clock.forward(NOON + timedelta(days=1))
        refused(lambda: roll_over(evening), "gaming_day_closing", date="2026-11-20")
        close(evening, evening.day)
        third = roll_over(evening)
        assert [day.date.day for day in (second, third)] == [21, 22]

    def test_who_was_late_begins_the_day_that_it_is(self, evening, clock):
        """A house that was shut for two days (a holiday) has no gaming day of it (NRW 2007: a closed day has none)."""
        clock.forward(NOON + timedelta(days=2, hours=5))
        assert roll_over(evening).date == date(2026, 11, 23)

    def test_there_must_be_a_day_and_a_right(self, evening, clock):
        clock.forward(NOON)
        with pytest.raises(NotAllowed):
            days.roll_over(house_id=evening.house.pk, actor=evening.dealer)
        close(evening, evening.day)
        refused(lambda: roll_over(evening), "no_gaming_day")
        with pytest.raises(NotFound):
            days.roll_over(house_id=4711, actor=evening.floor)

    def test_a_day_that_is_being_closed_still_takes_entries_and_a_closed_one_none(self, evening, clock):
        clock.forward(NOON)
        roll_over(evening)

        def post():
            with transaction.atomic():
                ledger.post(
                    day=evening.day, book="table/T07", code=EntryCode.BUY_IN, subject="sitting:1", actor=evening.floor,
                    moves=[chain.Move("guests/T07", "seat/T07/1", 100)],
                )  # fmt: skip

        post()
        assert Entry.objects.get().gaming_day == evening.day
        close(evening, evening.day)
        with pytest.raises(Refusal, match="closed"):
            post()
        assert Entry.objects.count() == 1


class TestSeals:
    def test_a_seal_covers_every_book_and_the_terms_and_follows_the_one_before(self, evening, clock):
        with transaction.atomic():
            ledger.post(
                day=evening.day, book="table/T07", code=EntryCode.BUY_IN, subject="sitting:1", actor=evening.floor,
                moves=[chain.Move("guests/T07", "seat/T07/1", 100)],
            )  # fmt: skip
        first = close(evening, evening.day)
        clock.forward(NOON)
        second_day = days.open_day(house_id=evening.house.pk, actor=evening.floor)
        second = close(evening, second_day)

        one, two = Seal.objects.order_by("number")
        assert [(seal.number, seal.gaming_day, seal.digest) for seal in (one, two)] == [
            (1, first, first.seal),
            (2, second, second.seal),
        ]
        entry = Entry.objects.get()
        terms = f"schedule:{evening.schedule.schedule_id}/1"
        assert one.heads["table/T07"] == [1, bytes(entry.digest).hex()]
        assert set(one.heads) == {"table/T07", terms, "rows:sealed"}
        assert one.digest == chain.seal(evening.house.pk, 1, first.date, "", one.heads)
        assert two.digest == chain.seal(evening.house.pk, 2, second.date, one.digest, two.heads)
        # Whatever is told otherwise gives another seal: the day, the number, the seal before, a head.
        forged = dict(one.heads) | {"table/T07": [1, "00" * 32]}
        others = {
            chain.seal(evening.house.pk, 1, second.date, "", one.heads),
            chain.seal(evening.house.pk, 2, first.date, "", one.heads),
            chain.seal(evening.house.pk, 1, first.date, two.digest, one.heads),
            chain.seal(evening.house.pk, 1, first.date, "", forged),
        }
        assert one.digest not in others
        assert len(others) == 4

    def test_days_are_sealed_in_their_order(self, evening, clock):
        """A day sealed before the one that it followed would leave the older one's entries under no seal."""
        clock.forward(NOON)
        second = roll_over(evening)
        refused(lambda: close(evening, second), "gaming_day_closing", date="2026-11-20")
        assert not Seal.objects.exists()
        close(evening, evening.day)
        close(evening, second)
        assert list(Seal.objects.order_by("number").values_list("gaming_day", flat=True)) == [evening.day.pk, second.pk]

    def test_a_closed_day_is_not_closed_again(self, evening):
        close(evening, evening.day)
        refused(lambda: table_days.close_day(day_id=evening.day.pk, actor=evening.manager), "gaming_day_closed")

    def test_a_day_cannot_be_closed_past_the_service(self, evening):
        """Not even by SQL: closed is sealed (CHECK), and a closed day stays closed (trigger)."""
        with pytest.raises(IntegrityError), transaction.atomic():
            GamingDay.objects.update(state="closed")
        close(evening, evening.day)
        with pytest.raises(DatabaseError), transaction.atomic():
            GamingDay.objects.update(state="closing", closed_at=None, closed_by=None, seal="")
        with pytest.raises(DatabaseError), transaction.atomic():
            Seal.objects.update(digest="00" * 32)
        assert GamingDay.objects.get().seal == Seal.objects.get().digest != "00" * 32


def approve(asked: Reopening, actor: User) -> GamingDay:
    """The day that is opened again by somebody who has looked at the request."""
    return looking(days.approve_reopening)(reopening_id=asked.pk, actor=actor)


class TestReopening:
    def test_by_two_with_a_reason_and_a_new_seal_after(self, evening):
        first = close(evening, evening.day).seal
        asked = days.ask_reopening(day_id=evening.day.pk, reason=" wrong count ", actor=evening.manager)
        assert GamingDay.objects.get().state == GamingDay.State.CLOSED, "asking opens nothing"
        day = looking(days.approve_reopening)(reopening_id=asked.pk, actor=evening.second_manager)
        assert (day.state, day.seal, day.closed_at, day.closed_by) == (GamingDay.State.CLOSING, "", None, None)
        asked.refresh_from_db()
        assert (asked.reason, asked.asked_by, asked.approved_by) == (
            "wrong count",
            evening.manager,
            evening.second_manager,
        )
        assert asked.seal.digest == first, "the seal that was broken stays"
        again = close(evening, day)
        one, two = Seal.objects.order_by("number")
        assert (one.digest, two.digest) == (first, again.seal)
        assert one.gaming_day == two.gaming_day == day
        assert two.digest == chain.seal(evening.house.pk, 2, day.date, first, two.heads) != first

    def test_nobody_does_it_alone(self, evening):
        close(evening, evening.day)
        asked = days.ask_reopening(day_id=evening.day.pk, reason="wrong count", actor=evening.manager)
        refused(lambda: approve(asked, evening.manager), "two_people")
        for person in (evening.floor, evening.cage, evening.dealer):
            refused(
                lambda person=person: approve(asked, person),
                "not_allowed",
            )
            refused(
                lambda person=person: days.ask_reopening(day_id=evening.day.pk, reason="why not", actor=person),
                "not_allowed",
            )
        with pytest.raises(DatabaseError), transaction.atomic():
            Reopening.objects.update(approved_by=evening.manager, approved_at=datetime.now(UTC))
        asked.refresh_from_db()
        assert asked.approved_at is None

    def test_what_is_refused(self, evening):
        def ask(reason="wrong count"):
            return days.ask_reopening(day_id=evening.day.pk, reason=reason, actor=evening.manager)

        refused(ask, "gaming_day_open")
        close(evening, evening.day)
        refused(lambda: ask(" . "), "reason_required")
        asked = ask()
        refused(ask, "reopening_asked")
        looking(days.approve_reopening)(reopening_id=asked.pk, actor=evening.second_manager)
        refused(
            lambda: approve(asked, evening.second_manager),
            "reopening_approved",
        )
        refused(lambda: looking(days.approve_reopening)(reopening_id=4711, actor=evening.manager), "no_such_reopening")
        assert Reopening.objects.count() == 1

    def test_declined_or_withdrawn_the_day_stays_closed_and_it_can_be_asked_for_again(self, evening):
        seal = close(evening, evening.day).seal
        for person in (evening.second_manager, evening.manager):
            asked = days.ask_reopening(day_id=evening.day.pk, reason="wrong count", actor=evening.manager)
            decline = partial(looking(days.decline_reopening), reopening_id=asked.pk)
            refused(partial(decline, actor=evening.floor), "not_allowed")
            row = decline(actor=person)
            assert (row.declined_by, row.approved_at) == (person, None)
            refused(partial(approve, asked, evening.second_manager), "reopening_declined")
            with pytest.raises(DatabaseError), transaction.atomic():
                Reopening.objects.filter(pk=row.pk).update(declined_by=None, declined_at=None)
        assert GamingDay.objects.get().seal == seal
        asked = days.ask_reopening(day_id=evening.day.pk, reason="wrong count", actor=evening.manager)
        assert approve(asked, evening.second_manager).state == GamingDay.State.CLOSING

    def test_the_one_approval_is_for_the_one_seal(self, evening):
        """Whoever wants a day open for a second time asks for a second time."""
        close(evening, evening.day)
        reopen(evening, evening.day)
        close(evening, evening.day)
        refused(
            lambda: looking(days.approve_reopening)(
                reopening_id=Reopening.objects.get().pk, actor=evening.second_manager
            ),
            "reopening_approved",
        )
        reopen(evening, evening.day)
        close(evening, evening.day)
        assert Seal.objects.count() == 3

    def test_not_while_another_day_is_being_closed(self, evening, clock):
        close(evening, evening.day)
        clock.forward(NOON)
        second = days.open_day(house_id=evening.house.pk, actor=evening.floor)
        clock.forward(NOON + timedelta(days=1))
        roll_over(evening)
        asked = days.ask_reopening(day_id=evening.day.pk, reason="wrong count", actor=evening.manager)
        refused(
            lambda: approve(asked, evening.second_manager),
            "gaming_day_closing",
            date=str(second.date),
        )
