"""The proof names entries whose author did not work in their house then, and what nobody decided on; no other."""

import json
from datetime import datetime, timedelta
from importlib import import_module
from typing import Any

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from accounting import chain
from accounting.ledger.services import ledger
from accounting.ledger.services.walks import Broken
from accounting.models import EntryCode, House, TroncMember, TroncRules
from accounting.proof.services import people_proofs, proofs
from accounting.tronc.selectors.members import MEMBERS
from accounting.tronc.selectors.rules import RULES
from accounting.tronc.services import members, rules
from casino import house_time
from casino.models import User
from casino.models.security import SecurityKind
from casino.services import accounts, security, users
from tests import builders, databases
from tests.builders import Evening
from tests.deciding import looking
from tests.forging import change
from tests.second_person import tronc

pytestmark = pytest.mark.django_db

built, evening = databases.shared(builders.evening)


@pytest.fixture
def other(evening: Evening) -> House:
    return House.objects.create(code="bb", name="Baden-Baden")


def person(*houses: House) -> User:
    return users.create(
        username="anna", password=None, full_name="", role_names=["floor"], house_ids=[house.pk for house in houses]
    )


def works_in(anna: User, *houses: House) -> None:
    """Their houses from now on, as an administrator says it."""
    anna.house_ids = [house.pk for house in houses]
    anna.save(update_fields=["house_ids"])


def written(evening: Evening, author: User, at: datetime | None = None) -> Broken:
    """An entry written past the services, its digest and its place in the chain right; what the proof says of it."""
    assert evening.day is not None
    with transaction.atomic():
        ledger.post(
            day=evening.day, book="house", code=EntryCode.RULING, subject="planted", moves=[], actor=author, at=at,
            evidence=chain.evidence(["planted"]),
        )  # fmt: skip
    number = evening.day.house.books.get(code="house").number
    return Broken("house", number, f"its author {author.pk} did not work in the house wi then")


def people_said() -> list[Broken]:
    return [*people_proofs.prove(), *people_proofs.undecided(MEMBERS), *people_proofs.undecided(RULES)]


def test_an_entry_of_a_stranger_is_found_and_named(evening: Evening, other: House) -> None:
    assert people_said() == []
    planted = written(evening, person(other))
    assert people_said() == [planted]
    for independent in (False, True):
        assert planted in proofs.prove(independent=independent).broken


def test_people_of_the_house_of_several_and_of_every_house_are_none(evening: Evening, other: House) -> None:
    written(evening, person(evening.house))
    written(evening, User.objects.create_user("bea", house_ids=[evening.house.pk, other.pk]))
    written(evening, User.objects.create_user("cleo"))
    assert people_said() == []


def test_somebody_who_left_was_none_until_then(evening: Evening, other: House) -> None:
    """Nor is a command that had begun when they left."""
    now = house_time.now()
    anna = person(evening.house)
    with house_time.shown_by(lambda: now + timedelta(hours=1)):
        works_in(anna, other)
    written(evening, anna, now + timedelta(minutes=30))
    written(evening, anna, now + timedelta(minutes=64))
    assert people_said() == []
    planted = written(evening, anna, now + timedelta(minutes=66))
    assert people_said() == [planted]


def test_somebody_who_came_later_was_one_until_then(evening: Evening, other: House) -> None:
    now = house_time.now()
    anna = person(other)
    with house_time.shown_by(lambda: now + timedelta(hours=1)):
        works_in(anna, evening.house)
    written(evening, anna, now + timedelta(hours=2))
    assert people_said() == []
    planted = written(evening, anna, now + timedelta(minutes=30))
    assert people_said() == [planted]


def test_other_changes_of_a_person_say_nothing_of_houses(evening: Evening, other: House) -> None:
    now = house_time.now()
    anna = person(other)
    with house_time.shown_by(lambda: now + timedelta(hours=1)):
        anna.language = "en"
        anna.save(update_fields=["language"])
    planted = written(evening, anna, now + timedelta(hours=2))
    assert people_said() == [planted]


UNTOLD = "was there from the beginning, and no alarm says who gave it"


class TestWhoGaveTheFirstRole:
    """An account is made at the console, with the house, or by an administrator: an alarm tells of each role."""

    def put_in(self, **columns: Any) -> Broken:
        """An account that no service made, its history right; what the proof says of it."""
        person = User.objects.create_user("planted", **{"roles": ["manager"], **columns})
        [role] = person.roles
        return Broken("casino_user", person.pk, f"its role {role} {UNTOLD}")

    def test_is_told_by_an_alarm(self, evening: Evening) -> None:
        users.create(username="anna", password=None, full_name="Anna", role_names=["floor", "dealer"])
        accounts.open_account(
            username="bea", full_name="Bea", role_names=["dealer", "floor"], language="de", reason="new",
            actor=builders.user("admin"),
        )  # fmt: skip
        User.objects.create_user("cleo")
        assert people_said() == []

    @pytest.mark.parametrize("role", ["admin", "manager", "dealer"])
    def test_is_found_where_no_service_gave_it(self, evening: Evening, role: str) -> None:
        planted = self.put_in(roles=[role])
        assert people_said() == [planted]
        for independent in (False, True):
            assert planted in proofs.prove(independent=independent).broken

    def test_is_found_where_the_account_is_said_to_be_the_demo_s(self, evening: Evening) -> None:
        planted = self.put_in(is_demo=True)
        assert people_said() == [planted]

    def test_is_found_where_the_alarm_is_another_s_or_another_day_s(self, evening: Evening) -> None:
        """One person alone gives the dealer's role and no other, and nobody gives one to themselves."""
        planted = self.put_in()
        about, admin = "planted: manager", builders.user("admin")
        security.note(SecurityKind.ROLE, about, user=admin)
        security.note(SecurityKind.ADMIN, about, user=None)
        later = house_time.now() + timedelta(minutes=6)
        with house_time.shown_by(lambda: later):
            security.note(SecurityKind.ROLE, about, user=None)
        assert people_said() == [planted]
        dealer = User.objects.create_user("dora", roles=["dealer"])
        security.note(SecurityKind.ROLE, "dora: dealer", user=dealer)
        assert {one.number for one in people_said()} == {planted.number, dealer.pk}
        security.note(SecurityKind.ROLE, "dora: dealer", user=admin)
        assert people_said() == [planted]

    def test_is_told_by_an_alarm_from_which_a_name_was_erased(self, evening: Evening) -> None:
        users.create(username="uwe", password=None, full_name="Uwe", role_names=["manager"])
        change("UPDATE casino_securityevent SET about = '[erased]: manager' WHERE about = 'uwe: manager'")
        assert people_said() == []


def test_it_is_one_statement(evening: Evening) -> None:
    with CaptureQueriesContext(connection) as sent:
        people_said()
    assert sum("accounting_entry" in one["sql"] for one in sent) == 1


AGREED = ("accounting_troncmember", "accounting_troncrules")
"""What only a decision can make, and no entry of the books rests on."""
INTO_HISTORY = """
INSERT INTO accounting_historical{name} SELECT (jsonb_populate_record(NULL::accounting_historical{name},
       to_jsonb(made) || jsonb_build_object('history_id', (SELECT max(history_id) + {step}
                                                             FROM accounting_historical{name}),
                                            'history_date', {at}, 'history_type', '{kind}') || '{before}')).*
  FROM accounting_{name} made WHERE id = %s
"""
"""The row's history, as an owner of the tables would write it."""


class TestWhatOnlyADecisionMakes:
    """A member of the tronc shares its money, and its rules say how."""

    @pytest.fixture
    def agreed(self, evening: Evening) -> Evening:
        return tronc.agree(evening)

    def test_is_no_finding_where_two_decided(self, agreed: Evening) -> None:
        """Nor where it waits, was declined, or was withdrawn."""
        tronc.member(agreed)
        for actor in (agreed.manager, agreed.second_manager):
            looking(rules.decline)(tronc_rules_id=tronc.proposed(agreed).pk, actor=actor)
            looking(members.decline)(tronc_member_id=tronc.member(agreed).pk, actor=actor)
        assert (TroncRules.objects.count(), TroncMember.objects.count()) == (3, 5)
        for independent in (False, True):
            assert proofs.prove(independent=independent).broken == []

    def test_from_before_there_were_histories_has_one_too(self, agreed: Evening) -> None:
        """The migration writes what would have been written."""
        row = looking(rules.decline)(tronc_rules_id=tronc.proposed(agreed).pk, actor=agreed.manager)
        assert row.state == "declined"
        for table in AGREED:
            change(f"DELETE FROM {table.replace('_', '_historical')}")
        assert {one.book for one in proofs.prove().broken} == set(AGREED)
        with connection.cursor() as cursor:
            cursor.execute(import_module("accounting.migrations.0009_decisions_of_the_tronc").PAST)
        assert proofs.prove().broken == []

    def test_a_manager_who_leaves_could_do_it_then(self, agreed: Evening) -> None:
        now = house_time.now()
        with house_time.shown_by(lambda: now + timedelta(hours=1)):
            agreed.second_manager.roles = ["dealer"]
            agreed.second_manager.save(update_fields=["roles"])
        assert [one for one in people_said() if one.book in AGREED] == []

    def planted(self, agreed: Evening, table: str, **changes: object) -> int:
        """A copy of the last row that two people decided on, put in past the application; its number."""
        columns = json.dumps({"id": 990_099, **changes})
        change(
            f"INSERT INTO {table} SELECT (jsonb_populate_record(one, %s::jsonb)).* FROM {table} one"
            f" WHERE id = (SELECT max(id) FROM {table})",
            columns,
        )
        return 990_099

    @pytest.mark.parametrize(("table", "changes"), [(AGREED[0], {}), (AGREED[1], {"version": 2})])
    def test_is_found_where_it_was_put_in(self, agreed: Evening, table: str, changes: dict[str, object]) -> None:
        number = self.planted(agreed, table, **changes)
        for independent in (False, True):
            said = [one for one in proofs.prove(independent=independent).broken if one.number == number]
            assert {one.book for one in said} == {table}
            assert {one.what for one in said} == {
                "it has no history",
                "it was not asked for: its history does not begin with that",
                "it was not decided on: its history does not say when",
            }

    def test_is_found_where_one_person_confirmed_what_waits(self, agreed: Evening) -> None:
        row = tronc.member(agreed)
        change(
            "UPDATE accounting_troncmember SET confirmed_by_id = %s, confirmed_at = now() WHERE id = %s",
            agreed.second_manager.pk, row.pk,
        )  # fmt: skip
        assert Broken(AGREED[0], row.pk, "it was not decided on: its history does not say when") in people_said()

    @pytest.mark.parametrize("column", ["asked_by", "confirmed_by"])
    def test_is_found_with_a_history_of_people_who_could_not(self, agreed: Evening, column: str) -> None:
        number = self.planted(agreed, AGREED[0], **{f"{column}_id": agreed.cage.pk})
        before = json.dumps({"confirmed_by_id": None, "confirmed_at": None})
        for step, at, kind, was in ((1, "asked_at", "+", before), (2, "confirmed_at", "~", "{}")):
            change(INTO_HISTORY.format(name="troncmember", step=step, at=at, kind=kind, before=was), number)
        did = {"asked_by": "asked for it", "confirmed_by": "decided on it"}[column]
        assert [one for one in people_said() if one.book in AGREED] == [
            Broken(AGREED[0], number, f"{did}: {agreed.cage.pk}, who could not do that in this house then")
        ]

    def test_is_found_where_one_person_is_both(self, agreed: Evening) -> None:
        change("ALTER TABLE accounting_troncrules DROP CONSTRAINT tronc_rules_by_two")
        change("UPDATE accounting_troncrules SET decided_by_id = proposed_by_id")
        assert Broken(AGREED[1], TroncRules.objects.get().pk, "one person is its proposer and its approver") in [
            *people_said()
        ]
