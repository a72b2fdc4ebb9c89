"""Management's pages of the rake: who proposes and approves, what a proposal would bring, what hangs on the wall."""

from datetime import UTC, datetime, timedelta

import pytest
from django.urls import reverse

from accounting.models import ScheduleVersion
from accounting.rake.services import schedules
from casino.models import User
from tables.hands.services import recording
from tables.hands.services.recording import Summary
from tables.models import Game
from tests.deciding import looking

TOMORROW = (datetime.now(UTC) + timedelta(days=1)).strftime("%Y-%m-%dT%H:%M")
SEVEN = {
    "kind": "percent", "rate_bp": "7", "cap_cents": "20", "chip_cents": "1", "rounding": "down",
    "no_flop_no_drop": "on", "valid_from": TOMORROW, "key": "k1",
}  # fmt: skip
SCHEDULES = reverse("management:schedules")


def person(name, role="manager"):
    return User.objects.create_user(name, password="correct horse", roles=[role], full_name=name.title())


@pytest.fixture
def people(room, browser):
    """Two managers, each at a browser, and the schedule's id."""
    anna, boris = person("anna"), person("boris")
    return browser(anna), browser(boris), Game.objects.first().rake_schedule_id


def rows():
    return list(ScheduleVersion.objects.order_by("version").values_list("version", "state", "approved_by__username"))


def propose(client, schedule, **changes):
    address = reverse("management:schedule-propose", args=[schedule])
    return client.post(address, {name: value for name, value in (SEVEN | changes).items() if value is not None})


def test_one_proposes_and_another_approves_with_his_password(people):
    anna, boris, schedule = people
    assert "5 % of the pot" in anna.get(SCHEDULES).content.decode()
    assert propose(anna, schedule).status_code == 303
    change = ScheduleVersion.objects.get(version=2)
    assert change.terms == {
        "kind": "percent", "rate_bp": 700, "cap_cents": 2_000, "chip_cents": 100, "no_flop_no_drop": True,
    }  # fmt: skip
    approve = reverse("management:schedule-approve", args=[change.pk])
    assert approve not in anna.get(SCHEDULES).content.decode()
    page = boris.get(SCHEDULES).content.decode()
    assert approve in page
    assert "7 % of the pot" in page
    assert "proposed" in page
    assert "written by Anna" in page
    seen = {"seen": boris.get(approve).context["form"].initial["seen"]}
    assert boris.post(approve, seen | {"key": "k2"}).status_code == 400
    refused = boris.post(approve, seen | {"key": "k2", "password": "wrong"})
    assert refused.status_code in {400, 403, 422}
    assert rows()[1] == (2, "proposed", None)
    assert boris.post(approve, seen | {"key": "k3", "password": "correct horse"}).status_code == 303
    assert rows() == [(1, "published", "second-manager"), (2, "published", "boris")]
    assert "approved by Boris" in anna.get(SCHEDULES).content.decode()


def test_the_author_is_told_that_it_takes_another(people):
    anna, _boris, schedule = people
    propose(anna, schedule)
    approve = reverse("management:schedule-approve", args=[ScheduleVersion.objects.get(version=2).pk])
    seen = anna.get(approve).context["form"].initial["seen"]
    refused = anna.post(approve, {"key": "k2", "password": "correct horse", "seen": seen})
    assert refused.status_code == 403
    assert "This takes another person" in refused.content.decode()
    assert rows()[1] == (2, "proposed", None)


def test_a_proposal_is_declined_with_a_reason(people):
    anna, boris, schedule = people
    propose(anna, schedule)
    change = ScheduleVersion.objects.get(version=2)
    decline = reverse("management:schedule-decline", args=[change.pk])
    page = boris.get(decline)
    assert "7 % of the pot" in page.content.decode()
    seen = page.context["form"].initial["seen"]
    assert boris.post(decline, {"key": "k2", "reason": "Too much", "seen": seen}).status_code == 303
    assert rows()[1] == (2, "declined", None)
    assert change.history.first().history_change_reason == "Too much"


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"rate_bp": ""}, "/rate_bp"),
        ({"rate_bp": "five"}, "Enter an amount in digits"),
        ({"steps": "50 4"}, "/steps"),  # not a field of per cent: it is refused, not dropped
        ({"caps": "2 3\n5"}, "Enter two numbers on each line."),
        ({"caps": "3 3"}, "/caps"),
        ({"valid_from": "2020-01-01T12:00"}, "already has terms for that time"),
        ({"valid_from": ""}, "This field is required."),
    ],
)
def test_what_cannot_be_proposed_is_said_and_stays_typed(people, changes, said):
    anna, _boris, schedule = people
    refused = propose(anna, schedule, **changes)
    assert refused.status_code in {400, 422}
    page = refused.content.decode()
    assert said in page
    assert 'value="20"' in page
    assert len(rows()) == 1


@pytest.mark.parametrize(
    ("filled", "terms"),
    [
        (
            {"kind": "steps", "steps": "50 4\n200: 8", "chip_cents": "2"},
            {"steps": [{"from_cents": 5_000, "total_cents": 400}, {"from_cents": 20_000, "total_cents": 800}],
             "chip_cents": 200},
        ),
        (
            {"kind": "increment", "amount_cents": "5", "per_cents": "100", "first_cents": "5", "rounding": "nearest"},
            {"amount_cents": 500, "per_cents": 10_000, "first_cents": 500, "rounding": "nearest"},
        ),
        (
            {"kind": "fixed", "amount_cents": "2", "caps": "2 1\n4 1,50", "min_pot_cents": "10"},
            {"amount_cents": 200, "min_pot_cents": 1_000,
             "caps": [{"players": 2, "cap_cents": 100}, {"players": 4, "cap_cents": 150}]},
        ),
        ({"kind": "time", "amount_cents": "6", "period_minutes": "30"}, {"amount_cents": 600, "period_minutes": 30}),
        (
            {"kind": "percent", "rate_bp": "2,5", "least_cents": "1", "base_includes_uncalled": "on",
             "fund": "bad-beat", "fund_steps": "20 1", "fund_players": "4", "fund_flop": "on"},
            {"rate_bp": 250, "least_cents": 100, "base_includes_uncalled": True,
             "jackpot": {"fund": "bad-beat", "steps": [{"from_cents": 2_000, "total_cents": 100}], "min_players": 4,
                         "flop_required": True}},
        ),
    ],
    ids=["steps", "increment", "fixed", "time", "percent"],
)  # fmt: skip
def test_a_new_schedule_and_its_terms_come_back_into_the_form_as_they_were_typed(people, filled, terms):
    anna, _boris, _schedule = people
    new = reverse("management:schedule-new")
    answer = anna.post(new, {"name": "Other", "valid_from": "2026-01-01T12:00", "key": "k1", **filled})
    assert answer.status_code == 303, answer.context["form"].errors
    version = ScheduleVersion.objects.get(schedule__name="Other")
    assert version.terms == {"kind": filled["kind"], **terms}
    assert version.state == "proposed"
    looking(schedules.approve)(version_id=version.pk, actor=User.objects.get(username="boris"))
    form = anna.get(reverse("management:schedule-propose", args=[version.schedule_id])).context["form"]
    again = {name: form[name].value() for name in form.fields if form[name].value() is not None}
    again = {name: form.fields[name].prepare_value(value) for name, value in again.items()}
    again = {name: value for name, value in again.items() if value not in (False, "")}
    answer = propose(anna, version.schedule_id, **(dict.fromkeys(SEVEN) | again | {"key": "k2"}))
    assert answer.status_code == 303, answer.context["form"].errors
    assert ScheduleVersion.objects.get(schedule=version.schedule, version=2).terms == version.terms


class TestTheSimulator:
    @pytest.fixture
    def played(self, room, people):
        """One hand of 73 euros by its outcome: 5 % of it are 3 euros."""
        table = room.set_up("T02", "summary", ("Ada", "Bo"))
        room.push(room.tables["T02"])
        recording.record_summary(
            table_id=table,
            version=room.version(table),
            summary=Summary(pot_cents=7_300, flop_seen=True, dealt_in=2),
            actor=room.dealer,
        )
        return people

    def test_a_proposal_before_it_is_signed(self, played):
        anna, boris, schedule = played
        propose(anna, schedule)
        change = ScheduleVersion.objects.get(version=2)
        page = boris.get(reverse("policy:simulate"), {"version": change.pk})
        assert page.status_code == 200
        total = page.context["found"].outcome.total
        assert (total.hands, total.due_cents, total.proposed_cents) == (1, 300, 500)
        assert "7 % of the pot" in page.content.decode()
        assert "50.00 to under 100.00" in page.content.decode()
        assert reverse("policy:simulate") + f"?version={change.pk}" in boris.get(SCHEDULES).content.decode()

    def test_any_terms_by_the_address(self, played):
        anna, _boris, _schedule = played
        page = anna.get(reverse("policy:simulate"), {"kind": "fixed", "amount_cents": "1"})
        assert page.context["found"].outcome.total.difference_cents == -200
        page = anna.get(reverse("policy:simulate"), {"kind": "time", "amount_cents": "6", "period_minutes": "30"})
        assert "Under these terms players pay by time." in page.content.decode()

    def test_it_waits_for_terms_and_says_what_is_wrong_with_them(self, played):
        anna, _boris, _schedule = played
        waiting = anna.get(reverse("policy:simulate"))
        assert (waiting.status_code, "found" in waiting.context) == (200, False)
        wrong = anna.get(reverse("policy:simulate"), {"kind": "fixed", "amount_cents": "1", "rate_bp": "5"})
        assert wrong.status_code == 400
        assert "/rate_bp" in wrong.content.decode()
        assert anna.get(reverse("policy:simulate"), {"version": "4711"}).status_code == 404

    def test_it_is_not_for_dealers(self, room, browser):
        assert browser(room.dealer).get(reverse("policy:simulate")).status_code == 403


class TestTheSheet:
    def test_in_both_languages_and_in_one(self, room, people):
        anna, _boris, _schedule = people
        game = Game.objects.get(name="PLO 5/10")
        sheet = reverse("policy:rules", args=[game.pk])
        assert sheet in anna.get(reverse("policy:games")).content.decode()
        both = anna.get(sheet).content.decode()
        assert both.count("<section lang=") == 2
        assert "15,00" in both
        assert "15.00" in both
        assert "House decisions cannot be challenged." in both
        one = anna.get(sheet, {"language": "de"}).content.decode()
        assert one.count("<section lang=") == one.count('<section lang="de">') == 1
        assert "15.00" not in one

    def test_says_who_approved_it(self, people):
        anna, _boris, _schedule = people
        game = Game.objects.first()
        page = anna.get(reverse("policy:rules", args=[game.pk]), {"language": "en"}).content.decode()
        assert "Approved by second-manager." in page

    def test_is_not_posted_before_a_second_person_has_approved_the_terms(self, people):
        anna, _boris, _schedule = people
        anna.post(reverse("management:schedule-new"), {**SEVEN, "name": "Other"})
        terms = ScheduleVersion.objects.get(schedule__name="Other")
        Game.objects.filter(name="PLO 5/10").update(rake_schedule=terms.schedule_id)
        game = Game.objects.get(name="PLO 5/10")
        page = anna.get(reverse("policy:rules", args=[game.pk]))
        assert page.status_code == 422
        assert "waiting for a second person" in page.content.decode()

    def test_that_is_not_there(self, people):
        anna, _boris, _schedule = people
        assert anna.get(reverse("policy:rules", args=[4711])).status_code == 404
