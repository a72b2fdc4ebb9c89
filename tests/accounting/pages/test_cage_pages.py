"""The cage's desk: windows, slips, papers."""

import re
from collections.abc import Callable

import pytest
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounting.cage.services import windows
from accounting.days.services import houses
from accounting.models import Drop, Entry, House, Print, Slip, Window, WindowShift
from casino import membership
from casino.models import User
from tables.floor.services import drops
from tables.guests.services import guests
from tables.hands.services import recording
from tables.hands.services.recording import Summary
from tests import builders, live
from tests.builders import balances
from tests.deciding import hidden
from tests.tables.pages.conftest import Room

Browser = Callable[..., Client]
EURO = 100


@pytest.fixture
def cashier(room: Room) -> User:
    return room.cage


@pytest.fixture
def window(room: Room, cashier: User) -> int:
    return windows.create(house_id=room.house.pk, code="W1", name="Kasse 1", actor=cashier).pk


@pytest.fixture
def opened(window: int, cashier: User) -> int:
    windows.open_window(window_id=window, chips={"10000": 10, "100": 500}, cash_cents=100 * EURO, actor=cashier)
    return window


def send(client: Client, address: str, **typed: str) -> object:
    """Fill in the form and send it; gives the answer."""
    page = client.get(address)
    assert page.status_code == 200, page.content
    form = page.context["form"]
    return client.post(address, {**hidden(form), "version": form.initial["version"] or "", **typed})


def test_a_window_is_opened_by_denomination(window: int, cashier: User, browser: Browser) -> None:
    client = browser(cashier)
    answer = send(client, f"/cage/windows/{window}/open/", chips_10000="4", chips_100="20", cash_cents="150,50")
    assert (answer.status_code, answer["Location"]) == (303, "/cage/")
    shift = WindowShift.objects.get()
    assert (shift.chips, shift.cash_cents) == ({"10000": 4, "100": 20}, 15_050)
    html = client.get("/cage/").content.decode()
    assert "420.00" in html
    assert "150.50" in html


def test_who_forgets_to_count_the_chips_is_asked(window: int, cashier: User, browser: Browser) -> None:
    answer = send(browser(cashier), f"/cage/windows/{window}/open/", cash_cents="0")
    assert answer.status_code == 400
    assert "Count the chips" in answer.content.decode()
    assert not WindowShift.objects.exists()


def test_selling_and_redeeming(room: Room, opened: int, cashier: User, browser: Browser) -> None:
    client = browser(cashier)
    assert send(client, f"/cage/windows/{opened}/sell/", amount_cents="300", guest="").status_code == 303
    refused = send(client, f"/cage/windows/{opened}/redeem/", amount_cents="50", guest="4711")
    assert refused.status_code == 404
    assert "No guest of the house has the number 4711" in refused.content.decode()
    guests.register(house_id=room.house.pk, number="4711", name="Anna Weber", actor=room.floor)
    assert send(client, f"/cage/windows/{opened}/redeem/", amount_cents="50", guest="4711").status_code == 303
    assert balances("ca") == {"cage/W1": 125_000, "cash/W1": 35_000}
    answer = send(client, f"/cage/windows/{opened}/sell/", amount_cents="2000", guest="")
    assert answer.status_code == 422
    html = answer.content.decode()
    assert "the guest must be known" in html
    assert 'value="2000"' in html


def test_a_difference_at_the_close_is_said_and_explained(
    room: Room, opened: int, cashier: User, browser: Browser
) -> None:
    client, count = browser(cashier, "en"), {"chips_10000": "10", "chips_100": "490", "cash_cents": "100"}
    answer = send(client, f"/cage/windows/{opened}/close/", **count)
    assert answer.status_code == 422
    html = answer.content.decode()
    assert "Booked 1,600.00, counted 1,590.00" in html
    assert 'value="490"' in html
    assert send(client, f"/cage/windows/{opened}/close/", explanation="lost", **count).status_code == 303
    cage = client.get("/cage/").content.decode()
    assert "Somebody else must confirm it." in cage
    confirm = f"/cage/window-shifts/{WindowShift.objects.get().pk}/confirm/"
    assert confirm not in cage
    second = browser(room.second_cage, "en")
    assert confirm in second.get("/cage/").content.decode()
    page = second.get(confirm).content.decode()
    for shown in ("1,000.00", "490", "1,490.00", "100.00", "lost"):
        assert shown in page, shown
    assert send(second, confirm).status_code == 303
    assert WindowShift.objects.get().variance_cents == -10 * EURO
    assert "−10.00" in client.get("/cage/").content.decode()


def test_one_person_closes_a_window_where_the_house_does_not_ask_for_two(
    room: Room, opened: int, cashier: User, browser: Browser
) -> None:
    houses.set_money_by_two(code=room.house.code, is_on=False)
    client, count = browser(cashier), {"chips_10000": "10", "chips_100": "500", "cash_cents": "100"}
    assert send(client, f"/cage/windows/{opened}/close/", **count).status_code == 303
    assert "Window W1 is counted and closed." in client.get("/cage/").content.decode()
    assert WindowShift.objects.get().closed_by == cashier


def test_a_window_is_set_up_in_the_house_of_the_page(room: Room, cashier: User, browser: Browser) -> None:
    """Whoever works in two houses sets it up in the one that they have chosen, not in the first."""
    other = House.objects.create(code="bb", name="Baden-Baden")
    User.objects.filter(pk=cashier.pk).update(house_ids=[room.house.pk, other.pk])
    client = browser(cashier)
    session = client.session
    session[membership.CHOSEN] = other.pk
    session.save()
    assert send(client, "/cage/windows/", code="W7", name="Kasse 7").status_code == 303
    assert Window.objects.get().house == other


def test_a_window_is_renamed_and_taken_out_of_use(room: Room, opened: int, cashier: User, browser: Browser) -> None:
    client = browser(cashier, "en")
    shut = windows.create(house_id=room.house.pk, code="W8", name="Kasse 8", actor=cashier).pk
    assert f'href="/cage/windows/{shut}/"' in client.get("/cage/windows/").content.decode()
    assert 'value="Kasse 8"' in client.get(f"/cage/windows/{shut}/").content.decode()
    assert send(client, f"/cage/windows/{shut}/", name="Bar").url == "/cage/windows/"  # type: ignore[attr-defined]
    listed = client.get("/cage/windows/").content.decode()
    assert "Window W8 has been changed." in listed
    assert "out of use" in listed
    assert "Bar" not in client.get("/cage/").content.decode(), "the cage shows the windows that are in use"
    refused = send(client, f"/cage/windows/{opened}/", name="Kasse 1")
    assert refused.status_code == 422
    assert "Window W1 is already open." in refused.content.decode()
    assert Window.objects.get(pk=opened).is_active
    assert send(client, f"/cage/windows/{shut}/", name="Bar", is_active="on").status_code == 303
    assert "Bar" in client.get("/cage/").content.decode()


def test_two_counts_of_a_box_that_differ_wait_for_a_third_person(room: Room, browser: Browser) -> None:
    table = room.set_up("T2", "summary", ("Weber", "Rossi"))
    room.push(table)
    summary = Summary(pot_cents=200 * EURO, flop_seen=True, dealt_in=2)
    recording.record_summary(table_id=table, version=room.version(table), summary=summary, actor=room.floor)
    drops.drop_boxes(table_id=table, version=room.version(table), actor=room.floor)
    box = Drop.objects.get(kind="rake")
    before, address = Entry.objects.count(), f"/cage/count/{box.pk}/"
    third = User.objects.create_user("third-cage", roles=["cage"])
    for person, pieces, said in (
        (room.cage, "9", "Now a second person must count."),
        (room.second_cage, "8", "It differs from the other: a third person must decide."),
    ):
        client = browser(person)
        assert send(client, address, chips_100=pieces).status_code == 303
        assert said in client.get("/cage/count/").content.decode()
    box.refresh_from_db()
    assert (box.counted_at, Entry.objects.count()) == (None, before)
    assert send(browser(third), address, chips_100="8").status_code == 303
    box.refresh_from_db()
    assert box.counted_cents == 800


def test_a_count_by_mistake_is_dropped(opened: int, cashier: User, browser: Browser) -> None:
    client = browser(cashier, "en")
    send(client, f"/cage/windows/{opened}/close/", chips_10000="10", chips_100="500", cash_cents="100")
    assert send(client, f"/cage/window-shifts/{WindowShift.objects.get().pk}/resume/").status_code == 303
    assert f"/cage/windows/{opened}/sell/" in client.get("/cage/").content.decode()


@pytest.mark.parametrize(("kind", "typed"), [("fill", {}), ("credit", {}), ("change", {"chips_back_10000": "1"})])
def test_the_floor_asks_and_the_cage_brings(
    room: Room, opened: int, cashier: User, browser: Browser, kind: str, typed: dict[str, str]
) -> None:
    table = room.set_up("T2", "summary")
    floor, cage = browser(room.floor), browser(cashier)
    live.commit()
    version = cage.get("/cage/").context["live_version"]
    answer = send(floor, f"/floor/tables/{table}/{kind}/", window=str(opened), chips_100="100", **typed)
    assert answer.status_code == 303, answer.content
    slip = Slip.objects.get()
    assert (slip.kind, slip.amount_cents) == (kind, 100 * EURO)
    live.commit()
    desk = cage.get("/cage/", {"v": version})
    assert desk.status_code == 200, "a new slip shows by itself"
    assert f"/cage/slips/{slip.pk}/bring/" in desk.content.decode()
    assert "You asked: somebody else must bring them." in floor.get("/cage/").content.decode()
    assert send(floor, f"/cage/slips/{slip.pk}/bring/").status_code == 403
    assert send(cage, f"/cage/slips/{slip.pk}/bring/")["Location"] == f"/cage/slips/{slip.pk}/"
    assert Slip.objects.get().state == "done"


def test_a_slip_is_cancelled_with_a_reason(room: Room, opened: int, cashier: User, browser: Browser) -> None:
    table = room.set_up("T2", "summary")
    floor = browser(room.floor)
    send(floor, f"/floor/tables/{table}/fill/", window=str(opened), chips_100="100")
    slip = Slip.objects.get()
    assert send(floor, f"/cage/slips/{slip.pk}/cancel/", reason="").status_code == 400
    assert send(floor, f"/cage/slips/{slip.pk}/cancel/", reason="not needed").status_code == 303
    assert "not needed" in browser(cashier).get("/cage/").content.decode()


def test_the_second_print_says_that_it_is_one(room: Room, opened: int, cashier: User, browser: Browser) -> None:
    table = room.set_up("T2", "summary")
    send(browser(room.floor), f"/floor/tables/{table}/fill/", window=str(opened), chips_100="100")
    client, address = browser(cashier), f"/cage/slips/{Slip.objects.get().pk}/"
    assert re.search(r'class="stamp"', client.get(address).content.decode()), "a view is no print"
    first = client.get(send(client, address)["Location"])
    assert 'class="stamp"' not in first.content.decode()
    assert "no-store" in first["Cache-Control"]
    second = send(client, address)["Location"]
    assert second == f"{address}print/2/"
    assert "REPRINT 1" in client.get(second).content.decode()
    assert list(Print.objects.values_list("subject", "number")) == [("slip:1", 1), ("slip:1", 2)]
    assert client.get(f"{address}print/3/").status_code == 404


def test_whose_pages_they_are(opened: int, browser: Browser) -> None:
    for role, status in (("dealer", 403), ("auditor", 403), ("floor", 403), ("manager", 200)):
        somebody = User.objects.create_user(f"some-{role}", roles=[role])
        assert browser(somebody).get(f"/cage/windows/{opened}/sell/").status_code == status, role


@pytest.mark.parametrize("address", ["/cage/", "/cage/count/"])
def test_a_poll_that_finds_nothing_new_costs_one_read(
    address: str,
    cashier: User,
    browser: Browser,
    django_assert_num_queries: Callable[[int], CaptureQueriesContext],
) -> None:
    cage = browser(cashier)
    version = cage.get(address).context["live_version"]
    with django_assert_num_queries(1):
        assert cage.get(address, {"v": version}).status_code == 204


@pytest.mark.parametrize("address", ["count/{}/", "count/{}/explain/", "windows/{}/sell/", "slips/{}/"])
def test_what_is_not_there_is_not_found(room: Room, browser: Browser, address: str) -> None:
    assert browser(room.manager).get(f"/cage/{address}".format(2**40)).status_code == 404


def test_the_next_step_follows_the_day(room: Room, window: int, cashier: User, browser: Browser) -> None:
    """A window is opened, then counted; the second person is told, and whoever counted is not."""
    client = browser(cashier)
    assert "Open a window: count what is in it." in client.get("/cage/").content.decode()
    count = {"window_id": window, "chips": {"100": 5}, "cash_cents": 0, "actor": cashier}
    windows.open_window(**count)
    assert "What now?" not in client.get("/cage/").content.decode()
    windows.close_window(**count)
    assert "What now?" not in client.get("/cage/").content.decode()
    second = builders.user("cage", "cora")
    html = browser(second).get("/cage/").content.decode()
    assert "Confirm the count of window W1." in html
    assert f"/cage/window-shifts/{WindowShift.objects.get().pk}/" in html
    assert "What now?" not in browser(room.floor).get("/cage/").content.decode(), "who runs no window has no step here"
