"""Tasks of an evening, done as a person does them, and what they cost: `docs/taps.md` says the same."""

import re
from datetime import timedelta

import pytest
from playwright.sync_api import Page, expect

from accounting.cage.services import windows
from accounting.findings.services import findings
from accounting.models import Drop, Finding, ScheduleVersion
from accounting.rake.services import schedules
from accounting.verdicts import Rule, Verdict
from casino import house_time
from casino.models import User
from tables.floor.services import seats, tables
from tables.guests.services import guests
from tables.hands.services import recording
from tables.hands.services.recording import Summary
from tables.log.services import floor_calls
from tables.models import Down, Entrant, FloorCall, Game, Sitting
from tables.rules.tournaments.shipped import TURBO
from tables.waiting.services import entries
from tests import builders
from tests.browser import taps
from tests.browser.conftest import OFFICE, PHONE, TABLET, Sit, after_the_last_tap, press, task_at
from tests.tables.pages.conftest import EURO, Room
from tests.tables.tournaments.pages.tournaments import to
from tests.tables.tournaments.tournament import SoldTournament, sold_tournament

SECRET = "sixteen letters."


def deal(room: Room, code: str, pot: int, *, actor: User | None = None, **other: object) -> int:
    """A hand of three with a flop; 5 % of the pot are due."""
    summary = Summary(pot_cents=pot * EURO, flop_seen=True, dealt_in=3, **other)
    table = room.tables[code]
    return recording.record_summary(
        table_id=table, version=room.version(table), summary=summary, actor=actor or room.floor
    ).hand.pk


@pytest.fixture
def busy(room: Room) -> Room:
    """T2 records outcomes, with three guests and a dealer; another dealer is free."""
    User.objects.create_user("carla", full_name="Carla Meier", roles=["dealer"])
    room.set_up("T2", "summary", ("Weber", "Rossi", "Nguyen"))
    room.push(room.tables["T2"])
    return room


def test_a_dealer_is_relieved(sit: Sit, busy: Room) -> None:
    Down.objects.update(started_at=house_time.now() - timedelta(minutes=45))
    page = taps.watched(sit(busy.floor, size=TABLET), "/floor/")
    task_at(page, "T2").get_by_role("link", name="Relieve").tap()
    page.get_by_role("button", name="Relieve the dealer").tap()
    expect(page.get_by_role("article", name="T2").get_by_text("Meier")).to_be_visible()
    taps.told("relieve a dealer who is overdue", taps.cost(page))


def test_a_guest_goes_from_the_list_to_the_seat(sit: Sit, busy: Room) -> None:
    guest = guests.register(house_id=busy.house.pk, number="A-1", name="Anna Becker", actor=busy.floor)
    entries.join(game_id=busy.games["summary"].pk, guest_id=guest.pk, is_here=True, actor=busy.floor)
    page = taps.watched(sit(busy.floor, size=TABLET), "/floor/")
    page.locator("header.bar").get_by_role("link", name="Waiting lists").tap()
    page.get_by_role("button", name="Call to T2, seat 4").tap()
    page.get_by_role("link", name="Seat", exact=True).tap()
    seat = page.get_by_role("button", name="Seat a guest")
    expect(seat).to_be_visible()
    after_the_last_tap(page)
    seat.tap()
    expect(page.get_by_text("Anna Becker is in seat 4.")).to_be_visible()
    assert Sitting.objects.filter(guest=guest, left_at=None).exists()
    taps.told("call a guest from the list and seat them", taps.cost(page))


def test_a_guest_is_seated_by_name(sit: Sit, busy: Room) -> None:
    guest = guests.register(house_id=busy.house.pk, number="A-1", name="Anna Becker", actor=busy.floor)
    guests.register(house_id=busy.house.pk, number="A-2", name="Boris Beckmann", actor=busy.floor)
    page = taps.watched(sit(busy.floor, size=TABLET), f"/floor/tables/{busy.tables['T2']}/")
    page.locator("a[href$='/seats/4/sit/']").tap()
    page.get_by_label("Guest", exact=True).press_sequentially("becke")
    expect(page.get_by_role("option")).to_have_count(1)
    page.get_by_role("option").tap()
    page.get_by_role("button", name="Seat a guest").tap()
    expect(page.get_by_text("Anna Becker is in seat 4.")).to_be_visible()
    assert Sitting.objects.filter(guest=guest, left_at=None).exists()
    taps.told("seat a guest by the beginning of their name", taps.cost(page))


def test_a_call_is_answered_by_voiding_its_hand(sit: Sit, busy: Room) -> None:
    deal(busy, "T2", 100, actor=busy.manager)
    builders.with_password(busy.floor, SECRET)
    floor_calls.call(table_id=busy.tables["T2"], kind="ruling", actor=busy.dealer)
    page = taps.watched(sit(busy.floor, size=TABLET), "/floor/calls/")
    page.get_by_role("link", name="Void").first.tap()
    page.get_by_label("Reason").press_sequentially("Pot")
    page.get_by_label("Your password").press_sequentially(SECRET)
    page.get_by_role("button", name="Void the hand").tap()
    expect(page).to_have_url(re.compile("/floor/$"))
    assert FloorCall.objects.get().answered_at is not None
    taps.told("void the hand that a dealer called for; the call is answered", taps.cost(page))


def test_a_table_that_needs_somebody_is_seen(sit: Sit, busy: Room) -> None:
    for number in range(3, 41):
        tables.create(house_id=busy.house.pk, code=f"T{number:02}", seats=9, actor=busy.floor)
    floor_calls.call(table_id=busy.tables["T2"], kind="ruling", actor=busy.dealer)
    page = taps.watched(sit(busy.floor, size=TABLET), "/floor/")
    expect(task_at(page, "T2")).to_be_in_viewport()
    expect(page.locator("[data-table]").last).to_be_in_viewport(ratio=1)
    taps.told("see which of forty tables needs somebody", taps.cost(page))


def test_a_call_is_answered_on_a_phone(sit: Sit, busy: Room) -> None:
    floor_calls.call(table_id=busy.tables["T2"], kind="ruling", actor=busy.dealer)
    page = taps.watched(sit(busy.floor, size=PHONE), "/floor/")
    task_at(page, "T2").get_by_role("button", name="Answer").tap()
    expect(task_at(page, "T2").get_by_role("button", name="Answer")).to_have_count(0)
    taps.told("answer a call, on a phone", taps.cost(page))


def test_chips_are_sold(sit: Sit, busy: Room) -> None:
    window = windows.create(house_id=busy.house.pk, code="K1", name="Kasse 1", actor=busy.manager)
    windows.open_window(window_id=window.pk, chips={"10000": 10}, cash_cents=50_000, actor=busy.cage)
    page = taps.watched(sit(busy.cage, size=TABLET), "/cage/")
    page.get_by_role("link", name="Sell", exact=False).first.tap()
    page.get_by_label("Amount").first.press_sequentially("200")
    page.locator("main form button.primary").first.tap()
    page.wait_for_url("**/cage/")
    taps.told("sell chips for 200", taps.cost(page))


def test_a_box_is_counted(sit: Sit, busy: Room) -> None:
    deal(busy, "T2", 200)
    page = count_page(sit, busy)
    page.locator("[name=chips_1000]").press_sequentially("1")
    page.locator("main form button.primary").first.tap()
    page.wait_for_url("**/cage/count/")
    taps.told("count a box that holds 10, the first time", taps.cost(page))


def count_page(sit: Sit, room: Room) -> Page:
    """The count of the rake box of T2, which was taken from the closed table."""
    table = room.tables["T2"]
    for seat, cents in ((1, 20_000), (2, 20_000), (3, 19_000)):
        seats.cash_out(table_id=table, version=room.version(table), seat=seat, counted_cents=cents, actor=room.floor)
    tables.close_table(table_id=table, version=room.version(table), counted_float_cents=50_000, actor=room.floor)
    page = taps.watched(sit(room.cage, size=TABLET), "/cage/count/")
    page.locator(f"a[href$='/cage/count/{Drop.objects.get(kind='rake').pk}/']").first.tap()
    return page


def test_management_sees_how_tonight_goes_and_what_is_left(sit: Sit, busy: Room) -> None:
    deal(busy, "T2", 200)
    page = taps.watched(sit(busy.manager), "/management/")
    expect(page.get_by_text("Rake taken")).to_be_in_viewport()
    expect(page.get_by_text("requirements are still open")).to_be_in_viewport()
    taps.told("see how tonight goes, and what is left before the day is closed", taps.cost(page))


def test_an_hour_leads_to_its_hands(sit: Sit, busy: Room) -> None:
    now = house_time.now()
    with house_time.shown_by(lambda: now - timedelta(hours=1)):
        deal(busy, "T2", 100)
    deal(busy, "T2", 100, rake_cents=300, reason="ruling")
    page = taps.watched(sit(busy.manager, size=OFFICE), "/management/")
    page.locator("svg.chart a").last.click()
    page.locator("#rows a[href*='/dealer/hands/']").click()
    page.wait_for_url("**/dealer/hands/**")
    taps.told("from an hour that is short to its hand", taps.cost(page))


def test_a_maximum_buy_in_is_changed(sit: Sit, room: Room) -> None:
    page = taps.watched(sit(room.manager, size=TABLET), "/management/")
    page.locator(".places > summary").tap()
    page.get_by_role("link", name="Games and posted rules").tap()
    page.get_by_role("row", name="NLHE 2/4").get_by_role("link", name="Change").tap()
    field = page.get_by_label("Maximum buy-in")
    field.tap()
    field.press("Control+a")
    field.press_sequentially("500")
    page.get_by_role("button", name="Save").tap()
    expect(page.get_by_text("NLHE 2/4 has been changed.")).to_be_visible()
    assert Game.objects.get(name="NLHE 2/4").max_buy_in_cents == 500 * EURO
    taps.told("change a game's maximum buy-in", taps.cost(page))


def test_a_table_is_paused_by_keys(sit: Sit, busy: Room) -> None:
    page = taps.watched(sit(busy.floor, size=OFFICE), "/floor/")
    for key in ("t", "2", "p", "Enter"):
        press(page, key)
    expect(page.get_by_role("article", name="T2").get_by_text("Paused")).to_be_visible()
    taps.told("pause table T2 by keys", taps.cost(page))


def test_what_another_asked_for_is_approved_from_any_page(sit: Sit, room: Room) -> None:
    """Bar, row, button; the password is typed besides."""
    builders.with_password(room.second_manager, SECRET)
    schedules.publish(
        house_id=room.house.pk, name="5 %", terms={**builders.FIVE_PERCENT, "cap_cents": 2_000},
        valid_from=house_time.now() + timedelta(days=2), actor=room.manager,
    )  # fmt: skip
    page = taps.watched(sit(room.second_manager, size=OFFICE), "/management/reports/")
    page.get_by_role("link", name="To approve").click()
    page.locator("[data-mine] [data-detail]").click()
    page.locator("#detail").get_by_label("Your password").focus()
    page.keyboard.type(SECRET)
    page.locator("#detail").get_by_role("button", name="Approve terms").click()
    expect(page).to_have_url(re.compile(r"/approvals/$"))
    expect(page.locator("#mine .count")).to_have_text("0")
    assert ScheduleVersion.objects.latest("pk").state == "published"
    taps.told("approve terms that another proposed, from any page", taps.cost(page))


def found_in(room: Room) -> None:
    """28 findings: 21 hands in a row without a dealer, one of them short of rake; rake thrice, voids and a float."""
    hands = [deal(room, "T2", 20 + number) for number in range(20)]
    hands.insert(7, deal(room, "T2", 100, rake_cents=300, reason="ruling"))
    hands.sort()
    booker = room.floor.pk
    verdicts = [
        *(Verdict(Rule.NO_DEALER, f"hand:{hand}", 0, "T2", hand_id=hand, booked_by=booker) for hand in hands),
        *(Verdict(Rule.TAX_SHORT, f"hand:{hand}", -100, "T2", hand_id=hand, booked_by=booker) for hand in hands[1:8:2]),
        *(Verdict(Rule.EDIT_AFTER_30S, f"hand:{hands[at]}", 0, f"T{at}", hand_id=hands[at]) for at in (3, 9)),
        Verdict(Rule.FLOAT_DRIFT, "session:1", -1_000, "T6", booked_by=booker),
    ]
    assert len(verdicts) == 28
    findings.note(room.house.pk, room.day.pk, verdicts, house_time.now())


def test_twenty_findings_of_one_cause_are_decided_at_once(sit: Sit, busy: Room) -> None:
    """28 findings are four lines; the hand whose rake differs is not ticked and stays open."""
    found_in(busy)
    page = taps.watched(sit(busy.manager, size=OFFICE), "/management/audit/findings/")
    expect(page.locator(".fold")).to_have_count(4)
    page.locator(".fold > summary", has_text="21 ×").click()
    comment = page.get_by_label("Comment")
    comment.click()
    page.keyboard.type("Rota")
    page.get_by_role("button", name="Decide 20 findings").click()
    expect(page.get_by_text("20 findings are decided.")).to_be_visible()
    kept = Finding.objects.filter(rule=Rule.NO_DEALER)
    assert (kept.filter(comment="Rota", state="resolved").count(), kept.filter(state="open").count()) == (20, 1)
    cost = taps.cost(page)
    assert cost.taps <= 4
    taps.told("decide twenty findings of one cause", cost)


def test_any_place_is_two_taps_away(sit: Sit, room: Room) -> None:
    page = taps.watched(sit(room.manager, size=TABLET), "/floor/")
    page.locator(".places > summary").tap()
    page.locator(".places").get_by_role("link", name="Retention").tap()
    expect(page.get_by_role("heading", name="Retention").first).to_be_visible()
    taps.told("go to any place of the menu", taps.cost(page))


@pytest.fixture
def tournament(transactional_db: None) -> SoldTournament:
    sold = sold_tournament(builders.evening(), structure=TURBO)
    for name in ("Weber", "Rossi", "Nguyen"):
        sold.enter(sold.evening.guest(name))
    sold.start(1)
    return sold


def test_the_clock_is_stopped(sit: Sit, tournament: SoldTournament) -> None:
    page = taps.watched(sit(tournament.evening.floor, size=TABLET), to("director", tournament.id))
    page.get_by_role("button", name="Stop the clock").tap()
    expect(page.get_by_role("button", name="Resume the clock")).to_be_visible()
    taps.told("stop a tournament's clock", taps.cost(page))


def test_somebody_is_put_out(sit: Sit, tournament: SoldTournament) -> None:
    page = taps.watched(sit(tournament.evening.floor, size=TABLET), to("director", tournament.id))
    page.get_by_role("link", name="Nguyen").first.tap()
    page.get_by_role("link", name="Out", exact=True).tap()
    line = page.locator(".out-line").filter(has=page.locator("input:checked"))
    taken_by = line.get_by_label("Won by")
    taken_by.press_sequentially(taken_by.locator("option", has_text="Weber").text_content()[0])
    page.get_by_role("button", name="Record a bust").tap()
    expect(page.get_by_text("Out: Nguyen.")).to_be_visible()
    assert Entrant.objects.get(guest__name="Nguyen").place == 3
    taps.told("put somebody out of a tournament", taps.cost(page))
