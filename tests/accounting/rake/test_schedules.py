"""Schedules: terms take two people, a version begins where the one before ends, and what was charged stays."""

from datetime import UTC, datetime, timedelta

import pytest
from django.db import IntegrityError, transaction

from accounting.days.services import days
from accounting.models import House, ScheduleVersion
from accounting.rake.selectors import schedules as selector
from accounting.rake.services import schedules
from casino import house_time
from casino.errors import Malformed, NotAllowed, NotFound, Refusal
from casino.models import User
from tables.audit.selectors import closing
from tests.builders import past_the_guards
from tests.deciding import looking

pytestmark = pytest.mark.django_db

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)
YESTERDAY, TOMORROW = NOON - timedelta(days=1), NOON + timedelta(days=1)
HUNDRED, TWO_HUNDRED = ({"kind": "fixed", "amount_cents": cents} for cents in (100, 200))


class Office:
    """A house with two managers, a floor person, and a clock that stands at forty seconds past noon."""

    def __init__(self):
        self.house = House.objects.create(code="wi", name="Spielbank")
        self.manager, self.second = (User.objects.create_user(name, roles=["manager"]) for name in ("anna", "boris"))
        self.floor = User.objects.create_user("floor", roles=["floor"])
        self.now = NOON + timedelta(seconds=40)

    def publish(self, terms=HUNDRED, valid_from=YESTERDAY, actor=None, name="Taxe"):
        return schedules.publish(
            house_id=self.house.pk, name=name, terms=terms, valid_from=valid_from, actor=actor or self.manager
        )

    def signed(self, valid_from=YESTERDAY):
        """The first terms, written by Anna and approved by Boris at that moment."""
        self.now, now = min(valid_from, self.now), self.now
        first = looking(schedules.approve)(version_id=self.publish(valid_from=valid_from).pk, actor=self.second)
        self.now = now
        return first


@pytest.fixture
def office():
    office = Office()
    with house_time.shown_by(lambda: office.now):
        yield office


def rows():
    columns = ("version", "state", "valid_from", "valid_to", "approved_by__username", "approved_at")
    return list(ScheduleVersion.objects.order_by("version").values_list(*columns))


FIRST = (1, "published", YESTERDAY, None, "boris", YESTERDAY)


class TestTheFirstTerms:
    def test_count_from_their_approval_on_though_they_name_an_earlier_day(self, office):
        first = office.publish()
        assert rows() == [(1, "proposed", YESTERDAY, None, None, None)]
        looking(schedules.approve)(version_id=first.pk, actor=office.second)
        assert rows() == [(1, "published", office.now, None, "boris", office.now)]

    def test_tax_nothing_before_they_are_approved(self, office):
        first = office.publish()
        with pytest.raises(Refusal, match="schedule_unsigned") as refused:
            selector.required(first.schedule_id, office.now)
        assert refused.value.facts == {"schedule": "Taxe", "version": 1}
        looking(schedules.approve)(version_id=first.pk, actor=office.second)
        assert selector.required(first.schedule_id, office.now) == first
        assert selector.in_force(first.schedule_id, office.now - timedelta(seconds=1)) is None

    def test_that_begin_next_week_are_not_in_force_yet(self, office):
        first = office.signed(TOMORROW)
        with pytest.raises(Refusal, match="no_schedule_in_force"):
            selector.required(first.schedule_id, office.now)

    def test_are_not_signed_by_their_author_nor_twice_nor_by_the_floor(self, office):
        first = office.publish()
        with pytest.raises(NotAllowed, match="two_people"):
            looking(schedules.approve)(version_id=first.pk, actor=office.manager)
        with pytest.raises(NotAllowed, match="not_allowed"):
            looking(schedules.approve)(version_id=first.pk, actor=office.floor)
        assert rows() == [(1, "proposed", YESTERDAY, None, None, None)]
        looking(schedules.approve)(version_id=first.pk, actor=office.second)
        signed = rows()
        for again in (looking(schedules.approve), looking(schedules.decline)):
            with pytest.raises(Refusal, match="terms_approved"):
                again(version_id=first.pk, actor=office.second)
        assert rows() == signed

    def test_that_are_declined_leave_the_name_to_others(self, office):
        first = office.publish()
        looking(schedules.decline)(version_id=first.pk, actor=office.second)
        again = office.publish(TWO_HUNDRED)
        assert again.version == 2
        looking(schedules.approve)(version_id=again.pk, actor=office.second)
        assert [row[:2] for row in rows()] == [(1, "declined"), (2, "published")]

    def test_published_unsigned_by_an_older_system_keep_the_day_open_and_tax_nothing(self, office):
        day = days.open_day(house_id=office.house.pk, actor=office.manager)
        first = office.publish()
        past_the_guards("UPDATE accounting_scheduleversion SET state = 'published'")
        assert {check.item.value: check.open for check in closing.checklist(day)}["schedules"] == ["Taxe v1"]
        assert selector.in_force(first.schedule_id, office.now) is None
        unsigned = rows()
        for person in (office.manager, office.second):
            with pytest.raises(Refusal, match="no_proposal"):
                looking(schedules.decline)(version_id=first.pk, actor=person)
        assert rows() == unsigned
        looking(schedules.approve)(version_id=first.pk, actor=office.second)
        assert rows() == [(1, "published", YESTERDAY, None, "boris", office.now)]
        assert not {check.item.value: check.open for check in closing.checklist(day)}["schedules"]
        assert selector.in_force(first.schedule_id, office.now) == first


def test_what_is_not_there(db: None) -> None:
    with pytest.raises(NotFound, match="no_such_schedule"):
        selector.schedule(4711)


class TestAChange:
    def test_is_a_proposal_until_it_is_approved_and_then_counts_from_its_day(self, office):
        office.signed()
        change = office.publish(TWO_HUNDRED, TOMORROW)
        before = rows()
        assert before == [
            FIRST,
            (2, "proposed", TOMORROW, None, None, None),
        ]
        looking(schedules.approve)(version_id=change.pk, actor=office.second)
        assert rows() == [
            (1, "published", YESTERDAY, TOMORROW, "boris", YESTERDAY),
            (2, "published", TOMORROW, None, "boris", office.now),
        ]

    def test_approved_after_its_day_counts_from_the_approval(self, office):
        office.signed()
        change = office.publish(TWO_HUNDRED, TOMORROW)
        office.now = TOMORROW + timedelta(hours=3)
        looking(schedules.approve)(version_id=change.pk, actor=office.second)
        assert [(row[2], row[3]) for row in rows()] == [(YESTERDAY, office.now), (office.now, None)]

    def test_for_this_minute_means_now(self, office):
        """Hands of the seconds that are gone were charged by the version before, which was in force."""
        office.signed()
        change = office.publish(TWO_HUNDRED, NOON)
        looking(schedules.approve)(version_id=change.pk, actor=office.second)
        assert [(row[2], row[3]) for row in rows()] == [(YESTERDAY, office.now), (office.now, None)]

    def test_is_not_approved_by_its_author(self, office):
        office.signed()
        change = office.publish(TWO_HUNDRED, TOMORROW)
        before = rows()
        with pytest.raises(NotAllowed, match="two_people"):
            looking(schedules.approve)(version_id=change.pk, actor=office.manager)
        assert rows() == before

    @pytest.mark.parametrize("valid_from", [YESTERDAY, YESTERDAY - timedelta(days=1), NOON - timedelta(minutes=1)])
    def test_does_not_reach_into_the_past(self, office, valid_from):
        office.signed()
        with pytest.raises(Refusal, match="schedule_overlaps"):
            office.publish(TWO_HUNDRED, valid_from)
        assert len(rows()) == 1

    def test_comes_after_terms_that_only_begin_next_week(self, office):
        office.signed(TOMORROW + timedelta(days=6))
        with pytest.raises(Refusal, match="schedule_overlaps"):
            office.publish(TWO_HUNDRED, TOMORROW)
        assert len(rows()) == 1

    def test_waits_until_the_one_before_is_decided(self, office):
        office.signed()
        change = office.publish(TWO_HUNDRED, TOMORROW)
        with pytest.raises(Refusal, match="proposal_open") as refused:
            office.publish(HUNDRED, TOMORROW, office.second)
        assert refused.value.facts == {"name": "Taxe", "version": 2}
        assert len(rows()) == 2
        office.publish(TWO_HUNDRED, YESTERDAY, name="Omaha")
        looking(schedules.decline)(version_id=change.pk, actor=office.second)
        assert office.publish(TWO_HUNDRED, TOMORROW).version == 3

    def test_that_is_declined_never_counts_and_its_history_says_who_and_why(self, office):
        office.signed()
        change = office.publish(TWO_HUNDRED, TOMORROW)
        looking(schedules.decline)(version_id=change.pk, reason="Zu hoch", actor=office.second)
        declined = rows()
        assert declined == [
            FIRST,
            (2, "declined", TOMORROW, None, None, None),
        ]
        said = change.history.first()
        assert (said.state, said.history_user, said.history_change_reason) == ("declined", office.second, "Zu hoch")
        for again in (looking(schedules.approve), looking(schedules.decline)):
            with pytest.raises(Refusal, match="terms_declined"):
                again(version_id=change.pk, actor=office.second)
        assert rows() == declined

    def test_is_taken_back_by_its_author_or_declined_by_who_may_approve(self, office):
        office.signed()
        change = office.publish(TWO_HUNDRED, TOMORROW, office.second)
        with pytest.raises(NotAllowed, match="not_allowed"):
            looking(schedules.decline)(version_id=change.pk, actor=office.floor)
        with pytest.raises(Malformed, match="reason_too_long"):
            looking(schedules.decline)(version_id=change.pk, reason="x" * 101, actor=office.manager)
        assert rows()[1][1] == "proposed"
        looking(schedules.decline)(version_id=change.pk, actor=office.second)
        own = office.publish(TWO_HUNDRED, TOMORROW, office.floor)
        looking(schedules.decline)(version_id=own.pk, actor=office.floor)
        assert [row[1] for row in rows()] == ["published", "declined", "declined"]


def test_terms_that_are_not_there(office):
    for decide in (looking(schedules.approve), looking(schedules.decline)):
        with pytest.raises(NotFound, match="no_such_version"):
            decide(version_id=4711, actor=office.manager)


@pytest.mark.parametrize(
    "change",
    [
        {"state": "published"},  # in force beside the version before
        {"state": "published", "valid_from": NOON},
        {"state": "published", "valid_from": NOON, "approved_at": NOON + timedelta(seconds=1)},
        {"state": "proposed", "valid_from": NOON},
        {"state": "published", "terms": HUNDRED},
        {"state": "published", "created_by_id": None},
    ],
)
def test_the_database_keeps_a_proposal_as_it_was_written(office, change):
    office.signed()
    proposed = office.publish(TWO_HUNDRED, TOMORROW)
    with pytest.raises(IntegrityError), transaction.atomic():
        ScheduleVersion.objects.filter(pk=proposed.pk).update(**change)
    assert rows()[1][:3] == (2, "proposed", TOMORROW)


def test_the_database_lets_no_declined_terms_come_back(office):
    office.signed()
    change = office.publish(TWO_HUNDRED, TOMORROW)
    looking(schedules.decline)(version_id=change.pk, actor=office.second)
    for state in ("proposed", "published"):
        with pytest.raises(IntegrityError, match="append-only"), transaction.atomic():
            ScheduleVersion.objects.filter(pk=change.pk).update(state=state)


def test_the_database_takes_terms_only_as_a_proposal(office):
    first = office.publish()
    for state in ("published", "declined"):
        copy = ScheduleVersion(schedule=first.schedule, version=2, terms=HUNDRED, valid_from=TOMORROW, state=state)
        copy.created_at, copy.created_by = office.now, office.manager
        with pytest.raises(IntegrityError), transaction.atomic():
            copy.save()
    assert len(rows()) == 1


@pytest.mark.parametrize("late", [timedelta(microseconds=1), timedelta(days=1)])
def test_the_database_lets_no_terms_count_before_their_approval(office, late):
    first = office.publish(valid_from=NOON)
    with pytest.raises(IntegrityError, match="append-only"), transaction.atomic():
        ScheduleVersion.objects.filter(pk=first.pk).update(
            state="published", approved_by=office.second, approved_at=NOON + late
        )
    ScheduleVersion.objects.filter(pk=first.pk).update(state="published", approved_by=office.second, approved_at=NOON)
    assert rows() == [(1, "published", NOON, None, "boris", NOON)]
