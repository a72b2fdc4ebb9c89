"""Shifts, breaks and qualifications: ArbZG §§3–5, and what was stays written."""

from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction

from casino import house_time
from casino.errors import Malformed, NotAllowed, NotFound, Refusal
from tables.dealers.services import breaks, qualifications, shifts
from tables.dealers.services.shifts import Plan
from tables.models import DealerBreak, HouseRules, Qualification, Shift
from tables.play.services import house_rules
from tables.rules.rota.terms import RotaRules
from tests import builders

pytestmark = pytest.mark.django_db

HOUR = timedelta(hours=1)


@pytest.fixture
def now():
    return house_time.now()


def enter(rota, *plans):
    return shifts.enter(house_id=rota.house_id, plans=plans, actor=rota.evening.floor)


def come(rota, dealer):
    return shifts.come(house_id=rota.house_id, dealer_id=dealer.pk, actor=rota.evening.floor)


class TestPlanned:
    def test_a_whole_evening_is_entered_at_once(self, rota, now):
        anna, boris = rota.hire("anna", here=False), rota.hire("boris", here=False)
        enter(rota, Plan(anna.pk, now + HOUR, now + 9 * HOUR), Plan(boris.pk, now + 2 * HOUR, now + 10 * HOUR))
        assert list(Shift.objects.values_list("dealer__username", flat=True)) == ["anna", "boris"]

    def test_all_of_it_or_nothing(self, rota, refused, now):
        anna = rota.hire("anna", here=False)
        plan = Plan(anna.pk, now + HOUR, now + 9 * HOUR)
        overlapping = Plan(anna.pk, now + 8 * HOUR, now + 10 * HOUR)
        assert refused(enter, rota, plan, overlapping).code == "shift_overlaps"

    def test_two_shifts_at_once_are_the_databases_to_refuse_too(self, rota, now):
        anna = rota.hire("anna", here=False)
        (row,) = enter(rota, Plan(anna.pk, now + HOUR, now + 9 * HOUR))
        row.pk = None
        with pytest.raises(IntegrityError, match="shifts_planned_once"), transaction.atomic():
            row.save(force_insert=True)

    def test_ten_hours_and_their_breaks_are_the_most(self, rota, refused, now):
        """ArbZG §§3, 4: 600 minutes of work and 45 of breaks."""
        anna = rota.hire("anna", here=False)
        told = refused(enter, rota, Plan(anna.pk, now, now + timedelta(minutes=646)))
        assert (told.code, told.facts["most_minutes"]) == ("shift_too_long", 645)
        assert enter(rota, Plan(anna.pk, now, now + timedelta(minutes=645)))

    def test_eleven_hours_lie_between_two_shifts(self, rota, refused, now):
        """ArbZG §5, whichever is entered first."""
        anna, boris = rota.hire("anna", here=False), rota.hire("boris", here=False)
        evening, morning = Plan(anna.pk, now, now + 8 * HOUR), Plan(anna.pk, now + 18 * HOUR, now + 24 * HOUR)
        enter(rota, evening)
        told = refused(enter, rota, morning)
        assert (told.code, told.facts["from_earliest"]) == ("rest_too_short", str(now + 19 * HOUR))
        enter(rota, Plan(boris.pk, morning.begins_at, morning.ends_at))
        assert refused(enter, rota, Plan(boris.pk, now, now + 8 * HOUR)).code == "rest_too_short"
        assert enter(rota, Plan(anna.pk, now + 19 * HOUR, now + 24 * HOUR))

    def test_what_is_no_shift_is_refused(self, rota, refused, now):
        anna = rota.hire("anna", here=False)
        assert refused(enter, rota, Plan(anna.pk, now + HOUR, now + HOUR)).code == "shift_wrong"
        assert refused(enter, rota, Plan(anna.pk, now - 9 * HOUR, now - HOUR)).code == "shift_wrong"
        assert refused(enter, rota, Plan(rota.evening.cage.pk, now, now + HOUR)).code == "no_such_dealer"
        with pytest.raises(Malformed, match="plan_empty"):
            enter(rota)

    def test_a_shift_is_called_off_with_a_reason_and_makes_room(self, rota, refused, now):
        anna = rota.hire("anna", here=False)
        (row,) = enter(rota, Plan(anna.pk, now + HOUR, now + 9 * HOUR))
        with pytest.raises(Refusal, match="reason_required"):
            shifts.call_off(shift_id=row.pk, reason=" ", actor=rota.evening.floor)
        shifts.call_off(shift_id=row.pk, reason="Ill", actor=rota.evening.floor)
        told = refused(shifts.call_off, shift_id=row.pk, reason="Ill", actor=rota.evening.floor)
        assert told.code == "shift_over"
        (again,) = enter(rota, Plan(anna.pk, now + HOUR, now + 9 * HOUR))
        come(rota, anna)
        told = refused(shifts.call_off, shift_id=again.pk, reason="Ill", actor=rota.evening.floor)
        assert told.code == "shift_begun"

    def test_a_shift_that_is_not_there_is_not_called_off(self, rota, refused):
        told = refused(shifts.call_off, shift_id=4711, reason="Ill", actor=rota.evening.floor)
        assert told.code == "no_such_shift"

    def test_only_the_floor_enters_shifts(self, rota, now):
        anna = rota.hire("anna", here=False)
        with pytest.raises(NotAllowed):
            shifts.enter(house_id=rota.house_id, plans=[Plan(anna.pk, now, now + HOUR)], actor=anna)


class TestWorked:
    def test_who_was_planned_begins_his_shift(self, rota, now):
        anna = rota.hire("anna", here=False)
        (row,) = enter(rota, Plan(anna.pk, now + HOUR, now + 9 * HOUR))
        assert come(rota, anna).pk == row.pk

    def test_who_was_not_planned_has_a_days_work_before_him(self, rota):
        """Eight hours (ArbZG §3) and half an hour of breaks (§4)."""
        row = come(rota, rota.hire("anna", here=False))
        assert row.ends_at - row.came_at == timedelta(hours=8, minutes=30)

    def test_nobody_comes_twice(self, rota, refused):
        assert refused(come, rota, rota.hire("anna")).code == "on_shift"

    def test_nobody_comes_back_the_same_night(self, rota, refused, later):
        anna = rota.hire("anna")
        shifts.go(dealer_id=anna.pk, actor=rota.evening.floor)
        later(hours=10, minutes=59)
        assert refused(come, rota, anna).code == "rest_too_short"
        later(minutes=1, seconds=1)
        assert come(rota, anna).went_at is None

    def test_who_deals_is_relieved_before_he_goes(self, rota, refused):
        table, anna = rota.evening.table(dealt=False), rota.hire("anna")
        rota.push(table, anna)
        told = refused(shifts.go, dealer_id=anna.pk, actor=rota.evening.floor)
        assert (told.code, told.facts["table"]) == ("deals_now", "T07")

    def test_his_break_is_over_when_he_goes(self, rota, refused):
        anna = rota.hire("anna")
        breaks.send(house_id=rota.house_id, dealer_id=anna.pk, actor=rota.evening.floor)
        shifts.go(dealer_id=anna.pk, actor=rota.evening.floor)
        assert DealerBreak.objects.get().ended_at == Shift.objects.get().went_at
        assert refused(shifts.go, dealer_id=anna.pk, actor=rota.evening.floor).code == "not_on_shift"

    def test_what_is_over_stays_as_it_was(self, rota):
        anna = rota.hire("anna")
        shifts.go(dealer_id=anna.pk, actor=rota.evening.floor)
        with pytest.raises(Exception, match="tables_shift"), transaction.atomic():
            Shift.objects.update(came_at=house_time.now())
        with pytest.raises(Exception, match="tables_shift"), transaction.atomic():
            Shift.objects.all().delete()


class TestBreaks:
    def test_half_an_hour_unless_said(self, rota):
        anna = rota.hire("anna")
        row = breaks.send(house_id=rota.house_id, dealer_id=anna.pk, actor=rota.evening.floor)
        assert row.back_at - row.started_at == timedelta(minutes=30)
        ended = breaks.back(dealer_id=anna.pk, actor=rota.evening.floor)
        assert ended.ended_at is not None

    def test_refusals(self, rota, refused):
        def send(dealer, minutes=None):
            return breaks.send(house_id=rota.house_id, dealer_id=dealer.pk, minutes=minutes, actor=rota.evening.floor)

        table, anna, boris = rota.evening.table(dealt=False), rota.hire("anna"), rota.hire("boris")
        rota.push(table, boris)
        assert refused(send, boris).code == "deals_now"
        assert refused(send, anna, 14).code == "break_length_wrong"
        assert refused(send, rota.hire("clara", here=False)).code == "not_on_shift"
        assert refused(breaks.back, dealer_id=anna.pk, actor=rota.evening.floor).code == "not_on_break"
        send(anna)
        assert refused(send, anna).code == "on_break"


class TestQualifications:
    def test_what_was_stays_written(self, rota):
        anna = rota.hire("anna", skills=["texas/no_limit", "tournament"], here=False)
        skills = ["texas/no_limit", "omaha/pot_limit"]
        qualifications.put(house_id=rota.house_id, dealer_id=anna.pk, skills=skills, actor=rota.evening.manager)
        rows = Qualification.objects.order_by("pk").values_list("skill", "until_by__username")
        assert list(rows) == [("texas/no_limit", None), ("tournament", "manager"), ("omaha/pot_limit", None)]

    def test_refusals(self, rota):
        def put(dealer, skill):
            qualifications.put(house_id=rota.house_id, dealer_id=dealer.pk, skills=[skill], actor=rota.evening.floor)

        with pytest.raises(Malformed, match="skill_unknown"):
            put(rota.hire("anna"), "stud")
        with pytest.raises(NotFound, match="no_such_dealer"):
            put(rota.evening.cage, "tournament")


class TestTerms:
    def test_off_until_the_house_switches_it_on(self, rota_off):
        rota_off.keep_rota(down_minutes=40)
        found = house_rules.change(
            house_id=rota_off.house_id, rules=RotaRules, changes={"break_minutes": 20}, actor=rota_off.evening.floor
        )
        assert (found.is_on, found.down_minutes, found.break_minutes) == (True, 40, 20)
        assert HouseRules.history.count() == 2

    @pytest.mark.parametrize(
        ("changes", "code"),
        [
            ({"most_work_minutes": 601}, "rule_out_of_range"),  # ArbZG §3
            ({"longest_stretch_minutes": 361}, "rule_out_of_range"),  # §4
            ({"first_break_minutes": 29}, "rule_out_of_range"),
            ({"second_break_minutes": 44}, "rule_out_of_range"),
            ({"least_break_minutes": 14}, "rule_out_of_range"),
            ({"rest_minutes": 599}, "rule_out_of_range"),  # §5 (2)
            ({"most_work_minutes": 400}, "limits_crossed"),
            ({"same_table_again": 1}, "rule_out_of_range"),
            ({"overtime": 1}, "rule_unknown"),
        ],
    )
    def test_a_house_may_be_stricter_than_the_law_never_laxer(self, rota_off, changes, code):
        with pytest.raises(Malformed, match=code):
            rota_off.keep_rota(**changes)

    def test_only_who_sets_games_sets_rules(self, rota_off):
        with pytest.raises(NotAllowed):
            house_rules.change(
                house_id=rota_off.house_id, rules=RotaRules, changes={"is_on": True}, actor=builders.user("cage", "c")
            )
