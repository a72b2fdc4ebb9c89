"""Slips: by two people, numbered without a gap, chips that are there, values that agree (FinASVO NRW §§9–11)."""

import pytest
from django.db import IntegrityError, transaction

from accounting import chain, locks
from accounting.cage.selectors import slips as selector
from accounting.cage.services import prints, windows
from accounting.cage.services import slips as money_slips
from accounting.models import Entry, Place, Print, Slip
from accounting.proof.services import proofs
from casino.errors import Refusal
from tables.floor.services import slips, tables
from tests import builders, racing
from tests.builders import Evening, balances
from tests.deciding import looking

EURO = 100
CHIPS = {"10000": 10, "100": 500}
CHIPS_CENTS = 150_000
FLOAT = 50_000


class Cage:
    """An evening with a table that has 500 euros, and a window that has 1,500 in chips."""

    def __init__(self) -> None:
        self.evening: Evening = builders.evening()
        self.table = self.evening.table(float_cents=FLOAT, dealt=False)
        self.window = windows.create(
            house_id=self.evening.house.pk, code="W1", name="Kasse", actor=self.evening.cage
        ).pk
        windows.open_window(window_id=self.window, chips=CHIPS, cash_cents=0, actor=self.evening.cage)

    def ask(self, kind="fill", chips=None, back=None, **changes) -> Slip:
        given = {
            "kind": Slip.Kind(kind),
            "table_id": self.table,
            "window_id": self.window,
            "chips": chips or {"100": 100},
            "chips_back": back,
            "actor": self.evening.floor,
        }
        return slips.ask(**(given | changes))

    def carry_out(self, slip, actor=None) -> Slip:
        return looking(slips.carry_out)(slip_id=slip.pk, actor=actor or self.evening.cage)

    def cancel(self, slip, reason="not needed", actor=None) -> Slip:
        return looking(money_slips.cancel)(slip_id=slip.pk, reason=reason, actor=actor or self.evening.floor)


@pytest.fixture
def cage(db: None) -> Cage:
    return Cage()


def state() -> list[object]:
    return [
        list(Place.objects.order_by("name").values_list("name", "balance_cents")),
        Entry.objects.count(),
        list(Slip.objects.order_by("pk").values()),
        Print.objects.count(),
    ]


def refused(call, *arguments, **named) -> str:
    """The refusal's code; it has changed nothing."""
    before = state()
    with pytest.raises(Refusal) as error:
        call(*arguments, **named)
    assert state() == before
    return error.value.code


class TestCarryingOut:
    def test_a_fill_moves_chips_only_when_somebody_else_brings_them(self, cage):
        slip = cage.ask("fill", {"100": 120})
        assert (slip.number, slip.state, slip.amount_cents, slip.entry_id) == (1, "asked", 12_000, None)
        assert balances("float") == {"float/T07": FLOAT}
        done = cage.carry_out(slip)
        assert (done.state, done.done_by) == ("done", cage.evening.cage)
        assert balances("float") == {"float/T07": FLOAT + 12_000}
        assert balances("cage") == {"cage/W1": CHIPS_CENTS - 12_000}
        entry = done.entry
        assert (entry.book.code, entry.code, entry.subject, entry.reference) == (
            "table/T07", "fill", "slip:1", f"slip:{slip.pk}",
        )  # fmt: skip
        assert bytes(entry.evidence) == chain.evidence(money_slips.facts(Slip.objects.get()))

    def test_a_credit_moves_them_back(self, cage):
        cage.carry_out(cage.ask("credit", {"10000": 2}))
        assert balances("float") == {"float/T07": FLOAT - 20_000}
        assert balances("cage") == {"cage/W1": CHIPS_CENTS + 20_000}

    def test_change_leaves_both_as_they_were_and_stands_in_the_books(self, cage):
        done = cage.carry_out(cage.ask("change", {"100": 100}, {"10000": 1}))
        assert (balances("float"), balances("cage")) == ({"float/T07": FLOAT}, {"cage/W1": CHIPS_CENTS})
        moved = list(done.entry.transfers.order_by("position").values_list("source", "destination", "amount_cents"))
        assert moved == [("float/T07", "cage/W1", 10_000), ("cage/W1", "float/T07", 10_000)]
        assert proofs.prove().ok

    def test_it_takes_two(self, cage):
        slip = cage.ask()
        assert refused(cage.carry_out, slip, cage.evening.floor) == "two_people"
        assert refused(cage.carry_out, slip, cage.evening.dealer) == "not_allowed"
        assert cage.carry_out(slip, cage.evening.manager).state == "done"

    def test_it_is_brought_or_cancelled_as_it_was_seen(self, cage):
        slip, actor = cage.ask(), cage.evening.cage
        assert refused(slips.carry_out, slip_id=slip.pk, seen="0" * 32, actor=actor) == "stale"
        assert refused(money_slips.cancel, slip_id=slip.pk, seen="0" * 32, reason="not needed", actor=actor) == "stale"

    def test_cancelled_by_the_person_who_asked_it_is_no_breach(self, cage):
        cage.cancel(cage.ask())
        assert proofs.prove().ok

    def test_the_database_holds_it_too(self, cage):
        slip = cage.carry_out(cage.ask())
        asked = cage.ask()
        for row, change in ((slip, {"reason": "x"}), (asked, {"amount_cents": 1}), (asked, {"number": 9})):
            with pytest.raises(IntegrityError), transaction.atomic():
                Slip.objects.filter(pk=row.pk).update(**change)
        with pytest.raises(IntegrityError), transaction.atomic():
            Slip.objects.filter(pk=asked.pk).update(
                state="done", done_by=asked.asked_by, done_at=asked.asked_at, entry=Entry.objects.first()
            )

    def test_once_is_enough(self, cage):
        slip = cage.ask()
        cage.carry_out(slip)
        assert refused(cage.carry_out, slip) == "slip_done"
        assert refused(cage.cancel, slip) == "slip_done"
        other = cage.ask()
        cage.cancel(other)
        assert refused(cage.carry_out, other) == "slip_cancelled"

    @pytest.mark.parametrize("kind", ["fill", "change"])
    def test_chips_must_be_there(self, cage, kind):
        back = {"10000": 20} if kind == "change" else None
        slip = cage.ask(kind, {"100": 2_000}, back)
        assert refused(cage.carry_out, slip) == "not_enough_chips"
        short = cage.ask("credit", {"10000": 6})
        assert refused(cage.carry_out, short) == "not_enough_chips"

    def test_a_table_that_was_closed_meanwhile_gets_nothing(self, cage):
        slip = cage.ask()
        tables.close_table(
            table_id=cage.table,
            version=cage.evening.version(cage.table),
            counted_float_cents=FLOAT,
            actor=cage.evening.floor,
        )
        assert refused(cage.carry_out, slip) == "table_closed"
        assert refused(cage.ask) == "table_closed"
        assert cage.cancel(slip).state == "cancelled"


class TestAsking:
    def test_refusals(self, cage):
        assert refused(cage.ask, actor=cage.evening.dealer) == "not_allowed"
        assert refused(cage.ask, table_id=4711) == "no_such_table"
        assert refused(cage.ask, window_id=4711) == "no_such_window"
        past_the_floor = {"kind": "fill", "table_code": "T07", "window_id": 4711, "chips": {"100": 1}}
        assert refused(money_slips.ask, **past_the_floor, actor=cage.evening.floor) == "no_such_window"
        assert refused(cage.ask, "fill", {"100": 0}) == "no_chips"
        assert refused(cage.ask, "fill", {"700": 1}) == "denomination_unknown"
        assert refused(cage.ask, "fill", {"1" * 5_000: 1}) == "bad_chips"
        assert refused(cage.ask, "credit", {"100": 1}, {"100": 1}) == "no_change"
        assert refused(cage.ask, "change", {"100": 100}) == "change_differs"
        assert refused(cage.ask, "change", {"100": 100}, {"10000": 2}) == "change_differs"
        assert refused(cage.ask, "change", {"100": 100}, {"100": 100}) == "change_changes_nothing"

    def test_a_closed_window_sends_nothing_and_closes_only_without_open_slips(self, cage):
        slip = cage.ask()
        whole = {"window_id": cage.window, "chips": CHIPS, "cash_cents": 0, "actor": cage.evening.cage}
        assert refused(windows.close_window, **whole) == "slips_open"
        cage.cancel(slip)
        counted = windows.close_window(**whole)
        assert refused(cage.ask) == "window_counted"
        looking(windows.confirm_window)(window_shift_id=counted.pk, actor=cage.evening.second_cage)
        assert refused(cage.ask) == "window_closed"

    def test_what_is_not_there(self, cage: Cage) -> None:
        assert (
            refused(looking(money_slips.cancel), slip_id=4711, reason="not needed", actor=cage.evening.floor)
            == "no_such_slip"
        )
        assert refused(looking(slips.carry_out), slip_id=4711, actor=cage.evening.cage) == "no_such_slip"
        assert refused(selector.one, slip_id=4711, actor=cage.evening.cage) == "no_such_slip"

    def test_a_cancelled_slip_says_why_and_keeps_its_number(self, cage):
        first = cage.ask()
        assert refused(cage.cancel, first, " x ") == "reason_required"
        assert refused(cage.cancel, first, actor=cage.evening.dealer) == "not_allowed"
        cage.cancel(first)
        assert (cage.ask().number, Slip.objects.get(pk=first.pk).number) == (2, 1)


@pytest.mark.django_db(transaction=True)
class TestNumbersUnderARace:
    def race(self, cage, monkeypatch):
        racing.meeting(monkeypatch, Slip.objects, "create", rivals=2)
        return racing.at_once(cage.ask, cage.ask)

    def test_without_the_houses_lock_only_the_database_stands_between_them(self, monkeypatch):
        cage = Cage()
        house, window = cage.evening.house, windows.Window.objects.select_related("house").get()
        monkeypatch.setattr(locks, "house", lambda _id: house)
        monkeypatch.setattr(locks, "window", lambda _id: window)
        monkeypatch.setattr(slips, "_open_table", lambda _table, _window: "T07")
        results = self.race(cage, monkeypatch)
        assert [type(result) for result in results].count(IntegrityError) == 1

    def test_numbers_have_no_gap(self, monkeypatch):
        cage = Cage()
        results = self.race(cage, monkeypatch)
        assert sorted(result.number for result in results) == [1, 2]

    def test_two_who_bring_the_same_chips_bring_them_once(self):
        cage = Cage()
        slip = cage.ask()
        results = racing.at_once(
            lambda: cage.carry_out(slip, cage.evening.cage), lambda: cage.carry_out(slip, cage.evening.manager)
        )
        assert racing.refusals(results) == ["slip_done"]
        assert balances("float") == {"float/T07": FLOAT + 10_000}


class TestPrints:
    def test_every_print_after_the_first_is_a_reprint(self, cage):
        house, actor = cage.evening.house.pk, cage.evening.cage
        numbers = [prints.record(house_id=house, subject="slip:1", actor=actor).number for _ in range(3)]
        assert numbers == [1, 2, 3]
        assert prints.record(house_id=house, subject="day:1", actor=actor).number == 1

    def test_not_by_everybody(self, cage):
        given = {"house_id": cage.evening.house.pk, "subject": "slip:1"}
        assert refused(prints.record, actor=cage.evening.dealer, **given) == "not_allowed"
