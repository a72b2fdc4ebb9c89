"""The return window (domain §4.7): the same game, the same money, within the time that the game sets."""

import pytest
from django.db import transaction
from django.utils import timezone

from accounting import places
from accounting.chain import Move
from accounting.models import EntryCode
from accounting.services import ledger
from tables.models import Sitting
from tables.selectors import absences
from tables.services import seats, tables
from tables.services.absence import keeping
from tables.services.waiting import callups, entries
from tests import builders
from tests.tables.absence.room import room as a_room

pytestmark = pytest.mark.django_db
HAMBURG = 120


@pytest.fixture
def room():
    return a_room(return_minutes=HAMBURG, max_buy_in_cents=30_000)


def rich(room, cents=50_000):
    """A guest who has won so much that he leaves with more than anybody may bring."""
    guest = room.night.guest("Rich")
    room.sit(guest, 6, 20_000)
    won(room, 6, cents - 20_000)
    return guest


def pushed(room, source, destination, cents):
    """Chips won or lost: the law of the window asks how much he has, not from whom."""
    with transaction.atomic():
        ledger.post(
            day=room.night.day,
            book="table/T07",
            code=EntryCode.MOVE,
            subject="hand:0",
            moves=[Move(source, destination, cents)],
            actor=room.night.floor,
        )


def won(room, seat, cents):
    pushed(room, places.guests("T07"), places.seat("T07", seat), cents)


def lost(room, seat, cents):
    pushed(room, places.seat("T07", seat), places.seat("T07", 1), cents)


def test_he_brings_back_what_he_took(room, later, refused):
    """Hamburg: the croupier notes the stack; after two hours he may sit down with the minimum."""
    later()
    guest = rich(room)
    room.cash_out(6)
    later(minutes=119)
    refusal = refused(room.sit, guest, 6, 30_000)
    assert refusal.code == "return_below_stack"
    assert refusal.facts == {"owed_cents": 50_000, "buy_in_cents": 30_000}
    room.sit(guest, 6, 50_000)
    assert builders.balances("seat")["seat/T07/6"] == 50_000, "above the maximum, since it is his"


def test_not_more_than_that_above_the_maximum(room, refused):
    guest = rich(room)
    room.cash_out(6)
    assert refused(room.sit, guest, 6, 50_100).code == "above_maximum_buy_in"


def test_after_the_window_he_may_sit_down_with_the_minimum(room, later):
    later()
    guest = rich(room)
    room.cash_out(6)
    later(minutes=HAMBURG)
    room.sit(guest, 6, 4_000)


def test_the_last_leaving_counts(room, later, refused):
    later()
    guest = rich(room)
    room.cash_out(6)
    later(minutes=60)
    room.sit(guest, 6, 50_000)
    lost(room, 6, 45_000)
    room.cash_out(6)
    later(minutes=30)
    assert refused(room.sit, guest, 6, 4_000).facts["owed_cents"] == 5_000
    room.sit(guest, 6, 5_000)


def test_who_lost_everything_owes_nothing_but_the_minimum(room, refused):
    guest = room.night.guest("Broke")
    room.sit(guest, 6, 20_000)
    lost(room, 6, 20_000)
    room.cash_out(6)
    assert refused(room.sit, guest, 6, 3_900).code == "amount_too_small"
    room.sit(guest, 6, 4_000)


def test_another_game_does_not_ask(room):
    guest = rich(room)
    room.cash_out(6)
    other = room.night.table(room.night.game(return_minutes=60), code="T08", dealt=False)
    seats.sit(
        table_id=other,
        version=room.night.version(other),
        seat=1,
        guest_id=guest.pk,
        buy_in_cents=4_000,
        actor=room.night.floor,
    )


def test_a_game_without_a_window_does_not_ask():
    room = a_room()
    guest = rich(room)
    room.cash_out(6)
    room.sit(guest, 6, 4_000)


def test_a_move_to_another_table_of_the_game_is_no_leaving(room):
    guest = rich(room)
    other = room.night.table(room.game, code="T08", dealt=False)
    seats.move(**room.at, seat=6, to_table_id=other, to_seat=1)
    assert absences.last_taken(guest.pk, room.game.pk) is None


def test_the_game_counts_that_he_left_not_what_the_table_plays_afterwards(room):
    guest = rich(room)
    room.cash_out(6)
    new = room.night.game()
    tables.change_game(**room.at, game_id=new.pk)
    room.sit(guest, 6, 4_000)
    assert absences.last_taken(guest.pk, room.game.pk).cents == 50_000


def test_picked_up_chips_are_what_he_left_with(room, refused):
    guest = Sitting.objects.get(seat=2).guest
    room.away(2)
    room.push()
    room.push()
    row = room.pick_up(2)
    keeping.hand_out(kept_id=row.pk, actor=room.night.floor)
    assert refused(room.sit, guest, 2, 4_000).facts["owed_cents"] == 20_000
    room.sit(guest, 2, 20_000)


def test_who_is_called_from_the_list_brings_it_back_too(room, refused):
    guest = rich(room)
    room.cash_out(6)
    wait = entries.join(game_id=room.game.pk, guest_id=guest.pk, actor=room.night.floor)
    callups.call(entry_id=wait.pk, table_id=room.table, seat=6, actor=room.night.floor)
    answer = refused(callups.seat, entry_id=wait.pk, buy_in_cents=4_000, actor=room.night.floor)
    assert answer.code == "return_below_stack"
    callups.seat(entry_id=wait.pk, buy_in_cents=50_000, actor=room.night.floor)


def test_what_he_owes_is_said_by_game(room, later):
    later()
    guest = rich(room)
    room.cash_out(6)
    (owed,) = absences.owed(guest.pk, timezone.now())
    assert (owed.game_id, owed.cents, owed.left_at) == (room.game.pk, 50_000, timezone.now())
    later(minutes=HAMBURG)
    assert absences.owed(guest.pk, timezone.now()) == []
