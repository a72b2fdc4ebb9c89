"""The return window (domain §4.7): the same game, the same money, within the time that the game sets."""

import pytest
from django.db import transaction

from accounting import places
from accounting.chain import Move
from accounting.ledger.services import ledger
from accounting.models import EntryCode
from casino import house_time
from tables.absence.services import keeping
from tables.floor.services import seats, tables
from tables.models import Sitting
from tables.play.selectors import absence
from tables.waiting.services import entries, list_calls
from tests import builders, databases
from tests.tables.absence.absentees import Absentees

pytestmark = pytest.mark.django_db
HAMBURG = 120


built, absentees = databases.shared(
    lambda: Absentees.of(builders.evening(), return_minutes=HAMBURG, max_buy_in_cents=30_000)
)


def rich(absentees, cents=50_000):
    """A guest who has won so much that he leaves with more than anybody may bring."""
    guest = absentees.evening.guest("Rich")
    absentees.buy_in(guest, 6, 20_000)
    won(absentees, 6, cents - 20_000)
    return guest


def pushed(absentees, source, destination, cents):
    """Chips won or lost: the law of the window asks how much he has, not from whom."""
    with transaction.atomic():
        ledger.post(
            day=absentees.evening.day,
            book="table/T07",
            code=EntryCode.MOVE,
            subject="hand:0",
            moves=[Move(source, destination, cents)],
            actor=absentees.evening.floor,
        )


def won(absentees, seat, cents):
    pushed(absentees, places.guests("T07"), places.seat("T07", seat), cents)


def lost(absentees, seat, cents):
    pushed(absentees, places.seat("T07", seat), places.seat("T07", 1), cents)


def test_he_brings_back_what_he_took(absentees, later, refused):
    """Hamburg: the croupier notes the stack; after two hours he may sit down with the minimum."""
    later()
    guest = rich(absentees)
    absentees.cash_out(6)
    later(minutes=119)
    refusal = refused(absentees.buy_in, guest, 6, 30_000)
    assert refusal.code == "return_below_stack"
    assert refusal.facts == {"owed_cents": 50_000, "buy_in_cents": 30_000}
    absentees.buy_in(guest, 6, 50_000)
    assert builders.balances("seat")["seat/T07/6"] == 50_000, "above the maximum, since it is his"


def test_not_more_than_that_above_the_maximum(absentees, refused):
    guest = rich(absentees)
    absentees.cash_out(6)
    assert refused(absentees.buy_in, guest, 6, 50_100).code == "above_maximum_buy_in"


def test_after_the_window_he_may_sit_down_with_the_minimum(absentees, later):
    later()
    guest = rich(absentees)
    absentees.cash_out(6)
    later(minutes=HAMBURG)
    absentees.buy_in(guest, 6, 4_000)


def test_the_last_leaving_counts(absentees, later, refused):
    later()
    guest = rich(absentees)
    absentees.cash_out(6)
    later(minutes=60)
    absentees.buy_in(guest, 6, 50_000)
    lost(absentees, 6, 45_000)
    absentees.cash_out(6)
    later(minutes=30)
    assert refused(absentees.buy_in, guest, 6, 4_000).facts["owed_cents"] == 5_000
    absentees.buy_in(guest, 6, 5_000)


def test_who_lost_everything_owes_nothing_but_the_minimum(absentees, refused):
    guest = absentees.evening.guest("Broke")
    absentees.buy_in(guest, 6, 20_000)
    lost(absentees, 6, 20_000)
    absentees.cash_out(6)
    assert refused(absentees.buy_in, guest, 6, 3_900).code == "amount_too_small"
    absentees.buy_in(guest, 6, 4_000)


def test_another_game_does_not_ask(absentees):
    guest = rich(absentees)
    absentees.cash_out(6)
    other = absentees.evening.table(absentees.evening.game(return_minutes=60), code="T08", dealt=False)
    seats.sit(
        table_id=other,
        version=absentees.evening.version(other),
        seat=1,
        guest_id=guest.pk,
        buy_in_cents=4_000,
        actor=absentees.evening.floor,
    )


def test_a_game_without_a_window_does_not_ask(absentees):
    tables.change_game(**absentees.at, game_id=absentees.evening.game().pk)
    guest = rich(absentees)
    absentees.cash_out(6)
    absentees.buy_in(guest, 6, 4_000)


def test_a_move_to_another_table_of_the_game_is_no_leaving(absentees):
    guest = rich(absentees)
    other = absentees.evening.table(absentees.game, code="T08", dealt=False)
    seats.move(**absentees.at, seat=6, to_table_id=other, to_seat=1)
    assert absence.last_taken(guest.pk, absentees.game.pk) is None


def test_the_game_counts_that_he_left_not_what_the_table_plays_afterwards(absentees):
    guest = rich(absentees)
    absentees.cash_out(6)
    new = absentees.evening.game()
    tables.change_game(**absentees.at, game_id=new.pk)
    absentees.buy_in(guest, 6, 4_000)
    assert absence.last_taken(guest.pk, absentees.game.pk).cents == 50_000


def test_picked_up_chips_are_what_he_left_with(absentees, refused):
    guest = Sitting.objects.get(seat=2).guest
    absentees.away(2)
    absentees.relieve()
    absentees.relieve()
    row = absentees.pick_up(2)
    keeping.hand_out(kept_id=row.pk, actor=absentees.evening.floor)
    assert refused(absentees.buy_in, guest, 2, 4_000).facts["owed_cents"] == 20_000
    absentees.buy_in(guest, 2, 20_000)


def test_who_is_called_from_the_list_brings_it_back_too(absentees, refused):
    guest = rich(absentees)
    absentees.cash_out(6)
    wait = entries.join(game_id=absentees.game.pk, guest_id=guest.pk, actor=absentees.evening.floor)
    list_calls.call(entry_id=wait.pk, table_id=absentees.table, seat=6, actor=absentees.evening.floor)
    answer = refused(list_calls.seat, entry_id=wait.pk, buy_in_cents=4_000, actor=absentees.evening.floor)
    assert answer.code == "return_below_stack"
    list_calls.seat(entry_id=wait.pk, buy_in_cents=50_000, actor=absentees.evening.floor)


def test_what_he_owes_is_said_by_game(absentees, later):
    later()
    guest = rich(absentees)
    absentees.cash_out(6)
    (owed,) = absence.owed(guest.pk, house_time.now())
    assert (owed.game_id, owed.cents, owed.left_at) == (absentees.game.pk, 50_000, house_time.now())
    later(minutes=HAMBURG)
    assert absence.owed(guest.pk, house_time.now()) == []
