"""Chips picked up from a guest who does not come back (domain §4.8, §4.11): to the cent in the ledger, to the end."""

import pytest
from django.db import IntegrityError, transaction

from accounting import places
from accounting.cage.selectors import cage
from accounting.chain import Move
from accounting.days.services import days as money_days
from accounting.ledger.services import ledger
from accounting.models import Entry, EntryCode, GamingDay
from accounting.reports.files import bank_file
from accounting.revenue.selectors import bank
from casino.errors import Refusal
from tables.absence.services import keeping
from tables.audit.selectors import guests
from tables.audit.services import audits
from tables.audit.services import day as day_audit
from tables.floor.services import seats, tables
from tables.guests.services.admission import policies
from tables.models import KeptChips, Sitting
from tests import builders, forging
from tests.tables.absence.absentees import Absentees, seated

pytestmark = pytest.mark.django_db


def walked_off(absentees):
    """The guest of seat 2, whose chips may be picked up."""
    guest = Sitting.objects.get(table=absentees.table, seat=2, left_at=None).guest
    absentees.away(2)
    absentees.relieve()
    absentees.relieve()
    return guest


def test_chips_are_kept_for_him_and_his_seat_is_free(absentees):
    guest = walked_off(absentees)
    row = absentees.pick_up(2)
    assert builders.balances("kept") == {f"kept/{row.pk}": 20_000}
    assert builders.balances("seat") == {"seat/T07/1": 20_000, "seat/T07/3": 20_000}
    assert builders.balances("guests") == {"guests/T07": -60_000}, "they are still his"
    assert seated(guest) is None
    sitting = Sitting.objects.get(guest=guest)
    assert (sitting.cashed_out_cents, sitting.left_game) == (20_000, absentees.game)
    entry = Entry.objects.get(code=EntryCode.KEPT)
    assert (entry.subject, entry.book.code, entry.actor) == (f"kept:{row.pk}", "table/T07", absentees.evening.floor)


def test_he_fetches_them_and_sits_down_again(absentees):
    guest = walked_off(absentees)
    row = absentees.pick_up(2)
    keeping.hand_out(kept_id=row.pk, actor=absentees.evening.floor)
    assert builders.balances("kept") == {}
    assert builders.balances("guests") == {"guests/T07": -40_000}
    absentees.buy_in(guest, 5, 20_000)
    assert builders.balances("seat")["seat/T07/5"] == 20_000
    assert forging.found() == []
    shown = cage.of_open_day(absentees.evening.house.pk, actor=absentees.evening.floor)
    assert (shown.bought_cents, shown.cashed_cents) == (80_000, 20_000)


def test_of_a_pool_the_count_is_kept(absentees):
    evening = absentees.evening
    game = evening.game(recording="summary")
    absentees = Absentees(evening, game, evening.table(game, code="T08", dealt=False))
    evening.sit(absentees.table, 20_000, 20_000, 20_000)
    walked_off(absentees)
    with pytest.raises(Refusal, match="count_required"):
        absentees.pick_up(2)
    row = absentees.pick_up(2, counted_cents=15_000, explanation="5,000 were lent to a neighbour")
    assert row.amount_cents == 15_000
    assert builders.balances("pool") == {"pool/T08": 45_000}


def test_an_hour_is_enough(absentees, later, refused):
    later()
    absentees.away(2)
    later(minutes=59)
    assert refused(absentees.pick_up, 2).code == "absence_not_over"
    later(minutes=1)
    assert absentees.pick_up(2).reason == ""


def test_earlier_with_a_reason_only(absentees, refused):
    absentees.away(2)
    absentees.relieve()
    refusal = refused(absentees.pick_up, 2)
    assert refusal.code == "absence_not_over"
    assert (refusal.facts["buttons"], refusal.facts["absent_buttons"]) == (1, 2)
    assert refused(absentees.pick_up, 2, reason="x").code == "reason_required"
    assert absentees.pick_up(2, reason="Gast hat angerufen").reason == "Gast hat angerufen"
    assert Entry.objects.get(code=EntryCode.KEPT).reason == "Gast hat angerufen"


def test_a_guest_named_like_the_reason_who_registers_since_keeps_nobody_from_their_chips(absentees, refused):
    guest = walked_off(absentees)
    row = absentees.pick_up(2, reason="Wechsel vergessen")
    absentees.evening.guest("Wechsel Vergessen")
    absentees.away(3)
    assert refused(absentees.pick_up, 3, reason="Wechsel vergessen").code == "names_guest"
    assert keeping.hand_out(kept_id=row.pk, actor=absentees.evening.floor).sitting.guest == guest


def test_refusals(absentees, refused):
    assert refused(absentees.pick_up, 2).code == "not_away"
    assert refused(absentees.pick_up, 9).code == "seat_empty"
    walked_off(absentees)
    assert refused(absentees.pick_up, 2, counted_cents=19_000).code == "stack_differs"
    stale = absentees.at | {"version": 1}
    assert refused(keeping.pick_up, **stale, seat=2).code == "stale"
    assert refused(keeping.pick_up, **absentees.at | {"actor": absentees.evening.dealer}, seat=2).code == "not_allowed"
    row = absentees.pick_up(2)
    assert refused(keeping.hand_out, kept_id=row.pk + 1, actor=absentees.evening.floor).code == "no_such_kept_chips"
    assert refused(keeping.hand_out, kept_id=row.pk, actor=absentees.evening.dealer).code == "not_allowed"
    keeping.hand_out(kept_id=row.pk, actor=absentees.evening.floor)
    assert refused(keeping.hand_out, kept_id=row.pk, actor=absentees.evening.floor).code == "kept_no_longer"


def test_where_nothing_lies_nothing_is_kept(absentees):
    """He lost his last chip before he went."""
    absentees.away(2)
    lost_all(absentees, 2)
    assert absentees.pick_up(2, reason="nichts da") is None
    assert not KeptChips.objects.exists()
    assert Sitting.objects.get(seat=2).cashed_out_cents == 0


def lost_all(absentees, seat):
    """The stack of a seat goes to its neighbour, as after a lost hand."""
    with transaction.atomic():
        ledger.post(
            day=absentees.evening.day,
            book="table/T07",
            code=EntryCode.MOVE,
            subject="hand:0",
            moves=[Move(places.seat("T07", seat), places.seat("T07", seat + 1), 20_000)],
            actor=absentees.evening.floor,
        )


def test_what_is_handed_out_is_what_he_carried_from_the_table(absentees):
    """GwG §10 (5): chips that were kept for him are his cash-out, once; picked up alone they are not in his hands."""
    guest = walked_off(absentees)
    row = absentees.pick_up(2)
    policies.put(house_id=absentees.evening.house.pk, is_on=True, actor=builders.user("admin"))

    def codes():
        (told,) = [one for one in guests.of_day(absentees.evening.day) if one.guest == guest.number]
        return [(dealing.code, dealing.cents) for dealing in told.dealings]

    assert codes() == [("buy_in", 20_000)]
    keeping.hand_out(kept_id=row.pk, actor=absentees.evening.floor)
    assert codes() == [("buy_in", 20_000), ("kept_out", 20_000)]


class TestUnclaimed:
    """FinASVO NRW §§8, 12: left chips are the house's if nobody claims them by the end of the gaming day."""

    def next_day(self, absentees, later):
        for seat in (1, 3):
            absentees.cash_out(seat)
        tables.close_table(**absentees.at, counted_float_cents=0)
        closed = absentees.evening.close_day()
        later(days=1)
        day = money_days.open_day(house_id=absentees.evening.house.pk, actor=absentees.evening.manager)
        return closed, day

    def test_they_stay_his_until_a_manager_decides(self, absentees, refused, later):
        walked_off(absentees)
        row = absentees.pick_up(2)
        why = {"kept_id": row.pk, "reason": "nicht abgeholt"}
        assert refused(keeping.take_in, **why, actor=absentees.evening.manager).code == "may_still_come"
        closed, _day = self.next_day(absentees, later)
        assert closed.state == GamingDay.State.CLOSED, "kept chips keep no day open"
        assert builders.balances("kept") == {f"kept/{row.pk}": 20_000}
        assert refused(keeping.take_in, **why, actor=absentees.evening.floor).code == "not_allowed"
        assert (
            refused(keeping.take_in, **why | {"reason": ""}, actor=absentees.evening.manager).code == "reason_required"
        )
        bank = builders.balances("bank").get("bank/main", 0)
        keeping.take_in(**why, actor=absentees.evening.manager)
        assert builders.balances("kept") == {}
        assert builders.balances("bank").get("bank/main", 0) == bank + 20_000
        assert Entry.objects.get(code=EntryCode.KEPT_LAPSED).reason == "nicht abgeholt"
        assert forging.found() == []

    def test_chips_that_are_taken_in_have_a_line_of_their_own(self, absentees, later):
        """Beside the revenue of that day, since they were won in no game; a day of poker alone shows them too."""
        walked_off(absentees)
        row = absentees.pick_up(2)
        closed, day = self.next_day(absentees, later)
        keeping.take_in(kept_id=row.pk, reason="nicht abgeholt", actor=absentees.evening.manager)
        for by in bank.By:
            found = bank.result(by=by, first=day.date, last=day.date, actor=absentees.evening.manager)
            [revenue] = found.revenues
            assert (revenue.date, revenue.revenue_cents, revenue.taken_in_cents) == (day.date, 0, 20_000)
        lines = bank_file.lines(bank.result(by=bank.By.DAY, actor=absentees.evening.manager))
        assert [line.figures["taken_in_cents"] for line in lines] == [20_000, 20_000]
        assert bank.result(first=closed.date, last=closed.date, actor=absentees.evening.manager).revenues == []

    def test_he_may_fetch_them_the_next_day(self, absentees, later):
        walked_off(absentees)
        row = absentees.pick_up(2)
        _closed, day = self.next_day(absentees, later)
        keeping.hand_out(kept_id=row.pk, actor=absentees.evening.floor)
        assert Entry.objects.get(code=EntryCode.KEPT_OUT).gaming_day == day
        assert builders.balances("guests") == {}
        assert forging.found() == []


class TestTheProof:
    """What was done behind the ledger's back is found."""

    def test_all_is_right(self, absentees):
        walked_off(absentees)
        row = absentees.pick_up(2)
        assert forging.found() == []
        keeping.hand_out(kept_id=row.pk, actor=absentees.evening.floor)
        assert forging.found() == []
        audits.audit(day_id=absentees.evening.day.pk, actor=absentees.evening.manager)
        assert day_audit.day_verdicts(absentees.evening.day.pk) == []

    def test_chips_paid_twice_are_found(self, absentees):
        """From the guest's bag they cannot be; whoever takes them from elsewhere has no voucher for it."""
        walked_off(absentees)
        row = absentees.pick_up(2)
        keeping.hand_out(kept_id=row.pk, actor=absentees.evening.floor)
        with pytest.raises(Refusal, match="not_enough_chips"), transaction.atomic():
            self.paid_again(absentees, row, places.kept(row.pk))
        with transaction.atomic():
            again = self.paid_again(absentees, row, places.seat("T07", 1))
        assert forging.found() == [("table/T07", again.number, "what it rests on is not there")]

    def paid_again(self, absentees, row, source):
        return ledger.post(
            day=absentees.evening.day,
            book="table/T07",
            code=EntryCode.KEPT_OUT,
            subject=keeping.subject(row),
            moves=[Move(source, places.guests("T07"), 20_000)],
            actor=absentees.evening.floor,
            evidence=b"x" * 32,
        )

    def test_a_bag_that_was_emptied_without_its_entry_is_found(self, absentees):
        walked_off(absentees)
        row = absentees.pick_up(2)
        said = forging.changed(
            f"UPDATE tables_keptchips SET outcome = 'handed_out', ended_at = now(), ended_by_id = picked_up_by_id "
            f"WHERE id = {row.pk}"
        )
        assert said == [
            ("table/T07", None, f"the end of kept chips {row.pk} has no entry"),
            ("table/T07", None, f"kept chips {row.pk}: 20000 lie there, 0 should"),
        ]

    def test_an_amount_that_was_changed_is_found(self, absentees):
        walked_off(absentees)
        row = absentees.pick_up(2)
        number = Entry.objects.get(code=EntryCode.KEPT).number
        said = forging.changed(f"UPDATE tables_keptchips SET amount_cents = 10000 WHERE id = {row.pk}")
        assert ("table/T07", number, f"kept chips {row.pk} was changed after it was booked") in said


def test_the_database_holds_what_was_kept(absentees):
    walked_off(absentees)
    row = absentees.pick_up(2)
    for values in ({"amount_cents": 1}, {"outcome": "handed_out"}):
        with pytest.raises(IntegrityError), transaction.atomic():
            KeptChips.objects.filter(pk=row.pk).update(**values)
    keeping.hand_out(kept_id=row.pk, actor=absentees.evening.floor)
    with pytest.raises(IntegrityError, match="append-only"), transaction.atomic():
        KeptChips.objects.filter(pk=row.pk).update(outcome="", ended_at=None, ended_by=None)
    with pytest.raises(IntegrityError, match="append-only"), transaction.atomic():
        KeptChips.objects.filter(pk=row.pk).delete()


def test_an_hour_away_and_back_is_no_leaving(absentees):
    """Who comes back in time finds his chips where they were."""
    guest = walked_off(absentees)
    absentees.back(2)
    with pytest.raises(Refusal, match="not_away"):
        absentees.pick_up(2)
    assert seated(guest) is not None
    seats.top_up(**absentees.at, seat=2, amount_cents=1_000)
