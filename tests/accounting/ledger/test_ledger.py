"""The ledger: what can be written, what cannot, and that the chain says so."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction

from accounting import chain, locks
from accounting.chain import Move
from accounting.days.services import days
from accounting.ledger.selectors import links
from accounting.ledger.services import ledger
from accounting.models import Book, Entry, EntryCode, GamingDay, House, Place, Transfer
from accounting.rake.services import schedules
from casino import house_time
from casino.errors import Refusal
from casino.models import User
from tests.deciding import looking

pytestmark = pytest.mark.django_db


@pytest.fixture
def manager() -> User:
    return User.objects.create_user("manager", roles=["manager"])


@pytest.fixture
def day(manager):
    house = House.objects.create(code="wi", name="Spielbank")
    return days.open_day(house_id=house.pk, actor=manager)


def buy_in(day, actor, cents=50_000, **kwargs):
    with transaction.atomic():
        return ledger.post(
            day=day,
            book="table/T07",
            code=EntryCode.BUY_IN,
            subject="sitting:1",
            moves=[Move("guests/T07", "seat/T07/3", cents)],
            actor=actor,
            **kwargs,
        )


def balances():
    return dict(Place.objects.values_list("name", "balance_cents"))


def test_a_post_moves_chips_and_numbers_its_book(day, manager):
    first, second = buy_in(day, manager), buy_in(day, manager, 20_000)
    assert (first.number, second.number) == (1, 2)
    assert balances() == {"guests/T07": -70_000, "seat/T07/3": 70_000}
    assert bytes(Book.objects.get().digest) == second.digest == bytes(Entry.objects.get(number=2).digest)


def test_python_and_postgresql_link_the_chain_alike(day, manager):
    posted = buy_in(day, manager, reason="Grüße – „Tisch“", reference="r1")
    entry = Entry.objects.get()
    facts = chain.EntryFacts(
        house_id=day.house_id,
        book="table/T07",
        code=entry.code,
        subject=entry.subject,
        at=entry.at,
        gaming_day=day.date,
        actor_id=manager.pk,
        reason=entry.reason,
        reference=entry.reference,
        reverses=None,
        evidence=b"",
        moves=[Move(t.source, t.destination, t.amount_cents) for t in Transfer.objects.all()],
        assessment=None,
    )
    assert chain.link(chain.GENESIS, 1, posted.entry_id, chain.content(facts)) == posted.digest


def test_the_first_link_of_a_book_follows_nothing_and_the_second_the_first(day: GamingDay, manager: User) -> None:
    posted = [buy_in(day, manager), buy_in(day, manager, 20_000)]
    shown = links.of_subjects(day.house_id, ["sitting:1"])
    assert [link.digest for link in shown] == [one.digest.hex() for one in posted]
    assert [link.previous for link in shown] == [chain.GENESIS.hex(), posted[0].digest.hex()]


def test_a_seat_cannot_be_overdrawn(day, manager):
    buy_in(day, manager)
    with pytest.raises(Refusal, match="not_enough_chips"), transaction.atomic():
        ledger.post(
            day=day,
            book="table/T07",
            code=EntryCode.CASH_OUT,
            subject="sitting:1",
            moves=[Move("seat/T07/3", "guests/T07", 50_001)],
            actor=manager,
        )
    assert balances()["seat/T07/3"] == 50_000
    assert Book.objects.get().number == 1


def test_a_reversal_mirrors_once(day, manager):
    posted = buy_in(day, manager)
    with transaction.atomic():
        ledger.reverse(entry_id=posted.entry_id, day=day, reason="keyed twice", actor=manager)
    assert balances() == {"guests/T07": 0, "seat/T07/3": 0}
    with pytest.raises(Refusal, match="already_reversed"), transaction.atomic():
        ledger.reverse(entry_id=posted.entry_id, day=day, reason="again", actor=manager)
    assert Entry.objects.count() == 2


def refused(code: str, call: Callable[..., Any], **named: Any) -> None:
    """The refusal, with nothing booked."""
    before = balances(), list(Entry.objects.order_by("pk").values())
    with pytest.raises(Refusal) as error, transaction.atomic():
        call(**named)
    assert (balances(), list(Entry.objects.order_by("pk").values())) == before
    assert error.value.code == code


def test_a_reversal_is_not_reversed(day: GamingDay, manager: User) -> None:
    posted = buy_in(day, manager)
    with transaction.atomic():
        reversal = ledger.reverse(entry_id=posted.entry_id, day=day, reason="keyed twice", actor=manager)
    again = {"entry_id": reversal.entry_id, "day": day, "reason": "it was right", "actor": manager}
    refused("reversal_is_final", ledger.reverse, **again)


def test_no_entry_of_another_house_is_reversed(day: GamingDay, manager: User) -> None:
    posted = buy_in(day, manager)
    next_door = House.objects.create(code="dus", name="Duisburg")
    theirs = days.open_day(house_id=next_door.pk, actor=manager)
    refused("no_such_entry", ledger.reverse, entry_id=posted.entry_id, day=theirs, reason="not ours", actor=manager)
    refused("no_such_entry", ledger.reverse, entry_id=0, day=day, reason="it never was", actor=manager)


def rounds(day: GamingDay, actor: User, *amounts_cents: int) -> list[chain.EntryFacts]:
    """Entries of one book, each moving so much from seat 3 to the pot."""
    return [
        chain.EntryFacts(
            house_id=day.house_id,
            book="table/T07",
            code=EntryCode.ROUND,
            subject="hand:1",
            at=house_time.now(),
            gaming_day=day.date,
            actor_id=actor.pk,
            reason="",
            reference=None,
            reverses=None,
            evidence=b"",
            moves=[Move("seat/T07/3", "pot/T07", cents)],
            assessment=None,
        )
        for cents in amounts_cents
    ]


def test_many_entries_overdraw_no_seat_together(day: GamingDay, manager: User) -> None:
    buy_in(day, manager)
    too_much = rounds(day, manager, 20_000, 30_001)
    refused("not_enough_chips", ledger.post_all, entries=too_much, day_id=day.pk)
    with transaction.atomic():
        ledger.post_all(rounds(day, manager, 20_000, 30_000), day_id=day.pk)
    assert balances() == {"guests/T07": -50_000, "pot/T07": 50_000, "seat/T07/3": 0}


def test_many_entries_are_not_posted_into_a_closed_day(day: GamingDay, manager: User) -> None:
    buy_in(day, manager)
    with transaction.atomic():
        days.close(day=day, actor=manager)
    refused("gaming_day_closed", ledger.post_all, entries=rounds(day, manager, 100), day_id=day.pk)


def test_whoever_waited_for_a_day_while_it_was_closed_books_nothing_into_it(day: GamingDay, manager: User) -> None:
    with transaction.atomic():
        locks.share_day(day.pk)
        days.close(day=day, actor=manager)
    refused("gaming_day_closed", locks.share_day, day_id=day.pk)
    refused("gaming_day_closed", locks.share_day, day_id=0)


def test_a_reference_is_booked_once(day, manager):
    buy_in(day, manager, reference="slip 4711")
    with pytest.raises(Refusal, match="already_posted"):
        buy_in(day, manager, reference="slip 4711")
    assert balances()["seat/T07/3"] == 50_000


def test_nothing_is_posted_into_a_closed_day(day, manager):
    with transaction.atomic():
        days.close(day=day, actor=manager)
    with pytest.raises(Refusal, match="gaming_day_closed"):
        buy_in(day, manager)
    assert not Entry.objects.exists()


@pytest.mark.parametrize(
    "change",
    ["UPDATE accounting_gamingday SET state = 'open', seal = '', closed_at = NULL", "DELETE FROM accounting_gamingday"],
)
def test_a_closed_day_stays_closed(day, manager, change):
    with transaction.atomic():
        days.close(day=day, actor=manager)
    with pytest.raises(IntegrityError, match="append-only"), transaction.atomic():
        connection.cursor().execute(change)


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE accounting_scheduleversion SET terms = '{}'",
        "UPDATE accounting_scheduleversion SET valid_from = valid_from - interval '1 day'",
        "UPDATE accounting_scheduleversion SET valid_to = NULL WHERE version = 1",
        "DELETE FROM accounting_scheduleversion",
    ],
)
def test_terms_stay_as_they_were_published(day, manager, change):
    """Every assessment names the version it was computed with; its end alone is written later."""
    second = User.objects.create_user("second", roles=["manager"])
    for at in (house_time.now() - timedelta(days=1), house_time.now() + timedelta(days=1)):
        terms = {"kind": "fixed", "amount_cents": 100}
        version = schedules.publish(house_id=day.house_id, name="Taxe", terms=terms, valid_from=at, actor=manager)
        looking(schedules.approve)(version_id=version.pk, actor=second)
    with pytest.raises(IntegrityError, match="append-only"), transaction.atomic():
        connection.cursor().execute(change)


@pytest.mark.parametrize(("table", "key"), [("accounting_entry", "id"), ("accounting_transfer", "entry_id")])
@pytest.mark.parametrize("change", ["UPDATE {0} SET {1} = {1}", "DELETE FROM {0}", "TRUNCATE {0} CASCADE"])
def test_written_rows_stay_as_they_are(day, manager, table, key, change):
    buy_in(day, manager)
    cursor = connection.cursor()
    cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")  # foreign key checks still pending would forbid TRUNCATE first
    with pytest.raises(IntegrityError, match="append-only"), transaction.atomic():
        cursor.execute(change.format(table, key))
    assert Entry.objects.count() == Transfer.objects.count() == 1
