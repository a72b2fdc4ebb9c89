"""The house's own bans and its policy, and that answers and bans stay as they were written (domain §4.16)."""

from datetime import UTC, datetime, timedelta

import pytest
from django.db import DatabaseError, IntegrityError, connection, transaction

from accounting.days.services import days
from casino.errors import NotAllowed, Refusal
from tables.floor.services import seats
from tables.guests.selectors import admission
from tables.guests.services.admission import bans, policies
from tables.models import AdmissionCheck
from tests.tables.tournaments.tournament import sold_tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def table(evening):
    return evening.table()


def sit(evening, table, guest, cents=40_000, seat=1):
    return {
        "table_id": table, "version": evening.version(table), "seat": seat, "guest_id": guest.pk,
        "buy_in_cents": cents, "actor": evening.floor,
    }  # fmt: skip


class TestHouseBans:
    def ban(self, evening, guest, **said):
        return bans.ban(guest_id=guest.pk, reason="hit the dealer", actor=evening.manager, **said)

    def test_the_house_keeps_out_whom_it_will(self, evening, door, table, refused):
        guest = door.let_in()
        self.ban(evening, guest)
        assert refused("guest_banned", seats.sit, **sit(evening, table, guest)) == {}

    def test_also_where_nobody_is_asked_for(self, evening, door, table, refused):
        door.demand(is_on=False)
        guest = evening.guest()
        self.ban(evening, guest)
        refused("guest_banned", seats.sit, **sit(evening, table, guest))
        refused("guest_banned", sold_tournament(evening).enter, guest=guest)

    def test_the_state_is_not_asked_for_whom_the_house_keeps_out(self, evening, door):
        guest = door.known()
        self.ban(evening, guest)
        assert (door.check(guest).source, door.script.asked) == ("house", [])

    def test_it_begins_ends_and_is_lifted(self, evening, door):
        today, day = evening.day.date, timedelta(days=1)
        guest = door.let_in()
        coming = self.ban(evening, guest, begins_on=today + day, ends_on=today + 2 * day)
        told = {offset: admission.is_banned(guest, today + offset * day) for offset in range(4)}
        assert told == {0: False, 1: True, 2: True, 3: False}
        lifted = bans.lift(ban_id=coming.pk, actor=evening.second_manager)
        assert lifted.lifted_by == evening.second_manager
        assert not admission.is_banned(guest, today + day)

    def test_what_makes_no_ban(self, evening, door, refused):
        guest = door.known()
        today = evening.day.date
        for code, said in (
            ("reason_required", {"reason": " "}),
            ("ban_ends_early", {"ends_on": today - timedelta(days=1), "begins_on": today - timedelta(days=9)}),
            ("ban_ends_early", {"ends_on": today, "begins_on": today + timedelta(days=1)}),
            ("no_such_guest", {"guest_id": 4711}),
            ("not_allowed", {"actor": evening.floor}),
        ):
            refused(code, bans.ban, **{"guest_id": guest.pk, "reason": "x", "actor": evening.manager} | said)

    def test_after_midnight_it_holds_on_the_gaming_day_that_goes_on(self, evening, door, table, refused, later):
        guest = door.let_in()
        later(days=1)
        assert self.ban(evening, guest).begins_on == evening.day.date
        refused("guest_banned", seats.sit, **sit(evening, table, guest))

    def test_from_the_new_day_on_also_at_a_table_that_still_books_into_the_old_one(
        self, evening, door, table, refused, later
    ):
        guest = door.let_in()
        later(days=1)
        today = days.roll_over(house_id=evening.house.pk, actor=evening.manager)
        assert self.ban(evening, guest).begins_on == today.date > evening.day.date
        refused("guest_banned", seats.sit, **sit(evening, table, guest))

    def test_it_is_lifted_once_by_a_manager(self, evening, door, refused):
        row = self.ban(evening, door.known())
        refused("not_allowed", bans.lift, ban_id=row.pk, actor=evening.floor)
        refused("no_such_ban", bans.lift, ban_id=row.pk + 1, actor=evening.manager)
        bans.lift(ban_id=row.pk, actor=evening.manager)
        refused("ban_lifted", bans.lift, ban_id=row.pk, actor=evening.manager)

    def test_a_lifted_ban_needs_no_new_question(self, evening, door, table):
        guest = door.let_in()
        row = self.ban(evening, guest)
        door.check(guest)
        bans.lift(ban_id=row.pk, actor=evening.manager)
        seats.sit(**sit(evening, table, guest))


class TestWhatStays:
    @pytest.mark.parametrize(
        "statement",
        [
            "UPDATE tables_admissioncheck SET result = 'admitted'",
            "DELETE FROM tables_admissioncheck",
            "TRUNCATE tables_admissioncheck",
            "UPDATE tables_houseban SET reason = 'none'",
            "UPDATE tables_houseban SET ends_on = '2020-01-01'",
            "DELETE FROM tables_houseban",
            "TRUNCATE tables_houseban",
        ],
    )
    def test_an_answer_and_a_ban_stay_as_they_were(self, evening, door, statement):
        guest = door.known()
        bans.ban(guest_id=guest.pk, reason="x", actor=evening.manager)
        door.check(guest)
        with connection.cursor() as cursor:
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
            with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
                cursor.execute(statement)

    def test_a_manager_cannot_answer_for_the_file_with_a_no(self, evening, door):
        guest = evening.guest()
        with pytest.raises(IntegrityError, match="admission_result"), transaction.atomic():
            AdmissionCheck.objects.create(
                guest=guest, gaming_day=evening.day, source="manager", result="banned",
                at=datetime(2026, 1, 1, tzinfo=UTC), by=evening.manager,
            )  # fmt: skip

    def test_there_is_nowhere_to_keep_a_reason(self):
        fields = {field.name for field in AdmissionCheck._meta.get_fields()}
        assert fields == {"id", "guest", "gaming_day", "source", "result", "reference", "at", "by"}


class TestThePolicy:
    def test_only_who_administers_the_house_sets_it(self, evening, door):
        for person in (evening.floor, evening.manager, evening.cage):
            with pytest.raises(NotAllowed):
                policies.put(house_id=evening.house.pk, is_on=False, actor=person)
        assert admission.policy(evening.house.pk) is not None

    @pytest.mark.parametrize(
        "wrong", [{"least_age": 17}, {"least_age": 31}, {"identified_from_cents": 0}, {"unanswered": "admit"}]
    )
    def test_what_makes_no_policy(self, evening, door, wrong):
        with pytest.raises(Refusal) as refusal:
            door.demand(**wrong)
        assert refusal.value.code == "policy_wrong"
        assert admission.policy(evening.house.pk).history.count() == 1

    def test_it_is_a_house_s(self, door, refused):
        refused("no_such_house", policies.put, house_id=4711, is_on=True, actor=door.admin)

    def test_its_history_keeps_what_stood_there(self, evening, door):
        door.demand(least_age=18)
        history = admission.policy(evening.house.pk).history
        assert list(history.order_by("history_id").values_list("least_age", flat=True)) == [21, 18]
