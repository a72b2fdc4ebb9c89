"""The pad without a network: nothing lost, nothing twice, and what is refused stays until it is decided."""

from datetime import timedelta

import pytest
from playwright.sync_api import APIResponse, Route, expect

from accounting.models import Assessment, Finding
from accounting.rake.services import schedules
from casino import house_time
from casino.models import User
from tables.audit.services import audits
from tables.floor.services import seats
from tables.hands.services import recording
from tables.hands.services.recording import Summary
from tables.log.services import floor_calls
from tables.models import FloorCall, Hand
from tests import builders
from tests.browser.conftest import TABLET, Sit, press, watched
from tests.browser.pads import BEHIND, FULL, NAMES, SHELL_KEPT, Pad, at_the_pad, booked, writing_held
from tests.deciding import looking
from tests.tables.pages.conftest import Room


@pytest.fixture
def pad(sit: Sit, room: Room) -> Pad:
    """Seven guests, their dealer before a tablet."""
    return at_the_pad(sit, room)


@pytest.mark.smoke("dealer, no network")
def test_offline_three_hands_online_exactly_three(pad: Pad) -> None:
    pad.page.context.set_offline(True)
    for pot in ("40", "184", "60"):
        pad.hand(pot)
    pad.waits(3)
    expect(pad.page.locator("[data-link]")).to_have_text("No network")
    booked(0)
    pad.page.context.set_offline(False)
    pad.waits(0)
    booked(3)
    assert list(Hand.objects.order_by("number").values_list("result__pot_cents", flat=True)) == [4_000, 18_400, 6_000]


def test_digits_keyed_while_a_hand_is_written_down_belong_to_the_next_one(pad: Pad) -> None:
    release = writing_held(pad.page)
    pad.hand("40")
    pad.key("184")
    release()
    pad.book()
    expect(pad.page.locator("#pad-last")).to_contain_text("#2")
    booked(2)
    assert list(Hand.objects.order_by("number").values_list("result__pot_cents", flat=True)) == [4_000, 18_400]


def test_a_hand_that_cannot_be_written_down_stays_keyed(sit: Sit, room: Room) -> None:
    table = room.set_up("T1", "summary", NAMES)
    room.push(room.tables["T1"])
    desk = sit(room.dealer, size=TABLET)
    pad = Pad(desk.open(f"/dealer/tables/{table}/record/"))
    pad.page.evaluate(FULL)
    with pad.page.expect_event("pageerror"):
        pad.hand("184", "2")
    expect(pad.page.locator("#id_pot_cents")).to_have_value("184")
    expect(pad.page.locator("#id_tip_cents")).to_have_value("2")
    expect(pad.page.locator("[data-book]")).to_be_enabled()
    desk.complaints.remove("the disk is full")


def test_book_stays_in_its_place_when_the_table_changes(sit: Sit, room: Room) -> None:
    """Else the finger meets what has moved there, and the hand is not booked."""
    pad = at_the_pad(sit, room, kept=False)
    pad.page.route("**/hands/record/", lambda route: route.abort())
    pad.hand("40")
    pad.waits(1)
    places = watched(pad.page, "[data-book]")
    room.push(room.tables["T1"], builders.user("dealer", "second-dealer"))
    expect(pad.page.locator("#pad-state")).to_contain_text("second-dealer")
    assert len(places()) == 1


def test_after_half_an_hour_without_a_network_the_hands_go_on_paper(sit: Sit, room: Room) -> None:
    """The hand that waited says when it was dealt, and the day's audit how long that is ago."""
    table = room.set_up("T1", "summary", NAMES)
    room.push(room.tables["T1"])
    desk = sit(room.dealer, size=TABLET)
    page = desk.page()
    page.clock.install(time=house_time.now() - timedelta(minutes=31))
    page.goto(f"{desk.address}/dealer/tables/{table}/record/")
    pad, paper = Pad(page), page.locator("[data-paper]")
    expect(page.locator("[data-link]")).to_have_text("online")
    page.context.set_offline(True)
    pad.hand("40")
    pad.waits(1)
    pad.key("184")
    page.clock.fast_forward("29:00")
    expect(page.locator("[data-book]")).to_be_enabled()
    expect(paper).to_be_hidden()
    page.clock.fast_forward("01:30")
    expect(paper).to_have_text("Too long without a network: write the hands on paper.")
    expect(page.locator("[data-book]")).to_be_disabled()
    press(page, "Shift")  # else the screen locks itself: nobody has touched it for half an hour
    page.context.set_offline(False)
    pad.waits(0)
    expect(paper).to_have_text("The network is back: now enter the hands written on paper, in order.")
    pad.book()  # the 184 that were keyed when the limit came
    expect(paper).to_be_hidden()
    expect(page.locator("#pad-last")).to_contain_text("#2")
    booked(2)
    audits.audit(day_id=room.day.pk, actor=None)
    found = Finding.objects.get(rule="LATE_SYNC")
    assert found.subject == f"hand:{Hand.objects.get(number=1).pk}"
    assert found.facts["minutes"] in (30, 31)


def test_forty_hands_without_a_network_are_as_many_as_a_tablet_keeps(pad: Pad) -> None:
    pad.page.context.set_offline(True)
    for number in range(1, 41):
        expect(pad.page.locator("[data-paper]")).to_be_hidden()
        pad.page.keyboard.type("40")
        press(pad.page, "Enter")
        pad.waits(number)
    expect(pad.page.locator("[data-paper]")).to_be_visible()
    pad.page.keyboard.type("40")
    press(pad.page, "Enter")
    pad.page.context.set_offline(False)
    pad.waits(0)
    booked(40)


def test_an_answer_that_got_lost_books_nothing_twice(sit: Sit, room: Room) -> None:
    pad = at_the_pad(sit, room, kept=False)
    sent: list[str] = []

    def lose_the_first(route: Route) -> None:
        sent.append(route.request.headers["idempotency-key"])
        if len(sent) == 1:
            route.fetch()  # the server has it; its answer never arrives
            route.abort()
        else:
            route.continue_()

    pad.page.route("**/hands/record/", lose_the_first)
    for pot in ("40", "184", "60"):
        pad.hand(pot)
    expect(pad.page.locator("#pad-last")).to_contain_text("#3")
    pad.waits(0)
    booked(3)
    assert len(sent) == 4
    assert sent[0] == sent[1], "the same hand under the same key"
    assert len(set(sent)) == 3


def test_a_hand_keyed_while_another_is_on_its_way_follows_it(sit: Sit, room: Room) -> None:
    pad = at_the_pad(sit, room, kept=False)
    on_the_way: list[Route] = []

    def hold(route: Route) -> None:
        on_the_way.append(route)

    pad.page.route("**/hands/record/", hold, times=1)
    with pad.page.expect_request("**/hands/record/"):
        pad.hand("40")
    pad.hand("184")
    pad.waits(2)
    pad.page.evaluate("new Promise((go) => setTimeout(go, 50))")  # the second has asked to be sent, in vain
    on_the_way[0].continue_()
    pad.waits(0)
    booked(2)


def test_a_reload_without_a_network_shows_the_pad_and_keeps_the_hands(pad: Pad) -> None:
    page = pad.page
    page.evaluate("navigator.serviceWorker.ready")
    page.evaluate(SHELL_KEPT)
    pad.hand("40")  # the kept page does not know of this one
    expect(page.locator("#pad-last")).to_contain_text("#1")
    page.context.set_offline(True)
    pad.hand("184")
    pad.waits(1)  # it is written down
    pad.key("77")
    page.reload()
    pad.waits(1)
    expect(page.locator("#id_pot_cents")).to_have_value("77")  # the draft too
    pad.book()
    pad.waits(2)
    page.context.set_offline(False)
    pad.waits(0)
    booked(3)


def test_a_refused_hand_stays_until_the_floor_has_decided(pad: Pad, room: Room) -> None:
    pad.hand("99900")
    box = pad.page.locator("[data-refused]")
    expect(box).to_contain_text("There are only 1,400.00 on the table.")
    pad.key("40")
    expect(pad.page.locator("[data-book]")).to_be_disabled()
    expect(box).to_have_attribute("data-brought", "")
    call = FloorCall.objects.get()
    assert (call.kind, call.facts["pot_cents"], call.called_by) == ("refused_hand", 9_990_000, room.dealer)
    pad.page.reload()
    expect(box).to_be_visible()
    expect(pad.page.locator("[data-book]")).to_be_disabled()
    floor_calls.answer(call_id=call.pk, text="999 was meant", actor=room.floor)
    expect(box).to_be_hidden()
    expect(pad.page.locator("#notices")).to_contain_text("999 was meant")
    pad.book()  # the 40 that were keyed meanwhile
    expect(pad.page.locator("[data-last-state]")).to_have_text("booked")
    booked(1)


def test_what_the_floor_mends_is_sent_again(pad: Pad, room: Room) -> None:
    pad.hand("1500")
    # Else the tablet calls the floor while they sell, and the table has changed.
    expect(pad.page.locator("[data-refused]")).to_have_attribute("data-brought", "")
    more_chips(room)
    pad.tap("[data-again]")
    expect(pad.page.locator("[data-refused]")).to_be_hidden()
    expect(pad.page.locator("#pad-last")).to_contain_text("#1")
    booked(1)


def test_a_hand_that_was_sent_again_is_not_put_back_by_the_late_answer_to_its_call(sit: Sit, room: Room) -> None:
    pad = at_the_pad(sit, room, kept=False)
    called: list[tuple[Route, APIResponse]] = []
    pad.page.route("**/refused/", lambda route: called.append((route, route.fetch())))
    pad.hand("1500")
    while not called:
        pad.page.wait_for_timeout(20)
    more_chips(room)
    pad.tap("[data-again]")
    expect(pad.page.locator("#pad-last")).to_contain_text("#1")
    [(route, answer)] = called
    with pad.page.expect_response("**/refused/"):
        route.fulfill(response=answer)
    pad.page.evaluate("new Promise((go) => setTimeout(go, 300))")  # the page has read it
    assert pad.page.evaluate("outbox.all()") == []
    booked(1)


def more_chips(room: Room) -> None:
    """The floor sells so many that the refused hand is right."""
    table = room.tables["T1"]
    for seat in (1, 2):
        seats.top_up(table_id=table, version=room.version(table), seat=seat, amount_cents=100_00, actor=room.floor)


def test_a_hand_keyed_over_one_that_the_floor_recorded_is_looked_at_again(pad: Pad, room: Room) -> None:
    pad.page.context.set_offline(True)
    pad.hand("184")
    pad.waits(1)
    outcome = Summary(pot_cents=40_00, flop_seen=True, dealt_in=7)
    table = room.tables["T1"]
    recording.record_summary(table_id=table, version=room.version(table), summary=outcome, actor=room.floor)
    pad.page.context.set_offline(False)
    expect(pad.page.locator("[data-refused]")).to_contain_text("the next is #2, not #1")
    booked(1)
    pad.tap("[data-again]")
    pad.waits(0)
    booked(2)
    expect(pad.page.locator("[data-refused]")).to_be_hidden()


def test_a_hand_that_nobody_was_sent_yet_is_taken_back_a_booked_one_by_the_floor(sit: Sit, room: Room) -> None:
    pad = at_the_pad(sit, room, kept=False)
    pad.page.route("**/hands/record/", lambda route: route.abort())
    pad.hand("40")
    pad.hand("184", "2")
    pad.waits(2)
    pad.tap("[data-take-back]")
    pad.waits(1)
    expect(pad.page.locator("#id_pot_cents")).to_have_value("184")
    expect(pad.page.locator("#id_tip_cents")).to_have_value("2")
    pad.page.unroute("**/hands/record/")
    pad.waits(0)
    booked(1)
    pad.page.get_by_role("button", name="Wrong? Ask the floor to void it").tap()
    expect(pad.page.locator("#pad-state")).to_contain_text("A booked hand is wrong")
    assert FloorCall.objects.get().hand == Hand.objects.get()


def test_a_hand_that_is_on_its_way_is_not_taken_back(pad: Pad, room: Room) -> None:
    """It may be booked by now: keyed again it would be booked twice."""
    sent: list[Route] = []

    def hold(route: Route) -> None:
        sent.append(route)

    pad.page.route("**/hands/record/", hold)
    pad.page.evaluate(BEHIND)
    pad.hand("184")
    while not sent:
        pad.page.wait_for_timeout(20)
    pad.tap("[data-take-back]")
    pad.page.evaluate("new Promise((go) => setTimeout(go, 300))")  # it has been read
    pad.waits(1)
    expect(pad.page.locator("#id_pot_cents")).to_have_value("")
    sent[0].continue_()
    pad.waits(0)
    booked(1)


def test_a_style_from_outside_is_not_carried_into_the_next_state(pad: Pad, room: Room) -> None:
    """Extensions style fields, and taking a picture does; htmx wrote the attribute again, against the CSP."""
    styled = "node => { node.style.setProperty('caret-color', 'red'); node.style.removeProperty('caret-color'); }"
    pad.page.evaluate(f"document.querySelectorAll('#pad-state, #pad-state [id]').forEach({styled})")
    expect(pad.page.locator("#pad-state[style]")).to_have_count(1)
    more_chips(room)
    expect(pad.page.locator("#pad-state[style]")).to_have_count(0)


def test_the_draft_outlives_the_lock_and_a_relieved_dealer_keeps_his_hands(pad: Pad, room: Room) -> None:
    pad.page.context.set_offline(True)
    pad.hand("40")
    pad.key("18")
    second = type(room.dealer).objects.create_user("second", full_name="Boris", roles=["dealer"], language="en")
    room.push(room.tables["T1"], second)
    pad.page.context.set_offline(False)
    pad.waits(0)
    assert Hand.objects.get().dealer == room.dealer
    pad.page.reload()
    expect(pad.page.locator("#id_pot_cents")).to_have_value("18")


def test_new_terms_reach_the_tablet_and_a_difference_is_said(pad: Pad, room: Room) -> None:
    pad.page.context.set_offline(True)
    pad.hand("184")
    pad.waits(1)
    new_terms(room)
    pad.page.context.set_offline(False)
    expect(pad.page.locator("#notices")).to_contain_text("The books have rake 3.00, this tablet showed 9.00")
    assert Assessment.objects.get().taken_cents == 300


def new_terms(room: Room) -> None:
    """3 euros of every hand from now on, signed by two."""
    terms: dict[str, object] = {"kind": "fixed", "amount_cents": 300}
    second = User.objects.get(username="second-manager")
    version = schedules.publish(
        house_id=room.house.pk, name="5 %", terms=terms, valid_from=house_time.now(), actor=room.floor
    )
    looking(schedules.approve)(version_id=version.pk, actor=second)
