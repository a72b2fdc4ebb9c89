"""Nobody plays without a good answer of the day (domain §4.16): "who is banned may not play"."""

from datetime import date, timedelta

import pytest
from django.db import IntegrityError, connection, transaction

from accounting.days.services import days
from casino import house_time
from tables.floor.services import seats
from tables.guests.selectors import admission
from tables.guests.services import guests
from tables.guests.services.admission import bans, checking
from tables.models import AdmissionCheck, Guest, Sitting
from tests.tables.tournaments.tournament import sold_tournament
from tools.practice_ban_file import REASON

pytestmark = pytest.mark.django_db


@pytest.fixture
def table(evening):
    return evening.table()


def sit(evening, table, guest, cents=40_000, seat=1):
    return {
        "table_id": table, "version": evening.version(table), "seat": seat, "guest_id": guest.pk,
        "buy_in_cents": cents, "actor": evening.floor,
    }  # fmt: skip


class TestTheBanFile:
    def test_a_house_without_a_policy_seats_whom_its_door_let_in(self, evening, table):
        seats.sit(**sit(evening, table, evening.guest()))
        assert Sitting.objects.count() == 1

    def test_a_policy_that_is_off_asks_for_nothing(self, evening, door, table):
        door.demand(is_on=False)
        seats.sit(**sit(evening, table, evening.guest()))
        assert Sitting.objects.count() == 1

    def test_who_was_asked_for_today_sits_down(self, evening, door, table):
        guest = door.let_in()
        check = AdmissionCheck.objects.get()
        assert (check.source, check.result, check.reference) == ("ban_file", "admitted", "SIM-000001")
        assert (check.guest, check.gaming_day, check.by) == (guest, evening.day, evening.floor)
        seats.sit(**sit(evening, table, guest))

    def test_who_was_not_asked_for_does_not(self, evening, door, table, refused):
        refused("admission_unknown", seats.sit, **sit(evening, table, door.known()))

    def test_who_is_banned_does_not_and_nothing_says_why(self, evening, door, table, refused):
        guest = door.known()
        door.ban(guest)
        assert door.check(guest).result == "banned"
        assert refused("guest_banned", seats.sit, **sit(evening, table, guest)) == {}
        with connection.cursor() as cursor:
            cursor.execute("SELECT string_agg(to_jsonb(c)::text, '') FROM tables_admissioncheck c")
            assert REASON not in cursor.fetchone()[0]

    def test_a_check_is_good_for_its_gaming_day_alone(self, evening, door, table, later):
        guest = door.let_in()
        later(days=1)
        tomorrow = days.roll_over(house_id=evening.house.pk, actor=evening.manager)
        # The table still books into the day that is being closed, and of that day his answer is.
        seats.sit(**sit(evening, table, guest))
        policy = admission.policy(evening.house.pk)
        assert admission.standing(guest, policy, tomorrow).refusal == "admission_unknown"
        door.check(guest)
        assert admission.standing(guest, policy, tomorrow).refusal == ""

    def test_an_answer_of_the_new_day_is_good_at_a_table_of_the_old_one(self, evening, door, table, later):
        guest = door.known()
        later(days=1)
        days.roll_over(house_id=evening.house.pk, actor=evening.manager)
        assert door.check(guest).gaming_day != evening.day
        seats.sit(**sit(evening, table, guest))

    def test_a_later_no_takes_back_an_earlier_yes(self, evening, door, table, refused):
        guest = door.let_in()
        door.ban(guest)
        door.check(guest)
        refused("guest_banned", seats.sit, **sit(evening, table, guest))

    def test_silence_afterwards_takes_back_neither(self, evening, door, table, refused):
        guest, banned = door.let_in(), door.known("Jörg Rossi")
        door.ban(banned)
        door.check(banned)
        door.script.failures = 99
        assert {door.check(guest).result, door.check(banned).result} == {"unknown"}
        seats.sit(**sit(evening, table, guest))
        refused("guest_banned", seats.sit, **sit(evening, table, banned, seat=2))

    def test_an_answer_is_about_who_he_was_known_to_be(self, evening, door, table, refused):
        guest = door.let_in()
        checking.identify(guest_id=guest.pk, birth_date=date(1991, 2, 28), document="passport", actor=evening.floor)
        refused("admission_unknown", seats.sit, **sit(evening, table, guest))
        door.check(guest)
        guests.edit(guest_id=guest.pk, notes="likes tea", name="Anna Weber", actor=evening.floor)
        assert Guest.objects.get(pk=guest.pk).identified_at is not None
        guests.edit(guest_id=guest.pk, name="Anne Weber", actor=evening.floor)
        refused("identity_required", seats.sit, **sit(evening, table, guest))

    def test_at_the_door_both_are_one_step(self, evening, door, table, refused):
        guest = evening.guest("Anna Weber")
        said = {"guest_id": guest.pk, "actor": evening.floor}
        refused("identity_required", checking.receive, **said, birth_date=None, document="")
        refused("identity_required", checking.receive, **said, birth_date=None, document="passport")
        refused("identity_required", checking.receive, **said, birth_date=date(1990, 2, 28), document="")
        assert checking.receive(**said, birth_date=date(1990, 2, 28), document="passport").result == "admitted"
        assert checking.receive(**said, birth_date=None, document="").result == "admitted", "he is known now"
        seats.sit(**sit(evening, table, guest))

    def test_a_name_alone_is_not_asked_for(self, evening, door, refused):
        refused("identity_required", checking.check, guest_id=evening.guest().pk, actor=evening.floor)
        assert door.script.request_ids == []


class TestSilence:
    @pytest.fixture
    def guest(self, door):
        guest = door.known()
        door.script.failures = 99
        assert door.check(guest).result == "unknown"
        return guest

    def test_it_admits_nobody(self, evening, guest, table, refused):
        refused("admission_unknown", seats.sit, **sit(evening, table, guest))
        refused("admission_unknown", checking.decide, guest_id=guest.pk, actor=evening.manager)

    def test_a_manager_decides_on_record_where_the_house_lets_him(self, evening, door, guest, table):
        door.demand(unanswered="manager")
        row = checking.decide(guest_id=guest.pk, actor=evening.manager)
        assert (row.source, row.result, row.by) == ("manager", "admitted", evening.manager)
        seats.sit(**sit(evening, table, guest))

    def test_nobody_else_does(self, evening, door, guest, refused):
        door.demand(unanswered="manager")
        for person in (evening.floor, evening.cage, evening.dealer, door.admin):
            refused("not_allowed", checking.decide, guest_id=guest.pk, actor=person)

    def test_he_decides_only_what_the_file_left_open(self, evening, door, refused):
        door.demand(unanswered="manager")
        banned, unasked = door.known("Jörg Rossi"), door.known("Ida Hahn")
        door.ban(banned)
        door.check(banned)
        door.script.failures = 99
        door.check(banned)
        for guest in (banned, unasked):
            refused("admission_answered", checking.decide, guest_id=guest.pk, actor=evening.manager)

    def test_nor_does_he_let_in_whom_the_house_keeps_out(self, evening, door, guest, refused):
        door.demand(unanswered="manager")
        bans.ban(guest_id=guest.pk, reason="hit the dealer", actor=evening.manager)
        assert refused("guest_banned", checking.decide, guest_id=guest.pk, actor=evening.second_manager) == {}

    def test_no_service_is_silence_too(self, evening, door, settings):
        settings.BAN_FILE_URL = ""
        assert door.check(door.known()).result == "unknown"


class TestAge:
    @pytest.mark.parametrize(("least_age", "years", "code"), [(21, 21, ""), (21, 20, "too_young"), (18, 18, "")])
    def test_by_the_law_of_the_land(self, evening, door, least_age, years, code):
        """18 or 21, by the Land (the age is the house's setting); the birthday counts."""
        door.demand(least_age=least_age)
        born = evening.day.date.replace(year=evening.day.date.year - years, day=min(evening.day.date.day, 28))
        guest = door.known(born=born)
        door.check(guest)
        assert admission.standing(guest, admission.policy(evening.house.pk), evening.day).refusal == code

    def test_too_young_for_a_seat(self, evening, door, table, refused):
        today = evening.day.date
        guest = door.known(born=today.replace(year=today.year - 20, day=1))
        door.check(guest)
        assert refused("too_young", seats.sit, **sit(evening, table, guest)) == {"least_age": 21}

    @pytest.mark.parametrize(
        ("born", "on", "years"),
        [
            (date(2000, 2, 29), date(2021, 2, 28), 20),
            (date(2000, 2, 29), date(2021, 3, 1), 21),
            (date(2000, 5, 5), date(2021, 5, 4), 20),
            (date(2000, 5, 5), date(2021, 5, 5), 21),
        ],
    )
    def test_whole_years(self, born, on, years):
        assert admission.years(born, on) == years


class TestIdentity:
    def test_who_saw_it_when_and_by_what_is_kept(self, evening, door):
        guest = door.known()
        assert (guest.identified_by, guest.identified_with) == (evening.floor, "identity_card")
        assert house_time.now() - guest.identified_at < timedelta(minutes=1)
        assert guest.history.count() == 2, "what stood there before is kept"

    @pytest.mark.parametrize("born", [date(1890, 1, 1), date(2990, 1, 1)])
    def test_nobody_was_born_then(self, evening, door, refused, born):
        refused(
            "birth_date_wrong", checking.identify, guest_id=evening.guest().pk, birth_date=born,
            document="passport", actor=evening.floor,
        )  # fmt: skip

    def test_a_library_card_is_no_document(self, evening, door, refused):
        refused(
            "document_unknown", checking.identify, guest_id=evening.guest().pk, birth_date=date(1990, 1, 1),
            document="library", actor=evening.floor,
        )  # fmt: skip

    def test_the_database_wants_all_of_it_or_nothing(self, evening, door):
        guest = evening.guest()
        with pytest.raises(IntegrityError, match="guest_identified"), transaction.atomic():
            Guest.objects.filter(pk=guest.pk).update(identified_with="passport")

    def test_an_unknown_guest_does_not_sit(self, evening, door, table, refused):
        refused("identity_required", seats.sit, **sit(evening, table, evening.guest()))

    def test_much_money_of_nobody_known_is_refused(self, evening, door, table, refused):
        """GwG §10 (5): from 2,000 euros on.  Such a guest sits here since before the house began to check."""
        door.demand(is_on=False)
        seats.sit(**sit(evening, table, evening.guest()))
        door.demand()
        said = {"table_id": table, "version": evening.version(table), "seat": 1, "actor": evening.floor}
        facts = refused("identity_required", seats.top_up, **said, amount_cents=200_000)
        assert facts == {"amount_cents": 200_000, "from_cents": 200_000}
        seats.top_up(**said, amount_cents=199_900)


class TestTournaments:
    def test_an_entry_is_sold_to_who_may_play(self, evening, door):
        tournament = sold_tournament(evening)
        assert tournament.enter(door.let_in()).kind == "entry"

    @pytest.mark.parametrize("code", ["identity_required", "admission_unknown", "guest_banned", "too_young"])
    def test_and_to_nobody_else(self, evening, door, refused, code):
        tournament = sold_tournament(evening)
        if code == "identity_required":
            guest = evening.guest()
        elif code == "too_young":
            guest = door.known(born=house_time.today() - timedelta(days=7_000))
        else:
            guest = door.known()
        if code == "guest_banned":
            door.ban(guest)
            door.check(guest)
        refused(code, tournament.enter, guest=guest)
