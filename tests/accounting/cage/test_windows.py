"""Windows of the cage: opened, trading, counted and closed; every cent of a window's day."""

import pytest
from django.core.management import CommandError, call_command
from django.db import IntegrityError, transaction

from accounting.cage.selectors import windows as selector
from accounting.cage.services import windows
from accounting.days.services import houses
from accounting.models import Entry, GamingDay, House, Place, Window, WindowShift
from accounting.proof.services import proofs
from casino import house_time
from casino.errors import Malformed, Refusal
from tables.guests.services import erasures, guests
from tables.guests.services.admission import policies
from tests import builders, elsewhere
from tests.builders import Evening, balances
from tests.deciding import looking

EURO = 100
CHIPS = {"10000": 20, "2500": 40, "500": 100, "100": 100}
CHIPS_CENTS = 360_000
CASH_CENTS = 500_000


@pytest.fixture
def evening(db: None) -> Evening:
    return builders.evening()


@pytest.fixture
def window(evening: Evening) -> int:
    return windows.create(house_id=evening.house.pk, code="W1", name="Kasse 1", actor=evening.cage).pk


@pytest.fixture
def shift(evening: Evening, window: int) -> WindowShift:
    return windows.open_window(window_id=window, chips=CHIPS, cash_cents=CASH_CENTS, actor=evening.cage)


def state() -> list[object]:
    return [
        list(Place.objects.order_by("name").values_list("name", "balance_cents")),
        Entry.objects.count(),
        list(WindowShift.objects.order_by("pk").values()),
    ]


def refused(call, **arguments) -> Refusal:
    """The refusal, which has changed nothing."""
    before = state()
    with pytest.raises(Refusal) as error:
        call(**arguments)
    assert state() == before
    return error.value


class TestOpening:
    def test_chips_and_money_come_from_the_bank_into_the_open_day(self, evening, shift):
        assert (shift.chips, shift.chips_cents, shift.gaming_day) == (CHIPS, CHIPS_CENTS, evening.day)
        assert balances() == {
            "bank/main": -CHIPS_CENTS - CASH_CENTS,
            "cage/W1": CHIPS_CENTS,
            "cash/W1": CASH_CENTS,
        }
        entry = Entry.objects.get()
        assert (entry.book.code, entry.code, entry.subject) == ("cage/W1", "window_in", f"shift:{shift.pk}")

    def test_an_empty_window_opens_too(self, evening, window):
        windows.open_window(window_id=window, chips={}, cash_cents=0, actor=evening.cage)
        assert balances() == {}
        assert Entry.objects.get().transfers.count() == 0

    def test_refusals(self, evening, window, shift):
        def again(**changes):
            given = {"window_id": window, "chips": {}, "cash_cents": 0, "actor": evening.cage} | changes
            return refused(windows.open_window, **given).code

        assert again() == "window_open"
        assert again(actor=evening.floor) == "not_allowed"
        assert again(window_id=window + 1) == "no_such_window"
        closed = windows.create(house_id=evening.house.pk, code="W2", name="2", actor=evening.manager).pk
        assert again(window_id=closed, chips={"700": 1}) == "denomination_unknown"
        assert again(window_id=closed, chips={"100": -1}) == "bad_chips"
        assert again(window_id=closed, cash_cents=-1) == "amount_too_small"
        assert again(window_id=closed, cash_cents=10**15) == "amount_too_large"
        windows.edit(window_id=closed, name="2", is_active=False, actor=evening.manager)
        assert again(window_id=closed) == "window_out_of_use"

    def test_without_a_gaming_day_nothing_opens(self, evening, window):
        evening.close_day()
        assert refused(
            windows.open_window, window_id=window, chips={}, cash_cents=0, actor=evening.cage
        ).code == "no_gaming_day"  # fmt: skip


class TestSettingUp:
    def test_a_code_that_names_a_place_already_is_taken(self, evening, window):
        evening.table(code="T07", float_cents=100 * EURO)
        for code in ("W1", "T07"):
            error = refused(windows.create, house_id=evening.house.pk, code=code, name="x", actor=evening.cage)
            assert error.code == "window_code_taken", code
        assert refused(
            windows.create, house_id=evening.house.pk, code="W 3", name="x", actor=evening.cage
        ).code == "bad_place_code"  # fmt: skip

    def test_it_has_a_name_and_a_house(self, evening: Evening, window: int) -> None:
        new = {"house_id": evening.house.pk, "code": "W2", "name": " ", "actor": evening.cage}
        assert refused(windows.create, **new).code == "window_nameless"
        assert refused(windows.create, **new | {"name": "Kasse 2", "house_id": 4711}).code == "no_such_house"
        nameless = {"window_id": window, "name": " ", "is_active": True, "actor": evening.manager}
        assert refused(windows.edit, **nameless).code == "window_nameless"
        assert list(Window.objects.values_list("code", "name")) == [("W1", "Kasse 1")]
        assert refused(selector.view, window_id=4711, actor=evening.cage).code == "no_such_window"

    def test_an_open_window_stays_in_use(self, evening, window, shift):
        error = refused(windows.edit, window_id=window, name="Kasse", is_active=False, actor=evening.manager)
        assert error.code == "window_open"
        assert windows.edit(window_id=window, name="Vorn", is_active=True, actor=evening.manager).name == "Vorn"


class TestTrading:
    def test_a_sale_swaps_chips_for_money(self, evening, window, shift):
        evening.guest(number="4711")
        windows.sell(window_id=window, amount_cents=400 * EURO, chips={"10000": 4}, guest="4711", actor=evening.cage)
        assert balances("c") == {"cage/W1": CHIPS_CENTS - 40_000, "cash/W1": CASH_CENTS + 40_000}
        assert balances("guests") == {}
        entry = Entry.objects.latest("pk")
        assert (entry.code, entry.reason) == ("sale", "4711")

    def test_a_redemption_the_other_way(self, evening, window, shift):
        windows.redeem(window_id=window, amount_cents=150 * EURO, actor=evening.cage)
        assert balances("c") == {"cage/W1": CHIPS_CENTS + 15_000, "cash/W1": CASH_CENTS - 15_000}

    @pytest.mark.parametrize("trade", [windows.sell, windows.redeem])
    def test_from_2000_euros_on_the_guest_is_known(self, evening, window, shift, trade):
        """GwG §10 (5): 2,000 euros or more."""
        error = refused(trade, window_id=window, amount_cents=2_000 * EURO, guest="  ", actor=evening.cage)
        assert error.code == "guest_required"
        trade(window_id=window, amount_cents=1_999 * EURO, actor=evening.cage)
        trade(window_id=window, amount_cents=1_500 * EURO, actor=evening.cage)

    @pytest.mark.parametrize("trade", [windows.sell, windows.redeem])
    def test_refusals(self, evening, window, shift, trade):
        def code(**changes):
            given = {"window_id": window, "amount_cents": 100 * EURO, "actor": evening.cage} | changes
            return refused(trade, **given).code

        assert code(actor=evening.floor) == "not_allowed"
        assert code(amount_cents=0) == "amount_too_small"
        assert code(amount_cents=-100) == "amount_too_small"
        assert code(amount_cents=75) == "not_on_chip"
        assert code(chips={"10000": 2}) == "chips_differ"
        assert code(chips={"333": 1}) == "denomination_unknown"
        short = "not_enough_chips" if trade is windows.sell else "not_enough_cash"
        assert code(amount_cents=9_000 * EURO, guest=evening.guest().number) == short

    def test_a_closed_window_trades_nothing(self, evening, window):
        error = refused(windows.sell, window_id=window, amount_cents=100, actor=evening.cage)
        assert error.code == "window_closed"


@pytest.mark.parametrize("trade", [windows.sell, windows.redeem])
class TestTheGuest:
    """GwG §10 (5): a payment names a guest of the house, or states that they are not known."""

    @pytest.fixture
    def at(self, evening, window, shift) -> dict[str, object]:
        return {"window_id": window, "amount_cents": 100 * EURO, "actor": evening.cage}

    def test_a_number_of_nobody_is_refused_whatever_the_amount(self, evening, at, trade):
        """Two spellings of one card would be two guests, neither of whom reaches the sum."""
        evening.guest("Jörg Rossi", "G9")
        for number in ("NOBODY-SUCH", "G9 a", "g9", "G", "Rossi", "G9\u00a0b"):
            for cents in (100 * EURO, 2_500 * EURO):
                error = refused(trade, **at | {"guest": number, "amount_cents": cents})
                assert (error.code, error.facts) == ("no_such_guest", {"number": number})

    def test_space_around_a_number_is_none_of_it(self, evening, at, trade):
        evening.guest("Jörg Rossi", "G9")
        trade(**at, guest=" G9 ")
        assert Entry.objects.latest("pk").reason == "G9"

    def test_a_guest_of_another_house_is_none_of_this_one(self, evening, at, trade):
        there = elsewhere.settled()
        guests.register(house_id=there.pk, number="G9", name="Jörg Rossi", actor=elsewhere.stranger(there))
        assert refused(trade, **at, guest="G9").code == "no_such_guest"

    def test_whom_another_row_stands_for_is_named_by_that(self, evening, at, trade):
        anna, again = evening.guest("Anna Weber"), evening.guest("A. Weber", "0815")
        guests.merge(guest_id=anna.pk, duplicate_id=again.pk, reason="two cards", actor=evening.floor)
        error = refused(trade, **at, guest="0815")
        assert (error.code, error.facts["number"]) == ("guest_merged", anna.number)

    def test_who_is_erased_is_nobody_any_more(self, evening, at, trade):
        guest = evening.guest("Anna Weber")
        asked = erasures.ask(guest_id=guest.pk, reason="by letter", actor=evening.manager)
        looking(erasures.approve)(erasure_id=asked.pk, actor=evening.second_manager)
        assert refused(trade, **at, guest=guest.number).code == "no_such_guest"
        assert refused(trade, **at, guest=f"erased-{guest.pk}").code == "guest_erased"

    def test_a_house_may_ask_earlier_never_later_than_the_law(self, evening, at, trade):
        admin = builders.user("admin", "second-admin")
        for own_euros, from_euros in ((1_000, 1_000), (9_000, 2_000)):
            own = {"is_on": True, "identified_from_cents": own_euros * EURO}
            policies.put(house_id=evening.house.pk, **own, actor=admin)
            error = refused(trade, **at | {"amount_cents": from_euros * EURO})
            assert (error.code, error.facts["from_cents"]) == ("guest_required", from_euros * EURO)
            trade(**at | {"amount_cents": (from_euros - 1) * EURO})


class TestClosing:
    def test_every_cent_of_a_windows_day(self, evening, window, shift):
        windows.sell(window_id=window, amount_cents=1_000 * EURO, actor=evening.cage)
        guest = evening.guest().number
        windows.sell(window_id=window, amount_cents=2_500 * EURO, guest=guest, actor=evening.cage)
        windows.redeem(window_id=window, amount_cents=1_200 * EURO, actor=evening.cage)
        # chips 3,600 − 1,000 − 2,500 + 1,200; money 5,000 + 1,000 + 2,500 − 1,200
        assert balances("c") == {"cage/W1": 1_300 * EURO, "cash/W1": 7_300 * EURO}
        closed = builders.close_window(
            evening.cage,
            evening.second_cage,
            window_id=window,
            chips=builders.pieces(1_300 * EURO),
            cash_cents=7_300 * EURO,
        )
        assert (closed.counted_chips_cents, closed.counted_cash_cents) == (130_000, 730_000)
        assert (closed.variance_cents, closed.explanation) == (0, "")
        assert balances() == {}
        assert proofs.prove().ok

    def test_a_difference_is_explained_and_stays_visible(self, evening, window, shift):
        """Ten euros of chips and five of money are missing; they stand at the window's variance."""
        count = {"chips": builders.pieces(CHIPS_CENTS - 1_000), "cash_cents": CASH_CENTS - 500, "actor": evening.cage}
        error = refused(windows.close_window, window_id=window, **count)
        assert error.code == "explanation_required"
        assert error.facts["differences"] == {"cage/W1": -1_000, "cash/W1": -500}
        windows.close_window(window_id=window, explanation="ein Zehner fehlt", **count)
        closed = looking(windows.confirm_window)(window_shift_id=shift.pk, actor=evening.second_cage)
        assert closed.variance_cents == -1_500
        assert balances() == {"bank/main": -1_500, "variance/W1": 1_500}
        assert proofs.prove().ok

    def test_too_much_money_does_not_make_up_for_missing_chips(self, evening, window, shift):
        count = {
            "window_id": window,
            "chips": builders.pieces(CHIPS_CENTS - 1_000),
            "cash_cents": CASH_CENTS + 1_000,
            "actor": evening.cage,
        }
        assert refused(windows.close_window, **count).code == "explanation_required"
        windows.close_window(explanation="verwechselt", **count)
        assert looking(windows.confirm_window)(window_shift_id=shift.pk, actor=evening.second_cage).variance_cents == 0
        entry = Entry.objects.get(code="window_out")
        moved = list(entry.transfers.order_by("position").values_list("source", "destination", "amount_cents"))
        assert moved == [
            ("cage/W1", "variance/W1", 1_000),
            ("cage/W1", "bank/main", CHIPS_CENTS - 1_000),
            ("variance/W1", "cash/W1", 1_000),
            ("cash/W1", "bank/main", CASH_CENTS + 1_000),
        ]
        assert balances() == {}

    def test_a_window_open_at_roll_over_books_into_its_own_day(self, evening, window, shift):
        GamingDay.objects.filter(pk=evening.day.pk).update(state=GamingDay.State.CLOSING)
        windows.sell(window_id=window, amount_cents=400 * EURO, actor=evening.cage)
        builders.close_window(
            evening.cage,
            evening.second_cage,
            window_id=window,
            chips=builders.pieces(CHIPS_CENTS - 40_000),
            cash_cents=CASH_CENTS + 40_000,
        )
        assert set(Entry.objects.values_list("gaming_day", flat=True)) == {evening.day.pk}

    def test_closed_is_closed(self, evening, window, shift):
        whole = {"window_id": window, "chips": CHIPS, "cash_cents": CASH_CENTS, "actor": evening.cage}
        assert refused(windows.close_window, **(whole | {"actor": evening.floor})).code == "not_allowed"
        builders.close_window(second=evening.manager, **whole)
        assert refused(windows.close_window, **whole).code == "window_closed"
        again = windows.open_window(window_id=window, chips=CHIPS, cash_cents=CASH_CENTS, actor=evening.manager)
        assert again.pk != shift.pk


class TestTheCountThatWasSeen:
    def test_counted_again_meanwhile_it_is_not_confirmed(self, evening, window, shift):
        """The second person looked at a count that was right; the first one counts again, with 500.00 less."""
        right = {"window_id": window, "chips": CHIPS, "cash_cents": CASH_CENTS, "actor": evening.cage}
        seen = selector.CLOSINGS.seen(windows.close_window(**right))
        less = right | {"cash_cents": CASH_CENTS - 500 * EURO, "explanation": "verzählt"}
        windows.close_window(**less)
        decide = {"window_shift_id": shift.pk, "seen": seen, "actor": evening.second_cage}
        for call in (windows.confirm_window, windows.resume_window):
            assert refused(call, **decide).code == "stale"
        assert selector.view(window, actor=evening.cage).is_counted


class TestByTwo:
    """Where money leaves, two people (FinASVO NRW §10 asks it of chips on their way; the cage closes alike)."""

    @pytest.fixture
    def counted(self, evening, window, shift) -> dict[str, object]:
        count = {"window_id": window, "chips": CHIPS, "cash_cents": CASH_CENTS, "actor": evening.cage}
        windows.close_window(**count)
        return count

    def test_whoever_counted_does_not_confirm(self, evening, window, shift, counted):
        assert (
            refused(looking(windows.confirm_window), window_shift_id=shift.pk, actor=evening.cage).code == "two_people"
        )
        closed = looking(windows.confirm_window)(window_shift_id=shift.pk, actor=evening.second_cage)
        assert (closed.counted_by, closed.closed_by, closed.closed_alone) == (evening.cage, evening.second_cage, False)
        assert balances() == {}
        assert proofs.prove().ok

    def test_the_database_knows_it_too(self, evening, counted):
        with pytest.raises(IntegrityError, match="window_shift_by_two"), transaction.atomic():
            WindowShift.objects.update(closed_at=house_time.now(), closed_by=evening.cage, variance_cents=0)

    def test_a_counted_window_does_not_trade(self, evening, window, shift, counted):
        trade = {"window_id": window, "amount_cents": 100 * EURO, "actor": evening.cage}
        for call in (windows.sell, windows.redeem):
            assert refused(call, **trade).code == "window_counted"
        assert refused(windows.open_window, **counted).code == "window_open"

    def test_counting_again_replaces_the_count_and_who_counted(self, evening, window, shift, counted):
        windows.close_window(**(counted | {"actor": evening.second_cage}))
        assert (
            refused(looking(windows.confirm_window), window_shift_id=shift.pk, actor=evening.second_cage).code
            == "two_people"
        )
        looking(windows.confirm_window)(window_shift_id=shift.pk, actor=evening.cage)

    def test_a_name_that_the_confirmation_would_refuse_is_refused_at_the_count(self, evening, window, shift):
        """The explanation becomes the reason of the closing's entry, which names no guest (`docs/people.md`)."""
        evening.guest("Wechsel Vergessen")
        count = {
            "window_id": window,
            "chips": builders.pieces(CHIPS_CENTS - 1_000),
            "cash_cents": CASH_CENTS,
            "actor": evening.cage,
        }
        error = refused(windows.close_window, explanation="Wechsel vergessen", **count)
        assert error.code == "names_guest"
        windows.close_window(explanation="beim Wechseln verzählt", **count)
        assert refused(windows.close_window, explanation="vergessen, Wechsel", **count).code == "names_guest"
        closed = looking(windows.confirm_window)(window_shift_id=shift.pk, actor=evening.second_cage)
        assert (closed.variance_cents, closed.explanation) == (-1_000, "beim Wechseln verzählt")
        assert Entry.objects.get(code="window_out").reason == "beim Wechseln verzählt"

    def test_a_guest_who_registers_between_count_and_confirmation_keeps_no_window_open(self, evening, window, shift):
        count = {"window_id": window, "cash_cents": CASH_CENTS, "actor": evening.cage}
        count["chips"] = builders.pieces(CHIPS_CENTS - 1_000)
        windows.close_window(explanation="Wechsel vergessen", **count)
        evening.guest("Wechsel Vergessen")
        confirm = {"window_shift_id": shift.pk, "actor": evening.second_cage}
        assert refused(looking(windows.confirm_window), **confirm).code == "names_guest"
        windows.close_window(explanation="beim Wechseln verzählt", **count)
        assert looking(windows.confirm_window)(**confirm).explanation == "beim Wechseln verzählt"

    def test_guests_of_another_house_may_be_named(self, evening, window, shift):
        people = {attribute: getattr(evening, attribute) for attribute, *_ in builders.HIRED}
        builders.evening(code="dus", people=people).guest("Wechsel Vergessen")
        count = {"window_id": window, "cash_cents": CASH_CENTS - 500, "chips": CHIPS, "actor": evening.cage}
        assert windows.close_window(explanation="Wechsel vergessen", **count).explanation == "Wechsel vergessen"

    def test_it_goes_on_without_closing(self, evening, window, shift, counted):
        looking(windows.resume_window)(window_shift_id=shift.pk, actor=evening.cage)
        windows.sell(window_id=window, amount_cents=100 * EURO, actor=evening.cage)
        for call in (windows.confirm_window, windows.resume_window):
            assert (
                refused(looking(call), window_shift_id=shift.pk, actor=evening.second_cage).code == "window_not_counted"
            )

    def test_only_for_the_cage(self, evening, window, shift, counted):
        for call in (windows.confirm_window, windows.resume_window):
            assert refused(looking(call), window_shift_id=shift.pk, actor=evening.floor).code == "not_allowed"

    def test_a_house_may_ask_for_one_and_only_its_operator_says_so(self, evening, window, shift):
        call_command("changehouse", evening.house.code, money_by_two="no", verbosity=0)
        closed = windows.close_window(window_id=window, chips=CHIPS, cash_cents=CASH_CENTS, actor=evening.cage)
        assert (closed.closed_by, closed.closed_alone) == (evening.cage, True)
        assert proofs.prove().ok
        house = House.objects.get()
        assert [past.money_by_two for past in house.history.order_by("history_id")][-2:] == [True, False]
        with pytest.raises(Malformed, match="unknown_field"):
            houses.edit(house_id=house.pk, changes={"money_by_two": False}, actor=builders.user("admin"))

    @pytest.mark.django_db
    def test_no_such_house(self):
        with pytest.raises(CommandError):
            call_command("changehouse", "nowhere", money_by_two="yes")
