"""The audit knows what each hand of a day was played under, and the table's screens say what changed and since when."""

from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client
from django.urls import reverse

from accounting.cage.selectors import shifts
from accounting.models import Finding
from accounting.rake.services import schedules
from casino import house_time
from tables.audit.selectors import played_terms
from tables.audit.services import audits
from tables.hands.services import corrections
from tables.hands.services.recording import Summary
from tables.log.selectors import hand_overs as selector
from tables.log.selectors.hand_over_rows import Moment
from tests import builders, databases
from tests.api_client import Api, problem
from tests.builders import past_the_guards, user
from tests.deciding import looking
from tests.tables.floor.terms.conftest import next_door
from tests.tables.floor.terms.rising import RisingStake

ONE, TWO, FIVE = "NLHE 1/2", "NLHE 2/4", "NLHE 5/10"


def told(rising):
    """Hands, game, schedule and cause, in order."""
    found = played_terms.of_day(rising.evening.day)
    return [(one.first, one.last, one.game.name, str(one.version or ""), one.cause.value) for one in found]


def new_tax(rising):
    """Other terms, written by one manager and signed by the other: from now on."""
    evening = rising.evening
    change = schedules.publish(
        house_id=evening.house.pk,
        name="Taxe",
        terms={"kind": "fixed", "amount_cents": 300},
        valid_from=house_time.now(),
        actor=evening.manager,
    )
    return looking(schedules.approve)(version_id=change.pk, actor=evening.second_manager)


def played():
    """1/2, by the floor 2/4, new terms of the tax, as planned 5/10; and the time at the end."""
    times = [datetime(2026, 11, 20, 21, tzinfo=UTC)]  # five minutes of one shift

    def a_minute_later():
        times.append(times[-1] + timedelta(minutes=1))

    with house_time.shown_by(lambda: times[-1]):
        rising = RisingStake.of(builders.evening(), "summary")
        rising.hand()
        rising.hand()
        a_minute_later()
        rising.change(rising.two_four, reason="all agreed")
        rising.hand()
        a_minute_later()
        new_tax(rising)
        a_minute_later()
        rising.plan(rising.five_ten, hands=4)
        rising.hand()
        a_minute_later()
        rising.hand()
        a_minute_later()
    return rising, times[-1]


built, rising_and_time = databases.shared(played)


@pytest.fixture
def busy(rising_and_time):
    rising, at = rising_and_time
    with house_time.shown_by(lambda: at):
        yield rising


@pytest.fixture
def evening(rising_and_time):
    rising, _at = rising_and_time
    return next_door(rising.evening)


STORY = [
    (1, 2, ONE, "Taxe v1", "opened"),
    (3, 3, TWO, "Taxe v1", "game"),
    (4, 4, TWO, "Taxe v2", "tax"),
    (5, 5, FIVE, "Taxe v2", "stake"),
]


def test_each_change_names_the_hands_under_it(busy):
    assert told(busy) == STORY
    floor, manager = str(busy.evening.floor), str(busy.evening.manager)
    found = played_terms.of_day(busy.evening.day)
    assert [(one.by, one.reason) for one in found] == [(floor, ""), (floor, "all agreed"), (manager, ""), (floor, "")]
    assert audits.audit(day_id=busy.evening.day.pk, actor=None).differences == []


def test_a_change_that_no_hand_followed_is_told_too(rising, later):
    rising.hand()
    later(minutes=1)
    rising.change(rising.two_four)
    later(minutes=1)
    rising.change(rising.one_two, reason="nobody wanted it")
    later(minutes=1)
    rising.hand()
    assert told(rising) == [
        (1, 1, ONE, "Taxe v1", "opened"),
        (None, None, TWO, "", "game"),
        (2, 2, ONE, "Taxe v1", "game"),
    ]


def test_a_correction_is_the_hand_it_takes_the_place_of(busy):
    hand = busy.hand()
    corrections.correct(
        hand_id=hand.pk,
        version=hand.version,
        summary=Summary(2_100, True, 3),
        reason="pot keyed wrong",
        actor=busy.evening.second_manager,
    )
    assert told(busy) == [*STORY[:-1], (5, 6, FIVE, "Taxe v2", "stake")]


def test_a_game_that_was_switched_past_all_services_is_seen(summaries):
    summaries.hand()
    past_the_guards("UPDATE tables_session SET game_id = %s", summaries.two_four.pk)
    summaries.hand()
    assert told(summaries)[1] == (2, 2, TWO, "Taxe v1", "unknown")


@pytest.mark.parametrize("changed", ["game_id = 0", "schedule_version_id = 0", "started_at = 'infinity'"])
def test_rows_that_nobody_can_read_hide_no_others(busy, changed):
    past_the_guards(f"UPDATE tables_hand SET {changed} WHERE number = 4")
    assert [one[:2] for one in told(busy)] == [(1, 2), (3, 3), (4, 4), (5, 5)]
    page = signed_in(busy.evening.manager).get(reverse("audit:day"))
    assert page.status_code == 200
    assert len(Api(busy.evening.manager).get(f"gaming-days/{busy.evening.day.pk}/terms/").json()) == 4


def test_hands_taxed_before_their_terms_were_signed_are_a_finding_with_their_numbers(summaries, later):
    """As a version may stand that an older system published: signed on the next day."""
    for _hand in range(3):
        later(minutes=1)
        summaries.hand()
    past_the_guards("UPDATE accounting_scheduleversion SET approved_at = %s", house_time.now() - timedelta(seconds=30))
    found = audits.audit(day_id=summaries.evening.day.pk, actor=None)
    assert found.by_rule.get("SCHEDULE_UNSIGNED") == 1
    facts = Finding.objects.get(rule="SCHEDULE_UNSIGNED").facts
    assert (facts["hands"], facts["first_hand"], facts["last_hand"]) == (2, "T07 #1", "T07 #2")


class TestWhereItIsRead:
    def test_in_the_audits_result(self, busy):
        found = audits.audit(day_id=busy.evening.day.pk, actor=None).terms
        assert [(one.first, one.last, one.game, one.schedule, one.cause) for one in found] == STORY

    def test_by_the_api(self, busy):
        path = f"gaming-days/{busy.evening.day.pk}/terms/"
        rows = Api(busy.evening.manager).get(path).json()
        told = [(row["first"], row["last"], row["game_name"], row["schedule"], row["cause"]) for row in rows]
        assert told == STORY
        assert (rows[0]["small_blind_cents"], rows[3]["big_blind_cents"]) == (100, 1_000)
        assert rows[2]["approved_by"] == str(busy.evening.second_manager)
        assert problem(Api(busy.evening.dealer).get(path)) == (403, "not_allowed")
        assert problem(Api(busy.evening.manager).get("gaming-days/4711/terms/")) == (404, "no_such_gaming_day")
        assert Api(user("auditor")).get(path).status_code == 200

    def test_on_the_audits_page(self, busy):
        page = signed_in(busy.evening.manager).get(reverse("audit:day")).content.decode()
        assert "Terms the hands were played under" in page
        assert [page.count(f'data-cause="{cause}"') for cause in ("opened", "game", "tax", "stake")] == [1, 1, 1, 1]
        assert "all agreed" in page

    def test_on_the_hand_over_sheet(self, busy):
        now = house_time.now()
        sheet = selector.facts(Moment(shifts.running(busy.evening.house, now), now))["sections"]["game_changes"]
        assert [(row["table"], row["hand"], row["from"], row["to"]) for row in sheet] == [
            ("T07", 3, ONE, TWO),
            ("T07", 5, TWO, FIVE),
        ]


def signed_in(person):
    person.language = "en"
    person.save()
    client = Client()
    client.force_login(person)
    return client


class TestAtTheTable:
    def test_nothing_is_said_while_nothing_has_changed(self, summaries):
        page = signed_in(summaries.evening.floor).get(f"/floor/tables/{summaries.table}/").content.decode()
        assert "data-game-from" not in page
        assert "data-tax-from" not in page

    @pytest.mark.parametrize("address", ["/floor/tables/{}/", "/dealer/tables/{}/record/", "/floor/"])
    def test_every_screen_says_since_which_hand_and_from_when(self, busy, address):
        """Whoever changed it: the floor by a command, or the plan."""
        page = signed_in(busy.evening.floor).get(address.format(busy.table)).content.decode()
        assert "Since hand #5: NLHE 5/10" in page
        assert "New rake terms from" in page

    def test_the_api_says_it(self, busy):
        session = Api(busy.evening.dealer).get(f"tables/{busy.table}/").json()["session"]
        assert session["game_from_hand"] == 5
        assert session["tax_from"] is not None
