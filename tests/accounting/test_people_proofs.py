"""The proof names every entry whose author did not work in its house then, and no other."""

from datetime import datetime, timedelta

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from accounting import chain
from accounting.models import EntryCode, House
from accounting.services import ledger, people_proofs, proofs
from accounting.services.walks import Broken
from casino import house_time
from casino.models import User
from tests import builders, databases
from tests.builders import Evening

pytestmark = pytest.mark.django_db

built, evening = databases.shared(builders.evening)


@pytest.fixture
def other(evening: Evening) -> House:
    return House.objects.create(code="bb", name="Baden-Baden")


def person(*houses: House) -> User:
    return User.objects.create_user("anna", roles=["floor"], house_ids=[house.pk for house in houses])


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
    return list(people_proofs.prove())


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


def test_it_is_one_statement(evening: Evening) -> None:
    with CaptureQueriesContext(connection) as sent:
        people_said()
    assert sum("accounting_entry" in one["sql"] for one in sent) == 1
