"""The day's audit finds linked small purchases from what the books say; an honest day has none (GwG §10 (5))."""

import pytest

from accounting.cage.services import windows
from accounting.ledger.services import ledger
from accounting.models import Entry, Finding, Window
from casino.transactions import use_case
from tables.audit.services import audits, day
from tables.floor.services import seats
from tables.guests.services.admission import checking
from tables.models import Sitting
from tests.builders import balances, pieces
from tests.tables.guests.conftest import BORN
from tests.tables.tournaments.tournament import sold_tournament

pytestmark = pytest.mark.django_db

EURO = 100


@pytest.fixture
def table(evening, door):
    """A table, and a house that begins to check only afterwards: guests nobody knows may sit there."""
    evening.sign_terms()
    door.demand(is_on=False)
    return evening.table()


def sit(evening, table, guest, euros, seat=1):
    seats.sit(
        table_id=table,
        version=evening.version(table),
        seat=seat,
        guest_id=guest.pk,
        buy_in_cents=euros * EURO,
        actor=evening.floor,
    )


def top_up(evening, table, euros):
    seats.top_up(table_id=table, version=evening.version(table), seat=1, amount_cents=euros * EURO, actor=evening.floor)


def found(evening):
    return [verdict for verdict in day.day_verdicts(evening.day.pk) if verdict.rule == "LINKED_TRANSACTIONS"]


def window(evening):
    """A window with chips enough, opened once."""
    row = Window.objects.filter(house=evening.house, code="K1").first()
    if row is None:
        row = windows.create(house_id=evening.house.pk, code="K1", name="Kasse", actor=evening.manager)
        chips = pieces(50_000 * EURO)
        windows.open_window(window_id=row.pk, chips=chips, cash_cents=50_000 * EURO, actor=evening.manager)
    return row.pk


def sell(evening, euros, guest=""):
    windows.sell(window_id=window(evening), amount_cents=euros * EURO, guest=guest, actor=evening.manager)


def test_a_buy_in_and_a_top_up_of_nobody_known(evening, door, table):
    guest = evening.guest("Anna Weber")
    sit(evening, table, guest, 1_500)
    top_up(evening, table, 400)
    door.demand()
    assert found(evening) == []
    top_up(evening, table, 100)
    (verdict,) = found(evening)
    assert verdict.subject == f"guest:{guest.number}@{evening.day.date}#bought"
    assert (verdict.facts["dealings"], verdict.facts["together_cents"]) == (3, 2_000 * EURO)
    assert verdict.booked_by == evening.floor.pk


def test_a_house_that_does_not_check_finds_nothing(evening, door, table):
    sit(evening, table, evening.guest(), 1_500)
    top_up(evening, table, 1_500)
    assert found(evening) == []


def test_a_guest_who_was_known_before_is_honest(evening, door, table):
    guest = door.known()
    sit(evening, table, guest, 1_500)
    top_up(evening, table, 1_500)
    door.demand()
    assert found(evening) == []


def test_known_afterwards_is_too_late_and_known_again_is_not(evening, door, table):
    early, late = door.known(), evening.guest("Jörg Rossi")
    sit(evening, table, early, 2_500)
    sit(evening, table, late, 2_500, seat=2)
    for guest in (early, late):
        checking.identify(guest_id=guest.pk, birth_date=BORN, document="passport", actor=evening.floor)
    door.demand()
    (verdict,) = found(evening)
    assert verdict.facts["guest"] == late.number
    assert verdict.facts["identified_at"] is not None


def test_sales_at_a_window_by_the_number_on_a_card(evening, door):
    guest, another = evening.guest(), evening.guest()
    for number in (guest.number, another.number, ""):
        sell(evening, 500, number)
        sell(evening, 1_499, number)
    assert found(evening) == []
    sell(evening, 100, another.number)
    sell(evening, 100)  # of whom nothing is known, nothing can be linked
    assert [verdict.facts["guest"] for verdict in found(evening)] == [another.number]
    sell(evening, 100, guest.number)
    assert {verdict.facts["guest"] for verdict in found(evening)} == {another.number, guest.number}


def test_a_sale_of_one_who_is_known_is_honest(evening, door):
    guest = door.known()
    sell(evening, 1_500, guest.number)
    sell(evening, 1_500, guest.number)
    assert found(evening) == []


def test_chips_redeemed_at_a_window(evening, door):
    evening.guest(number="77")
    evening.guest(number="78")
    sell(evening, 1_900, "77")
    for _time in range(2):
        windows.redeem(window_id=window(evening), amount_cents=1_000 * EURO, guest="78", actor=evening.manager)
    assert [verdict.subject for verdict in found(evening)] == [f"guest:78@{evening.day.date}#exchanged"]


def test_tournaments_count_with_the_tables(evening, door, table):
    tournament = sold_tournament(evening, buy_in_cents=600 * EURO, fee_cents=50 * EURO)
    guest = evening.guest()
    sit(evening, table, guest, 1_349)
    tournament.enter(guest)
    door.demand()
    assert found(evening) == []
    top_up(evening, table, 1)
    assert found(evening)[0].facts["together_cents"] == 2_000 * EURO


def test_what_was_taken_back_does_not_count(evening, door):
    evening.guest(number="77")
    for euros in (1_500, 1_400):
        sell(evening, euros, "77")
    assert len(found(evening)) == 1
    entry = Entry.objects.filter(code="sale").latest("pk")

    @use_case(None)
    def take_back():
        ledger.reverse(entry_id=entry.pk, day=evening.day, reason="keyed twice", actor=evening.manager)

    take_back()
    assert found(evening) == []


def test_chips_are_counted_where_they_left_the_table(evening, door, table):
    guest = evening.guest()
    sit(evening, table, guest, 1_900)
    door.demand()
    seats.cash_out(table_id=table, version=evening.version(table), seat=1, actor=evening.floor)
    assert found(evening) == []
    assert Sitting.objects.get().cashed_out_cents == 1_900 * EURO
    assert balances("seat") == {}


def test_the_audit_keeps_it_as_a_finding_that_keeps_the_day_open(evening, door, table):
    guest = evening.guest()
    sit(evening, table, guest, 2_500)
    door.demand()
    audits.audit(day_id=evening.day.pk, actor=evening.manager)
    finding = Finding.objects.get(rule="LINKED_TRANSACTIONS")
    assert (finding.severity, finding.subject) == (2, f"guest:{guest.number}@{evening.day.date}#bought")
