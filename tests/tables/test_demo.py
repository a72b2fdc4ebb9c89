"""The demo: four evenings through the services, so that every page and report has life from the first start."""

from collections import Counter
from datetime import UTC, datetime, time, timedelta
from itertools import pairwise

import pytest
from django.apps import apps
from django.contrib.auth.hashers import check_password
from django.core.management import CommandError, call_command

from accounting.days.services import days
from accounting.models import (
    Assessment,
    Drop,
    Entry,
    Finding,
    GamingDay,
    House,
    HouseDay,
    JackpotSlip,
    Place,
    ScheduleVersion,
    Slip,
    Statement,
    TipRecord,
    TroncMember,
    TroncShare,
)
from accounting.proof.services import proofs
from accounting.tronc.selectors import months
from accounting.tronc.selectors.months import Credit
from casino import house_time
from casino.errors import Malformed, NotAllowed, Refusal
from casino.models import User
from casino.services import users
from casino.transactions import together
from tables.audit.selectors import closing
from tables.models import FloorCall, Guest, Hand, HandAction, Incident, JackpotClaim, Round, Session, WaitingEntry
from tables.play.selectors import tables as table_views
from tests import databases
from tools.evening import cast, programme
from tools.evening.clock import Agenda, Clock, once

NAMES = ("floor", "dealer", "cage", "cage2", "manager", "manager2", "auditor", "admin")


@pytest.fixture(scope="class")
def played(django_db_setup, django_db_blocker):
    with django_db_blocker.unblock(), databases.fresh(databases.demo()), databases.rolled_back():
        yield


@pytest.mark.usefixtures("played")
class TestThePlayedDemo:
    """Played once for all of these tests; nothing of it is left for the next ones."""

    def test_every_chip_is_accounted_for(self):
        proof = proofs.prove()
        assert proof.ok, proof.broken
        assert proof.entries > 700
        assert sum(Place.objects.values_list("balance_cents", flat=True)) == 0

    def test_each_row_is_called_by_a_name(self):
        """The back office and the histories call it so."""
        ours = (apps.get_app_config(app) for app in ("accounting", "casino", "tables"))
        models = [model for app in ours for model in app.get_models() if model._meta.managed]
        rows = [row for model in models if (row := model._base_manager.order_by("pk").last()) is not None]
        nameless = [row._meta.label for row in rows if "object (" in str(row) or not str(row).strip()]
        assert nameless == []
        assert len(rows) > 70

    def test_two_evenings_are_sealed_yesterday_is_being_closed_and_one_goes_on(self):
        of_month, *days = GamingDay.objects.order_by("date")
        assert (of_month.state, len(of_month.seal)) == ("closed", 64)
        assert [(day.state, len(day.seal)) for day in days] == [("closed", 64), ("closing", 0), ("open", 0)]
        assert days[0].date == days[2].date - timedelta(days=7), "what tonight is compared with"
        unmet = {one.item.value: one.open for one in closing.checklist(days[1]) if not one.is_met}
        assert list(unmet) == ["boxes"], "one step is left"
        assert len(unmet["boxes"]) == 1
        assert 600 <= Hand.objects.count() <= 900
        per_day = [Hand.objects.filter(gaming_day=day).count() for day in days]
        assert per_day[2] > 400 > 100 > min(per_day[:2]) > 40

    def test_guests_wait_one_is_called_the_floor_is_called_and_the_audit_has_findings(self):
        waiting = WaitingEntry.objects.filter(ended_at=None)
        assert Counter(waiting.values_list("state", flat=True)) == {"waiting": 4, "called": 2}
        assert waiting.filter(is_here=False).count() == 1
        assert [one.table.code for one in FloorCall.objects.filter(answered_at=None)] == ["T04"]
        assert Incident.objects.get().owner.username == "manager"
        found = Finding.objects.filter(state="open", gaming_day__state="open")
        assert {one.rule for one in found} >= {"TAX_SHORT", "FLOAT_DRIFT"}

    def test_everybody_who_dealt_was_on_shift(self) -> None:
        assert not Finding.objects.filter(rule="HOURS_DIFFER").exists()

    def test_a_tablet_has_tiles(self):
        assert set(User.objects.exclude(pin_hash="").values_list("username", flat=True)) == set(cast.WITH_A_PIN)

    def test_the_boxes_of_a_sealed_evening_are_counted_by_two_and_one_waits_for_its_second_count(self):
        sealed = Drop.objects.filter(gaming_day__state="closed")
        assert sealed.count() == (1 + 3) * 2, "one table, then three; two boxes each"
        for box in sealed:
            assert box.counted_cents == box.booked_cents
            assert len(set(box.counts.values_list("counted_by", flat=True))) == 2
        waiting = Drop.objects.filter(counted_at=None, table_code="T06")
        assert {box.kind: box.counts.count() for box in waiting} == {"rake": 0, "tips": 1}

    def test_six_tables_of_which_one_pauses_and_one_is_closed(self):
        views = {view.code: view for view in table_views.views(House.objects.get().pk)}
        states = {code: view.state for code, view in views.items()}
        assert {view.tournament[1] for view in views.values() if view.tournament} == {"Turbo am Abend"}
        assert states == {
            "T01": "open", "T02": "open", "T03": "open", "T04": "open", "T05": "paused", "T06": "closed", "E1": "open",
            "M1": "closed", "M2": "closed",
        }  # fmt: skip
        assert all(len(view.seats) >= 5 for code, view in views.items() if code not in {"T06", "M1", "M2"})
        assert views["T03"].dealer.name == "Jonas Reinhardt"
        assert views["T03"].current_hand is not None
        assert any(seat.is_away for seat in views["T02"].seats)
        assert Guest.objects.count() == 45 + len(cast.GUESTS_OF_THE_BANK) + len(cast.CONTESTANTS)

    def test_a_table_against_the_house_was_opened_filled_closed_and_opened_again(self):
        """Its rounds by their outcome first, then with every card; the house knows what it has won."""
        quick, full = Session.objects.filter(table__code="E1").order_by("pk")
        recorded = {session: Round.objects.filter(session=session, state="settled") for session in (quick, full)}
        assert {one.recording for one in recorded[quick]} == {"summary"}
        assert {one.recording for one in recorded[full]} == {"every_action"}
        assert all(rounds.count() >= 30 for rounds in recorded.values())
        assert all(one.record["board"] and len(one.record["boxes"]) >= 5 for one in recorded[full])
        assert Round.objects.filter(session=quick, void_reason="card_exposed").count() == 1
        assert Round.objects.filter(tips_cents__gt=0).count() > 3
        assert (quick.state, full.state) == ("closed", "open")
        won = sum(one.house_cents for one in recorded[quick])
        fill = Slip.objects.get(table_code="E1", state="done")
        assert quick.counted_float_cents == quick.float_cents + fill.amount_cents + won
        view = next(view for view in table_views.views(House.objects.get().pk) if view.code == "E1")
        assert view.session.bank.won_cents == sum(one.house_cents for one in recorded[full])
        assert view.session.bank.float_cents == full.float_cents + view.session.bank.won_cents

    def test_the_hands_have_what_an_auditor_looks_for(self):
        open_hand = Hand.objects.get(state="open")
        assert HandAction.objects.filter(hand=open_hand, kind="undo").count() == 1
        assert Hand.objects.filter(state="void").count() == 2
        assert Entry.objects.filter(code="reversal").count() == 1
        other = Assessment.objects.exclude(taken_cents=0).filter(due_cents=800, taken_cents=400)
        assert [one.reason for one in other] == ["Zweite Stufe übersehen"]
        every_action = Hand.objects.filter(recording="every_action", state="settled")
        assert every_action.count() > 100
        assert every_action.filter(result__showdown=True).count() > 20
        assert sum(len(hand.result["pots"]) > 1 for hand in every_action) >= 3
        assert sum(Assessment.objects.values_list("tips_cents", flat=True)) > 0

    def test_a_jackpot_fell_and_is_partly_paid_and_another_claim_waits(self):
        assert Counter(JackpotClaim.objects.values_list("state", flat=True)) == {"approved": 1, "proposed": 1}
        slips = Counter(JackpotSlip.objects.values_list("state", flat=True))
        assert slips["paid"] == 1 < slips["due"]

    def test_the_tips_of_the_sealed_evening_are_signed_by_two_and_who_shares_is_confirmed(self):
        for record in TipRecord.objects.all():
            assert (record.gaming_day.state, record.counted_cents > 0) == ("closed", True)
            assert record.drawn_up_by != record.signed_by
        assert TipRecord.objects.count() == 2
        share = TroncMember.objects.exclude(confirmed_at=None)
        assert share.count() == 1 + len(cast.DEALERS) + len(cast.CROUPIERS) + 2 + 1

    def test_a_month_is_over_its_tips_are_to_be_distributed_and_its_statement_waits(self):
        of_day = GamingDay.objects.earliest("date").date
        month = of_day.replace(day=1)
        states = Statement.objects.order_by("period").values_list("period", "first", "state")
        assert list(states) == [("day", of_day, "sealed"), ("month", month, "signed")]
        people = User.objects.filter(username__in=("cage", "cage2", "admin"))
        clocked = {one.pk: Credit(6_000, TroncShare.Credit.OTHER_WORK) for one in people}
        of_month = months.of(House.objects.get(), month, {"insurance": 0}, clocked).distributed()
        assert sum(share.payable_cents for share in of_month.shares) > 0

    def test_the_evening_has_hours_and_the_figures_are_rolled_up(self):
        last = GamingDay.objects.get(state="open")
        assert len(set(Assessment.objects.filter(gaming_day=last).values_list("hour", flat=True))) >= 6
        taken = sum(one.taken_cents * one.sign for one in Assessment.objects.filter(gaming_day=last))
        assert HouseDay.objects.get(gaming_day=last).taken_cents == taken > 0

    def test_no_book_runs_backwards_or_ahead(self):
        assert not Entry.objects.filter(at__gt=house_time.now()).exists()
        for book in set(Entry.objects.values_list("book_id", flat=True)):
            times = Entry.objects.filter(book_id=book).order_by("number").values_list("at", flat=True)
            assert all(before <= after for before, after in pairwise(times))

    def test_a_schedule_has_two_versions_and_each_evening_its_own(self):
        first, second = ScheduleVersion.objects.filter(schedule__name="Prozent 5").order_by("version")
        last = GamingDay.objects.get(state="open")
        used = Assessment.objects.filter(table_code="T01")
        assert set(used.filter(gaming_day=last).values_list("schedule_version_id", flat=True)) == {second.pk}
        assert set(used.exclude(gaming_day=last).values_list("schedule_version_id", flat=True)) == {first.pk}

    @pytest.mark.parametrize("name", NAMES)
    def test_everybody_can_sign_in(self, client, name):
        assert client.login(username=name, password=f"demo-{name}")
        person = User.objects.get(username=name)
        assert person.is_demo
        assert person.roles == [name.rstrip("2")]

    def test_the_dealers_have_a_pin_or_no_way_in(self):
        assert check_password(users.peppered("246810"), User.objects.get(username="dealer").pin_hash)
        others = User.objects.filter(roles=["dealer"]).exclude(username="dealer")
        assert len(others) == len(cast.DEALERS) + len(cast.CROUPIERS)
        assert all(one.is_demo and not one.has_usable_password() for one in others)

    def test_a_second_time_it_is_there_already(self):
        before = Entry.objects.count(), Hand.objects.count(), User.objects.count(), House.objects.count()
        call_command("demo", verbosity=0)
        assert (Entry.objects.count(), Hand.objects.count(), User.objects.count(), House.objects.count()) == before


@pytest.mark.django_db
class TestWhereItIsRefused:
    def test_a_real_house_gets_no_published_passwords(self, settings):
        settings.PRODUCTION = True
        with pytest.raises(CommandError, match="not for a real house"):
            call_command("demo")
        assert not User.objects.exists()
        assert not House.objects.exists()

    def test_a_name_that_somebody_has_leaves_nothing_half_done(self):
        User.objects.create_user("admin", roles=["admin"], password=None)
        with pytest.raises(CommandError, match="user name admin"):
            call_command("demo")
        assert User.objects.count() == 1
        assert not House.objects.exists()


@pytest.mark.django_db
def test_use_cases_together_happen_all_or_none():
    def hire(name: str) -> None:
        users.create(username=name, password=None, full_name="", role_names=["dealer"])

    def hire_twice() -> None:
        with together():
            hire("anna")
            hire("anna")

    with pytest.raises(Refusal):
        hire_twice()
    assert not User.objects.exists()
    with together():
        hire("anna")
        hire("ben")
    assert User.objects.count() == 2


@pytest.mark.django_db
class TestAPin:
    def test_is_six_digits(self):
        person = User.objects.create_user("dealer", roles=["dealer"])
        for pin in ("24681", "2468101", "24681a", "²46810", ""):
            with pytest.raises(Malformed) as refused:
                users.set_pin(user_id=person.pk, pin=pin, actor=None)
            assert refused.value.code == "pin_malformed"
        assert User.objects.get().pin_hash == ""

    def test_is_one_s_own_or_the_administrator_s_to_set(self):
        person, other = (User.objects.create_user(name, roles=["dealer"]) for name in ("anna", "ben"))
        with pytest.raises(NotAllowed):
            users.set_pin(user_id=person.pk, pin="135790", actor=other)
        assert User.objects.get(pk=person.pk).pin_hash == ""
        users.set_pin(user_id=person.pk, pin="135790", actor=person)
        assert check_password(users.peppered("135790"), User.objects.get(pk=person.pk).pin_hash)


def test_each_evening_has_its_own_gaming_day_whenever_it_is_played():
    house = House(rolls_over_at=time(12))
    at = datetime(2026, 1, 1, 0, 30, tzinfo=UTC)
    while at.year == 2026:  # also over the 25-hour day of October
        dates = [days.date_of(house, begins_at) for begins_at in programme.beginnings(at)]
        assert len(set(dates)) == 4, at
        assert (dates[0].year, dates[0].month) < (dates[2].year, dates[2].month), "the month is over yesterday"
        at += timedelta(hours=1)


def test_the_agenda_keeps_the_order_of_time_and_repeats():
    clock = Clock(house_time.now())
    agenda, begins, seen = Agenda(clock), clock.at, []

    def every_two_minutes() -> timedelta:
        seen.append(("again", clock.at - begins))
        return timedelta(minutes=2)

    agenda.at(begins + timedelta(minutes=3), once(lambda: seen.append(("once", clock.at - begins))))
    agenda.at(begins, every_two_minutes)
    agenda.run(begins + timedelta(minutes=5))
    minutes = [(what, at // timedelta(minutes=1)) for what, at in seen]
    assert minutes == [("again", 0), ("again", 2), ("once", 3), ("again", 4)]
    assert clock.at == begins + timedelta(minutes=5)
