"""Pushes under a rota: what it speaks against, what a reason outweighs, and a line pushed at once (domain §4.9)."""

from datetime import timedelta

import pytest
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext

from accounting.models import House
from casino import house_time
from tables.dealers.services import breaks, downs
from tables.floor.services import tables
from tables.models import DealerBreak, Down, Shift
from tests.tables.dealers.rota import came_ago, rested_ago

pytestmark = pytest.mark.django_db

TEXAS = ["texas/no_limit"]


class TestOnePush:
    def test_a_house_without_a_rota_pushes_as_before(self, rota_off):
        table = rota_off.evening.table(dealt=False)
        with CaptureQueriesContext(connection) as asked:
            rota_off.push(table, rota_off.evening.dealer)
        assert rota_off.deals() == {"T07": "dealer"}
        assert not [one for one in asked if "tables_shift" in one["sql"] or "tables_qualification" in one["sql"]]

    def test_who_is_not_on_shift_is_refused(self, rota, refused):
        table = rota.evening.table(dealt=False)
        assert refused(rota.push, table, rota.hire("anna", here=False)).code == "not_on_shift"
        assert refused(rota.push, table, rota.people["anna"], reason="Only he is here").code == "not_on_shift"

    def test_a_paused_table_without_a_dealer_is_not_in_the_rota(self, rota):
        table = rota.evening.table(dealt=False)
        tables.pause(table_id=table, version=rota.evening.version(table), actor=rota.evening.floor)
        rota.push(table, rota.hire("anna", here=False))
        assert rota.deals() == {"T07": "anna"}

    def test_who_is_on_a_break_is_refused(self, rota, refused):
        table = rota.evening.table(dealt=False)
        anna = rota.hire("anna")
        breaks.send(house_id=rota.house_id, dealer_id=anna.pk, actor=rota.evening.floor)
        told = refused(rota.push, table, anna, reason="hurry")
        assert told.code == "on_break"
        assert told.facts["back_at"] == str(DealerBreak.objects.get().back_at)
        breaks.back(dealer_id=anna.pk, actor=rota.evening.floor)
        rota.push(table, anna)
        assert rota.deals() == {"T07": "anna"}

    def test_who_is_not_qualified_needs_a_reason_that_is_kept(self, rota, refused):
        table = rota.evening.table(rota.evening.game(variant="omaha", betting="pot_limit"), dealt=False)
        anna, boris = rota.hire("anna", skills=TEXAS), rota.hire("boris")
        told = refused(rota.push, table, anna)
        assert (told.code, told.facts["needs"]) == ("not_qualified", ["omaha/pot_limit"])
        assert told.facts["proposed"] == boris.pk, "what would have been right"
        rota.push(table, anna, reason="  He learns, the floor stands by ")
        assert Down.objects.get().reason == "He learns, the floor stands by"

    def test_a_house_may_leave_qualifications_aside(self, rota):
        rota.keep_rota(checks_qualification=False)
        table = rota.evening.table(dealt=False)
        rota.push(table, rota.hire("anna", skills=[]))
        assert rota.deals() == {"T07": "anna"}

    def test_never_back_to_back_at_one_table_while_there_is_another(self, rota, refused):
        """domain §4.9."""
        first, _other = rota.evening.table(code="T1", dealt=False), rota.evening.table(code="T2", dealt=False)
        anna, boris = rota.hire("anna"), rota.hire("boris")
        rota.push(first, anna)
        rota.push(first, boris)
        assert refused(rota.push, first, anna).code == "same_table_again"
        rota.push(first, anna, reason="Nobody else is free")
        assert rota.deals() == {"T1": "anna"}

    def test_the_only_table_may_be_dealt_again(self, rota):
        table = rota.evening.table(dealt=False)
        anna, boris = rota.hire("anna"), rota.hire("boris")
        for one in (anna, boris, anna):
            rota.push(table, one)
        assert rota.deals() == {"T07": "anna"}

    def test_six_hours_without_a_break_are_enough(self, rota, refused):
        """ArbZG §4: nobody works for more than six hours without a break; no reason outweighs it."""
        table, anna = rota.evening.table(dealt=False), rota.hire("anna")
        came_ago(anna, 361)
        assert refused(rota.push, table, anna, reason="only one hand").code == "break_due"

    def test_a_break_of_less_than_a_quarter_of_an_hour_is_none(self, rota, refused):
        """ArbZG §4, second sentence."""
        table, anna = rota.evening.table(dealt=False), rota.hire("anna")
        came_ago(anna, 370)
        rested_ago(anna, begins=60, minutes=14)
        assert refused(rota.push, table, anna).code == "break_due"
        rested_ago(anna, begins=35, minutes=30)
        rota.push(table, anna)
        assert rota.deals() == {"T07": "anna"}

    def test_eight_hours_may_become_ten_with_a_reason_never_more(self, rota, refused):
        """ArbZG §3."""
        table, anna = rota.evening.table(dealt=False), rota.hire("anna")
        came_ago(anna, 8 * 60 + 46)
        rested_ago(anna, begins=200, minutes=45)
        assert refused(rota.push, table, anna).code == "over_usual_work"
        came_ago(anna, 10 * 60 + 46)
        assert refused(rota.push, table, anna, reason="the final table").code == "over_most_work"
        came_ago(anna, 8 * 60 + 46)
        rota.push(table, anna, reason="Two have called in sick")
        assert Down.objects.get().reason == "Two have called in sick"

    def test_who_is_relieved_goes_on_his_break_if_asked(self, rota):
        table, anna, boris = rota.evening.table(dealt=False), rota.hire("anna"), rota.hire("boris")
        rota.push(table, anna)
        rota.push(table, boris, sends_on_break=True)
        pause = DealerBreak.objects.get()
        assert (pause.dealer, pause.ended_at) == (anna, None)
        assert pause.started_at == Down.objects.get(dealer=anna).ended_at

    def test_who_is_on_a_break_comes_back_and_deals_in_one_step(self, rota, refused):
        table, anna, boris = rota.evening.table(dealt=False), rota.hire("anna"), rota.hire("boris")
        rota.push(table, anna)
        rota.push(table, boris, sends_on_break=True)
        assert refused(rota.push, table, anna).code == "on_break"
        rota.push(table, anna, ends_break=True, reason="nobody else is here")
        assert rota.deals() == {"T07": "anna"}
        pause, down = DealerBreak.objects.get(), Down.objects.latest("pk")
        assert (pause.dealer, pause.ended_at) == (anna, down.started_at)

    def test_a_break_that_must_be_taken_is_not_ended_for_a_push(self, rota, refused):
        """ArbZG §4: nothing is changed, the break goes on."""
        table, anna = rota.evening.table(dealt=False), rota.hire("anna")
        came_ago(anna, 370)
        breaks.send(house_id=rota.house_id, dealer_id=anna.pk, actor=rota.evening.floor)
        assert refused(rota.push, table, anna, ends_break=True).code == "break_due"


class TestOneLine:
    def test_the_push_goes_down_the_line(self, rota):
        """The fresh dealer pushes the first, who pushes the second, who goes on his break."""
        first, second = rota.evening.table(code="T1", dealt=False), rota.evening.table(code="T2", dealt=False)
        anna, boris, clara = (rota.hire(name) for name in ("anna", "boris", "clara"))
        rota.push(first, anna)
        rota.push(second, boris)
        assert rota.line((second, anna), (first, clara)) == ["done", "done"]
        assert rota.deals() == {"T1": "clara", "T2": "anna"}
        assert DealerBreak.objects.get().dealer == boris

    def test_a_push_that_cannot_be_done_is_told_and_the_others_are_done(self, rota):
        tables = [rota.evening.table(code=code, dealt=False) for code in ("T1", "T2")]
        anna, boris = rota.hire("anna"), rota.hire("boris", here=False)
        assert rota.line((tables[0], anna), (tables[1], boris)) == ["done", "not_on_shift"]
        assert rota.deals() == {"T1": "anna"}

    def test_what_hangs_on_a_push_that_fails_fails_with_it(self, rota):
        """Anna would leave T1 without a dealer."""
        first, second = rota.evening.table(code="T1", dealt=False), rota.evening.table(code="T2", dealt=False)
        anna, boris, clara = rota.hire("anna"), rota.hire("boris"), rota.hire("clara", skills=[])
        rota.push(first, anna)
        rota.push(second, boris)
        assert rota.line((second, anna), (first, clara)) == ["deals_elsewhere", "not_qualified"]
        assert rota.deals() == {"T1": "anna", "T2": "boris"}
        assert not DealerBreak.objects.exists()

    def test_a_table_that_has_moved_on_is_told(self, rota):
        table, anna = rota.evening.table(dealt=False), rota.hire("anna")
        seen = rota.wanted((table, anna))
        rota.push(table, rota.hire("boris"))
        (outcome,) = downs.push_line(house_id=rota.house_id, pushes=seen, actor=rota.evening.floor)
        assert outcome.refusal is not None
        assert outcome.refusal.code == "stale"
        assert rota.deals() == {"T07": "boris"}

    def test_nobody_is_sent_to_two_tables(self, rota):
        tables = [rota.evening.table(code=code, dealt=False) for code in ("T1", "T2")]
        anna = rota.hire("anna")
        assert rota.line(*((table, anna) for table in tables)) == ["done", "deals_elsewhere"]

    @pytest.mark.parametrize("twice", [True, False])
    def test_an_empty_line_and_a_table_named_twice_are_refused(self, rota, refused, twice):
        table = rota.evening.table(dealt=False)
        pushes = rota.wanted(*[(table, rota.hire("anna"))] * 2) if twice else []
        told = refused(downs.push_line, house_id=rota.house_id, pushes=pushes, actor=rota.evening.floor)
        assert told.code == "line_wrong"

    def test_a_table_of_another_house_is_not_there(self, rota, refused):
        table, anna = rota.evening.table(dealt=False), rota.hire("anna")
        next_door = House.objects.create(code="dus", name="Duisburg")
        told = refused(
            downs.push_line, house_id=next_door.pk, pushes=rota.wanted((table, anna)), actor=rota.evening.floor
        )
        assert told.code == "no_such_table"


class TestTheDatabase:
    """Whatever the services do, a dealer is in one place."""

    def test_no_break_while_he_deals(self, rota):
        table, anna = rota.evening.table(dealt=False), rota.hire("anna")
        rota.push(table, anna)
        now = house_time.now()
        with pytest.raises(IntegrityError, match="deals and is on his break at once"), transaction.atomic():
            DealerBreak.objects.create(
                shift=Shift.objects.get(), dealer=anna, started_at=now, back_at=now + timedelta(hours=1), sent_by=anna
            )

    def test_no_down_on_his_break(self, rota):
        table, anna, boris = rota.evening.table(dealt=False), rota.hire("anna"), rota.hire("boris")
        rota.push(table, boris)
        breaks.send(house_id=rota.house_id, dealer_id=anna.pk, actor=rota.evening.floor)
        with pytest.raises(IntegrityError, match="deals and is on his break at once"), transaction.atomic():
            Down.objects.filter(dealer=boris).update(dealer=anna, started_at=house_time.now())
