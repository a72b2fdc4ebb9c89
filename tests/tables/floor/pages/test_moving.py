"""The floor's moves on their pages: asking, granting, must-moves, broken tables, drawn seats (domain §4.8)."""

import pytest
from django.urls import reverse

from tables.guests.services import guests
from tables.hands.services.recording import Summary
from tables.models import MoveRequest, MustMove, MustMoveTurn, SeatDraw, Sitting, WaitingEntry
from tables.moving.services import breaking, must_moves, requests
from tables.waiting.services import entries
from tests import databases
from tests.builders import balances
from tests.tables.log.corrections.correcting import record
from tests.tables.pages.conftest import EURO, make_room

pytestmark = pytest.mark.django_db


def four_and_two():
    """Four at T1, two at T2."""
    room = make_room()
    room.set_up("T1", "every_action", ("Weber", "Rossi", "Nguyen", "Okafor"))
    room.set_up("T2", "every_action", ("Yilmaz", "Novak"))
    return room


built, two = databases.shared(four_and_two)


@pytest.fixture
def page(two, browser):
    return browser(two.floor)


def send(page, address, **values):
    """Fill the form in and send it; its key and version are the page's."""
    form = page.get(address).context["form"]
    hidden = {name: form.initial[name] for name in ("key", "version") if form.initial.get(name) is not None}
    chosen = {name: value for name, value in form.initial.items() if value is not None}
    return page.post(address, chosen | hidden | values)


def at(two, code, name, *more):
    return reverse(f"floor:{name}", args=[two.tables[code], *more])


def test_he_asks_and_gets_the_seat(two, page):
    t1 = two.tables["T1"]
    assert b"any other table" in page.get(at(two, "T1", "ask", 2)).content
    assert send(page, at(two, "T1", "ask", 2), to=f"{t1}/9").status_code == 303
    row = MoveRequest.objects.get()
    shown = page.get(reverse("floor:moves")).content.decode()
    assert "asks for seat 9" in shown
    assert "T1/9" in shown
    granted = send(page, reverse("floor:grant", args=[row.pk]))
    assert granted.status_code == 303
    assert Sitting.objects.get(guest=row.guest, left_at=None).seat == 9
    assert balances("seat/T1/9") == {"seat/T1/9": 20_000}
    assert page.get(reverse("floor:grant", args=[row.pk])).status_code == 404


def test_any_other_table_and_a_refusal_in_words(two, page):
    """WSOP 86: four and two would be three and three; three and three would not do."""
    assert send(page, at(two, "T1", "ask", 1), to="any/any").status_code == 303
    assert send(page, at(two, "T1", "ask", 2), to="any/any").status_code == 303
    first, second = MoveRequest.objects.order_by("pk")
    t2 = two.tables["T2"]
    assert send(page, reverse("floor:grant", args=[first.pk])).status_code == 303
    refused = send(page, reverse("floor:grant", args=[second.pk]), to=f"{t2}/7")
    assert refused.status_code == 422
    assert "would leave the old table (3 players) shorter than the new one (3)" in refused.content.decode()


@pytest.mark.parametrize(("name", "end"), [("request-decline", "declined"), ("request-withdraw", "withdrawn")])
def test_one_tap_ends_a_request(two, page, name, end):
    row = requests.ask(table_id=two.tables["T1"], seat=1, actor=two.floor)
    assert page.post(reverse(f"floor:{name}", args=[row.pk]), {"key": "1"}).status_code == 303
    row.refresh_from_db()
    assert row.end == end


def test_a_must_move_from_coupling_to_refusing(two, page):
    t1, t2 = (two.tables[code] for code in ("T1", "T2"))
    assert send(page, at(two, "T1", "couple"), feeder=t2).status_code == 303
    shown = page.get(reverse("floor:moves")).content.decode()
    assert "T1 is kept full from T2" in shown
    assert "4/8" in shown
    assert send(page, at(two, "T1", "must-move-next"), to=f"{t1}/9").status_code == 303
    turn = MustMoveTurn.objects.get()
    assert (turn.guest.name, turn.moved_to.seat) == ("Yilmaz", 9)
    refused = send(page, at(two, "T1", "must-move-refuse"), reason="likes it here")
    assert refused.status_code == 303
    assert MustMoveTurn.objects.latest("pk").barred_until is not None
    assert page.post(at(two, "T1", "uncouple"), {"key": "1"}).status_code == 303
    assert MustMove.objects.get().uncoupled_at is not None


def test_a_table_is_broken_by_a_draw_that_was_posted_before(two, page):
    address = at(two, "T2", "break")
    assert "The commitment is posted first" in page.get(address).content.decode()
    assert page.post(address, {"key": "0", "version": two.version(two.tables["T2"])}).status_code == 404
    assert page.get(reverse("floor:seat-draw", args=[4711])).status_code == 404
    assert page.post(at(two, "T2", "announce-draw"), {"key": "1", "for": "break"}).headers["Location"] == address
    draw = SeatDraw.objects.get()
    shown = page.get(address).content.decode()
    assert draw.commitment in shown
    assert draw.seed not in shown
    done = send(page, address)
    assert done.headers["Location"] == reverse("floor:seat-draw", args=[draw.pk])
    told = page.get(done.headers["Location"]).content.decode()
    assert draw.seed in told
    assert "Yilmaz" in told
    assert not Sitting.objects.filter(table=two.tables["T2"], left_at=None).exists()
    assert sum(balances("seat").values()) == 120_000


def test_a_table_out_of_the_posted_order_wants_a_reason(two, page):
    breaking.announce(table_id=two.tables["T1"], actor=two.floor)
    refused = send(page, at(two, "T1", "break"))
    assert refused.status_code == 422
    assert "Another table is the next to break" in refused.content.decode()


def test_pools_are_counted_on_the_page(room, browser):
    page = browser(room.floor)
    room.set_up("P1", "summary", ("Weber", "Rossi"))
    room.set_up("P2", "summary", ("Yilmaz",))
    breaking.announce(table_id=room.tables["P2"], actor=room.floor)
    assert send(page, at(room, "P2", "break"), counted_1="").status_code == 400
    assert send(page, at(room, "P2", "break"), counted_1="150").status_code == 422, "they have 200"
    assert send(page, at(room, "P2", "break"), counted_1="200").status_code == 303
    assert balances("pool") == {"pool/P1": 60_000}


def test_from_one_pool_to_another_with_what_was_counted(room, browser):
    """WSOP 59: the whole stack goes along; a seat at his own table asks for no count."""
    page = browser(room.floor)
    room.set_up("P1", "summary", ("Weber", "Rossi"))
    room.set_up("P2", "summary", ("Yilmaz",))
    t1, t2 = (room.tables[code] for code in ("P1", "P2"))
    assert send(page, at(room, "P1", "move", 1), to=f"{t2}/5").status_code == 422
    assert send(page, at(room, "P1", "move", 1), to=f"{t2}/5", counted_cents="250").status_code == 422, "they have 200"
    room.push(t1)
    record(room, t1, Summary(200 * EURO, False, 2))
    assert send(page, at(room, "P1", "move", 1), to=f"{t2}/5", counted_cents="250").status_code == 303
    assert send(page, at(room, "P1", "move", 2), to=f"{t1}/9").status_code == 303
    assert balances("pool") == {"pool/P1": 15_000, "pool/P2": 45_000}


def test_a_new_game_is_seated_by_cards(room, browser):
    page = browser(room.floor)
    room.set_up("T3", "every_action")
    for name in ("Anna", "Boris"):
        entries.join(game_id=room.games["every_action"].pk, guest_id=guest(room, name), actor=room.floor)
    address = at(room, "T3", "draw-seats")
    page.post(at(room, "T3", "announce-draw"), {"key": "1", "for": "seats"})
    told = page.get(send(page, address, first_seat=4).headers["Location"]).content.decode()
    assert "As" in told
    assert set(WaitingEntry.objects.filter(state="called").values_list("seat", flat=True)) == {4, 5}


def test_who_is_to_be_asked_is_said(two, page):
    two.sit(two.tables["T1"], 20_000, 20_000, first=5, guests=[two.guest("A"), two.guest("B")])
    assert "ask B, the last to come to T1, to go to T2" in page.get(reverse("floor:moves")).content.decode()


def test_only_who_seats_guests_may_look(two, browser):
    dealer = browser(two.dealer)
    assert dealer.get(reverse("floor:moves")).status_code == 403
    row = must_moves.couple(main_id=two.tables["T1"], feeder_id=two.tables["T2"], actor=two.floor)
    assert dealer.post(at(two, "T1", "uncouple"), {"key": "1"}).status_code == 403
    row.refresh_from_db()
    assert row.uncoupled_at is None


def guest(room, name):
    return guests.register(house_id=room.house.pk, number=name, name=name, actor=room.floor).pk
