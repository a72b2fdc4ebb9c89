"""Selling at a window, and paying: each purchase has a receipt, each prize a slip, and every print is counted."""

from collections.abc import Callable

import pytest
from django.test import Client

from accounting.models import Print
from tables.models import Deal, Prize, Purchase
from tables.prizes.services import eliminations
from tables.prizes.services.eliminations import Out
from tables.rules.tournaments.shipped import EVENING, TURBO
from tests import builders
from tests.builders import Evening, with_password
from tests.tables.tournaments.pages.tournaments import PASSWORD, named, running, send, sold, tap, to
from tests.tables.tournaments.tournament import DRAWER, EURO, SoldTournament, sold_tournament

Browser = Callable[..., Client]


@pytest.fixture
def evening(db: None) -> Evening:
    return builders.evening()


@pytest.fixture
def tournament(evening: Evening) -> SoldTournament:
    return sold_tournament(
        evening, structure=EVENING, re_buy_cents=50 * EURO, re_buy_fee_cents=5 * EURO, bounty_cents=20 * EURO
    )


@pytest.fixture
def manager(evening: Evening, browser: Browser) -> Client:
    return browser(with_password(evening.manager, PASSWORD))


def champion(tournament: SoldTournament, *names: str) -> None:
    """The first of them wins all the chips."""
    winner = named(tournament, names[0])
    for name in names[1:]:
        out = Out(named(tournament, name).pk, (winner.pk,))
        eliminations.eliminate(**tournament.seen, outs=[out], actor=tournament.evening.floor)


def test_an_entry_is_sold_at_a_window_and_has_a_receipt(tournament: SoldTournament, browser: Browser) -> None:
    guest = tournament.evening.guest("Weber")
    cage = browser(tournament.evening.cage)
    page = cage.get(to("enter", tournament.id)).content.decode()
    assert "130.00" in page, "100 + 20 on his head + 10 to the house"
    answer = send(cage, to("enter", tournament.id), guest=guest.number, window=tournament.window)
    assert (answer.status_code, answer["Location"]) == (303, to("receipt", tournament.id, 1))
    sold_one = Purchase.objects.get()
    assert (sold_one.pool_cents, sold_one.fee_cents, sold_one.bounty_cents) == (10_000, 1_000, 2_000)
    receipt = cage.get(answer["Location"]).content.decode()
    for shown in ("Weber", guest.number, "100.00", "10.00", "20.00", "130.00", "4,000", "NOT A PRINT"):
        assert shown in receipt, shown
    again = send(cage, to("enter", tournament.id), guest="Weber", window=tournament.window)
    assert again.status_code == 422
    assert "Weber is already playing." in again.content.decode()
    assert Purchase.objects.count() == 1


def test_the_first_print_is_the_original_and_every_other_a_reprint(tournament: SoldTournament, manager: Client) -> None:
    sold(tournament, "Weber")
    address = to("receipt", tournament.id, 1)
    first = manager.post(address, {"key": "one"})
    assert first["Location"] == to("receipt-print", tournament.id, 1, 1)
    page = manager.get(first["Location"])
    assert "NOT A PRINT" not in page.content.decode()
    assert "REPRINT" not in page.content.decode()
    assert page["Cache-Control"] == "no-store"
    assert manager.post(address, {"key": "one"})["Location"] == first["Location"], "a second tap prints once"
    second = manager.post(address, {"key": "two"})
    assert "REPRINT 1" in manager.get(second["Location"]).content.decode()
    assert Print.objects.count() == 2
    assert manager.get(to("receipt-print", tournament.id, 1, 3)).status_code == 404


def test_a_guest_whom_the_house_does_not_know_is_written_down_first(
    tournament: SoldTournament, browser: Browser
) -> None:
    cage = browser(tournament.evening.cage)
    assert send(cage, to("enter", tournament.id), guest="Niemand", window=tournament.window).status_code == 400
    answer = send(cage, to("guest", tournament.id), number="4711", name="Petra Vogel")
    assert answer["Location"] == to("enter", tournament.id) + "?guest=4711"
    assert 'value="4711"' in cage.get(answer["Location"]).content.decode()


def test_the_window_he_sold_at_is_proposed_again(tournament: SoldTournament, browser: Browser) -> None:
    tournament.evening.guest("Weber")
    other = builders.pieces(100 * EURO)
    from accounting.cage.services import windows

    second = windows.create(
        house_id=tournament.evening.house.pk, code="A1", name="Erste", actor=tournament.evening.manager
    )
    windows.open_window(window_id=second.pk, chips=other, cash_cents=0, actor=tournament.evening.manager)
    cage = browser(tournament.evening.cage)
    assert cage.get(to("enter", tournament.id)).context["form"]["window"].value() == second.pk, "by code"
    send(cage, to("enter", tournament.id), guest="Weber", window=tournament.window)
    assert cage.get(to("enter", tournament.id)).context["form"]["window"].value() == tournament.window


def test_an_entry_is_given_back_before_the_start_only(tournament: SoldTournament, manager: Client) -> None:
    sold(tournament, "Weber", "Rossi", "Okafor")
    answer = send(manager, to("withdraw", tournament.id, named(tournament, "Weber").pk), reason="Krank geworden")
    assert answer.status_code == 303
    assert named(tournament, "Weber").state == "withdrawn"
    assert "REFUNDED" in manager.get(to("receipt", tournament.id, 1)).content.decode()
    assert builders.balances("cash/") == {"cash/K9": DRAWER + 260 * EURO}
    tournament.start(1)
    assert (
        send(manager, to("withdraw", tournament.id, named(tournament, "Rossi").pk), reason="Krank").status_code == 422
    )
    assert named(tournament, "Rossi").state == "seated"


def test_a_re_buy_needs_what_he_holds_and_an_add_on_its_break(
    tournament: SoldTournament, manager: Client, browser: Browser
) -> None:
    running(tournament)
    weber = named(tournament, "Weber")
    page = manager.get(to("entrant", tournament.id, weber.pk)).content.decode()
    assert to("re-buy", tournament.id, weber.pk) in page
    assert to("add-on", tournament.id, weber.pk) not in page, "not in this level"
    floor = browser(tournament.evening.floor).get(to("entrant", tournament.id, weber.pk)).content.decode()
    assert to("re-buy", tournament.id, weber.pk) not in floor, "the floor takes no money"
    assert to("move", tournament.id, weber.pk) in floor
    address = to("re-buy", tournament.id, weber.pk)
    assert send(manager, address, holding="4025", window=tournament.window).status_code == 422
    answer = send(manager, address, holding="4000", window=tournament.window)
    assert answer["Location"] == to("receipt", tournament.id, 5)
    weber.refresh_from_db()
    assert weber.chips == 8_000
    assert send(manager, to("add-on", tournament.id, weber.pk), window=tournament.window).status_code == 422
    tap(manager, tournament, "level", step="4", item="0")
    assert send(manager, to("add-on", tournament.id, weber.pk), window=tournament.window).status_code == 303
    assert list(Purchase.objects.order_by("number").values_list("kind", flat=True))[-2:] == ["re_buy", "add_on"]


def test_prizes_are_fixed_paid_and_signed_for_and_the_books_closed(
    evening: Evening, manager: Client, browser: Browser
) -> None:
    names = ("Weber", "Rossi", "Nguyen", "Okafor")
    tournament = sold_tournament(evening, structure=TURBO, guarantee_cents=500 * EURO)
    running(tournament, *names)
    payouts = to("payouts", tournament.id)
    assert "The prizes are fixed when registration closes." in manager.get(payouts).content.decode()
    assert send(manager, to("fix", tournament.id), table="usual/1").status_code == 422, "entries are still sold"
    assert not Prize.objects.exists()
    assert send(manager, to("fix", tournament.id), table="usual/1", early="on").status_code == 303
    assert list(Prize.objects.order_by("place").values_list("amount_cents", flat=True)) == [325 * EURO, 175 * EURO]
    assert "325.00" in manager.get(to("clock", tournament.id)).content.decode()
    champion(tournament, *names)
    assert tournament.row.state == "finished"
    first = Prize.objects.get(place=1)
    page = manager.get(payouts).content.decode()
    assert to("pay", tournament.id, first.pk) not in page
    assert "somebody else must pay it" in page
    cage = browser(evening.cage)
    assert to("pay", tournament.id, first.pk) in cage.get(payouts).content.decode()
    answer = send(cage, to("pay", tournament.id, first.pk), window=tournament.window)
    assert answer["Location"] == to("slip", tournament.id, first.pk)
    slip = manager.get(answer["Location"]).content.decode()
    for shown in ("Weber", "325.00", "Received", "NOT A PRINT"):
        assert shown in slip, shown
    printed = manager.post(to("slip", tournament.id, first.pk), {"key": "print"})
    assert "NOT A PRINT" not in manager.get(printed["Location"]).content.decode()
    assert send(cage, to("pay", tournament.id, first.pk), window=tournament.window).status_code == 422, "it is paid"
    assert tap(manager, tournament, "settle").status_code == 400, "the password is asked for"
    assert tap(manager, tournament, "settle", password=PASSWORD).status_code == 422, "the second prize is not paid"
    send(cage, to("pay", tournament.id, Prize.objects.get(place=2).pk), window=tournament.window)
    answer = tap(manager, tournament, "settle", password=PASSWORD)
    assert (answer.status_code, answer["Location"]) == (303, to("statement", tournament.id))
    assert tournament.row.state == "settled"
    assert builders.balances("prizes/") == {}


def test_the_statement_says_all_of_it(evening: Evening, manager: Client, browser: Browser) -> None:
    """FinASVO NRW §23."""
    names = ("Weber", "Rossi", "Nguyen")
    tournament = sold_tournament(evening, structure=TURBO, guarantee_cents=400 * EURO)
    running(tournament, *names)
    send(manager, to("fix", tournament.id), table="usual/1", early="on")
    send(manager, to("count", tournament.id), **{f"chips_{one.pk}": 4_000 for one in tournament.seated()})
    page = manager.get(to("statement", tournament.id)).content.decode()
    for shown in ("PRELIMINARY", "300.00", "30.00", "400.00", "100.00", "12,000", "Chip count", "Commitment"):
        assert shown in page, shown
    champion(tournament, *names)
    send(browser(evening.cage), to("pay", tournament.id, Prize.objects.get(place=1).pk), window=tournament.window)
    tap(manager, tournament, "settle", password=PASSWORD)
    page = manager.get(to("statement", tournament.id)).content.decode()
    assert "PRELIMINARY" not in page
    assert "Weber" in page
    printed = manager.post(to("statement", tournament.id), {"key": "print"})
    assert "ORIGINAL" in manager.get(printed["Location"]).content.decode()


def test_a_deal_is_proposed_by_each_method_and_agreed_to_the_cent(evening: Evening, manager: Client) -> None:
    tournament = sold_tournament(evening, structure=TURBO)
    running(tournament)
    send(manager, to("fix", tournament.id), table="usual/1", early="on")
    champion(tournament, "Weber", "Okafor", "Nguyen")
    address = to("deal", tournament.id)
    page = manager.get(address).content.decode()
    assert "ICM" in page
    assert "200.00" in page, "even shares of 400"
    weber, rossi = named(tournament, "Weber"), named(tournament, "Rossi")
    wrong = {"method": "agreed", f"share_{weber.pk}": "300", f"share_{rossi.pk}": "50"}
    answer = send(manager, address, **wrong)
    assert answer.status_code == 422
    assert 'value="300"' in answer.content.decode(), "what was typed stays"
    assert not Deal.objects.exists()
    right = {"method": "agreed", f"share_{weber.pk}": "210", f"share_{rossi.pk}": "150", "played_for_cents": "40"}
    assert send(manager, address, **right).status_code == 303
    assert Deal.objects.get().left_cents == 40 * EURO
    assert sorted(Prize.objects.filter(kind="deal").values_list("amount_cents", flat=True)) == [150 * EURO, 210 * EURO]


def test_before_the_prizes_are_fixed_there_is_no_deal_and_why_is_said(evening: Evening, manager: Client) -> None:
    tournament = sold_tournament(evening, structure=TURBO)
    running(tournament, "Weber", "Rossi")
    answer = manager.get(to("deal", tournament.id), {"played_for": "much"})
    assert answer.status_code == 200
    assert "There is nothing to share out yet." in answer.content.decode()


def test_a_seat_that_was_won_is_awarded_at_its_own_tournament(evening: Evening, manager: Client) -> None:
    main = sold_tournament(evening, code="MAIN", buy_in_cents=180 * EURO, fee_cents=20 * EURO)
    satellite = sold_tournament(evening, code="SAT", structure=TURBO, seat_for_id=main.id)
    running(satellite, "Weber", "Rossi")
    send(manager, to("fix", satellite.id), table="usual/1", early="on")
    champion(satellite, "Weber", "Rossi")
    prize = Prize.objects.get(kind="seat")
    for name in ("pay", "slip"):
        assert manager.get(to(name, main.id, prize.pk)).status_code == 404, name
    for name in ("pay", "award"):
        assert tap(manager, main, name, prize.pk, window=main.window).status_code == 404, name
    assert Prize.objects.get(pk=prize.pk).paid_at is None
    assert tap(manager, satellite, "award", prize.pk).status_code == 303
    assert Prize.objects.get(pk=prize.pk).paid_at is not None
    assert [str(one.guest.name) for one in main.row.entrants.all()] == ["Weber"]


def test_a_receipt_that_was_never_written_is_not_there(tournament: SoldTournament, manager: Client) -> None:
    sold(tournament, "Weber")
    assert manager.get(to("receipt", tournament.id, 1)).status_code == 200
    assert manager.get(to("receipt", tournament.id, 2)).status_code == 404


def test_nobody_sells_when_registration_is_over(
    tournament: SoldTournament, manager: Client, later: Callable[..., None]
) -> None:
    running(tournament)
    guest = tournament.evening.guest("Spät")
    later(hours=3)
    answer = send(manager, to("enter", tournament.id), guest=guest.number, window=tournament.window)
    assert answer.status_code == 422
    assert Purchase.objects.count() == 4
